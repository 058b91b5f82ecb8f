//! The playground: a form for each API call, its price before it is sent, the response, and the call as code.

mod answer_view;
mod field_view;
mod ids;
mod price;
mod problems;

use crate::explorer::samples::{KEY_VARIABLE, Language as SampleLanguage};
use crate::explorer::{Call, Endpoint, FieldError, Method, Place, Reply};
use askama::Template;
use askama::filters::Safe;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::locale::Language;
use http::StatusCode;
use serde::Deserialize;

use crate::answer::{page, page_with};
use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::pages::code_spans::with_code_spans;
use crate::pages::requests;
use crate::pages::samples::Sample;
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;

use answer_view::AnswerView;
use field_view::{Control, FieldView};
use price::Price;

/// Longer search texts are cut.
const LONGEST_SEARCH: usize = 100;

texts! {
    Texts {
        title: "Playground", "Thử API";
        lead: "Send any call from here, and copy it as code.", "Gửi thử mọi lệnh gọi ngay tại đây và sao chép mã tương ứng.";
        search: "Search calls", "Tìm lệnh gọi";
        none_found: "No call matches.", "Không có lệnh gọi nào khớp.";
        calls: "Calls", "Các lệnh gọi";
        choose: "Choose a call", "Hãy chọn một lệnh gọi";
        choose_lead: "Its form is generated from the API’s OpenAPI document.", "Biểu mẫu được tạo từ tài liệu OpenAPI của API.";
        more: "More fields", "Các trường khác";
        default: "Default:", "Mặc định:";
        as_json: "As JSON.", "Viết dưới dạng JSON.";
        as_lines: "One per line.", "Mỗi dòng một mục.";
        yes: "yes", "có";
        no: "no", "không";
        send: "Send", "Gửi";
        preview: "Show price and code", "Xem giá và mã";
        costs: "Costs", "Giá";
        about: "about", "khoảng";
        at_most: "at most", "tối đa";
        test_credits: "test credit|test credits", "credit thử";
        free: "Free", "Miễn phí";
        per_character: "1 credit per generated character", "1 credit cho mỗi ký tự được tạo";
        streams: "This call returns a stream of events, which this page can’t show. Use the code below.", "Lệnh gọi này trả về một luồng sự kiện mà trang này không hiển thị được. Hãy dùng mã bên dưới.";
        not_sent: "The call was not sent.", "Lệnh gọi chưa được gửi.";
        answer: "Response", "Phản hồi";
        pretty: "Formatted", "Dễ đọc";
        raw: "Raw", "Nguyên bản";
        cut: "The response is longer than what is shown here.", "Phản hồi dài hơn phần hiển thị ở đây.";
        request_id: "Request id", "Mã yêu cầu";
        samples: "Code for this call", "Mã của lệnh gọi này";
        samples_tabs: "Code samples", "Mã mẫu";
        key_first: "The samples read your key from the environment:", "Mã mẫu đọc khoá của bạn từ biến môi trường:";
        make_key: "Create a key", "Tạo khoá";
    }
}

/// One call in the list.
struct Entry {
    operation: String,
    summary: Safe<String>,
    method: &'static str,
    path: String,
    is_current: bool,
}

#[derive(Template)]
#[template(path = "playground.html")]
struct IndexPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    groups: Vec<EntryGroup>,
    query: String,
}

/// The calls of a group.
struct EntryGroup {
    name: &'static str,
    entries: Vec<Entry>,
}

impl EntryGroup {
    /// Whether it contains the current call.
    fn is_open(&self) -> bool {
        self.entries.iter().any(|entry| entry.is_current)
    }
}

/// The query parameters of the list.
#[derive(Deserialize)]
pub(crate) struct Search {
    #[serde(default)]
    q: String,
}

/// The query parameters of a call's page.
#[derive(Deserialize)]
pub(crate) struct Replay {
    /// The id of an earlier call in the request log.
    #[serde(default)]
    call: String,
}

