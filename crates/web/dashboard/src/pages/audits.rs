//! Audits: the list, the form for a new audit, and the reports.

mod report;
mod run;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::credits::Credits;
use domain::prices::Operation;
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::addresses::escaped;
use crate::answer::page_with;
use crate::api_client::{ApiClient, Listing, once};
use crate::failure::PageError;
use crate::faults::Faults;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;

pub(crate) use report::{delete, show_report, unshare};
pub(crate) use run::run;

texts! {
    Texts {
        title: "Audits", "Kiểm tra trang";
        lead: "Each audit runs every check on one page.", "Mỗi lần chạy tất cả các mục kiểm tra trên một trang.";
        checks: "What is checked", "Các mục được kiểm tra";
        new: "Audit a page", "Kiểm tra một trang";
        url: "URL", "URL";
        url_hint: "Public URLs only, unless the operator allows others.", "Chỉ nhận URL công khai, trừ khi người vận hành cho phép.";
        device: "Device", "Thiết bị";
        mobile: "Mobile", "Di động";
        desktop: "Computer", "Máy tính";
        runs: "Runs", "Số lần đo";
        runs_hint: "1 to 5. The median is reported.", "1 đến 5. Báo cáo dùng giá trị trung vị.";
        runs_fault: "Must be a whole number from 1 to 5.", "Phải là số nguyên từ 1 đến 5.";
        links: "Check its links", "Kiểm tra các liên kết";
        vitals: "Measure performance", "Đo hiệu năng";
        vitals_hint: "in a real browser", "trong trình duyệt thật";
        baseline: "Compare with", "So sánh với";
        no_baseline: "no earlier audit", "không so sánh";
        baseline_hint: "The report shows what is new, fixed and unchanged since then.", "Báo cáo cho biết vấn đề nào mới, đã sửa hoặc còn nguyên từ lần đó.";
        more: "More options", "Tuỳ chọn khác";
        html: "HTML of an unpublished page", "HTML của trang chưa xuất bản";
        html_hint: "The audit treats it as the content of the URL above. Up to 100,000 characters here; the API accepts more.", "Được kiểm tra như nội dung của URL ở trên. Tối đa 100.000 ký tự tại đây; API nhận nhiều hơn.";
        submit: "Audit for", "Kiểm tra với giá";
        patience: "Takes up to two minutes.", "Mất tối đa hai phút.";
        not_made: "The page was not audited.", "Trang chưa được kiểm tra.";
        under_way: "This page is already being audited. Reload the list in a moment.", "Trang này đang được kiểm tra. Hãy tải lại danh sách sau giây lát.";
        poor: "Not enough credits.", "Không đủ credit.";
        buy: "Buy credits", "Mua credit";
        none: "No audits yet", "Chưa có lần kiểm tra nào";
        none_lead: "Enter the URL of a page above.", "Hãy nhập URL của một trang ở trên.";
        page: "Page", "Trang";
        score: "Score", "Điểm";
        when: "When", "Thời điểm";
        report: "Report", "Báo cáo";
        again: "Audit again", "Kiểm tra lại";
        newest: "Newest", "Mới nhất";
        running: "Auditing the page", "Đang kiểm tra trang";
        running_lead: "Loading the page, its links and a browser. This takes up to two minutes, and the report opens by itself.", "Đang tải trang, các liên kết và trình duyệt. Việc này mất tối đa hai phút, sau đó báo cáo tự mở.";
        open_report: "Open the report", "Mở báo cáo";
        back: "Back to the form", "Về biểu mẫu";
        done_deleted: "The audit was deleted.", "Đã xoá lần kiểm tra.";
    }
}

impl Texts {
    /// The label of a field, for the list of errors.
    fn label<'a>(&self, field: &'a str) -> &'a str {
        match field {
            "url" => self.url,
            "device" => self.device,
            "runs" => self.runs,
            "baselineId" => self.baseline,
            "html" => self.html,
            other => other,
        }
    }
}

const PAGE: &str = "/dashboard/audits";

/// An audit in the list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AuditLine {
    audit_id: String,
    url: String,
    score: u8,
    audited_at: Timestamp,
}

/// The typed fields and their errors.
struct Draft {
    url: String,
    desktop: bool,
    runs: String,
    check_links: bool,
    vitals: bool,
    baseline: String,
    html: String,
    faults: Faults,
}

