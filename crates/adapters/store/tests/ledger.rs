//! What the ledger guarantees, checked on both databases.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ledger_support;

use domain::accounts::AccountStatus;
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{
    Balance, Entry, GrantSource, Posting, PostingFilter, PostingId, PostingKind, Purse, Refusal, SpendingKey,
};
use ledger_support::{Books, at, balance, charge, grant, on_both_databases, request};
use ports::ledger::{Claim, Claimed, Completion, RememberedReply, Slot};
use ports::{AccountStore, ApiKeyStore, Ledger, LedgerError};
use tokio::task::JoinSet;

on_both_databases! {
    balances_are_the_fold_of_the_postings
    a_hold_resolves_at_most_once
    refunds_never_exceed_the_charge
    reversals_take_what_is_there_of_what_was_bought
    a_posting_with_a_known_id_is_refused
    live_and_test_credits_are_separate
    concurrent_charges_never_overdraw
    revoked_keys_never_spend
    suspended_and_frozen_accounts_never_spend
    statements_are_paged_newest_first
    statements_are_searched
    a_statement_can_have_one_line_per_call
    usage_counts_calls_by_day
    replies_are_remembered_with_their_charge
    a_slot_that_was_taken_over_is_lost
    free_replies_are_remembered_without_a_posting
    a_failed_call_gives_its_slot_back
    overdue_holds_are_found
    drift_is_found
}

async fn balances_are_the_fold_of_the_postings(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    assert_eq!(ledger.balance(purse).await.unwrap(), Balance::default());
    grant(ledger, purse, 10_000).await;
    let hold = ledger.post(request(purse, hold(4_000)), None).await.unwrap();
    assert_eq!(ledger.balance(purse).await.unwrap(), balance(6_000, 4_000));
    let capture = Entry::Capture { hold: hold.id, amount: Credits::new(1_500) };
    let captured = ledger.post(request(purse, capture), None).await.unwrap();
    assert_eq!((captured.released, captured.after), (Credits::new(2_500), balance(8_500, 0)));
    ledger.post(request(purse, charge(500)), None).await.unwrap();
    assert_eq!(ledger.balance(purse).await.unwrap(), balance(8_000, 0));
    let refused = ledger.post(request(purse, charge(8_001)), None).await.unwrap_err();
    let expected =
        Refusal::InsufficientCredits { required: Credits::new(8_001), available: Credits::new(8_000) };
    assert!(matches!(refused, LedgerError::Refused(refusal) if refusal == expected));
    assert_eq!(ledger.audit().await.unwrap(), []);
    let stranger = Purse { account: 77.into(), mode: KeyMode::Live };
    let refused = ledger.post(request(stranger, charge(1)), None).await.unwrap_err();
    assert!(matches!(refused, LedgerError::Refused(Refusal::NoSuchAccount)));
}

fn hold(amount: i64) -> Entry {
    Entry::Hold { amount: Credits::new(amount), until: None }
}

async fn a_hold_resolves_at_most_once(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 1_000).await;
    let hold = ledger.post(request(purse, hold(600)), None).await.unwrap().id;
    let too_much = Entry::Capture { hold, amount: Credits::new(601) };
    let refused = ledger.post(request(purse, too_much), None).await.unwrap_err();
    assert!(matches!(refused, LedgerError::Refused(Refusal::ExceedsHold { .. })));

    let mut attempts = JoinSet::new();
    for attempt in 0..20 {
        let ledger = books.ledger.clone();
        let entry = if attempt % 2 == 0 {
            Entry::Capture { hold, amount: Credits::new(600) }
        } else {
            Entry::Void { hold }
        };
        attempts.spawn(async move { ledger.post(request(purse, entry), None).await.is_ok() });
    }
    let resolved = attempts.join_all().await.into_iter().filter(|resolved| *resolved).count();
    assert_eq!(resolved, 1);
    assert_eq!(ledger.audit().await.unwrap(), []);
}

async fn refunds_never_exceed_the_charge(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 1_000).await;
    let charged = ledger.post(request(purse, charge(400)), None).await.unwrap().id;
    let refund = |amount| Entry::Refund { of: charged, amount: Credits::new(amount) };
    ledger.post(request(purse, refund(300)), None).await.unwrap();
    let refused = ledger.post(request(purse, refund(101)), None).await.unwrap_err();
    let expected = Refusal::NotRefundable { refundable: Credits::new(100) };
    assert!(matches!(refused, LedgerError::Refused(refusal) if refusal == expected));
    ledger.post(request(purse, refund(100)), None).await.unwrap();
    assert_eq!(ledger.balance(purse).await.unwrap(), balance(1_000, 0));
    let of_nothing = Entry::Refund { of: PostingId::generate(), amount: Credits::new(1) };
    assert!(ledger.post(request(purse, of_nothing), None).await.is_err());
}

