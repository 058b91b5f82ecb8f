//! The start page of the dashboard: credits, recent usage, the latest articles, and first steps.

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
use crate::pages::articles::{LATEST, LatestArticle, latest};
use crate::pages::usage::{CallCounts, DayChart, Used, credits_by_day};
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;

/// The period of the page in days; its texts name it.
const SPAN: u32 = 30;

texts! {
    Texts {
        title: "Overview", "Tổng quan";
        unconfirmed: "Confirm your email address.", "Hãy xác nhận địa chỉ email.";
        link_sent: "We sent a link to", "Chúng tôi đã gửi liên kết tới";
        resend: "Resend", "Gửi lại";
        change_email: "Change email", "Đổi email";
        below_threshold: "Your balance is below your alert threshold.", "Số dư đã xuống dưới ngưỡng cảnh báo bạn đặt.";
        below_article: "Your balance is too low for an article of the usual length.", "Số dư không đủ cho một bài viết có độ dài thông thường.";
        buy: "Buy credits", "Mua credit";
        balance: "Balance", "Số dư";
        about: "about", "khoảng";
        held: "Reserved (in progress)", "Tạm giữ (đang xử lý)";
        spent: "Spent in the last 30 days", "Đã tiêu trong 30 ngày qua";
        calls: "Calls in the last 30 days", "Lượt gọi trong 30 ngày qua";
        calls_note: "Calls with your API keys", "Lượt gọi bằng khoá API của bạn";
        failed: "Failed", "Lỗi";
        failed_calls: "failed call|failed calls", "lượt gọi lỗi";
        first_steps: "First steps", "Bước đầu";
        done: "(done)", "(xong)";
        step_key: "Create an API key", "Tạo khoá API";
        step_key_link: "Create key", "Tạo khoá";
        step_call: "Make your first call with it", "Thực hiện lệnh gọi đầu tiên bằng khoá đó";
        step_call_link: "Quick start", "Hướng dẫn nhanh";
        step_article: "Request your first article", "Yêu cầu bài viết đầu tiên";
        step_article_link: "New article", "Bài viết mới";
        first_steps_test: "You are in test mode: nothing here costs money.", "Bạn đang ở chế độ thử nghiệm: mọi thao tác đều miễn phí.";
        start: "Start with a brief", "Bắt đầu bằng một brief";
        kind: "Kind", "Loại";
        credits_by_day: "Credits by day", "Credit theo ngày";
        figures: "Show data table", "Xem bảng số liệu";
        usage: "View usage", "Xem mức sử dụng";
        nothing_spent: "No credits were spent in the last 30 days.", "Chưa tiêu credit nào trong 30 ngày qua.";
        latest: "Latest articles", "Bài viết mới nhất";
        all_articles: "All articles", "Tất cả bài viết";
        article: "Article", "Bài viết";
        state: "State", "Trạng thái";
        requested: "Requested", "Tạo lúc";
        no_articles: "No articles yet.", "Chưa có bài viết nào.";
        unread_articles: "The articles can’t be loaded right now.", "Hiện chưa tải được danh sách bài viết.";
    }
}

/// A first step of a new account.
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
    /// The email address that must be confirmed, if emails can be sent.
    unconfirmed: Option<String>,
    low_balance: Option<&'static str>,
    balance: i64,
    held: i64,
    spent: i64,
    calls: CallCounts,
    failed_share: String,
    /// The first steps of a new account; empty once all are done.
    steps: Vec<Step>,
    /// `None` if nothing was spent: a sentence then says more than an empty chart.
    chart: Option<DayChart>,
    /// `None` if the API did not return them.
    articles: Option<Vec<LatestArticle>>,
}

pub(crate) async fn show(State(dashboard): State<Dashboard>, visit: SignedIn) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(&dashboard, Section::Overview, words.title).await?;
    let balance = dashboard.accounts.balance(visit.purse()).await?;
    let threshold = dashboard.alerts.threshold(visit.purse()).await;
    let threshold = threshold.map_err(|error| PageError::unavailable(&error))?;
    let used = Used::read(&dashboard, &visit, SPAN).await?;
    let keys = dashboard.keys.list(visit.visit.account.id).await?;
    // The reason is already in the log, and the rest of the page is useful without them.
    let articles = Box::pin(latest(&dashboard, &visit)).await.ok();
    let calls = used.count_calls();
    let has_article = articles.as_ref().is_some_and(|articles| has_article(articles));
    let overview = OverviewPage {
        frame: &frame,
        words,
        unconfirmed: unconfirmed(&dashboard, &visit),
        low_balance: low_balance(balance.available, threshold, visit.language),
        balance: balance.available.as_i64(),
        held: balance.held.as_i64(),
        spent: used.spent(),
        failed_share: calls.failed_share(visit.language),
        calls,
        steps: first_steps(&keys, visit.mode(), has_article, words),
        chart: (used.spent() > 0).then(|| credits_by_day(&used, visit.language)),
        articles,
    };
    page(&frame, &overview)
}

fn unconfirmed(dashboard: &Dashboard, visit: &SignedIn) -> Option<String> {
    let person = &visit.visit.person;
    let waits = dashboard.settings.sends_email && person.confirmed_at.is_none();
    waits.then(|| person.email.to_string())
}

/// The warning about low credits: they are below the threshold of the owner or, without one, below what a
/// usual article reserves.
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

/// Whether an article other than a brief was requested. An account with many briefs needs no first steps
/// either.
fn has_article(latest: &[LatestArticle]) -> bool {
    latest.len() >= LATEST || latest.iter().any(|article| !article.is_brief)
}

fn first_steps(keys: &[ApiKeyRecord], mode: KeyMode, has_article: bool, words: &'static Texts) -> Vec<Step> {
    let keys: Vec<&ApiKeyRecord> = keys.iter().filter(|key| key.mode == mode).collect();
    let steps = [
        Step {
            name: words.step_key,
            link: "/dashboard/keys",
            link_text: words.step_key_link,
            is_done: keys.iter().any(|key| key.revoked_at.is_none()),
        },
        Step {
            name: words.step_call,
            link: "/docs/guides/quick-start",
            link_text: words.step_call_link,
            is_done: keys.iter().any(|key| key.last_used_at.is_some()),
        },
        Step {
            name: words.step_article,
            link: "/dashboard/articles/new",
            link_text: words.step_article_link,
            is_done: has_article,
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
        let describe = |available, threshold: Option<i64>| {
            low_balance(Credits::new(available), threshold.map(Credits::new), english)
        };
        assert_eq!(describe(999, Some(1_000)), Some(words.below_threshold));
        assert_eq!(describe(1_000, Some(1_000)), None);
        assert_eq!(usual_article(english), Credits::new(20_600));
        assert_eq!(describe(20_599, None), Some(words.below_article));
        assert_eq!(describe(20_600, None), None);
    }

    #[test]
    fn a_new_account_has_all_steps_before_it() {
        let steps = first_steps(&[], KeyMode::Live, false, Texts::of(Language::ENGLISH));
        let names: Vec<_> = steps.iter().map(|step| (step.name, step.is_done)).collect();
        assert_eq!(
            names,
            [
                ("Create an API key", false),
                ("Make your first call with it", false),
                ("Request your first article", false),
            ]
        );
        let steps = first_steps(&[], KeyMode::Live, true, Texts::of(Language::ENGLISH));
        assert_eq!(steps.iter().filter(|step| step.is_done).count(), 1);
    }
}
