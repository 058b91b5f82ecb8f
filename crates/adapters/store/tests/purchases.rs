//! What the store guarantees about purchases, checked on both databases.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ledger_support;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ledger::{PostingKind, Purse, Refusal};
use domain::purchases::{
    CreditQuantity, Currency, Money, PaymentProviderName, Purchase, PurchaseId, PurchaseStatus, Report,
};
use ledger_support::{Books, add_account, at, balance, charge, on_both_databases, request};
use ports::payments::{Added, Checkout, PaymentSubject};
use ports::{Ledger, LedgerError, PurchaseStore};
use store::Database;
use tokio::task::JoinSet;

const MANY: u32 = 1_000;

on_both_databases! {
    purchases_read_back_as_they_became
    a_key_begins_one_purchase
    open_purchases_of_a_purse_are_bounded
    purchases_are_paged_newest_first_by_purse_and_for_all
    a_purchase_is_found_by_every_name_of_its_provider
    a_message_is_heard_once
    many_who_hear_the_same_grant_once
    what_a_crash_left_is_found_and_settled_once
    reversals_are_settled_once_and_tell_what_is_owed
    open_purchases_are_told_to_one_node
    the_audit_holds_over_everything
}

fn purchase(purse: Purse, credits: i64) -> Purchase {
    let order = CreditQuantity::new(Credits::new(credits)).unwrap();
    Purchase {
        id: PurchaseId::generate(),
        purse,
        order,
        price: order.price(Currency::Usd),
        provider: PaymentProviderName::Stripe,
        created_at: at(1_000),
        expires_at: at(5_000),
        status: PurchaseStatus::Open,
        reference: None,
        checkout_url: None,
        payment: None,
        paid_at: None,
        granted: false,
        refunded: 0,
        reversal: None,
        reversals: 0,
        reversed: Credits::ZERO,
        owed: Credits::ZERO,
        problem: None,
    }
}

async fn added(database: &Database, purse: Purse, credits: i64) -> Purchase {
    let purchase = purchase(purse, credits);
    assert_eq!(database.add_purchase(&purchase, None, MANY).await.unwrap(), Added::New);
    purchase
}

fn paid(purchase: &Purchase) -> Report {
    Report::Paid { amount: purchase.price, payment: Some(format!("pi_{}", purchase.id)) }
}

fn refunded(cents: i64) -> Report {
    Report::Refunded { total: Money { amount: cents, currency: Currency::Usd } }
}

/// Grants the credits as the application does after a payment; `false` if they were granted before.
async fn grant(books: &Books, purchase: &Purchase) -> bool {
    let fresh = match books.ledger.post(purchase.grant().unwrap(), None).await {
        Ok(_) => true,
        Err(LedgerError::Refused(Refusal::Duplicate)) => false,
        Err(error) => unreachable!("{error}"),
    };
    books.database.note_granted(purchase.id).await.unwrap();
    fresh
}

async fn purchases_read_back_as_they_became(books: Books) {
    let database = &books.database;
    let mut expected = added(database, books.purse, 2_000_000).await;
    assert_eq!(database.purchase(expected.id).await.unwrap().as_ref(), Some(&expected));
    let checkout = Checkout { reference: "cs_1'é".to_owned(), url: "https://pay.test/?a=\"b\"".to_owned() };
    expected.reference = Some(checkout.reference.clone());
    expected.checkout_url = Some(checkout.url.clone());
    assert_eq!(database.note_checkout(expected.id, &checkout).await.unwrap(), expected);
    for (report, second) in [(paid(&expected), 10), (refunded(500), 11), (refunded(700), 12)] {
        expected.hear(&report, at(second));
        assert_eq!(database.hear(expected.id, None, &[report], at(second)).await.unwrap(), expected);
    }
    expected.note_granted();
    assert_eq!(database.note_granted(expected.id).await.unwrap(), expected);
    expected.note_reversed(0, Credits::new(100_000), at(13));
    let reversed = database.note_reversed(expected.id, 0, Credits::new(100_000), at(13)).await.unwrap();
    assert_eq!(reversed, expected);
    assert_eq!(database.purchase(expected.id).await.unwrap(), Some(expected));
    assert_eq!(database.purchase(PurchaseId::generate()).await.unwrap(), None);
    assert!(database.hear(PurchaseId::generate(), None, &[Report::Expired], at(0)).await.is_err());
}

