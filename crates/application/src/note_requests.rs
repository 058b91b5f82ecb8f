//! Notes of calls on their way to the log.
//!
//! A call leaves its note in a queue and goes on. When the queue is full, or the log fails, notes are lost and calls are not. One writer
//! takes them off in batches, and from the same notes learns when keys were last used.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::api_keys::{Claims, Minute};
use domain::credits::Credits;
use domain::ids::{ApiKeyId, RequestId};
use domain::ledger::Purse;
use domain::requests::{NoteId, RequestNote};
use ports::{ApiKeyStore, Clock, RequestLog};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Notes that may wait.
const LONGEST_QUEUE: usize = 16_384;
/// Notes in one transaction.
const LARGEST_BATCH: usize = 1_024;
/// How long notes gather after a batch that was not full.
const GATHERING: Duration = Duration::from_millis(250);
/// How often uses of keys are written.
const USES_INTERVAL: Duration = Duration::from_secs(10);
/// Keys whose use is written in one transaction, which the ledger may have to wait for.
const USES_AT_ONCE: usize = 100;
/// Keys whose last use is remembered, so that it is not written again.
const MOST_REMEMBERED: usize = 100_000;

/// A call that was answered.
#[derive(Debug, Clone, Copy)]
pub struct AnsweredCall<'a> {
    /// The request's id.
    pub request: &'a RequestId,
    /// Who called.
    pub claims: &'a Claims,
    /// The method.
    pub method: &'a str,
    /// The pattern of the route.
    pub route: &'a str,
    /// The status of the answer.
    pub status: u16,
    /// The error's code, if it was one.
    pub error: Option<&'a str>,
    /// What it cost.
    pub charged: Credits,
    /// How long it took.
    pub elapsed: Duration,
}

/// Takes note of calls.
pub struct NoteRequests {
    queue: mpsc::Sender<RequestNote>,
    clock: Arc<dyn Clock>,
}

impl NoteRequests {
    /// Wires the use case. The writer has to be run.
    #[must_use]
    pub fn new(
        log: Arc<dyn RequestLog>,
        keys: Arc<dyn ApiKeyStore>,
        clock: Arc<dyn Clock>,
    ) -> (Self, WriteNotes) {
        let (queue, waiting) = mpsc::channel(LONGEST_QUEUE);
        let writer = WriteNotes {
            waiting,
            log,
            uses: KeyUses { keys, unwritten: HashMap::new(), written: HashMap::new() },
        };
        (Self { queue, clock }, writer)
    }

    /// Takes note of a call, at once and without fail.
    pub fn note(&self, call: &AnsweredCall<'_>) {
        let Ok(place) = self.queue.try_reserve() else {
            return count_lost(1);
        };
        let now = self.clock.now();
        let at = now.checked_sub(call.elapsed).unwrap_or(now);
        place.send(RequestNote {
            id: NoteId::generate_at(at),
            request: call.request.clone(),
            purse: Purse { account: call.claims.account, mode: call.claims.mode },
            key: call.claims.key,
            method: call.method.to_owned(),
            route: call.route.to_owned(),
            status: call.status,
            error: call.error.map(str::to_owned),
            charged: call.charged,
            duration: Duration::from_millis(u64::try_from(call.elapsed.as_millis()).unwrap_or(u64::MAX)),
            at,
        });
    }
}

fn count_lost(notes: usize) {
    metrics::counter!("request_notes_lost_total").increment(u64::try_from(notes).unwrap_or(u64::MAX));
}

/// Writes notes.
pub struct WriteNotes {
    waiting: mpsc::Receiver<RequestNote>,
    log: Arc<dyn RequestLog>,
    uses: KeyUses,
}

impl WriteNotes {
    /// Writes until it is told to stop, and then what is still waiting.
    pub async fn run(mut self, stop: CancellationToken) {
        let mut uses_due = tokio::time::interval(USES_INTERVAL);
        let mut batch = Vec::with_capacity(LARGEST_BATCH);
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = uses_due.tick() => self.uses.write().await,
                taken = self.waiting.recv_many(&mut batch, LARGEST_BATCH) => {
                    if taken == 0 {
                        break;
                    }
                    self.write(&mut batch).await;
                    if taken < LARGEST_BATCH {
                        stop.run_until_cancelled(tokio::time::sleep(GATHERING)).await;
                    }
                }
            }
        }
        self.waiting.close();
        while self.waiting.recv_many(&mut batch, LARGEST_BATCH).await > 0 {
            self.write(&mut batch).await;
        }
        self.uses.write().await;
    }

    async fn write(&mut self, batch: &mut Vec<RequestNote>) {
        for note in &*batch {
            self.uses.note(note.key, note.at);
        }
        if let Err(error) = self.log.add_notes(batch).await {
            count_lost(batch.len());
            tracing::warn!(error = &error as &dyn std::error::Error, "notes of calls were lost");
        }
        batch.clear();
    }
}

/// When keys were last used, to the minute.
struct KeyUses {
    keys: Arc<dyn ApiKeyStore>,
    unwritten: HashMap<ApiKeyId, Minute>,
    written: HashMap<ApiKeyId, Minute>,
}

impl KeyUses {
    fn note(&mut self, key: ApiKeyId, at: Timestamp) {
        let minute = Minute::containing(at);
        if self.written.get(&key).is_none_or(|written| *written < minute) {
            let latest = self.unwritten.entry(key).or_insert(minute);
            *latest = minute.max(*latest);
        }
    }

    /// What can't be written is tried again the next time.
    async fn write(&mut self) {
        let uses: Vec<(ApiKeyId, Minute)> =
            self.unwritten.iter().map(|(key, minute)| (*key, *minute)).collect();
        if self.written.len() > MOST_REMEMBERED {
            self.written.clear();
        }
        for uses in uses.chunks(USES_AT_ONCE) {
            let times: Vec<(ApiKeyId, Timestamp)> =
                uses.iter().map(|(key, minute)| (*key, minute.start())).collect();
            if let Err(error) = self.keys.note_uses(&times).await {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "uses of keys could not be written yet"
                );
                return;
            }
            for (key, minute) in uses {
                self.unwritten.remove(key);
                self.written.insert(*key, *minute);
            }
        }
    }
}

#[cfg(test)]
mod tests;
