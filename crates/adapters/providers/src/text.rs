//! Text engines, one file per provider. Texts are always streamed, which detects a stall, and passed on only
//! when they are complete.
//!
//! Which failures are retried follows the providers' own clients. Nothing of a text is passed on before its
//! end, so a stream that breaks may be retried, too.

pub mod anthropic;
pub mod gemini;
pub mod local_servers;
pub mod ollama;
pub mod openai;

mod dictation;
mod prices;
mod schema;

use std::num::{NonZeroU16, NonZeroU32};
use std::time::Duration;

use ports::{EngineFailure, FailureKind};
use reqwest::StatusCode;

use crate::http::Reply;
use crate::link::{Pauses, Policy, Quota};

/// How many texts of one provider are written at once, by default.
const USUAL_CONCURRENCY: NonZeroU16 = NonZeroU16::MIN.saturating_add(15);
/// Tokens that thinking models may spend in addition to those of the text, by default. It is a limit: unused
/// tokens cost nothing.
const ROOM_FOR_THINKING: u32 = 8_000;
/// The time limit of one text of a provider.
const LONGEST: Duration = Duration::from_mins(10);
/// The time limit of one text on a self-hosted server, which may have no graphics card.
const LONGEST_OF_OWN_SERVER: Duration = Duration::from_mins(30);

/// Models are slow and have narrow limits: calls queue here, and a requested pause is kept. The cost of an
/// answer depends on the model and the length, so the policy has no price.
fn policy(concurrency: NonZeroU16, requests_per_minute: Option<NonZeroU32>) -> Policy {
    Policy {
        attempt_limit: LONGEST,
        retries: 2,
        pauses: Pauses {
            first: Duration::from_millis(500),
            longest: Duration::from_secs(8),
            patience: Duration::from_mins(2),
        },
        concurrency: concurrency.get().into(),
        queueing: LONGEST,
        quota: requests_per_minute.map(Quota::per_minute),
        ..Policy::default()
    }
}

/// A self-hosted server may be slow, and texts queue here.
fn own_server_policy(concurrency: NonZeroU16, requests_per_minute: Option<NonZeroU32>) -> Policy {
    Policy {
        attempt_limit: LONGEST_OF_OWN_SERVER,
        queueing: LONGEST_OF_OWN_SERVER,
        ..policy(concurrency, requests_per_minute)
    }
}

/// The failure of a reply, with a kind that decides about retries. The provider's own statement about retries
/// takes precedence, unless it declined or refused the request.
fn with_verdict_on_retries(failure: EngineFailure, reply: &Reply) -> EngineFailure {
    let verdict = reply.headers.get("x-should-retry").and_then(|value| value.to_str().ok());
    let conflict = reply.status == StatusCode::CONFLICT && verdict != Some("false");
    let kind = match (verdict, failure.kind) {
        (Some("false"), FailureKind::Throttled) => FailureKind::Refused,
        (Some("false"), FailureKind::Broken | FailureKind::TimedOut) => FailureKind::Unsuitable,
        // A reply that reports a time-out has not used up our time.
        (Some("true"), FailureKind::Unsuitable) | (_, FailureKind::TimedOut) => FailureKind::Broken,
        (_, FailureKind::Unsuitable) if conflict => FailureKind::Broken,
        (_, kind) => kind,
    };
    EngineFailure { kind, ..failure }
}
