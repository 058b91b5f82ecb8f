//! Tests of the adapters of payment providers with the stand-ins, their pages and their messages: a purchase
//! from its creation to its refund.

use std::sync::Arc;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ids::AccountId;
use domain::ledger::Purse;
use domain::purchases::{
    CreditQuantity, Money, PaymentProviderName, Purchase, PurchaseId, PurchaseStatus, Report,
};
use ports::clock::SystemClock;
use ports::payments::{Checkout, PaymentEvent, ReturnUrls, Webhook};
use ports::{Clock, FailureKind, PaymentProvider};
use providers::ProviderClient;
use providers::payments::PaymentSettings;
use reqwest::{Client, Url, redirect};
use sandbox::{PaymentOptions, Sandbox, SandboxOptions};
use secrecy::SecretString;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_util::task::TaskTracker;

const SECRET: &str = "a secret of this installation";

/// A message as the service received it: the path, the signature and the body.
struct Delivered {
    path: String,
    signature: Option<String>,
    body: String,
}

struct Scene {
    sandbox: Sandbox,
    delivered: UnboundedReceiver<Delivered>,
    browser: Client,
    _service: TaskTracker,
}

/// A service that accepts every message but the first, like one that is just starting.
async fn service() -> (String, UnboundedReceiver<Delivered>, TaskTracker) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/webhooks/sandbox/", listener.local_addr().unwrap());
    let (tell, delivered) = unbounded_channel();
    let tasks = TaskTracker::new();
    tasks.spawn(async move {
        let mut is_first = true;
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut text = Vec::new();
            let (head, body) = loop {
                stream.read_buf(&mut text).await.unwrap();
                let text = String::from_utf8(text.clone()).unwrap();
                let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                let length: usize = header(head, "Content-Length").unwrap().parse().unwrap();
                if body.len() == length {
                    break (head.to_owned(), body.to_owned());
                }
            };
            let status = if is_first { "503 Service Unavailable" } else { "200 OK" };
            stream
                .write_all(format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n").as_bytes())
                .await
                .unwrap();
            if !is_first {
                let path = head.split(' ').nth(1).unwrap().to_owned();
                let signature = header(&head, "Stripe-Signature");
                let _ = tell.send(Delivered { path, signature, body });
            }
            is_first = false;
        }
    });
    (address, delivered, tasks)
}

fn header(head: &str, name: &str) -> Option<String> {
    let line = head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.map(str::to_owned)
}

impl Scene {
    async fn open() -> Self {
        let (webhooks, delivered, service) = service().await;
        let payments =
            PaymentOptions { secret: SECRET.to_owned(), checkout_url: None, webhooks: Some(webhooks) };
        let sandbox = Sandbox::start(SandboxOptions { payments, ..SandboxOptions::default() }).await.unwrap();
        let browser = Client::builder().no_proxy().redirect(redirect::Policy::none()).build().unwrap();
        Self { sandbox, delivered, browser, _service: service }
    }

    fn provider(&self, provider: PaymentProviderName) -> Arc<dyn PaymentProvider> {
        connect(&self.sandbox, provider, SECRET)
    }

    async fn order(&self, provider: PaymentProviderName) -> Purchase {
        let purchase = purchase(provider);
        let returns = ReturnUrls {
            paid: format!("https://app.test/paid?purchase={}", purchase.id),
            cancelled: "https://app.test/cancelled".to_owned(),
        };
        let checkout = self.provider(provider).open_checkout(&purchase, &returns).await.unwrap();
        let Checkout { reference, url } = checkout;
        Purchase { reference: Some(reference), checkout_url: Some(url), ..purchase }
    }

    /// Presses a button of the checkout page and returns the URL that the buyer goes to.
    async fn choose(&self, purchase: &Purchase, choice: &str) -> String {
        let address = purchase.checkout_url.clone().unwrap();
        let response = self.browser.post(address).form(&[("choice", choice)]).send().await.unwrap();
        assert_eq!(response.status(), 303);
        response.headers()["location"].to_str().unwrap().to_owned()
    }

    async fn page(&self, purchase: &Purchase) -> String {
        let response = self.browser.get(purchase.checkout_url.clone().unwrap()).send().await.unwrap();
        assert_eq!(response.status(), 200);
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        response.text().await.unwrap()
    }

    /// The next message, as the adapter reads it.
    async fn next(&mut self, provider: PaymentProviderName) -> Option<PaymentEvent> {
        let message = self.delivered.recv().await.unwrap();
        assert_eq!(message.path, format!("/webhooks/sandbox/{}", provider.as_str()));
        let (signature, body) = (message.signature.as_deref(), message.body.as_bytes());
        let webhook = Webhook { signature, body, now: SystemClock.now() };
        assert!(connect(&self.sandbox, provider, "another secret").read_webhook(&webhook).is_err());
        self.provider(provider).read_webhook(&webhook).unwrap()
    }
}

fn connect(sandbox: &Sandbox, provider: PaymentProviderName, secret: &str) -> Arc<dyn PaymentProvider> {
    let base = Url::parse(&format!("http://{}", sandbox.address())).unwrap();
    let client = ProviderClient::new("sandbox tests").unwrap();
    let settings = PaymentSettings::sandbox(&base, &SecretString::from(secret));
    let connected = match provider {
        PaymentProviderName::Stripe => settings.connect_stripe(&client),
        PaymentProviderName::Payos => settings.connect_payos(&client),
    };
    connected.unwrap().unwrap()
}

