//! The first page after signing in: credits, how they were used lately, the latest articles, and first steps.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::api_keys::{ApiKeyRecord, KeyMode};
use domain::articles::order::{USUAL_IMAGES, USUAL_WORDS};
use domain::credits::Credits;
use domain::locale::Language;
use domain::prices::{ArticleSize, CharactersPerWord, Estimate};

use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::pages::articles::{LatestArticle, latest};
use crate::pages::usage::{CallCounts, DayChart, Used, credits_by_day};
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;

/// The span that the page looks back, in days; its words name it.
const SPAN: u32 = 30;

texts! {
    /// Words of the page.
    Texts {
        title: "Overview", "Tổng quan";
        unconfirmed: "Your email address is not confirmed yet: open the link in the email that we sent.", "Địa chỉ email chưa được xác nhận: hãy mở liên kết trong email đã gửi cho bạn.";
        below_threshold: "Your credits are below the threshold that you set.", "Số tín dụng đã xuống dưới ngưỡng bạn đặt.";
        below_article: "Your credits are not enough for an article of the usual length.", "Số tín dụng không đủ cho một bài viết có độ dài thông thường.";
        buy: "Buy credits", "Mua tín dụng";
        balance: "Balance", "Số dư";
        about: "about", "khoảng";
        held: "Reserved for work in progress", "Tạm giữ cho việc đang làm";
        spent: "Spent in the last 30 days", "Đã tiêu trong 30 ngày qua";
        calls: "Calls in the last 30 days", "Lượt gọi trong 30 ngày qua";
        calls_note: "those of this dashboard included", "gồm cả lượt gọi từ bảng điều khiển này";
        failed: "Failed", "Lỗi";
        failed_calls: "failed calls", "lượt gọi lỗi";
        first_steps: "First steps", "Bước đầu";
        done: "(done)", "(xong)";
        step_key: "Make a key", "Tạo khoá API";
        step_call: "Call the API", "Gọi API";
        step_call_link: "Read how", "Xem cách gọi";
        start: "Start with a brief", "Bắt đầu bằng một brief";
        kind: "Kind", "Loại";
        credits_by_day: "Credits by day", "Tín dụng theo ngày";
        figures: "The figures", "Số liệu";
        usage: "All about usage", "Xem mức sử dụng";
        nothing_spent: "Nothing was spent in the last 30 days.", "Chưa tiêu tín dụng nào trong 30 ngày qua.";
        latest: "Latest articles", "Bài viết mới nhất";
        all_articles: "All articles", "Tất cả bài viết";
        article: "Article", "Bài viết";
        state: "State", "Trạng thái";
        requested: "Requested", "Tạo lúc";
        no_articles: "No articles yet.", "Chưa có bài viết nào.";
        unread_articles: "The articles can’t be read right now.", "Hiện chưa đọc được danh sách bài viết.";
    }
}

/// Something that a new account does first.
struct Step {
    name: &'static str,
    link: &'static str,
    link_text: &'static str,
    is_done: bool,
}

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    is_confirmed: bool,
    low_balance: Option<&'static str>,
    balance: i64,
    held: i64,
    spent: i64,
    calls: CallCounts,
    failed_share: String,
    /// What a new account does first; none once all of it was done.
    steps: Vec<Step>,
    /// None if nothing was spent, as a chart without bars says less than a sentence.
    chart: Option<DayChart>,
    /// None if the API did not tell them.
    articles: Option<Vec<LatestArticle>>,
}

/// The page.
pub(crate) async fn show(State(dashboard): State<Dashboard>, visit: SignedIn) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(&dashboard, Section::Overview, words.title).await?;
    let balance = dashboard.accounts.balance(visit.purse()).await?;
    let threshold = dashboard.alerts.threshold(visit.purse()).await;
    let threshold = threshold.map_err(|error| PageError::unavailable(&error))?;
    let used = Used::read(&dashboard, &visit, SPAN).await?;
    let keys = dashboard.keys.list(visit.visit.account.id).await?;
    // Why they can't be read is in the log already, and the rest of the page is worth showing without them.
    let articles = Box::pin(latest(&dashboard, &visit)).await.ok();
    let calls = used.count_calls();
    let has_articles = articles.as_ref().is_some_and(|articles| !articles.is_empty());
    let overview = OverviewPage {
        frame: &frame,
        words,
        is_confirmed: visit.visit.person.confirmed_at.is_some(),
        low_balance: low_balance(balance.available, threshold, visit.language),
        balance: balance.available.as_i64(),
        held: balance.held.as_i64(),
        spent: used.spent(),
        failed_share: calls.failed_share(visit.language),
        calls,
        steps: first_steps(&keys, visit.mode(), has_articles, words),
        chart: (used.spent() > 0).then(|| credits_by_day(&used, visit.language)),
        articles,
    };
    page(&frame, &overview)
}

/// What is said about credits that run low: that they are below what the owner wants to be told of, or else that they don't do for what
/// a usual article reserves.
fn low_balance(available: Credits, threshold: Option<Credits>, language: Language) -> Option<&'static str> {
    let words = Texts::of(language);
    let (least, hint) = match threshold {
        Some(threshold) => (threshold, words.below_threshold),
        None => (usual_article(language), words.below_article),
    };
    (available < least).then_some(hint)
}

fn usual_article(language: Language) -> Credits {
    let size = ArticleSize {
        words: USUAL_WORDS,
        images: USUAL_IMAGES,
        characters_per_word: CharactersPerWord::for_language(language.as_str()),
    };
    Estimate::article(size).reserved
}

fn first_steps(keys: &[ApiKeyRecord], mode: KeyMode, has_articles: bool, words: &'static Texts) -> Vec<Step> {
    let keys: Vec<&ApiKeyRecord> = keys.iter().filter(|key| key.mode == mode).collect();
    let steps = [
        Step {
            name: words.step_key,
            link: "/dashboard/keys",
            link_text: words.step_key,
            is_done: keys.iter().any(|key| key.revoked_at.is_none()),
        },
        Step {
            name: words.step_call,
            link: "/docs",
            link_text: words.step_call_link,
            is_done: keys.iter().any(|key| key.last_used_at.is_some()),
        },
        Step {
            name: words.start,
            link: "/dashboard/articles/new?make=brief",
            link_text: words.start,
            is_done: has_articles,
        },
    ];
    if steps.iter().all(|step| step.is_done) { Vec::new() } else { steps.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_are_low_below_the_owners_threshold_or_else_the_price_of_an_article() {
        let (english, words) = (Language::ENGLISH, Texts::of(Language::ENGLISH));
        let told = |available, threshold: Option<i64>| {
            low_balance(Credits::new(available), threshold.map(Credits::new), english)
        };
        assert_eq!(told(999, Some(1_000)), Some(words.below_threshold));
        assert_eq!(told(1_000, Some(1_000)), None);
        assert_eq!(usual_article(english), Credits::new(20_600));
        assert_eq!(told(20_599, None), Some(words.below_article));
        assert_eq!(told(20_600, None), None);
    }

    #[test]
    fn a_new_account_has_all_steps_before_it() {
        let steps = first_steps(&[], KeyMode::Live, false, Texts::of(Language::ENGLISH));
        let names: Vec<_> = steps.iter().map(|step| (step.name, step.is_done)).collect();
        assert_eq!(names, [("Make a key", false), ("Call the API", false), ("Start with a brief", false)]);
        let steps = first_steps(&[], KeyMode::Live, true, Texts::of(Language::ENGLISH));
        assert_eq!(steps.iter().filter(|step| step.is_done).count(), 1);
    }
}
