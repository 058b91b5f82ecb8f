//! Webhooks: customers' endpoints, their secrets, and what they were told.

mod deliveries;
mod endpoint;

pub(crate) use deliveries::{resend, show_delivery};
pub(crate) use endpoint::{change, delete, disable, enable, reveal, rotate, send_test, show_endpoint};

use application::keep_webhooks::{EndpointWish, KeepWebhooksError};
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::jobs::{DeliveryState, MessageId};
use domain::webhooks::endpoints::{DisabledReason, EndpointId, EventKind, WebhookEndpoint};
use http::StatusCode;
use ports::webhooks::DeliveryFilter;
use serde::Deserialize;

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
    /// Words of the pages.
    Texts {
        title: "Webhooks", "Webhook";
        lead: "Your servers are told of what happens, with signatures after Standard Webhooks. What is not taken is sent again for a while.", "Máy chủ của bạn được báo về các sự kiện, có chữ ký theo Standard Webhooks. Tin chưa được nhận sẽ được gửi lại trong một thời gian.";
        endpoints: "Endpoints", "Điểm nhận";
        none: "No endpoints yet", "Chưa có điểm nhận";
        none_lead: "Add the address of a server of yours to be told when articles are done or credits run low.", "Thêm địa chỉ máy chủ của bạn để được báo khi bài viết xong hoặc tín dụng sắp hết.";
        url: "Address", "Địa chỉ";
        url_hint: "An http or https address. Private addresses are refused when a message is sent, unless the operator allows them.", "Địa chỉ http hoặc https. Địa chỉ nội bộ bị từ chối khi gửi, trừ khi người vận hành cho phép.";
        description: "Description", "Mô tả";
        events: "Events", "Sự kiện";
        state: "State", "Trạng thái";
        on: "On", "Bật";
        off: "Off", "Tắt";
        gone: "Off: it said that it is gone", "Tắt: máy chủ báo không còn (410)";
        failing: "Off: nothing arrived for days", "Tắt: nhiều ngày không nhận được";
        shaky: "failed attempts in a row", "lần gửi lỗi liên tiếp";
        open: "Open", "Mở";
        add: "Add an endpoint", "Thêm điểm nhận";
        add_do: "Add", "Thêm";
        change: "Change", "Thay đổi";
        enable: "Turn on", "Bật";
        disable: "Turn off", "Tắt";
        disable_question: "Turn this endpoint off?", "Tắt điểm nhận này?";
        disable_lead: "It gets no messages until it is turned on again. Messages that wait fail; they can be sent again later.", "Điểm nhận sẽ không được gửi tin cho đến khi bật lại. Tin đang chờ sẽ thất bại; có thể gửi lại sau.";
        delete: "Delete", "Xoá";
        delete_question: "Delete this endpoint?", "Xoá điểm nhận này?";
        delete_lead: "Nothing is sent to it any more, and the list of its messages is deleted too.", "Sẽ không gửi gì nữa, và danh sách tin đã gửi cũng bị xoá.";
        test: "Send a test message", "Gửi tin thử";
        secret: "Secret", "Mã bí mật";
        secret_lead: "Your server verifies with it that a message comes from here.", "Máy chủ của bạn dùng mã này để xác minh tin đến từ đây.";
        secret_keep: "Treat it like a password.", "Hãy giữ như mật khẩu.";
        previous_secret: "Secret before", "Mã trước đó";
        previous_until: "Messages are signed with it too until", "Tin vẫn được ký bằng cả mã này đến";
        show_secret: "Show the secret", "Hiện mã bí mật";
        copy_secret: "Copy secret", "Sao chép mã";
        back: "Back to the endpoint", "Về điểm nhận";
        rotate: "Rotate the secret", "Đổi mã bí mật";
        rotate_question: "Make a new secret?", "Tạo mã bí mật mới?";
        rotate_lead: "Messages are signed with both for a day, so that your server can change over. If somebody else has the old one, end it at once.", "Trong một ngày, tin được ký bằng cả hai mã để máy chủ kịp đổi. Nếu mã cũ bị lộ, hãy ngừng ngay.";
        rotate_overlap: "Both for a day", "Dùng cả hai trong một ngày";
        rotate_now: "End the old one at once", "Ngừng mã cũ ngay";
        deliveries: "Deliveries", "Các lần gửi";
        no_deliveries: "Nothing was sent, or nothing fits the filter. Messages are kept for 30 days.", "Chưa gửi gì, hoặc không có gì khớp bộ lọc. Tin được giữ 30 ngày.";
        event: "Event", "Sự kiện";
        answer: "Answer", "Trả lời";
        no_answer: "no answer", "không trả lời";
        not_yet: "not tried yet", "chưa gửi";
        attempts: "Attempts", "Số lần gửi";
        last_attempt: "Last attempt", "Lần gửi cuối";
        next_attempt: "Next attempt", "Lần gửi tới";
        resend: "Send again", "Gửi lại";
        pending: "Waiting", "Đang chờ";
        accepted: "Taken", "Đã nhận";
        failed: "Failed", "Thất bại";
        to: "To", "Tới";
        written: "Written", "Soạn lúc";
        when: "When", "Thời điểm";
        took: "Took", "Thời gian";
        problem: "Problem", "Vấn đề";
        sent: "Sent", "Nội dung gửi";
        body: "Body", "Thân tin";
        about: "About", "Thông tin";
        last_attempts: "Last attempts", "Các lần gửi gần đây";
        message: "Message", "Tin";
        done_added: "The endpoint was added.", "Đã thêm điểm nhận.";
        done_changed: "The endpoint was changed.", "Đã đổi điểm nhận.";
        done_deleted: "The endpoint was deleted.", "Đã xoá điểm nhận.";
        done_tested: "A test message is on its way. What becomes of it stands in the list of deliveries.", "Tin thử đang được gửi. Kết quả sẽ hiện trong danh sách lần gửi.";
        done_resent: "The message is sent again.", "Tin đang được gửi lại.";
        fault_url: "The address must be an absolute http or https address of at most 2,048 bytes.", "Địa chỉ phải là địa chỉ http hoặc https đầy đủ, tối đa 2.048 byte.";
        fault_events: "Choose at least one event.", "Hãy chọn ít nhất một sự kiện.";
        fault_description: "The description must be one line of at most 200 characters.", "Mô tả phải là một dòng, tối đa 200 ký tự.";
        fault_many: "An account may have ten endpoints in each mode.", "Mỗi tài khoản có tối đa mười điểm nhận ở mỗi chế độ.";
        fault_disabled: "The endpoint is off. Turn it on first.", "Điểm nhận đang tắt. Hãy bật trước.";
        fault_sending: "The message is being sent right now.", "Tin đang được gửi.";
        fault_tests: "Five tests within a minute are enough; wait a moment.", "Đã thử năm lần trong một phút; hãy đợi một chút.";
        fault_changed: "Somebody else changed the endpoint at the same moment; look again.", "Điểm nhận vừa được người khác thay đổi; hãy xem lại.";
    }
}

