//! Errors in the format of Google's APIs.

use std::collections::BTreeMap;
use std::time::Duration;

use ports::{EngineFailure, FailureKind};
use serde::Deserialize;
use serde_json::Value;

use crate::http::{Provider, Reply};
use crate::wire::{extras, maybe, span};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Envelope {
    error: GoogleError,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct GoogleError {
    #[serde(deserialize_with = "maybe")]
    code: Option<u16>,
    #[serde(deserialize_with = "maybe")]
    message: Option<String>,
    #[serde(deserialize_with = "maybe")]
    status: Option<String>,
    #[serde(deserialize_with = "extras")]
    details: Vec<Detail>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Detail {
    #[serde(deserialize_with = "maybe")]
    reason: Option<String>,
    #[serde(deserialize_with = "maybe")]
    retry_delay: Option<String>,
    #[serde(deserialize_with = "maybe")]
    metadata: Option<BTreeMap<String, Value>>,
}

impl GoogleError {
    /// The error of a reply; empty if the reply is not in Google's format.
    pub(crate) fn of(provider: &Provider, reply: &Reply) -> Self {
        provider.json::<Envelope>(reply).unwrap_or_default().error
    }

    /// The failure that the reply stands for. A wrong key and a project without billing have the status of a
    /// bad request.
    pub(crate) fn failure(&self, provider: &Provider, reply: &Reply) -> EngineFailure {
        let failure = provider.status_failure(reply, Some(&self.words()));
        let ours =
            self.has_reason("API_KEY") || self.status() == "FAILED_PRECONDITION" || self.is_about_money();
        let kind = if ours { FailureKind::Refused } else { failure.kind };
        EngineFailure { kind, retry_after: self.retry_delay().or(failure.retry_after), ..failure }
    }

    /// Whether the account has no funds left. Waiting does not help then, though the status is the one of too
    /// many requests.
    pub(crate) fn is_about_money(&self) -> bool {
        let message = self.message.as_deref().unwrap_or_default().to_lowercase();
        message.contains("credit") && message.contains("depleted")
    }

    /// The error's own status code.
    pub(crate) fn code(&self) -> Option<u16> {
        self.code
    }

    pub(crate) fn status(&self) -> &str {
        self.status.as_deref().unwrap_or_default()
    }

    /// The message in one line.
    pub(crate) fn words(&self) -> String {
        format!("{} {}", self.status(), self.message.as_deref().unwrap_or_default())
    }

    /// Whether the error has a reason that begins like this.
    pub(crate) fn has_reason(&self, beginning: &str) -> bool {
        let mut reasons = self.details.iter().filter_map(|detail| detail.reason.as_deref());
        reasons.any(|reason| reason.starts_with(beginning))
    }

    pub(crate) fn retry_delay(&self) -> Option<Duration> {
        self.details.iter().find_map(|detail| span(detail.retry_delay.as_deref()?))
    }

    /// Everything that names the exceeded limit, in lower case.
    pub(crate) fn limit(&self) -> String {
        let metadata = self.details.iter().filter_map(|detail| detail.metadata.as_ref());
        let named = metadata.filter_map(|metadata| metadata.get("quota_limit")?.as_str());
        let words = named.chain(self.message.as_deref()).collect::<Vec<_>>().join(" ");
        words.to_lowercase()
    }
}
