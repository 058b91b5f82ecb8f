//! What the ledger guarantees about single keys and about low balances, checked on both databases.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod ledger_support;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{Entry, LowBalance, PostingId, Purse, Refusal, Request, SpendingKey};
use ledger_support::{
    Books, add_account, at, balance, charge, grant, key_record, on_both_databases, request,
};
use ports::ledger::{KeyUsageDay, UsageDay};
use ports::{ApiKeyStore, BalanceAlerts, Ledger, LedgerError, StoreError};
use tokio::task::JoinSet;

on_both_databases! {
    usage_is_counted_by_key
    a_capture_counts_for_the_key_that_held
    a_key_spends_no_more_than_its_limit
    what_is_set_aside_counts
    every_month_begins_anew
    a_limit_holds_for_its_key_only
    concurrent_callers_never_exceed_a_limit
    a_limit_is_changed_by_its_owner_only
    falling_below_the_threshold_is_told_once
    the_alert_is_armed_again_by_rising
    several_alerts_of_one_batch_are_all_written
    an_alert_is_taken_by_one_at_a_time
}

const LIMITED: ApiKeyId = ApiKeyId::from_u64(21);
const FREE: ApiKeyId = ApiKeyId::from_u64(22);
const DAY: i64 = 86_400;

/// A purse with 10,000 credits and two keys, one of which may spend `limit` in a month.
async fn limited(books: &Books, limit: i64) {
    grant(&books.ledger, books.purse, 10_000).await;
    for (key, limit) in [(LIMITED, Some(limit)), (FREE, None)] {
        books.database.add_key(&key_record(key, books.purse.account)).await.unwrap();
        let limit = limit.map(Credits::new);
        books.database.set_monthly_limit(books.purse.account, key, limit).await.unwrap();
    }
}

fn with_key(purse: Purse, key: ApiKeyId, entry: Entry, at: Timestamp) -> Request {
    Request { key: Some(SpendingKey { id: key, epoch: 0 }), at, ..request(purse, entry) }
}

fn hold(amount: i64) -> Entry {
    Entry::Hold { amount: Credits::new(amount), until: None }
}

impl Books {
    async fn spend(&self, key: ApiKeyId, entry: Entry, at: Timestamp) -> Result<PostingId, Refusal> {
        match self.ledger.post(with_key(self.purse, key, entry, at), None).await {
            Ok(posting) => Ok(posting.id),
            Err(LedgerError::Refused(refusal)) => Err(refusal),
            Err(error) => panic!("{error}"),
        }
    }
}

fn reached(limit: i64, spent: i64, required: i64) -> Refusal {
    let [limit, spent, required] = [limit, spent, required].map(Credits::new);
    Refusal::KeyLimitReached { limit, spent, required }
}

async fn usage_is_counted_by_key(books: Books) {
    limited(&books, 1_000).await;
    for (key, second) in [(LIMITED, 0), (LIMITED, 1), (FREE, 2), (FREE, DAY)] {
        books.spend(key, charge(10), at(second)).await.unwrap();
    }
    books.ledger.post(request(books.purse, charge(5)), None).await.unwrap();
    let by_key = |day, key, calls, credits| KeyUsageDay {
        key,
        usage: UsageDay { day, purpose: "test".to_owned(), calls, credits: Credits::new(credits) },
    };
    let expected = [
        by_key(0, None, 1, 5),
        by_key(0, Some(LIMITED), 2, 20),
        by_key(0, Some(FREE), 1, 10),
        by_key(1, Some(FREE), 1, 10),
    ];
    assert_eq!(books.ledger.usage_by_key(books.purse, 0).await.unwrap(), expected);
    assert_eq!(books.ledger.usage_by_key(books.purse, 1).await.unwrap(), expected[3..]);
    let days = books.ledger.usage(books.purse, 0).await.unwrap();
    let seen: Vec<_> = days.iter().map(|usage| (usage.day, usage.calls, usage.credits.as_i64())).collect();
    assert_eq!(seen, [(0, 4, 35), (1, 1, 10)], "the sum over all keys");
    let other = Purse { mode: KeyMode::Test, ..books.purse };
    assert_eq!(books.ledger.usage_by_key(other, 0).await.unwrap(), []);
}