fn purchase(provider: PaymentProviderName) -> Purchase {
    let order = CreditQuantity::new(Credits::new(500_000)).unwrap();
    let now = SystemClock.now();
    Purchase {
        id: PurchaseId::generate(),
        purse: Purse { account: AccountId::from_u64(1), mode: KeyMode::Test },
        order,
        price: order.price(provider.currencies()[0]),
        provider,
        created_at: now,
        expires_at: Timestamp::from_second(now.as_second() + 3_600).unwrap(),
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

#[tokio::test]
async fn a_purchase_is_paid_and_told_by_both_providers() {
    let mut scene = Scene::open().await;
    for name in PaymentProviderName::ALL {
        let provider = scene.provider(name);
        let mut purchase = scene.order(name).await;
        assert_eq!(provider.look_up(&purchase).await.unwrap(), []);
        let page = scene.page(&purchase).await;
        assert!(page.contains("no real money") && page.contains("value=\"pay\""), "{page}");
        let target = scene.choose(&purchase, "pay").await;
        assert!(target.starts_with(&format!("https://app.test/paid?purchase={}", purchase.id)), "{target}");
        let event = scene.next(name).await.unwrap();
        assert!(
            matches!(&event.report, Report::Paid { amount, payment: Some(_) } if *amount == purchase.price)
        );
        match name {
            PaymentProviderName::Stripe => assert_eq!(event.subject.purchase, Some(purchase.id)),
            PaymentProviderName::Payos => {
                assert_eq!(event.subject.order_code, Some(purchase.id.order_code()));
            }
        }
        assert_eq!(event.subject.reference, purchase.reference);
        assert_eq!(provider.look_up(&purchase).await.unwrap(), std::slice::from_ref(&event.report));
        assert!(purchase.hear(&event.report, SystemClock.now()) && purchase.grant().is_some());
        let page = scene.page(&purchase).await;
        assert!(page.contains("This purchase is paid") && !page.contains("<button"), "{page}");
    }
}

#[tokio::test]
async fn buyers_may_decline_or_think_better_of_it() {
    let mut scene = Scene::open().await;
    let (stripe, payos) = (PaymentProviderName::Stripe, PaymentProviderName::Payos);
    let left = scene.order(stripe).await;
    assert_eq!(scene.choose(&left, "cancel").await, "https://app.test/cancelled");
    assert_eq!(scene.provider(stripe).look_up(&left).await.unwrap(), [], "the session stays open");
    let declined = scene.order(stripe).await;
    scene.choose(&declined, "decline").await;
    assert_eq!(scene.next(stripe).await, None, "the money is on its way");
    assert_eq!(scene.next(stripe).await.unwrap().report, Report::Failed);
    for (choice, report) in [("cancel", Report::Cancelled), ("decline", Report::Failed)] {
        let purchase = scene.order(payos).await;
        let target = scene.choose(&purchase, choice).await;
        assert!(target.starts_with("https://app.test/cancelled?code=00&id="), "{target}");
        assert_eq!(scene.provider(payos).look_up(&purchase).await.unwrap(), [report]);
        assert!(scene.page(&purchase).await.contains("can’t be paid any more"));
    }
}

#[tokio::test]
async fn stripe_pays_back_and_tells_of_it() {
    let mut scene = Scene::open().await;
    let stripe = scene.provider(PaymentProviderName::Stripe);
    let mut purchase = scene.order(PaymentProviderName::Stripe).await;
    scene.choose(&purchase, "pay").await;
    let paid = scene.next(PaymentProviderName::Stripe).await.unwrap().report;
    purchase.hear(&paid, SystemClock.now());
    let part = Money { amount: 200, ..purchase.price };
    for _ in 0..2 {
        assert_eq!(
            stripe.refund(&purchase, part, "k1").await.unwrap(),
            part,
            "the same key is the same refund"
        );
    }
    let event = scene.next(PaymentProviderName::Stripe).await.unwrap();
    assert_eq!(
        (event.subject.purchase, event.subject.payment),
        (Some(purchase.id), purchase.payment.clone())
    );
    assert_eq!(event.report, Report::Refunded { total: part });
    assert_eq!(stripe.look_up(&purchase).await.unwrap(), [paid, Report::Refunded { total: part }]);
    let too_much = stripe.refund(&purchase, purchase.price, "k2").await.unwrap_err();
    assert_eq!(too_much.kind, FailureKind::Unsuitable);
    let unknown = Purchase { payment: Some("pi_forged".to_owned()), ..purchase };
    assert!(stripe.refund(&unknown, part, "k3").await.is_err());
}

#[tokio::test]
async fn an_order_is_known_to_every_sandbox_with_the_secret_and_to_no_other() {
    let scene = Scene::open().await;
    let other = Scene::open().await;
    let stranger = Sandbox::start(SandboxOptions::default()).await.unwrap();
    for provider in PaymentProviderName::ALL {
        let purchase = scene.order(provider).await;
        assert_eq!(other.provider(provider).look_up(&purchase).await.unwrap(), []);
        let path = purchase.checkout_url.clone().unwrap().split_once("/__sandbox").unwrap().1.to_owned();
        for (sandbox, status) in [(&other.sandbox, 200), (&stranger, 404)] {
            let address = format!("http://{}/__sandbox{path}", sandbox.address());
            assert_eq!(scene.browser.get(&address).send().await.unwrap().status(), status, "{provider:?}");
            let forged = format!("{address}AAAA");
            assert_eq!(scene.browser.get(&forged).send().await.unwrap().status(), 404);
        }
        let odd = scene.browser.post(purchase.checkout_url.unwrap()).form(&[("choice", "rob")]).send().await;
        assert_eq!(odd.unwrap().status(), 422);
    }
}
