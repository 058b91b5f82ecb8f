//! What the store guarantees about the log of calls, checked on both databases.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ledger_support;

use std::time::Duration;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ids::{AccountId, ApiKeyId, RequestId};
use domain::ledger::Purse;
use domain::requests::{NoteId, RequestDay, RequestFilter, RequestNote, StoredBodies};
use ledger_support::{Books, at, on_both_databases};
use ports::{AccessStore, BodyStore, RequestLog};
use store::RequestLogStore;

on_both_databases! {
    notes_read_back_as_written
    notes_are_seen_by_their_owner_only
    notes_are_paged_newest_first
    notes_are_filtered
    a_long_search_stops_and_can_go_on
    days_are_counted_by_route_and_outcome
    old_notes_are_forgotten_with_their_days
    a_batch_is_added_whole_or_not_at_all
    bodies_read_back_for_their_owner_only
    bodies_of_the_latest_calls_are_kept
    accounts_have_bodies_stored_or_not
}

const DAY: i64 = 86_400;

async fn log(books: &Books) -> RequestLogStore {
    RequestLogStore::open(&books.database).await.unwrap()
}

fn note(purse: Purse, at: Timestamp) -> RequestNote {
    RequestNote {
        id: NoteId::generate_at(at),
        request: RequestId::generate(),
        purse,
        key: ApiKeyId::from(1),
        method: "GET".to_owned(),
        route: "/v1/account".to_owned(),
        status: 200,
        error: None,
        charged: Credits::ZERO,
        duration: Duration::from_millis(3),
        at,
    }
}

async fn list(log: &RequestLogStore, purse: Purse) -> Vec<RequestNote> {
    log.notes(purse, &RequestFilter::default(), None, 100).await.unwrap().notes
}

async fn notes_read_back_as_written(books: Books) {
    let log = log(&books).await;
    let plain = note(books.purse, at(1));
    let failed = RequestNote {
        request: RequestId::from_client("mine:1").unwrap(),
        key: ApiKeyId::from(u64::MAX >> 1),
        method: "POST".to_owned(),
        route: "/v1/articles/{id}/sections/{sectionId}/regenerate".to_owned(),
        status: 402,
        error: Some("insufficient_credits".to_owned()),
        charged: Credits::new(12_345),
        duration: Duration::from_hours(1),
        at: Timestamp::from_microsecond(2_000_001).unwrap(),
        ..note(books.purse, at(2))
    };
    log.add_notes(&[plain.clone(), failed.clone()]).await.unwrap();
    assert_eq!(list(&log, books.purse).await, [failed.clone(), plain.clone()]);
    for note in [plain, failed] {
        let found = log.notes_of_request(books.purse, &note.request, 10).await.unwrap();
        assert_eq!(found, [note]);
    }
    let unknown = RequestId::from_client("unknown").unwrap();
    assert_eq!(log.notes_of_request(books.purse, &unknown, 10).await.unwrap(), []);
    log.add_notes(&[]).await.unwrap();
}

async fn notes_are_seen_by_their_owner_only(books: Books) {
    let log = log(&books).await;
    let purses = [
        books.purse,
        Purse { mode: KeyMode::Test, ..books.purse },
        Purse { account: 2.into(), ..books.purse },
    ];
    let request = RequestId::from_client("the-same").unwrap();
    let notes: Vec<RequestNote> =
        purses.map(|purse| RequestNote { request: request.clone(), ..note(purse, at(1)) }).into();
    log.add_notes(&notes).await.unwrap();
    for (purse, own) in purses.into_iter().zip(&notes) {
        assert_eq!(list(&log, purse).await, std::slice::from_ref(own));
        assert_eq!(log.notes_of_request(purse, &request, 10).await.unwrap(), std::slice::from_ref(own));
        assert_eq!(log.request_days(purse, 0).await.unwrap().len(), 1);
    }
}

async fn notes_are_paged_newest_first(books: Books) {
    let log = log(&books).await;
    let mut notes: Vec<RequestNote> = (0..7).map(|second| note(books.purse, at(second))).collect();
    log.add_notes(&notes).await.unwrap();
    notes.reverse();
    let mut before = None;
    for expected in notes.chunks(3) {
        let page = log.notes(books.purse, &RequestFilter::default(), before, 3).await.unwrap();
        assert_eq!(page.notes, expected);
        before = page.next;
        assert_eq!(before, (expected.len() == 3).then(|| expected[2].id));
    }
}

