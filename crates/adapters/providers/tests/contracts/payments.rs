//! Stripe and payOS: what is sent, how responses are read, and which messages are accepted.

use std::sync::Arc;
use std::time::Instant;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ids::AccountId;
use domain::ledger::Purse;
use domain::purchases::{
    CreditQuantity, Currency, Money, PaymentProviderName, Purchase, PurchaseId, PurchaseStatus, Report,
};
use ports::payments::{PaymentEvent, PaymentSubject, ReturnUrls, Webhook, WebhookRefusal};
use ports::{EngineFailure, FailureKind, PaymentProvider};
use providers::payments::PaymentSettings;
use secrecy::SecretString;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::stand_in::{StandIn, client, json as reply};

const SECRET: &str = "whsec_test_secret";
const EVENT: &str = include_str!("../fixtures/stripe_event_checkout_completed.json");
const SIGNED: &str = "t=1794700800,v1=d4a2bd9976b138caaaf977eab4c399b91a18f164e5a77719bc1ff4eb8ea7a009";
const PAYOS_MESSAGE: &str = include_str!("../fixtures/payos_webhook.json");

/// No id has the order code of payOS's fixtures, so tests replace that code by the one of this id.
fn purchase(provider: PaymentProviderName) -> Purchase {
    let order = CreditQuantity::new(Credits::new(1_900_000)).unwrap();
    Purchase {
        id: "pur_01k9zq6j4v8f0t3w5y7a9c1e2g".parse().unwrap(),
        purse: Purse { account: AccountId::from_u64(1), mode: KeyMode::Live },
        order,
        price: order.price(provider.currencies()[0]),
        provider,
        created_at: Timestamp::from_second(1_794_700_000).unwrap(),
        expires_at: Timestamp::from_second(1_794_710_800).unwrap(),
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

fn returns() -> ReturnUrls {
    ReturnUrls { paid: "https://app/s?purchase=x".to_owned(), cancelled: "https://app/c".to_owned() }
}

fn connect(base: &url::Url, provider: PaymentProviderName, secret: &str) -> Arc<dyn PaymentProvider> {
    let settings = PaymentSettings::sandbox(base, &SecretString::from(secret));
    let connected = match provider {
        PaymentProviderName::Stripe => settings.connect_stripe(&client()),
        PaymentProviderName::Payos => settings.connect_payos(&client()),
    };
    connected.unwrap().unwrap()
}

fn nowhere(provider: PaymentProviderName, secret: &str) -> Arc<dyn PaymentProvider> {
    connect(&"http://127.0.0.1:9".parse().unwrap(), provider, secret)
}

fn session(changes: &Value) -> ResponseTemplate {
    let mut session: Value =
        serde_json::from_str(include_str!("../fixtures/stripe_checkout_session.json")).unwrap();
    for (name, value) in changes.as_object().unwrap() {
        session[name] = value.clone();
    }
    reply(200, &session.to_string())
}

async fn stripe_with(
    replies: impl IntoIterator<Item = ResponseTemplate>,
) -> (StandIn, Arc<dyn PaymentProvider>) {
    let routes = replies.into_iter().map(|reply| ("/stripe/v1/checkout/sessions", reply));
    let stand_in = StandIn::at(routes).await;
    let provider = connect(&stand_in.address(), PaymentProviderName::Stripe, SECRET);
    (stand_in, provider)
}

#[test]
fn providers_are_set_whole_or_not_at_all() {
    let nothing = PaymentSettings::default();
    let missing = nothing.connect_stripe(&client()).unwrap().err().unwrap();
    assert_eq!(missing, ["payments.stripe.secret_key", "payments.stripe.webhook_secret"]);
    let missing = nothing.connect_payos(&client()).unwrap().err().unwrap();
    assert_eq!(missing.len(), 3);
    let in_part: PaymentSettings =
        serde_json::from_value(json!({"stripe": {"secret_key": "sk_1"}, "payos": {"checksum_key": "c"}}))
            .unwrap();
    let problem = in_part.connect_stripe(&client()).err().unwrap().to_string();
    assert!(problem.starts_with("payments.stripe.webhook_secret is not set"), "{problem}");
    let problem = in_part.connect_payos(&client()).err().unwrap().to_string();
    assert!(problem.starts_with("payments.payos.client_id is not set"), "{problem}");
    let shown = serde_json::to_string(&in_part).unwrap();
    assert!(!shown.contains("sk_1") && shown.contains("(set, not shown)"), "{shown}");
}

#[tokio::test]
async fn stripe_is_asked_for_a_session_as_its_own_library_asks() {
    let (stand_in, stripe) = stripe_with([session(&json!({}))]).await;
    let checkout = stripe.open_checkout(&purchase(PaymentProviderName::Stripe), &returns()).await.unwrap();
    assert_eq!(checkout.reference, "cs_test_a1B2c3");
    assert_eq!(checkout.url, "https://checkout.stripe.com/c/pay/cs_test_a1B2c3");
    let sent = "POST /stripe/v1/checkout/sessions
  accept: */*
  authorization: Bearer sandbox
  content-type: application/x-www-form-urlencoded
  idempotency-key: pur_01k9zq6j4v8f0t3w5y7a9c1e2g-checkout
  stripe-version: 2026-10-28.endive
  user-agent: Rankwright-test/1.0
  mode=payment&success_url=https%3A%2F%2Fapp%2Fs%3Fpurchase%3Dx&cancel_url=https%3A%2F%2Fapp%2Fc\
&client_reference_id=pur_01k9zq6j4v8f0t3w5y7a9c1e2g&metadata%5Bpurchase%5D=pur_01k9zq6j4v8f0t3w5y7a9c1e2g\
&metadata%5Bcredits%5D=1900000&payment_intent_data%5Bmetadata%5D%5Bpurchase%5D=pur_01k9zq6j4v8f0t3w5y7a9c1e2g\
&expires_at=1794710800&line_items%5B0%5D%5Bquantity%5D=1&line_items%5B0%5D%5Bprice_data%5D%5Bcurrency%5D=usd\
&line_items%5B0%5D%5Bprice_data%5D%5Bunit_amount%5D=1900\
&line_items%5B0%5D%5Bprice_data%5D%5Bproduct_data%5D%5Bname%5D=1%2C900%2C000+credits";
    assert_eq!(stand_in.requests().await, [sent]);
}

#[tokio::test]
async fn stripe_is_asked_again_with_the_same_key_where_that_can_help() {
    let again = [reply(500, "{}"), reply(409, "{}"), session(&json!({}))];
    let header = |status, value| reply(status, "{}").insert_header("stripe-should-retry", value);
    for (replies, asked) in [
        (again.to_vec(), 3),
        (vec![header(429, "true"), session(&json!({}))], 2),
        (vec![header(500, "false")], 1),
        (vec![reply(429, "{}")], 1),
        (vec![reply(400, include_str!("../fixtures/stripe_error_400.json"))], 1),
    ] {
        let succeeds = replies.len() == asked && asked > 1;
        let (stand_in, stripe) = stripe_with(replies).await;
        let outcome = stripe.open_checkout(&purchase(PaymentProviderName::Stripe), &returns()).await;
        assert_eq!(outcome.is_ok(), succeeds, "{outcome:?}");
        let requests = stand_in.requests().await;
        assert_eq!(requests.len(), asked);
        assert!(requests.iter().all(|request| *request == requests[0]), "{requests:?}");
    }
}

#[tokio::test]
async fn stripes_refusals_are_told_in_its_words_and_without_secrets() {
    let (_stand_in, stripe) =
        stripe_with([reply(400, include_str!("../fixtures/stripe_error_400.json"))]).await;
    let failure = stripe.open_checkout(&purchase(PaymentProviderName::Stripe), &returns()).await.unwrap_err();
    assert_eq!(failure.to_string(), "stripe answered with status 400: Missing required param: line_items.");
    let words = json!({"error": {"message": format!("Invalid API Key: sandbox, {SECRET}")}});
    let (_stand_in, stripe) = stripe_with([reply(401, &words.to_string())]).await;
    let failure = stripe.open_checkout(&purchase(PaymentProviderName::Stripe), &returns()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Refused);
    assert_eq!(failure.reason, "answered with status 401: Invalid API Key: (secret), (secret)");
}

#[tokio::test]
async fn a_session_with_another_price_or_no_page_is_refused() {
    for changes in [
        json!({"amount_total": 1}),
        json!({"currency": "vnd"}),
        json!({"currency": null}),
        json!({"url": null}),
        json!({"url": "javascript:alert(1)"}),
        json!({"id": "cs test"}),
        json!({"id": ""}),
    ] {
        let (_stand_in, stripe) = stripe_with([session(&changes)]).await;
        let failure =
            stripe.open_checkout(&purchase(PaymentProviderName::Stripe), &returns()).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Broken, "{changes}");
    }
}

async fn looked_up(changes: &Value) -> Result<Vec<Report>, EngineFailure> {
    let stand_in = StandIn::new(session(changes)).await;
    let stripe = connect(&stand_in.address(), PaymentProviderName::Stripe, SECRET);
    let purchase =
        Purchase { reference: Some("cs_test_a1B2c3".to_owned()), ..purchase(PaymentProviderName::Stripe) };
    stripe.look_up(&purchase).await
}

#[tokio::test]
async fn a_session_tells_how_its_purchase_stands() {
    let cents = |amount| Money { amount, currency: Currency::Usd };
    let paid = Report::Paid { amount: cents(1_900), payment: Some("pi_1".to_owned()) };
    assert_eq!(looked_up(&json!({})).await.unwrap(), []);
    assert_eq!(
        looked_up(&json!({"status": "complete"})).await.unwrap(),
        [],
        "money that takes days is not there"
    );
    assert_eq!(looked_up(&json!({"status": "expired"})).await.unwrap(), [Report::Expired]);
    let complete = json!({"payment_status": "paid", "payment_intent": "pi_1"});
    assert_eq!(looked_up(&complete).await.unwrap(), std::slice::from_ref(&paid));
    let charge = json!({"id": "ch_1", "amount_refunded": 300, "currency": "usd", "payment_intent": "pi_1", "metadata": {}});
    let whole = json!({"payment_status": "paid", "payment_intent": {"id": "pi_1", "latest_charge": charge}});
    assert_eq!(looked_up(&whole).await.unwrap(), [paid, Report::Refunded { total: cents(300) }]);
    assert!(looked_up(&json!({"payment_status": "paid", "currency": "eur"})).await.is_err());
    let unknown =
        nowhere(PaymentProviderName::Stripe, SECRET).look_up(&purchase(PaymentProviderName::Stripe)).await;
    assert_eq!(unknown.unwrap(), [], "a purchase without a page was never paid");
}

#[tokio::test]
async fn stripe_pays_back_once_for_a_key() {
    let body = json!({"id": "re_1", "object": "refund", "amount": 500, "status": "succeeded"});
    let stand_in = StandIn::new(reply(200, &body.to_string())).await;
    let stripe = connect(&stand_in.address(), PaymentProviderName::Stripe, SECRET);
    let paid =
        Purchase { payment: Some("pi_1".to_owned()), refunded: 200, ..purchase(PaymentProviderName::Stripe) };
    let amount = Money { amount: 500, currency: Currency::Usd };
    assert_eq!(stripe.refund(&paid, amount, "key-1").await.unwrap(), Money { amount: 700, ..amount });
    let sent = "POST /stripe/v1/refunds
  accept: */*
  authorization: Bearer sandbox
  content-type: application/x-www-form-urlencoded
  idempotency-key: key-1
  stripe-version: 2026-10-28.endive
  user-agent: Rankwright-test/1.0
  payment_intent=pi_1&amount=500&metadata%5Bpurchase%5D=pur_01k9zq6j4v8f0t3w5y7a9c1e2g";
    assert_eq!(stand_in.requests().await, [sent]);
    let unknown = stripe.refund(&purchase(PaymentProviderName::Stripe), amount, "key-2").await;
    assert_eq!(unknown.unwrap_err().kind, FailureKind::Unsuitable);
    let failed = StandIn::new(reply(200, &json!({"amount": 500, "status": "failed"}).to_string())).await;
    let stripe = connect(&failed.address(), PaymentProviderName::Stripe, SECRET);
    assert!(stripe.refund(&paid, amount, "key-3").await.is_err());
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn read(signature: Option<&str>, body: &[u8], second: i64) -> Result<Option<PaymentEvent>, WebhookRefusal> {
    nowhere(PaymentProviderName::Stripe, SECRET).read_webhook(&Webhook { signature, body, now: at(second) })
}

#[test]
fn stripes_own_signature_is_believed_for_five_minutes_and_no_other() {
    const TIME: i64 = 1_794_700_800;
    let body = EVENT.as_bytes();
    let (time, code) = SIGNED.split_once(',').unwrap();
    let code = code.strip_prefix("v1=").unwrap();
    let zeros = "0".repeat(64);
    for good in
        [SIGNED.to_owned(), format!("{time},v1={zeros},v1={code}"), format!("{time}, v0=x, v1={code}, v2=y")]
    {
        // The fixture belongs to none of our purchases.
        assert_eq!(read(Some(&good), body, TIME + 300), Ok(None), "{good}");
        assert_eq!(read(Some(&good), body, TIME + 301), Err(WebhookRefusal::Stale), "{good}");
    }
    for bad in [
        "",
        "v1",
        time,
        &format!("v1={code}"),
        &format!("{time},v0={code}"),
        &format!("{time},v1={zeros}"),
        &format!("{time},v1={}", &code[..62]),
        &format!("t=1794700801,v1={code}"),
        &format!("t=,v1={code}"),
        &format!("t=x,v1={code}"),
        &format!("{time},v1=é{code}"),
    ] {
        assert_eq!(read(Some(bad), body, TIME), Err(WebhookRefusal::Signature), "{bad}");
    }
    assert_eq!(read(None, body, TIME), Err(WebhookRefusal::Signature));
    let spaced = format!("{EVENT}\n");
    assert_eq!(read(Some(SIGNED), spaced.as_bytes(), TIME), Err(WebhookRefusal::Signature), "byte for byte");
    let other = nowhere(PaymentProviderName::Stripe, "whsec_other");
    let refused = other.read_webhook(&Webhook { signature: Some(SIGNED), body, now: at(TIME) });
    assert_eq!(refused, Err(WebhookRefusal::Signature));
}

fn signed(body: &str) -> String {
    let key = aws_lc_rs::hmac::Key::new(aws_lc_rs::hmac::HMAC_SHA256, SECRET.as_bytes());
    let tag = aws_lc_rs::hmac::sign(&key, format!("1000.{body}").as_bytes());
    let digits: Vec<String> = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    let digits = digits.concat();
    format!("t=1000,v1={digits}")
}

fn told(kind: &str, object: &Value) -> Result<Option<(PaymentSubject, Report)>, WebhookRefusal> {
    let body =
        json!({"id": "evt_1", "object": "event", "type": kind, "data": {"object": object}}).to_string();
    let event = read(Some(&signed(&body)), body.as_bytes(), 1_000)?;
    Ok(event.map(|event| {
        assert_eq!(event.id, "evt_1");
        (event.subject, event.report)
    }))
}

#[test]
fn stripes_messages_are_read() {
    let ours = purchase(PaymentProviderName::Stripe).id;
    let session = |status: &str| {
        json!({"id": "cs_1", "client_reference_id": ours.to_string(), "amount_total": 1_900, "currency": "usd",
            "payment_status": status, "payment_intent": "pi_1", "status": "complete"})
    };
    let subject = PaymentSubject {
        purchase: Some(ours),
        reference: Some("cs_1".to_owned()),
        ..PaymentSubject::default()
    };
    let cents = |amount| Money { amount, currency: Currency::Usd };
    let paid = Report::Paid { amount: cents(1_900), payment: Some("pi_1".to_owned()) };
    for kind in ["checkout.session.completed", "checkout.session.async_payment_succeeded"] {
        assert_eq!(told(kind, &session("paid")), Ok(Some((subject.clone(), paid.clone()))));
        assert_eq!(told(kind, &session("unpaid")), Ok(None), "the money is on its way");
    }
    let failed = told("checkout.session.async_payment_failed", &session("unpaid"));
    assert_eq!(failed, Ok(Some((subject.clone(), Report::Failed))));
    assert_eq!(told("checkout.session.expired", &session("unpaid")), Ok(Some((subject, Report::Expired))));
    let charge = json!({"amount": 1_900, "amount_refunded": 500, "currency": "usd", "payment_intent": "pi_1",
        "metadata": {"purchase": ours.to_string()}});
    let subject = PaymentSubject {
        purchase: Some(ours),
        payment: Some("pi_1".to_owned()),
        ..PaymentSubject::default()
    };
    let refunded = Report::Refunded { total: cents(500) };
    assert_eq!(told("charge.refunded", &charge), Ok(Some((subject, refunded))));
    for (kind, object) in [
        ("invoice.paid", json!({})),
        ("customer.subscription.deleted", json!({})),
        (
            "checkout.session.completed",
            json!({"id": "cs_2", "client_reference_id": "another shop's", "currency": "eur"}),
        ),
        ("charge.refunded", json!({"amount_refunded": 1, "currency": "eur"})),
    ] {
        assert_eq!(told(kind, &object), Ok(None), "{kind}");
    }
    for (kind, object) in [
        ("checkout.session.completed", json!([])),
        ("checkout.session.completed", json!({"id": 1})),
        ("charge.refunded", json!({"amount_refunded": "1"})),
    ] {
        assert!(matches!(told(kind, &object), Err(WebhookRefusal::Malformed(_))), "{kind}");
    }
    for body in ["", "{", "[]", "\"x\"", r#"{"id":"e","object":"v2.core.event","type":"x"}"#] {
        let outcome = read(Some(&signed(body)), body.as_bytes(), 1_000);
        assert!(matches!(outcome, Err(WebhookRefusal::Malformed(_))), "{body}");
    }
}

fn payos_reads(key: &str, body: &str) -> Result<Option<PaymentEvent>, WebhookRefusal> {
    let webhook = Webhook { signature: None, body: body.as_bytes(), now: at(0) };
    nowhere(PaymentProviderName::Payos, key).read_webhook(&webhook)
}

#[test]
fn messages_of_payos_are_believed_if_it_signed_them() {
    let event = payos_reads("chk", PAYOS_MESSAGE).unwrap().unwrap();
    let link = "124c33293c43417ab7879e14c8d9eb18";
    assert_eq!(event.id, format!("{link}:TF230204212323"));
    assert_eq!((event.subject.order_code, event.subject.reference.as_deref()), (Some(123), Some(link)));
    let amount = Money { amount: 2_000, currency: Currency::Vnd };
    assert_eq!(event.report, Report::Paid { amount, payment: Some("TF230204212323".to_owned()) });
    assert_eq!(payos_reads("other", PAYOS_MESSAGE), Err(WebhookRefusal::Signature));
    for (from, to) in
        [("2000", "2000000"), ("\"orderCode\": 123", "\"orderCode\": 124"), ("e37e81e3", "e37e81e4")]
    {
        let forged = PAYOS_MESSAGE.replacen(from, to, 1);
        assert_ne!(forged, PAYOS_MESSAGE);
        assert_eq!(payos_reads("chk", &forged), Err(WebhookRefusal::Signature), "{to}");
    }
    for body in ["{}", r#"{"code":"00","data":null,"signature":"x"}"#, r#"{"code":"00","data":{}}"#] {
        assert!(payos_reads("chk", body).is_err(), "{body}");
    }
}

/// The provider's signed response about one of our orders.
fn payos_answer(data: &Value) -> ResponseTemplate {
    let mut fields: Vec<(&String, &Value)> = data.as_object().unwrap().iter().collect();
    fields.sort_by_key(|(name, _)| *name);
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", text(value))).collect();
    let key = aws_lc_rs::hmac::Key::new(aws_lc_rs::hmac::HMAC_SHA256, b"chk");
    let tag = aws_lc_rs::hmac::sign(&key, pairs.join("&").as_bytes());
    let signature: Vec<String> = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    let signature = signature.concat();
    reply(200, &json!({"code": "00", "desc": "success", "data": data, "signature": signature}).to_string())
}

async fn payos_with(answer: ResponseTemplate) -> (StandIn, Arc<dyn PaymentProvider>) {
    let stand_in = StandIn::new(answer).await;
    let provider = connect(&stand_in.address(), PaymentProviderName::Payos, "chk");
    (stand_in, provider)
}

#[tokio::test]
async fn payos_is_asked_for_a_link_with_a_signed_order() {
    let order = purchase(PaymentProviderName::Payos);
    let data = json!({"orderCode": order.id.order_code(), "amount": order.price.amount, "paymentLinkId": "l1",
        "checkoutUrl": "https://pay.payos.vn/web/l1", "status": "PENDING"});
    let (stand_in, payos) = payos_with(payos_answer(&data)).await;
    let checkout = payos.open_checkout(&order, &returns()).await.unwrap();
    assert_eq!((checkout.reference.as_str(), checkout.url.as_str()), ("l1", "https://pay.payos.vn/web/l1"));
    let sent = stand_in.requests().await.remove(0);
    let (head, body) = sent.split_once("\n  {").unwrap();
    let expected = "POST /payos/v2/payment-requests
  accept: */*
  content-type: application/json
  user-agent: Rankwright-test/1.0
  x-api-key: sandbox
  x-client-id: sandbox";
    assert_eq!(head, expected);
    let body: Value = serde_json::from_str(&format!("{{{body}")).unwrap();
    let expected = json!({
        "orderCode": 114_862_076_246_096_i64, "amount": 475_000, "description": "RW6246096", "cancelUrl": "https://app/c",
        "returnUrl": "https://app/s?purchase=x", "expiredAt": 1_794_710_800,
        "items": [{"name": "1,900,000 credits", "quantity": 1, "price": 475_000}],
        "signature": "42445ae5721b02ed55adf67d0178f9a14576a482d9ca02cc5c3bbb425a2c620a",
    });
    assert_eq!(body, expected);
    let another = json!({"orderCode": 1, "amount": 2_000, "paymentLinkId": "l1", "checkoutUrl": "https://pay.payos.vn/web/l1"});
    let unsigned =
        json!({"code": "00", "desc": "success", "data": data, "signature": "0".repeat(64)}).to_string();
    for (answer, kind) in [
        (payos_answer(&another), FailureKind::Broken),
        (reply(200, &unsigned), FailureKind::Broken),
        (reply(200, include_str!("../fixtures/payos_create_response.json")), FailureKind::Broken),
        (reply(200, r#"{"code":"231","desc":"Đơn thanh toán đã tồn tại"}"#), FailureKind::Unsuitable),
        (reply(401, r#"{"code":"401","desc":"Unauthorized"}"#), FailureKind::Refused),
        (reply(200, "<html>"), FailureKind::Broken),
    ] {
        let (stand_in, payos) = payos_with(answer).await;
        let failure = payos.open_checkout(&order, &returns()).await.unwrap_err();
        assert_eq!(failure.kind, kind, "{failure}");
        assert_eq!(stand_in.requests().await.len(), 1, "an order is not sent twice");
    }
}

#[tokio::test]
async fn payos_tells_how_a_purchase_stands() {
    let order = Purchase { reference: Some("l1".to_owned()), ..purchase(PaymentProviderName::Payos) };
    let price = order.price.amount;
    let paid = |amount| Report::Paid { amount: Money { amount, ..order.price }, payment: None };
    for (status, amount, expected) in [
        ("PENDING", 0, vec![]),
        ("PROCESSING", 0, vec![]),
        ("PAID", price, vec![paid(price)]),
        ("UNDERPAID", 7, vec![paid(7)]),
        ("CANCELLED", 0, vec![Report::Cancelled]),
        ("EXPIRED", 0, vec![Report::Expired]),
        ("FAILED", 0, vec![Report::Failed]),
        ("SOMETHING", 0, vec![]),
    ] {
        let data = json!({"id": "l1", "orderCode": order.id.order_code(), "amount": price, "amountPaid": amount,
            "status": status, "transactions": []});
        let (_stand_in, payos) = payos_with(payos_answer(&data)).await;
        assert_eq!(payos.look_up(&order).await.unwrap(), expected, "{status}");
    }
    let (_stand_in, payos) = payos_with(payos_answer(&json!({"orderCode": 1, "status": "PAID"}))).await;
    assert!(payos.look_up(&order).await.is_err(), "about another order");
    assert!(payos.refund(&order, order.price, "k").await.is_err());
}

#[tokio::test]
async fn a_provider_that_is_not_there_is_given_up_soon() {
    let started = Instant::now();
    for provider in PaymentProviderName::ALL {
        let outcome = nowhere(provider, SECRET).open_checkout(&purchase(provider), &returns()).await;
        assert_eq!(outcome.unwrap_err().kind, FailureKind::Unreachable);
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn ids_of_purchases_are_what_messages_name() {
    let id = purchase(PaymentProviderName::Stripe).id;
    assert_eq!(id.to_string().parse::<PurchaseId>(), Ok(id));
}