async fn reversals_take_what_is_there_of_what_was_bought(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    let post = async |entry| ledger.post(request(purse, entry), None).await;
    let granted = |source| Entry::Grant { amount: Credits::new(1_000), source };
    let bought = post(granted(GrantSource::Paid)).await.unwrap().id;
    let given = post(granted(GrantSource::Promotional)).await.unwrap().id;
    let reverse = |of, amount| Entry::Reverse { of, amount: Credits::new(amount) };
    assert_eq!(post(reverse(bought, 300)).await.unwrap().after, balance(1_700, 0));
    for (of, amount) in [(bought, 701), (given, 1), (PostingId::generate(), 1), (bought, 0), (bought, -1)] {
        assert!(matches!(post(reverse(of, amount)).await, Err(LedgerError::Refused(_))), "{amount}");
    }
    let held = post(hold(200)).await.unwrap().id;
    post(charge(1_400)).await.unwrap();
    let taken = post(reverse(bought, 700)).await.unwrap();
    assert_eq!(
        (taken.kind, taken.amount),
        (PostingKind::Reverse, Credits::new(100)),
        "work under way is left alone"
    );
    let again = request(purse, reverse(bought, 600));
    let nothing = ledger.post(again.clone(), None).await.unwrap();
    assert_eq!((nothing.amount, nothing.after), (Credits::ZERO, balance(0, 200)));
    let repeated = ledger.post(again, None).await;
    assert!(matches!(repeated, Err(LedgerError::Refused(Refusal::Duplicate))));
    post(Entry::Void { hold: held }).await.unwrap();
    assert_eq!(post(reverse(bought, 600)).await.unwrap().amount, Credits::new(200));
    assert_eq!(ledger.balance(purse).await.unwrap(), balance(0, 0));
    assert_eq!(ledger.audit().await.unwrap(), []);
}

async fn a_posting_with_a_known_id_is_refused(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    let entry = Entry::Grant { amount: Credits::new(10), source: GrantSource::Paid };
    let grant = request(purse, entry);
    let mut attempts = JoinSet::new();
    for _ in 0..10 {
        let (ledger, grant) = (books.ledger.clone(), grant.clone());
        attempts.spawn(async move { ledger.post(grant, None).await });
    }
    let outcomes = attempts.join_all().await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    let duplicates =
        outcomes.iter().filter(|outcome| matches!(outcome, Err(LedgerError::Refused(Refusal::Duplicate))));
    assert_eq!(duplicates.count(), 9);
    assert_eq!(ledger.balance(purse).await.unwrap(), balance(10, 0));

    let charge = request(purse, charge(1));
    ledger.post(charge.clone(), None).await.unwrap();
    assert!(ledger.post(charge, None).await.is_err(), "the schema stops even what is not looked up");
    assert_eq!(ledger.balance(purse).await.unwrap(), balance(9, 0));
}

async fn live_and_test_credits_are_separate(books: Books) {
    let (ledger, live) = (&books.ledger, books.purse);
    let test = Purse { mode: KeyMode::Test, ..live };
    grant(ledger, test, 500).await;
    assert_eq!(ledger.balance(live).await.unwrap(), Balance::default());
    assert!(ledger.post(request(live, charge(1)), None).await.is_err());
    ledger.post(request(test, charge(1)), None).await.unwrap();
    assert_eq!(ledger.balance(test).await.unwrap(), balance(499, 0));
}

async fn concurrent_charges_never_overdraw(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 700).await;
    let mut attempts = JoinSet::new();
    for _ in 0..1_000 {
        let ledger = books.ledger.clone();
        attempts.spawn(async move { ledger.post(request(purse, charge(1)), None).await.is_ok() });
    }
    let paid = attempts.join_all().await.into_iter().filter(|paid| *paid).count();
    assert_eq!(paid, 700);
    assert_eq!(ledger.balance(purse).await.unwrap(), Balance::default());
    assert_eq!(ledger.audit().await.unwrap(), []);
}

