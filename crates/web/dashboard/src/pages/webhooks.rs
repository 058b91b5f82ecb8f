//! Webhooks: endpoints of customers, their secrets, and deliveries.

mod deliveries;
mod endpoint;

pub(crate) use deliveries::{resend, show_delivery};
pub(crate) use endpoint::{change, delete, disable, enable, reveal, rotate, send_test, show_endpoint};

use application::manage_webhooks::{EndpointInput, ManageWebhooksError};
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::jobs::{Delivery, DeliveryState, MessageId};
use domain::webhooks::endpoints::{DisabledReason, EndpointId, EventKind, WebhookEndpoint};
use http::StatusCode;
use ports::webhooks::DeliveryFilter;
use serde::Deserialize;
use url::Url;

use crate::answer::page_with;
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::redirects::{self, with_query};
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;
use deliveries::DeliveryRow;

const PLACE: &str = "/dashboard/webhooks";
/// Deliveries on one page.
const PAGE: u32 = 25;

texts! {
    Texts {
        title: "Webhooks", "Webhook";
        lead: "Receive signed HTTP callbacks for account events. Failed deliveries are retried for 3 days.", "Nhận các lệnh gọi HTTP có chữ ký khi có sự kiện trong tài khoản. Lần gửi thất bại được thử lại trong 3 ngày.";
        endpoints: "Endpoints", "Endpoint";
        none: "No endpoints yet", "Chưa có endpoint nào";
        none_lead: "Add the URL of your server to be notified when articles are done or credits run low.", "Thêm URL máy chủ của bạn để được báo khi bài viết hoàn thành hoặc credit sắp hết.";
        url: "URL", "URL";
        url_hint: "An http or https URL on the public internet.", "URL http hoặc https trên internet công cộng.";
        private_url: "This URL points into a private network, so nothing will be delivered unless the operator allows the network in", "URL này trỏ vào mạng nội bộ, nên tin sẽ không được gửi trừ khi người vận hành cho phép mạng đó trong";
        closed_port: "Nothing is sent to this port unless the operator adds it to", "Tin không được gửi tới cổng này trừ khi người vận hành thêm cổng vào";
        anyway: "Save it anyway", "Vẫn lưu";
        payloads: "Payloads of all events", "Nội dung của mọi sự kiện";
        completed_means: "An article is finished and charged.", "Bài viết đã hoàn thành và được tính phí.";
        failed_means: "An article could not be written. Nothing is charged.", "Không viết được bài. Bạn không bị trừ credit.";
        cancelled_means: "An article was cancelled.", "Bài viết đã bị huỷ.";
        published_means: "An article is online on the hosted site.", "Bài viết đã được đăng trên trang lưu trữ.";
        dispatched_means: "A search engine accepted the notification of a page.", "Một công cụ tìm kiếm đã nhận thông báo về trang.";
        credits_low_means: "The balance dropped below your alert threshold.", "Số dư đã xuống dưới ngưỡng cảnh báo.";
        ping_means: "A test without data.", "Tin thử không có dữ liệu.";
        test_event: "Event to test", "Sự kiện gửi thử";
        current_secret: "Current secret", "Mã hiện tại";
        description: "Description", "Mô tả";
        events: "Events", "Sự kiện";
        state: "State", "Trạng thái";
        on: "On", "Bật";
        off: "Off", "Tắt";
        gone: "Disabled (410 Gone)", "Đã tắt (410 Gone)";
        failing: "Disabled (failing for days)", "Đã tắt (lỗi nhiều ngày)";
        shaky: "failed attempt in a row|failed attempts in a row", "lần gửi lỗi liên tiếp";
        open: "Open", "Mở";
        add: "Add an endpoint", "Thêm endpoint";
        add_do: "Add", "Thêm";
        change: "Edit", "Chỉnh sửa";
        enable: "Turn on", "Bật";
        disable: "Turn off", "Tắt";
        disable_question: "Turn off this endpoint?", "Tắt endpoint này?";
        disable_lead: "It receives no messages until you turn it on again. Messages in the queue fail; you can resend them later.", "Endpoint sẽ không nhận tin cho đến khi bật lại. Tin đang chờ sẽ thất bại; bạn có thể gửi lại sau.";
        delete: "Delete", "Xoá";
        delete_question: "Delete this endpoint?", "Xoá endpoint này?";
        delete_lead: "It receives nothing more, and its list of deliveries is deleted.", "Endpoint sẽ không nhận gì nữa, và danh sách lần gửi cũng bị xoá.";
        test: "Send test", "Gửi thử";
        secret: "Signing secret", "Mã ký (secret)";
        secret_lead: "Your server uses it to verify that a message comes from here.", "Máy chủ của bạn dùng mã này để xác minh tin đến từ đây.";
        secret_keep: "Treat it like a password.", "Hãy bảo mật như mật khẩu.";
        previous_secret: "Previous secret", "Mã trước đó";
        previous_until: "Messages are also signed with it until", "Tin cũng được ký bằng mã này đến";
        show_secret: "Show the secret", "Hiện mã bí mật";
        copy_secret: "Copy secret", "Sao chép mã";
        back: "Back to the endpoint", "Về endpoint";
        rotate: "Rotate the secret", "Đổi mã bí mật";
        rotate_question: "Create a new signing secret?", "Tạo mã ký mới?";
        rotate_lead: "For 24 hours, messages are signed with both secrets, so that your server can switch. If the old secret has leaked, expire it now.", "Trong 24 giờ, tin được ký bằng cả hai mã để máy chủ kịp chuyển. Nếu mã cũ bị lộ, hãy huỷ ngay.";
        rotate_overlap: "Keep old secret for 24 h", "Giữ mã cũ trong 24 giờ";
        rotate_now: "Expire old secret now", "Huỷ mã cũ ngay";
        deliveries: "Deliveries", "Các lần gửi";
        no_deliveries: "No deliveries yet, or none match the filter. Deliveries are kept for 30 days.", "Chưa có lần gửi nào, hoặc không có gì khớp bộ lọc. Lần gửi được lưu 30 ngày.";
        event: "Event", "Sự kiện";
        answer: "Response", "Phản hồi";
        no_answer: "no response", "không phản hồi";
        not_yet: "not sent yet", "chưa gửi";
        attempts: "Attempts", "Số lần gửi";
        last_attempt: "Last attempt", "Lần gửi cuối";
        next_attempt: "Next attempt", "Lần gửi tiếp theo";
        resend: "Resend", "Gửi lại";
        pending: "Pending", "Đang chờ";
        accepted: "Delivered", "Đã nhận";
        failed: "Failed", "Thất bại";
        to: "To", "Tới";
        written: "Created", "Tạo lúc";
        when: "When", "Thời điểm";
        took: "Duration", "Thời gian";
        problem: "Problem", "Vấn đề";
        sent: "Sent", "Nội dung gửi";
        body: "Body", "Thân tin";
        about: "About", "Thông tin";
        last_attempts: "Recent attempts", "Các lần gửi gần đây";
        message: "Message", "Tin";
        done_added: "The endpoint was added.", "Đã thêm endpoint.";
        done_changed: "The endpoint was saved.", "Đã lưu endpoint.";
        done_deleted: "The endpoint was deleted.", "Đã xoá endpoint.";
        done_tested: "A test message is being sent. The result appears in the list of deliveries.", "Tin thử đang được gửi. Kết quả sẽ hiện trong danh sách lần gửi.";
        done_resent: "The message is being sent again.", "Tin đang được gửi lại.";
        fault_url: "The URL must be an absolute http or https URL of at most 2,048 characters.", "URL phải là URL http hoặc https đầy đủ, tối đa 2.048 ký tự.";
        fault_events: "Choose at least one event.", "Hãy chọn ít nhất một sự kiện.";
        fault_description: "The description must be one line of at most 200 characters.", "Mô tả phải là một dòng, tối đa 200 ký tự.";
        fault_many: "An account can have ten endpoints in each mode.", "Mỗi tài khoản có tối đa mười endpoint ở mỗi chế độ.";
        fault_disabled: "The endpoint is off. Turn it on first.", "Endpoint đang tắt. Hãy bật trước.";
        fault_sending: "The message is being sent right now.", "Tin đang được gửi.";
        fault_tests: "You can send five tests per minute. Wait a moment.", "Mỗi phút gửi được năm tin thử. Hãy đợi một chút.";
        fault_changed: "The endpoint was changed elsewhere at the same time. Check it and try again.", "Endpoint vừa được thay đổi ở nơi khác. Hãy xem lại rồi thử lại.";
    }
}

