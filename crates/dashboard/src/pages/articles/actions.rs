//! What people do with an article, and its progress as it happens.

use axum::extract::{Path, State};
use axum::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use serde_json::{Value, json};

use super::api_path;
use super::faults::{self, Faults};
use super::show::{self, Rejected};
use crate::api_client::{ApiClient, Outcome};
use crate::failure::PageError;
use crate::form::Form;
use crate::redirects;
use crate::state::Dashboard;
use crate::visit::SignedIn;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Proxies that hold answers back until they are complete are asked not to.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Back to the article, with what was done or why it was not.
fn back(id: &str, done: &str, outcome: Outcome) -> Result<Response, PageError> {
    let answer = match outcome {
        Ok(_) => format!("done={done}"),
        Err(refusal) if refusal.status == StatusCode::NOT_FOUND => return Err(PageError::NotFound),
        Err(refusal) => {
            form_urlencoded::Serializer::new(String::new()).append_pair("refused", &refusal.code).finish()
        }
    };
    Ok(redirects::see(&format!("/dashboard/articles/{id}?{answer}")))
}

/// Calls an article off.
pub(crate) async fn cancel(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let outcome = ApiClient::new(&dashboard, &visit).delete(&api_path(&id, "")?).await?;
    back(&id, "cancelled", outcome)
}

/// Publishes an article.
pub(crate) async fn publish(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let outcome = ApiClient::new(&dashboard, &visit).post(&api_path(&id, "/publish")?, &json!({})).await?;
    back(&id, "published", outcome)
}

/// Takes an article off the site.
pub(crate) async fn unpublish(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let outcome = ApiClient::new(&dashboard, &visit).post(&api_path(&id, "/unpublish")?, &json!({})).await?;
    back(&id, "unpublished", outcome)
}

/// Approves a plan, as it is or with other headings.
pub(crate) async fn approve(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let (typed, planned) = (form.text("outline"), form.text("planned"));
    // A plan that was left as it is keeps its own lengths and evidence.
    let outline = if same_lines(typed, planned) { Vec::new() } else { wanted(typed) };
    let client = ApiClient::new(&dashboard, &visit);
    let outcome = client.post(&api_path(&id, "/approve")?, &json!({"outline": outline})).await?;
    match outcome {
        Err(refusal) if !refusal.fields.is_empty() => {
            let place = |_: &str| "outline".to_owned();
            let faults = Faults::placed(refusal.fields, visit.language, place);
            let rejected = Rejected::Plan { text: typed.to_owned(), faults };
            show::show_rejected(&dashboard, &visit, &id, rejected).await
        }
        outcome => back(&id, "approved", outcome),
    }
}

/// Gives an article another title, or other words for results pages.
pub(crate) async fn edit(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let labels = ["title", "metaTitle", "metaDescription"].map(|name| form.text(name).to_owned());
    let [title, meta_title, meta_description] = &labels;
    let wanted = json!({"title": title, "metaTitle": meta_title, "metaDescription": meta_description});
    let outcome = ApiClient::new(&dashboard, &visit).patch(&api_path(&id, "")?, &wanted).await?;
    match outcome {
        Err(refusal) if !refusal.fields.is_empty() => {
            let place = |field: &str| faults::top(field).to_owned();
            let faults = Faults::placed(refusal.fields, visit.language, place);
            show::show_rejected(&dashboard, &visit, &id, Rejected::Labels { labels, faults }).await
        }
        outcome => back(&id, "saved", outcome),
    }
}

/// Has a section written anew.
pub(crate) async fn regenerate(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let section = form.text("section");
    if section.is_empty() || !section.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Err(PageError::NotFound);
    }
    let path = api_path(&id, &format!("/sections/{section}/regenerate"))?;
    let client = ApiClient::new(&dashboard, &visit);
    let outcome = client.post_once(&path, &json!({}), form.text("once")).await?;
    back(&id, "section", outcome)
}

/// The article's progress: the API's stream, passed on as it comes.
pub(crate) async fn events(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let last = headers.get(&LAST_EVENT_ID).and_then(|last| last.to_str().ok());
    let last: Vec<(String, String)> =
        last.map(|last| (LAST_EVENT_ID.to_string(), last.to_owned())).into_iter().collect();
    let client = ApiClient::new(&dashboard, &visit);
    let answer = client.send_with(Method::GET, &api_path(&id, "/events")?, &last, None).await?;
    match answer.status() {
        StatusCode::OK => Ok(passed_on(answer)),
        StatusCode::NOT_FOUND => Err(PageError::NotFound),
        status => Err(PageError::unavailable(&format!("the API answered a watcher with {status}"))),
    }
}

fn passed_on(answer: Response) -> Response {
    let (parts, body) = answer.into_parts();
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    let kind = parts.headers.get(CONTENT_TYPE).cloned();
    headers.insert(CONTENT_TYPE, kind.unwrap_or(HeaderValue::from_static("text/event-stream")));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(BUFFERING, HeaderValue::from_static("no"));
    response
}

fn same_lines(one: &str, other: &str) -> bool {
    let lines = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    lines(one.trim()) == lines(other.trim())
}

/// Headings on lines; those with a dash stand below the one before.
fn wanted(text: &str) -> Vec<Value> {
    let mut headings: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (line.strip_prefix('-').map(str::trim), headings.last_mut()) {
            (Some(below), Some((_, children))) => children.push(below),
            (Some(first), None) => headings.push((first, Vec::new())),
            (None, _) => headings.push((line, Vec::new())),
        }
    }
    headings
        .into_iter()
        .map(|(heading, children)| json!({"heading": heading, "children": children}))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_put_headings_below_others() {
        assert_eq!(
            wanted("Kinds\n- Green\n-  Black \n\nWater"),
            [
                json!({"heading": "Kinds", "children": ["Green", "Black"]}),
                json!({"heading": "Water", "children": []})
            ]
        );
        assert_eq!(wanted("- First"), [json!({"heading": "First", "children": []})]);
        assert_eq!(wanted(" \n"), Vec::<Value>::new());
    }

    #[test]
    fn a_plan_that_is_left_alone_is_the_same() {
        assert!(same_lines("Kinds\r\n- Green\r\n", "Kinds\n- Green"));
        assert!(!same_lines("Kinds\n- Black", "Kinds\n- Green"));
    }
}