async fn a_capture_counts_for_the_key_that_held(books: Books) {
    limited(&books, 1_000).await;
    let held = books.spend(FREE, hold(100), at(0)).await.unwrap();
    // The settlement of an article has no key.
    let capture = Entry::Capture { hold: held, amount: Credits::new(60) };
    let posting = books.ledger.post(request(books.purse, capture), None).await.unwrap();
    assert_eq!(posting.key, Some(FREE));
    let usage = books.ledger.usage_by_key(books.purse, 0).await.unwrap();
    assert_eq!(
        usage.iter().map(|day| (day.key, day.usage.credits.as_i64())).collect::<Vec<_>>(),
        [(Some(FREE), 60)]
    );
    let statement = books.ledger.postings(books.purse, None, 1).await.unwrap();
    assert_eq!(statement[0].key, Some(FREE));
}

async fn a_key_spends_no_more_than_its_limit(books: Books) {
    limited(&books, 100).await;
    books.spend(LIMITED, charge(60), at(0)).await.unwrap();
    assert_eq!(books.spend(LIMITED, charge(41), at(1)).await, Err(reached(100, 60, 41)));
    books.spend(LIMITED, charge(40), at(2)).await.unwrap();
    assert_eq!(books.spend(LIMITED, charge(1), at(3)).await, Err(reached(100, 100, 1)));
    assert_eq!(books.spend(LIMITED, hold(1), at(4)).await, Err(reached(100, 100, 1)));
    assert_eq!(books.ledger.balance(books.purse).await.unwrap(), balance(9_900, 0));
    let set = async |limit: Option<i64>| {
        let limit = limit.map(Credits::new);
        books.database.set_monthly_limit(books.purse.account, LIMITED, limit).await.unwrap();
    };
    set(Some(110)).await;
    books.spend(LIMITED, charge(10), at(5)).await.unwrap();
    set(Some(0)).await;
    assert_eq!(books.spend(LIMITED, charge(1), at(6)).await, Err(reached(0, 110, 1)));
    set(None).await;
    books.spend(LIMITED, charge(5_000), at(7)).await.unwrap();
}

async fn what_is_set_aside_counts(books: Books) {
    limited(&books, 100).await;
    let first = books.spend(LIMITED, hold(70), at(0)).await.unwrap();
    assert_eq!(books.spend(LIMITED, charge(31), at(1)).await, Err(reached(100, 70, 31)));
    let second = books.spend(LIMITED, hold(30), at(2)).await.unwrap();
    let settle = async |entry| books.ledger.post(request(books.purse, entry), None).await.unwrap();
    settle(Entry::Capture { hold: first, amount: Credits::new(50) }).await;
    assert_eq!(books.spend(LIMITED, charge(21), at(3)).await, Err(reached(100, 80, 21)));
    settle(Entry::Void { hold: second }).await;
    books.spend(LIMITED, charge(50), at(4)).await.unwrap();
    assert_eq!(books.spend(LIMITED, charge(1), at(5)).await, Err(reached(100, 100, 1)));
    let charged = books.ledger.postings(books.purse, None, 1).await.unwrap()[0].id;
    settle(Entry::Refund { of: charged, amount: Credits::new(50) }).await;
    assert_eq!(
        books.spend(LIMITED, charge(1), at(6)).await,
        Err(reached(100, 100, 1)),
        "refunds do not count"
    );
}

async fn every_month_begins_anew(books: Books) {
    limited(&books, 100).await;
    let time = |text: &str| text.parse::<Timestamp>().unwrap();
    let (january, february) = (time("2026-01-31T23:59:59.999999Z"), time("2026-02-01T00:00:00Z"));
    books.spend(LIMITED, charge(40), january).await.unwrap();
    let held = books.spend(LIMITED, hold(60), january).await.unwrap();
    assert_eq!(books.spend(LIMITED, charge(1), january).await, Err(reached(100, 100, 1)));
    books.spend(LIMITED, charge(40), february).await.unwrap();
    let too_much = books.spend(LIMITED, charge(1), february).await;
    assert_eq!(too_much, Err(reached(100, 100, 1)), "what is still set aside counts in the new month");
    let capture = Entry::Capture { hold: held, amount: Credits::new(50) };
    books.ledger.post(Request { at: february, ..request(books.purse, capture) }, None).await.unwrap();
    books.spend(LIMITED, charge(10), february).await.unwrap();
    assert_eq!(books.spend(LIMITED, charge(1), february).await, Err(reached(100, 100, 1)));
    books.spend(LIMITED, charge(60), january).await.unwrap();
    books.spend(LIMITED, charge(100), time("2026-03-01T00:00:00Z")).await.unwrap();
}

