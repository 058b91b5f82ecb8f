use proptest::prelude::*;

use super::*;
use crate::api_keys::KeyMode;
use crate::ids::AccountId;
use crate::purchases::Currency;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn dollars(cents: i64) -> Money {
    Money { amount: cents, currency: Currency::Usd }
}

/// A purchase of 2,000,000 credits for 20.00 USD.
fn open() -> Purchase {
    let order = CreditQuantity::new(Credits::new(2_000_000)).unwrap();
    Purchase {
        id: PurchaseId::generate(),
        purse: Purse { account: AccountId::from_u64(1), mode: KeyMode::Live },
        order,
        price: order.price(Currency::Usd),
        provider: PaymentProviderName::Stripe,
        created_at: at(0),
        expires_at: at(3_600),
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

fn paid(cents: i64) -> Report {
    Report::Paid { amount: dollars(cents), payment: Some("pi_1".to_owned()) }
}

fn refunded(cents: i64) -> Report {
    Report::Refunded { total: dollars(cents) }
}

#[test]
fn a_payment_is_granted_by_one_posting_whatever_else_is_said() {
    let mut purchase = open();
    assert_eq!(purchase.grant(), None);
    assert!(purchase.hear(&paid(2_000), at(10)));
    let grant = purchase.grant().unwrap();
    assert_eq!(grant.entry, Entry::Grant { amount: Credits::new(2_000_000), source: GrantSource::Paid });
    assert!(!purchase.is_settled());
    for late in [paid(2_000), paid(1), Report::Expired, Report::Failed, Report::Cancelled] {
        assert!(!purchase.hear(&late, at(20)), "{late:?}");
    }
    assert_eq!((purchase.status, purchase.grant()), (PurchaseStatus::Paid, Some(grant)));
    purchase.note_granted();
    assert!(purchase.is_settled());
}

#[test]
fn money_that_comes_late_still_counts() {
    for ended in [Report::Expired, Report::Failed, Report::Cancelled, paid(1)] {
        let mut purchase = open();
        assert!(purchase.hear(&ended, at(1)));
        assert!(purchase.grant().is_none());
        purchase.hear(&paid(2_000), at(2));
        assert_eq!((purchase.status, purchase.problem.is_none()), (PurchaseStatus::Paid, true), "{ended:?}");
        assert!(purchase.grant().is_some());
    }
}

#[test]
fn another_sum_or_currency_grants_nothing() {
    let dong = Money { amount: 2_000_000, currency: Currency::Vnd };
    for amount in [dollars(1_999), dollars(0), dollars(-2_000), dong] {
        let mut purchase = open();
        let report = Report::Paid { amount, payment: None };
        assert!(purchase.is_contradicted_by(&report));
        purchase.hear(&report, at(1));
        assert_eq!((purchase.status, purchase.grant()), (PurchaseStatus::Mismatched, None));
        assert!(purchase.problem.unwrap().contains("20.00 USD"));
    }
    let mut purchase = open();
    purchase.hear(&paid(2_000), at(1));
    purchase.hear(&Report::Refunded { total: dong }, at(2));
    assert_eq!((purchase.refunded, purchase.reversal), (0, None));
}

#[test]
fn refunds_take_their_share_of_the_credits_back() {
    let mut purchase = open();
    purchase.hear(&refunded(500), at(1));
    assert_eq!((purchase.status, purchase.reverse()), (PurchaseStatus::Open, None), "nothing to take yet");
    purchase.hear(&paid(2_000), at(2));
    assert_eq!(purchase.status, PurchaseStatus::PartlyRefunded);
    let first = purchase.reverse().unwrap();
    let of = purchase.grant().unwrap().id;
    assert_eq!(first.entry, Entry::Reverse { of, amount: Credits::new(500_000) });
    purchase.hear(&refunded(9_999), at(3));
    assert_eq!(purchase.reverse(), Some(first.clone()), "what is decided stays so until it is done");
    assert_eq!(purchase.status, PurchaseStatus::Refunded);
    purchase.note_reversed(0, Credits::new(500_000), at(4));
    let second = purchase.reverse().unwrap();
    assert_eq!(second.entry, Entry::Reverse { of, amount: Credits::new(1_500_000) });
    assert_ne!(second.id, first.id);
    purchase.note_reversed(0, Credits::new(500_000), at(5));
    assert_eq!(purchase.reverse(), Some(second), "the first is over");
    purchase.note_reversed(1, Credits::new(200_000), at(6));
    assert_eq!((purchase.reversed, purchase.owed), (Credits::new(700_000), Credits::new(1_300_000)));
    assert_eq!((purchase.reversal, purchase.refundable()), (None, dollars(0)));
}

#[test]
fn postings_sort_by_their_time_and_differ_between_purchases() {
    let posting = |second| {
        let mut purchase = open();
        purchase.hear(&paid(2_000), at(second));
        purchase.grant().unwrap().id
    };
    assert!(posting(1_000) < posting(1_001));
    assert_ne!(posting(1_000), posting(1_000));
}

fn any_report() -> impl Strategy<Value = Report> {
    prop_oneof![
        (0..3_000_i64).prop_map(paid),
        Just(paid(2_000)),
        Just(Report::Failed),
        Just(Report::Expired),
        Just(Report::Cancelled),
        (0..2_500_i64).prop_map(refunded),
    ]
}

/// Carries out every pending request, with `available` credits in the purse.
fn settle(purchase: &mut Purchase, mut available: i64) {
    if purchase.grant().is_some() && !purchase.granted {
        available += purchase.order.credits().as_i64();
        purchase.note_granted();
    }
    while let Some(Entry::Reverse { amount, .. }) = purchase.reverse().map(|request| request.entry) {
        let taken = amount.as_i64().min(available);
        available -= taken;
        purchase.note_reversed(purchase.reversals, Credits::new(taken), at(99));
    }
}

proptest! {
    #[test]
    fn the_order_and_the_number_of_reports_do_not_matter(
        reports in prop::collection::vec(any_report(), 0..8),
        shuffle in any::<u64>(),
    ) {
        let new = open();
        let tell = |reports: &[Report]| {
            let mut purchase = new.clone();
            for report in reports {
                purchase.hear(report, at(1));
                settle(&mut purchase, 0);
            }
            let given_back = purchase.reversed.as_i64() + purchase.owed.as_i64();
            (purchase.status, purchase.paid_at, purchase.refunded, given_back)
        };
        let mut others = [reports.clone(), reports.clone()].concat();
        let mut state = shuffle;
        others.sort_by_cached_key(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        });
        prop_assert_eq!(tell(&reports), tell(&others));
    }

    #[test]
    fn what_is_taken_and_owed_is_never_more_than_was_refunded(
        reports in prop::collection::vec((any_report(), 0..3_000_000_i64), 0..12),
    ) {
        let mut purchase = open();
        for (report, available) in reports {
            purchase.hear(&report, at(1));
            settle(&mut purchase, available);
            let given_back = purchase.reversed.as_i64() + purchase.owed.as_i64();
            let due = if purchase.paid_at.is_some() { purchase.worth(purchase.refunded).as_i64() } else { 0 };
            prop_assert_eq!(given_back, due);
            prop_assert!(purchase.reversed.as_i64() <= purchase.order.credits().as_i64());
            prop_assert!(purchase.is_settled());
        }
    }
}