#[derive(Template)]
#[template(path = "playground_call.html")]
struct CallPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    groups: Vec<EntryGroup>,
    query: String,
    endpoint: &'a Endpoint,
    summary: Safe<String>,
    description: Option<Safe<String>>,
    fields: Vec<FieldView>,
    can_send: bool,
    price: Option<Price>,
    answer: Option<AnswerView>,
    samples: Vec<Sample>,
    key_line: String,
}

impl CallPage<'_> {
    fn shown(&self) -> impl Iterator<Item = &FieldView> {
        self.fields.iter().filter(|field| field.is_prominent())
    }

    fn hidden(&self) -> impl Iterator<Item = &FieldView> {
        self.fields.iter().filter(|field| !field.is_prominent())
    }

    fn faulty(&self) -> impl Iterator<Item = &FieldView> {
        self.fields.iter().filter(|field| field.fault.is_some())
    }

    fn has_faults(&self) -> bool {
        self.faulty().next().is_some()
    }
}

/// The groups with the calls whose shown texts contain every word of `query`.
fn groups(
    dashboard: &Dashboard,
    language: Language,
    current: Option<&Endpoint>,
    query: &str,
) -> Vec<EntryGroup> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let fits = |endpoint: &&Endpoint| {
        let Endpoint { operation_id, summary, path, .. } = endpoint;
        let method = endpoint.method.as_str();
        let shown = format!("{operation_id} {summary} {method} {path}").to_lowercase();
        words.iter().all(|word| shown.contains(word.as_str()))
    };
    let all = dashboard.reference.endpoints();
    let group = |name, tag: &str| EntryGroup {
        name,
        entries: entries(all.iter().filter(|endpoint| endpoint.tag == tag).filter(fits), current),
    };
    let known = dashboard.reference.groups(language).iter().map(|known| group(known.name, known.tag));
    known.filter(|group| !group.entries.is_empty()).collect()
}

fn entries<'e>(all: impl Iterator<Item = &'e Endpoint>, current: Option<&Endpoint>) -> Vec<Entry> {
    let entry = |endpoint: &Endpoint| Entry {
        operation: endpoint.operation_id.clone(),
        summary: with_code_spans(&endpoint.summary),
        method: endpoint.method.as_str(),
        path: endpoint.path.clone(),
        is_current: current.is_some_and(|current| current.operation_id == endpoint.operation_id),
    };
    all.map(entry).collect()
}

/// Shows the list of calls.
pub(crate) async fn index(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(search): Query<Search>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(&dashboard, Section::Playground, words.title).await?;
    let query: String = search.q.trim().chars().take(LONGEST_SEARCH).collect();
    let groups = groups(&dashboard, visit.language, None, &query);
    page(&frame, &IndexPage { frame: &frame, words, groups, query })
}

/// Shows the form of a call, filled in from an earlier call, or from the example of the document and the
/// account's newest objects.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(operation): Path<String>,
    Query(Replay { call }): Query<Replay>,
) -> Result<Response, PageError> {
    let call_form = CallForm::open(&dashboard, &visit, &operation)?;
    let filled = match requests::stored_form(&dashboard, &visit, call_form.endpoint, &call).await? {
        Some(sent) => sent,
        None => call_form.filled_in().await?,
    };
    // Fields that are still empty are not reported as errors yet.
    let call = call_form.endpoint.request(&filled).map_err(|_| Vec::new());
    Box::pin(call_form.page(StatusCode::OK, &filled, call, None)).await
}

/// Shows the price and the code of the typed call without sending it.
pub(crate) async fn preview(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(operation): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let call_form = CallForm::open(&dashboard, &visit, &operation)?;
    let filled: Vec<(String, String)> = form.pairs().cloned().collect();
    let call = call_form.endpoint.request(&filled);
    let status = if call.is_ok() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Box::pin(call_form.page(status, &filled, call, None)).await
}