/// An event in a form.
struct EventBox {
    name: &'static str,
    meaning: &'static str,
    ticked: bool,
}

/// The typed fields of an endpoint.
struct Draft {
    url: String,
    description: String,
    events: Vec<EventBox>,
}

impl Draft {
    fn empty(words: &Texts) -> Self {
        Self { url: String::new(), description: String::new(), events: boxes(words, |_| true) }
    }

    fn of(endpoint: &WebhookEndpoint, words: &Texts) -> Self {
        Self {
            url: endpoint.url.clone(),
            description: endpoint.description.clone(),
            events: boxes(words, |kind| endpoint.events.contain(kind)),
        }
    }

    fn typed(input: &EndpointInput, words: &Texts) -> Self {
        Self {
            url: input.url.clone(),
            description: input.description.clone(),
            events: boxes(words, |kind| input.events.iter().any(|name| name == kind.as_str())),
        }
    }
}

/// The form of an endpoint, to be shown.
struct ShownForm {
    status: StatusCode,
    fault: Option<&'static str>,
    /// Why messages would not arrive, and the setting to change.
    warning: Option<Warning>,
    draft: Draft,
}

/// Why messages would not arrive at a URL, and the setting to change.
struct Warning {
    words: &'static str,
    setting: &'static str,
}

