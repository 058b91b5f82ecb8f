//! One endpoint: changing, testing, enabling, disabling and deleting it, and its secrets.

use application::manage_webhooks::EndpointSecrets;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::webhooks::endpoints::{EndpointId, EventKind, Rotation, WebhookEndpoint};
use ports::webhooks::DeliveryFilter;

use super::{
    DeliveryRow, Draft, EndpointRow, PAGE, PLACE, QueryParams, ShownForm, Texts, Warning, after,
    endpoint_input, endpoint_row, failure, last_of_full_page, meaning, refused,
};
use crate::answer::{page, page_with};
use crate::failure::PageError;
use crate::form_about::{FormAbout, known};
use crate::frame::{Frame, Section};
use crate::redirects::{self, with_query};
use crate::state::Dashboard;
use crate::visit::SignedIn;

#[derive(Template)]
#[template(path = "webhook.html")]
struct EndpointPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    fault: Option<&'static str>,
    warning: Option<Warning>,
    endpoint: EndpointRow,
    enabled: bool,
    draft: Draft,
    tests: Vec<(&'static str, &'static str)>,
    deliveries: Vec<DeliveryRow>,
    older: Option<String>,
}

#[derive(Template)]
#[template(path = "webhook_secret.html")]
struct SecretPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    place: String,
    secret: String,
    previous: Option<(String, Timestamp)>,
}

/// A form about an endpoint.
type EndpointForm = FormAbout<EndpointId>;

fn place(id: EndpointId) -> String {
    format!("{PLACE}/{id}")
}

/// The page of an endpoint.
pub(crate) async fn show_endpoint(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let endpoint = dashboard.webhooks.read(visit.purse(), known(&id)?).await.map_err(failure)?;
    let form =
        ShownForm::open(&params, Texts::of(visit.language), Draft::of(&endpoint, Texts::of(visit.language)));
    one(&dashboard, &visit, &endpoint, &params, form).await
}

async fn one(
    dashboard: &Dashboard,
    visit: &SignedIn,
    endpoint: &WebhookEndpoint,
    params: &QueryParams,
    form: ShownForm,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Webhooks, &endpoint.url).await?.telling(params.notice(words));
    let filter = DeliveryFilter { endpoint: Some(endpoint.id), state: None };
    let found = dashboard.webhooks.deliveries(visit.purse(), filter, None, PAGE).await.map_err(failure)?;
    let endpoint_page = EndpointPage {
        frame: &frame,
        words,
        fault: form.fault,
        warning: form.warning,
        endpoint: endpoint_row(endpoint, &frame, words),
        enabled: endpoint.is_enabled(),
        draft: form.draft,
        tests: testable().map(|kind| (kind.as_str(), meaning(kind, words))).collect(),
        deliveries: found.iter().map(|delivery| DeliveryRow::of(delivery, words)).collect(),
        older: last_of_full_page(&found)
            .map(|last| with_query(PLACE, &[("endpoint", &endpoint.id.to_string()), ("before", &last)])),
    };
    page_with(form.status, &frame, &endpoint_page)
}

pub(crate) async fn change(sent: EndpointForm) -> Result<Response, PageError> {
    let EndpointForm { dashboard, visit, id, form } = sent;
    let input = endpoint_input(&form);
    let endpoint = dashboard.webhooks.read(visit.purse(), id).await.map_err(failure)?;
    if let Some(form) = ShownForm::warned(&dashboard, &form, Texts::of(visit.language), &input) {
        return one(&dashboard, &visit, &endpoint, &QueryParams::default(), form).await;
    }
    match dashboard.webhooks.change(visit.purse(), id, &input).await {
        Ok(()) => Ok(redirects::see(&format!("{}?done=changed", place(id)))),
        Err(error) => {
            let form = ShownForm::refused(error, Texts::of(visit.language), &input)?;
            one(&dashboard, &visit, &endpoint, &QueryParams::default(), form).await
        }
    }
}

/// Turns an endpoint on.
pub(crate) async fn enable(sent: EndpointForm) -> Result<Response, PageError> {
    let outcome = sent.dashboard.webhooks.enable(sent.visit.purse(), sent.id).await;
    after(&place(sent.id), outcome, "changed")
}

/// Turns an endpoint off.
pub(crate) async fn disable(sent: EndpointForm) -> Result<Response, PageError> {
    let outcome = sent.dashboard.webhooks.disable(sent.visit.purse(), sent.id).await;
    after(&place(sent.id), outcome, "changed")
}

pub(crate) async fn delete(sent: EndpointForm) -> Result<Response, PageError> {
    let outcome = sent.dashboard.webhooks.delete(sent.visit.purse(), sent.id).await;
    after(PLACE, outcome, "deleted")
}

/// The events that can be tested, the one without data first.
fn testable() -> impl Iterator<Item = EventKind> {
    std::iter::once(EventKind::Ping).chain(EventKind::CHOICES)
}

/// Sends a test message that looks like the chosen event.
pub(crate) async fn send_test(sent: EndpointForm) -> Result<Response, PageError> {
    let chosen = sent.form.text("event");
    let kind = testable().find(|kind| kind.as_str() == chosen).unwrap_or(EventKind::Ping);
    let outcome = sent.dashboard.webhooks.send_example(sent.visit.purse(), sent.id, kind).await.map(drop);
    after(&place(sent.id), outcome, "tested")
}

/// Shows the secret. It takes a form, so that no link can open it.
pub(crate) async fn reveal(sent: EndpointForm) -> Result<Response, PageError> {
    let secrets = sent.dashboard.webhooks.secrets(sent.visit.purse(), sent.id).await.map_err(failure)?;
    show_secrets(&sent, secrets).await
}

/// Rotates the secret and shows the new one.
pub(crate) async fn rotate(sent: EndpointForm) -> Result<Response, PageError> {
    let rotation = if sent.form.text("end") == "now" { Rotation::AtOnce } else { Rotation::Overlapping };
    match sent.dashboard.webhooks.rotate(sent.visit.purse(), sent.id, rotation).await {
        Ok(secrets) => show_secrets(&sent, secrets).await,
        Err(error) => refused(&place(sent.id), error),
    }
}

async fn show_secrets(sent: &EndpointForm, secrets: EndpointSecrets) -> Result<Response, PageError> {
    let words = Texts::of(sent.visit.language);
    let frame = sent.visit.frame(&sent.dashboard, Section::Webhooks, words.secret).await?;
    let secret_page = SecretPage {
        frame: &frame,
        words,
        place: place(sent.id),
        secret: secrets.current.reveal(),
        previous: secrets.previous.map(|(secret, until)| (secret.reveal(), until)),
    };
    page(&frame, &secret_page)
}
