//! Query strings, which are checked as strictly as bodies.

use axum::extract::FromRequestParts;
use http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::ApiError;
use crate::state::ApiState;

/// The query string as type `T`.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<ApiState> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &ApiState) -> Result<Self, ApiError> {
        let text = parts.uri.query().unwrap_or_default();
        let fields: Map<String, Value> = form_urlencoded::parse(text.as_bytes())
            .map(|(name, value)| (name.into_owned(), Value::String(value.into_owned())))
            .collect();
        Ok(Self(strict::from_text_values(Value::Object(fields))?))
    }
}
