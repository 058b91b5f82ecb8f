//! What applies to every call, around the routes: request id, limits of size, rate and time, CORS, error
//! bodies, common headers, one log line, one entry in the account's request log, and two metrics.
//!
//! This is one service with straight-line code instead of a stack of middleware: the order is visible, and a request pays
//! for one boxed future instead of one per layer.

mod admission;
mod bodies;
mod cors;
mod metrics;
mod missing_page;
mod observed_route;
mod rate_limits;
mod trailing_slash;

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use application::log_requests::{AnsweredCall, CallBodies};
use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use domain::api_keys::Claims;
use domain::credits::Credits;
use domain::ids::RequestId;
use domain::prices::Operation;
use domain::requests::PageRead;
use futures_util::FutureExt;
use http::header::ACCEPT_ENCODING;
use http::{HeaderName, HeaderValue, Method, Request};
use tower::{Layer, Service, ServiceExt};
use tower_http::compression::predicate::{And, DefaultPredicate, Predicate, SizeAbove};
use tower_http::compression::{Compression, CompressionLayer};

use crate::API_VERSION;
use crate::charging::CHARGED;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::state::ApiState;

pub(crate) use admission::Identity;
use admission::{Admission, Application};
use bodies::Recorder;
pub(crate) use metrics::RequestMetrics;
use missing_page::MissingPage;
pub(crate) use observed_route::{ObserveRoute, Route};
pub(crate) use rate_limits::RateLimits;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const VERSION: HeaderName = HeaderName::from_static("x-api-version");
/// Smaller bodies are not compressed, because they would hardly shrink.
const SMALLEST_COMPRESSED: u64 = 1024;

/// Charged work has its own time limit. This is the time left to charge for it or to return the reserved
/// credits.
const SETTLING_TIME: Duration = Duration::from_secs(5);

/// The context of a request, available from its first byte on.
#[derive(Clone, Debug)]
pub(crate) struct RequestContext {
    pub(crate) id: RequestId,
}

/// The routes with everything that applies to all of them.
#[derive(Clone)]
pub struct Edge(Arc<Parts>);

struct Parts {
    plain: Core,
    compressing: Compression<Core, And<DefaultPredicate, SizeAbove>>,
}

#[derive(Clone)]
struct Core {
    state: ApiState,
    routes: Router,
    /// The first path segments of pages.
    places: &'static [&'static str],
    /// The page that browsers get if nothing is found.
    missing: Option<Router>,
}

type Answer = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

impl Edge {
    pub(crate) fn new(
        state: ApiState,
        routes: Router,
        places: &'static [&'static str],
        missing: Option<Router>,
    ) -> Self {
        let plain = Core { state, routes, places, missing };
        let worthwhile = DefaultPredicate::new().and(SizeAbove::new(SMALLEST_COMPRESSED));
        let compressing = CompressionLayer::new().compress_when(worthwhile).layer(plain.clone());
        Self(Arc::new(Parts { plain, compressing }))
    }
}

impl Service<Request<Body>> for Edge {
    type Response = Response;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        if request.headers().contains_key(ACCEPT_ENCODING) {
            let answer = self.0.compressing.clone().call(request);
            Box::pin(async move { answer.await.map(|response| response.map(Body::new)) })
        } else {
            self.0.plain.clone().call(request)
        }
    }
}

impl Service<Request<Body>> for Core {
    type Response = Response;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        let core = self.clone();
        Box::pin(core.answer(request).map(Ok))
    }
}

impl Core {
    async fn answer(self, mut request: Request<Body>) -> Response {
        let started = Instant::now();
        let id = request
            .headers()
            .get(REQUEST_ID)
            .and_then(|value| RequestId::from_client(value.to_str().ok()?))
            .unwrap_or_else(RequestId::generate);
        let method = request.method().clone();
        let is_page_read = request.extensions().get::<PageRead>().is_some();
        request.extensions_mut().insert(RequestContext { id: id.clone() });

        let state = self.state.clone();
        let missing = MissingPage::of(self.missing.as_ref(), &request);
        let draft = if is_for_operators(request.uri().path()) {
            self.run(request).await
        } else if is_stored_file(request.uri().path()) || self.is_page(request.uri().path()) {
            let admission = admission::check_reader(&self.state, &request);
            self.run_if_admitted(admission, request).await
        } else if cors::is_preflight(&request) {
            cors::preflight(&request)
        } else {
            let admission = Application::of(&self.state, &request).check(&self.state).await;
            let mut response = self.run_if_admitted(admission, request).await;
            cors::expose(response.headers_mut());
            response
        };
        let mut response = render_error(draft, &id, &state.settings.public_url);
        if let Some(missing) = missing {
            response = missing.replace(response).await;
        }
        let headers = response.headers_mut();
        if let Ok(value) = HeaderValue::from_str(id.as_str()) {
            headers.insert(REQUEST_ID, value);
        }
        headers.insert(VERSION, HeaderValue::from_static(API_VERSION));
        observe(&state, &method, &id, &response, started.elapsed());
        if !is_page_read {
            let bodies = match response.extensions_mut().remove::<Recorder>() {
                Some(recorder) => Some(recorder.finish(&mut response).await),
                None => None,
            };
            note(&state, &method, &id, &response, started.elapsed(), bodies);
        }
        response
    }

