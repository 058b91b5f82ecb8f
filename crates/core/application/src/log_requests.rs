//! Writes calls to the request log.
//!
//! A call puts its entry into a queue and continues. When the queue is full, or the log fails, entries are
//! lost and calls are not. One writer takes the entries from the queue in batches, and derives from them when
//! keys were last used.

mod redaction;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use domain::Timestamp;
use domain::api_keys::{Claims, Minute};
use domain::credits::Credits;
use domain::ids::{ApiKeyId, RequestId};
use domain::ledger::Purse;
use domain::requests::{NoteId, RequestNote, StoredBodies};
use ports::{ApiKeyStore, BodyStore, Clock, RequestLog};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_util::sync::CancellationToken;

/// The maximum number of queued entries.
const LONGEST_QUEUE: usize = 16_384;
/// The maximum number of entries in one transaction.
const LARGEST_BATCH: usize = 1_024;
/// How long entries gather after a batch that was not full.
const GATHERING: Duration = Duration::from_millis(250);
/// How often uses of keys are written.
const USES_INTERVAL: Duration = Duration::from_secs(10);
/// The maximum of queued bodies, in kilobytes. Entries beyond it are queued without bodies.
const MOST_WAITING: usize = 32 * 1_024;
/// Keys whose use is written in one transaction, for which the ledger may have to wait.
const USES_AT_ONCE: usize = 100;
/// Keys whose last use is remembered, so that it is not written again.
const MOST_REMEMBERED: usize = 100_000;

/// A call that was answered.
#[derive(Debug, Clone, Copy)]
pub struct AnsweredCall<'a> {
    pub request: &'a RequestId,
    pub claims: &'a Claims,
    pub method: &'a str,
    /// The pattern of the route.
    pub route: &'a str,
    /// The status of the answer.
    pub status: u16,
    /// The error's code, if it was one.
    pub error: Option<&'a str>,
    pub charged: Credits,
    /// How long it took.
    pub elapsed: Duration,
}

/// What a call sent and received.
#[derive(Debug, Default)]
pub struct CallBodies {
    /// The path with its query.
    pub path: String,
    /// The body of the request, if it may be stored.
    pub request: Option<Bytes>,
    /// The body of the response, if it may be stored.
    pub response: Option<Bytes>,
}

impl CallBodies {
    fn kilobytes(&self) -> u32 {
        let bodies = [&self.request, &self.response].into_iter().flatten();
        let bytes = self.path.len() + bodies.map(Bytes::len).sum::<usize>();
        u32::try_from(bytes / 1_024 + 1).unwrap_or(u32::MAX)
    }

    fn stored(self, note: &RequestNote) -> StoredBodies {
        StoredBodies {
            note: note.id,
            purse: note.purse,
            path: redaction::line(&self.path),
            request: self.request.and_then(|body| redaction::body(&body)),
            response: self.response.and_then(|body| redaction::body(&body)),
        }
    }
}

/// An entry in the queue, with bodies and their share of the space for them.
struct Waiting {
    note: RequestNote,
    bodies: Option<(CallBodies, OwnedSemaphorePermit)>,
}

/// Puts calls into the queue.
pub struct LogRequests {
    queue: mpsc::Sender<Waiting>,
    room: Arc<Semaphore>,
    clock: Arc<dyn Clock>,
}

impl LogRequests {
    /// Creates the use case and the writer, which must be run.
    #[must_use]
    pub fn new(
        log: Arc<dyn RequestLog>,
        bodies: Arc<dyn BodyStore>,
        keys: Arc<dyn ApiKeyStore>,
        clock: Arc<dyn Clock>,
    ) -> (Self, WriteRequestLog) {
        let (queue, waiting) = mpsc::channel(LONGEST_QUEUE);
        let writer = WriteRequestLog {
            waiting,
            log,
            bodies,
            uses: KeyUses { keys, unwritten: HashMap::new(), written: HashMap::new() },
        };
        (Self { queue, room: Arc::new(Semaphore::new(MOST_WAITING)), clock }, writer)
    }

    /// Puts a call into the queue, without waiting and without failing.
    pub fn note(&self, call: &AnsweredCall<'_>, bodies: Option<CallBodies>) {
        let Ok(place) = self.queue.try_reserve() else {
            return count_lost(1);
        };
        let now = self.clock.now();
        let at = now.checked_sub(call.elapsed).unwrap_or(now);
        let bodies = bodies.and_then(|bodies| {
            let share = self.room.clone().try_acquire_many_owned(bodies.kilobytes()).ok()?;
            Some((bodies, share))
        });
        let note = RequestNote {
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
        };
        place.send(Waiting { note, bodies });
    }
}

fn count_lost(notes: usize) {
    metrics::counter!("request_notes_lost_total").increment(u64::try_from(notes).unwrap_or(u64::MAX));
}

pub struct WriteRequestLog {
    waiting: mpsc::Receiver<Waiting>,
    log: Arc<dyn RequestLog>,
    bodies: Arc<dyn BodyStore>,
    uses: KeyUses,
}

impl WriteRequestLog {
    /// Writes until `stop`, and then writes what is left in the queue.
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

    async fn write(&mut self, batch: &mut Vec<Waiting>) {
        let mut notes = Vec::with_capacity(batch.len());
        let mut bodies = Vec::new();
        for Waiting { note, bodies: sent } in batch.drain(..) {
            self.uses.note(note.key, note.at);
            bodies.extend(sent.map(|(sent, share)| (sent.stored(&note), share)));
            notes.push(note);
        }
        if let Err(error) = self.log.add_notes(&notes).await {
            count_lost(notes.len());
            tracing::warn!(error = &error as &dyn std::error::Error, "notes of calls were lost");
            return;
        }
        if bodies.is_empty() {
            return;
        }
        let (bodies, _shares): (Vec<_>, Vec<_>) = bodies.into_iter().unzip();
        if let Err(error) = self.bodies.add_bodies(&bodies).await {
            tracing::warn!(error = &error as &dyn std::error::Error, "bodies of calls were lost");
        }
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

    /// Uses that can't be written are retried the next time.
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
