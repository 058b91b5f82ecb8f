//! What endpoints receive, and the results.

use std::time::Duration;

use domain::api_keys::KeyMode;
use domain::jobs::{Audience, Channel, DeliveryState, MessageId, OutboxMessage, PastAttempt, Receiver};
use domain::ledger::Purse;
use domain::webhooks::endpoints::{
    DisabledReason, EndpointId, EventKind, Events, Health, Keys, Rotation, WebhookEndpoint,
};
use ports::articles::{Attempt, Next};
use ports::webhooks::{DeliveryFilter, EndpointDetails};
use ports::{DeliveryLog, EndpointStore, Outbox};
use tokio::task::JoinSet;

use crate::ledger_support::{Books, add_account, at, on_both_databases};
use crate::support::{add, attempt, endpoint, lease, message, record};

on_both_databases! {
    endpoints_are_told_what_they_want
    one_endpoint_can_be_told
    an_occasion_is_told_once
    messages_go_where_an_endpoint_is_now
    attempts_are_kept_newest_first
    deliveries_are_listed_newest_first
    deliveries_are_seen_and_sent_again_by_their_owner_only
    a_message_is_sent_again_under_the_same_event
    endpoints_that_fail_for_days_are_disabled
    endpoints_that_are_gone_are_disabled_at_once
    disabled_endpoints_get_nothing
    deleted_endpoints_take_their_messages_along
    what_an_attempt_tells_reaches_endpoints
    old_messages_are_forgotten
}

const DAY: i64 = 24 * 3_600;

async fn endpoints_are_told_what_they_want(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let everything = add(database, endpoint(purse)).await;
    let failures = Events::named(["article.failed"]).unwrap();
    let failing = add(database, WebhookEndpoint { events: failures, ..endpoint(purse) }).await;
    let disabled = WebhookEndpoint { disabled: Some(DisabledReason::Owner), ..endpoint(purse) };
    add(database, disabled).await;
    add(database, endpoint(Purse { mode: KeyMode::Test, ..purse })).await;
    add(database, endpoint(add_account(database, 2).await)).await;
    let completed = message(purse, EventKind::ArticleCompleted, 1);
    let failed = message(purse, EventKind::ArticleFailed, 2);
    for message in [&completed, &failed] {
        database.enqueue(message).await.unwrap();
    }
    let told: Vec<_> = lease(database, 10)
        .await
        .into_iter()
        .map(|leased| (leased.message.event, leased.message.endpoint))
        .collect();
    let expected = [
        (completed.event, Some(everything.id)),
        (failed.event, Some(everything.id)),
        (failed.event, Some(failing.id)),
    ];
    assert_eq!(told, expected);
    let told = database.deliveries(purse, DeliveryFilter::default(), None, 10).await.unwrap();
    let message = &told.last().unwrap().message;
    assert_eq!((message.kind, message.channel), (Some(EventKind::ArticleCompleted), Channel::Webhook));
    assert_eq!((&message.target, &message.body), (&everything.url, &completed.body));
}

async fn one_endpoint_can_be_told(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let meant = add(database, endpoint(purse)).await;
    add(database, endpoint(purse)).await;
    let stranger = add_account(database, 2).await;
    for purse in [purse, stranger] {
        let ping = OutboxMessage { to: Audience::Endpoint(meant.id), ..message(purse, EventKind::Ping, 1) };
        database.enqueue(&ping).await.unwrap();
    }
    let told = lease(database, 1).await;
    assert_eq!(told.len(), 1, "nobody reaches the endpoint of another account");
    assert_eq!((told[0].message.endpoint, told[0].message.purse), (Some(meant.id), purse));
    assert_eq!(database.count_messages(meant.id, EventKind::Ping, at(0)).await.unwrap(), 1);
    assert_eq!(database.count_messages(meant.id, EventKind::Ping, at(1)).await.unwrap(), 0);
    assert_eq!(database.count_messages(meant.id, EventKind::CreditsLow, at(0)).await.unwrap(), 0);
}

async fn an_occasion_is_told_once(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    for _ in 0..2 {
        add(database, endpoint(purse)).await;
    }
    let mut telling = JoinSet::new();
    for _ in 0..8 {
        let database = database.clone();
        telling.spawn(async move {
            database.enqueue_once("low 2026-11", &message(purse, EventKind::CreditsLow, 1)).await.unwrap()
        });
    }
    let told = telling.join_all().await.into_iter().filter(|told| *told).count();
    assert_eq!(told, 1);
    assert_eq!(lease(database, 10).await.len(), 2, "one message for each endpoint");
    assert!(database.enqueue_once("low 2026-12", &message(purse, EventKind::CreditsLow, 2)).await.unwrap());
    let other = Purse { mode: KeyMode::Test, ..purse };
    assert!(database.enqueue_once("low 2026-11", &message(other, EventKind::CreditsLow, 2)).await.unwrap());
}

