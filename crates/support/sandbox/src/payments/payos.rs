//! payOS: `POST /v2/payment-requests`, its status and its cancellation, its page and its messages. Requests,
//! responses and messages are signed with the secret of all payment stand-ins.

use domain::counts::grouped;
use domain::locale::Language;
use http::{Method, StatusCode};
use serde_json::{Map, Value, json};
use url::Url;

use super::checkout::{Choice, Over, Shown};
use super::payment_stand_ins::{Message, now};
use super::seal::{code_digits, seal, unseal};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::{CREDENTIAL, Provider, StandIn};
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(crate) struct PayOs;

const LARGEST_ORDER_CODE: u64 = (1 << 53) - 1;
const PURPOSE: &str = "payos";
const SIGNED_FIELDS: [&str; 5] = ["amount", "cancelUrl", "description", "orderCode", "returnUrl"];

impl StandIn for PayOs {
    fn admits(&self, asked: &Asked) -> bool {
        asked.header("x-client-id") == Some(CREDENTIAL) && asked.header("x-api-key") == Some(CREDENTIAL)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        let steps: Vec<&str> = asked.path.trim_matches('/').split('/').collect();
        match (asked.method.clone(), steps.as_slice()) {
            (Method::POST, ["v2", "payment-requests"]) => create(world, asked),
            (Method::GET, ["v2", "payment-requests", id]) => status(world, id),
            (Method::POST, ["v2", "payment-requests", id, "cancel"]) => cancel(world, asked, id),
            (Method::POST, ["confirm-webhook"]) => {
                done(world, &json!({ "webhookUrl": asked.json()["webhookUrl"] }))
            }
            _ => failed(StatusCode::NOT_FOUND, "404", "Not Found"),
        }
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => failed(StatusCode::UNAUTHORIZED, "401", "Unauthorized"),
            Failure::Throttled { retry_after } => {
                failed(StatusCode::TOO_MANY_REQUESTS, "429", "Too Many Requests").retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => {
                failed(StatusCode::INTERNAL_SERVER_ERROR, "500", "Internal Server Error")
            }
            Failure::Unavailable => failed(StatusCode::SERVICE_UNAVAILABLE, "503", "Service Unavailable"),
            Failure::Blocked => failed(StatusCode::FORBIDDEN, "403", "Forbidden"),
        }
    }
}

fn failed(status: StatusCode, code: &str, description: &str) -> Reply {
    Reply::json(status, &json!({ "code": code, "desc": description }))
}

/// A refusal with HTTP status 200.
fn refused(code: &str, description: &str) -> Reply {
    failed(StatusCode::OK, code, description)
}

fn done(world: &World, data: &Value) -> Reply {
    let signature = sign_data(world, data);
    Reply::ok(&json!({ "code": "00", "desc": "success", "data": data, "signature": signature }))
}

fn sign_data(world: &World, data: &Value) -> Option<String> {
    data.as_object().map(|fields| signature(&sorted_pairs(fields), &world.payments.secret))
}

fn create(world: &World, asked: &Asked) -> Reply {
    let request = asked.json();
    let (order, amount) = (request["orderCode"].as_u64(), request["amount"].as_u64());
    let texts = ["description", "cancelUrl", "returnUrl"].iter().all(|name| request[*name].is_string());
    let (Some(order @ 1..=LARGEST_ORDER_CODE), Some(amount @ 1..), true) = (order, amount, texts) else {
        return refused("20", "Thông tin truyền lên không đúng");
    };
    let signed: Vec<String> =
        SIGNED_FIELDS.iter().map(|name| format!("{name}={}", shown_text(&request[*name]))).collect();
    if request["signature"].as_str() != Some(signature(&signed.join("&"), &world.payments.secret).as_str()) {
        return refused("201", "Mã kiểm tra(signature) không hợp lệ");
    }
    let key = order.to_string();
    if world.memory.recall(Provider::PayOs, &key).is_some() {
        return refused("231", "Đơn thanh toán đã tồn tại");
    }
    let id = seal(
        &world.payments.secret,
        PURPOSE,
        &json!({
            "o": order, "a": amount, "d": request["description"], "s": request["returnUrl"], "x": request["cancelUrl"],
            "t": now(), "e": request["expiredAt"],
        }),
    );
    let mut data = json!({
        "bin": "970422", "accountNumber": "12345678", "accountName": "SANDBOX", "amount": amount,
        "description": request["description"], "orderCode": order, "currency": "VND", "paymentLinkId": id,
        "status": "PENDING", "checkoutUrl": world.payments.page(PURPOSE, &id),
        "qrCode": format!("00020101021238sandbox{order}"),
    });
    if request["expiredAt"].is_u64() {
        data["expiredAt"] = request["expiredAt"].clone();
    }
    world.memory.note(Provider::PayOs, &key, json!(id));
    done(world, &data)
}

/// A payment by its code, or by the id of its link, which contains the payment.
fn order(world: &World, id: &str) -> Option<Value> {
    let id = match world.memory.recall(Provider::PayOs, id) {
        Some(Value::String(id)) => id,
        Some(changed) => return Some(changed),
        None => id.to_owned(),
    };
    if let Some(changed) = world.memory.recall(Provider::PayOs, &id) {
        return Some(changed);
    }
    let made = unseal(&world.payments.secret, PURPOSE, &id)?;
    let is_over = made["e"].as_u64().is_some_and(|end| end < now());
    Some(json!({
        "id": id, "orderCode": made["o"], "amount": made["a"], "amountPaid": 0, "amountRemaining": made["a"],
        "status": if is_over { "EXPIRED" } else { "PENDING" }, "createdAt": "2026-11-01T00:00:00+07:00",
        "transactions": [], "cancellationReason": Value::Null, "canceledAt": Value::Null,
    }))
}