async fn a_key_begins_one_purchase(books: Books) {
    let mut attempts = JoinSet::new();
    for _ in 0..10 {
        let (database, purchase) = (books.database.clone(), purchase(books.purse, 100_000));
        attempts.spawn(async move {
            (database.add_purchase(&purchase, Some("k"), MANY).await.unwrap(), purchase)
        });
    }
    let outcomes = attempts.join_all().await;
    let first = outcomes.iter().find(|(added, _)| *added == Added::New).unwrap().1.clone();
    for (added, own) in outcomes {
        assert!(own == first || added == Added::Known(Box::new(first.clone())), "{added:?}");
    }
    let database = &books.database;
    let test = Purse { mode: KeyMode::Test, ..books.purse };
    assert_eq!(database.add_purchase(&purchase(test, 100_000), Some("k"), MANY).await.unwrap(), Added::New);
    let failed = database.note_failed_start(first.id, "no answer").await.unwrap();
    assert_eq!((failed.status, failed.problem.as_deref()), (PurchaseStatus::Failed, Some("no answer")));
    let again = purchase(books.purse, 100_000);
    assert_eq!(
        database.add_purchase(&again, Some("k"), MANY).await.unwrap(),
        Added::New,
        "the key is free again"
    );
}

async fn open_purchases_of_a_purse_are_bounded(books: Books) {
    let (database, other) = (&books.database, add_account(&books.database, 2).await);
    let first = added(database, books.purse, 100_000).await;
    let add = async |purse| database.add_purchase(&purchase(purse, 100_000), None, 1).await.unwrap();
    assert_eq!(add(books.purse).await, Added::TooMany);
    assert_eq!(add(other).await, Added::New);
    database.hear(first.id, None, &[Report::Expired], at(1)).await.unwrap();
    assert_eq!(add(books.purse).await, Added::New);
}

async fn purchases_are_paged_newest_first_by_purse_and_for_all(books: Books) {
    let (database, other) = (&books.database, add_account(&books.database, 2).await);
    let mut ours = Vec::new();
    let mut all = Vec::new();
    for number in 0..6 {
        let purse = if number % 2 == 0 { books.purse } else { other };
        let purchase = added(database, purse, 100_000).await;
        all.insert(0, purchase.clone());
        if number % 2 == 0 {
            ours.insert(0, purchase);
        }
    }
    let page = async |purse, before, limit| database.purchases(purse, before, limit).await.unwrap();
    assert_eq!(page(Some(books.purse), None, 2).await, ours[..2]);
    assert_eq!(page(Some(books.purse), Some(ours[1].id), 2).await, ours[2..]);
    assert_eq!(page(None, None, 10).await, all);
    assert_eq!(page(None, Some(all[3].id), 10).await, all[4..]);
    let test = Purse { mode: KeyMode::Test, ..books.purse };
    assert_eq!(page(Some(test), None, 10).await, []);
}

async fn a_purchase_is_found_by_every_name_of_its_provider(books: Books) {
    let database = &books.database;
    let one = added(database, books.purse, 100_000).await;
    let other = added(database, books.purse, 100_000).await;
    let checkout = Checkout { reference: "cs_1".to_owned(), url: "https://pay.test/".to_owned() };
    database.note_checkout(one.id, &checkout).await.unwrap();
    let one = database.hear(one.id, None, &[paid(&one)], at(1)).await.unwrap();
    let find = async |mode, subject| {
        database
            .meant_purchase(PaymentProviderName::Stripe, mode, &subject)
            .await
            .unwrap()
            .map(|found| found.id)
    };
    let nothing = PaymentSubject::default;
    for subject in [
        PaymentSubject { purchase: Some(one.id), ..nothing() },
        PaymentSubject { order_code: Some(one.id.order_code()), ..nothing() },
        PaymentSubject { reference: Some("cs_1".to_owned()), ..nothing() },
        PaymentSubject { payment: one.payment.clone(), ..nothing() },
        PaymentSubject { purchase: Some(one.id), payment: Some("another".to_owned()), ..nothing() },
    ] {
        assert_eq!(find(KeyMode::Live, subject.clone()).await, Some(one.id), "{subject:?}");
        assert_eq!(find(KeyMode::Test, subject.clone()).await, None, "modes do not meet: {subject:?}");
        let elsewhere =
            database.meant_purchase(PaymentProviderName::Payos, KeyMode::Live, &subject).await.unwrap();
        assert_eq!(elsewhere, None, "providers do not meet: {subject:?}");
    }
    let both = PaymentSubject { purchase: Some(other.id), reference: Some("cs_1".to_owned()), ..nothing() };
    assert_eq!(find(KeyMode::Live, both).await, Some(other.id), "our own name comes first");
    assert_eq!(find(KeyMode::Live, nothing()).await, None);
}