impl ShownForm {
    /// The form of a page, with the error of an earlier action.
    fn open(params: &QueryParams, words: &Texts, draft: Draft) -> Self {
        Self { status: StatusCode::OK, fault: params.fault(words), warning: None, draft }
    }

    /// The form again with the typed fields. An error that is not about the form fails the page.
    fn refused(error: ManageWebhooksError, words: &Texts, input: &EndpointInput) -> Result<Self, PageError> {
        let fault = match error {
            ManageWebhooksError::Url => words.fault_url,
            ManageWebhooksError::Events(_) => words.fault_events,
            ManageWebhooksError::Description => words.fault_description,
            ManageWebhooksError::TooMany => words.fault_many,
            error => return Err(failure(error)),
        };
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Ok(Self { status, fault: Some(fault), warning: None, draft: Draft::typed(input, words) })
    }

    /// The form again if messages would not arrive at the URL, unless the person chose to save it anyway.
    fn warned(
        dashboard: &Dashboard,
        form: &Form,
        words: &'static Texts,
        input: &EndpointInput,
    ) -> Option<Self> {
        if form.is_set("anyway") {
            return None;
        }
        let setting = dashboard.url_rules.refused_by(&Url::parse(&input.url).ok()?)?;
        let reason = if setting == "fetch.ports" { words.closed_port } else { words.private_url };
        Some(Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            fault: None,
            warning: Some(Warning { words: reason, setting }),
            draft: Draft::typed(input, words),
        })
    }
}

fn boxes(words: &Texts, ticked: impl Fn(EventKind) -> bool) -> Vec<EventBox> {
    let tick = |kind: EventKind| EventBox {
        name: kind.as_str(),
        meaning: meaning(kind, words),
        ticked: ticked(kind),
    };
    EventKind::CHOICES.into_iter().map(tick).collect()
}

