//! The `Idempotency-Key` header: which calls count as the same, and how free calls run only once.
//!
//! Charged calls store their reply in the transaction of their charge (see [`crate::charging`]); free calls
//! store it here.

use std::future::Future;

use application::spend_credits::FreeReply;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::ids::ApiKeyId;
use domain::ledger::Purse;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use ports::ledger::Fingerprint;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::charging::{CHARGED, written};
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::json::JsonBytes;
use crate::state::ApiState;

pub(crate) const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
const NAME: &str = "idempotency-key";
const LONGEST: usize = 255;

/// A request of type `T` that its client may retry.
pub(crate) struct Repeatable<T> {
    pub(crate) request: T,
    pub(crate) once: Once,
}

/// The client's idempotency key, if it sent one, with the fingerprint of the request.
pub(crate) struct Once(pub(crate) Option<(String, Fingerprint)>);

/// The reply to a free call: a JSON object.
pub(crate) struct FreeAnswer(FreeReply);

impl<T: DeserializeOwned> FromRequest<ApiState> for Repeatable<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &ApiState) -> Result<Self, ApiError> {
        let key = read_key(request.headers())?;
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let JsonBytes(request, bytes) = JsonBytes::from_request(request, state).await?;
        Ok(Self { request, once: Once(key.map(|key| (key, fingerprint(&method, &uri, &bytes)))) })
    }
}

/// The key of a call without a body.
impl FromRequestParts<ApiState> for Once {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &ApiState) -> Result<Self, ApiError> {
        let key = read_key(&parts.headers)?;
        Ok(Self(key.map(|key| (key, fingerprint(&parts.method, &parts.uri, &Bytes::new())))))
    }
}

impl Once {
    /// Restricts the key to callers with this API key: a reply with a secret must not reach other keys of the
    /// account.
    pub(crate) fn with_key_only(self, key: ApiKeyId) -> Self {
        Self(self.0.map(|(name, fingerprint)| {
            let own = Sha256::new().chain_update(fingerprint).chain_update(key.as_u64().to_be_bytes());
            (name, own.finalize().into())
        }))
    }

    /// Replies to a free call with the result of `work`, or with the stored reply if the call was made
    /// before. The work continues if the client disconnects.
    pub(crate) async fn answer<R: Serialize>(
        self,
        state: &ApiState,
        purse: Purse,
        work: impl Future<Output = Result<R, ApiError>> + Send + 'static,
    ) -> Result<FreeAnswer, ApiError> {
        let work = async move { written(&work.await?) };
        let reply = match self.0 {
            None => FreeReply { body: work.await?, replayed: false },
            Some(idempotency) => {
                let limit = state.settings.request_timeout;
                state.spend_credits.answer_once(purse, idempotency, limit, work).await?
            }
        };
        Ok(FreeAnswer(reply))
    }
}

impl FreeAnswer {
    /// A text field of the reply.
    pub(crate) fn text(&self, field: &str) -> Option<String> {
        let reply: serde_json::Value = serde_json::from_str(&self.0.body).ok()?;
        Some(reply[field].as_str()?.to_owned())
    }

    /// Adds a field to the reply that is not stored with it, such as a secret.
    pub(crate) fn with(mut self, field: &str, value: &serde_json::Value) -> Self {
        let open = self.0.body.trim_end().strip_suffix('}').unwrap_or_default();
        self.0.body = format!("{open},\"{field}\":{value}}}");
        self
    }
}

impl IntoResponse for FreeAnswer {
    fn into_response(self) -> Response {
        let Self(FreeReply { body, replayed }) = self;
        let mut response =
            ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response();
        response.headers_mut().insert(CHARGED, HeaderValue::from_static("0"));
        if replayed {
            response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
        }
        response
    }
}

/// The fingerprint of a request: its method, its path, which may contain ids, and its body.
fn fingerprint(method: &Method, uri: &Uri, body: &Bytes) -> Fingerprint {
    // Every path also works without its version prefix.
    let path = uri.path().strip_prefix("/v1").unwrap_or(uri.path());
    let hash = Sha256::new().chain_update(method.as_str()).chain_update([0]).chain_update(path);
    hash.chain_update([0]).chain_update(body).finalize().into()
}

fn read_key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let invalid = || ApiError::plain(ErrorCode::InvalidIdempotencyKey);
    let mut values = headers.get_all(NAME).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(invalid());
    }
    let text = value.to_str().map_err(|_| invalid())?.trim();
    let bare = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    if !(1..=LONGEST).contains(&bare.len()) || !bare.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(invalid());
    }
    Ok(Some(bare.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key; `None` if it is not valid.
    fn read(value: &str) -> Option<String> {
        let headers = HeaderMap::from_iter([(http::HeaderName::from_static(NAME), value.parse().unwrap())]);
        read_key(&headers).ok().flatten()
    }

    #[test]
    fn keys_are_bare_or_quoted() {
        assert_eq!(read("order-1"), Some("order-1".to_owned()));
        assert_eq!(read("\"order-1\""), Some("order-1".to_owned()));
        assert_eq!(read(&"x".repeat(255)), Some("x".repeat(255)));
        assert_eq!(read_key(&HeaderMap::new()).ok(), Some(None));
        for bad in ["", "\"\"", "has space", &"x".repeat(256), "tab\tinside"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_call_is_the_same_with_and_without_its_version() {
        let of = |method: Method, path: &'static str, body: &'static str| {
            fingerprint(&method, &Uri::from_static(path), &Bytes::from_static(body.as_bytes()))
        };
        let first = of(Method::POST, "/v1/estimate", "{}");
        assert_eq!(first, of(Method::POST, "/estimate", "{}"));
        assert_ne!(first, of(Method::PUT, "/estimate", "{}"));
        assert_ne!(first, of(Method::POST, "/estimate", "{ }"));
        assert_ne!(first, of(Method::POST, "/v1/estimates", "{}"));
    }

    #[test]
    fn a_field_can_be_added_to_a_reply() {
        let reply = FreeReply { body: "{\"keyId\":\"key_1\"}".to_owned(), replayed: true };
        let answer = FreeAnswer(reply).with("key", &"svc".into());
        assert_eq!(answer.text("keyId").as_deref(), Some("key_1"));
        assert_eq!(answer.0.body, "{\"keyId\":\"key_1\",\"key\":\"svc\"}");
    }
}
