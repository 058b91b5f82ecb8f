//! API keys: made, shown once, rotated, revoked.

use application::issue_api_key::{IssueApiKeyError, NewApiKey};
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::accounts::AccountName;
use domain::api_keys::{ApiKey, ApiKeyRecord, KeyMode, Scope, Scopes};
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use http::StatusCode;
use serde::Deserialize;

use crate::answer::{page, page_with};
use crate::failure::PageError;
use crate::form::Form;
use crate::form_about::FormAbout;
use crate::frame::{Frame, Section};
use crate::redirects;
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;

texts! {
    /// Words of the pages.
    Texts {
        title: "Keys", "Khoá API";
        lead: "A key proves who calls and what it may do. It is shown once, when it is made.", "Khoá API cho biết ai gọi và được làm gì. Khoá chỉ hiện một lần khi được tạo.";
        yours: "Your keys", "Khoá của bạn";
        make: "Make a key", "Tạo khoá";
        none: "No keys yet", "Chưa có khoá nào";
        none_lead: "Programs prove with a key on whose account they call.", "Chương trình dùng khoá để chứng minh đang gọi cho tài khoản nào.";
        name: "Name", "Tên";
        name_hint: "So that you know it again, such as “Production site”.", "Để bạn nhận ra khoá, ví dụ “Trang chính”.";
        mode: "Mode", "Chế độ";
        live_hint: "real answers, real credits", "kết quả thật, tín dụng thật";
        test_hint: "the sandbox, test credits", "môi trường thử, tín dụng thử";
        scopes: "Scopes", "Quyền";
        scope_articles: "order, read, publish", "đặt, đọc, đăng";
        scope_images: "draw and list", "vẽ và liệt kê";
        scope_analysis: "search results", "kết quả tìm kiếm";
        scope_keywords: "suggestions and ideas", "gợi ý và ý tưởng";
        scope_audit: "pages", "trang web";
        scope_account: "balance and usage", "số dư và mức dùng";
        expires: "Expires", "Hết hạn";
        expires_hint: "Empty: never. The key ends at the beginning of the day, UTC.", "Để trống: không bao giờ. Khoá hết hạn vào đầu ngày, giờ UTC.";
        revoked: "Revoked", "Đã thu hồi";
        expired: "Expired", "Hết hạn";
        revoke: "Revoke", "Thu hồi";
        revoke_question: "Revoke this key?", "Thu hồi khoá này?";
        revoke_lead: "Calls with this key are refused within about a second. This can’t be undone.", "Các lượt gọi bằng khoá này sẽ bị từ chối sau khoảng một giây. Không thể hoàn tác.";
        rotate: "Rotate", "Xoay vòng";
        rotate_question: "Make a new key like this one?", "Tạo khoá mới giống khoá này?";
        rotate_lead: "You get a new key with the same name, scopes and expiry. Revoke this one when your programs use the new one.", "Bạn nhận khoá mới cùng tên, quyền và hạn dùng. Hãy thu hồi khoá này khi chương trình đã dùng khoá mới.";
        rotate_do: "Make the new key", "Tạo khoá mới";
        not_made: "The key was not made.", "Khoá chưa được tạo.";
        name_fault: "1 to 100 printable characters", "1 đến 100 ký tự in được";
        scopes_fault: "choose at least one", "chọn ít nhất một quyền";
        last_used: "Last used", "Lần dùng cuối";
        limit: "Monthly spend limit", "Hạn mức chi mỗi tháng";
        limit_hint: "In credits. Calls beyond it are refused until the next month begins, UTC. Empty: none.", "Tính bằng tín dụng. Vượt hạn mức, lượt gọi bị từ chối đến đầu tháng sau (UTC). Để trống: không giới hạn.";
        limit_fault: "a whole number above zero", "một số nguyên lớn hơn không";
        per_month: "a month", "mỗi tháng";
        expires_fault: "a day in the future", "một ngày trong tương lai";
        made_title: "Key made", "Đã tạo khoá";
        copy_now: "Copy this key now", "Hãy sao chép khoá này ngay";
        copy_lead: "It is not kept here and can’t be shown again. Treat it like a password.", "Khoá không được lưu ở đây và không thể hiện lại. Hãy giữ như mật khẩu.";
        copy_key: "Copy key", "Sao chép khoá";
        kept: "I have kept it", "Tôi đã lưu";
        try_it: "Try it", "Dùng thử";
        done_revoked: "The key was revoked.", "Đã thu hồi khoá.";
    }
}