async fn notes_are_filtered(books: Books) {
    let log = log(&books).await;
    let key = ApiKeyId::from(2);
    let route = "/v1/noop".to_owned();
    let plain = note(books.purse, at(1));
    let other_key = RequestNote { key, ..note(books.purse, at(2)) };
    let other_route = RequestNote { route: route.clone(), status: 404, ..note(books.purse, at(3)) };
    let both = RequestNote { key, route: route.clone(), status: 500, ..note(books.purse, at(4)) };
    let notes = [&plain, &other_key, &other_route, &both].map(Clone::clone);
    log.add_notes(&notes).await.unwrap();
    let by_key = RequestFilter { key: Some(key), ..RequestFilter::default() };
    let by_route = RequestFilter { route: Some(route.clone()), ..RequestFilter::default() };
    let failures = RequestFilter { failures_only: true, ..RequestFilter::default() };
    let all = RequestFilter { key: Some(key), route: Some(route), failures_only: true };
    let none = RequestFilter { key: Some(ApiKeyId::from(3)), ..RequestFilter::default() };
    for (filter, expected) in [
        (RequestFilter::default(), vec![&both, &other_route, &other_key, &plain]),
        (by_key, vec![&both, &other_key]),
        (by_route, vec![&both, &other_route]),
        (failures, vec![&both, &other_route]),
        (all, vec![&both]),
        (none, vec![]),
    ] {
        let page = log.notes(books.purse, &filter, None, 10).await.unwrap();
        assert_eq!(page.notes.iter().collect::<Vec<_>>(), expected, "{filter:?}");
        assert_eq!(page.next, None);
    }
}

async fn a_long_search_stops_and_can_go_on(books: Books) {
    const MANY: i64 = 50_001;
    let log = log(&books).await;
    let wanted = RequestNote { status: 500, ..note(books.purse, at(0)) };
    let others: Vec<RequestNote> = (0..MANY)
        .map(|millisecond| note(books.purse, at(1) + Duration::from_millis(millisecond.unsigned_abs())))
        .collect();
    log.add_notes(std::slice::from_ref(&wanted)).await.unwrap();
    for batch in others.chunks(1_024) {
        log.add_notes(batch).await.unwrap();
    }
    let failures = RequestFilter { failures_only: true, ..RequestFilter::default() };
    let first = log.notes(books.purse, &failures, None, 10).await.unwrap();
    assert_eq!((first.notes, first.next), (vec![], Some(others[1].id)));
    let rest = log.notes(books.purse, &failures, first.next, 10).await.unwrap();
    assert_eq!((rest.notes, rest.next), (vec![wanted], None));
}

async fn days_are_counted_by_route_and_outcome(books: Books) {
    let log = log(&books).await;
    let call = |second, route: &str, status| RequestNote {
        route: route.to_owned(),
        status,
        ..note(books.purse, at(second))
    };
    log.add_notes(&[call(0, "/a", 200), call(1, "/a", 304), call(2, "/a", 404), call(3, "/b", 503)])
        .await
        .unwrap();
    log.add_notes(&[call(4, "/a", 201), call(DAY - 1, "/a", 500), call(DAY, "/a", 429)]).await.unwrap();
    let day = |day, route: &str, [fine, client_errors, server_errors]: [i64; 3]| RequestDay {
        day,
        route: route.to_owned(),
        fine,
        client_errors,
        server_errors,
    };
    let expected = [day(0, "/a", [3, 1, 1]), day(0, "/b", [0, 0, 1]), day(1, "/a", [0, 1, 0])];
    assert_eq!(log.request_days(books.purse, 0).await.unwrap(), expected);
    assert_eq!(log.request_days(books.purse, 1).await.unwrap(), expected[2..]);
}

