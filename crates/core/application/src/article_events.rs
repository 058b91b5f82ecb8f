//! Messages to customers' servers, in the envelope of Standard Webhooks.

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::ArticleId;
use domain::articles::record::{ArticleRecord, Problem};
use domain::credits::Credits;
use domain::jobs::{Audience, EventId, Message, OutboxMessage};
use domain::ledger::Purse;
use domain::webhooks::endpoints::{EndpointId, EventKind};
use serde_json::{Value, json};

/// Something that happened to an article.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ArticleEvent<'a> {
    /// It is done and paid for.
    Completed {
        title: &'a str,
        /// The credits that it cost.
        charged: Credits,
    },
    /// It could not be written.
    Failed(&'a Problem),
    /// Its customer cancelled it.
    Cancelled,
    /// It is published on the hosted site.
    Published {
        /// The URL of its page.
        url: &'a str,
    },
}

impl ArticleEvent<'_> {
    const fn kind(self) -> EventKind {
        match self {
            Self::Completed { .. } => EventKind::ArticleCompleted,
            Self::Failed(_) => EventKind::ArticleFailed,
            Self::Cancelled => EventKind::ArticleCancelled,
            Self::Published { .. } => EventKind::ArticlePublished,
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

/// The message about an article to the server that its request names, if it names one, and to the account's
/// endpoints.
pub(crate) fn event(record: &ArticleRecord, event: ArticleEvent<'_>, at: Timestamp) -> Vec<OutboxMessage> {
    let mut data = json!({"articleId": record.id.to_string(), "focusKeyword": record.order.focus_keyword});
    if let (Value::Object(data), Value::Object(details)) = (&mut data, event.details()) {
        data.extend(details);
    }
    let address = record.order.webhook_url.clone();
    of_article((record.id, record.purse), address, event.kind(), &data, at)
}

/// The message that an engine has accepted a notice about an article. The notice holds the server that the
/// request names.
pub(crate) fn dispatched(notice: &Message, http_status: Option<u16>, at: Timestamp) -> Vec<OutboxMessage> {
    let Some(article) = notice.article else { return Vec::new() };
    let Ok(told) = serde_json::from_str::<Value>(&notice.body) else { return Vec::new() };
    let address = told["webhookUrl"].as_str().map(str::to_owned);
    let data = json!({
        "articleId": article.to_string(), "url": told["url"], "engine": notice.target, "httpStatus": http_status,
    });
    of_article((article, notice.purse), address, EventKind::IndexingDispatched, &data, at)
}

fn of_article(
    (article, purse): (ArticleId, Purse),
    address: Option<String>,
    kind: EventKind,
    data: &Value,
    at: Timestamp,
) -> Vec<OutboxMessage> {
    let to_endpoints = OutboxMessage {
        article: Some(article),
        ..outbox_message(purse, Audience::Endpoints, kind, data, at)
    };
    let to_address = address.map(|url| OutboxMessage { to: Audience::Address(url), ..to_endpoints.clone() });
    to_address.into_iter().chain([to_endpoints]).collect()
}

/// The data of an example event. It is about no real article and states that.
pub(crate) fn example_data(kind: EventKind, endpoint: EndpointId) -> Value {
    let example = |event: ArticleEvent<'_>| {
        let mut data = event.details();
        data["articleId"] = json!(ArticleId::generate().to_string());
        data["focusKeyword"] = json!("cold brew coffee");
        data
    };
    let url = "https://example.com/p/how-to-make-cold-brew-coffee";
    let problem = Problem { code: "upstream_failed".to_owned(), message: "no engine answered".to_owned() };
    let mut data = match kind {
        EventKind::ArticleCompleted => example(ArticleEvent::Completed {
            title: "How to Make Cold Brew Coffee",
            charged: Credits::new(17_432),
        }),
        EventKind::ArticleFailed => example(ArticleEvent::Failed(&problem)),
        EventKind::ArticleCancelled => example(ArticleEvent::Cancelled),
        EventKind::ArticlePublished => example(ArticleEvent::Published { url }),
        EventKind::IndexingDispatched => json!({
            "articleId": ArticleId::generate().to_string(), "url": url, "engine": "indexnow", "httpStatus": 202,
        }),
        EventKind::CreditsLow => json!({"availableCredits": 48_210, "thresholdCredits": 50_000}),
        // A ping is only a test.
        EventKind::Ping => return json!({"endpointId": endpoint.to_string()}),
    };
    data["test"] = json!(true);
    data
}

/// A message about something that happened in an account.
pub(crate) fn outbox_message(
    purse: Purse,
    to: Audience,
    kind: EventKind,
    data: &Value,
    at: Timestamp,
) -> OutboxMessage {
    let body = json!({
        "type": kind.as_str(), "livemode": purse.mode == KeyMode::Live,
        "timestamp": format!("{at:.3}"), "data": data,
    });
    OutboxMessage {
        event: EventId::generate(),
        kind: Some(kind),
        article: None,
        purse,
        to,
        body: body.to_string(),
        created_at: at,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use domain::articles::order::ArticleInput;
    use domain::articles::record::{Publication, PublicationStatus, Review};
    use domain::articles::{ArticleStatus, Stage};
    use domain::ids::AccountId;
    use domain::jobs::{Channel, MessageId};

    use super::*;

    const DOCUMENT: &str = include_str!("../../../../docs/guides/webhooks.md");

    fn at() -> Timestamp {
        Timestamp::from_second(1_790_000_000).unwrap()
    }

    fn record(webhook_url: Option<&str>) -> ArticleRecord {
        let order = ArticleInput::new("cold brew coffee".to_owned());
        ArticleRecord {
            id: ArticleId::generate(),
            purse: Purse { account: AccountId::from(1), mode: KeyMode::Live },
            order: ArticleInput { webhook_url: webhook_url.map(str::to_owned), ..order },
            status: ArticleStatus::Processing,
            stage: Stage::ALL[0],
            progress: 0,
            version: 1,
            title: None,
            reserved: Credits::ZERO,
            charged: Credits::ZERO,
            problem: None,
            publication: Publication {
                status: PublicationStatus::Pending,
                slug: None,
                reason: None,
                published_at: None,
            },
            review: Review::default(),
            created_at: at(),
            updated_at: at(),
            finished_at: None,
        }
    }

    fn notice(body: &Value) -> Message {
        let record = record(None);
        Message {
            id: MessageId::generate(),
            event: EventId::generate(),
            kind: None,
            article: Some(record.id),
            purse: record.purse,
            channel: Channel::Indexing,
            endpoint: None,
            target: "indexnow".to_owned(),
            body: body.to_string(),
            created_at: at(),
        }
    }

    /// The names of all fields, including those inside of objects.
    fn fields(value: &Value) -> BTreeSet<String> {
        let Some(object) = value.as_object() else { return BTreeSet::new() };
        let inner = |(name, value): (&String, &Value)| {
            let below = fields(value).into_iter().map(|field| format!("{name}.{field}")).collect::<Vec<_>>();
            std::iter::once(name.clone()).chain(below)
        };
        object.iter().flat_map(inner).collect()
    }

    fn documented(kind: EventKind) -> Value {
        let examples = DOCUMENT.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
        let mut examples = examples.map(|example| serde_json::from_str::<Value>(example).unwrap());
        examples.find(|example| example["type"] == kind.as_str()).unwrap()
    }

    #[test]
    fn what_is_told_of_articles_is_what_the_document_shows() {
        let record = record(None);
        let problem = Problem { code: "upstream_failed".to_owned(), message: "nobody answered".to_owned() };
        let title = "How to Make Cold Brew Coffee";
        let events = [
            ArticleEvent::Completed { title, charged: Credits::new(17_432) },
            ArticleEvent::Failed(&problem),
            ArticleEvent::Cancelled,
            ArticleEvent::Published { url: "https://api.example.com/p/tea" },
        ];
        let mut told: Vec<OutboxMessage> = events.iter().flat_map(|one| event(&record, *one, at())).collect();
        let url = json!({"url": "https://api.example.com/p/tea"});
        told.extend(dispatched(&notice(&url), Some(202), at()));
        assert_eq!(told.len(), 5);
        for news in told {
            let body: Value = serde_json::from_str(&news.body).unwrap();
            let example = documented(news.kind.unwrap());
            assert_eq!(fields(&body), fields(&example), "{body}");
            assert_eq!(body["timestamp"], "2026-09-21T14:13:20.000Z");
        }
    }

    #[test]
    fn every_message_tells_whether_it_is_of_live_or_of_test_keys() {
        for (mode, livemode) in [(KeyMode::Live, true), (KeyMode::Test, false)] {
            let mut record = record(Some("https://example.com/hook"));
            record.purse.mode = mode;
            let notice = Message { purse: record.purse, ..notice(&json!({"url": "https://a.example/p"})) };
            let mut told = event(&record, ArticleEvent::Cancelled, at());
            told.extend(dispatched(&notice, Some(200), at()));
            assert_eq!(told.len(), 3);
            for news in told {
                let body: Value = serde_json::from_str(&news.body).unwrap();
                assert_eq!(body["livemode"], livemode, "{body}");
            }
        }
    }

    #[test]
    fn every_kind_of_event_is_documented() {
        for kind in EventKind::CHOICES.into_iter().chain([EventKind::Ping]) {
            assert!(DOCUMENT.contains(&format!("| `{}` |", kind.as_str())), "{}", kind.as_str());
            let example = documented(kind);
            assert_eq!(example["type"], kind.as_str());
            assert!(example["livemode"].is_boolean() && example["timestamp"].is_string(), "{example}");
        }
    }

    #[test]
    fn all_who_are_told_of_an_event_see_the_same_one() {
        let record = record(Some("https://example.com/hook"));
        let [order, account] = event(&record, ArticleEvent::Cancelled, at()).try_into().unwrap();
        assert_eq!(order.to, Audience::Address("https://example.com/hook".to_owned()));
        assert_eq!(OutboxMessage { to: Audience::Endpoints, ..order }, account);
        let notice = notice(&json!({"url": "https://a.example/p", "webhookUrl": "https://example.com/hook"}));
        let told = dispatched(&notice, Some(200), at());
        assert_eq!(told.len(), 2);
        assert_eq!(told[0].event, told[1].event);
    }
}
