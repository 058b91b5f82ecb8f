//! Actions on an article, and the stream of its progress.

use axum::extract::{Path, State};
use axum::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use serde::Serialize;
use serde_json::json;

use super::api_path;
use super::faults::{self, Faults};
use super::show::{self, Rejected};
use crate::api_client::{ApiClient, Outcome};
use crate::failure::PageError;
use crate::form_about::FormAbout;
use crate::redirects::{self, with_query};
use crate::state::Dashboard;
use crate::visit::SignedIn;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Instructs proxies not to buffer the response until it is complete.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// A form about an article. Its id is checked when the API path is built.
type ArticleForm = FormAbout<String>;

/// Redirects to the article, with the result of the action.
fn back(id: &str, done: &str, outcome: &Outcome) -> Result<Response, PageError> {
    let told = match outcome {
        Ok(_) => ("done", done),
        Err(refusal) if refusal.status == StatusCode::NOT_FOUND => return Err(PageError::NotFound),
        Err(refusal) => ("refused", refusal.code.as_str()),
    };
    Ok(redirects::see(&with_query(&format!("/dashboard/articles/{id}"), &[told])))
}

/// Redirects to the article. If fields were rejected, shows the article with what was typed, to be corrected.
async fn back_or_again(
    sent: &ArticleForm,
    done: &str,
    outcome: Outcome,
    rejected: impl FnOnce(Faults) -> Rejected,
) -> Result<Response, PageError> {
    match outcome {
        Err(refusal) if !refusal.fields.is_empty() => {
            let place = |field: &str| faults::top(field).to_owned();
            let faults = Faults::placed(refusal.fields, sent.visit.language, place);
            show::show_rejected(&sent.dashboard, &sent.visit, &sent.id, rejected(faults)).await
        }
        outcome => back(&sent.id, done, &outcome),
    }
}

pub(crate) async fn cancel(sent: ArticleForm) -> Result<Response, PageError> {
    let outcome = sent.client().delete(&api_path(&sent.id, "")?).await?;
    back(&sent.id, "cancelled", &outcome)
}

pub(crate) async fn publish(sent: ArticleForm) -> Result<Response, PageError> {
    let outcome = sent.client().post(&api_path(&sent.id, "/publish")?, &json!({})).await?;
    back(&sent.id, "published", &outcome)
}

/// Removes an article from the hosted site.
pub(crate) async fn unpublish(sent: ArticleForm) -> Result<Response, PageError> {
    let outcome = sent.client().post(&api_path(&sent.id, "/unpublish")?, &json!({})).await?;
    back(&sent.id, "unpublished", &outcome)
}

/// Approves an outline, unchanged or with other headings.
pub(crate) async fn approve(sent: ArticleForm) -> Result<Response, PageError> {
    let (typed, planned) = (sent.form.text("outline"), sent.form.text("planned"));
    // An unchanged outline keeps its lengths and evidence.
    let outline = if same_lines(typed, planned) { Vec::new() } else { wanted(typed) };
    let outcome = sent.client().post(&api_path(&sent.id, "/approve")?, &json!({"outline": outline})).await?;
    let rejected = |faults| Rejected::Outline { text: typed.to_owned(), faults };
    back_or_again(&sent, "approved", outcome, rejected).await
}

/// Changes the title and the metadata of an article.
pub(crate) async fn edit(sent: ArticleForm) -> Result<Response, PageError> {
    let labels = ["title", "metaTitle", "metaDescription"].map(|name| sent.form.text(name).to_owned());
    let [title, meta_title, meta_description] = &labels;
    let wanted = json!({"title": title, "metaTitle": meta_title, "metaDescription": meta_description});
    let outcome = sent.client().patch(&api_path(&sent.id, "")?, &wanted).await?;
    back_or_again(&sent, "saved", outcome, |faults| Rejected::Labels { labels, faults }).await
}

/// Marks an article as reviewed.
pub(crate) async fn review(sent: ArticleForm) -> Result<Response, PageError> {
    let review = json!({"review": {"status": "done"}});
    let outcome = sent.client().patch(&api_path(&sent.id, "")?, &review).await?;
    back(&sent.id, "reviewed", &outcome)
}

/// Requests a new text for a section.
pub(crate) async fn regenerate(sent: ArticleForm) -> Result<Response, PageError> {
    let section = sent.form.text("section");
    // Any other text could lead to another path of the API.
    if section.is_empty() || !section.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Err(PageError::NotFound);
    }
    let path = api_path(&sent.id, &format!("/sections/{section}/regenerate"))?;
    let outcome = sent.client().post_once(&path, &json!({}), sent.form.text("once")).await?;
    back(&sent.id, "section", &outcome)
}

/// Forwards the API's stream of the article's progress.
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
    let answer = client.send(Method::GET, &api_path(&id, "/events")?, &last, None).await?;
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

/// A heading in an API request.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Heading {
    heading: String,
    children: Vec<Self>,
}

/// Parses one heading per line. A leading dash places a heading below the one before, two dashes a level
/// deeper.
fn wanted(text: &str) -> Vec<Heading> {
    let mut headings = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let heading = line.trim_start_matches('-');
        let dashes = line.len() - heading.len();
        add(&mut headings, dashes, Heading { heading: heading.trim().to_owned(), children: Vec::new() });
    }
    headings
}

/// Adds a heading that many levels below the last one, or as deep as there are headings.
fn add(headings: &mut Vec<Heading>, below: usize, heading: Heading) {
    match headings.last_mut() {
        Some(last) if below > 0 => add(&mut last.children, below - 1, heading),
        _ => headings.push(heading),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_put_headings_below_others() {
        let heading = |text: &str, children| Heading { heading: text.to_owned(), children };
        let black = heading("Black", vec![heading("Assam", vec![])]);
        assert_eq!(
            wanted("Kinds\n- Green\n-  Black \n-- Assam\n\nWater"),
            [heading("Kinds", vec![heading("Green", vec![]), black]), heading("Water", vec![])]
        );
        assert_eq!(wanted("- First"), [heading("First", vec![])]);
        assert_eq!(wanted(" \n"), []);
    }

    #[test]
    fn an_outline_that_is_left_alone_is_the_same() {
        assert!(same_lines("Kinds\r\n- Green\r\n", "Kinds\n- Green"));
        assert!(!same_lines("Kinds\n- Black", "Kinds\n- Green"));
    }
}
