//! What the store guarantees about customers' endpoints and their messages, checked on both databases.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod deliveries;
#[path = "../ledger_support/mod.rs"]
mod ledger_support;
mod migration;
mod support;

use domain::api_keys::KeyMode;
use domain::ids::AccountId;
use domain::ledger::Purse;
use domain::webhooks::endpoints::{
    DisabledReason, EndpointId, EventKind, Events, Health, Keys, Rotation, WebhookEndpoint,
};
use ledger_support::{Books, add_account, at, on_both_databases};
use ports::EndpointStore;
use ports::webhooks::EndpointDetails;
use support::{add, endpoint};
use tokio::task::JoinSet;

on_both_databases! {
    endpoints_read_back_as_written
    endpoints_are_seen_and_changed_by_their_owner_only
    endpoints_are_few
    endpoints_change
    keys_are_replaced_once
}

async fn endpoints_read_back_as_written(books: Books) {
    let database = &books.database;
    let plain = endpoint(books.purse);
    let full = WebhookEndpoint {
        url: "https://example.com/cà-phê?a='x'&b=\"y\"".to_owned(),
        events: Events::named(["article.failed", "credits.low"]).unwrap(),
        description: "Cà phê 'sữa' \"đá\"".to_owned(),
        keys: Keys { generation: 7, previous_until: Some(at(99)) },
        disabled: Some(DisabledReason::Failing),
        health: Health { failures: 3, failing_since: Some(at(50)) },
        ..endpoint(books.purse)
    };
    for written in [&plain, &full] {
        assert!(database.add_endpoint(written, 10).await.unwrap());
        assert_eq!(database.endpoint(books.purse, written.id).await.unwrap().as_ref(), Some(written));
    }
    assert_eq!(database.endpoints(books.purse).await.unwrap(), [plain.clone(), full]);
    assert_eq!(database.endpoint(books.purse, EndpointId::generate()).await.unwrap(), None);
    database.add_endpoint(&plain, 10).await.unwrap_err();
    let nobody = Purse { account: AccountId::from(9), ..books.purse };
    database.add_endpoint(&endpoint(nobody), 10).await.unwrap_err();
}

async fn endpoints_are_seen_and_changed_by_their_owner_only(books: Books) {
    let database = &books.database;
    let owned = add(database, endpoint(books.purse)).await;
    let details = EndpointDetails {
        url: "https://evil.example/".to_owned(),
        events: Events::all(),
        description: String::new(),
    };
    let other_mode = Purse { mode: KeyMode::Test, ..books.purse };
    for stranger in [add_account(database, 2).await, other_mode] {
        let id = owned.id;
        assert_eq!(database.endpoint(stranger, id).await.unwrap(), None);
        assert_eq!(database.endpoints(stranger).await.unwrap(), []);
        assert!(!database.change_endpoint(stranger, id, &details).await.unwrap());
        assert!(!database.enable_endpoint(stranger, id).await.unwrap());
        assert!(!database.disable_endpoint(stranger, id, DisabledReason::Owner).await.unwrap());
        let rotated = owned.keys.rotated(Rotation::AtOnce, at(1));
        assert!(!database.replace_keys(stranger, id, owned.keys, rotated).await.unwrap());
        assert!(!database.delete_endpoint(stranger, id).await.unwrap());
    }
    assert_eq!(database.endpoint(books.purse, owned.id).await.unwrap(), Some(owned));
}

async fn endpoints_are_few(books: Books) {
    let mut adding = JoinSet::new();
    for _ in 0..8 {
        let (database, purse) = (books.database.clone(), books.purse);
        adding.spawn(async move { database.add_endpoint(&endpoint(purse), 3).await.unwrap() });
    }
    let added = adding.join_all().await.into_iter().filter(|added| *added).count();
    assert_eq!(added, 3);
    assert_eq!(books.database.endpoints(books.purse).await.unwrap().len(), 3);
    let other = Purse { mode: KeyMode::Test, ..books.purse };
    assert!(books.database.add_endpoint(&endpoint(other), 3).await.unwrap(), "each mode has its own");
}

async fn endpoints_change(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let before = add(database, endpoint(purse)).await;
    let details = EndpointDetails {
        url: "https://example.org/new".to_owned(),
        events: Events::named([EventKind::CreditsLow.as_str()]).unwrap(),
        description: "new".to_owned(),
    };
    assert!(database.change_endpoint(purse, before.id, &details).await.unwrap());
    let EndpointDetails { url, events, description } = details;
    let changed = WebhookEndpoint { url, events, description, ..before };
    assert_eq!(database.endpoint(purse, changed.id).await.unwrap().as_ref(), Some(&changed));
    assert!(database.disable_endpoint(purse, changed.id, DisabledReason::Owner).await.unwrap());
    let disabled = database.endpoint(purse, changed.id).await.unwrap().unwrap();
    assert_eq!((disabled.disabled, disabled.is_enabled()), (Some(DisabledReason::Owner), false));
    assert!(database.enable_endpoint(purse, changed.id).await.unwrap());
    assert_eq!(database.endpoint(purse, changed.id).await.unwrap().as_ref(), Some(&changed));
    assert!(database.delete_endpoint(purse, changed.id).await.unwrap());
    assert!(!database.delete_endpoint(purse, changed.id).await.unwrap());
    assert_eq!(database.endpoints(purse).await.unwrap(), []);
}

async fn keys_are_replaced_once(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    let endpoint = add(database, endpoint(purse)).await;
    let next = endpoint.keys.rotated(Rotation::Overlapping, at(5));
    let replace = async || database.replace_keys(purse, endpoint.id, endpoint.keys, next).await.unwrap();
    let (one, other) = tokio::join!(replace(), replace());
    assert!(one != other, "one of two who rotate at once");
    assert_eq!(database.endpoint(purse, endpoint.id).await.unwrap().unwrap().keys, next);
}
