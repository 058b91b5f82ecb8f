//! Calls of the API on behalf of whoever is signed in.

use axum::body::Body;
use axum::response::Response;
use domain::requests::{ActingPerson, PageRead};
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt, Limited};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::addresses::escaped;
use crate::failure::PageError;
use crate::faults::Faults;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// The call that pages show prices by.
const ESTIMATE: &str = "/v1/estimate";

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

impl Refusal {
    /// Whether the first of two equal calls, such as those of a double click, is still being answered.
    pub(crate) fn is_under_way(&self) -> bool {
        self.code == "idempotency_in_progress"
    }
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

/// A page of one of the API's lists, newest first.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Listing<T> {
    /// What stands on it.
    pub(crate) data: Vec<T>,
    /// Where the next page begins, if there is one.
    pub(crate) next_cursor: Option<String>,
}

impl<T> Listing<T> {
    /// The address of what is older, on the page of ours at `place`.
    pub(crate) fn older(&self, place: &str) -> Option<String> {
        self.next_cursor.as_deref().map(|cursor| format!("{place}?cursor={}", escaped(cursor)))
    }
}

/// What came of a form that orders something.
pub(crate) enum Placed<T> {
    /// It was made.
    Made(T),
    /// The same form was sent before, and is still being answered.
    UnderWay,
    /// It was not made, and nothing was charged.
    Refused(Faults),
}

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
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, PageError> {
        match self.ask(Method::GET, path, &[], None).await? {
            Ok(told) => read(told),
            Err(refusal) => Err(match refusal.status {
                StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => {
                    PageError::NotFound
                }
                _ => PageError::unavailable(&refusal.message),
            }),
        }
    }

    /// Does something.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Outcome, PageError> {
        self.ask(Method::POST, path, &[], Some(body)).await
    }

    /// Does something that must happen once: a repeated call with the same key gets the first answer again.
    pub(crate) async fn post_once(&self, path: &str, body: &Value, key: &str) -> Result<Outcome, PageError> {
        let headers = [("idempotency-key".to_owned(), key.to_owned())];
        self.ask(Method::POST, path, &headers, Some(body)).await
    }

    /// Orders what a form asks for, once however often it is sent. What the page itself finds wrong with it is not sent on.
    pub(crate) async fn order<T: DeserializeOwned>(
        &self,
        path: &str,
        wanted: Result<Value, Faults>,
        key: &str,
    ) -> Result<Placed<T>, PageError> {
        let wanted = match wanted {
            Ok(wanted) => wanted,
            Err(faults) => return Ok(Placed::Refused(faults)),
        };
        Ok(match self.post_once(path, &wanted, key).await? {
            Ok(told) => Placed::Made(read(told)?),
            Err(refusal) if refusal.is_under_way() => Placed::UnderWay,
            Err(refusal) => Placed::Refused(refusal.into()),
        })
    }

    /// Replaces something.
    pub(crate) async fn put(&self, path: &str, body: &Value) -> Result<Outcome, PageError> {
        self.ask(Method::PUT, path, &[], Some(body)).await
    }

    /// Changes something.
    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Result<Outcome, PageError> {
        self.ask(Method::PATCH, path, &[], Some(body)).await
    }

    /// Deletes something.
    pub(crate) async fn delete(&self, path: &str) -> Result<Outcome, PageError> {
        self.ask(Method::DELETE, path, &[], None).await
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        headers: &[(String, String)],
        body: Option<&Value>,
    ) -> Result<Outcome, PageError> {
        let response = self.send(method, path, headers, body).await?;
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

    /// All of the answer to a call that carries headers of its own.
    pub(crate) async fn exchange(
        &self,
        method: Method,
        path: &str,
        headers: &[(String, String)],
        body: Option<&Value>,
    ) -> Result<WholeAnswer, PageError> {
        let request = self.request(method, path, headers, body)?;
        let (parts, mut stream) = self.dashboard.api.call(request).await.into_parts();
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

    /// The answer as it comes to a call that carries headers of its own, for streams and files. What a page only reads is not in the
    /// account's request log.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(String, String)],
        body: Option<&Value>,
    ) -> Result<Response, PageError> {
        let only_reads = method == Method::GET || path == ESTIMATE;
        let mut request = self.request(method, path, headers, body)?;
        if only_reads {
            request.extensions_mut().insert(PageRead);
        }
        Ok(self.dashboard.api.call(request).await)
    }

    fn request(
        &self,
        method: Method,
        path: &str,
        headers: &[(String, String)],
        body: Option<&Value>,
    ) -> Result<Request<Body>, PageError> {
        let key = self.dashboard.keys.own(&self.visit.visit.account, self.visit.mode());
        let named =
            headers.iter().fold(Request::builder(), |request, (name, value)| request.header(name, value));
        named
            .method(method)
            .uri(path)
            .header(AUTHORIZATION, format!("Bearer {}", key.reveal()))
            .header(ACCEPT, "application/json, text/event-stream")
            .header(CONTENT_TYPE, "application/json")
            .extension(ActingPerson(self.visit.visit.person.email.to_string()))
            .body(body.map_or_else(Body::empty, |body| Body::from(body.to_string())))
            .map_err(|_| PageError::NotFound)
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

/// What the API told, in the shape that it promises.
pub(crate) fn read<T: DeserializeOwned>(told: Value) -> Result<T, PageError> {
    serde_json::from_value(told).map_err(|error| PageError::internal(&error))
}

/// The key of a form that must count once, however often it is sent: each form of each page has its own.
pub(crate) fn once() -> Result<String, PageError> {
    let number = getrandom::u64().map_err(|error| PageError::unavailable(&error))?;
    Ok(format!("form-{number:016x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_have_keys_of_their_own() {
        assert_ne!(once(), once());
    }
}
