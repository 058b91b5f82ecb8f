//! The webhook endpoint in API responses.

use application::manage_webhooks::EndpointSecrets;
use domain::webhooks::endpoints::{DisabledReason, EndpointId, EventKind, WebhookEndpoint};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::{Meta, time};
use crate::openapi::names;

/// A webhook endpoint.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookEndpoint)]
pub(super) struct EndpointObject {
    /// The id of the endpoint.
    #[schema(example = "whe_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    endpoint_id: String,
    /// The URL that receives the events.
    #[schema(format = "uri", example = "https://example.com/webhooks")]
    url: String,
    /// The events that it receives.
    #[schema(value_type = Vec<names::WebhookEvent>)]
    events: Vec<&'static str>,
    /// Your description.
    description: String,
    /// Whether it receives events.
    enabled: bool,
    #[schema(value_type = Option<names::EndpointDisabledReason>)]
    disabled_reason: Option<&'static str>,
    /// Failed attempts since the last successful one.
    #[schema(example = 0)]
    failed_attempts: u32,
    /// When the first of these attempts was made; `null` if there is none.
    #[schema(format = "date-time")]
    failing_since: Option<String>,
    /// When the endpoint was created.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    created_at: String,
}

impl From<&WebhookEndpoint> for EndpointObject {
    fn from(endpoint: &WebhookEndpoint) -> Self {
        Self {
            endpoint_id: endpoint.id.to_string(),
            url: endpoint.url.clone(),
            events: endpoint.events.iter().map(EventKind::as_str).collect(),
            description: endpoint.description.clone(),
            enabled: endpoint.is_enabled(),
            disabled_reason: endpoint.disabled.map(DisabledReason::as_str),
            failed_attempts: endpoint.health.failures,
            failing_since: endpoint.health.failing_since.map(time),
            created_at: time(endpoint.created_at),
        }
    }
}

/// A webhook endpoint.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookEndpointResult)]
pub(crate) struct EndpointReply {
    #[schema(value_type = names::True, inline)]
    pub(super) success: bool,
    #[serde(flatten)]
    #[schema(inline)]
    pub(super) endpoint: EndpointObject,
    pub(super) meta: Meta,
}

/// A webhook endpoint that was created, with its signing secret.
// Only its schema is used: the secret is added to the reply after that is stored.
#[derive(ToSchema)]
#[schema(as = CreatedWebhookEndpoint)]
#[expect(dead_code, reason = "it stands for the reply in the reference")]
pub(crate) struct CreatedEndpointReply {
    #[schema(inline)]
    #[serde(flatten)]
    reply: EndpointReply,
    /// The signing secret, for any library of Standard Webhooks.
    #[schema(example = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")]
    secret: String,
}

/// A page of webhook endpoints, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookEndpointList)]
pub(crate) struct EndpointsReply {
    #[schema(value_type = names::True, inline)]
    pub(super) success: bool,
    /// The endpoints, newest first.
    pub(super) data: Vec<EndpointObject>,
    /// Whether there is another page.
    pub(super) has_more: bool,
    /// The `cursor` of the next page; `null` on the last one.
    pub(super) next_cursor: Option<String>,
    pub(super) meta: Meta,
}

/// A webhook endpoint that was deleted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeletedWebhookEndpoint)]
pub(crate) struct DeletedEndpointReply {
    #[schema(value_type = names::True, inline)]
    pub(super) success: bool,
    /// The id of the deleted endpoint.
    #[schema(example = "whe_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    pub(super) endpoint_id: String,
    #[schema(value_type = names::True, inline)]
    pub(super) deleted: bool,
    pub(super) meta: Meta,
}

/// A test message that will be sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookTest)]
pub(crate) struct TestReply {
    #[schema(value_type = names::True, inline)]
    pub(super) success: bool,
    /// The id of the endpoint.
    #[schema(example = "whe_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    pub(super) endpoint_id: String,
    #[schema(value_type = names::TestableEvent)]
    pub(super) event: &'static str,
    /// The id of the event, which is the `webhook-id` of the message.
    #[schema(example = "evt_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    pub(super) event_id: String,
    pub(super) meta: Meta,
}

/// A webhook secret that was rotated.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookSecretRotation)]
pub(crate) struct RotationReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The id of the endpoint.
    #[schema(example = "whe_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    endpoint_id: String,
    /// Until when messages are signed with the previous secret too; `null` if they no longer are.
    #[schema(format = "date-time")]
    previous_expires_at: Option<String>,
    meta: Meta,
}

impl RotationReply {
    pub(super) fn new(id: EndpointId, secrets: &EndpointSecrets, meta: Meta) -> Self {
        let previous_expires_at = secrets.previous.as_ref().map(|(_, until)| time(*until));
        Self { success: true, endpoint_id: id.to_string(), previous_expires_at, meta }
    }
}

/// A webhook secret that was rotated, with the new secret.
// Only its schema is used: the secret is added to the reply after that is stored.
#[derive(ToSchema)]
#[schema(as = RotatedWebhookSecret)]
#[expect(dead_code, reason = "it stands for the reply in the reference")]
pub(crate) struct RotatedSecretReply {
    #[schema(inline)]
    #[serde(flatten)]
    reply: RotationReply,
    /// The new signing secret, for any library of Standard Webhooks.
    #[schema(example = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")]
    secret: String,
}