#[derive(Template)]
#[template(path = "audits.html")]
struct AuditsPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    audits: &'a [AuditLine],
    older: Option<String>,
    is_first: bool,
    draft: Draft,
    once: String,
    price: i64,
}

#[derive(Deserialize, Default)]
pub(crate) struct QueryParams {
    cursor: Option<String>,
    done: Option<String>,
}

impl QueryParams {
    fn notice(&self, words: &Texts) -> Option<&'static str> {
        match self.done.as_deref()? {
            "underway" => Some(words.under_way),
            "deleted" => Some(words.done_deleted),
            _ => None,
        }
    }
}

impl Draft {
    fn empty() -> Self {
        Self {
            url: String::new(),
            desktop: false,
            runs: "1".to_owned(),
            check_links: true,
            vitals: true,
            baseline: String::new(),
            html: String::new(),
            faults: Faults::default(),
        }
    }

    fn read(form: &Form) -> Self {
        Self {
            url: form.text("url").to_owned(),
            desktop: form.text("device") == "desktop",
            runs: form.text("runs").to_owned(),
            check_links: form.is_set("checkLinks"),
            vitals: form.is_set("vitals"),
            baseline: form.text("baselineId").to_owned(),
            html: form.raw("html").to_owned(),
            faults: Faults::default(),
        }
    }

    /// The API request; empty fields are left out.
    fn request(&self, words: &Texts) -> Result<Value, Faults> {
        let mut faults = Faults::default();
        let mut body = Map::new();
        body.insert("url".to_owned(), json!(self.url));
        body.insert("device".to_owned(), json!(if self.desktop { "desktop" } else { "mobile" }));
        body.insert("checkLinks".to_owned(), json!(self.check_links));
        body.insert("vitals".to_owned(), json!(self.vitals));
        match self.runs.parse::<u8>() {
            Ok(runs) => drop(body.insert("runs".to_owned(), json!(runs))),
            Err(_) if self.runs.is_empty() => {}
            Err(_) => faults.add("runs", words.runs_fault),
        }
        if !self.baseline.is_empty() {
            body.insert("baselineId".to_owned(), json!(self.baseline));
        }
        if !self.html.trim().is_empty() {
            body.insert("html".to_owned(), json!(self.html));
        }
        if faults.any() { Err(faults) } else { Ok(Value::Object(body)) }
    }
}

/// The list and an empty form.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    list(&dashboard, &visit, StatusCode::OK, &params, Draft::empty()).await
}

async fn list(
    dashboard: &Dashboard,
    visit: &SignedIn,
    status: StatusCode,
    params: &QueryParams,
    draft: Draft,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Audits, words.title).await?.telling(params.notice(words));
    let from = params.cursor.as_deref().map(|cursor| format!("?cursor={}", escaped(cursor)));
    let path = format!("/v1/seo/audits{}", from.as_deref().unwrap_or_default());
    let found: Listing<AuditLine> = ApiClient::new(dashboard, visit).get(&path).await?;
    let template = AuditsPage {
        frame: &frame,
        words,
        audits: &found.data,
        older: found.older(PAGE),
        is_first: from.is_none(),
        draft,
        once: once()?,
        price: Operation::SeoAudit.fixed_price().map_or(0, Credits::as_i64),
    };
    page_with(status, &frame, &template)
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    fn request(draft: &Draft) -> Result<Value, Faults> {
        draft.request(Texts::of(Language::ENGLISH))
    }

    #[test]
    fn a_draft_becomes_the_request_that_the_api_knows() {
        let draft = Draft { url: "https://example.com/".to_owned(), desktop: true, ..Draft::empty() };
        let expected = json!({
            "url": "https://example.com/", "device": "desktop", "checkLinks": true, "vitals": true, "runs": 1,
        });
        assert_eq!(request(&draft).unwrap(), expected);
        let compared = Draft { baseline: "aud_1".to_owned(), html: "<p>".to_owned(), ..Draft::empty() };
        let compared = request(&compared).unwrap();
        assert_eq!((&compared["baselineId"], &compared["html"]), (&json!("aud_1"), &json!("<p>")));
    }

    #[test]
    fn a_number_that_is_none_is_a_fault_of_its_field() {
        let faults = request(&Draft { runs: "often".to_owned(), ..Draft::empty() }).unwrap_err();
        assert_eq!(faults.of("runs"), Some("Must be a whole number from 1 to 5."));
        let left_out = request(&Draft { runs: String::new(), ..Draft::empty() }).unwrap();
        assert_eq!(left_out.get("runs"), None);
    }
}