async fn a_limit_holds_for_its_key_only(books: Books) {
    limited(&books, 10).await;
    assert_eq!(books.spend(LIMITED, charge(11), at(0)).await, Err(reached(10, 0, 11)));
    books.spend(FREE, charge(11), at(0)).await.unwrap();
    books.ledger.post(request(books.purse, charge(11)), None).await.unwrap();
    books.spend(LIMITED, charge(10), at(0)).await.unwrap();
    let poor = books.spend(LIMITED, charge(1_000_000), at(0)).await;
    assert!(matches!(poor, Err(Refusal::InsufficientCredits { .. })), "{poor:?}");
}

async fn concurrent_callers_never_exceed_a_limit(books: Books) {
    const LIMIT: i64 = 333;
    limited(&books, LIMIT).await;
    // On PostgreSQL, a second node.
    let other = std::sync::Arc::new(store::LedgerStore::start(&books.database).await.unwrap());
    let mut calls = JoinSet::new();
    for number in 0..600 {
        let ledger = if number % 2 == 0 { books.ledger.clone() } else { other.clone() };
        let purse = books.purse;
        calls.spawn(async move {
            if number % 3 > 0 {
                return i64::from(
                    ledger.post(with_key(purse, LIMITED, charge(1), at(0)), None).await.is_ok(),
                );
            }
            let Ok(held) = ledger.post(with_key(purse, LIMITED, hold(3), at(0)), None).await else {
                return 0;
            };
            let capture = Entry::Capture { hold: held.id, amount: Credits::new(1) };
            ledger.post(request(purse, capture), None).await.unwrap();
            1
        });
    }
    let spent: i64 = calls.join_all().await.into_iter().sum();
    assert!(spent <= LIMIT, "{spent}");
    // Holds may have refused other calls for a moment; what was left can still be spent, and no more.
    let left = LIMIT - spent;
    assert_eq!(books.spend(LIMITED, charge(left + 1), at(0)).await, Err(reached(LIMIT, spent, left + 1)));
    for _ in 0..left {
        books.spend(LIMITED, charge(1), at(0)).await.unwrap();
    }
    assert_eq!(books.spend(LIMITED, charge(1), at(0)).await, Err(reached(LIMIT, LIMIT, 1)));
    let usage = books.ledger.usage_by_key(books.purse, 0).await.unwrap();
    assert_eq!(usage.iter().map(|day| day.usage.credits.as_i64()).sum::<i64>(), LIMIT);
    assert_eq!(books.ledger.audit().await.unwrap(), []);
}

async fn a_limit_is_changed_by_its_owner_only(books: Books) {
    limited(&books, 10).await;
    let other = add_account(&books.database, 2).await.account;
    for (account, key) in [(other, LIMITED), (books.purse.account, ApiKeyId::from(99))] {
        let error = books.database.set_monthly_limit(account, key, None).await.unwrap_err();
        assert!(matches!(error, StoreError::Missing(_)), "{error}");
    }
    let keys = books.database.keys_of(books.purse.account).await.unwrap();
    let limits: Vec<_> = keys.iter().map(|key| (key.id, key.monthly_limit)).collect();
    assert_eq!(limits, [(LIMITED, Some(Credits::new(10))), (FREE, None)]);
    books.database.set_monthly_limit(books.purse.account, LIMITED, Some(Credits::new(-1))).await.unwrap_err();
}

impl Books {
    /// Takes all waiting alerts.
    async fn alerts(&self) -> Vec<LowBalance> {
        self.database.take_alerts(at(1_000), at(2_000), 100).await.unwrap()
    }

    async fn set_threshold(&self, threshold: i64) {
        self.database.set_alert_below(self.purse, Some(Credits::new(threshold))).await.unwrap();
    }
}

