//! The request log, for the customers who made the calls.

use std::sync::Arc;
use std::time::Duration;

use domain::calendar::day_of;
use domain::ids::RequestId;
use domain::ledger::Purse;
use domain::requests::{NoteId, RequestDay, RequestFilter, RequestNote, RequestPage};
use ports::{Clock, RequestLog, StoreError};

/// Reads the log, and deletes entries that are too old.
#[derive(Clone)]
pub struct ReadRequests {
    log: Arc<dyn RequestLog>,
    clock: Arc<dyn Clock>,
    kept: Duration,
}

impl ReadRequests {
    /// The maximum number of calls that are shown for one request id.
    const MOST_OF_ONE_ID: u32 = 20;
    /// The maximum number of entries on one page.
    const LARGEST_PAGE: u32 = 100;
    /// Entries that are deleted at a time, so that writing never waits long.
    const BATCH: u32 = 10_000;

    /// Creates the use case. Entries are deleted when they are older than `kept`.
    #[must_use]
    pub fn new(log: Arc<dyn RequestLog>, clock: Arc<dyn Clock>, kept: Duration) -> Self {
        Self { log, clock, kept }
    }

    /// The calls with a request id, newest first. There can be several if the client chose the id.
    pub async fn find(&self, purse: Purse, request: &RequestId) -> Result<Vec<RequestNote>, StoreError> {
        self.log.notes_of_request(purse, request, Self::MOST_OF_ONE_ID).await
    }

    /// Calls before `before`, newest first, at most a hundred at a time.
    pub async fn list(
        &self,
        purse: Purse,
        filter: &RequestFilter,
        before: Option<NoteId>,
        limit: u32,
    ) -> Result<RequestPage, StoreError> {
        self.log.notes(purse, filter, before, limit.clamp(1, Self::LARGEST_PAGE)).await
    }

    /// The outcomes of calls in the last `days` days, today included, by day and route.
    pub async fn rates(&self, purse: Purse, days: u32) -> Result<Vec<RequestDay>, StoreError> {
        let first_day = day_of(self.clock.now()) - i64::from(days) + 1;
        self.log.request_days(purse, first_day).await
    }

    /// Deletes entries that are too old, and returns their number.
    pub async fn delete_old(&self) -> Result<u64, StoreError> {
        let Ok(oldest) = self.clock.now().checked_sub(self.kept) else { return Ok(0) };
        let mut forgotten = 0;
        loop {
            let gone = self.log.delete_notes(oldest, Self::BATCH).await?;
            forgotten += gone;
            if gone < u64::from(Self::BATCH) {
                return Ok(forgotten);
            }
        }
    }
}