async fn a_message_is_heard_once(books: Books) {
    let database = &books.database;
    let one = added(database, books.purse, 100_000).await;
    let expired = database.hear(one.id, Some("evt_1"), &[Report::Expired], at(1)).await.unwrap();
    assert_eq!(expired.status, PurchaseStatus::Expired);
    let again = database.hear(one.id, Some("evt_1"), &[paid(&one)], at(2)).await.unwrap();
    assert_eq!(again, expired, "whatever else it says");
    let other = database.hear(one.id, Some("evt_2"), &[paid(&one)], at(3)).await.unwrap();
    assert_eq!((other.status, other.paid_at), (PurchaseStatus::Paid, Some(at(3))));
    let test = added(database, Purse { mode: KeyMode::Test, ..books.purse }, 100_000).await;
    let same_id = database.hear(test.id, Some("evt_1"), &[paid(&test)], at(4)).await.unwrap();
    assert_eq!(same_id.status, PurchaseStatus::Paid, "ids of the other mode are others");
}

async fn many_who_hear_the_same_grant_once(books: Books) {
    let one = added(&books.database, books.purse, 500_000).await;
    let books = std::sync::Arc::new(books);
    let mut tasks = JoinSet::new();
    for task in 0..40 {
        let (books, one) = (books.clone(), one.clone());
        tasks.spawn(async move {
            // Some are the same message, some another one of the same payment, and some come too late.
            let message = format!("evt_{}", task % 4);
            let reports = if task % 5 == 0 { vec![Report::Expired] } else { vec![paid(&one)] };
            let message = (task % 3 != 0).then_some(message.as_str());
            let heard = books.database.hear(one.id, message, &reports, at(task)).await.unwrap();
            heard.grant().is_some() && grant(&books, &heard).await
        });
    }
    let granted = tasks.join_all().await.into_iter().filter(|granted| *granted).count();
    assert_eq!(granted, 1);
    assert_eq!(books.ledger.balance(books.purse).await.unwrap(), balance(500_000, 0));
    let postings = books.ledger.postings(books.purse, None, 10).await.unwrap();
    let kinds: Vec<PostingKind> = postings.iter().map(|posting| posting.kind).collect();
    assert_eq!(kinds, [PostingKind::GrantPaid]);
    assert_eq!(books.database.unsettled_purchases(10).await.unwrap(), []);
    assert_eq!(books.ledger.audit().await.unwrap(), []);
}

async fn what_a_crash_left_is_found_and_settled_once(books: Books) {
    let database = &books.database;
    let never_paid = added(database, books.purse, 100_000).await;
    let heard = added(database, books.purse, 200_000).await;
    let posted = added(database, books.purse, 400_000).await;
    database.hear(never_paid.id, None, &[Report::Expired], at(1)).await.unwrap();
    // The first process died after it processed the message, the second after the ledger had the credits.
    let heard = database.hear(heard.id, Some("evt_1"), &[paid(&heard)], at(2)).await.unwrap();
    let posted = database.hear(posted.id, Some("evt_2"), &[paid(&posted)], at(3)).await.unwrap();
    books.ledger.post(posted.grant().unwrap(), None).await.unwrap();
    let left = database.unsettled_purchases(10).await.unwrap();
    assert_eq!(left, [heard.clone(), posted.clone()]);
    let mut granted = Vec::new();
    for purchase in &left {
        granted.push(grant(&books, purchase).await);
    }
    assert_eq!(granted, [true, false]);
    assert_eq!(database.unsettled_purchases(10).await.unwrap(), []);
    assert_eq!(books.ledger.balance(books.purse).await.unwrap(), balance(600_000, 0));
}