async fn revoked_keys_never_spend(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 1_000).await;
    let key = SpendingKey { id: ApiKeyId::from(9), epoch: 0 };
    books.database.add_key(&ledger_support::key_record(key.id, purse.account)).await.unwrap();
    let spend = |entry| domain::ledger::Request { key: Some(key), ..request(purse, entry) };
    ledger.post(spend(charge(1)), None).await.unwrap();
    let held = ledger.post(spend(hold(10)), None).await.unwrap().id;

    books.database.revoke_key(key.id, at(1)).await.unwrap();
    for entry in [charge(1), hold(1)] {
        let refused = ledger.post(spend(entry), None).await.unwrap_err();
        assert!(matches!(refused, LedgerError::Refused(Refusal::KeyRevoked)));
    }
    let finish = Entry::Capture { hold: held, amount: Credits::new(10) };
    ledger.post(spend(finish), None).await.unwrap();

    let other = SpendingKey { id: ApiKeyId::from(10), epoch: 0 };
    let spend = |entry| domain::ledger::Request { key: Some(other), ..request(purse, entry) };
    ledger.post(spend(charge(1)), None).await.unwrap();
    books.database.revoke_all_keys(purse.account, at(2)).await.unwrap();
    let refused = ledger.post(spend(charge(1)), None).await.unwrap_err();
    assert!(matches!(refused, LedgerError::Refused(Refusal::KeyRevoked)));
}

async fn suspended_and_frozen_accounts_never_spend(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 1_000).await;
    books.database.set_account_status(purse.account, AccountStatus::Suspended).await.unwrap();
    let refused = ledger.post(request(purse, charge(1)), None).await.unwrap_err();
    assert!(matches!(refused, LedgerError::Refused(Refusal::Suspended)));
    books.database.set_account_status(purse.account, AccountStatus::Active).await.unwrap();
    ledger.set_frozen(purse, true).await.unwrap();
    let refused = ledger.post(request(purse, charge(1)), None).await.unwrap_err();
    assert!(matches!(refused, LedgerError::Refused(Refusal::Frozen)));
    grant(ledger, purse, 1).await;
    ledger.set_frozen(purse, false).await.unwrap();
    ledger.post(request(purse, charge(1)), None).await.unwrap();
}

async fn statements_are_paged_newest_first(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 100).await;
    for _ in 0..6 {
        ledger.post(request(purse, charge(1)), None).await.unwrap();
    }
    let first = ledger.postings(purse, None, 4).await.unwrap();
    assert_eq!(first[0].after, balance(94, 0));
    let rest = ledger.postings(purse, Some(first[3].id), 4).await.unwrap();
    let kinds: Vec<PostingKind> = rest.iter().map(|posting| posting.kind).collect();
    assert_eq!(kinds, [PostingKind::Charge, PostingKind::Charge, PostingKind::GrantPaid]);
    assert_eq!(rest[2].purpose, "test");
    assert_eq!(ledger.postings(purse, Some(rest[2].id), 4).await.unwrap(), []);
}

async fn statements_are_searched(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 100).await;
    for (second, purpose) in [(10, "SEO/audit"), (20, "seo_audit"), (30, "100% seo/audit")] {
        let (purpose, at) = (purpose.to_owned(), at(second));
        let posted = domain::ledger::Request { purpose, at, ..request(purse, charge(1)) };
        ledger.post(posted, None).await.unwrap();
    }
    let find =
        async |filter: PostingFilter, before| ledger.find_postings(purse, &filter, before, 2).await.unwrap();
    let times = |found: &[Posting]| found.iter().map(|posting| posting.at).collect::<Vec<_>>();
    let everything = find(PostingFilter::default(), None).await;
    assert_eq!(times(&everything), [at(30), at(20)]);
    let rest = find(PostingFilter::default(), Some(everything[1].id)).await;
    assert_eq!(times(&rest), [at(10), at(0)]);
    let kind = Some(PostingKind::GrantPaid);
    assert_eq!(times(&find(PostingFilter { kind, ..PostingFilter::default() }, None).await), [at(0)]);
    let (from, until) = (Some(at(10)), Some(at(20)));
    assert_eq!(times(&find(PostingFilter { from, until, ..PostingFilter::default() }, None).await), [at(10)]);
    let about = async |part: &str| {
        let purpose = Some(part.to_owned());
        times(&find(PostingFilter { purpose, ..PostingFilter::default() }, None).await)
    };
    assert_eq!(about("seo/AUDIT").await, [at(30), at(10)]);
    assert_eq!(about("o_a").await, [at(20)]);
    assert_eq!(about("100%").await, [at(30)]);
    assert_eq!(about("!").await, []);
}

