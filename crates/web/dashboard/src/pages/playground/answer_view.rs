//! A response of the API as the playground shows it.

use crate::explorer::json_view::json_to_html;
use askama::filters::Safe;
use http::HeaderMap;
use serde_json::Value;

use crate::api_client::WholeAnswer;

/// Headers that are useful to customers, in the order in which they are shown.
const SHOWN_HEADERS: [&str; 11] = [
    "content-type",
    "x-request-id",
    "x-api-version",
    "x-credits-charged",
    "x-credits-balance",
    "idempotency-replayed",
    "ratelimit-policy",
    "ratelimit",
    "retry-after",
    "www-authenticate",
    "location",
];

/// The most bytes of a response that are shown unformatted.
const MOST_RAW_BYTES: usize = 400_000;

pub(super) struct AnswerView {
    pub(super) status: u16,
    pub(super) reason: &'static str,
    /// The colour of the status.
    pub(super) tone: &'static str,
    pub(super) request_id: Option<String>,
    pub(super) charged: Option<i64>,
    pub(super) headers: Vec<(&'static str, String)>,
    /// The formatted body, if it is JSON.
    pub(super) pretty: Option<Safe<String>>,
    pub(super) raw: String,
    pub(super) is_cut: bool,
    /// The error code, if the documentation explains it.
    pub(super) error: Option<String>,
}

impl AnswerView {
    pub(super) fn new(answer: &WholeAnswer) -> Self {
        let value: Option<Value> =
            if answer.is_cut { None } else { serde_json::from_slice(&answer.body).ok() };
        let pretty = value.as_ref().map(json_to_html);
        let raw = answer.body.get(..MOST_RAW_BYTES).unwrap_or(&answer.body);
        Self {
            status: answer.status.as_u16(),
            reason: answer.status.canonical_reason().unwrap_or_default(),
            tone: match answer.status.as_u16() {
                200..=399 => "good",
                400..=499 => "warn",
                _ => "bad",
            },
            request_id: text(&answer.headers, "x-request-id"),
            error: value.as_ref().and_then(error_code),
            charged: text(&answer.headers, "x-credits-charged").and_then(|credits| credits.parse().ok()),
            headers: SHOWN_HEADERS
                .into_iter()
                .filter_map(|name| Some((name, text(&answer.headers, name)?)))
                .collect(),
            is_cut: answer.is_cut
                || raw.len() < answer.body.len()
                || pretty.as_ref().is_some_and(|pretty| pretty.is_cut),
            // The explorer escapes the text that it colours.
            pretty: pretty.map(|pretty| Safe(pretty.html)),
            raw: String::from_utf8_lossy(raw).into_owned(),
        }
    }
}

/// The error code. It is one word and needs no escaping.
fn error_code(value: &Value) -> Option<String> {
    let code = value.pointer("/error/code")?.as_str()?;
    let is_word = |sign: char| sign.is_ascii_lowercase() || sign == '_';
    (!code.is_empty() && code.chars().all(is_word)).then(|| code.to_owned())
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use http::{HeaderValue, StatusCode};

    use super::*;

    fn answered(status: StatusCode, body: &str) -> AnswerView {
        let mut headers = HeaderMap::new();
        headers.insert("x-request-id", HeaderValue::from_static("req_1"));
        headers.insert("x-credits-charged", HeaderValue::from_static("500"));
        headers.insert("set-cookie", HeaderValue::from_static("secret"));
        AnswerView::new(&WholeAnswer { status, headers, body: body.as_bytes().to_vec(), is_cut: false })
    }

    #[test]
    fn answers_are_shown_pretty_and_raw() {
        let view = answered(StatusCode::OK, r#"{"a":"<b>"}"#);
        assert_eq!((view.status, view.reason, view.tone), (200, "OK", "good"));
        assert_eq!((view.request_id.as_deref(), view.charged), (Some("req_1"), Some(500)));
        let pretty = view.pretty.unwrap().0;
        assert!(pretty.contains("&lt;b&gt;") && !pretty.contains("<b>"), "{pretty}");
        assert_eq!(view.raw, r#"{"a":"<b>"}"#);
        assert!(!view.is_cut);
        let names: Vec<&str> = view.headers.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["x-request-id", "x-credits-charged"]);
    }

    #[test]
    fn fields_keep_their_order() {
        let pretty = answered(StatusCode::OK, r#"{"success":true,"articleId":"art_1"}"#).pretty.unwrap().0;
        assert!(pretty.find("success") < pretty.find("articleId"), "{pretty}");
    }

    #[test]
    fn an_error_is_named_if_it_is_one_of_ours() {
        let code = |body| answered(StatusCode::NOT_FOUND, body).error;
        assert_eq!(code(r#"{"error":{"code":"not_found"}}"#).as_deref(), Some("not_found"));
        for other in
            [r#"{"error":{"code":"\"><b>"}}"#, r#"{"error":{"code":""}}"#, r#"{"error":"code"}"#, "[]"]
        {
            assert_eq!(code(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_no_json_is_shown_raw_alone() {
        let view = answered(StatusCode::BAD_GATEWAY, "no");
        assert!(view.pretty.is_none() && view.tone == "bad");
        assert!(answered(StatusCode::OK, &"a".repeat(MOST_RAW_BYTES + 1)).is_cut);
    }
}