async fn messages_go_where_an_endpoint_is_now(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let endpoint = add(database, endpoint(purse)).await;
    database.enqueue(&message(purse, EventKind::ArticleFailed, 1)).await.unwrap();
    let url = "https://example.org/moved".to_owned();
    let details = EndpointDetails { url: url.clone(), events: Events::all(), description: String::new() };
    database.change_endpoint(purse, endpoint.id, &details).await.unwrap();
    let keys = endpoint.keys.rotated(Rotation::Overlapping, at(5));
    database.replace_keys(purse, endpoint.id, endpoint.keys, keys).await.unwrap();
    let leased = lease(database, 10).await.remove(0);
    assert_eq!(keys, Keys { generation: 2, previous_until: Some(at(5 + DAY)) });
    assert_eq!(leased.endpoint, Some(Receiver { url, keys, enabled: true }));
}

async fn attempts_are_kept_newest_first(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let endpoint = add(database, endpoint(purse)).await;
    database.enqueue(&message(purse, EventKind::ArticleFailed, 0)).await.unwrap();
    let id = database.deliveries(purse, DeliveryFilter::default(), None, 1).await.unwrap()[0].message.id;
    for second in 1..=12 {
        let leased = lease(database, second).await.remove(0);
        record(database, &leased, &attempt(Next::Again(at(second + 1)), at(second))).await;
    }
    let history = database.delivery(purse, id).await.unwrap().unwrap();
    assert_eq!((history.delivery.state, history.delivery.attempts), (DeliveryState::Pending, 12));
    assert_eq!((history.delivery.tried_at, history.delivery.next_try), (Some(at(12)), Some(at(13))));
    let seconds: Vec<_> = history.attempts.iter().map(|attempt| attempt.at).collect();
    assert_eq!(seconds, (3..=12).rev().map(at).collect::<Vec<_>>(), "the last ten");
    let leased = lease(database, 13).await.remove(0);
    record(database, &leased, &attempt(Next::Accepted, at(13))).await;
    let history = database.delivery(purse, id).await.unwrap().unwrap();
    assert_eq!((history.delivery.state, history.delivery.next_try), (DeliveryState::Accepted, None));
    let took = Duration::from_millis(123);
    assert_eq!(history.attempts[0], PastAttempt { at: at(13), http_status: Some(204), problem: None, took });
    assert_eq!(history.attempts[1].problem.as_deref(), Some("the receiver answered with status 503"));
    let healed = database.endpoint(purse, endpoint.id).await.unwrap().unwrap();
    assert_eq!(healed.health, Health::default(), "a success forgives all failures");
}

async fn deliveries_are_listed_newest_first(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let first = add(database, endpoint(purse)).await;
    for second in 0..3 {
        database.enqueue(&message(purse, EventKind::ArticleFailed, second)).await.unwrap();
    }
    let other = add(database, endpoint(purse)).await;
    database.enqueue(&message(purse, EventKind::ArticleFailed, 3)).await.unwrap();
    let address = Audience::Address("https://example.com/order".to_owned());
    database
        .enqueue(&OutboxMessage { to: address, ..message(purse, EventKind::ArticleFailed, 4) })
        .await
        .unwrap();
    let engine = Audience::Engine("indexnow".to_owned());
    database
        .enqueue(&OutboxMessage { to: engine, kind: None, ..message(purse, EventKind::Ping, 5) })
        .await
        .unwrap();
    let all = database.deliveries(purse, DeliveryFilter::default(), None, 10).await.unwrap();
    assert_eq!(all.len(), 6, "what engines are told is not shown");
    assert!(all.is_sorted_by(|newer, older| newer.message.id > older.message.id));
    let mut before = None;
    for page in all.chunks(4) {
        let listed = database.deliveries(purse, DeliveryFilter::default(), before, 4).await.unwrap();
        assert_eq!(listed, page);
        before = listed.last().map(|delivery| delivery.message.id);
    }
    let of = async |id: EndpointId, state| {
        let filter = DeliveryFilter { endpoint: Some(id), state };
        database.deliveries(purse, filter, None, 10).await.unwrap().len()
    };
    assert_eq!((of(first.id, None).await, of(other.id, None).await), (4, 1));
    let leased = lease(database, 10).await;
    let to_other = leased.iter().find(|leased| leased.message.endpoint == Some(other.id)).unwrap();
    record(database, to_other, &attempt(Next::Accepted, at(11))).await;
    assert_eq!(of(other.id, Some(DeliveryState::Accepted)).await, 1);
    assert_eq!(of(other.id, Some(DeliveryState::Pending)).await, 0);
    assert_eq!(of(first.id, Some(DeliveryState::Pending)).await, 4);
}

