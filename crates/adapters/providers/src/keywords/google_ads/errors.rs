//! The meaning of the API's errors.

use std::collections::BTreeMap;
use std::time::Duration;

use ports::{EngineFailure, FailureKind};
use serde::Deserialize;

use crate::http::{Provider, Reply};
use crate::wire::{extras, maybe, span};

/// Why a request was refused.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The access token has expired; a new one helps.
    ExpiredAccess,
    Other(EngineFailure),
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Wire {
    error: Status,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Status {
    message: String,
    #[serde(deserialize_with = "extras")]
    details: Vec<Detail>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Detail {
    #[serde(deserialize_with = "extras")]
    errors: Vec<AdsError>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct AdsError {
    error_code: BTreeMap<String, String>,
    #[serde(deserialize_with = "maybe")]
    details: Option<ErrorDetails>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ErrorDetails {
    quota_error_details: QuotaDetails,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct QuotaDetails {
    retry_delay: Option<String>,
}

impl Refusal {
    pub(super) fn read(provider: &Provider, reply: &Reply) -> Self {
        let status = provider.json::<Wire>(reply).unwrap_or_default().error;
        let first = status.details.iter().flat_map(|detail| &detail.errors).next();
        let code = first.and_then(|error| error.error_code.iter().next());
        let (family, value) = code.map_or(("", ""), |(family, value)| (family.as_str(), value.as_str()));
        if (family, value) == ("authenticationError", "OAUTH_TOKEN_EXPIRED") {
            return Self::ExpiredAccess;
        }
        let failure = provider.status_failure(reply, Some(&format!("{value} {}", status.message)));
        let delay = first.and_then(|error| error.details.as_ref()).and_then(ErrorDetails::retry_delay);
        Self::Other(EngineFailure {
            kind: kind(family, value).unwrap_or(failure.kind),
            retry_after: delay.or(failure.retry_after),
            ..failure
        })
    }

    pub(super) fn into_failure(self, provider: &Provider) -> EngineFailure {
        match self {
            Self::ExpiredAccess => {
                provider.failure(FailureKind::Refused, "refused a fresh access token as expired")
            }
            Self::Other(failure) => failure,
        }
    }
}

impl ErrorDetails {
    fn retry_delay(&self) -> Option<Duration> {
        span(self.quota_error_details.retry_delay.as_deref()?)
    }
}

fn kind(family: &str, value: &str) -> Option<FailureKind> {
    Some(match (family, value) {
        ("quotaError", "ACCESS_PROHIBITED") | ("authenticationError" | "authorizationError", _) => {
            FailureKind::Refused
        }
        ("quotaError", _) => FailureKind::Throttled,
        ("keywordPlanIdeaError" | "requestError", _) => FailureKind::Unsuitable,
        _ => return None,
    })
}