/// Stores the new state of a payment.
fn change(world: &World, order: &Value) {
    world.memory.note(Provider::PayOs, order["id"].as_str().unwrap_or_default(), order.clone());
}

fn status(world: &World, id: &str) -> Reply {
    order(world, id).map_or_else(|| refused("101", "Không tìm thấy đơn hàng"), |order| done(world, &order))
}

fn cancel(world: &World, asked: &Asked, id: &str) -> Reply {
    let Some(mut order) = order(world, id) else { return refused("101", "Không tìm thấy đơn hàng") };
    order["status"] = json!("CANCELLED");
    order["cancellationReason"] = asked.json()["cancellationReason"].clone();
    order["canceledAt"] = json!("2026-11-01T00:00:00+07:00");
    change(world, &order);
    done(world, &order)
}

/// A payment as its page shows it.
pub(super) fn shown(world: &World, id: &str, language: Language) -> Option<Shown> {
    let (made, order) = (unseal(&world.payments.secret, PURPOSE, id)?, order(world, id)?);
    let over = match order["status"].as_str() {
        Some("PENDING" | "UNDERPAID") => None,
        Some("PAID") => Some((Over::Paid, target(&made, &order, id, "s"))),
        _ => Some((Over::Ended, target(&made, &order, id, "x"))),
    };
    let amount = format!("{} VND", grouped(made["a"].as_i64().unwrap_or(0), language));
    Some(Shown { provider: "payOS", title: shown_text(&made["d"]), amount, over })
}

/// Applies the choice of the buyer and returns the URL that the buyer goes to.
pub(super) fn choose(world: &World, id: &str, choice: Choice) -> Option<String> {
    let (made, mut order) = (unseal(&world.payments.secret, PURPOSE, id)?, order(world, id)?);
    let page = match choice {
        Choice::Pay => {
            let reference = format!("FT{}", Seed::of(&["payos", id]).hex(12).to_uppercase());
            let at = "2026-11-01 00:00:00";
            order["status"] = json!("PAID");
            order["amountPaid"] = made["a"].clone();
            order["amountRemaining"] = json!(0);
            // Sorted by name, as for signatures.
            order["transactions"] =
                json!([{ "amount": made["a"], "reference": reference, "transactionDateTime": at }]);
            let data = json!({
                "orderCode": made["o"], "amount": made["a"], "description": made["d"], "accountNumber": "12345678",
                "reference": reference, "transactionDateTime": at, "currency": "VND", "paymentLinkId": id, "code": "00",
                "desc": "Thành công", "counterAccountBankId": "", "counterAccountBankName": "",
                "counterAccountName": Value::Null, "counterAccountNumber": Value::Null,
                "virtualAccountName": "", "virtualAccountNumber": "",
            });
            let signature = sign_data(world, &data);
            let body = json!({ "code": "00", "desc": "success", "success": true, "data": data, "signature": signature });
            world.payments.send(Message { provider: PURPOSE, signature: None, body: body.to_string() });
            "s"
        }
        Choice::Decline => {
            order["status"] = json!("FAILED");
            "x"
        }
        Choice::Cancel => {
            order["status"] = json!("CANCELLED");
            "x"
        }
    };
    change(world, &order);
    Some(target(&made, &order, id, page))
}

/// The return URL of the payment with payOS's parameters.
fn target(made: &Value, order: &Value, id: &str, page: &str) -> String {
    let Ok(mut url) = Url::parse(&shown_text(&made[page])) else { return String::new() };
    let cancelled = order["status"] == json!("CANCELLED");
    url.query_pairs_mut()
        .append_pair("code", "00")
        .append_pair("id", id)
        .append_pair("cancel", if cancelled { "true" } else { "false" })
        .append_pair("status", &shown_text(&order["status"]))
        .append_pair("orderCode", &shown_text(&made["o"]));
    url.into()
}

fn sorted_pairs(fields: &Map<String, Value>) -> String {
    let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
    fields.sort_unstable_by_key(|(name, _)| *name);
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{name}={}", shown_text(value))).collect();
    pairs.join("&")
}

/// A value as text for signatures: null is empty, lists and objects are compact JSON.
fn shown_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn signature(text: &str, key: &str) -> String {
    code_digits(key, &[text.as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_providers_library() {
        let text = "amount=2000&cancelUrl=https://app/c&description=don hang 123&orderCode=123&returnUrl=https://app/s";
        assert_eq!(
            signature(text, "chk"),
            "6ff7acc20435120f5b782ab06a5ee28f49470697ceee9b330d812a467de257b9"
        );
    }

    #[test]
    fn answers_are_signed_over_their_sorted_fields() {
        let data = json!({
            "bin": "970422", "accountNumber": "12345678", "accountName": "CONG TY A", "amount": 2000,
            "description": "don hang 123", "orderCode": 123, "currency": "VND",
            "paymentLinkId": "124c33293c43417ab7879e14c8d9eb18", "status": "PENDING",
            "checkoutUrl": "https://pay.payos.vn/web/124c33293c43417ab7879e14c8d9eb18", "qrCode": "00020101021238...",
        });
        assert_eq!(
            signature(&sorted_pairs(data.as_object().unwrap()), "chk"),
            "3cb934e9743409aa8a0ceb20483b55031f411746238e4d1f54d82fdb5d676817"
        );
    }
}
