//! A browser that follows a dead link gets a "not found" page. Programs get JSON.

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use http::header::AUTHORIZATION;
use http::{Method, Request};
use tower::ServiceExt;

use crate::accept::prefers_page;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;

/// The "not found" page that is prepared for a reader.
pub(super) struct MissingPage {
    page: Router,
    request: Request<Body>,
}

impl MissingPage {
    /// The page, if the request is from a browser. Requests with an API key are not.
    pub(super) fn of(page: Option<&Router>, request: &Request<Body>) -> Option<Self> {
        let headers = request.headers();
        let is_browser = matches!(*request.method(), Method::GET | Method::HEAD)
            && !headers.contains_key(AUTHORIZATION)
            && prefers_page(headers);
        let page = page.filter(|_| is_browser)?.clone();
        let mut copy = Request::new(Body::empty());
        *copy.method_mut() = request.method().clone();
        *copy.uri_mut() = request.uri().clone();
        *copy.headers_mut() = headers.clone();
        Some(Self { page, request: copy })
    }

    /// Replaces a `NotFound` error with the page, and no other response.
    pub(super) async fn replace(self, response: Response) -> Response {
        let code = response.extensions().get::<ApiError>().map(ApiError::code);
        if code != Some(ErrorCode::NotFound) {
            return response;
        }
        let Ok(mut page) = self.page.oneshot(self.request).await;
        // The request log reads the original extensions.
        *page.extensions_mut() = response.into_parts().0.extensions;
        page
    }
}
