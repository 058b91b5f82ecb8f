//! payOS: `POST /v2/payment-requests`, its status and its cancellation. Requests and answers are signed; the checksum key is
//! the sandbox's credential too.

use hmac::{Hmac, KeyInit, Mac};
use http::{Method, StatusCode};
use serde_json::{Map, Value, json};
use sha2::Sha256;

use crate::asked::Asked;
use crate::faults::Failure;
use crate::reply::Reply;
use crate::seed::Seed;
use crate::vendor::{CREDENTIAL, StandIn, Vendor};
use crate::world::World;

pub(crate) struct PayOs;

const LARGEST_ORDER_CODE: u64 = (1 << 53) - 1;
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
            (Method::POST, ["confirm-webhook"]) => done(&json!({ "webhookUrl": asked.json()["webhookUrl"] })),
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

/// A refusal that HTTP calls a success.
fn refused(code: &str, description: &str) -> Reply {
    failed(StatusCode::OK, code, description)
}

fn done(data: &Value) -> Reply {
    let signature = data.as_object().map(|fields| signature(&sorted_pairs(fields), CREDENTIAL));
    Reply::ok(&json!({ "code": "00", "desc": "success", "data": data, "signature": signature }))
}

fn create(world: &World, asked: &Asked) -> Reply {
    let request = asked.json();
    let (order, amount) = (request["orderCode"].as_u64(), request["amount"].as_u64());
    let texts = ["description", "cancelUrl", "returnUrl"].iter().all(|name| request[*name].is_string());
    let (Some(order @ 1..=LARGEST_ORDER_CODE), Some(amount @ 1..), true) = (order, amount, texts) else {
        return refused("20", "Thông tin truyền lên không đúng");
    };
    let signed: Vec<String> =
        SIGNED_FIELDS.iter().map(|name| format!("{name}={}", shown(&request[*name]))).collect();
    if request["signature"].as_str() != Some(signature(&signed.join("&"), CREDENTIAL).as_str()) {
        return refused("201", "Mã kiểm tra(signature) không hợp lệ");
    }
    let key = order.to_string();
    if world.memory.recall(Vendor::PayOs, &key).is_some() {
        return refused("231", "Đơn thanh toán đã tồn tại");
    }
    let id = Seed::of(&["payos", &request.to_string()]).hex(32);
    let mut data = json!({
        "bin": "970422", "accountNumber": "12345678", "accountName": "SANDBOX", "amount": amount,
        "description": request["description"], "orderCode": order, "currency": "VND", "paymentLinkId": id,
        "status": "PENDING", "checkoutUrl": format!("https://pay.payos.vn/web/{id}"),
        "qrCode": format!("00020101021238sandbox{id}"),
    });
    if request["expiredAt"].is_u64() {
        data["expiredAt"] = request["expiredAt"].clone();
    }
    let order = json!({
        "id": id, "orderCode": order, "amount": amount, "amountPaid": 0, "amountRemaining": amount,
        "status": "PENDING", "createdAt": "2026-11-01T00:00:00+07:00", "transactions": [],
        "cancellationReason": Value::Null, "canceledAt": Value::Null,
    });
    world.memory.note(Vendor::PayOs, &key, order.clone());
    world.memory.note(Vendor::PayOs, &id, json!(key));
    done(&data)
}

/// An order by its code or by the id of its link.
fn order(world: &World, id: &str) -> Option<Value> {
    match world.memory.recall(Vendor::PayOs, id)? {
        Value::String(code) => world.memory.recall(Vendor::PayOs, &code),
        order => Some(order),
    }
}

fn status(world: &World, id: &str) -> Reply {
    order(world, id).map_or_else(|| refused("101", "Không tìm thấy đơn hàng"), |order| done(&order))
}

fn cancel(world: &World, asked: &Asked, id: &str) -> Reply {
    let Some(mut order) = order(world, id) else { return refused("101", "Không tìm thấy đơn hàng") };
    order["status"] = json!("CANCELLED");
    order["cancellationReason"] = asked.json()["cancellationReason"].clone();
    order["canceledAt"] = json!("2026-11-01T00:00:00+07:00");
    world.memory.note(Vendor::PayOs, &shown(&order["orderCode"]), order.clone());
    done(&order)
}

fn sorted_pairs(fields: &Map<String, Value>) -> String {
    let mut pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{name}={}", shown(value))).collect();
    pairs.sort_unstable();
    pairs.join("&")
}

/// A value as signatures count it: null is nothing, lists and objects are compact JSON.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn signature(text: &str, key: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else { return String::new() };
    mac.update(text.as_bytes());
    let digits = mac.finalize().into_bytes().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_vendors_library() {
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