async fn a_statement_can_have_one_line_per_call(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 1_000).await;
    let post = async |entry| ledger.post(request(purse, entry), None).await.unwrap().id;
    let captured = post(hold(100)).await;
    post(Entry::Capture { hold: captured, amount: Credits::new(60) }).await;
    let voided = post(hold(100)).await;
    post(Entry::Void { hold: voided }).await;
    post(hold(100)).await;
    let kinds = async |one_per_call| {
        let filter = PostingFilter { one_per_call, ..PostingFilter::default() };
        let found = ledger.find_postings(purse, &filter, None, 10).await.unwrap();
        found.iter().map(|posting| posting.kind.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(kinds(true).await, ["hold", "void", "capture", "grant_paid"]);
    assert_eq!(kinds(false).await, ["hold", "void", "hold", "capture", "hold", "grant_paid"]);
}

async fn usage_counts_calls_by_day(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 10_000).await;
    let day = 86_400;
    for second in [0, 10, day, day + 1, day + 2] {
        let charge = domain::ledger::Request {
            at: at(second),
            purpose: "seo/audit".to_owned(),
            ..request(purse, charge(500))
        };
        ledger.post(charge, None).await.unwrap();
    }
    let usage = ledger.usage(purse, 0).await.unwrap();
    let seen: Vec<_> = usage.iter().map(|usage| (usage.day, usage.calls, usage.credits.as_i64())).collect();
    assert_eq!(seen, [(0, 2, 1_000), (1, 3, 1_500)]);
    assert_eq!(ledger.usage(purse, 1).await.unwrap().len(), 1);
}

fn claim(purse: Purse, owner: PostingId, second: i64) -> Claim {
    let slot = Slot { purse, key: "order-1".to_owned() };
    Claim { slot, fingerprint: [1; 32], owner, at: at(second), lease_until: at(second + 60) }
}

fn completion(purse: Purse, owner: PostingId) -> Completion {
    Completion {
        owner,
        slot: Slot { purse, key: "order-1".to_owned() },
        body: "{\"ok\":\"có\"}".to_owned(),
        reserved: Credits::new(7),
        expires_at: at(1_000),
    }
}

async fn replies_are_remembered_with_their_charge(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 100).await;
    let charge = request(purse, charge(5));
    assert_eq!(ledger.claim(claim(purse, charge.id, 0)).await.unwrap(), Claimed::Started);
    let again = claim(purse, PostingId::generate(), 1);
    assert_eq!(ledger.claim(again.clone()).await.unwrap(), Claimed::InProgress);
    let other_body = Claim { fingerprint: [2; 32], ..again.clone() };
    assert_eq!(ledger.claim(other_body.clone()).await.unwrap(), Claimed::Mismatch);
    let other_mode = Slot { purse: Purse { mode: KeyMode::Test, ..purse }, ..again.slot.clone() };
    let elsewhere = Claim { slot: other_mode, ..again.clone() };
    assert_eq!(ledger.claim(elsewhere).await.unwrap(), Claimed::Started);

    ledger.post(charge.clone(), Some(completion(purse, charge.id))).await.unwrap();
    let reply = RememberedReply {
        body: "{\"ok\":\"có\"}".to_owned(),
        charged: Credits::new(5),
        reserved: Credits::new(7),
        available: Credits::new(95),
    };
    assert_eq!(ledger.claim(again).await.unwrap(), Claimed::Replay(reply));
    assert_eq!(ledger.claim(other_body).await.unwrap(), Claimed::Mismatch);

    let much_later = claim(purse, PostingId::generate(), 1_001);
    assert_eq!(ledger.delete_expired(at(1_001)).await.unwrap(), 2);
    assert_eq!(ledger.claim(much_later).await.unwrap(), Claimed::Started);
}

async fn free_replies_are_remembered_without_a_posting(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    let (slow, fast) = (PostingId::generate(), PostingId::generate());
    assert_eq!(ledger.claim(claim(purse, slow, 0)).await.unwrap(), Claimed::Started);
    assert_eq!(ledger.claim(claim(purse, fast, 61)).await.unwrap(), Claimed::Started);
    let lost = ledger.remember(completion(purse, slow)).await.unwrap_err();
    assert!(matches!(lost, LedgerError::SlotLost));
    ledger.remember(completion(purse, fast)).await.unwrap();
    let Claimed::Replay(reply) = ledger.claim(claim(purse, PostingId::generate(), 62)).await.unwrap() else {
        unreachable!("the reply was not remembered")
    };
    assert_eq!((reply.body.as_str(), reply.charged), ("{\"ok\":\"có\"}", Credits::ZERO));
    assert_eq!(ledger.postings(purse, None, 10).await.unwrap(), []);
    let again = ledger.remember(completion(purse, fast)).await.unwrap_err();
    assert!(matches!(again, LedgerError::SlotLost), "a reply never changes");
}

