//! Runs an audit from the form. Most audits take too long for a blank page, so the response starts while the
//! audit runs, shows progress, and ends with a redirect to the report. This needs no script.

use std::convert::Infallible;
use std::time::Duration;

use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use futures_util::StreamExt;
use futures_util::stream::once;
use http::header::CONTENT_ENCODING;
use http::{HeaderName, HeaderValue, StatusCode};
use serde::Deserialize;
use serde_json::Value;

use super::{Draft, PAGE, QueryParams, Texts, list};
use crate::answer::streamed;
use crate::api_client::{ApiClient, Placed};
use crate::failure::PageError;
use crate::faults::Faults;
use crate::form::Form;
use crate::frame::{Frame, Section};
use crate::redirects;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// Results that are available this soon, such as errors in the form, are shown without the progress page.
const AT_ONCE: Duration = Duration::from_secs(1);
/// Where the template pauses until the audit is done.
const REST: &str = "<!--rest-->";
/// Instructs proxies not to buffer the response until it is complete.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The part of a new audit that is needed to show it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewAudit {
    audit_id: String,
}

type Outcome = Result<Placed<NewAudit>, PageError>;

#[derive(Template)]
#[template(path = "audits_running.html")]
struct RunningPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    url: &'a str,
}

/// The end of the page.
#[derive(Template)]
#[template(path = "audits_ran.html")]
struct Ending<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    /// Where the page redirects to.
    place: Option<String>,
    faults: Faults,
}

/// Runs an audit and redirects to the report.
pub(crate) async fn run(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let draft = Draft::read(&form);
    let request = draft.request(Texts::of(visit.language));
    let call = call(dashboard.clone(), visit.clone(), request, form.text("once").to_owned());
    let mut call = Box::pin(call);
    match tokio::time::timeout(AT_ONCE, &mut call).await {
        Ok(outcome) => match place(&outcome?) {
            Ok(place) => Ok(redirects::see(&place)),
            Err(faults) => {
                let draft = Draft { faults, ..draft };
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                list(&dashboard, &visit, status, &QueryParams::default(), draft).await
            }
        },
        Err(_) => running(&dashboard, &visit, &draft.url, call).await,
    }
}

async fn call(
    dashboard: Dashboard,
    visit: SignedIn,
    request: Result<Value, Faults>,
    once: String,
) -> Outcome {
    ApiClient::new(&dashboard, &visit).order("/v1/seo/audit", request, &once).await
}

/// The redirect for an outcome.
fn place(outcome: &Placed<NewAudit>) -> Result<String, Faults> {
    match outcome {
        Placed::Made(made) => Ok(format!("{PAGE}/{}", made.audit_id)),
        Placed::UnderWay => Ok(format!("{PAGE}?done=underway")),
        Placed::Refused(faults) => Err(faults.clone()),
    }
}

/// The page that is shown while the audit runs.
async fn running(
    dashboard: &Dashboard,
    visit: &SignedIn,
    url: &str,
    call: impl Future<Output = Outcome> + Send + 'static,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Audits, words.running).await?;
    let html = RunningPage { frame: &frame, words, url }.render();
    let html = html.map_err(|error| PageError::internal(&error))?;
    let (start, end) = html.split_once(REST).unwrap_or((&html, ""));
    let (start, end) = (start.to_owned(), end.to_owned());
    let answer_frame = frame.clone();
    let rest = async move { ending(&frame, words, &call.await) + &end };
    let parts = once(async move { start }).chain(once(rest)).map(Ok::<String, Infallible>);
    let mut response = streamed(&answer_frame, Body::from_stream(parts));
    let headers = response.headers_mut();
    headers.insert(BUFFERING, HeaderValue::from_static("no"));
    // If compressed, the start of the page would wait for the end.
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static("identity"));
    Ok(response)
}

/// The end of the page. The status is already sent, so failures are shown as text.
fn ending(frame: &Frame, words: &'static Texts, outcome: &Outcome) -> String {
    let (place, faults) = match outcome.as_ref().map(place) {
        Ok(Ok(place)) => (Some(place), Faults::default()),
        Ok(Err(faults)) => (None, faults),
        Err(_) => (None, Faults::default()),
    };
    Ending { frame, words, place, faults }.render().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;
    use crate::api_client::Refusal;
    use crate::language::Theme;

    fn ended(outcome: &Outcome) -> String {
        let frame = Frame::public(Language::ENGLISH, Theme::Auto, "");
        ending(&frame, Texts::of(Language::ENGLISH), outcome)
    }

    #[test]
    fn the_page_ends_with_the_report_or_with_what_went_wrong() {
        let made = ended(&Ok(Placed::Made(NewAudit { audit_id: "aud_1".to_owned() })));
        assert!(made.contains("content=\"0; url=/dashboard/audits/aud_1\""), "{made}");
        let refusal = Refusal {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            code: "target_unreachable".to_owned(),
            message: "<b>no answer".to_owned(),
            fields: Vec::new(),
        };
        let faults = Faults::from(refusal);
        let refused = ended(&Ok(Placed::Refused(faults)));
        assert!(refused.contains("&#60;b&#62;no answer") && !refused.contains("http-equiv"), "{refused}");
        let failed = ended(&Err(PageError::Unavailable));
        assert!(failed.contains("The page was not audited."), "{failed}");
    }

    #[test]
    fn the_page_has_a_place_for_its_end() {
        let frame = Frame::public(Language::ENGLISH, Theme::Auto, "");
        let page =
            RunningPage { frame: &frame, words: Texts::of(Language::ENGLISH), url: "https://a.example/<" };
        let html = page.render().unwrap();
        assert_eq!(html.matches(REST).count(), 1);
        assert!(html.contains("https://a.example/&#60;"), "{html}");
    }
}
