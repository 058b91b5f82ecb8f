//! Calls the API on behalf of the signed-in person.

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

/// The call that returns the prices shown on pages.
const ESTIMATE: &str = "/v1/estimate";

/// An error response of the API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    /// The code, such as `insufficient_credits`.
    pub(crate) code: String,
    /// What is wrong, in English.
    pub(crate) message: String,
    /// The rejected fields, each with its message.
    pub(crate) fields: Vec<(String, String)>,
}

impl Refusal {
    /// Whether the first of two equal calls, such as those of a double click, is still running.
    pub(crate) fn is_under_way(&self) -> bool {
        self.code == "idempotency_in_progress"
    }
}

/// A complete response, to be shown as it is.
#[derive(Debug)]
pub(crate) struct WholeAnswer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// The body, or its beginning.
    pub(crate) body: Vec<u8>,
    /// Whether the body was cut off.
    pub(crate) is_cut: bool,
}

/// The result of a call.
pub(crate) type Outcome = Result<Value, Refusal>;

/// A page of one of the API's lists, newest first.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Listing<T> {
    /// The items of the page.
    pub(crate) data: Vec<T>,
    /// The cursor of the next page, if there is one.
    pub(crate) next_cursor: Option<String>,
}

impl<T> Listing<T> {
    /// The URL of the next, older items on our page at `place`.
    pub(crate) fn older(&self, place: &str) -> Option<String> {
        self.next_cursor.as_deref().map(|cursor| format!("{place}?cursor={}", escaped(cursor)))
    }
}

/// The result of a form that creates something.
pub(crate) enum Placed<T> {
    Made(T),
    /// The same form was sent before, and that call is still running.
    UnderWay,
    /// Nothing was created or charged.
    Refused(Faults),
}

/// A client of the API for a signed-in person.
pub(crate) struct ApiClient<'a> {
    dashboard: &'a Dashboard,
    visit: &'a SignedIn,
}

impl<'a> ApiClient<'a> {
    const MOST_BYTES: usize = 32 * 1024 * 1024;
    const MOST_SHOWN_BYTES: usize = 4 * 1024 * 1024;

    /// Uses the account and mode that the pages show.
    pub(crate) const fn new(dashboard: &'a Dashboard, visit: &'a SignedIn) -> Self {
        Self { dashboard, visit }
    }

    /// Reads an object. If the API does not find it, the page is not found either.
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

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Outcome, PageError> {
        self.ask(Method::POST, path, &[], Some(body)).await
    }

    /// Sends a POST request that must take effect once: a retry with the same key gets the first response
    /// again.
    pub(crate) async fn post_once(&self, path: &str, body: &Value, key: &str) -> Result<Outcome, PageError> {
        let headers = [("idempotency-key".to_owned(), key.to_owned())];
        self.ask(Method::POST, path, &headers, Some(body)).await
    }

    /// Sends the request of a form, once however often the form is sent. Faults that the page itself finds
    /// are returned without a call.
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

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Result<Outcome, PageError> {
        self.ask(Method::PUT, path, &[], Some(body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Result<Outcome, PageError> {
        self.ask(Method::PATCH, path, &[], Some(body)).await
    }

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

    /// Sends a call with extra headers and collects the complete response.
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

    /// Sends a call with extra headers and returns the response unread, for streams and files. Calls by which
    /// a page only reads are not in the account's request log.
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

/// Parses a response of the API.
pub(crate) fn read<T: DeserializeOwned>(told: Value) -> Result<T, PageError> {
    serde_json::from_value(told).map_err(|error| PageError::internal(&error))
}

/// A new idempotency key for a form. Each form of each page has its own.
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
