//! Calls of the API on behalf of whoever is signed in.

use axum::body::Body;
use axum::response::Response;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt, Limited};
use serde_json::Value;

use crate::failure::PageError;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// What the API refused, as it says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The status.
    pub(crate) status: StatusCode,
    /// The code, such as `insufficient_credits`.
    pub(crate) code: String,
    /// What is wrong, in English.
    pub(crate) message: String,
    /// The fields that are wrong, each with what is wrong about it.
    pub(crate) fields: Vec<(String, String)>,
}

/// All of an answer, for whoever wants to see it as it is.
#[derive(Debug)]
pub(crate) struct WholeAnswer {
    /// The status.
    pub(crate) status: StatusCode,
    /// The headers.
    pub(crate) headers: HeaderMap,
    /// The body, or its beginning.
    pub(crate) body: Vec<u8>,
    /// Whether the body goes on.
    pub(crate) is_cut: bool,
}

/// What came of a call.
pub(crate) type Outcome = Result<Value, Refusal>;

/// The API, as somebody who is signed in calls it.
pub(crate) struct ApiClient<'a> {
    dashboard: &'a Dashboard,
    visit: &'a SignedIn,
}

impl<'a> ApiClient<'a> {
    const MOST_BYTES: usize = 32 * 1024 * 1024;
    const MOST_SHOWN_BYTES: usize = 4 * 1024 * 1024;

    /// Calls with the ledger that the pages show.
    pub(crate) const fn new(dashboard: &'a Dashboard, visit: &'a SignedIn) -> Self {
        Self { dashboard, visit }
    }

    /// Reads something; what is not there is a page that is not there.
    pub(crate) async fn get(&self, path: &str) -> Result<Value, PageError> {
        let outcome = self.read(self.send(Method::GET, path, None).await?).await?;
        outcome.map_err(|refusal| match refusal.status {
            StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => {
                PageError::NotFound
            }
            _ => PageError::unavailable(&refusal.message),
        })
    }

    /// Does something.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Outcome, PageError> {
        let response = self.send(Method::POST, path, Some(body)).await?;
        self.read(response).await
    }

    /// Does something that must happen once: a repeated call with the same key gets the first answer again.
    pub(crate) async fn post_once(&self, path: &str, body: &Value, key: &str) -> Result<Outcome, PageError> {
        let headers = [("idempotency-key".to_owned(), key.to_owned())];
        let response = self.send_with(Method::POST, path, &headers, Some(body)).await?;
        self.read(response).await
    }

    /// Changes something.
    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Result<Outcome, PageError> {
        let response = self.send(Method::PATCH, path, Some(body)).await?;
        self.read(response).await
    }

    /// Deletes something.
    pub(crate) async fn delete(&self, path: &str) -> Result<Outcome, PageError> {
        let response = self.send(Method::DELETE, path, None).await?;
        self.read(response).await
    }

    /// The answer as it comes, for streams and for whoever wants to see all of it.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Response, PageError> {
        self.send_with(method, path, &[], body).await
    }

    /// All of the answer to a call that carries headers of its own.
    pub(crate) async fn exchange(
        &self,
        method: Method,
        path: &str,
        headers: &[(String, String)],
        body: Option<&Value>,
    ) -> Result<WholeAnswer, PageError> {
        let (parts, mut stream) = self.send_with(method, path, headers, body).await?.into_parts();
        let mut answer =
            WholeAnswer { status: parts.status, headers: parts.headers, body: Vec::new(), is_cut: false };
        while let Some(frame) = stream.frame().await {
            let frame = frame.map_err(|error| PageError::unavailable(&error))?;
            let Ok(data) = frame.into_data() else { continue };
            let room = Self::MOST_SHOWN_BYTES - answer.body.len();
            answer.body.extend(data.iter().take(room));
            if data.len() > room {
                answer.is_cut = true;
                break;
            }
        }
        Ok(answer)
    }

    /// The answer as it comes to a call that carries headers of its own.
    pub(crate) async fn send_with(
        &self,
        method: Method,
        path: &str,
        headers: &[(String, String)],
        body: Option<&Value>,
    ) -> Result<Response, PageError> {
        let key = self.dashboard.keys.own(&self.visit.visit.account, self.visit.mode());
        let named =
            headers.iter().fold(Request::builder(), |request, (name, value)| request.header(name, value));
        let request = named
            .method(method)
            .uri(path)
            .header(AUTHORIZATION, format!("Bearer {}", key.reveal()))
            .header(ACCEPT, "application/json, text/event-stream")
            .header(CONTENT_TYPE, "application/json")
            .body(body.map_or_else(Body::empty, |body| Body::from(body.to_string())))
            .map_err(|_| PageError::NotFound)?;
        Ok(self.dashboard.api.call(request).await)
    }

    async fn read(&self, response: Response) -> Result<Outcome, PageError> {
        let status = response.status();
        let body = Limited::new(response.into_body(), Self::MOST_BYTES).collect().await;
        let body = body.map_err(|error| PageError::unavailable(&error))?.to_bytes();
        let value = if body.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(&body).map_err(|error| PageError::internal(&error))?
        };
        Ok(if status.is_success() { Ok(value) } else { Err(refusal(status, &value)) })
    }
}

fn refusal(status: StatusCode, body: &Value) -> Refusal {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let error = &body["error"];
    let fields = error["details"].as_array().into_iter().flatten();
    Refusal {
        status,
        code: text(&error["code"]),
        message: text(&error["message"]),
        fields: fields.map(|detail| (text(&detail["field"]), text(&detail["message"]))).collect(),
    }
}