async fn deliveries_are_seen_and_sent_again_by_their_owner_only(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    add(database, endpoint(purse)).await;
    database.enqueue(&message(purse, EventKind::ArticleFailed, 1)).await.unwrap();
    let id = database.deliveries(purse, DeliveryFilter::default(), None, 1).await.unwrap()[0].message.id;
    for stranger in [add_account(database, 2).await, Purse { mode: KeyMode::Test, ..purse }] {
        assert_eq!(database.deliveries(stranger, DeliveryFilter::default(), None, 9).await.unwrap(), []);
        assert_eq!(database.delivery(stranger, id).await.unwrap(), None);
        assert!(!database.resend(stranger, id, at(2)).await.unwrap());
    }
    assert_eq!(database.delivery(purse, MessageId::generate()).await.unwrap(), None);
}

async fn a_message_is_sent_again_under_the_same_event(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    add(database, endpoint(purse)).await;
    database.enqueue(&message(purse, EventKind::ArticleFailed, 1)).await.unwrap();
    let first = lease(database, 1).await.remove(0);
    let id = first.message.id;
    assert!(!database.resend(purse, id, at(2)).await.unwrap(), "it is being sent");
    record(database, &first, &attempt(Next::Accepted, at(2))).await;
    assert_eq!(lease(database, 100).await, []);
    assert!(database.resend(purse, id, at(100)).await.unwrap());
    let again = lease(database, 100).await.remove(0);
    assert_eq!((&again.message, again.attempts), (&first.message, 1), "all retries are before it again");
    record(database, &again, &attempt(Next::GiveUp, at(101))).await;
    let history = database.delivery(purse, id).await.unwrap().unwrap();
    assert_eq!(history.delivery.state, DeliveryState::Failed);
    assert_eq!(history.attempts.len(), 2, "attempts before count too");
    let stale = attempt(Next::Accepted, at(102));
    assert!(database.resend(purse, id, at(102)).await.unwrap());
    assert!(!database.record_attempt(id, again.token, &stale).await.unwrap(), "that lease is over");
}

async fn endpoints_that_fail_for_days_are_disabled(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let failing = add(database, endpoint(purse)).await;
    let fail = async |second: i64| {
        database.enqueue(&message(purse, EventKind::ArticleFailed, second)).await.unwrap();
        for leased in lease(database, second).await {
            record(database, &leased, &attempt(Next::Again(at(second + 100 * DAY)), at(second))).await;
        }
        database.endpoint(purse, failing.id).await.unwrap().unwrap()
    };
    for second in 0..9 {
        assert!(fail(second).await.is_enabled());
    }
    let before = fail(5 * DAY - 1).await;
    assert_eq!(before.health, Health { failures: 10, failing_since: Some(at(0)) });
    assert!(before.is_enabled(), "not for five days yet");
    assert_eq!(fail(5 * DAY).await.disabled, Some(DisabledReason::Failing));
    let failed = DeliveryFilter { state: Some(DeliveryState::Failed), ..DeliveryFilter::default() };
    assert_eq!(
        database.deliveries(purse, failed, None, 20).await.unwrap().len(),
        11,
        "nothing waits any more"
    );
    assert!(database.enable_endpoint(purse, failing.id).await.unwrap());
    let enabled = database.endpoint(purse, failing.id).await.unwrap().unwrap();
    assert_eq!((enabled.disabled, enabled.health), (None, Health::default()));
}