/// One key in the list.
struct KeyRow {
    id: String,
    name: String,
    shown: String,
    mode: KeyMode,
    scopes: String,
    expires_at: Option<Timestamp>,
    last_used_at: Option<Timestamp>,
    limit: Option<i64>,
    revoked: bool,
    expired: bool,
}

/// One scope in the form.
struct ScopeBox {
    name: &'static str,
    hint: &'static str,
    ticked: bool,
}

/// What somebody typed, and what is wrong with it.
struct Draft<'a> {
    name: &'a str,
    test: bool,
    scopes: Vec<ScopeBox>,
    expires: &'a str,
    limit: &'a str,
    faults: Faults,
}

#[derive(Default)]
struct Faults {
    name: Option<&'static str>,
    scopes: Option<&'static str>,
    expires: Option<&'static str>,
    limit: Option<&'static str>,
}

impl Faults {
    const fn any(&self) -> bool {
        self.name.is_some() || self.scopes.is_some() || self.expires.is_some() || self.limit.is_some()
    }
}

#[derive(Template)]
#[template(path = "keys.html")]
struct KeysPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    keys: Vec<KeyRow>,
    draft: Draft<'a>,
    tomorrow: String,
}

#[derive(Template)]
#[template(path = "key_made.html")]
struct MadePage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    secret: &'a str,
    key: KeyRow,
    public_url: &'a str,
}

/// What the address of the page may say.
#[derive(Deserialize)]
pub(crate) struct Wishes {
    done: Option<String>,
}

impl Draft<'_> {
    fn empty(visit: &SignedIn, words: &Texts) -> Self {
        let scopes = boxes(words, |_| true);
        Draft {
            name: "",
            test: visit.mode() == KeyMode::Test,
            scopes,
            expires: "",
            limit: "",
            faults: Faults::default(),
        }
    }
}

fn boxes(words: &Texts, ticked: impl Fn(Scope) -> bool) -> Vec<ScopeBox> {
    let hint = |scope| match scope {
        Scope::Articles => words.scope_articles,
        Scope::Images => words.scope_images,
        Scope::Analysis => words.scope_analysis,
        Scope::Keywords => words.scope_keywords,
        Scope::Audit => words.scope_audit,
        Scope::Account => words.scope_account,
    };
    Scope::ALL
        .into_iter()
        .map(|scope| ScopeBox { name: scope.as_str(), hint: hint(scope), ticked: ticked(scope) })
        .collect()
}

fn row(record: &ApiKeyRecord, frame: &Frame, now: Timestamp) -> KeyRow {
    let names: Vec<&str> = record.scopes.iter().map(Scope::as_str).collect();
    let everything = names.len() == Scope::ALL.len();
    KeyRow {
        id: record.id.to_string(),
        name: record.name.to_string(),
        shown: format!("{}…{}", record.mode.prefix(), record.last_four),
        mode: record.mode,
        scopes: if everything { frame.words.all.to_owned() } else { names.join(", ") },
        expires_at: record.expires_at,
        last_used_at: record.last_used_at,
        limit: record.monthly_limit.map(Credits::as_i64),
        revoked: record.revoked_at.is_some(),
        expired: record.expires_at.is_some_and(|end| end <= now),
    }
}

/// The list and an empty form.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(wishes): Query<Wishes>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let notice = (wishes.done.as_deref() == Some("revoked")).then_some(words.done_revoked);
    list(&dashboard, &visit, StatusCode::OK, notice, Draft::empty(&visit, words)).await
}

async fn list(
    dashboard: &Dashboard,
    visit: &SignedIn,
    status: StatusCode,
    notice: Option<&'static str>,
    draft: Draft<'_>,
) -> Result<Response, PageError> {
    const DAY: std::time::Duration = std::time::Duration::from_hours(24);
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Keys, words.title).await?.telling(notice);
    let now = dashboard.clock.now();
    let records = dashboard.keys.list(visit.visit.account.id).await?;
    let keys = records.iter().map(|record| row(record, &frame, now)).collect();
    let tomorrow = now.checked_add(DAY).unwrap_or(now).strftime("%F").to_string();
    page_with(status, &frame, &KeysPage { frame: &frame, words, keys, draft, tomorrow })
}

