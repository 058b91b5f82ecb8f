//! Path parameters. A request whose parameters can't be parsed gets the same 404 as an unknown path.

use axum::extract::FromRequestParts;
use http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::state::ApiState;

/// The path parameters as type `T`.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<ApiState> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(_) => Err(ApiError::plain(ErrorCode::NotFound)),
        }
    }
}
