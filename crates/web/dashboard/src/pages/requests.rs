//! The request log, and one call in it.

mod bodies;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::ids::{ApiKeyId, RequestId};
use domain::prices::Operation;
use domain::requests::{NoteId, RequestFilter, RequestNote, Verdict};
use serde::Deserialize;

use crate::answer::page;
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::key_names::KeyNames;
use crate::redirects::{self, with_query};
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;
pub(crate) use bodies::stored_form;
use bodies::{Bodies, Body};

const PLACE: &str = "/dashboard/requests";
/// Calls on one page.
const PAGE: u32 = 50;

texts! {
    Texts {
        title: "Requests", "Yêu cầu";
        lead: "Every call with your API keys, newest first.", "Mọi lệnh gọi bằng khoá API của bạn, mới nhất trước.";
        request: "Request id", "Mã yêu cầu";
        endpoint: "Endpoint", "Endpoint";
        outcome: "Outcome", "Kết quả";
        failed_only: "failed", "lỗi";
        key: "Key", "Khoá";
        call: "Call", "Lượt gọi";
        status: "Status", "Mã trạng thái";
        credits: "Credits", "Credit";
        took: "Duration", "Thời gian xử lý";
        when: "When", "Thời điểm";
        mode: "Mode", "Chế độ";
        none: "No requests", "Không có yêu cầu nào";
        none_lead: "There are no calls yet, none match the filter, or they are too old to be kept.", "Chưa có lệnh gọi, không có gì khớp bộ lọc, hoặc đã quá thời hạn lưu.";
        none_here: "No match on this page. There may be more among older calls.", "Không có gì khớp ở trang này. Có thể còn ở các lệnh gọi cũ hơn.";
        several: "Calls with this id", "Các lượt gọi có mã này";
        error_lead: "You were not charged.", "Bạn không bị trừ credit.";
        what_to_do: "How to fix it", "Cách xử lý";
        bodies: "Request and response bodies", "Nội dung yêu cầu và phản hồi";
        bodies_off: "Bodies are not stored. Store them to see what a call sent and received, and to send it again from the playground.", "Nội dung không được lưu. Hãy bật lưu để xem mỗi lệnh gọi đã gửi và nhận gì, và để gửi lại từ trang Thử API.";
        bodies_on: "The bodies of the latest 500 calls of each mode are stored for 7 days, up to 64 KB each. API keys and secrets are removed first.", "Nội dung của 500 lệnh gọi mới nhất ở mỗi chế độ được lưu trong 7 ngày, mỗi nội dung tối đa 64 KB. Khoá API và mã bí mật được xoá trước khi lưu.";
        turn_on: "Store bodies", "Bật lưu nội dung";
        turn_off: "Stop storing and delete bodies", "Ngừng lưu và xoá nội dung";
        turned_on: "Bodies of new calls are stored.", "Nội dung của các lệnh gọi mới sẽ được lưu.";
        turned_off: "Bodies are no longer stored. The stored ones are deleted.", "Nội dung không còn được lưu. Các nội dung đã lưu đã bị xoá.";
        path: "Path", "Đường dẫn";
        sent: "Request body", "Nội dung yêu cầu";
        received: "Response body", "Nội dung phản hồi";
        no_body: "There was no body.", "Không có nội dung.";
        too_long: "Not stored: longer than 64 KB, or not JSON.", "Không lưu: dài hơn 64 KB hoặc không phải JSON.";
        again: "Open in the playground", "Mở trong trang Thử API";
        not_kept: "The bodies of this call are not stored.", "Nội dung của lệnh gọi này không được lưu.";
    }
}

#[derive(Deserialize, Default)]
pub(crate) struct QueryParams {
    #[serde(default)]
    request: String,
    #[serde(default)]
    endpoint: String,
    #[serde(default)]
    outcome: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    before: String,
    #[serde(default)]
    done: String,
}

impl QueryParams {
    const LONGEST_ROUTE: usize = 200;

    /// Invalid values do not filter, like empty fields.
    fn filter(&self) -> RequestFilter {
        let route = Some(self.endpoint.clone()).filter(|route| !route.is_empty());
        RequestFilter {
            key: self.key.parse::<ApiKeyId>().ok(),
            route: route.filter(|route| route.len() <= Self::LONGEST_ROUTE),
            failures_only: self.outcome == "failed",
        }
    }

    fn address(&self, before: &str) -> String {
        let pairs: [(&str, &str); 4] = [
            ("endpoint", self.endpoint.as_str()),
            ("outcome", &self.outcome),
            ("key", &self.key),
            ("before", before),
        ];
        with_query(PLACE, &pairs)
    }
}

