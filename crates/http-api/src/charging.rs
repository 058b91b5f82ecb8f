//! From a paid result to a response: the result with its billing, and the headers of charged calls.

use axum::response::{IntoResponse, Response};
use domain::prices::Operation;
use http::header::CONTENT_TYPE;
use http::{HeaderName, HeaderValue};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use application::spend_credits::Paid;
use ports::ledger::Fingerprint;

const CHARGED: HeaderName = HeaderName::from_static("x-credits-charged");
const BALANCE: HeaderName = HeaderName::from_static("x-credits-balance");
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// What a call cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Billing {
    /// The rate in words.
    rate: &'static str,
    /// What was set aside at the start.
    reserved_credits: i64,
    /// What was charged.
    charged_credits: i64,
    /// What returned of the reservation.
    refunded_credits: i64,
    /// What is left.
    balance_credits: i64,
}

/// What makes two requests the same: the call and its body.
pub(crate) fn fingerprint(operation: Operation, body: &[u8]) -> Fingerprint {
    Sha256::new().chain_update(operation.as_str()).chain_update([0]).chain_update(body).finalize().into()
}

/// A charged reply. The result is a JSON object; billing becomes its last field.
pub(crate) fn charged_reply(operation: Operation, paid: &Paid) -> Response {
    let billing = Billing {
        rate: operation.rate(),
        reserved_credits: paid.reserved.as_i64(),
        charged_credits: paid.charged.as_i64(),
        refunded_credits: (paid.reserved.as_i64() - paid.charged.as_i64()).max(0),
        balance_credits: paid.available.as_i64(),
    };
    let billing = serde_json::to_string(&billing).unwrap_or_default();
    let open = paid.body.trim_end().strip_suffix('}').unwrap_or_default();
    let body = format!("{open},\"billing\":{billing}}}");
    let mut response = ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response();
    let headers = response.headers_mut();
    headers.insert(CHARGED, HeaderValue::from(paid.charged.as_i64()));
    headers.insert(BALANCE, HeaderValue::from(paid.available.as_i64()));
    if paid.replayed {
        headers.insert(REPLAYED, HeaderValue::from_static("true"));
    }
    response
}
