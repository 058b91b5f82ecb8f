//! Endpoints and messages to test with.

use std::time::Duration;

use domain::Timestamp;
use domain::jobs::{Audience, EventId, LeasedMessage, OutboxMessage};
use domain::ledger::Purse;
use domain::webhooks::endpoints::{EndpointId, EventKind, Events, Health, Keys, WebhookEndpoint};
use ports::articles::{Attempt, MostMessages, Next};
use ports::{EndpointStore, Outbox};
use store::Database;

use crate::ledger_support::at;

pub(crate) fn endpoint(purse: Purse) -> WebhookEndpoint {
    WebhookEndpoint {
        id: EndpointId::generate(),
        purse,
        url: "https://example.com/hook".to_owned(),
        events: Events::all(),
        description: String::new(),
        keys: Keys::FIRST,
        disabled: None,
        health: Health::default(),
        created_at: at(0),
    }
}

pub(crate) async fn add(database: &Database, endpoint: WebhookEndpoint) -> WebhookEndpoint {
    assert!(database.add_endpoint(&endpoint, 10).await.unwrap());
    endpoint
}

pub(crate) fn message(purse: Purse, kind: EventKind, second: i64) -> OutboxMessage {
    OutboxMessage {
        event: EventId::generate(),
        kind: Some(kind),
        article: None,
        purse,
        to: Audience::Endpoints,
        body: format!("{{\"type\":\"{}\"}}", kind.as_str()),
        created_at: at(second),
    }
}

/// All messages that are due.
pub(crate) async fn lease(database: &Database, second: i64) -> Vec<LeasedMessage> {
    let most = MostMessages { in_all: 100, of_one_purse: 100 };
    let mut leased = database.lease_messages(at(second), at(second + 60), most).await.unwrap();
    leased.sort_unstable_by_key(|leased| leased.message.id);
    leased
}

pub(crate) fn attempt(next: Next, at: Timestamp) -> Attempt {
    let taken = next == Next::Accepted;
    Attempt {
        next,
        http_status: Some(if taken { 204 } else { 503 }),
        problem: (!taken).then(|| "the receiver answered with status 503".to_owned()),
        at,
        took: Duration::from_millis(123),
        gone: false,
        messages: Vec::new(),
    }
}

pub(crate) async fn record(database: &Database, leased: &LeasedMessage, attempt: &Attempt) {
    assert!(database.record_attempt(leased.message.id, leased.token, attempt).await.unwrap());
}
