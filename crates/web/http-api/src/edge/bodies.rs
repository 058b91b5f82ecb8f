//! Copies of what a call sends and receives, for accounts that store request bodies.

use std::future::ready;
use std::sync::{Arc, Mutex, PoisonError};

use application::log_requests::CallBodies;
use axum::body::{Body, HttpBody as _};
use axum::response::Response;
use bytes::Bytes;
use domain::requests::PageRead;
use futures_util::stream;
use http::Request;
use http::header::CONTENT_TYPE;
use http_body_util::BodyExt;

use super::Identity;
use crate::state::ApiState;

/// Longer bodies are not stored.
const LONGEST: usize = 64 * 1_024;

/// Copies the body of a request while it is read.
#[derive(Clone)]
pub(super) struct Recorder {
    path: String,
    sent: Arc<Mutex<Option<Vec<u8>>>>,
}

impl Recorder {
    /// Attaches a recorder to the request if the caller's account stores bodies.
    pub(super) fn start(
        state: &ApiState,
        identity: &Identity,
        request: Request<Body>,
    ) -> (Request<Body>, Option<Self>) {
        let Identity::Proven(claims) = identity else { return (request, None) };
        let is_page_read = request.extensions().get::<PageRead>().is_some();
        if is_page_read || !state.authenticator.stores_bodies(claims.account) {
            return (request, None);
        }
        let path = request.uri().path_and_query().map_or_else(String::new, ToString::to_string);
        let recorder = Self { path, sent: Arc::new(Mutex::new(Some(Vec::new()))) };
        let sent = recorder.sent.clone();
        let copied = |body: Body| {
            Body::new(body.map_frame(move |frame| {
                if let Some(data) = frame.data_ref() {
                    add(&mut sent.lock().unwrap_or_else(PoisonError::into_inner), data);
                }
                frame
            }))
        };
        (request.map(copied), Some(recorder))
    }

    /// The recorded bodies of the request and the response.
    pub(super) async fn finish(self, response: &mut Response) -> CallBodies {
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner).take();
        let request = sent.map(Bytes::from);
        CallBodies { path: self.path, request, response: answered(response).await }
    }
}

/// A copy of the response body if it is short and JSON.
async fn answered(response: &mut Response) -> Option<Bytes> {
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|value| value == "application/json");
    let length = usize::try_from(response.body().size_hint().exact()?).ok()?;
    if length == 0 {
        return Some(Bytes::new());
    }
    if !is_json || length > LONGEST {
        return None;
    }
    match std::mem::take(response.body_mut()).collect().await {
        Ok(whole) => {
            let copy = whole.to_bytes();
            *response.body_mut() = Body::from(copy.clone());
            Some(copy)
        }
        Err(error) => {
            *response.body_mut() = Body::from_stream(stream::once(ready(Err::<Bytes, _>(error))));
            None
        }
    }
}

fn add(sent: &mut Option<Vec<u8>>, data: &Bytes) {
    match sent {
        Some(copy) if copy.len() + data.len() <= LONGEST => copy.extend_from_slice(data),
        _ => *sent = None,
    }
}
