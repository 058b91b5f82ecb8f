//! A request as seen by a stand-in.

mod multipart;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, Method};
use serde_json::Value;

use crate::faults::{Flaw, TextFlaw};

/// A request to one provider, under the provider's own path.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) method: Method,
    /// The host that the client named, without a port.
    pub(crate) host: String,
    /// The provider's own path as sent.
    pub(crate) path: String,
    /// The query string as sent.
    pub(crate) raw_query: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// Whether to return the provider's empty response.
    pub(crate) empty: bool,
    /// The flaw of the images in the response.
    pub(crate) flaw: Option<Flaw>,
    /// The flaw of the text in the response.
    pub(crate) text_flaw: Option<TextFlaw>,
    query: Vec<(String, String)>,
    json: Option<Value>,
    form: Vec<(String, String)>,
}

impl Asked {
    pub(crate) fn new(
        method: Method,
        host: String,
        address: (&str, &str),
        headers: HeaderMap,
        body: Bytes,
    ) -> Self {
        let (path, raw_query) = address;
        let query = form_urlencoded::parse(raw_query.as_bytes()).into_owned().collect();
        let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let is_form = media_type.starts_with("application/x-www-form-urlencoded");
        let form = if is_form {
            form_urlencoded::parse(&body).into_owned().collect()
        } else {
            multipart::fields(media_type, &body)
        };
        let json = if is_form { None } else { serde_json::from_slice(&body).ok() };
        Self {
            method,
            host,
            path: path.to_owned(),
            raw_query: raw_query.to_owned(),
            headers,
            body,
            empty: false,
            flaw: None,
            text_flaw: None,
            query,
            json,
            form,
        }
    }

    /// A query parameter, or a form field of either encoding.
    pub(crate) fn param(&self, name: &str) -> Option<&str> {
        let mut pairs = self.query.iter().chain(&self.form);
        pairs.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All form fields in order.
    pub(crate) fn form(&self) -> &[(String, String)] {
        &self.form
    }

    /// The body as JSON; null if it is not.
    pub(crate) fn json(&self) -> &Value {
        self.json.as_ref().unwrap_or(&Value::Null)
    }

    pub(crate) fn decoded_path(&self) -> String {
        percent_decoded(&self.path)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The token of `Authorization: Bearer`.
    pub(crate) fn bearer(&self) -> Option<&str> {
        let value = self.headers.get(AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    }

    /// Every text of the request that can contain a fault word.
    pub(crate) fn texts(&self) -> Vec<String> {
        let mut texts = vec![self.decoded_path(), percent_decoded(&self.raw_query.replace('+', " "))];
        texts.extend(self.form.iter().map(|(_, value)| value.clone()));
        match &self.json {
            Some(json) => collect_strings(json, &mut texts),
            None if self.form.is_empty() => texts.extend(std::str::from_utf8(&self.body).map(str::to_owned)),
            None => {}
        }
        texts
    }
}

fn collect_strings(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect_strings(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| collect_strings(field, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Decodes percent-encoding; invalid UTF-8 is replaced.
pub(crate) fn percent_decoded(text: &str) -> String {
    let escaped = text.replace('+', "%2B");
    // `&` and `=` separate a form's pairs, so they are escaped while the rest is decoded.
    let hidden = escaped.replace('&', "%26").replace('=', "%3D");
    form_urlencoded::parse(hidden.as_bytes()).map(|(key, _)| key.into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(media_type: &str, query: &str, body: &str) -> Asked {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, media_type.parse().unwrap());
        let body = Bytes::copy_from_slice(body.as_bytes());
        Asked::new(Method::POST, "127.0.0.1".to_owned(), ("/a%20b", query), headers, body)
    }

    #[test]
    fn percent_encoding_is_undone_and_nothing_else() {
        assert_eq!(percent_decoded("a%20b+c&d=e%C4%91"), "a b+c&d=eđ");
        assert_eq!(percent_decoded(""), "");
        assert_eq!(percent_decoded("100%"), "100%");
    }

    #[test]
    fn every_text_of_a_request_is_collected() {
        let json = asked("application/json", "q=c%3Ad+e", r#"[{"keyword":"x","depth":1,"deep":["y"]}]"#);
        let mut texts = json.texts();
        texts[2..].sort();
        assert_eq!(texts, ["/a b", "q=c:d e", "x", "y"]);
        let form = asked("application/x-www-form-urlencoded", "", "a=1+2&b=%C4%91");
        assert_eq!(form.texts(), ["/a b", "", "1 2", "đ"]);
        let field = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1 2\r\n--x--\r\n";
        let parts = asked("multipart/form-data; boundary=x", "", field);
        assert_eq!(
            (parts.texts(), parts.param("a")),
            (vec!["/a b".into(), String::new(), "1 2".into()], Some("1 2"))
        );
        let other = asked("multipart/form-data; boundary=x", "", "--x\r\nprompt");
        assert_eq!(other.texts(), ["/a b", "", "--x\r\nprompt"]);
    }
}
