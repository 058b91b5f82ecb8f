//! The API as pages call it: in the same process, without a network.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::OnceLock;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::{Request, StatusCode};
use tower::{Service, ServiceExt};

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Calls the API in the same process. It is opened late, because the service that contains the API also
/// contains the pages.
#[derive(Default)]
pub struct InProcessApi(OnceLock<Box<dyn Fn(Request<Body>) -> Answering + Send + Sync>>);

impl InProcessApi {
    /// Sets the API that is called. Only the first call has an effect.
    pub fn open<S>(&self, api: S)
    where
        S: Service<Request<Body>, Response = Response, Error = Infallible> + Clone + Send + Sync + 'static,
        S::Future: Send,
    {
        let _ = self.0.set(Box::new(move |request| {
            let api = api.clone();
            Box::pin(async move { api.oneshot(request).await.into_response() })
        }));
    }

    /// Handles a request as if it had come over the network.
    pub(crate) async fn call(&self, request: Request<Body>) -> Response {
        match self.0.get() {
            Some(api) => api(request).await,
            None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        }
    }
}
