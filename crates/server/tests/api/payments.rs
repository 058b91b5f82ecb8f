//! Purchases of credits: messages of providers, replayed, reordered, forged and concurrent, and purchases in
//! the sandbox.

use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use sha2::Sha256;
use testkit::{Providers, ServerBuilder, TestServer};
use tokio::task::JoinSet;

use crate::support::{builder, refused, send, server};

const STRIPE_SECRET: &str = "whsec_of_these_tests";
/// The only key that the stand-ins accept.
const PAYOS_KEY: &str = "sandbox";
const STARTER: i64 = 1_000_000;
const BOUGHT: i64 = 500_000;

fn selling(providers: &Providers) -> ServerBuilder {
    builder()
        .set("PAYMENTS__STRIPE__SECRET_KEY", "sandbox")
        .set("PAYMENTS__STRIPE__WEBHOOK_SECRET", STRIPE_SECRET)
        .set("PAYMENTS__STRIPE__BASE_URL", format!("{}/stripe", providers.url))
        .set("PAYMENTS__PAYOS__CLIENT_ID", "sandbox")
        .set("PAYMENTS__PAYOS__API_KEY", "sandbox")
        .set("PAYMENTS__PAYOS__CHECKSUM_KEY", PAYOS_KEY)
        .set("PAYMENTS__PAYOS__BASE_URL", format!("{}/payos", providers.url))
}

fn providers() -> Providers {
    Providers::start(env!("CARGO_BIN_EXE_rankwright"), &[])
}

fn buy(server: &TestServer, arguments: &[&str]) -> Value {
    let all = [&["credits", "buy", "500000", "--json"], arguments].concat();
    serde_json::from_str(&server.run_ok(&all)).unwrap()
}

fn purchase(server: &TestServer, id: &Value) -> Value {
    let listed: Value =
        serde_json::from_str(&server.run_ok(&["credits", "purchases", "--json", "--limit", "100"])).unwrap();
    let found = listed.as_array().unwrap().iter().find(|purchase| purchase["purchaseId"] == *id);
    found.unwrap().clone()
}

async fn balance(server: &TestServer) -> i64 {
    let (status, body) = send(server.get("/v1/account")).await;
    assert_eq!(status, 200, "{body}");
    body["credits"]["balanceCredits"].as_i64().unwrap()
}

/// Waits for a change by another process, which a running service sees soon.
async fn becomes(server: &TestServer, expected: i64) {
    let look = async || balance(server).await == expected;
    for _ in 0..200 {
        if look().await {
            return;
        }
        tokio::time::sleep(testkit::BETWEEN_LOOKS).await;
    }
    assert_eq!(balance(server).await, expected);
}

fn code(key: &str, text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).unwrap();
    mac.update(text.as_bytes());
    let digits: Vec<String> = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

fn signature(secret: &str, time: u64, body: &str) -> String {
    format!("t={time},v1={}", code(secret, &format!("{time}.{body}")))
}

fn event(id: &str, kind: &str, object: &Value) -> String {
    json!({"id": id, "object": "event", "type": kind, "data": {"object": object}}).to_string()
}

fn session(purchase: &Value, payment_status: &str) -> Value {
    json!({"id": purchase["reference"], "object": "checkout.session", "client_reference_id": purchase["purchaseId"],
        "amount_total": purchase["amount"], "currency": purchase["currency"], "payment_status": payment_status,
        "payment_intent": format!("pi_{}", purchase["orderCode"]), "status": "complete"})
}

fn completed(id: &str, purchase: &Value) -> String {
    event(id, "checkout.session.completed", &session(purchase, "paid"))
}

fn refunded(id: &str, purchase: &Value, cents: i64) -> String {
    let charge = json!({"object": "charge", "amount": purchase["amount"], "amount_refunded": cents,
        "currency": purchase["currency"], "payment_intent": format!("pi_{}", purchase["orderCode"]),
        "metadata": {"purchase": purchase["purchaseId"]}});
    event(id, "charge.refunded", &charge)
}

fn post(server: &TestServer, path: &str, body: &str) -> RequestBuilder {
    let request = server.http.post(format!("{}{path}", server.url));
    request.header("content-type", "application/json").body(body.to_owned())
}

/// A message as Stripe sends it.
fn stripe(server: &TestServer, body: &str) -> RequestBuilder {
    post(server, "/webhooks/stripe", body).header("stripe-signature", signature(STRIPE_SECRET, now(), body))
}

