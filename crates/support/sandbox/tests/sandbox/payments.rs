//! Tests of the payment providers.

use hmac::{Hmac, KeyInit, Mac};
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::support::{self, Running, ok};

const ORDER: [(&str, &str); 8] = [
    ("mode", "payment"),
    ("success_url", "https://app.test/s?session_id={CHECKOUT_SESSION_ID}"),
    ("cancel_url", "https://app.test/c"),
    ("client_reference_id", "acct_1"),
    ("metadata[credits]", "500"),
    ("line_items[0][quantity]", "2"),
    ("line_items[0][price_data][currency]", "usd"),
    ("line_items[0][price_data][unit_amount]", "1900"),
];

fn stripe(running: &Running, form: &[(&str, &str)]) -> RequestBuilder {
    running.post("/stripe/v1/checkout/sessions").bearer_auth("sandbox").form(form)
}

#[tokio::test]
async fn stripe_opens_a_session_that_can_be_read_again() {
    let running = Running::start().await;
    let session = ok(stripe(&running, &ORDER)).await;
    assert_eq!((&session["object"], &session["livemode"]), (&json!("checkout.session"), &json!(false)));
    assert_eq!((&session["amount_total"], &session["currency"]), (&json!(3800), &json!("usd")));
    assert_eq!((&session["status"], &session["payment_status"]), (&json!("open"), &json!("unpaid")));
    assert_eq!(session["metadata"], json!({ "credits": "500" }));
    assert_eq!(session["client_reference_id"], "acct_1");
    let id = session["id"].as_str().unwrap();
    assert!(id.starts_with("cs_test_") && session["url"].as_str().unwrap().ends_with(id));
    let read = running.get(&format!("/stripe/v1/checkout/sessions/{id}")).basic_auth("sandbox", Some(""));
    assert_eq!(ok(read).await, session);
    let missing = running.get("/stripe/v1/checkout/sessions/cs_test_none").bearer_auth("sandbox");
    let (status, body) = support::json(missing).await;
    assert_eq!((status, &body["error"]["code"]), (404, &json!("resource_missing")));
}

#[tokio::test]
async fn stripe_honours_idempotency_keys() {
    let running = Running::start().await;
    let with_key = |form: &[(&str, &str)]| stripe(&running, form).header("idempotency-key", "k1");
    let first = ok(with_key(&ORDER)).await;
    assert_eq!(ok(with_key(&ORDER)).await, first);
    let (status, body) = support::json(with_key(&ORDER[..7])).await;
    assert_eq!((status, &body["error"]["type"]), (400, &json!("idempotency_error")));
    assert_ne!(ok(stripe(&running, &ORDER).header("idempotency-key", "k2")).await["id"], first["id"]);
}

#[tokio::test]
async fn stripe_refuses_as_documented() {
    let running = Running::start().await;
    for (left_out, parameter) in [(0, "mode"), (1, "success_url"), (7, "line_items")] {
        let mut form = ORDER.to_vec();
        form.remove(left_out);
        let (status, body) = support::json(stripe(&running, &form)).await;
        assert_eq!((status, &body["error"]["param"]), (400, &json!(parameter)));
        assert_eq!(body["error"]["code"], "parameter_missing");
    }
    let (status, body) = support::json(running.post("/stripe/v1/checkout/sessions").form(&ORDER)).await;
    assert_eq!((status, &body["error"]["type"]), (401, &json!("invalid_request_error")));
}

fn signed(text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(b"sandbox").unwrap();
    mac.update(text.as_bytes());
    let bytes: Vec<String> = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.concat()
}

fn payos(running: &Running, path: &str, body: &Value) -> RequestBuilder {
    let request = running.post(&format!("/payos{path}")).header("x-client-id", "sandbox");
    request.header("x-api-key", "sandbox").json(body)
}

fn order(code: u64) -> Value {
    let text = format!(
        "amount=2000&cancelUrl=https://app.test/c&description=don hang&orderCode={code}&returnUrl=https://app.test/s"
    );
    json!({
        "orderCode": code, "amount": 2000, "description": "don hang", "cancelUrl": "https://app.test/c",
        "returnUrl": "https://app.test/s", "signature": signed(&text),
    })
}

#[tokio::test]
async fn payos_creates_a_signed_payment_link() {
    let running = Running::start().await;
    let body = ok(payos(&running, "/v2/payment-requests", &order(7))).await;
    assert_eq!((&body["code"], &body["data"]["status"]), (&json!("00"), &json!("PENDING")));
    let data = &body["data"];
    let mut pairs: Vec<String> = data
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| {
            format!("{name}={}", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        })
        .collect();
    pairs.sort();
    assert_eq!(body["signature"], signed(&pairs.join("&")));
    let again = ok(payos(&running, "/v2/payment-requests", &order(7))).await;
    assert_eq!(again["code"], "231", "the order exists");
    let link = data["paymentLinkId"].as_str().unwrap();
    let cancelled = ok(payos(
        &running,
        &format!("/v2/payment-requests/{link}/cancel"),
        &json!({ "cancellationReason": "x" }),
    ))
    .await;
    assert_eq!(cancelled["data"]["status"], "CANCELLED");
    let status = running
        .get("/payos/v2/payment-requests/7")
        .header("x-client-id", "sandbox")
        .header("x-api-key", "sandbox");
    assert_eq!(ok(status).await["data"]["status"], "CANCELLED");
}

#[tokio::test]
async fn payos_refuses_bad_signatures_and_strangers() {
    let running = Running::start().await;
    let mut forged = order(8);
    forged["amount"] = json!(1);
    assert_eq!(ok(payos(&running, "/v2/payment-requests", &forged)).await["code"], "201");
    assert_eq!(ok(payos(&running, "/v2/payment-requests", &json!({}))).await["code"], "20");
    let (status, body) = support::json(running.post("/payos/v2/payment-requests").json(&order(9))).await;
    assert_eq!((status, &body["code"]), (401, &json!("401")));
}
