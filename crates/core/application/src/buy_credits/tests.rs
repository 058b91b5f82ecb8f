//! Purchases from beginning to end, with a real ledger on SQLite and a scripted provider.

use std::sync::Mutex;

use async_trait::async_trait;
use domain::Timestamp;
use domain::ledger::{Entry, PostingId, Request};
use domain::purchases::Report;
use ports::payments::{Checkout, PaymentEvent, PaymentSubject, Webhook};
use ports::{AccountStore, FailureKind};
use store::{Database, LedgerStore};
use testkit::TestDatabase;
use tokio::task::JoinSet;

use super::*;

/// Accepts messages that begin with `signed`, and reads the rest as `event purchase report amount`.
#[derive(Default)]
struct Provider {
    standing: Mutex<Vec<Report>>,
    is_down: Mutex<bool>,
    opened: Mutex<Vec<(PurchaseId, ReturnUrls)>>,
    paid_back: Mutex<Vec<String>>,
}

fn down() -> EngineFailure {
    let (engine, reason) = ("stripe", "could not be reached".to_owned());
    EngineFailure { engine, kind: FailureKind::Unreachable, reason, is_ours: true, retry_after: None }
}

fn cents(amount: i64) -> Money {
    Money { amount, currency: Currency::Usd }
}

#[async_trait]
impl PaymentProvider for Provider {
    fn provider(&self) -> PaymentProviderName {
        PaymentProviderName::Stripe
    }

    async fn open_checkout(
        &self,
        purchase: &Purchase,
        returns: &ReturnUrls,
    ) -> Result<Checkout, EngineFailure> {
        if *self.is_down.lock().unwrap() {
            return Err(down());
        }
        self.opened.lock().unwrap().push((purchase.id, returns.clone()));
        let reference = format!("cs_{}", purchase.id);
        Ok(Checkout { url: format!("https://pay.test/{reference}"), reference })
    }

    async fn look_up(&self, _: &Purchase) -> Result<Vec<Report>, EngineFailure> {
        if *self.is_down.lock().unwrap() { Err(down()) } else { Ok(self.standing.lock().unwrap().clone()) }
    }

    fn read_webhook(&self, webhook: &Webhook<'_>) -> Result<Option<PaymentEvent>, WebhookRefusal> {
        if webhook.signature != Some("signed") {
            return Err(WebhookRefusal::Signature);
        }
        let text = std::str::from_utf8(webhook.body).unwrap();
        let [id, purchase, report, amount] = text.split(' ').collect::<Vec<_>>()[..] else { return Ok(None) };
        let amount = cents(amount.parse().unwrap());
        let report = match report {
            "paid" => Report::Paid { amount, payment: Some("pi_1".to_owned()) },
            "refunded" => Report::Refunded { total: amount },
            _ => Report::Expired,
        };
        let subject = PaymentSubject { purchase: purchase.parse().ok(), ..PaymentSubject::default() };
        Ok(Some(PaymentEvent { id: id.to_owned(), subject, report }))
    }

    async fn refund(&self, purchase: &Purchase, amount: Money, key: &str) -> Result<Money, EngineFailure> {
        let mut paid_back = self.paid_back.lock().unwrap();
        if !paid_back.iter().any(|known| known == key) {
            paid_back.push(key.to_owned());
        }
        Ok(cents(purchase.refunded + amount.amount))
    }
}

struct Hand(Mutex<Timestamp>);

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
}

struct Scene {
    buy: BuyCredits,
    provider: Arc<Provider>,
    ledger: Arc<LedgerStore>,
    clock: Arc<Hand>,
    purse: Purse,
    _guard: TestDatabase,
}

const MISSING: &[&str] = &["payments.payos.api_key"];

impl Scene {
    async fn open() -> Self {
        let guard = testkit::fresh_sqlite();
        let database = Arc::new(Database::open(&guard.url).await.unwrap());
        let ledger = Arc::new(LedgerStore::start(&database).await.unwrap());
        let clock = Arc::new(Hand(Mutex::new(Timestamp::from_second(1_794_700_000).unwrap())));
        let account = domain::accounts::Account {
            id: domain::ids::AccountId::from(1),
            name: domain::accounts::AccountName::new("Test").unwrap(),
            status: domain::accounts::AccountStatus::Active,
            key_epoch: 0,
            created_at: clock.now(),
        };
        database.add_account(&account).await.unwrap();
        let purse = Purse { account: account.id, mode: KeyMode::Live };
        let provider = Arc::new(Provider::default());
        let live = PaymentChannels {
            stripe: PaymentChannel::Enabled(provider.clone()),
            payos: PaymentChannel::NotConfigured(MISSING),
        };
        let test = PaymentChannels {
            stripe: PaymentChannel::NotConfigured(&[]),
            payos: PaymentChannel::NotConfigured(&[]),
        };
        let buy = BuyCredits::new(database, ledger.clone(), clock.clone(), (live, test));
        Self { buy, provider, ledger, clock, purse, _guard: guard }
    }

