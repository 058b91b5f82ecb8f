//! The log of calls that customers made, for them to look into.

use std::time::Duration;

use uuid::{Builder, Uuid};

use crate::Timestamp;
use crate::credits::Credits;
use crate::ids::{ApiKeyId, RequestId, sortable_id};
use crate::ledger::Purse;

sortable_id!(
    /// Identifies a note in the log, `log_…`. Clients may choose the ids of their requests, so those tell no two calls apart.
    NoteId,
    "log_"
);

impl NoteId {
    /// A new id that sorts by the given time, to the microsecond.
    #[must_use]
    pub fn generate_at(at: Timestamp) -> Self {
        let mut rest = [0; 10];
        rest.copy_from_slice(&Uuid::now_v7().as_bytes()[6..]);
        // Twelve bits after the milliseconds are free for a finer time.
        let microseconds = at.as_microsecond().rem_euclid(1_000);
        [rest[0], rest[1]] = u16::try_from(microseconds).unwrap_or(0).to_be_bytes();
        Self(Builder::from_unix_timestamp_millis(milliseconds(at), &rest).into_uuid())
    }

    /// What sorts before every note of the given time and after every earlier one.
    #[must_use]
    pub fn first_at(at: Timestamp) -> Self {
        Self(Uuid::from_u128(u128::from(milliseconds(at)) << 80))
    }
}

fn milliseconds(at: Timestamp) -> u64 {
    u64::try_from(at.as_millisecond()).unwrap_or(0)
}

/// Marks a request that a page of ours made to show something, which nobody called and which is not in the request log.
#[derive(Debug, Clone, Copy)]
pub struct PageRead;

/// Names the person for whom a page of ours makes a request, by their email address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActingPerson(pub String);

/// One call by an authenticated caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestNote {
    /// Identifier, in the order of time.
    pub id: NoteId,
    /// The request's id, which its client may have chosen.
    pub request: RequestId,
    /// Who called.
    pub purse: Purse,
    /// With which key.
    pub key: ApiKeyId,
    /// The method, such as `POST`.
    pub method: String,
    /// The pattern of the route, such as `/v1/articles/{id}`.
    pub route: String,
    /// The status of the answer.
    pub status: u16,
    /// The error's code, if it was one.
    pub error: Option<String>,
    /// What the call cost.
    pub charged: Credits,
    /// How long it took, in whole milliseconds.
    pub duration: Duration,
    /// When it came.
    pub at: Timestamp,
}

impl RequestNote {
    /// How the call went.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        match self.status {
            500.. => Verdict::ServerError,
            400..500 => Verdict::ClientError,
            _ => Verdict::Fine,
        }
    }
}

/// What a call sent and received, without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBodies {
    /// The note of the call.
    pub note: NoteId,
    /// Who called.
    pub purse: Purse,
    /// The path with its query, as it was called.
    pub path: String,
    /// The body of the request; `None` if it was too long or is not text.
    pub request: Option<String>,
    /// The body of the response; `None` if it was too long or is not JSON.
    pub response: Option<String>,
}

/// How a call went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// As it should.
    Fine,
    /// The client's mistake.
    ClientError,
    /// Ours.
    ServerError,
}

/// Which notes are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestFilter {
    /// Only calls with this key.
    pub key: Option<ApiKeyId>,
    /// Only calls of this route.
    pub route: Option<String>,
    /// Only calls that failed.
    pub failures_only: bool,
}

/// A page of the log, newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestPage {
    /// The notes.
    pub notes: Vec<RequestNote>,
    /// Where to go on, if there may be more. There may be more even if the page is not full: a search that finds little stops
    /// after a while.
    pub next: Option<NoteId>,
}

/// How the calls of one route went on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDay {
    /// Days since 1970.
    pub day: i64,
    /// The pattern of the route.
    pub route: String,
    /// Calls that went as they should.
    pub fine: i64,
    /// Calls that failed by the client's mistake.
    pub client_errors: i64,
    /// Calls that failed by ours.
    pub server_errors: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_sort_by_their_time() {
        let at = |millisecond| Timestamp::from_millisecond(millisecond).unwrap();
        for millisecond in [0, 1, 1_763_000_000_123] {
            let id = NoteId::generate_at(at(millisecond));
            assert!(NoteId::first_at(at(millisecond)) < id);
            assert!(id < NoteId::first_at(at(millisecond + 1)));
        }
        assert_ne!(NoteId::generate_at(at(5)), NoteId::generate_at(at(5)));
        let ids: Vec<NoteId> = (0..3_000)
            .map(|microsecond| NoteId::generate_at(Timestamp::from_microsecond(microsecond).unwrap()))
            .collect();
        assert!(ids.is_sorted(), "{ids:?}");
    }

    #[test]
    fn a_call_is_judged_by_its_status() {
        let note = |status| RequestNote {
            id: NoteId::generate(),
            request: RequestId::generate(),
            purse: Purse { account: 1.into(), mode: crate::api_keys::KeyMode::Live },
            key: ApiKeyId::from(1),
            method: "GET".to_owned(),
            route: "/v1/account".to_owned(),
            status,
            error: None,
            charged: Credits::ZERO,
            duration: Duration::ZERO,
            at: Timestamp::UNIX_EPOCH,
        };
        let verdicts = [200, 304, 400, 499, 500, 504].map(|status| note(status).verdict());
        let [fine, client, server] = [Verdict::Fine, Verdict::ClientError, Verdict::ServerError];
        assert_eq!(verdicts, [fine, fine, client, client, server, server]);
    }
}