async fn falling_below_the_threshold_is_told_once(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    assert_eq!(books.database.alert_below(purse).await.unwrap(), None);
    grant(ledger, purse, 1_000).await;
    ledger.post(request(purse, charge(900)), None).await.unwrap();
    assert_eq!(books.alerts().await, [], "nobody asked for it");
    books.set_threshold(200).await;
    ledger.post(request(purse, charge(1)), None).await.unwrap();
    assert_eq!(books.alerts().await, [], "it was below already");
    grant(ledger, purse, 101).await;
    let culprit = Request { at: at(7), ..request(purse, hold(1)) };
    ledger.post(culprit.clone(), None).await.unwrap();
    ledger.post(request(purse, charge(10)), None).await.unwrap();
    let expected = LowBalance {
        id: culprit.id,
        purse,
        at: at(7),
        threshold: Credits::new(200),
        available: Credits::new(199),
    };
    assert_eq!(books.alerts().await, [expected]);
    assert_eq!(books.alerts().await, [], "taken");
    let test = Purse { mode: KeyMode::Test, ..purse };
    assert_eq!(books.database.alert_below(test).await.unwrap(), None);
    let nobody = Purse { account: 77.into(), ..purse };
    books.database.set_alert_below(nobody, None).await.unwrap_err();
    books.database.alert_below(nobody).await.unwrap_err();
    books.database.set_alert_below(purse, Some(Credits::ZERO)).await.unwrap_err();
    books.database.set_alert_below(purse, None).await.unwrap();
    assert_eq!(books.database.alert_below(purse).await.unwrap(), None);
}

async fn the_alert_is_armed_again_by_rising(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    books.set_threshold(100).await;
    grant(ledger, purse, 100).await;
    for _ in 0..3 {
        ledger.post(request(purse, charge(5)), None).await.unwrap();
        ledger.post(request(purse, charge(5)), None).await.unwrap();
        assert_eq!(books.alerts().await.len(), 1);
        grant(ledger, purse, 9).await;
        ledger.post(request(purse, charge(1)), None).await.unwrap();
        assert_eq!(books.alerts().await, [], "99 are not enough");
        grant(ledger, purse, 2).await;
    }
}

async fn several_alerts_of_one_batch_are_all_written(books: Books) {
    const PURSES: u64 = 40;
    let mut purses = Vec::new();
    for id in 0..PURSES {
        let purse = add_account(&books.database, 100 + id).await;
        grant(&books.ledger, purse, 10).await;
        books.database.set_alert_below(purse, Some(Credits::new(10))).await.unwrap();
        purses.push(purse);
    }
    let posts = purses.iter().map(|purse| books.ledger.post(request(*purse, charge(1)), None));
    let culprits = futures_util::future::try_join_all(posts).await.unwrap();
    let mut told: Vec<_> = books.alerts().await.iter().map(|alert| (alert.purse, alert.id)).collect();
    told.sort_unstable();
    assert_eq!(told, culprits.iter().map(|posting| (posting.purse, posting.id)).collect::<Vec<_>>());
}

async fn an_alert_is_taken_by_one_at_a_time(books: Books) {
    let (ledger, purse, database) = (&books.ledger, books.purse, &books.database);
    books.set_threshold(10).await;
    for _ in 0..30 {
        grant(ledger, purse, 10).await;
        ledger.post(request(purse, charge(10)), None).await.unwrap();
    }
    let mut takers = JoinSet::new();
    for _ in 0..4 {
        let database = database.clone();
        takers.spawn(async move {
            let mut taken = Vec::new();
            loop {
                let some = database.take_alerts(at(10), at(20), 3).await.unwrap();
                if some.is_empty() {
                    return taken;
                }
                taken.extend(some);
            }
        });
    }
    let taken = takers.join_all().await.concat();
    let ids: std::collections::HashSet<PostingId> = taken.iter().map(|alert| alert.id).collect();
    assert_eq!((taken.len(), ids.len()), (30, 30));

    assert_eq!(database.take_alerts(at(19), at(40), 100).await.unwrap(), []);
    for alert in &taken[..10] {
        database.mark_sent(purse, alert.id, at(15)).await.unwrap();
    }
    assert_eq!(
        database.take_alerts(at(20), at(40), 100).await.unwrap().len(),
        20,
        "as long as nobody told them"
    );
    database.mark_sent(purse, taken[0].id, at(99)).await.unwrap();
    assert_eq!(database.delete_alerts(at(15)).await.unwrap(), 0);
    assert_eq!(database.delete_alerts(at(16)).await.unwrap(), 10);
}