/// Makes a key and shows it, this once.
pub(crate) async fn make(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let words = Texts::of(visit.language);
    let mut faults = Faults::default();
    let name = AccountName::new(form.text("name"));
    if name.is_err() {
        faults.name = Some(words.name_fault);
    }
    let scopes: Scopes = form.all("scope").filter_map(|scope| scope.parse::<Scope>().ok()).collect();
    if scopes.is_empty() {
        faults.scopes = Some(words.scopes_fault);
    }
    let expires_at = expiry(form.text("expires"), dashboard.clock.now());
    if expires_at.is_err() {
        faults.expires = Some(words.expires_fault);
    }
    let monthly_limit = limit(form.text("limit"));
    if monthly_limit.is_err() {
        faults.limit = Some(words.limit_fault);
    }
    let test = form.text("mode") == KeyMode::Test.as_str();
    let key_mode = if test { KeyMode::Test } else { KeyMode::Live };
    if let (Ok(name), Ok(expires_at), Ok(monthly_limit)) = (name, expires_at, monthly_limit)
        && !faults.any()
    {
        let new = NewApiKey {
            account: visit.visit.account.id,
            name,
            mode: key_mode,
            scopes,
            expires_at,
            monthly_limit,
        };
        return reveal(&dashboard, &visit, dashboard.keys.make(new).await).await;
    }
    let ticked = boxes(words, |scope| scopes.allow(scope));
    let draft = Draft {
        name: form.text("name"),
        test,
        scopes: ticked,
        expires: form.text("expires"),
        limit: form.text("limit"),
        faults,
    };
    list(&dashboard, &visit, StatusCode::UNPROCESSABLE_ENTITY, None, draft).await
}

/// The first instant of a day that is to come; `None` if nothing was typed.
fn expiry(text: &str, now: Timestamp) -> Result<Option<Timestamp>, ()> {
    if text.is_empty() {
        return Ok(None);
    }
    let day: jiff::civil::Date = text.parse().map_err(|_| ())?;
    let start = day.to_zoned(jiff::tz::TimeZone::UTC).map_err(|_| ())?.timestamp();
    if start > now { Ok(Some(start)) } else { Err(()) }
}

/// Credits that a key may spend in a month; `None` if nothing was typed.
fn limit(text: &str) -> Result<Option<Credits>, ()> {
    match text.parse() {
        _ if text.is_empty() => Ok(None),
        Ok(credits) if credits > 0 => Ok(Some(Credits::new(credits))),
        _ => Err(()),
    }
}

async fn reveal(
    dashboard: &Dashboard,
    visit: &SignedIn,
    made: Result<(ApiKey, ApiKeyRecord), IssueApiKeyError>,
) -> Result<Response, PageError> {
    let (key, record) = match made {
        Ok(made) => made,
        Err(IssueApiKeyError::Store(error)) => return Err(error.into()),
        // Rotating a key that has expired meanwhile.
        Err(IssueApiKeyError::ExpiryInThePast) => return Ok(redirects::see("/dashboard/keys")),
        Err(error) => return Err(PageError::internal(&error)),
    };
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Keys, words.made_title).await?;
    let key_row = row(&record, &frame, dashboard.clock.now());
    let secret = key.reveal();
    let public_url = &dashboard.settings.public_url;
    page(&frame, &MadePage { frame: &frame, words, secret, key: key_row, public_url })
}

/// Makes a key like another.
pub(crate) async fn rotate(sent: FormAbout<ApiKeyId>) -> Result<Response, PageError> {
    let made = sent.dashboard.keys.rotate(sent.visit.visit.account.id, sent.id).await;
    reveal(&sent.dashboard, &sent.visit, made).await
}

/// Revokes a key.
pub(crate) async fn revoke(sent: FormAbout<ApiKeyId>) -> Result<Response, PageError> {
    sent.dashboard.keys.revoke(sent.visit.visit.account.id, sent.id).await?;
    Ok(redirects::see("/dashboard/keys?done=revoked"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_end_on_a_day_to_come() {
        let now: Timestamp = "2026-11-17T08:00:00Z".parse().unwrap();
        assert_eq!(expiry("", now), Ok(None));
        assert_eq!(expiry("2026-11-18", now), Ok(Some("2026-11-18T00:00:00Z".parse().unwrap())));
        for bad in ["2026-11-17", "18.11.2026", "99999-01-01", "soon"] {
            assert_eq!(expiry(bad, now), Err(()), "{bad}");
        }
    }
}
