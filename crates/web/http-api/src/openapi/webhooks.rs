//! The webhooks of the document: one for each event, in the envelope of Standard Webhooks.
#![expect(dead_code, reason = "the payloads are written elsewhere; here they are described")]

use domain::webhooks::endpoints::EventKind;
use serde_json::{Map, Value, json};
use utoipa::{OpenApi, ToSchema};

use super::names;
use crate::routes::articles::ProblemObject;

/// An article that was completed.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct ArticleCompletedData {
    /// The id of the article.
    article_id: String,
    /// The keyword that the article targets.
    focus_keyword: String,
    /// The status of the article.
    #[schema(value_type = names::CompletedStatus)]
    status: String,
    /// The title.
    title: String,
    /// Credits charged.
    charged_credits: i64,
    /// `true` in messages that you sent as a test; absent otherwise.
    #[schema(nullable = false)]
    test: Option<bool>,
}

/// An article that failed. Its reserved credits were returned.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct ArticleFailedData {
    /// The id of the article.
    article_id: String,
    /// The keyword that the article targets.
    focus_keyword: String,
    /// The status of the article.
    #[schema(value_type = names::FailedStatus)]
    status: String,
    error: ProblemObject,
    /// `true` in messages that you sent as a test; absent otherwise.
    #[schema(nullable = false)]
    test: Option<bool>,
}

/// An article that was cancelled. Its reserved credits were returned.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct ArticleCancelledData {
    /// The id of the article.
    article_id: String,
    /// The keyword that the article targets.
    focus_keyword: String,
    /// The status of the article.
    #[schema(value_type = names::CancelledStatus)]
    status: String,
    /// `true` in messages that you sent as a test; absent otherwise.
    #[schema(nullable = false)]
    test: Option<bool>,
}

/// An article that was published on the hosted site.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct ArticlePublishedData {
    /// The id of the article.
    article_id: String,
    /// The keyword that the article targets.
    focus_keyword: String,
    /// The status of the article.
    #[schema(value_type = names::ArticleStatus)]
    status: String,
    /// The URL of the page.
    #[schema(format = "uri")]
    url: String,
    /// `true` in messages that you sent as a test; absent otherwise.
    #[schema(nullable = false)]
    test: Option<bool>,
}

/// A notice that a search engine accepted.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct IndexingDispatchedData {
    /// The id of the article.
    article_id: String,
    /// The URL of the page.
    #[schema(format = "uri")]
    url: String,
    /// The search engine or protocol.
    engine: String,
    /// The status code of the response.
    http_status: Option<u16>,
    /// `true` in messages that you sent as a test; absent otherwise.
    #[schema(nullable = false)]
    test: Option<bool>,
}

/// A balance below the threshold.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct CreditsLowData {
    /// Available credits.
    available_credits: i64,
    /// The threshold that the account set.
    threshold_credits: i64,
    /// `true` in messages that you sent as a test; absent otherwise.
    #[schema(nullable = false)]
    test: Option<bool>,
}

/// A test of an endpoint.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct PingData {
    /// The id of the webhook endpoint.
    endpoint_id: String,
    /// `true` in messages that you sent as a test; absent otherwise.
    #[schema(nullable = false)]
    test: Option<bool>,
}

#[derive(OpenApi)]
#[openapi(components(schemas(
    ArticleCompletedData,
    ArticleFailedData,
    ArticleCancelledData,
    ArticlePublishedData,
    IndexingDispatchedData,
    CreditsLowData,
    PingData
)))]
struct Payloads;