async fn reversals_are_settled_once_and_tell_what_is_owed(books: Books) {
    let (database, ledger) = (&books.database, &books.ledger);
    let one = added(database, books.purse, 500_000).await;
    let heard = database.hear(one.id, Some("evt_1"), &[refunded(200), paid(&one)], at(1)).await.unwrap();
    grant(&books, &heard).await;
    ledger.post(request(books.purse, charge(400_000)), None).await.unwrap();
    let first = heard.reverse().unwrap();
    let raised = database.hear(one.id, Some("evt_2"), &[refunded(500)], at(2)).await.unwrap();
    assert_eq!(raised.reverse(), Some(first.clone()), "what is under way is not changed by what comes");
    let taken = ledger.post(first.clone(), None).await.unwrap().amount;
    assert_eq!(taken, Credits::new(100_000), "the rest was spent");
    let repeated = ledger.post(first.clone(), None).await;
    assert!(matches!(repeated, Err(LedgerError::Refused(Refusal::Duplicate))));
    let found = ledger.postings(books.purse, Some(first.id.successor()), 1).await.unwrap();
    assert_eq!((found[0].id, found[0].amount), (first.id, taken), "whoever comes second can read it");
    let mut notes = JoinSet::new();
    for _ in 0..5 {
        let (database, id) = (database.clone(), one.id);
        notes.spawn(async move { database.note_reversed(id, 0, taken, at(3)).await.unwrap() });
    }
    notes.join_all().await;
    let next = database.purchase(one.id).await.unwrap().unwrap();
    assert_eq!((next.reversed, next.owed), (Credits::new(100_000), Credits::new(100_000)));
    assert_eq!(
        (next.status, next.reversal.map(|due| due.credits)),
        (PurchaseStatus::Refunded, Some(Credits::new(300_000)))
    );
    assert_eq!(ledger.post(next.reverse().unwrap(), None).await.unwrap().amount, Credits::ZERO);
    let done = database.note_reversed(one.id, 1, Credits::ZERO, at(4)).await.unwrap();
    assert_eq!(
        (done.reversed, done.owed, done.is_settled()),
        (Credits::new(100_000), Credits::new(400_000), true)
    );
    assert_eq!(database.unsettled_purchases(10).await.unwrap(), []);
    assert_eq!(ledger.audit().await.unwrap(), []);
}

async fn open_purchases_are_told_to_one_node(books: Books) {
    let database = &books.database;
    let mut ids = Vec::new();
    for _ in 0..20 {
        ids.push(added(database, books.purse, 100_000).await.id);
    }
    database.hear(ids.remove(0), None, &[Report::Cancelled], at(1)).await.unwrap();
    let claim =
        async |now: Timestamp, limit| database.claim_open_purchases(now, at(9_000), limit).await.unwrap();
    assert_eq!(claim(at(1_000), 100).await, [], "buyers take a while");
    let mut nodes = JoinSet::new();
    for _ in 0..4 {
        let database = database.clone();
        nodes.spawn(async move {
            let mut told = Vec::new();
            for _ in 0..8 {
                told.extend(database.claim_open_purchases(at(2_000), at(9_000), 3).await.unwrap());
            }
            told
        });
    }
    let mut told: Vec<PurchaseId> = nodes.join_all().await.concat().iter().map(|told| told.id).collect();
    told.sort_unstable();
    assert_eq!(told, ids);
    assert_eq!(claim(at(8_999), 100).await, []);
    assert_eq!(claim(at(9_000), 100).await.len(), ids.len(), "they are due again");
}

async fn the_audit_holds_over_everything(books: Books) {
    let database = &books.database;
    for number in 0..10 {
        let one = added(database, books.purse, 100_000 * (number + 1)).await;
        let reports = [paid(&one), refunded(100 * number)];
        let mut one = database.hear(one.id, None, &reports, at(number)).await.unwrap();
        grant(&books, &one).await;
        books.ledger.post(request(books.purse, charge(77_000)), None).await.unwrap();
        while let Some(reversal) = one.reverse() {
            let taken = books.ledger.post(reversal, None).await.unwrap().amount;
            one = database.note_reversed(one.id, one.reversals, taken, at(number)).await.unwrap();
        }
    }
    assert_eq!(books.ledger.audit().await.unwrap(), []);
    assert_eq!(books.ledger.balance(books.purse).await.unwrap(), balance(230_000, 0));
}