    async fn start_with(&self, credits: i64, key: Option<&str>) -> Result<Purchase, BuyCreditsError> {
        let (paid, cancelled) = (url("https://app.test/back?x=1"), url("https://app.test/no"));
        let order = CreditQuantity::new(Credits::new(credits)).unwrap();
        let (provider, currency) = (PaymentProviderName::Stripe, Currency::Usd);
        let new = NewPurchase {
            purse: self.purse,
            order,
            provider,
            currency,
            paid: &paid,
            cancelled: &cancelled,
            key,
        };
        self.buy.start(new).await
    }

    async fn start(&self, credits: i64) -> Purchase {
        self.start_with(credits, None).await.unwrap()
    }

    async fn report(&self, event: &str, id: PurchaseId, report: &str, amount: i64) -> Purchase {
        let body = format!("{event} {id} {report} {amount}");
        match self.receive("signed", &body).await.unwrap() {
            Received::Heard(purchase) => *purchase,
            other => panic!("{other:?}"),
        }
    }

    async fn receive(&self, signature: &str, body: &str) -> Result<Received, BuyCreditsError> {
        self.buy.receive(PaymentProviderName::Stripe, KeyMode::Live, Some(signature), body.as_bytes()).await
    }

    async fn available(&self) -> i64 {
        self.ledger.balance(self.purse).await.unwrap().available.as_i64()
    }

    async fn spend(&self, amount: i64) {
        let entry = Entry::Charge { amount: Credits::new(amount) };
        let (id, at) = (PostingId::generate(), self.clock.now());
        let request = Request { id, purse: self.purse, entry, key: None, purpose: "test".to_owned(), at };
        self.ledger.post(request, None).await.unwrap();
    }

