//! API keys: creating, showing once, rotating and revoking them.

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
use crate::figures::chosen_day;
use crate::form::Form;
use crate::form_about::FormAbout;
use crate::frame::{Frame, Section};
use crate::redirects;
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;
use crate::zone::Zone;

texts! {
    Texts {
        title: "API keys", "Khoá API";
        lead: "API keys authenticate your requests. A key is shown once, when you create it.", "Khoá API xác thực các yêu cầu của bạn. Khoá chỉ hiện một lần khi tạo.";
        yours: "Your keys", "Khoá của bạn";
        make: "Create key", "Tạo khoá";
        none: "No API keys yet", "Chưa có khoá API nào";
        none_lead: "Create one to call the API from your programs.", "Hãy tạo khoá để gọi API từ chương trình của bạn.";
        name: "Name", "Tên";
        name_hint: "A label for you, such as “Production site”.", "Nhãn để bạn nhận ra khoá, ví dụ “Trang chính”.";
        mode: "Mode", "Chế độ";
        live_hint: "real results, real credits", "kết quả thật, credit thật";
        test_hint: "sandbox, test credits", "sandbox, credit thử nghiệm";
        scopes: "Scopes", "Quyền";
        scope_articles: "request, read and publish articles", "tạo, đọc và đăng bài viết";
        scope_images: "generate and list images", "tạo và liệt kê hình ảnh";
        scope_analysis: "analyse search results", "phân tích kết quả tìm kiếm";
        scope_keywords: "keyword suggestions and ideas", "gợi ý và ý tưởng từ khoá";
        scope_audit: "audit pages", "kiểm tra trang";
        scope_account: "read balance and usage", "xem số dư và mức sử dụng";
        scope_webhooks: "manage webhook endpoints", "quản lý điểm nhận webhook";
        scope_keys: "create and revoke API keys", "tạo và thu hồi khoá API";
        scope_purchases: "buy credits", "mua credit";
        expires: "Expires", "Hết hạn";
        expires_hint: "Empty: never. The key ends at the beginning of the day in your time zone.", "Để trống: không bao giờ. Khoá hết hạn vào đầu ngày theo múi giờ của bạn.";
        revoked: "Revoked", "Đã thu hồi";
        expired: "Expired", "Hết hạn";
        revoke: "Revoke", "Thu hồi";
        revoke_question: "Revoke this key?", "Thu hồi khoá này?";
        revoke_lead: "Calls with this key are refused within about a second. You can’t undo this.", "Lệnh gọi bằng khoá này sẽ bị từ chối sau khoảng một giây. Không thể hoàn tác.";
        rotate: "Duplicate", "Nhân bản";
        rotate_question: "Create a new key with the settings of", "Tạo khoá mới với cùng thiết lập của";
        rotate_lead: "The new key has the same name, scopes, limit and expiry. The old key stays valid until you revoke it.", "Khoá mới có cùng tên, quyền, hạn mức và hạn dùng. Khoá cũ vẫn dùng được cho đến khi bạn thu hồi.";
        rotate_do: "Create the new key", "Tạo khoá mới";
        not_made: "The key was not created.", "Khoá chưa được tạo.";
        name_fault: "Must have 1 to 100 printable characters.", "Phải có 1 đến 100 ký tự in được.";
        scopes_fault: "Choose at least one.", "Hãy chọn ít nhất một quyền.";
        last_used: "Last used", "Lần dùng cuối";
        limit: "Monthly spending limit", "Hạn mức chi mỗi tháng";
        limit_hint: "In credits. When it is reached, calls are refused until the next month (UTC). Empty: no limit.", "Tính bằng credit. Khi chạm hạn mức, lệnh gọi bị từ chối đến đầu tháng sau (UTC). Để trống: không giới hạn.";
        limit_fault: "Must be a whole number above zero.", "Phải là số nguyên lớn hơn 0.";
        per_month: "per month", "mỗi tháng";
        expires_fault: "Must be a day in the future.", "Phải là một ngày trong tương lai.";
        made_title: "Key created", "Đã tạo khoá";
        copy_now: "Copy this key now", "Hãy sao chép khoá này ngay";
        copy_lead: "It is not stored here and can’t be shown again. Treat it like a password.", "Khoá không được lưu ở đây và không thể hiện lại. Hãy bảo mật như mật khẩu.";
        copy_key: "Copy key", "Sao chép khoá";
        kept: "Done", "Xong";
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

/// The typed fields and their errors.
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

#[derive(Deserialize)]
pub(crate) struct QueryParams {
    done: Option<String>,
}

impl Draft<'_> {
    fn empty(visit: &SignedIn, words: &Texts) -> Self {
        // Few keys need to create other keys.
        let scopes = boxes(words, |scope| scope != Scope::Keys);
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
        Scope::Webhooks => words.scope_webhooks,
        Scope::Keys => words.scope_keys,
        Scope::Purchases => words.scope_purchases,
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
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let notice = (params.done.as_deref() == Some("revoked")).then_some(words.done_revoked);
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
    let tomorrow = now.checked_add(DAY).unwrap_or(now).to_zoned(visit.zone.rules().clone());
    let tomorrow = tomorrow.strftime("%F").to_string();
    page_with(status, &frame, &KeysPage { frame: &frame, words, keys, draft, tomorrow })
}

/// Creates a key and shows it once.
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
    let expires_at = expiry(form.text("expires"), &visit.zone, dashboard.clock.now());
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

/// The start of a future day; `None` if the field is empty.
fn expiry(text: &str, zone: &Zone, now: Timestamp) -> Result<Option<Timestamp>, ()> {
    if text.is_empty() {
        return Ok(None);
    }
    let start = chosen_day(text, zone).ok_or(())?;
    if start > now { Ok(Some(start)) } else { Err(()) }
}

/// The monthly limit of a key; `None` if the field is empty.
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
        // The rotated key has expired in the meantime.
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

/// Creates a new key with the settings of another.
pub(crate) async fn rotate(sent: FormAbout<ApiKeyId>) -> Result<Response, PageError> {
    let made = sent.dashboard.keys.rotate(sent.visit.visit.account.id, sent.id).await;
    reveal(&sent.dashboard, &sent.visit, made).await
}

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
        let utc = Zone::default();
        assert_eq!(expiry("", &utc, now), Ok(None));
        assert_eq!(expiry("2026-11-18", &utc, now), Ok(Some("2026-11-18T00:00:00Z".parse().unwrap())));
        for bad in ["2026-11-17", "18.11.2026", "99999-01-01", "soon"] {
            assert_eq!(expiry(bad, &utc, now), Err(()), "{bad}");
        }
    }
}
