//! The signatures of payOS: fields sorted by name and joined as `name=value`, without any encoding.

use secrecy::SecretString;
use serde_json::{Map, Value};

use crate::payments::signature::{is_signed, sign};

/// The fields of an order that its signature covers, sorted.
const OF_ORDERS: [&str; 5] = ["amount", "cancelUrl", "description", "orderCode", "returnUrl"];

/// The signature of an order.
pub(super) fn sign_order(key: &SecretString, order: &Value) -> String {
    let pairs: Vec<String> =
        OF_ORDERS.iter().map(|name| format!("{name}={}", shown(&order[*name]))).collect();
    sign(key, &[pairs.join("&").as_bytes()])
}

/// Whether the provider signed the data of a response or a message.
pub(super) fn is_signed_data(key: &SecretString, data: &Map<String, Value>, signature: Option<&str>) -> bool {
    signature.is_some_and(|signature| is_signed(key, &[joined(data).as_bytes()], signature))
}

fn joined(data: &Map<String, Value>) -> String {
    let mut fields: Vec<(&String, &Value)> = data.iter().collect();
    fields.sort_unstable_by_key(|(name, _)| *name);
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{name}={}", describe(value))).collect();
    pairs.join("&")
}

/// A value of a response or a message. The provider's library treats the words `null` and `undefined` as
/// empty.
fn describe(value: &Value) -> String {
    match value {
        Value::String(text) if matches!(text.as_str(), "null" | "undefined") => String::new(),
        value => shown(value),
    }
}

/// A value in the form that is signed: null is empty, lists and objects are compact JSON with sorted names.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => sorted(other).to_string(),
    }
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            Value::Object(fields.into_iter().map(|(name, value)| (name.clone(), sorted(value))).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn key() -> SecretString {
        SecretString::from("chk")
    }

    #[test]
    fn orders_are_signed_as_the_providers_library_does() {
        let order = json!({
            "orderCode": 123, "amount": 2000, "description": "don hang 123", "cancelUrl": "https://app/c",
            "returnUrl": "https://app/s", "expiredAt": 1, "items": [],
        });
        let signature = "6ff7acc20435120f5b782ab06a5ee28f49470697ceee9b330d812a467de257b9";
        assert_eq!(sign_order(&key(), &order), signature);
    }

    #[test]
    fn answers_and_messages_of_the_providers_library_are_taken_and_others_are_not() {
        for text in [
            include_str!("../../../tests/fixtures/payos_create_response.json"),
            include_str!("../../../tests/fixtures/payos_webhook.json"),
        ] {
            let envelope: Value = serde_json::from_str(text).unwrap();
            let mut data = envelope["data"].as_object().unwrap().clone();
            let signature = envelope["signature"].as_str();
            assert!(is_signed_data(&key(), &data, signature));
            assert!(!is_signed_data(&key(), &data, None));
            data.insert("amount".to_owned(), json!(200_000));
            assert!(!is_signed_data(&key(), &data, signature));
        }
    }

    #[test]
    fn words_for_nothing_are_nothing_but_inside_lists_and_in_orders() {
        let data = json!({"a": "null", "b": "undefined", "c": "null and void", "d": ["null"]});
        assert_eq!(joined(data.as_object().unwrap()), "a=&b=&c=null and void&d=[\"null\"]");
        assert_eq!(shown(&json!("null")), "null");
    }

    #[test]
    fn names_are_sorted_to_the_depth_of_lists() {
        let data = json!({"b": null, "a1": true, "a": [{"y": 1, "x": "é"}], "c": {"q": [], "p": 0}});
        assert_eq!(
            joined(data.as_object().unwrap()),
            "a=[{\"x\":\"é\",\"y\":1}]&a1=true&b=&c={\"p\":0,\"q\":[]}"
        );
    }
}