    fn wait(&self, time: Duration) {
        let mut now = self.clock.0.lock().unwrap();
        *now += time;
    }
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

#[tokio::test]
async fn a_purchase_is_paid_where_its_provider_says_and_granted_once() {
    let scene = Scene::open().await;
    let purchase = scene.start(500_000).await;
    assert_eq!(purchase.checkout_url, Some(format!("https://pay.test/cs_{}", purchase.id)));
    let opened = scene.provider.opened.lock().unwrap().clone();
    let paid = format!("https://app.test/back?x=1&purchase={}", purchase.id);
    let cancelled = format!("https://app.test/no?purchase={}", purchase.id);
    assert_eq!(opened, [(purchase.id, ReturnUrls { paid, cancelled })]);
    assert_eq!(scene.available().await, 0);
    for event in ["evt_1", "evt_1", "evt_2", "evt_1"] {
        let heard = scene.report(event, purchase.id, "paid", 500).await;
        assert_eq!((heard.status, heard.granted), (PurchaseStatus::Paid, true));
    }
    scene.report("evt_3", purchase.id, "expired", 0).await;
    assert_eq!(scene.available().await, 500_000);
    let listed = scene.buy.list(scene.purse, None, 10).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(scene.buy.find(scene.purse, purchase.id).await.unwrap().as_ref(), listed.first());
    let stranger = Purse { mode: KeyMode::Test, ..scene.purse };
    assert_eq!(scene.buy.find(stranger, purchase.id).await.unwrap(), None);
    assert_eq!(scene.buy.list(stranger, None, 10).await.unwrap(), []);
}

#[tokio::test]
async fn many_messages_at_once_grant_once() {
    let scene = Arc::new(Scene::open().await);
    let purchase = scene.start(500_000).await;
    let mut messages = JoinSet::new();
    for number in 0..40 {
        let (scene, id) = (scene.clone(), purchase.id);
        messages.spawn(async move {
            if number % 4 == 0 {
                scene.buy.sweep().await.unwrap();
            }
            scene.report(&format!("evt_{}", number % 3), id, "paid", 500).await
        });
    }
    messages.join_all().await;
    assert_eq!(scene.available().await, 500_000);
    assert_eq!(scene.ledger.audit().await.unwrap(), []);
}

#[tokio::test]
async fn forged_and_foreign_messages_change_nothing() {
    let scene = Scene::open().await;
    let purchase = scene.start(500_000).await;
    let forged = scene.receive("forged", &format!("evt_1 {} paid 500", purchase.id)).await;
    assert!(matches!(forged, Err(BuyCreditsError::Webhook(WebhookRefusal::Signature))));
    let unknown = format!("evt_1 {} paid 500", PurchaseId::generate());
    assert_eq!(scene.receive("signed", &unknown).await.unwrap(), Received::Unknown);
    assert_eq!(scene.receive("signed", "ping").await.unwrap(), Received::Ignored);
    assert_eq!(scene.buy.find(scene.purse, purchase.id).await.unwrap(), Some(purchase.clone()));
    // The id in the forged message is still free.
    scene.report("evt_1", purchase.id, "paid", 500).await;
    assert_eq!(scene.available().await, 500_000);
    let elsewhere =
        scene.buy.receive(PaymentProviderName::Stripe, KeyMode::Test, Some("signed"), b"ping").await;
    assert!(matches!(elsewhere, Err(BuyCreditsError::NotConfigured { .. })));
}

#[tokio::test]
async fn a_sum_that_does_not_fit_is_asked_for_and_grants_nothing() {
    let scene = Scene::open().await;
    let purchase = scene.start(500_000).await;
    let odd = scene.report("evt_1", purchase.id, "paid", 499).await;
    assert_eq!((odd.status, odd.granted), (PurchaseStatus::Mismatched, false));
    assert!(odd.problem.unwrap().contains("4.99 USD"));
    // The second part of a payment in parts: the provider reports the sum.
    let whole = Report::Paid { amount: cents(500), payment: None };
    scene.provider.standing.lock().unwrap().push(whole);
    let paid = scene.report("evt_2", purchase.id, "paid", 1).await;
    assert_eq!((paid.status, paid.problem), (PurchaseStatus::Paid, None));
    assert_eq!(scene.available().await, 500_000);
}

#[tokio::test]
async fn a_lost_message_is_made_up_for() {
    let scene = Scene::open().await;
    let (asked, swept) = (scene.start(100_000).await, scene.start(200_000).await);
    let paid = |cents| Report::Paid { amount: cents, payment: None };
    assert_eq!(scene.buy.check(asked.id).await.unwrap().status, PurchaseStatus::Open);
    scene.provider.standing.lock().unwrap().push(paid(asked.price));
    assert_eq!(scene.buy.check(asked.id).await.unwrap().status, PurchaseStatus::Paid);
    *scene.provider.standing.lock().unwrap() = vec![paid(swept.price)];
    assert_eq!(scene.buy.sweep().await.unwrap(), Swept::default(), "its message may still come");
    scene.wait(Duration::from_mins(3));
    *scene.provider.is_down.lock().unwrap() = true;
    assert_eq!(scene.buy.sweep().await.unwrap().looked_up, 0, "a provider that is down stops nothing");
    *scene.provider.is_down.lock().unwrap() = false;
    scene.wait(Duration::from_mins(6));
    assert_eq!(scene.buy.sweep().await.unwrap(), Swept { settled: 0, looked_up: 1 });
    assert_eq!(scene.available().await, 300_000);
    let nothing = scene.buy.check(PurchaseId::generate()).await;
    assert!(matches!(nothing, Err(BuyCreditsError::NotFound(_))));
}

#[tokio::test]
async fn what_nobody_pays_ends_by_itself_and_can_still_be_paid() {
    let scene = Scene::open().await;
    let purchase = scene.start(100_000).await;
    scene.wait(TIME_TO_PAY);
    scene.buy.sweep().await.unwrap();
    let find = async || scene.buy.find(scene.purse, purchase.id).await.unwrap().unwrap();
    assert_eq!(find().await.status, PurchaseStatus::Open);
    scene.wait(Duration::from_mins(40));
    scene.buy.sweep().await.unwrap();
    assert_eq!(find().await.status, PurchaseStatus::Expired);
    scene.report("evt_1", purchase.id, "paid", 100).await;
    assert_eq!(scene.available().await, 100_000);
}

#[tokio::test]
async fn what_a_process_left_between_two_steps_is_swept() {
    let scene = Scene::open().await;
    let purchase = scene.start(100_000).await;
    let paid = Report::Paid { amount: purchase.price, payment: None };
    scene.buy.purchases.hear(purchase.id, Some("evt_1"), &[paid], scene.clock.now()).await.unwrap();
    assert_eq!(scene.available().await, 0, "the process died here");
    assert_eq!(scene.buy.sweep().await.unwrap(), Swept { settled: 1, looked_up: 0 });
    assert_eq!(scene.buy.sweep().await.unwrap(), Swept::default());
    assert_eq!(scene.available().await, 100_000);
    // The provider did not get our response, so it sends the report again.
    scene.report("evt_1", purchase.id, "paid", 100).await;
    assert_eq!(scene.available().await, 100_000);
}

#[tokio::test]
async fn refunds_that_providers_report_take_what_is_there() {
    let scene = Scene::open().await;
    let purchase = scene.start(500_000).await;
    let early = scene.report("evt_2", purchase.id, "refunded", 100).await;
    assert_eq!(early.status, PurchaseStatus::Open, "the refund overtook the payment");
    let paid = scene.report("evt_1", purchase.id, "paid", 500).await;
    assert_eq!(paid.status, PurchaseStatus::PartlyRefunded);
    assert_eq!(scene.available().await, 400_000);
    scene.spend(350_000).await;
    for event in ["evt_4", "evt_4", "evt_5"] {
        let whole = scene.report(event, purchase.id, "refunded", 500).await;
        assert_eq!((whole.reversed, whole.owed), (Credits::new(150_000), Credits::new(350_000)));
        assert_eq!(whole.status, PurchaseStatus::Refunded);
    }
    assert_eq!(scene.available().await, 0);
    assert_eq!(scene.ledger.audit().await.unwrap(), []);
}

#[tokio::test]
async fn operators_pay_back_what_was_not_spent() {
    let scene = Scene::open().await;
    let purchase = scene.start(500_000).await;
    let order = |amount| RefundInput { purchase: purchase.id, amount, by_hand: false, even_if_spent: false };
    let unpaid = scene.buy.refund(order(None)).await;
    assert!(matches!(unpaid, Err(BuyCreditsError::NotRefundable { .. })));
    scene.report("evt_1", purchase.id, "paid", 500).await;
    scene.spend(300_000).await;
    for amount in [0, -1, 501] {
        let odd = scene.buy.refund(order(Some(amount))).await;
        assert!(
            matches!(odd, Err(BuyCreditsError::NotRefundable { left }) if left == cents(500)),
            "{amount}"
        );
    }
    let spent = scene.buy.refund(order(None)).await;
    let (needed, available) = (Credits::new(500_000), Credits::new(200_000));
    assert!(
        matches!(spent, Err(BuyCreditsError::Spent { needed: n, available: a }) if (n, a) == (needed, available))
    );
    assert!(scene.provider.paid_back.lock().unwrap().is_empty());
    let part = scene.buy.refund(order(Some(150))).await.unwrap();
    assert_eq!((part.status, part.refundable()), (PurchaseStatus::PartlyRefunded, cents(350)));
    assert_eq!(scene.available().await, 50_000);
    // The provider's own message about the same refund.
    scene.report("evt_2", purchase.id, "refunded", 150).await;
    assert_eq!(scene.available().await, 50_000);
    let rest =
        scene.buy.refund(RefundInput { even_if_spent: true, by_hand: true, ..order(None) }).await.unwrap();
    assert_eq!((rest.status, rest.owed), (PurchaseStatus::Refunded, Credits::new(300_000)));
    assert_eq!(*scene.provider.paid_back.lock().unwrap(), [format!("{}-refund-0-150", purchase.id)]);
    assert_eq!(scene.ledger.audit().await.unwrap(), []);
}

#[tokio::test]
async fn purchases_are_begun_once_for_a_key_and_refused_plainly() {
    let scene = Scene::open().await;
    let first = scene.start_with(100_000, Some("k")).await.unwrap();
    assert_eq!(scene.start_with(100_000, Some("k")).await.unwrap(), first);
    let reused = scene.start_with(200_000, Some("k")).await;
    assert!(matches!(reused, Err(BuyCreditsError::KeyReused)));
    *scene.provider.is_down.lock().unwrap() = true;
    let failed = scene.start_with(100_000, Some("k2")).await;
    assert!(matches!(failed, Err(BuyCreditsError::Provider(_))));
    *scene.provider.is_down.lock().unwrap() = false;
    scene.start_with(100_000, Some("k2")).await.unwrap();
    let back = url("https://app.test/");
    let new = NewPurchase {
        purse: scene.purse,
        order: Pack::ALL[0].order,
        provider: PaymentProviderName::Payos,
        currency: Currency::Vnd,
        paid: &back,
        cancelled: &back,
        key: None,
    };
    let closed = scene.buy.start(new.clone()).await.unwrap_err().to_string();
    assert_eq!(closed, "payos is not set up; the operator must set payments.payos.api_key");
    let long = url(&format!("https://app.test/{}", "a".repeat(500)));
    let too_long = NewPurchase { provider: PaymentProviderName::Stripe, paid: &long, ..new };
    assert!(matches!(scene.buy.start(too_long).await, Err(BuyCreditsError::ReturnTooLong)));
    let missing: Vec<_> = scene.buy.providers(KeyMode::Live).iter().map(|offer| offer.missing).collect();
    assert_eq!(missing, [&[][..], MISSING]);
}
