//! One endpoint: changed, tried, turned on and off, deleted; its secrets.

use application::keep_webhooks::EndpointSecrets;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::webhooks::endpoints::{EndpointId, Rotation, WebhookEndpoint};
use http::StatusCode;

use super::{Draft, EndpointRow, PLACE, Texts, Wishes, after, endpoint_row, failure, fault_of, wish};
use crate::answer::{page, page_with};
use crate::failure::PageError;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::redirects;
use crate::state::Dashboard;
use crate::visit::SignedIn;

#[derive(Template)]
#[template(path = "webhook.html")]
struct EndpointPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    fault: Option<&'static str>,
    endpoint: EndpointRow,
    enabled: bool,
    draft: Draft,
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

fn read_id(text: &str) -> Result<EndpointId, PageError> {
    text.parse().map_err(|_| PageError::NotFound)
}

fn place(id: EndpointId) -> String {
    format!("{PLACE}/{id}")
}

/// The page of an endpoint.
pub(crate) async fn show_endpoint(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    Query(wishes): Query<Wishes>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let endpoint = dashboard.webhooks.read(visit.purse(), read_id(&id)?).await.map_err(failure)?;
    let draft = Draft::of(&endpoint);
    let fault = wishes.fault(words);
    one(&dashboard, &visit, StatusCode::OK, &endpoint, &wishes, fault, draft).await
}

async fn one(
    dashboard: &Dashboard,
    visit: &SignedIn,
    status: StatusCode,
    endpoint: &WebhookEndpoint,
    wishes: &Wishes,
    fault: Option<&'static str>,
    draft: Draft,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Webhooks, &endpoint.url).await?.telling(wishes.notice(words));
    let row = endpoint_row(endpoint, &frame, words);
    let enabled = endpoint.is_enabled();
    page_with(status, &frame, &EndpointPage { frame: &frame, words, fault, endpoint: row, enabled, draft })
}

/// Changes an endpoint.
pub(crate) async fn change(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let (id, wish) = (read_id(&id)?, wish(&form));
    let endpoint = dashboard.webhooks.read(visit.purse(), id).await.map_err(failure)?;
    match dashboard.webhooks.change(visit.purse(), id, &wish).await {
        Ok(()) => Ok(redirects::see(&format!("{}?done=changed", place(id)))),
        Err(error) => {
            let fault = fault_of(error, Texts::of(visit.language))?;
            let (status, wishes) = (StatusCode::UNPROCESSABLE_ENTITY, Wishes::default());
            one(&dashboard, &visit, status, &endpoint, &wishes, Some(fault), Draft::typed(&wish)).await
        }
    }
}

/// Turns an endpoint on.
pub(crate) async fn enable(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let id = read_id(&id)?;
    after(&place(id), dashboard.webhooks.enable(visit.purse(), id).await, "changed")
}

/// Turns an endpoint off.
pub(crate) async fn disable(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let id = read_id(&id)?;
    after(&place(id), dashboard.webhooks.disable(visit.purse(), id).await, "changed")
}

/// Deletes an endpoint.
pub(crate) async fn delete(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    after(PLACE, dashboard.webhooks.delete(visit.purse(), read_id(&id)?).await, "deleted")
}

/// Sends a test message.
pub(crate) async fn send_test(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let id = read_id(&id)?;
    after(&place(id), dashboard.webhooks.send_test(visit.purse(), id).await, "tested")
}

/// Shows the secret. It is asked for with a form, so that no address leads to it.
pub(crate) async fn reveal(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let id = read_id(&id)?;
    let secrets = dashboard.webhooks.secrets(visit.purse(), id).await.map_err(failure)?;
    show_secrets(&dashboard, &visit, id, secrets).await
}

/// Makes a new secret and shows it.
pub(crate) async fn rotate(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let id = read_id(&id)?;
    let rotation = if form.text("end") == "now" { Rotation::AtOnce } else { Rotation::Overlapping };
    match dashboard.webhooks.rotate(visit.purse(), id, rotation).await {
        Ok(secrets) => show_secrets(&dashboard, &visit, id, secrets).await,
        Err(error) => after(&place(id), Err(error), ""),
    }
}

async fn show_secrets(
    dashboard: &Dashboard,
    visit: &SignedIn,
    id: EndpointId,
    secrets: EndpointSecrets,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Webhooks, words.secret).await?;
    let secret_page = SecretPage {
        frame: &frame,
        words,
        place: place(id),
        secret: secrets.current.reveal(),
        previous: secrets.previous.map(|(secret, until)| (secret.reveal(), until)),
    };
    page(&frame, &secret_page)
}
