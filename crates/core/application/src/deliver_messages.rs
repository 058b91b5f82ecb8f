//! Sends the messages of the outbox to customers' servers and to search engines, until they are accepted or
//! it is too late.
//!
//! A message is leased before it is sent and its outcome is recorded afterwards, so it is sent once unless
//! the process dies in between; receivers recognise repetitions by the id.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::jobs::{Channel, LeasedMessage, Message};
use domain::webhooks::{WebhookSecret, WebhookSecrets, sign_with_all};
use ports::articles::{Attempt, MostMessages, Next};
use ports::indexing::{IndexingNotice, IndexingReceipt, NoticeKind};
use ports::{Clock, Engine, FailureKind, FetchMethod, FetchRequest, Fetcher, Outbox};
use serde::Deserialize;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::article_events::dispatched;
use crate::publish_article::PageChange;

/// The engines of each mode that are notified of pages, by name.
pub type IndexingEngines = HashMap<(KeyMode, &'static str), Arc<dyn Engine<IndexingNotice, IndexingReceipt>>>;

pub struct DeliverMessages {
    outbox: Arc<dyn Outbox>,
    fetcher: Arc<dyn Fetcher>,
    engines: IndexingEngines,
    secrets: WebhookSecrets,
    clock: Arc<dyn Clock>,
}

/// The result of an attempt.
struct Answer {
    http_status: Option<u16>,
    verdict: Verdict,
}

impl Answer {
    fn never(problem: impl Into<String>) -> Self {
        Self { http_status: None, verdict: Verdict::Never(problem.into()) }
    }
}

enum Verdict {
    Taken,
    Gone,
    Never(String),
    Later { problem: String, wait: Option<Duration> },
}

impl DeliverMessages {
    /// Waits between attempts: three days in all.
    const WAITS: [Duration; 9] = [
        Duration::from_secs(5),
        Duration::from_mins(5),
        Duration::from_mins(30),
        Duration::from_hours(2),
        Duration::from_hours(5),
        Duration::from_hours(10),
        Duration::from_hours(14),
        Duration::from_hours(20),
        Duration::from_hours(24),
    ];
    /// The time limit of one attempt.
    const LIMIT: Duration = Duration::from_secs(20);
    /// Waits between attempts to record an outcome.
    const RECORD_WAITS: [Duration; 4] =
        [Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(5), Duration::from_secs(10)];
    /// How long a message is leased: longer than an attempt takes, and longer than recording it may take.
    const LEASE: Duration = Duration::from_mins(2);
    /// Messages that are sent at a time.
    const AT_ONCE: usize = 16;
    /// Messages of one account and mode at a time, over all processes.
    const OF_ONE_PURSE: u32 = 4;
    /// How often the outbox is polled.
    const LOOK_EVERY: Duration = Duration::from_millis(500);

    #[must_use]
    pub fn new(
        outbox: Arc<dyn Outbox>,
        fetcher: Arc<dyn Fetcher>,
        engines: IndexingEngines,
        secrets: WebhookSecrets,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { outbox, fetcher, engines, secrets, clock }
    }

    /// Sends messages until `stop`. A free slot takes the next message, whatever the other slots wait for.
    pub async fn run(self, stop: CancellationToken) {
        let this = Arc::new(self);
        // Separate tasks: recording an outcome must go on while the next messages are waited for.
        let mut sending = JoinSet::new();
        while !stop.is_cancelled() {
            for message in this.due(Self::AT_ONCE.saturating_sub(sending.len())).await {
                let this = this.clone();
                sending.spawn(async move { this.send(message).await });
            }
            tokio::select! {
                () = stop.cancelled() => {}
                Some(_) = sending.join_next() => {}
                () = tokio::time::sleep(Self::LOOK_EVERY) => {}
            }
        }
        // A message that is being sent may have arrived, so its outcome must be recorded.
        while sending.join_next().await.is_some() {}
    }

    async fn due(&self, free: usize) -> Vec<LeasedMessage> {
        if free == 0 {
            return Vec::new();
        }
        let now = self.clock.now();
        let in_all = u32::try_from(free).unwrap_or(u32::MAX);
        let most = MostMessages { in_all, of_one_purse: Self::OF_ONE_PURSE };
        self.outbox.lease_messages(now, now + Self::LEASE, most).await.unwrap_or_else(|error| {
            tracing::warn!(error = &error as &dyn std::error::Error, "messages could not be leased");
            Vec::new()
        })
    }

    async fn send(&self, leased: LeasedMessage) {
        let leased = &leased;
        let message = &leased.message;
        let begun = tokio::time::Instant::now();
        let answer = match message.channel {
            Channel::Webhook => self.post(leased).await,
            Channel::Indexing => self.notify(message).await,
        };
        let attempt = self.attempt(leased, answer, begun.elapsed());
        metrics::counter!("messages_total", "channel" => message.channel.as_str(), "outcome" => outcome(attempt.next))
            .increment(1);
        if attempt.next == Next::GiveUp {
            tracing::warn!(message = %message.id, target = message.target, problem = attempt.problem, "a message was given up");
        }
        self.record(leased, &attempt).await;
    }

    /// Records an attempt, with retries: a message without a recorded outcome is sent again when the lease
    /// ends.
    async fn record(&self, leased: &LeasedMessage, attempt: &Attempt) {
        for wait in Self::RECORD_WAITS {
            match self.outbox.record_attempt(leased.message.id, leased.token, attempt).await {
                Ok(_) => return,
                Err(error) => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "an attempt could not be written down yet"
                    );
                }
            }
            tokio::time::sleep(wait).await;
        }
    }

    fn attempt(&self, leased: &LeasedMessage, answer: Answer, took: Duration) -> Attempt {
        let at = self.clock.now();
        let gone = matches!(answer.verdict, Verdict::Gone);
        let (next, problem) = match answer.verdict {
            Verdict::Taken => (Next::Accepted, None),
            Verdict::Gone => (Next::GiveUp, Some("the receiver says that it is gone".to_owned())),
            Verdict::Never(problem) => (Next::GiveUp, Some(problem)),
            Verdict::Later { problem, wait } => (next_try(leased.attempts, wait, at), Some(problem)),
        };
        let is_indexed = next == Next::Accepted && leased.message.channel == Channel::Indexing;
        let messages =
            if is_indexed { dispatched(&leased.message, answer.http_status, at) } else { Vec::new() };
        Attempt { next, http_status: answer.http_status, problem, at, took, gone, messages }
    }

    /// The current URL of a message, and the secrets that sign it.
    fn addressed(&self, leased: &LeasedMessage) -> Result<(Url, Vec<WebhookSecret>), &'static str> {
        let message = &leased.message;
        let (target, secrets) = match (message.endpoint, &leased.endpoint) {
            (None, _) => (&message.target, vec![self.secrets.of(message.purse)]),
            (Some(id), Some(endpoint)) if endpoint.enabled => {
                (&endpoint.url, self.secrets.valid(id, endpoint.keys, self.clock.now()))
            }
            (Some(_), Some(_)) => return Err("the endpoint was disabled"),
            (Some(_), None) => return Err("the endpoint was deleted"),
        };
        Ok((Url::parse(target).map_err(|_| "the address can't be read")?, secrets))
    }

    async fn post(&self, leased: &LeasedMessage) -> Answer {
        let message = &leased.message;
        let (url, secrets) = match self.addressed(leased) {
            Ok(addressed) => addressed,
            Err(problem) => return Answer::never(problem),
        };
        let (id, at) = (message.event.to_string(), self.clock.now());
        let signature = sign_with_all(&secrets, &id, at, &message.body);
        let headers = [
            ("content-type", "application/json".to_owned()),
            ("webhook-id", id),
            ("webhook-timestamp", at.as_second().to_string()),
            ("webhook-signature", signature),
        ];
        let request = FetchRequest {
            method: FetchMethod::Post(Bytes::from(message.body.clone())),
            headers: headers.map(|(name, value)| (name.to_owned(), value)).to_vec(),
            ..FetchRequest::get(url, Self::LIMIT)
        };
        match self.fetcher.fetch(request).await {
            Ok(answer) => Answer { http_status: Some(answer.status), verdict: of_status(answer.status) },
            Err(ports::FetchError::Blocked(reason)) => Answer::never(reason),
            Err(error) => {
                let verdict = Verdict::Later { problem: error.to_string(), wait: None };
                Answer { http_status: None, verdict }
            }
        }
    }

    async fn notify(&self, message: &Message) -> Answer {
        let engine = self
            .engines
            .iter()
            .find(|((mode, name), _)| *mode == message.purse.mode && *name == message.target);
        let Some((_, engine)) = engine else {
            return Answer::never(format!("{} is not among the configured engines any more", message.target));
        };
        let Some(notice) = Notice::read(&message.body) else {
            return Answer::never("the notice can't be read");
        };
        match engine.call(&notice).await {
            Ok(receipt) => Answer { http_status: Some(receipt.http_status), verdict: Verdict::Taken },
            Err(failure) => {
                let hopeless = matches!(
                    failure.kind,
                    FailureKind::Refused
                        | FailureKind::Unsuitable
                        | FailureKind::Declined
                        | FailureKind::NotSetUp
                );
                tracing::info!(%failure, "a search engine was not notified");
                let problem = failure.for_customers();
                let wait = failure.retry_after;
                let verdict =
                    if hopeless { Verdict::Never(problem) } else { Verdict::Later { problem, wait } };
                Answer { http_status: None, verdict }
            }
        }
    }
}

