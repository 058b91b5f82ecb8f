//! The request log: calls by customers, for customers to inspect.

use std::time::Duration;

use uuid::{Builder, Uuid};

use crate::Timestamp;
use crate::credits::Credits;
use crate::ids::{ApiKeyId, RequestId, sortable_id};
use crate::ledger::Purse;

sortable_id!(
    /// Identifies an entry of the request log, `log_…`. Clients may choose the ids of their requests, so
    /// those are not unique.
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

    /// The id that sorts before every entry of the given time and after every earlier one.
    #[must_use]
    pub fn first_at(at: Timestamp) -> Self {
        Self(Uuid::from_u128(u128::from(milliseconds(at)) << 80))
    }
}

fn milliseconds(at: Timestamp) -> u64 {
    u64::try_from(at.as_millisecond()).unwrap_or(0)
}

/// Marks a request that one of our pages made to show data. It is not a call by a customer and not in the
/// request log.
#[derive(Debug, Clone, Copy)]
pub struct PageRead;

/// Names the person for whom one of our pages makes a request, by their email address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActingPerson(pub String);

/// One call by an authenticated caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestNote {
    /// Identifier, in the order of time.
    pub id: NoteId,
    /// The request's id, which its client may have chosen.
    pub request: RequestId,
    /// The purse of the caller.
    pub purse: Purse,
    /// The key of the caller.
    pub key: ApiKeyId,
    /// The method, such as `POST`.
    pub method: String,
    /// The pattern of the route, such as `/v1/articles/{id}`.
    pub route: String,
    /// The status of the response.
    pub status: u16,
    /// The code of the error, if the call failed.
    pub error: Option<String>,
    /// What the call cost.
    pub charged: Credits,
    /// How long it took, in whole milliseconds.
    pub duration: Duration,
    /// When the call arrived.
    pub at: Timestamp,
}

impl RequestNote {
    /// The outcome of the call.
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
    /// The log entry of the call.
    pub note: NoteId,
    /// The purse of the caller.
    pub purse: Purse,
    /// The path with its query, as it was called.
    pub path: String,
    /// The body of the request; `None` if it was too long or is not text.
    pub request: Option<String>,
    /// The body of the response; `None` if it was too long or is not JSON.
    pub response: Option<String>,
}

/// The outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The call was successful.
    Fine,
    /// The client made a mistake.
    ClientError,
    /// The service made a mistake.
    ServerError,
}

/// The filter of a list of log entries.
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
    /// The entries of the page.
    pub notes: Vec<RequestNote>,
    /// Where the next page starts, if there may be more. There may be more even if this page is not full: a
    /// search that finds little stops after a while.
    pub next: Option<NoteId>,
}

/// The outcomes of the calls of one route on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDay {
    /// Days since 1970.
    pub day: i64,
    /// The pattern of the route.
    pub route: String,
    /// Calls that were successful.
    pub fine: i64,
    /// Calls that failed by a mistake of the client.
    pub client_errors: i64,
    /// Calls that failed by a mistake of the service.
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