async fn old_notes_are_forgotten_with_their_days(books: Books) {
    let log = log(&books).await;
    let notes: Vec<RequestNote> = (0..6).map(|day| note(books.purse, at(day * DAY))).collect();
    log.add_notes(&notes).await.unwrap();
    assert_eq!(log.delete_notes(at(0), 10).await.unwrap(), 0, "the oldest is not older than itself");
    assert_eq!(log.delete_notes(at(3 * DAY), 2).await.unwrap(), 2);
    assert_eq!(log.delete_notes(at(3 * DAY), 2).await.unwrap(), 1);
    assert_eq!(log.delete_notes(at(3 * DAY), 2).await.unwrap(), 0);
    let mut left = notes[3..].to_vec();
    left.reverse();
    assert_eq!(list(&log, books.purse).await, left);
    let days: Vec<i64> = log.request_days(books.purse, 0).await.unwrap().iter().map(|day| day.day).collect();
    assert_eq!(days, [3, 4, 5]);
}

fn bodies(purse: Purse, at: Timestamp) -> StoredBodies {
    StoredBodies {
        note: NoteId::generate_at(at),
        purse,
        path: "/v1/articles?status=completed".to_owned(),
        request: Some(String::new()),
        response: Some("{\"data\":[\"trà đá\"]}".to_owned()),
    }
}

async fn bodies_read_back_for_their_owner_only(books: Books) {
    let log = log(&books).await;
    let stored = bodies(books.purse, at(1));
    let without = StoredBodies { request: None, response: None, ..bodies(books.purse, at(2)) };
    log.add_bodies(&[stored.clone(), without.clone()]).await.unwrap();
    for call in [&stored, &without] {
        assert_eq!(log.bodies(books.purse, call.note).await.unwrap().as_ref(), Some(call));
    }
    let live = Purse { mode: KeyMode::Live, ..books.purse };
    let other_mode = if books.purse == live { Purse { mode: KeyMode::Test, ..live } } else { live };
    let other_account = Purse { account: AccountId::from(99), ..books.purse };
    for stranger in [other_mode, other_account] {
        assert_eq!(log.bodies(stranger, stored.note).await.unwrap(), None);
    }
    log.delete_bodies(other_account.account).await.unwrap();
    log.delete_old_bodies(at(2)).await.unwrap();
    assert_eq!(log.bodies(books.purse, stored.note).await.unwrap(), None, "it is older");
    assert_eq!(log.bodies(books.purse, without.note).await.unwrap().as_ref(), Some(&without));
    log.delete_bodies(books.purse.account).await.unwrap();
    assert_eq!(log.bodies(books.purse, without.note).await.unwrap(), None);
}

async fn bodies_of_the_latest_calls_are_kept(books: Books) {
    let log = log(&books).await;
    let calls: Vec<StoredBodies> = (0..502).map(|second| bodies(books.purse, at(second))).collect();
    let other = bodies(Purse { account: AccountId::from(99), ..books.purse }, at(0));
    log.add_bodies(std::slice::from_ref(&other)).await.unwrap();
    log.add_bodies(&calls).await.unwrap();
    for (index, call) in calls.iter().enumerate() {
        let kept = log.bodies(books.purse, call.note).await.unwrap().is_some();
        assert_eq!(kept, index >= 2, "{index}");
    }
    assert!(log.bodies(other.purse, other.note).await.unwrap().is_some());
}

async fn accounts_have_bodies_stored_or_not(books: Books) {
    let (database, account) = (&books.database, books.purse.account);
    let version = database.access_version().await.unwrap();
    assert!(!database.stores_bodies(account).await.unwrap());
    assert!(database.access_rules().await.unwrap().stores_bodies.is_empty());
    database.set_stores_bodies(account, true).await.unwrap();
    assert!(database.stores_bodies(account).await.unwrap());
    assert_eq!(database.access_rules().await.unwrap().stores_bodies, [account].into());
    assert!(database.access_version().await.unwrap() > version, "nodes are to know");
    database.set_stores_bodies(account, false).await.unwrap();
    assert!(database.access_rules().await.unwrap().stores_bodies.is_empty());
}

async fn a_batch_is_added_whole_or_not_at_all(books: Books) {
    let log = log(&books).await;
    let known = note(books.purse, at(1));
    log.add_notes(std::slice::from_ref(&known)).await.unwrap();
    log.add_notes(&[note(books.purse, at(2)), known.clone()]).await.unwrap_err();
    assert_eq!(list(&log, books.purse).await, [known]);
    assert_eq!(log.request_days(books.purse, 0).await.unwrap()[0].fine, 1);
}