    /// Whether the path is a page. Pages load several files each and use cookies, so other origins get no
    /// access to them.
    fn is_page(&self, path: &str) -> bool {
        let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
        self.places.contains(&first)
    }

    async fn run_if_admitted(self, admission: Admission, mut request: Request<Body>) -> Response {
        let mut response = if let Some(refusal) = admission.refusal {
            refusal.into_response()
        } else {
            request.extensions_mut().insert(admission.identity);
            let (request, recorder) = Recorder::start(&self.state, &admission.identity, request);
            let mut response = self.run(request).await;
            if let Some(recorder) = recorder {
                response.extensions_mut().insert(recorder);
            }
            response
        };
        admission.rate_limit_state.write_headers(response.headers_mut());
        if let Identity::Proven(claims) = admission.identity {
            response.extensions_mut().insert(claims);
        }
        response
    }

    /// Routes the request within its time limit. A panic does not close the connection.
    async fn run(self, request: Request<Body>) -> Response {
        let path = request.uri().path();
        // Paths of stored files are not redirected, because their names are literal.
        if !is_stored_file(path)
            && let Some(redirect) = trailing_slash::redirect(request.uri())
        {
            return redirect;
        }
        // Pages call the API, so they may take as long as the slowest call.
        let limit = if self.is_page(path) {
            self.state.settings.long_request_timeout + 2 * SETTLING_TIME
        } else {
            self.state.settings.time_limit(operation_of(path)) + SETTLING_TIME
        };
        let work = AssertUnwindSafe(self.routes.oneshot(request)).catch_unwind();
        match tokio::time::timeout(limit, work).await {
            Ok(Ok(Ok(response))) => response,
            Ok(Err(_panic)) => {
                tracing::error!("a handler panicked");
                ApiError::plain(ErrorCode::InternalError).into_response()
            }
            Err(_elapsed) => ApiError::plain(ErrorCode::UpstreamTimeout).into_response(),
        }
    }
}

/// Probes and scrapes must work even while all other requests are refused. Browsers do not need them.
fn is_for_operators(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz" | "/metrics")
}

fn is_stored_file(path: &str) -> bool {
    path.starts_with("/media/")
}

/// The priced operation of a path, with or without the version prefix.
fn operation_of(path: &str) -> Option<Operation> {
    let path = path.trim_start_matches('/');
    let name = path.strip_prefix("v1/").unwrap_or(path);
    Operation::ALL.into_iter().find(|operation| operation.as_str() == name)
}

fn render_error(response: Response, id: &RequestId, public_url: &str) -> Response {
    let (mut parts, body) = response.into_parts();
    let Some(error) = parts.extensions.get::<ApiError>() else {
        return Response::from_parts(parts, body);
    };
    let mut rendered = error.render(std::mem::take(&mut parts.headers), id.as_str(), public_url);
    *rendered.extensions_mut() = parts.extensions;
    rendered
}

/// Logs the route, never the path as sent, because a path may contain a key by mistake.
fn observe(state: &ApiState, method: &Method, id: &RequestId, response: &Response, elapsed: Duration) {
    let extensions = response.extensions();
    let route = extensions.get::<Route>().map_or(Route::UNKNOWN, Route::as_str);
    let status = response.status().as_u16();
    let code = extensions.get::<ApiError>().map(|error| error.code().entry().name);
    let claims = extensions.get::<Claims>();
    state.request_metrics.record(method, route, status, elapsed);
    tracing::info!(
        target: "rankwright::access",
        request_id = id.as_str(),
        method = method.as_str(),
        route,
        status,
        code,
        account = claims.map(|claims| tracing::field::display(claims.account)),
        micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
        "request"
    );
}

/// Adds a call to the account's request log.
fn note(
    state: &ApiState,
    method: &Method,
    id: &RequestId,
    response: &Response,
    elapsed: Duration,
    bodies: Option<CallBodies>,
) {
    let extensions = response.extensions();
    let Some(claims) = extensions.get::<Claims>() else { return };
    let call = AnsweredCall {
        request: id,
        claims,
        method: metrics::label(method),
        route: extensions.get::<Route>().map_or(Route::UNKNOWN, Route::as_str),
        status: response.status().as_u16(),
        error: extensions.get::<ApiError>().map(|error| error.code().entry().name),
        charged: charged(response),
        elapsed,
    };
    state.log_requests.note(&call, bodies);
}

/// The credits that the call was charged.
fn charged(response: &Response) -> Credits {
    let number = response.headers().get(CHARGED).and_then(|value| value.to_str().ok()?.parse().ok());
    number.map_or(Credits::ZERO, Credits::new)
}