struct Row {
    request: String,
    call: String,
    class: &'static str,
    status: u16,
    error: Option<String>,
    credits: i64,
    took: std::time::Duration,
    key: String,
    at: Timestamp,
}

struct Choice {
    value: String,
    name: String,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "requests.html")]
struct RequestsPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    failed_only: bool,
    endpoints: Vec<Choice>,
    keys: Vec<Choice>,
    rows: Vec<Row>,
    newest: Option<String>,
    older: Option<String>,
    stores_bodies: bool,
}

#[derive(Template)]
#[template(path = "request.html")]
struct RequestPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    request: &'a str,
    rows: Vec<(Row, Option<Bodies>)>,
}

/// The CSS class of a status.
pub(crate) const fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fine => "badge good",
        Verdict::ClientError => "badge warn",
        Verdict::ServerError => "badge bad",
    }
}

fn row(note: &RequestNote, names: &KeyNames) -> Row {
    Row {
        request: note.request.to_string(),
        call: format!("{} {}", note.method, note.route),
        class: verdict_class(note.verdict()),
        status: note.status,
        error: note.error.clone(),
        credits: note.charged.as_i64(),
        took: note.duration,
        key: names.name(Some(note.key)).to_owned(),
        at: note.at,
    }
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let wanted = params.request.trim();
    if !wanted.is_empty() {
        let id = RequestId::from_client(wanted).ok_or(PageError::NotFound)?;
        return Ok(redirects::see(&format!("{PLACE}/{id}")));
    }
    let words = Texts::of(visit.language);
    let frame = visit.frame(&dashboard, Section::Requests, words.title).await?;
    let frame = frame.telling(match params.done.as_str() {
        "on" => Some(words.turned_on),
        "off" => Some(words.turned_off),
        _ => None,
    });
    let cursor = Some(params.before.as_str()).filter(|cursor| !cursor.is_empty());
    let before: Option<NoteId> = cursor.map(str::parse).transpose().map_err(|_| PageError::NotFound)?;
    let filter = params.filter();
    let found = dashboard.requests.list(visit.purse(), &filter, before, PAGE).await?;
    let names = KeyNames::of(&dashboard, &visit).await?;
    let endpoint = |operation: Operation| {
        let value = format!("/v1/{}", operation.as_str());
        Choice { name: operation.as_str().to_owned(), chosen: value == params.endpoint, value }
    };
    let key = |(value, name): (String, String)| Choice { chosen: value == params.key, value, name };
    let log = RequestsPage {
        frame: &frame,
        words,
        failed_only: filter.failures_only,
        endpoints: Operation::ALL.into_iter().map(endpoint).collect(),
        keys: names.choices(visit.mode()).into_iter().map(key).collect(),
        rows: found.notes.iter().map(|note| row(note, &names)).collect(),
        stores_bodies: dashboard.bodies.is_on(visit.purse().account).await?,
        newest: before.map(|_| params.address("")),
        older: found.next.map(|id| params.address(&id.to_string())),
    };
    page(&frame, &log)
}

/// Shows one call, or several if the client gave them the same id.
pub(crate) async fn show_one(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let id = RequestId::from_client(&id).ok_or(PageError::NotFound)?;
    let notes = dashboard.requests.find(visit.purse(), &id).await?;
    let names = KeyNames::of(&dashboard, &visit).await?;
    let mut rows = Vec::with_capacity(notes.len());
    for note in &notes {
        rows.push((row(note, &names), Bodies::of(&dashboard, note).await?));
    }
    let title = rows.first().ok_or(PageError::NotFound)?.0.call.clone();
    let words = Texts::of(visit.language);
    let frame = visit.frame(&dashboard, Section::Requests, &title).await?;
    page(&frame, &RequestPage { frame: &frame, words, request: id.as_str(), rows })
}

/// Turns the storing of bodies on or off.
pub(crate) async fn turn_bodies(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let account = visit.purse().account;
    let done = if form.text("stored") == "yes" {
        dashboard.bodies.turn_on(account).await?;
        "on"
    } else {
        dashboard.bodies.turn_off(account).await?;
        "off"
    };
    Ok(redirects::see(&with_query(PLACE, &[("done", done)])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_kept_from_page_to_page() {
        let params = QueryParams {
            endpoint: "/v1/seo/audit".to_owned(),
            outcome: "failed".to_owned(),
            key: "nonsense".to_owned(),
            ..QueryParams::default()
        };
        let filter = params.filter();
        assert_eq!(filter.route.as_deref(), Some("/v1/seo/audit"));
        assert!(filter.failures_only && filter.key.is_none());
        let older = params.address("log_1");
        assert_eq!(
            older,
            "/dashboard/requests?endpoint=%2Fv1%2Fseo%2Faudit&outcome=failed&key=nonsense&before=log_1"
        );
    }
}
