//! Decodes bodies: with the charset that the reply names, otherwise as UTF-8 or, where that is impossible, as
//! Latin-1.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use reqwest::header::{CONTENT_TYPE, HeaderMap};

pub(super) fn decoded<'a>(headers: &HeaderMap, body: &'a [u8]) -> Cow<'a, str> {
    let encoding = match named(headers) {
        Some(named) => named,
        None if std::str::from_utf8(body).is_ok() => UTF_8,
        None => WINDOWS_1252,
    };
    encoding.decode(body).0
}

fn named(headers: &HeaderMap) -> Option<&'static Encoding> {
    let value = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let parameters = value.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let charset =
        parameters.filter(|(name, _)| name.trim().eq_ignore_ascii_case("charset")).map(|(_, label)| label);
    Encoding::for_label(charset.last()?.trim().trim_matches('"').as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case::utf8_named("text/javascript; charset=UTF-8", "giày".as_bytes(), "giày")]
    #[case::latin_named("text/javascript; charset=ISO-8859-1", b"caf\xe9", "café")]
    #[case::quoted("text/html; x=y; Charset=\"iso-8859-1\"", b"caf\xe9", "café")]
    #[case::utf8_unnamed("application/json", "giày".as_bytes(), "giày")]
    #[case::latin_unnamed("application/json", b"caf\xe9", "café")]
    #[case::unknown_name("text/html; charset=klingon", b"caf\xe9", "café")]
    #[case::byte_order_mark("application/json", b"\xef\xbb\xbf[]", "[]")]
    fn bodies_are_decoded(#[case] content_type: &str, #[case] body: &[u8], #[case] text: &str) {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, content_type.parse().unwrap());
        assert_eq!(decoded(&headers, body), text);
    }
}
