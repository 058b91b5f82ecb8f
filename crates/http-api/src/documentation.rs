//! The API reference for people, the error catalogue as a page, and the OpenAPI document. Nothing is loaded from elsewhere.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use tower::ServiceExt;
use utoipa_swagger_ui::Config;

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::json::{AcceptsJson, Json};
use crate::state::ApiState;
use crate::{openapi, routes};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

pub(crate) fn pages(start_page: Router) -> Router<ApiState> {
    Router::new()
        .route("/", get(move |state, request| start(state, start_page, request)))
        .route("/openapi.json", get(openapi_json))
        .route("/docs", get(|| async { Redirect::permanent("/docs/") }))
        .route("/docs/", get(|| async { reference_file("index.html") }))
        .route("/docs/errors", get(errors))
        .route("/docs/{file}", get(|Path(file): Path<String>| async move { reference_file(&file) }))
}

/// People get a page, programs the same as from `/v1`.
async fn start(state: State<ApiState>, page: Router, request: Request) -> Response {
    let wants_page = request
        .headers()
        .get(ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"));
    if wants_page {
        page.oneshot(request).await.into_response()
    } else {
        routes::service::describe(AcceptsJson, state).await.into_response()
    }
}

async fn openapi_json(State(state): State<ApiState>) -> impl IntoResponse {
    Json(openapi::document(&state.settings.public_url))
}

fn reference_file(name: &str) -> Response {
    let config = Config::new(["/openapi.json"])
        .use_base_layout()
        .validator_url("none")
        .deep_linking(true)
        .display_request_duration(true)
        .try_it_out_enabled(true);
    match utoipa_swagger_ui::serve(name, Arc::new(config)) {
        Ok(Some(file)) => (
            [
                (CONTENT_TYPE, file.content_type.as_str()),
                (CONTENT_SECURITY_POLICY, POLICY),
                (X_CONTENT_TYPE_OPTIONS, "nosniff"),
                (CACHE_CONTROL, "public, max-age=3600"),
            ],
            file.bytes.into_owned(),
        )
            .into_response(),
        Ok(None) => ApiError::plain(ErrorCode::NotFound).into_response(),
        Err(error) => {
            tracing::error!(%error, name, "the API reference could not be served");
            ApiError::plain(ErrorCode::InternalError).into_response()
        }
    }
}

async fn errors() -> Response {
    let mut rows = String::new();
    for code in ErrorCode::ALL.iter().copied() {
        let entry = code.entry();
        // Writing to a String can't fail.
        let _ = write!(
            rows,
            "<section id=\"{name}\"><h2><code>{name}</code> <small>{status}</small></h2><p>{meaning}</p>\
             <p><strong>What to do:</strong> {remedy}</p><p><small>{retry}</small></p></section>",
            name = entry.name,
            status = entry.status,
            meaning = with_code(entry.meaning),
            remedy = with_code(entry.remedy),
            retry = if entry.retryable {
                "The same request may succeed later."
            } else {
                "Repeating the same request will not help."
            },
        );
    }
    page(include_str!("documentation/errors.html").replace("{{errors}}", &rows))
}

fn page(html: String) -> Response {
    ([(CONTENT_SECURITY_POLICY, POLICY), (X_CONTENT_TYPE_OPTIONS, "nosniff")], Html(html)).into_response()
}

/// The catalogue marks code with backticks; a page marks it with an element.
fn with_code(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let mut html = String::new();
    for (index, part) in escaped.split('`').enumerate() {
        html.push_str(match index {
            0 => "",
            odd if odd % 2 == 1 => "<code>",
            _ => "</code>",
        });
        html.push_str(part);
    }
    html
}

#[cfg(test)]
mod tests {
    use super::with_code;

    #[test]
    fn backticks_become_elements() {
        assert_eq!(with_code("Send `a` & `b<c`."), "Send <code>a</code> &amp; <code>b&lt;c</code>.");
    }
}
