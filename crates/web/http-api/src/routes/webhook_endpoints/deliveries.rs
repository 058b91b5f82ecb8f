//! The deliveries to a webhook endpoint and their results.

use axum::Extension;
use axum::extract::State;
use domain::jobs::{Delivery, DeliveryState, MessageId};
use domain::webhooks::endpoints::EventKind;
use ports::webhooks::DeliveryFilter;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::{Meta, time};
use super::known;
use crate::caller::{Caller, WebhooksScope};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::json::{AcceptsJson, Json};
use crate::openapi::names;
use crate::paging::{Cut, PageParams};
use crate::path::Path;
use crate::query::Query;
use crate::state::ApiState;

/// Which deliveries to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Page {
    /// The number of deliveries.
    #[serde(default)]
    #[param(minimum = 1, maximum = 100, nullable = false, default = 20)]
    limit: Option<u32>,
    /// The `nextCursor` of the previous page.
    #[serde(default)]
    #[param(pattern = "^msg_[0-7][0-9a-hjkmnp-tv-z]{25}$", nullable = false)]
    cursor: Option<String>,
    /// List only deliveries with this status.
    #[serde(default)]
    #[param(value_type = Option<names::WebhookDeliveryStatus>, nullable = false)]
    status: Option<StatusName>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StatusName {
    Pending,
    Accepted,
    Failed,
}

impl From<StatusName> for DeliveryState {
    fn from(name: StatusName) -> Self {
        match name {
            StatusName::Pending => Self::Pending,
            StatusName::Accepted => Self::Accepted,
            StatusName::Failed => Self::Failed,
        }
    }
}

/// A message to a webhook endpoint.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
struct DeliveryObject {
    /// The id of the delivery.
    #[schema(example = "msg_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    delivery_id: String,
    /// The id of the event, which is the `webhook-id` of the message.
    #[schema(example = "evt_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    event_id: String,
    #[schema(value_type = Option<names::TestableEvent>, example = "article.completed")]
    event: Option<&'static str>,
    /// The URL that the message is sent to.
    #[schema(format = "uri", example = "https://example.com/webhooks")]
    url: String,
    #[schema(value_type = names::WebhookDeliveryStatus, example = "accepted")]
    status: &'static str,
    /// How many times the message was sent.
    #[schema(example = 1)]
    attempts: u32,
    /// The status code of the last response; `null` if there was none.
    #[schema(example = 200)]
    http_status: Option<u16>,
    /// What went wrong last; `null` if nothing did.
    problem: Option<String>,
    /// When the message was created.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    created_at: String,
    /// When the message was last sent; `null` if it was not yet.
    #[schema(format = "date-time")]
    last_attempt_at: Option<String>,
    /// When the message is sent next; `null` if it is not sent again.
    #[schema(format = "date-time")]
    next_attempt_at: Option<String>,
}

/// A page of webhook deliveries, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDeliveryList)]
pub(crate) struct DeliveriesReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The deliveries, newest first.
    data: Vec<DeliveryObject>,
    /// Whether there is another page.
    has_more: bool,
    /// The `cursor` of the next page; `null` on the last one.
    next_cursor: Option<String>,
    meta: Meta,
}

/// List webhook deliveries.
///
/// Returns the messages to an endpoint, newest first. They are kept for 30 days. Free.
#[utoipa::path(
    get, path = "/v1/webhooks/endpoints/{endpointId}/deliveries", operation_id = "listWebhookDeliveries", tag = "webhooks",
    security(("apiKey" = ["webhooks"])),
    params(
        ("endpointId" = String, Path, description = "The id of the endpoint.", example = "whe_01k9zq6j4v8f0t3w5y7a9c1e2g"),
        Page,
    ),
    responses((status = 200, description = "A page of deliveries.", body = DeliveriesReply))
)]
pub(crate) async fn list(
    caller: Caller<WebhooksScope>,
    _: AcceptsJson,
    Path(id): Path<String>,
    Query(page): Query<Page>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<DeliveriesReply>, ApiError> {
    let wanted = PageParams::<MessageId>::check(page.limit, page.cursor.as_deref())?;
    let endpoint = state.webhooks.read(caller.purse(), known(&id)?).await?;
    let filter = DeliveryFilter { endpoint: Some(endpoint.id), state: page.status.map(DeliveryState::from) };
    let read = state.webhooks.deliveries(caller.purse(), filter, wanted.before, wanted.to_read()).await?;
    let Cut { data, has_more, next_cursor } = wanted.cut(read, |delivery| delivery.message.id.to_string());
    Ok(Json(DeliveriesReply {
        success: true,
        data: data.iter().map(DeliveryObject::from).collect(),
        has_more,
        next_cursor,
        meta: Meta::new(&context, &caller.claims),
    }))
}

impl From<&Delivery> for DeliveryObject {
    fn from(delivery: &Delivery) -> Self {
        let message = &delivery.message;
        Self {
            delivery_id: message.id.to_string(),
            event_id: message.event.to_string(),
            event: message.kind.map(EventKind::as_str),
            url: message.target.clone(),
            status: delivery.state.as_str(),
            attempts: delivery.attempts,
            http_status: delivery.http_status,
            problem: delivery.problem.clone(),
            created_at: time(message.created_at),
            last_attempt_at: delivery.tried_at.map(time),
            next_attempt_at: delivery.next_try.map(time),
        }
    }
}