/// One kind of event in a form.
struct EventBox {
    name: &'static str,
    ticked: bool,
}

/// What somebody typed about an endpoint.
struct Draft {
    url: String,
    description: String,
    events: Vec<EventBox>,
}

impl Draft {
    fn empty() -> Self {
        Self { url: String::new(), description: String::new(), events: boxes(|_| true) }
    }

    fn of(endpoint: &WebhookEndpoint) -> Self {
        Self {
            url: endpoint.url.clone(),
            description: endpoint.description.clone(),
            events: boxes(|kind| endpoint.events.contain(kind)),
        }
    }

    fn typed(wish: &EndpointWish) -> Self {
        Self {
            url: wish.url.clone(),
            description: wish.description.clone(),
            events: boxes(|kind| wish.events.iter().any(|name| name == kind.as_str())),
        }
    }
}

/// The form of an endpoint as a page shows it.
struct ShownForm {
    status: StatusCode,
    fault: Option<&'static str>,
    draft: Draft,
}

impl ShownForm {
    /// The form of a page that somebody came to, told what came of an action before.
    fn open(wishes: &Wishes, words: &Texts, draft: Draft) -> Self {
        Self { status: StatusCode::OK, fault: wishes.fault(words), draft }
    }

    /// The form again with what was typed; what is no fault of the form is a failure of the page.
    fn refused(error: KeepWebhooksError, words: &Texts, wish: &EndpointWish) -> Result<Self, PageError> {
        let fault = match error {
            KeepWebhooksError::Url => words.fault_url,
            KeepWebhooksError::Events(_) => words.fault_events,
            KeepWebhooksError::Description => words.fault_description,
            KeepWebhooksError::TooMany => words.fault_many,
            error => return Err(failure(error)),
        };
        Ok(Self { status: StatusCode::UNPROCESSABLE_ENTITY, fault: Some(fault), draft: Draft::typed(wish) })
    }
}

