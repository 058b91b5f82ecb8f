//! Texts, one file per provider. They are always streamed, so that a stall is seen, and passed on only when they are whole.
//!
//! What passes and is worth another try is decided as the providers' own clients do. Nothing of a text is passed on before its
//! end, so that a stream that breaks may be tried again, too.

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

/// How many texts of one provider are written at once, unless set otherwise.
const USUAL_CONCURRENCY: NonZeroU16 = NonZeroU16::MIN.saturating_add(15);
/// Tokens that models which think may spend on it beside those of the text, unless set otherwise. It is a limit: nobody pays for
/// what is not used.
const ROOM_FOR_THINKING: u32 = 8_000;
/// How long one text of a provider may take.
const LONGEST: Duration = Duration::from_mins(10);
/// How long one text may take on a machine of one's own, which may have no graphics card.
const LONGEST_OF_OWN_SERVER: Duration = Duration::from_mins(30);

/// Models take long and have narrow limits: questions queue here, and a pause that is asked for is kept. What an answer costs
/// depends on the model and the length, so it is left to the provider's bill.
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

/// A server of one's own may be slow, and texts wait here for their turn.
fn own_server_policy(concurrency: NonZeroU16, requests_per_minute: Option<NonZeroU32>) -> Policy {
    Policy {
        attempt_limit: LONGEST_OF_OWN_SERVER,
        queueing: LONGEST_OF_OWN_SERVER,
        ..policy(concurrency, requests_per_minute)
    }
}

/// The failure of a reply with the kind that decides about another try. The provider's own word on that counts most, unless it
/// declined or refuses us.
fn with_verdict_on_retries(failure: EngineFailure, reply: &Reply) -> EngineFailure {
    let verdict = reply.headers.get("x-should-retry").and_then(|value| value.to_str().ok());
    let conflict = reply.status == StatusCode::CONFLICT && verdict != Some("false");
    let kind = match (verdict, failure.kind) {
        (Some("false"), FailureKind::Throttled) => FailureKind::Refused,
        (Some("false"), FailureKind::Broken | FailureKind::TimedOut) => FailureKind::Unsuitable,
        // Whoever answers with a time-out has not used up our time.
        (Some("true"), FailureKind::Unsuitable) | (_, FailureKind::TimedOut) => FailureKind::Broken,
        (_, FailureKind::Unsuitable) if conflict => FailureKind::Broken,
        (_, kind) => kind,
    };
    EngineFailure { kind, ..failure }
}