/// The description of an event.
const fn meaning(kind: EventKind, words: &Texts) -> &'static str {
    match kind {
        EventKind::ArticleCompleted => words.completed_means,
        EventKind::ArticleFailed => words.failed_means,
        EventKind::ArticleCancelled => words.cancelled_means,
        EventKind::ArticlePublished => words.published_means,
        EventKind::IndexingDispatched => words.dispatched_means,
        EventKind::CreditsLow => words.credits_low_means,
        EventKind::Ping => words.ping_means,
    }
}

fn endpoint_input(form: &Form) -> EndpointInput {
    EndpointInput {
        url: form.text("url").to_owned(),
        events: form.all("event").take(EventKind::CHOICES.len() * 2).map(str::to_owned).collect(),
        description: form.text("description").to_owned(),
    }
}

struct EndpointRow {
    id: String,
    url: String,
    description: String,
    events: String,
    class: &'static str,
    state: &'static str,
    failures: u32,
}

fn endpoint_row(endpoint: &WebhookEndpoint, frame: &Frame, words: &Texts) -> EndpointRow {
    let names: Vec<&str> = endpoint.events.iter().map(EventKind::as_str).collect();
    let (class, state) = state_words(endpoint, words);
    EndpointRow {
        id: endpoint.id.to_string(),
        url: endpoint.url.clone(),
        description: endpoint.description.clone(),
        events: if names.len() == EventKind::CHOICES.len() {
            frame.words.all.to_owned()
        } else {
            names.join(", ")
        },
        class,
        state,
        failures: endpoint.health.failures,
    }
}

const fn state_words(endpoint: &WebhookEndpoint, words: &Texts) -> (&'static str, &'static str) {
    match endpoint.disabled {
        None => ("badge good", words.on),
        Some(DisabledReason::Owner) => ("badge", words.off),
        Some(DisabledReason::Gone) => ("badge bad", words.gone),
        Some(DisabledReason::Failing) => ("badge bad", words.failing),
    }
}

struct Choice {
    value: String,
    name: String,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "webhooks.html")]
struct WebhooksPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    fault: Option<&'static str>,
    warning: Option<Warning>,
    endpoints: Vec<EndpointRow>,
    draft: Draft,
    endpoint_choices: Vec<Choice>,
    state_choices: Vec<Choice>,
    deliveries: Vec<DeliveryRow>,
    newest: Option<String>,
    older: Option<String>,
}

#[derive(Deserialize, Default)]
pub(crate) struct QueryParams {
    done: Option<String>,
    fault: Option<String>,
    #[serde(default)]
    endpoint: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    before: String,
}

impl QueryParams {
    fn notice(&self, words: &Texts) -> Option<&'static str> {
        match self.done.as_deref()? {
            "added" => Some(words.done_added),
            "changed" => Some(words.done_changed),
            "deleted" => Some(words.done_deleted),
            "tested" => Some(words.done_tested),
            "resent" => Some(words.done_resent),
            _ => None,
        }
    }

    fn fault(&self, words: &Texts) -> Option<&'static str> {
        match self.fault.as_deref()? {
            "disabled" => Some(words.fault_disabled),
            "sending" => Some(words.fault_sending),
            "tests" => Some(words.fault_tests),
            "changed" => Some(words.fault_changed),
            _ => None,
        }
    }

    fn filter(&self) -> DeliveryFilter {
        DeliveryFilter {
            endpoint: self.endpoint.parse::<EndpointId>().ok(),
            state: DeliveryState::ALL.into_iter().find(|state| state.as_str() == self.state),
        }
    }

    fn address(&self, before: &str) -> String {
        with_query(PLACE, &[("endpoint", &self.endpoint), ("state", &self.state), ("before", before)])
    }
}