async fn a_slot_that_was_taken_over_is_lost(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 100).await;
    let (slow, fast) = (request(purse, charge(5)), request(purse, charge(5)));
    assert_eq!(ledger.claim(claim(purse, slow.id, 0)).await.unwrap(), Claimed::Started);
    assert_eq!(ledger.claim(claim(purse, fast.id, 61)).await.unwrap(), Claimed::Started);
    let lost = ledger.post(slow.clone(), Some(completion(purse, slow.id))).await.unwrap_err();
    assert!(matches!(lost, LedgerError::SlotLost));
    ledger.abandon(Slot { purse, key: "order-1".to_owned() }, slow.id).await.unwrap();
    ledger.post(fast.clone(), Some(completion(purse, fast.id))).await.unwrap();
    assert_eq!(ledger.balance(purse).await.unwrap(), balance(95, 0), "charged once");
}

async fn a_failed_call_gives_its_slot_back(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    let first = PostingId::generate();
    assert_eq!(ledger.claim(claim(purse, first, 0)).await.unwrap(), Claimed::Started);
    ledger.abandon(Slot { purse, key: "order-1".to_owned() }, first).await.unwrap();
    let other_body = Claim { fingerprint: [2; 32], ..claim(purse, PostingId::generate(), 1) };
    assert_eq!(ledger.claim(other_body).await.unwrap(), Claimed::Started);
}

async fn overdue_holds_are_found(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 100).await;
    let hold = |until| Entry::Hold { amount: Credits::new(10), until };
    let overdue = ledger.post(request(purse, hold(Some(at(5)))), None).await.unwrap().id;
    ledger.post(request(purse, hold(Some(at(50)))), None).await.unwrap();
    ledger.post(request(purse, hold(None)), None).await.unwrap();
    assert_eq!(ledger.overdue_holds(at(6)).await.unwrap(), [(purse, overdue)]);
    ledger.post(request(purse, Entry::Void { hold: overdue }), None).await.unwrap();
    assert_eq!(ledger.overdue_holds(at(6)).await.unwrap(), []);
}

async fn drift_is_found(books: Books) {
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 100).await;
    books.tamper("UPDATE balances SET available = available + 1 WHERE available > 0").await;
    let drift = ledger.audit().await.unwrap();
    assert_eq!(drift.len(), 1);
    assert_eq!((drift[0].purse, drift[0].stored, drift[0].folded), (purse, balance(101, 0), balance(100, 0)));
    books.tamper("UPDATE balances SET available = available - 1 WHERE available > 0").await;
    ledger.post(request(purse, hold(10)), None).await.unwrap();
    books.tamper("DELETE FROM open_holds").await;
    assert_eq!(ledger.audit().await.unwrap().len(), 1, "a hold that vanished is drift, too");
}

/// Connections are cut repeatedly, some of them during a commit: whatever the ledger answers matches its
/// contents.
#[tokio::test]
async fn answers_hold_when_connections_are_cut() {
    let books = Books::open(testkit::fresh_postgres()).await;
    let (ledger, purse) = (&books.ledger, books.purse);
    grant(ledger, purse, 1_000_000).await;
    let mut calls = JoinSet::new();
    for _ in 0..16 {
        let ledger = books.ledger.clone();
        calls.spawn(async move {
            let mut answers = Vec::new();
            for _ in 0..60 {
                let charge = request(purse, charge(1));
                answers.push((charge.id, ledger.post(charge, None).await.is_ok()));
            }
            answers
        });
    }
    let cutter = books.cut_connections_while(calls.join_all());
    let answers = cutter.await.concat();
    assert!(answers.iter().any(|(_, posted)| *posted), "some got through");

    // The pool notices only on use which of its connections were cut.
    while ledger.audit().await.is_err() || ledger.postings(purse, None, 1).await.is_err() {}
    let mut posted = std::collections::HashSet::new();
    let mut before = None;
    loop {
        let page = ledger.postings(purse, before, 1_000).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some(last.id);
        posted.extend(page.iter().map(|posting| posting.id));
    }
    for (id, answer) in answers {
        assert_eq!(posted.contains(&id), answer, "{id} was answered with {answer}");
    }
    assert_eq!(ledger.audit().await.unwrap(), []);
}