/// Sends the call and shows the response.
pub(crate) async fn send(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(operation): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let call_form = CallForm::open(&dashboard, &visit, &operation)?;
    let filled: Vec<(String, String)> = form.pairs().cloned().collect();
    let call = call_form.endpoint.request(&filled);
    let (status, answer) = match &call {
        Ok(call) if call.reply == Reply::Json => {
            (StatusCode::OK, Some(Box::pin(call_form.send(call)).await?))
        }
        Ok(_) => (StatusCode::OK, None),
        Err(_) => (StatusCode::UNPROCESSABLE_ENTITY, None),
    };
    Box::pin(call_form.page(status, &filled, call, answer)).await
}

/// A call on the page of one reader.
struct CallForm<'a> {
    dashboard: &'a Dashboard,
    visit: &'a SignedIn,
    endpoint: &'a Endpoint,
}

impl<'a> CallForm<'a> {
    fn open(dashboard: &'a Dashboard, visit: &'a SignedIn, operation: &str) -> Result<Self, PageError> {
        let mut all = dashboard.reference.endpoints().iter();
        let endpoint = all.find(|endpoint| endpoint.operation_id == operation).ok_or(PageError::NotFound)?;
        Ok(Self { dashboard, visit, endpoint })
    }

    /// The initial values of the form. Ids are those of the account's newest objects, or empty.
    async fn filled_in(&self) -> Result<Vec<(String, String)>, PageError> {
        let mut filled = self.endpoint.filled_in();
        let in_path = self.endpoint.fields().filter(|field| field.place == Place::Path);
        for name in in_path.map(|field| field.name.as_str()) {
            let Some(list) = ids::list_of(name) else { continue };
            let newest = ids::newest(self.dashboard, self.visit, list, name).await?;
            filled.retain(|(known, _)| known != name);
            filled.extend(newest.map(|id| (name.to_owned(), id)));
        }
        Ok(filled)
    }

    async fn send(&self, call: &Call) -> Result<AnswerView, PageError> {
        let method = match call.method {
            Method::Get => http::Method::GET,
            Method::Post => http::Method::POST,
            Method::Put => http::Method::PUT,
            Method::Patch => http::Method::PATCH,
            Method::Delete => http::Method::DELETE,
        };
        let client = ApiClient::new(self.dashboard, self.visit);
        let answer = client.exchange(method, &call.path, &call.headers, call.body.as_ref()).await?;
        Ok(AnswerView::new(&answer))
    }

    async fn page(
        &self,
        status: StatusCode,
        filled: &[(String, String)],
        call: Result<Call, Vec<FieldError>>,
        answer: Option<AnswerView>,
    ) -> Result<Response, PageError> {
        let words = Texts::of(self.visit.language);
        let price = match &call {
            Ok(call) => price::of(self.dashboard, self.visit, self.endpoint, call).await?,
            Err(_) => None,
        };
        // Read after the price and the response, so that the shown balance is up to date.
        let frame = self.visit.frame(self.dashboard, Section::Playground, words.title).await?;
        let samples = call.as_ref().map(|call| samples(call, &self.dashboard.settings.public_url));
        let errors = call.as_ref().err().map(Vec::as_slice).unwrap_or_default();
        let description = self.endpoint.description.as_str();
        let field = |field| FieldView::new(field, filled, errors, self.visit.language);
        let template = CallPage {
            frame: &frame,
            words,
            groups: groups(self.dashboard, self.visit.language, Some(self.endpoint), ""),
            query: String::new(),
            endpoint: self.endpoint,
            summary: with_code_spans(&self.endpoint.summary),
            description: (!description.is_empty()).then(|| with_code_spans(description)),
            fields: self.endpoint.fields().map(field).collect(),
            can_send: self.endpoint.reply == Reply::Json,
            price,
            answer,
            samples: samples.unwrap_or_default(),
            key_line: format!("export {KEY_VARIABLE}=YOUR_KEY"),
        };
        page_with(status, &frame, &template)
    }
}

fn samples(call: &Call, public_url: &str) -> Vec<Sample> {
    let written = |language| Sample::new(language, call, public_url);
    SampleLanguage::ALL.into_iter().map(written).collect()
}
