//! Errors in the format of `OpenAI` and of all servers that share it.

use ports::{EngineFailure, FailureKind};
use serde::Deserialize;

use crate::http::{Provider, Reply, kind_of_status};
use crate::wire::maybe;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Envelope {
    error: Complaint,
}

/// An error in the format's own words.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Complaint {
    #[serde(deserialize_with = "maybe")]
    message: Option<String>,
    #[serde(deserialize_with = "maybe")]
    code: Option<Code>,
    #[serde(rename = "type", deserialize_with = "maybe")]
    kind: Option<String>,
}

/// A name; self-hosted servers repeat the status instead.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Code {
    Name(String),
    Status(u16),
}

impl Complaint {
    fn name(&self) -> &str {
        match &self.code {
            Some(Code::Name(name)) => name,
            _ => self.kind.as_deref().unwrap_or_default(),
        }
    }

    /// The message in one line.
    pub(crate) fn words(&self) -> String {
        format!("{} {}", self.name(), self.message.as_deref().unwrap_or_default())
    }

    /// The kind of failure, if the error names it.
    pub(crate) fn kind(&self) -> Option<FailureKind> {
        match self.name() {
            "moderation_blocked" | "content_policy_violation" | "content_filter" => {
                Some(FailureKind::Declined)
            }
            "model_not_found" => Some(FailureKind::Refused),
            name if is_about_money(name) => Some(FailureKind::Refused),
            "rate_limit_exceeded" => Some(FailureKind::Throttled),
            _ => match self.code {
                Some(Code::Status(status)) => Some(kind_of_status(status)),
                _ => None,
            },
        }
    }
}

/// Whether the account has no funds left. Waiting does not help then, whatever the status.
fn is_about_money(name: &str) -> bool {
    name == "insufficient_quota"
        || ["billing", "credit_balance", "spend_limit"].iter().any(|part| name.contains(part))
}

/// The failure that a reply stands for. An exhausted quota has the status of too many requests, and declined
/// content that of a bad request.
pub(crate) fn refusal(provider: &Provider, reply: &Reply) -> EngineFailure {
    let complaint = provider.json::<Envelope>(reply).unwrap_or_default().error;
    let failure = provider.status_failure(reply, Some(&complaint.words()));
    EngineFailure { kind: complaint.kind().unwrap_or(failure.kind), ..failure }
}
