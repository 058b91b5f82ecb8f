//! Forms that people send. Only our own pages may send them: the browser names the origin of a form, and
//! pages of a session add a token that only they contain.

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use http::header::{CONTENT_TYPE, HOST, ORIGIN};
use http::{HeaderMap, HeaderName};
use http_body_util::{BodyExt, Limited};
use subtle::ConstantTimeEq;

use crate::failure::PageError;
use crate::state::Dashboard;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const TOKEN: &str = "csrf";

/// A form that was sent from one of our pages.
#[derive(Debug, Default)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    /// Forms encode a letter of a language such as Vietnamese in up to nine bytes, the API in three.
    const MOST_BYTES: usize = 1024 * 1024;

    /// The value of a field, trimmed; empty if the field is missing.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// The value of a field as it was typed.
    pub(crate) fn raw(&self, name: &str) -> &str {
        self.0.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// The values of all fields with a name.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether a checkbox is ticked.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.0.iter().any(|(key, _)| key == name)
    }

    /// All fields but the token.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = &(String, String)> {
        self.0.iter().filter(|(key, _)| key != TOKEN)
    }

    /// Checks that the form contains the token of the session.
    pub(crate) fn prove(&self, token: &str) -> Result<(), PageError> {
        let same = self.raw(TOKEN).as_bytes().ct_eq(token.as_bytes());
        if bool::from(same) { Ok(()) } else { Err(PageError::ForeignForm) }
    }
}

impl FromRequest<Dashboard> for Form {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &Dashboard) -> Result<Self, PageError> {
        let (parts, body) = request.into_parts();
        if !is_ours(&parts.headers, &state.settings.public_url) {
            return Err(PageError::ForeignForm);
        }
        let kind = parts.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if !kind.starts_with("application/x-www-form-urlencoded") {
            return Err(PageError::BadForm);
        }
        read(body).await
    }
}

async fn read(body: Body) -> Result<Form, PageError> {
    let body = Limited::new(body, Form::MOST_BYTES).collect().await.map_err(|_| PageError::BadForm)?;
    Ok(Form(form_urlencoded::parse(&body.to_bytes()).into_owned().collect()))
}

/// Whether one of our pages sent the form. Every current browser sends at least one of the two headers, so a
/// request without both is refused.
fn is_ours(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let site = text(&FETCH_SITE);
    if site.is_some_and(|site| site != "same-origin") {
        return false;
    }
    match text(&ORIGIN) {
        Some(origin) => {
            let host = origin.split_once("://").map(|(_, host)| host);
            origin == public_url || (host.is_some() && host == text(&HOST))
        }
        None => site.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn sent(headers: &[(HeaderName, &'static str)]) -> bool {
        let headers =
            headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect();
        is_ours(&headers, "https://seo.example.com")
    }

    #[test]
    fn only_our_own_pages_may_send_forms() {
        assert!(sent(&[(ORIGIN, "https://seo.example.com"), (HOST, "backend:8080")]));
        assert!(sent(&[
            (ORIGIN, "http://127.0.0.1:8080"),
            (HOST, "127.0.0.1:8080"),
            (FETCH_SITE, "same-origin")
        ]));
        assert!(sent(&[(FETCH_SITE, "same-origin")]));
        assert!(!sent(&[]));
        assert!(!sent(&[(ORIGIN, "https://evil.example"), (HOST, "seo.example.com")]));
        assert!(!sent(&[(ORIGIN, "null"), (HOST, "seo.example.com")]));
        assert!(!sent(&[(ORIGIN, "https://seo.example.com"), (FETCH_SITE, "same-site")]));
        assert!(!sent(&[(FETCH_SITE, "cross-site")]));
        assert!(!sent(&[(FETCH_SITE, "none")]));
    }

    #[test]
    fn a_form_without_the_sessions_token_is_refused() {
        let form = Form(vec![("csrf".to_owned(), "abc".to_owned())]);
        assert_eq!(form.prove("abc"), Ok(()));
        assert_eq!(form.prove("abd"), Err(PageError::ForeignForm));
        assert_eq!(Form::default().prove("abc"), Err(PageError::ForeignForm));
    }
}
