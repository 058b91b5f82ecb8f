//! The last requests, for tests and for developers who debug a client. Holds no headers and no secrets.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::{Value, json};

use crate::asked::Asked;
use crate::provider::Provider;
use crate::seed::Seed;

const KEPT: usize = 1_000;
const LARGEST_BODY: usize = 4096;
/// Parameters whose values are credentials.
const SECRET: &[&str] = &["api_key", "key", "client_secret", "refresh_token", "assertion"];

/// The last requests, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Journal(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    requests: VecDeque<Entry>,
    total: u64,
}

#[derive(Debug, Serialize)]
struct Entry {
    number: u64,
    provider: &'static str,
    method: String,
    host: String,
    path: String,
    query: String,
    /// Omitted if it is large or not text.
    body: Option<String>,
    /// A hash of the body.
    digest: String,
}

impl Journal {
    pub(crate) fn record(&self, provider: Provider, asked: &Asked) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.total += 1;
        let entry = Entry {
            number: kept.total,
            provider: provider.name(),
            method: asked.method.to_string(),
            host: asked.host.clone(),
            path: asked.path.clone(),
            query: without_secrets(&asked.raw_query),
            body: body(asked),
            digest: Seed::of(&[&String::from_utf8_lossy(&asked.body)]).hex(16),
        };
        if kept.requests.len() == KEPT {
            kept.requests.pop_front();
        }
        kept.requests.push_back(entry);
    }

    pub(crate) fn to_json(&self) -> Value {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        json!({ "total": kept.total, "requests": kept.requests })
    }
}

fn body(asked: &Asked) -> Option<String> {
    if asked.body.is_empty() || asked.body.len() > LARGEST_BODY {
        return None;
    }
    let text = std::str::from_utf8(&asked.body).ok()?;
    Some(if asked.form().is_empty() { text.to_owned() } else { without_secrets(text) })
}

fn without_secrets(pairs: &str) -> String {
    let hide = |pair: &str| match pair.split_once('=') {
        Some((name, _)) if SECRET.contains(&name) => format!("{name}=***"),
        _ => pair.to_owned(),
    };
    pairs.split('&').map(hide).collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http::{HeaderMap, Method};

    use super::*;

    fn asked(query: &str, body: &str) -> Asked {
        let body = Bytes::copy_from_slice(body.as_bytes());
        Asked::new(Method::POST, "127.0.0.1".to_owned(), ("/search", query), HeaderMap::new(), body)
    }

    #[test]
    fn only_the_last_requests_are_kept() {
        let journal = Journal::default();
        for number in 0..(KEPT + 5) {
            journal.record(Provider::Serper, &asked(&number.to_string(), "{}"));
        }
        let listed = journal.to_json();
        assert_eq!(listed["total"], KEPT + 5);
        assert_eq!(listed["requests"].as_array().unwrap().len(), KEPT);
        assert_eq!(listed["requests"][0]["query"], "5");
    }

    #[test]
    fn secrets_and_large_bodies_are_left_out() {
        let journal = Journal::default();
        journal.record(Provider::SerpApi, &asked("q=x&api_key=mine", &"a".repeat(LARGEST_BODY + 1)));
        let entry = &journal.to_json()["requests"][0];
        assert_eq!(entry["query"], "q=x&api_key=***");
        assert!(entry["body"].is_null());
    }
}