fn failure(error: ManageWebhooksError) -> PageError {
    match error {
        ManageWebhooksError::Missing => PageError::NotFound,
        ManageWebhooksError::Store(error) => error.into(),
        error => PageError::unavailable(&error),
    }
}

/// Redirects after an action, with its result.
fn after(place: &str, outcome: Result<(), ManageWebhooksError>, done: &str) -> Result<Response, PageError> {
    match outcome {
        Ok(()) => Ok(redirects::see(&with_query(place, &[("done", done)]))),
        Err(error) => refused(place, error),
    }
}

/// Redirects after a refused action, with the reason.
fn refused(place: &str, error: ManageWebhooksError) -> Result<Response, PageError> {
    let fault = match error {
        ManageWebhooksError::Disabled => "disabled",
        ManageWebhooksError::BeingSent => "sending",
        ManageWebhooksError::TooManyTests => "tests",
        ManageWebhooksError::Changed => "changed",
        error => return Err(failure(error)),
    };
    Ok(redirects::see(&with_query(place, &[("fault", fault)])))
}

/// The cursor of the next page; `None` if this page is not full.
fn last_of_full_page(found: &[Delivery]) -> Option<String> {
    let is_full = u32::try_from(found.len()).is_ok_and(|count| count == PAGE);
    found.last().filter(|_| is_full).map(|delivery| delivery.message.id.to_string())
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let form = ShownForm::open(&params, Texts::of(visit.language), Draft::empty(Texts::of(visit.language)));
    list(&dashboard, &visit, &params, form).await
}

pub(crate) async fn add(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let input = endpoint_input(&form);
    if let Some(form) = ShownForm::warned(&dashboard, &form, Texts::of(visit.language), &input) {
        return list(&dashboard, &visit, &QueryParams::default(), form).await;
    }
    match dashboard.webhooks.add(visit.purse(), &input).await {
        Ok(endpoint) => Ok(redirects::see(&format!("{PLACE}/{}?done=added", endpoint.id))),
        Err(error) => {
            let form = ShownForm::refused(error, Texts::of(visit.language), &input)?;
            list(&dashboard, &visit, &QueryParams::default(), form).await
        }
    }
}

async fn list(
    dashboard: &Dashboard,
    visit: &SignedIn,
    params: &QueryParams,
    form: ShownForm,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Webhooks, words.title).await?.telling(params.notice(words));
    let endpoints = dashboard.webhooks.list(visit.purse()).await.map_err(failure)?;
    let filter = params.filter();
    let cursor = Some(params.before.as_str()).filter(|cursor| !cursor.is_empty());
    let before: Option<MessageId> = cursor.map(str::parse).transpose().map_err(|_| PageError::NotFound)?;
    let found = dashboard.webhooks.deliveries(visit.purse(), filter, before, PAGE).await.map_err(failure)?;
    let endpoint_choice = |endpoint: &WebhookEndpoint| Choice {
        value: endpoint.id.to_string(),
        name: endpoint.url.clone(),
        chosen: filter.endpoint == Some(endpoint.id),
    };
    let state_choice = |state: DeliveryState| Choice {
        value: state.as_str().to_owned(),
        name: deliveries::delivery_words(state, words).1.to_owned(),
        chosen: filter.state == Some(state),
    };
    let webhooks = WebhooksPage {
        frame: &frame,
        words,
        fault: form.fault,
        warning: form.warning,
        endpoints: endpoints.iter().map(|endpoint| endpoint_row(endpoint, &frame, words)).collect(),
        draft: form.draft,
        endpoint_choices: endpoints.iter().map(endpoint_choice).collect(),
        state_choices: DeliveryState::ALL.into_iter().map(state_choice).collect(),
        deliveries: found.iter().map(|delivery| DeliveryRow::of(delivery, words)).collect(),
        newest: before.map(|_| params.address("")),
        older: last_of_full_page(&found).map(|id| params.address(&id)),
    };
    page_with(form.status, &frame, &webhooks)
}