fn boxes(ticked: impl Fn(EventKind) -> bool) -> Vec<EventBox> {
    let tick = |kind: EventKind| EventBox { name: kind.as_str(), ticked: ticked(kind) };
    EventKind::CHOICES.into_iter().map(tick).collect()
}

fn wish(form: &Form) -> EndpointWish {
    EndpointWish {
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
    endpoints: Vec<EndpointRow>,
    draft: Draft,
    endpoint_choices: Vec<Choice>,
    state_choices: Vec<Choice>,
    deliveries: Vec<DeliveryRow>,
    newest: Option<String>,
    older: Option<String>,
}

/// What the address of the pages may say.
#[derive(Deserialize, Default)]
pub(crate) struct Wishes {
    done: Option<String>,
    fault: Option<String>,
    #[serde(default)]
    endpoint: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    before: String,
}

impl Wishes {
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

fn failure(error: KeepWebhooksError) -> PageError {
    match error {
        KeepWebhooksError::Missing => PageError::NotFound,
        KeepWebhooksError::Store(error) => error.into(),
        error => PageError::unavailable(&error),
    }
}

/// Where somebody goes after an action, told what came of it.
fn after(place: &str, outcome: Result<(), KeepWebhooksError>, done: &str) -> Result<Response, PageError> {
    match outcome {
        Ok(()) => Ok(redirects::see(&with_query(place, &[("done", done)]))),
        Err(error) => refused(place, error),
    }
}

/// Where somebody goes after an action that was not done, told why.
fn refused(place: &str, error: KeepWebhooksError) -> Result<Response, PageError> {
    let fault = match error {
        KeepWebhooksError::Disabled => "disabled",
        KeepWebhooksError::BeingSent => "sending",
        KeepWebhooksError::TooManyTests => "tests",
        KeepWebhooksError::Changed => "changed",
        error => return Err(failure(error)),
    };
    Ok(redirects::see(&with_query(place, &[("fault", fault)])))
}

/// Endpoints and deliveries.
pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(wishes): Query<Wishes>,
) -> Result<Response, PageError> {
    let form = ShownForm::open(&wishes, Texts::of(visit.language), Draft::empty());
    list(&dashboard, &visit, &wishes, form).await
}

/// Adds an endpoint.
pub(crate) async fn add(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let wish = wish(&form);
    match dashboard.webhooks.add(visit.purse(), &wish).await {
        Ok(endpoint) => Ok(redirects::see(&format!("{PLACE}/{}?done=added", endpoint.id))),
        Err(error) => {
            let form = ShownForm::refused(error, Texts::of(visit.language), &wish)?;
            list(&dashboard, &visit, &Wishes::default(), form).await
        }
    }
}

async fn list(
    dashboard: &Dashboard,
    visit: &SignedIn,
    wishes: &Wishes,
    form: ShownForm,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Webhooks, words.title).await?.telling(wishes.notice(words));
    let endpoints = dashboard.webhooks.list(visit.purse()).await.map_err(failure)?;
    let filter = wishes.filter();
    let cursor = Some(wishes.before.as_str()).filter(|cursor| !cursor.is_empty());
    let before: Option<MessageId> = cursor.map(str::parse).transpose().map_err(|_| PageError::NotFound)?;
    let found = dashboard.webhooks.deliveries(visit.purse(), filter, before, PAGE).await.map_err(failure)?;
    let full = u32::try_from(found.len()).is_ok_and(|count| count == PAGE);
    let last = found.last().map(|delivery| delivery.message.id.to_string()).filter(|_| full);
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
        endpoints: endpoints.iter().map(|endpoint| endpoint_row(endpoint, &frame, words)).collect(),
        draft: form.draft,
        endpoint_choices: endpoints.iter().map(endpoint_choice).collect(),
        state_choices: DeliveryState::ALL.into_iter().map(state_choice).collect(),
        deliveries: found.iter().map(|delivery| DeliveryRow::of(delivery, words)).collect(),
        newest: before.map(|_| wishes.address("")),
        older: last.map(|id| wishes.address(&id)),
    };
    page_with(form.status, &frame, &webhooks)
}
