//! Webhook endpoints of the caller's account and mode: the servers that receive its events.

pub(crate) mod deliveries;
mod object;

use application::manage_webhooks::{EndpointInput, EndpointSecrets, ManageWebhooksError};
use axum::Extension;
use axum::extract::State;
use domain::ledger::Purse;
use domain::webhooks::endpoints::{EndpointId, EventKind, Rotation, WebhookEndpoint};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use utoipa::ToSchema;

use super::Meta;
use crate::caller::{Caller, WebhooksScope};
use crate::edge::RequestContext;
use crate::error::{ApiError, ErrorDetail};
use crate::error_catalogue::ErrorCode;
use crate::idempotency::{FreeAnswer, Repeatable};
use crate::json::{AcceptsJson, Json, OptionalBody};
use crate::openapi::names;
use crate::paging::{Cut, Page};
use crate::path::Path;
use crate::state::ApiState;
use object::{
    CreatedEndpointReply, DeletedEndpointReply, EndpointObject, EndpointReply, EndpointsReply,
    RotatedSecretReply, RotationReply, TestReply,
};

/// List webhook endpoints.
///
/// Returns the endpoints of the key's account and mode, newest first. Free.
#[utoipa::path(
    get, path = "/v1/webhooks/endpoints", operation_id = "listWebhookEndpoints", tag = "webhooks",
    security(("apiKey" = ["webhooks"])), params(Page<EndpointId>),
    responses((status = 200, description = "A page of endpoints.", body = EndpointsReply))
)]
pub(crate) async fn list(
    caller: Caller<WebhooksScope>,
    _: AcceptsJson,
    Page(wanted): Page<EndpointId>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<EndpointsReply>, ApiError> {
    let mut endpoints = state.webhooks.list(caller.purse()).await?;
    endpoints.reverse();
    let endpoints = wanted.after_cursor(endpoints, |endpoint| endpoint.id);
    let Cut { data, has_more, next_cursor } = wanted.cut(endpoints, |endpoint| endpoint.id.to_string());
    Ok(Json(EndpointsReply {
        success: true,
        data: data.iter().map(EndpointObject::from).collect(),
        has_more,
        next_cursor,
        meta: Meta::new(&context, &caller.claims),
    }))
}

/// A new webhook endpoint.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"url": "https://example.com/webhooks", "events": ["article.completed", "article.failed"]}))]
pub(crate) struct CreateEndpointRequest {
    /// The URL that receives the events.
    #[schema(format = "uri", max_length = 2048, example = "https://example.com/webhooks")]
    url: String,
    /// The events to send. Without it, all.
    #[serde(default)]
    #[schema(value_type = Option<Vec<names::WebhookEvent>>, min_items = 1)]
    events: Option<Vec<String>>,
    /// A description for you, on one line.
    #[serde(default)]
    #[schema(max_length = 200, pattern = r"^[^\x00-\x1f\x7f-\x9f]*$")]
    description: Option<String>,
}

/// Create a webhook endpoint.
///
/// Adds a URL that receives events of the account, signed as in Standard Webhooks. The signing secret is in the response and is not shown
/// again by the API. An account can have ten endpoints in each mode. Free.
#[utoipa::path(
    post, path = "/v1/webhooks/endpoints", operation_id = "createWebhookEndpoint", tag = "webhooks",
    security(("apiKey" = ["webhooks"])), request_body = CreateEndpointRequest,
    responses((status = 200, description = "The endpoint was created.", body = CreatedEndpointReply))
)]
pub(crate) async fn create(
    caller: Caller<WebhooksScope>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
    Repeatable { request, once }: Repeatable<CreateEndpointRequest>,
) -> Result<FreeAnswer, ApiError> {
    let (purse, meta) = (caller.purse(), Meta::new(&context, &caller.claims));
    let input = EndpointInput {
        url: request.url,
        events: request.events.unwrap_or_else(all_events),
        description: request.description.unwrap_or_default(),
    };
    let adding = state.clone();
    let work = async move {
        let endpoint = adding.webhooks.add(purse, &input).await?;
        Ok::<_, ApiError>(EndpointReply { success: true, endpoint: EndpointObject::from(&endpoint), meta })
    };
    let answer = once.answer(&state, purse, work).await?;
    let secret = secrets(&state, purse, &answer).await?.current.reveal();
    Ok(answer.with("secret", &json!(secret)))
}

fn all_events() -> Vec<String> {
    EventKind::CHOICES.map(|kind| kind.as_str().to_owned()).to_vec()
}

/// The secrets of the endpoint in a reply. They are not stored with the reply.
async fn secrets(state: &ApiState, purse: Purse, answer: &FreeAnswer) -> Result<EndpointSecrets, ApiError> {
    let id = answer.text("endpointId").ok_or_else(|| ApiError::plain(ErrorCode::InternalError))?;
    Ok(state.webhooks.secrets(purse, known(&id)?).await?)
}