/// A notice as it is stored in the outbox.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Notice {
    url: String,
    sitemap_url: String,
    #[serde(default)]
    change: PageChange,
}

impl Notice {
    fn read(body: &str) -> Option<IndexingNotice> {
        let notice: Self = serde_json::from_str(body).ok()?;
        Some(IndexingNotice {
            url: Url::parse(&notice.url).ok()?,
            kind: match notice.change {
                PageChange::Updated => NoticeKind::Updated,
                PageChange::Deleted => NoticeKind::Deleted,
            },
            sitemap_url: Url::parse(&notice.sitemap_url).ok()?,
        })
    }
}

fn of_status(status: u16) -> Verdict {
    match status {
        200..=299 => Verdict::Taken,
        410 => Verdict::Gone,
        _ => Verdict::Later { problem: format!("the receiver answered with status {status}"), wait: None },
    }
}

/// The longest pause that an engine can request.
const LONGEST_WAIT: Duration = Duration::from_hours(24);

fn next_try(attempts: u32, wait: Option<Duration>, at: Timestamp) -> Next {
    let index = usize::try_from(attempts.saturating_sub(1)).unwrap_or(usize::MAX);
    match DeliverMessages::WAITS.get(index) {
        Some(usual) => Next::Again(at + jittered(wait.unwrap_or(*usual).max(*usual).min(LONGEST_WAIT))),
        None => Next::GiveUp,
    }
}

/// Up to a tenth longer, so that messages that failed together are not retried together.
fn jittered(wait: Duration) -> Duration {
    let part = getrandom::u32().unwrap_or(0) % 100;
    wait + wait * part / 1_000
}

const fn outcome(next: Next) -> &'static str {
    match next {
        Next::Accepted => "accepted",
        Next::GiveUp => "failed",
        Next::Again(_) => "again",
    }
}
