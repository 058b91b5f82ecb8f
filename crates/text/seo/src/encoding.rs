//! Decodes the bytes of a page. Never fails: undecodable bytes become U+FFFD.
//!
//! The order is that of browsers: byte order mark, the `Content-Type` header, a declaration in the first
//! kilobyte, and then detection from the bytes.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

/// Browsers search for a declaration up to here.
const PRESCAN: usize = 1024;
/// The detector needs no more bytes.
const SAMPLE: usize = 64 * 1024;

/// Decodes a page's bytes.
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], content_type: Option<&str>) -> Cow<'a, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    let encoding = content_type
        .and_then(|header| charset_in(header.as_bytes()))
        .or_else(|| declared(&bytes[..bytes.len().min(PRESCAN)]))
        .unwrap_or_else(|| detected(bytes));
    encoding.decode_without_bom_handling(bytes).0
}

/// The canonical encoding of a label; `None` if browsers do not support it: `latin1` is `windows-1252`.
#[must_use]
pub fn named(label: &str) -> Option<&'static str> {
    Encoding::for_label_no_replacement(label.as_bytes()).map(Encoding::name)
}

/// The encoding that a `<meta charset>` or `<meta http-equiv>` names.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let mut rest = head;
    while let Some(start) = find_ignoring_case(rest, b"<meta") {
        let tag = &rest[start..];
        let end = tag.iter().position(|byte| *byte == b'>').unwrap_or(tag.len());
        if let Some(encoding) = charset_in(&tag[..end]) {
            // A page that was readable up to here is not UTF-16, whatever it declares.
            return Some(if encoding.is_ascii_compatible() { encoding } else { UTF_8 });
        }
        rest = &tag[end..];
    }
    None
}

/// The encoding after `charset=`.
fn charset_in(text: &[u8]) -> Option<&'static Encoding> {
    let start = find_ignoring_case(text, b"charset")? + b"charset".len();
    let value = text[start..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let value = value.strip_prefix(b"\"").or_else(|| value.strip_prefix(b"'")).unwrap_or(value);
    let end = value.iter().position(|byte| b"\"'; >/\t\r\n".contains(byte)).unwrap_or(value.len());
    Encoding::for_label_no_replacement(&value[..end])
}

fn find_ignoring_case(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window.eq_ignore_ascii_case(wanted))
}

fn detected(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    detector.feed(sample, sample.len() == bytes.len());
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: Option<&str> = Some("text/html");

    #[test]
    fn labels_of_one_encoding_have_one_name() {
        assert_eq!((named("utf8"), named(" UTF-8 ")), (Some("UTF-8"), Some("UTF-8")));
        assert_eq!(named("ISO-8859-1"), Some("windows-1252"));
        assert_eq!((named("utf-8mb4"), named("")), (None, None));
    }

    #[test]
    fn a_byte_order_mark_outranks_the_header() {
        assert_eq!(decode(b"\xEF\xBB\xBFph\xE1\xBB\x9F", Some("text/html; charset=windows-1252")), "phở");
        assert_eq!(decode(b"\xFF\xFEa\0b\0", HTML), "ab");
    }

    #[test]
    fn the_header_outranks_the_declaration() {
        let page = b"<meta charset=\"utf-8\">caf\xE9";
        assert!(decode(page, Some("text/html; Charset=\"ISO-8859-1\"")).ends_with("café"));
        assert!(decode(page, HTML).ends_with("caf\u{FFFD}"));
    }

    #[test]
    fn declarations_of_both_kinds_are_found() {
        for tag in [
            "<META CHARSET='Shift_JIS'>",
            "<meta name=x><meta http-equiv=content-type content=\"text/html; charset=shift_jis\">",
        ] {
            let page = [tag.as_bytes(), b"\x93\xFA\x96\x7B"].concat();
            assert!(decode(&page, None).ends_with("日本"), "{tag}");
        }
    }

    #[test]
    fn a_page_that_claims_utf_16_in_ascii_letters_is_utf_8() {
        assert!(decode("<meta charset=utf-16>đ".as_bytes(), None).ends_with('đ'));
    }

    #[test]
    fn undeclared_bytes_are_guessed() {
        assert_eq!(decode("Tiếng Việt".as_bytes(), None), "Tiếng Việt");
        let russian = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0? \xD5\xEE\xF0\xEE\xF8\xEE";
        assert_eq!(decode(russian, None), "Привет, как дела? Хорошо");
    }
}
