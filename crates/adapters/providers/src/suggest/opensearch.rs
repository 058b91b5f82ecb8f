//! The format that most feeds share: `[query, [suggestions], ...]`.

use ports::{EngineFailure, FailureKind};
use serde_json::Value;

use super::feed::blocked;
use crate::http::{Provider, Reply};

/// The outer list. A body that is no list comes from something in front of the feed.
pub(super) fn array(provider: &Provider, reply: &Reply) -> Result<Vec<Value>, EngineFailure> {
    let text = reply.text();
    let text = text.trim_start();
    // Google sends some clients this prefix, which keeps the reply from being run as a script.
    let text = text.strip_prefix(")]}'").unwrap_or(text).trim();
    match serde_json::from_str(text) {
        Ok(Value::Array(entries)) => Ok(entries),
        Err(error) if text.starts_with('[') => Err(provider.malformed(&error)),
        _ => Err(blocked(provider)),
    }
}

/// The suggestions with their positions, to which the other lists refer.
pub(super) fn phrases<'a>(
    provider: &Provider,
    array: &'a [Value],
) -> Result<impl Iterator<Item = (usize, &'a str)> + use<'a>, EngineFailure> {
    match array.get(1) {
        Some(Value::Array(phrases)) => {
            let places = phrases.iter().enumerate();
            Ok(places.filter_map(|(place, phrase)| Some((place, phrase.as_str()?))))
        }
        _ => Err(provider.failure(FailureKind::Broken, "answered without a list of suggestions")),
    }
}
