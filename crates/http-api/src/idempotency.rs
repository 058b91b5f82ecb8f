//! The `Idempotency-Key` header.

use axum::extract::FromRequestParts;
use http::HeaderMap;
use http::request::Parts;

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::state::ApiState;

const NAME: &str = "idempotency-key";
const LONGEST: usize = 255;

/// The client's key, if it sent one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IdempotencyKey(pub(crate) Option<String>);

impl FromRequestParts<ApiState> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &ApiState) -> Result<Self, ApiError> {
        Self::read(&parts.headers)
    }
}

impl IdempotencyKey {
    pub(crate) fn read(headers: &HeaderMap) -> Result<Self, ApiError> {
        let invalid = || ApiError::plain(ErrorCode::InvalidIdempotencyKey);
        let mut values = headers.get_all(NAME).iter();
        let Some(value) = values.next() else { return Ok(Self(None)) };
        if values.next().is_some() {
            return Err(invalid());
        }
        let text = value.to_str().map_err(|_| invalid())?.trim();
        let bare = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
        if !(1..=LONGEST).contains(&bare.len()) || !bare.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(invalid());
        }
        Ok(Self(Some(bare.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key, or `None` if it is refused.
    fn read(value: &str) -> Option<String> {
        let headers = HeaderMap::from_iter([(http::HeaderName::from_static(NAME), value.parse().unwrap())]);
        IdempotencyKey::read(&headers).ok().and_then(|key| key.0)
    }

    #[test]
    fn keys_are_bare_or_quoted() {
        assert_eq!(read("order-1"), Some("order-1".to_owned()));
        assert_eq!(read("\"order-1\""), Some("order-1".to_owned()));
        assert_eq!(read(&"x".repeat(255)), Some("x".repeat(255)));
        assert_eq!(IdempotencyKey::read(&HeaderMap::new()).ok(), Some(IdempotencyKey(None)));
        for bad in ["", "\"\"", "has space", &"x".repeat(256), "tab\tinside"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