/// The description of an event: the name of its schemas, a summary, and when it is sent.
const fn words(kind: EventKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        EventKind::ArticleCompleted => {
            ("ArticleCompleted", "Article completed", "Sent when an article is completed and charged.")
        }
        EventKind::ArticleFailed => (
            "ArticleFailed",
            "Article failed",
            "Sent when an article failed. The reserved credits were returned.",
        ),
        EventKind::ArticleCancelled => (
            "ArticleCancelled",
            "Article cancelled",
            "Sent when an article was cancelled. The reserved credits were returned.",
        ),
        EventKind::ArticlePublished => (
            "ArticlePublished",
            "Article published",
            "Sent when an article was published on the hosted site.",
        ),
        EventKind::IndexingDispatched => (
            "IndexingDispatched",
            "Search engine notified",
            "Sent when a search engine accepted the notice that a page was added, changed or removed.",
        ),
        EventKind::CreditsLow => (
            "CreditsLow",
            "Credits low",
            "Sent to the endpoints of the account when the balance drops below the threshold that you set in the dashboard under Credits.",
        ),
        EventKind::Ping => {
            ("Ping", "Ping", "Sent when you test an endpoint, whatever events the endpoint subscribes to.")
        }
    }
}

/// The description of deliveries of all events.
const DELIVERY: &str = "Messages follow Standard Webhooks: verify the signature before you trust the body. Any 2xx response within 20 \
    seconds accepts a message. Failed messages are retried for three days with the same `webhook-id`.";

/// Adds all webhooks and their schemas.
pub(super) fn add(document: &mut Value) {
    let mut payloads = serde_json::to_value(Payloads::openapi()).unwrap_or_default();
    let data = payloads["components"]["schemas"].take();
    let mut webhooks = Map::new();
    let mut schemas = data.as_object().cloned().unwrap_or_default();
    for kind in EventKind::CHOICES.into_iter().chain([EventKind::Ping]) {
        let (name, summary, sent_when) = words(kind);
        schemas.insert(format!("{name}Event"), envelope(kind, name));
        webhooks.insert(kind.as_str().to_owned(), json!({"post": {
            "operationId": format!("on{name}"),
            "tags": ["webhooks"],
            "summary": summary,
            "description": format!("{sent_when} {DELIVERY}"),
            "security": [],
            "parameters": headers(),
            "requestBody": {
                "required": true,
                "description": sent_when,
                "content": {"application/json": {"schema": {"$ref": format!("#/components/schemas/{name}Event")}}},
            },
            "responses": {"2XX": {"description": "The message was received."}, "410": {
                "description": "The endpoint is gone. It is disabled and gets no more messages.",
            }},
        }}));
    }
    document["webhooks"] = Value::Object(webhooks);
    if let Some(tags) = document["tags"].as_array_mut() {
        tags.push(
            json!({"name": "webhooks", "description": "Endpoints that receive events of the account, and the messages that the service sends to them."}),
        );
    }
    if let Some(known) = document["components"]["schemas"].as_object_mut() {
        known.extend(schemas);
    }
}

fn envelope(kind: EventKind, name: &str) -> Value {
    let (_, summary, sent_when) = words(kind);
    json!({
        "type": "object",
        "description": sent_when,
        "required": ["type", "livemode", "timestamp", "data"],
        "properties": {
            "type": {"type": "string", "const": kind.as_str(), "description": format!("The event: {}.", summary.to_lowercase())},
            "livemode": {"type": "boolean", "description": "`false` in test mode: the data is synthetic."},
            "timestamp": {"type": "string", "format": "date-time", "description": "When it happened."},
            "data": {"$ref": format!("#/components/schemas/{name}Data")},
        },
    })
}

fn headers() -> Value {
    let header = |name: &str, description: &str, example: &str| {
        json!({
            "name": name, "in": "header", "required": true, "description": description, "schema": {"type": "string"}, "example": example,
        })
    };
    json!([
        header(
            "webhook-id",
            "The id of the event. It is the same in every retry.",
            "evt_06a1v9bd40e1kzr8v4gq2h7c5n"
        ),
        header("webhook-timestamp", "The time of this attempt, in seconds since 1970.", "1794904200"),
        header(
            "webhook-signature",
            "One or more signatures, separated by spaces: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`.",
            "v1,4b8fizjxcwZZNZg2mQAt+IHVrH+mW/5cBMMVnqyonRE=",
        ),
    ])
}
