//! The image file of a reply: not empty, bounded, otherwise as received.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use ports::{EngineFailure, FailureKind};
use reqwest::header::CONTENT_TYPE;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

use crate::http::{Provider, Reply};

/// The longest file that is accepted.
pub(super) const LONGEST: usize = 32 * 1024 * 1024;

/// A file as base64 in JSON. It is decoded while the reply is read, without a copy of the text.
#[derive(Debug)]
pub(super) struct InBase64(pub(super) Bytes);

impl<'de> Deserialize<'de> for InBase64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Decoded).map(Self)
    }
}

struct Decoded;

impl Visitor<'_> for Decoded {
    type Value = Bytes;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a picture in base64")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Bytes, E> {
        if base64::decoded_len_estimate(text.len()) > LONGEST + 3 {
            return Err(E::custom(format_args!("the picture has more than {LONGEST} bytes")));
        }
        let file = STANDARD.decode(text).map_err(|_| E::custom("the picture is not base64"))?;
        if file.is_empty() {
            return Err(E::custom("the picture is empty"));
        }
        Ok(file.into())
    }
}

/// The file that is the body of a successful reply.
pub(super) fn of_body(provider: &Provider, reply: Reply) -> Result<Bytes, EngineFailure> {
    let media_type = reply.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media_type = media_type.unwrap_or_default();
    if !media_type.starts_with("image/") {
        let reason = format!("answered with {:?} in place of a picture", provider.quote(media_type));
        return Err(provider.failure(FailureKind::Broken, reason));
    }
    if reply.body.is_empty() {
        return Err(provider.failure(FailureKind::Broken, "sent an empty picture"));
    }
    Ok(reply.body)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(value: &Value) -> Result<Bytes, String> {
        let read: Result<InBase64, _> = serde_json::from_str(&value.to_string());
        read.map(|file| file.0).map_err(|error| error.to_string())
    }

    #[test]
    fn files_are_decoded() {
        assert_eq!(read(&json!("iVBORw==")), Ok(Bytes::from_static(b"\x89PNG")));
        let escaped: InBase64 = serde_json::from_str(r#""iVBOR\u0077==""#).unwrap();
        assert_eq!(escaped.0, b"\x89PNG".as_slice());
    }

    #[test]
    fn what_is_no_file_is_refused_without_being_repeated() {
        for (value, reason) in [
            (json!(""), "the picture is empty"),
            (json!("<html>"), "the picture is not base64"),
            (json!(7), "expected a picture in base64"),
            (json!("A".repeat(LONGEST / 3 * 4 + 16)), "the picture has more than 33554432 bytes"),
        ] {
            let error = read(&value).unwrap_err();
            assert!(error.contains(reason), "{error}");
            assert!(!error.contains("<html>"), "{error}");
        }
    }

    #[test]
    fn the_longest_file_is_taken() {
        assert_eq!(read(&json!(STANDARD.encode(vec![0; LONGEST]))).unwrap().len(), LONGEST);
    }
}
