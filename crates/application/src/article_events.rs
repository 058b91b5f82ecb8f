//! What a customer's server is told of an article, in the envelope of Standard Webhooks.

use domain::Timestamp;
use domain::articles::ArticleId;
use domain::articles::record::{ArticleRecord, Problem};
use domain::credits::Credits;
use domain::jobs::{Channel, EventId, Message};
use domain::ledger::Purse;
use serde_json::{Value, json};

/// Something that happened to an article.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ArticleEvent<'a> {
    /// It is done and paid for.
    Completed {
        /// Its title.
        title: &'a str,
        /// What it cost.
        charged: Credits,
    },
    /// It could not be written.
    Failed(&'a Problem),
    /// Its customer called it off.
    Cancelled,
    /// It stands on the hosted site.
    Published {
        /// Where.
        url: &'a str,
    },
}

impl ArticleEvent<'_> {
    const fn name(self) -> &'static str {
        match self {
            Self::Completed { .. } => "article.completed",
            Self::Failed(_) => "article.failed",
            Self::Cancelled => "article.cancelled",
            Self::Published { .. } => "article.published",
        }
    }

    fn details(self) -> Value {
        match self {
            Self::Completed { title, charged } => {
                json!({"status": "completed", "title": title, "chargedCredits": charged.as_i64()})
            }
            Self::Failed(problem) => json!({"status": "failed", "error": problem}),
            Self::Cancelled => json!({"status": "cancelled"}),
            Self::Published { url } => json!({"status": "completed", "url": url}),
        }
    }
}

/// The message to the customer's server, if there is one.
pub(crate) fn event(record: &ArticleRecord, event: ArticleEvent<'_>, at: Timestamp) -> Option<Message> {
    let target = record.order.webhook_url.clone()?;
    let mut data = event.details();
    data["articleId"] = json!(record.id.to_string());
    data["focusKeyword"] = json!(record.order.focus_keyword);
    Some(webhook((record.id, record.purse), target, event.name(), &data, at))
}

/// What the customer's server is told when an engine has taken a notice, if there is one. The notice says where.
pub(crate) fn dispatched(notice: &Message, http_status: Option<u16>, at: Timestamp) -> Option<Message> {
    let told: Value = serde_json::from_str(&notice.body).ok()?;
    let target = told["webhookUrl"].as_str()?.to_owned();
    let data = json!({
        "articleId": notice.article.to_string(), "url": told["url"], "engine": notice.target, "httpStatus": http_status,
    });
    Some(webhook((notice.article, notice.purse), target, "indexing.dispatched", &data, at))
}

fn webhook(
    (article, purse): (ArticleId, Purse),
    target: String,
    name: &str,
    data: &Value,
    at: Timestamp,
) -> Message {
    let body = json!({"type": name, "timestamp": format!("{at:.3}"), "data": data}).to_string();
    let id = EventId::generate();
    Message { id, article, purse, channel: Channel::Webhook, target, body, created_at: at }
}