async fn told(server: &TestServer, body: &str) {
    let (status, answer) = send(stripe(server, body)).await;
    assert_eq!((status, &answer["known"]), (200, &json!(true)), "{answer}");
}

#[tokio::test]
async fn messages_that_are_replayed_and_come_all_at_once_grant_once() {
    let providers = providers();
    let server = selling(&providers).start();
    let purchase = buy(&server, &[]);
    assert!(purchase["checkoutUrl"].as_str().unwrap().starts_with("http"), "{purchase}");
    assert_eq!((&purchase["status"], &purchase["amount"]), (&json!("open"), &json!(500)));
    let mut messages = JoinSet::new();
    for number in 0..60 {
        let body = match number % 4 {
            0 => event(
                &format!("evt_late_{number}"),
                "checkout.session.expired",
                &session(&purchase, "unpaid"),
            ),
            1 => completed("evt_same", &purchase),
            2 => event("evt_async", "checkout.session.async_payment_succeeded", &session(&purchase, "paid")),
            _ => completed(&format!("evt_{number}"), &purchase),
        };
        let request = stripe(&server, &body);
        messages.spawn(async move { request.send().await.unwrap().status().as_u16() });
    }
    let statuses = messages.join_all().await;
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
    assert_eq!(balance(&server).await, STARTER + BOUGHT);
    told(&server, &completed("evt_same", &purchase)).await;
    assert_eq!(balance(&server).await, STARTER + BOUGHT);
    let (_, statement) = send(server.get("/v1/account/transactions")).await;
    let id = purchase["purchaseId"].as_str().unwrap();
    let lines = statement["data"].as_array().unwrap().iter();
    let grants: Vec<&Value> = lines.filter(|line| line["purpose"].as_str().unwrap().ends_with(id)).collect();
    assert_eq!(grants.len(), 1, "{statement}");
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn the_order_of_messages_does_not_matter() {
    let providers = providers();
    let server = selling(&providers).start();
    let purchase = buy(&server, &[]);
    told(&server, &refunded("evt_3", &purchase, 200)).await;
    assert_eq!(balance(&server).await, STARTER, "a refund of what was not granted yet takes nothing");
    told(&server, &event("evt_2", "checkout.session.expired", &session(&purchase, "unpaid"))).await;
    told(&server, &completed("evt_1", &purchase)).await;
    assert_eq!(balance(&server).await, STARTER + 300_000);
    for _ in 0..3 {
        told(&server, &refunded("evt_3", &purchase, 200)).await;
        told(&server, &refunded("evt_4", &purchase, 500)).await;
        told(&server, &refunded("evt_5", &purchase, 100)).await;
    }
    assert_eq!(balance(&server).await, STARTER);
    let now = self::purchase(&server, &purchase["purchaseId"]);
    assert_eq!((&now["status"], &now["reversedCredits"]), (&json!("refunded"), &json!(BOUGHT)), "{now}");
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn forged_messages_are_refused_and_leave_nothing_behind() {
    let providers = providers();
    let server = selling(&providers).start();
    let purchase = buy(&server, &[]);
    let body = completed("evt_1", &purchase);
    let with =
        |signature: String| post(&server, "/webhooks/stripe", &body).header("stripe-signature", signature);
    let time = now();
    let good = signature(STRIPE_SECRET, time, &body);
    for forged in [
        post(&server, "/webhooks/stripe", &body),
        with(String::new()),
        with("t=1,v1=00".to_owned()),
        with(signature("whsec_guessed", time, &body)),
        with(signature(STRIPE_SECRET, time - 301, &body)),
        with(good.replace(&format!("t={time}"), &format!("t={}", time + 1))),
        with(good.replace("v1=", "v0=")),
        post(&server, "/webhooks/stripe", &format!("{body} ")).header("stripe-signature", &good),
        post(&server, "/webhooks/sandbox/stripe", &body).header("stripe-signature", &good),
    ] {
        assert_eq!(forged.send().await.unwrap().status(), 400);
    }
    assert_eq!(balance(&server).await, STARTER);
    assert_eq!(self::purchase(&server, &purchase["purchaseId"]), purchase);
    refused(post(&server, "/webhooks/stripe", &"x".repeat(300_000)), 413, "body_too_large").await;
    refused(post(&server, "/webhooks/other", &body), 404, "not_found").await;
    refused(server.http.get(format!("{}/webhooks/stripe", server.url)), 405, "method_not_allowed").await;
    // Signed, but with a smaller amount, or without a purchase of ours.
    let mut less = purchase.clone();
    less["amount"] = json!(1);
    told(&server, &completed("evt_less", &less)).await;
    let now = self::purchase(&server, &purchase["purchaseId"]);
    assert_eq!((&now["status"], &now["granted"]), (&json!("mismatched"), &json!(false)), "{now}");
    let mut other = purchase.clone();
    other["reference"] = json!("cs_of_another_shop");
    for foreign in [completed("evt_other", &other), event("evt_x", "invoice.paid", &json!({}))] {
        let (status, answer) = send(stripe(&server, &foreign)).await;
        assert_eq!((status, &answer["known"]), (200, &json!(false)), "{answer}");
    }
    assert_eq!(balance(&server).await, STARTER);
    told(&server, &body).await;
    assert_eq!(balance(&server).await, STARTER + BOUGHT, "the true message still counts");
}

/// A message as payOS sends it.
fn payos(order: &Value, amount: &Value, link: &Value, reference: &str) -> String {
    let data = json!({"accountNumber": "12345678", "amount": amount, "code": "00", "counterAccountName": null,
        "currency": "VND", "desc": "Thành công", "description": "RW", "orderCode": order, "paymentLinkId": link,
        "reference": reference, "transactionDateTime": "2026-11-15 09:32:58"});
    let mut fields: Vec<(&String, &Value)> = data.as_object().unwrap().iter().collect();
    fields.sort_by_key(|(name, _)| *name);
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", text(value))).collect();
    let signature = code(PAYOS_KEY, &pairs.join("&"));
    json!({"code": "00", "desc": "success", "success": true, "data": data, "signature": signature})
        .to_string()
}

#[tokio::test]
async fn payos_is_believed_if_it_signed() {
    let providers = providers();
    let server = selling(&providers).start();
    let purchase = buy(&server, &["--with", "payos"]);
    assert_eq!((&purchase["currency"], &purchase["amount"]), (&json!("vnd"), &json!(125_000)));
    let message = payos(&purchase["orderCode"], &purchase["amount"], &purchase["reference"], "FT1");
    let forged = message.replace("125000", "125001");
    assert_ne!(forged, message);
    assert_eq!(post(&server, "/webhooks/payos", &forged).send().await.unwrap().status(), 400);
    let test_call =
        payos(&json!(123), &json!(3_000), &json!("124c33293c43417ab7879e14c8d9eb18"), "TF230204212323");
    let (status, answer) = send(post(&server, "/webhooks/payos", &test_call)).await;
    assert_eq!((status, &answer["known"]), (200, &json!(false)), "the call that payOS tries an address with");
    assert_eq!(balance(&server).await, STARTER);
    let mut messages = JoinSet::new();
    for _ in 0..20 {
        let request = post(&server, "/webhooks/payos", &message);
        messages.spawn(async move { request.send().await.unwrap().status().as_u16() });
    }
    assert!(messages.join_all().await.into_iter().all(|status| status == 200));
    assert_eq!(balance(&server).await, STARTER + BOUGHT);
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn a_payment_that_nobody_told_of_is_found_by_asking() {
    let providers = providers();
    let server = selling(&providers).start();
    let purchase = buy(&server, &["--with", "payos"]);
    // Paid on the page of a stand-in that sends no messages.
    let paid = server.http.post(purchase["checkoutUrl"].as_str().unwrap()).form(&[("choice", "pay")]);
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let answer = client.execute(paid.build().unwrap()).await.unwrap();
    assert_eq!(answer.status(), 303);
    let id = purchase["purchaseId"].as_str().unwrap();
    assert_eq!(server.run_ok(&["credits", "check", id]), "paid");
    assert_eq!(server.run_ok(&["credits", "check", id]), "paid");
    becomes(&server, STARTER + BOUGHT).await;
    assert_eq!(self::purchase(&server, &purchase["purchaseId"])["status"], "paid");
    let refusal = server.run(&["credits", "refund", id]);
    assert!(String::from_utf8_lossy(&refusal.stderr).contains("pays nothing back by itself"));
    assert_eq!(
        server.run_ok(&["credits", "refund", id, "--amount", "25000", "--by-hand"]),
        "partly_refunded"
    );
    becomes(&server, STARTER + BOUGHT - 100_000).await;
}

#[tokio::test]
async fn test_purchases_are_paid_in_the_sandbox_without_any_provider() {
    let server = server();
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let test_balance = async || {
        let request = server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&server.test_key);
        send(request).await.1["credits"]["balanceCredits"].as_i64().unwrap()
    };
    let mut expected = test_balance().await;
    for provider in ["stripe", "payos"] {
        let purchase =
            buy(&server, &["--mode", "test", "--with", provider, "--return-to", "https://app.test/back"]);
        let page = purchase["checkoutUrl"].as_str().unwrap();
        let (_, path) = page.split_once("/sandbox/checkout").unwrap();
        let page = format!("{}/sandbox/checkout{path}", server.url);
        let html = client.get(&page).send().await.unwrap().text().await.unwrap();
        assert!(html.contains("no real money") && html.contains("value=\"pay\">Pay</button>"), "{html}");
        let vietnamese = client.get(&page).header("accept-language", "vi-VN,vi;q=0.9,en;q=0.5");
        let vietnamese = vietnamese.send().await.unwrap().text().await.unwrap();
        assert!(vietnamese.contains("<html lang=\"vi\">"), "{vietnamese}");
        assert!(vietnamese.contains("value=\"pay\">Thanh toán</button>"), "{vietnamese}");
        if provider == "stripe" {
            assert!(html.contains("<h1>500,000 credits</h1>"), "{html}");
            assert!(vietnamese.contains("<h1>500.000 credit</h1>"), "{vietnamese}");
        }
        for _ in 0..3 {
            let answer = client.post(&page).form(&[("choice", "pay")]).send().await.unwrap();
            assert!(matches!(answer.status().as_u16(), 200 | 303));
        }
        expected += BOUGHT;
        assert_eq!(test_balance().await, expected, "{provider}");
        assert_eq!(balance(&server).await, STARTER, "live credits are not touched");
        if provider == "stripe" {
            let id = purchase["purchaseId"].as_str().unwrap();
            assert_eq!(server.run_ok(&["credits", "refund", id]), "refunded");
            expected -= BOUGHT;
        }
    }
    let style = client.get(format!("{}/sandbox/checkout/style.css", server.url)).send().await.unwrap();
    assert_eq!(style.headers()["content-type"], "text/css; charset=utf-8");
    let missing =
        client.get(format!("{}/sandbox/checkout/stripe/cs_test_x", server.url)).send().await.unwrap();
    assert_eq!(missing.status(), 404);
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn live_purchases_need_a_provider_and_say_which_settings() {
    let server = server();
    for (provider, setting) in
        [("stripe", "payments.stripe.webhook_secret"), ("payos", "payments.payos.checksum_key")]
    {
        let refusal = server.run(&["credits", "buy", "500000", "--with", provider]);
        let words = String::from_utf8_lossy(&refusal.stderr);
        assert!(!refusal.status.success() && words.contains(setting), "{words}");
        refused(post(&server, &format!("/webhooks/{provider}"), "{}"), 404, "not_found").await;
    }
    for odd in ["0", "99000", "100500", "200000000"] {
        let refusal = server.run(&["credits", "buy", odd, "--mode", "test"]);
        assert!(String::from_utf8_lossy(&refusal.stderr).contains("by the thousand"), "{odd}");
    }
    assert_eq!(server.run_ok(&["credits", "purchases"]), "");
}

/// The server is killed at every step between a message and its answer. The provider sends it again, as
/// providers do.
#[cfg(feature = "fault-injection")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_dies_at_any_step_grants_once() {
    let providers = providers();
    let mut server = selling(&providers).start();
    let live_key = server.live_key.clone();
    let mut expected = STARTER;
    for point in [
        "purchases.before_commit:1",
        "purchases.after_commit:1",
        "ledger.before_commit:1",
        "ledger.after_commit:1",
        "purchases.before_commit:2",
        "purchases.after_commit:2",
    ] {
        let purchase = buy(&server, &[]);
        server.kill();
        let mut dying = selling(&providers).sharing_data_with(&server).stop_at(point).start();
        let body = completed(&format!("evt_{point}"), &purchase);
        let request = stripe(&dying, &body);
        let mut answer = JoinSet::new();
        answer.spawn(async move { request.send().await.is_ok() });
        let name = point.split(':').next().unwrap();
        let _ = dying.log_with(&format!("fault point reached: {name}"));
        dying.kill();
        assert_eq!(answer.join_all().await, [false], "nothing was acknowledged");
        let mut next = selling(&providers).sharing_data_with(&server).start();
        next.live_key.clone_from(&live_key);
        expected += BOUGHT;
        if point != "purchases.before_commit:1" {
            // What was recorded is settled without another message.
            becomes(&next, expected).await;
        }
        told(&next, &body).await;
        assert_eq!(balance(&next).await, expected, "{point}");
        assert_eq!(next.run_ok(&["credits", "verify"]), "clean");
        server = next;
    }
}