/// Get a webhook endpoint.
///
/// Returns an endpoint of the key's account and mode. Free.
#[utoipa::path(
    get, path = "/v1/webhooks/endpoints/{endpointId}", operation_id = "getWebhookEndpoint", tag = "webhooks",
    security(("apiKey" = ["webhooks"])),
    params(("endpointId" = String, Path, description = "The id of the endpoint.", example = "whe_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    responses((status = 200, description = "The endpoint.", body = EndpointReply))
)]
pub(crate) async fn read(
    caller: Caller<WebhooksScope>,
    _: AcceptsJson,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<EndpointReply>, ApiError> {
    let endpoint = state.webhooks.read(caller.purse(), known(&id)?).await?;
    let meta = Meta::new(&context, &caller.claims);
    Ok(Json(EndpointReply { success: true, endpoint: EndpointObject::from(&endpoint), meta }))
}

/// Changes to a webhook endpoint. Fields that are left out do not change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"events": ["article.completed"]}))]
pub(crate) struct UpdateEndpointRequest {
    /// The URL that receives the events.
    #[serde(default)]
    #[schema(format = "uri", max_length = 2048)]
    url: Option<String>,
    /// The events to send.
    #[serde(default)]
    #[schema(value_type = Option<Vec<names::WebhookEvent>>, min_items = 1)]
    events: Option<Vec<String>>,
    /// A description for you, on one line.
    #[serde(default)]
    #[schema(max_length = 200, pattern = r"^[^\x00-\x1f\x7f-\x9f]*$")]
    description: Option<String>,
    /// Whether the endpoint receives events. While it is disabled, its pending messages fail.
    #[serde(default)]
    enabled: Option<bool>,
}

/// Change a webhook endpoint.
///
/// Changes the URL, the events or the description of an endpoint, and enables or disables it. Pending messages go to the new URL.
/// Free.
#[utoipa::path(
    patch, path = "/v1/webhooks/endpoints/{endpointId}", operation_id = "updateWebhookEndpoint", tag = "webhooks",
    security(("apiKey" = ["webhooks"])),
    params(("endpointId" = String, Path, description = "The id of the endpoint.", example = "whe_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    request_body = UpdateEndpointRequest,
    responses((status = 200, description = "The endpoint was changed.", body = EndpointReply))
)]
pub(crate) async fn update(
    caller: Caller<WebhooksScope>,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
    Json(request): Json<UpdateEndpointRequest>,
) -> Result<Json<EndpointReply>, ApiError> {
    let (purse, id, webhooks) = (caller.purse(), known(&id)?, &state.webhooks);
    let before = webhooks.read(purse, id).await?;
    let UpdateEndpointRequest { url, events, description, enabled } = request;
    if url.is_some() || events.is_some() || description.is_some() {
        let WebhookEndpoint { url: old_url, events: old_events, description: old_description, .. } = before;
        let names = || old_events.iter().map(|kind| kind.as_str().to_owned()).collect();
        let input = EndpointInput {
            url: url.unwrap_or(old_url),
            events: events.unwrap_or_else(names),
            description: description.unwrap_or(old_description),
        };
        webhooks.change(purse, id, &input).await?;
    }
    match enabled {
        Some(true) => webhooks.enable(purse, id).await?,
        Some(false) => webhooks.disable(purse, id).await?,
        None => {}
    }
    let endpoint = webhooks.read(purse, id).await?;
    let meta = Meta::new(&context, &caller.claims);
    Ok(Json(EndpointReply { success: true, endpoint: EndpointObject::from(&endpoint), meta }))
}

/// Delete a webhook endpoint.
///
/// Deletes an endpoint with its list of deliveries. This cannot be undone. Free.
#[utoipa::path(
    delete, path = "/v1/webhooks/endpoints/{endpointId}", operation_id = "deleteWebhookEndpoint", tag = "webhooks",
    security(("apiKey" = ["webhooks"])),
    params(("endpointId" = String, Path, description = "The id of the endpoint.", example = "whe_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    responses((status = 200, description = "The endpoint was deleted.", body = DeletedEndpointReply))
)]
pub(crate) async fn delete(
    caller: Caller<WebhooksScope>,
    _: AcceptsJson,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<DeletedEndpointReply>, ApiError> {
    let id = known(&id)?;
    state.webhooks.delete(caller.purse(), id).await?;
    let meta = Meta::new(&context, &caller.claims);
    Ok(Json(DeletedEndpointReply { success: true, endpoint_id: id.to_string(), deleted: true, meta }))
}

/// Which event to send as a test.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"event": "article.completed"}))]
pub(crate) struct TestRequest {
    /// The event. Without it, `ping`.
    #[serde(default)]
    #[schema(value_type = Option<names::TestableEvent>)]
    event: Option<String>,
}

/// Test a webhook endpoint.
///
/// Sends an example of an event to an endpoint, whether or not it receives such events. Its `data` has `test: true`. The result is in the
/// list of deliveries. At most five tests of an event can be sent within a minute. Free.
#[utoipa::path(
    post, path = "/v1/webhooks/endpoints/{endpointId}/test", operation_id = "testWebhookEndpoint", tag = "webhooks",
    security(("apiKey" = ["webhooks"])),
    params(("endpointId" = String, Path, description = "The id of the endpoint.", example = "whe_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    request_body = Option<TestRequest>,
    responses((status = 200, description = "The message will be sent.", body = TestReply))
)]
pub(crate) async fn test(
    caller: Caller<WebhooksScope>,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
    OptionalBody(Repeatable { request, once }): OptionalBody<Repeatable<TestRequest>>,
) -> Result<FreeAnswer, ApiError> {
    let name = request.event.as_deref().unwrap_or(EventKind::Ping.as_str());
    let kind = EventKind::named(name).ok_or_else(|| {
        let message = format!("{name:?} is not an event that can be tested");
        ApiError::validation(vec![ErrorDetail { field: "event".to_owned(), code: "not_allowed", message }])
    })?;
    let (id, purse, meta) = (known(&id)?, caller.purse(), Meta::new(&context, &caller.claims));
    let sending = state.clone();
    let work = async move {
        let event_id = sending.webhooks.send_example(purse, id, kind).await?.to_string();
        Ok::<_, ApiError>(TestReply {
            success: true,
            endpoint_id: id.to_string(),
            event: kind.as_str(),
            event_id,
            meta,
        })
    };
    once.answer(&state, purse, work).await
}

/// How to replace the signing secret.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"expirePrevious": false}))]
pub(crate) struct RotateRequest {
    /// Stop signing with the previous secret now. Otherwise messages are signed with both for 24 hours.
    #[serde(default)]
    #[schema(default = false)]
    expire_previous: bool,
}

/// Rotate a webhook secret.
///
/// Gives an endpoint a new signing secret, which is in the response. Messages are signed with the previous one too for 24 hours, unless
/// you expire it now. Free.
#[utoipa::path(
    post, path = "/v1/webhooks/endpoints/{endpointId}/rotate-secret", operation_id = "rotateWebhookSecret", tag = "webhooks",
    security(("apiKey" = ["webhooks"])),
    params(("endpointId" = String, Path, description = "The id of the endpoint.", example = "whe_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    request_body = Option<RotateRequest>,
    responses((status = 200, description = "The endpoint has a new secret.", body = RotatedSecretReply))
)]
pub(crate) async fn rotate(
    caller: Caller<WebhooksScope>,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
    OptionalBody(Repeatable { request, once }): OptionalBody<Repeatable<RotateRequest>>,
) -> Result<FreeAnswer, ApiError> {
    let (id, purse, meta) = (known(&id)?, caller.purse(), Meta::new(&context, &caller.claims));
    let rotation = if request.expire_previous { Rotation::AtOnce } else { Rotation::Overlapping };
    let rotating = state.clone();
    let work = async move {
        let secrets = rotating.webhooks.rotate(purse, id, rotation).await?;
        Ok::<_, ApiError>(RotationReply::new(id, &secrets, meta))
    };
    let answer = once.answer(&state, purse, work).await?;
    let secret = secrets(&state, purse, &answer).await?.current.reveal();
    Ok(answer.with("secret", &json!(secret)))
}

/// Text that is not a valid id gets a 404, like the id of another account's endpoint.
fn known(id: &str) -> Result<EndpointId, ApiError> {
    id.parse().map_err(|_| ApiError::missing("endpoint", id))
}

impl From<ManageWebhooksError> for ApiError {
    fn from(error: ManageWebhooksError) -> Self {
        let message = error.to_string();
        if let Some(field) = error.field() {
            let field = field.to_owned();
            return Self::validation(vec![ErrorDetail { field, code: "invalid", message }]);
        }
        match error {
            ManageWebhooksError::Missing => Self::plain(ErrorCode::NotFound),
            ManageWebhooksError::TooManyTests => {
                Self::new(ErrorCode::RateLimited, message).retry_after(Duration::from_mins(1))
            }
            ManageWebhooksError::Store(error) => Self::from(&error),
            ManageWebhooksError::Url
            | ManageWebhooksError::Events(_)
            | ManageWebhooksError::Description
            | ManageWebhooksError::TooMany
            | ManageWebhooksError::Disabled
            | ManageWebhooksError::BeingSent
            | ManageWebhooksError::Changed => Self::new(ErrorCode::Conflict, message),
        }
    }
}