async fn endpoints_that_are_gone_are_disabled_at_once(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let gone = add(database, endpoint(purse)).await;
    let other = add(database, endpoint(purse)).await;
    database.enqueue(&message(purse, EventKind::ArticleFailed, 1)).await.unwrap();
    let leased = lease(database, 1).await;
    let leased = leased.iter().find(|leased| leased.message.endpoint == Some(gone.id)).unwrap();
    record(database, leased, &Attempt { gone: true, ..attempt(Next::GiveUp, at(1)) }).await;
    let disabled = database.endpoint(purse, gone.id).await.unwrap().unwrap().disabled;
    assert_eq!(disabled, Some(DisabledReason::Gone));
    assert!(database.endpoint(purse, other.id).await.unwrap().unwrap().is_enabled());
}

async fn disabled_endpoints_get_nothing(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let endpoint = add(database, endpoint(purse)).await;
    for second in [1, 1, 50] {
        database.enqueue(&message(purse, EventKind::ArticleFailed, second)).await.unwrap();
    }
    let being_sent = lease(database, 1).await;
    assert_eq!(being_sent.len(), 2);
    assert!(database.disable_endpoint(purse, endpoint.id, DisabledReason::Owner).await.unwrap());
    database.enqueue(&message(purse, EventKind::ArticleFailed, 60)).await.unwrap();
    assert_eq!(lease(database, 100).await, []);
    let late = attempt(Next::Again(at(200)), at(2));
    assert!(!database.record_attempt(being_sent[0].message.id, being_sent[0].token, &late).await.unwrap());
    let all = database.deliveries(purse, DeliveryFilter::default(), None, 10).await.unwrap();
    assert_eq!(all.len(), 3);
    for delivery in all {
        assert_eq!(delivery.state, DeliveryState::Failed);
        assert_eq!(delivery.problem.as_deref(), Some("the endpoint was disabled"));
    }
}

async fn deleted_endpoints_take_their_messages_along(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let (gone, stays) = (add(database, endpoint(purse)).await, add(database, endpoint(purse)).await);
    database.enqueue(&message(purse, EventKind::ArticleFailed, 1)).await.unwrap();
    let leased = lease(database, 1).await;
    record(database, &leased[0], &attempt(Next::Again(at(5)), at(2))).await;
    assert!(database.delete_endpoint(purse, gone.id).await.unwrap());
    let left = database.deliveries(purse, DeliveryFilter::default(), None, 10).await.unwrap();
    assert_eq!(left.iter().map(|left| left.message.endpoint).collect::<Vec<_>>(), [Some(stays.id)]);
    let of_gone = leased.iter().find(|leased| leased.message.endpoint == Some(gone.id)).unwrap();
    let late = attempt(Next::Accepted, at(3));
    assert!(!database.record_attempt(of_gone.message.id, of_gone.token, &late).await.unwrap());
}

async fn what_an_attempt_tells_reaches_endpoints(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    add(database, endpoint(purse)).await;
    let engine = Audience::Engine("indexnow".to_owned());
    let notice = OutboxMessage { to: engine, kind: None, ..message(purse, EventKind::IndexingDispatched, 1) };
    database.enqueue(&notice).await.unwrap();
    let leased = lease(database, 1).await.remove(0);
    assert_eq!((leased.message.channel, leased.message.kind), (Channel::Indexing, None));
    let told = message(purse, EventKind::IndexingDispatched, 2);
    let taken = Attempt { messages: vec![told.clone()], ..attempt(Next::Accepted, at(2)) };
    record(database, &leased, &taken).await;
    let message = lease(database, 2).await.remove(0).message;
    assert_eq!((message.event, message.kind), (told.event, told.kind));
}

async fn old_messages_are_forgotten(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    add(database, endpoint(purse)).await;
    let engine = Audience::Engine("indexnow".to_owned());
    database
        .enqueue(&OutboxMessage { to: engine, kind: None, ..message(purse, EventKind::Ping, 0) })
        .await
        .unwrap();
    for second in [1, 2, 3, 50] {
        database.enqueue(&message(purse, EventKind::ArticleFailed, second)).await.unwrap();
    }
    for leased in lease(database, 2).await {
        record(database, &leased, &attempt(Next::GiveUp, at(2))).await;
    }
    assert_eq!(database.delete_messages(at(40), 1).await.unwrap(), 1);
    assert_eq!(database.delete_messages(at(40), 10).await.unwrap(), 1);
    assert_eq!(
        database.delete_messages(at(40), 10).await.unwrap(),
        0,
        "one waits, and engines' are shown in articles"
    );
    let left = database.deliveries(purse, DeliveryFilter::default(), None, 10).await.unwrap();
    assert_eq!(left.iter().map(|left| left.message.created_at).collect::<Vec<_>>(), [at(50), at(3)]);
}
