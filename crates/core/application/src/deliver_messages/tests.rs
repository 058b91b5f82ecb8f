//! The sender, with an outbox that has a single writer, like SQLite.

mod endpoints;

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use domain::articles::ArticleId;
use domain::ids::AccountId;
use domain::jobs::{Delivery, EventId, Fence, MessageId};
use domain::ledger::Purse;
use domain::webhooks::endpoints::EventKind;
use ports::clock::SystemClock;
use ports::{FetchError, Fetched, StoreError};

use super::*;

struct SlowOutbox {
    writer: tokio::sync::Mutex<()>,
    left: AtomicUsize,
    recorded: AtomicUsize,
    all_recorded: CancellationToken,
}

const MESSAGES: usize = 40;
/// Several, so that one outcome is being recorded while another is known.
const AT_ONCE: usize = 4;

#[async_trait]
impl Outbox for SlowOutbox {
    async fn lease_messages(
        &self,
        _: Timestamp,
        _: Timestamp,
        _: MostMessages,
    ) -> Result<Vec<LeasedMessage>, StoreError> {
        let _writing = self.writer.lock().await;
        let taken =
            self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(AT_ONCE));
        Ok(taken.map(|_| (0..AT_ONCE).map(|_| message()).collect()).unwrap_or_default())
    }

    async fn record_attempt(&self, _: MessageId, _: Fence, _: &Attempt) -> Result<bool, StoreError> {
        let _writing = self.writer.lock().await;
        tokio::time::sleep(Duration::from_millis(1)).await;
        if self.recorded.fetch_add(1, Ordering::SeqCst) + 1 == MESSAGES {
            self.all_recorded.cancel();
        }
        Ok(true)
    }

    async fn messages_of(&self, _: ArticleId) -> Result<Vec<Delivery>, StoreError> {
        Ok(Vec::new())
    }
}

fn message() -> LeasedMessage {
    let message = Message {
        id: MessageId::generate(),
        event: EventId::generate(),
        kind: Some(EventKind::ArticleCompleted),
        article: Some(ArticleId::generate()),
        purse: Purse { account: AccountId::from(1), mode: KeyMode::Live },
        channel: Channel::Webhook,
        endpoint: None,
        target: "https://hooks.example.com/".to_owned(),
        body: "{}".to_owned(),
        created_at: SystemClock.now(),
    };
    LeasedMessage { message, endpoint: None, attempts: 1, token: Fence(1) }
}

struct Nobody;

#[async_trait]
impl Fetcher for Nobody {
    async fn fetch(&self, _: FetchRequest) -> Result<Fetched, FetchError> {
        Err(FetchError::Blocked("nobody is there"))
    }
}

/// An attempt that is half recorded locks the database, and the next messages are waited for meanwhile.
#[tokio::test(start_paused = true)]
async fn what_is_being_written_down_never_waits_for_the_next_messages() {
    let outbox = Arc::new(SlowOutbox {
        writer: tokio::sync::Mutex::default(),
        left: AtomicUsize::new(MESSAGES),
        recorded: AtomicUsize::new(0),
        all_recorded: CancellationToken::new(),
    });
    let secrets = WebhookSecrets::new("secret".into());
    let sender = DeliverMessages::new(
        outbox.clone(),
        Arc::new(Nobody),
        IndexingEngines::new(),
        secrets,
        Arc::new(SystemClock),
    );
    let sending = sender.run(outbox.all_recorded.clone());
    let ended = tokio::time::timeout(Duration::from_hours(1), sending).await;
    assert!(ended.is_ok(), "{} of {MESSAGES} were written down", outbox.recorded.load(Ordering::SeqCst));
}

#[test]
fn engines_are_told_whether_a_page_is_there_or_gone() {
    let kind = |change: &str| {
        let body = format!(
            r#"{{"url": "https://a.example/p/tea", {change} "sitemapUrl": "https://a.example/sitemap.xml"}}"#
        );
        Notice::read(&body).map(|notice| notice.kind)
    };
    assert_eq!(kind(r#""change": "deleted","#), Some(NoticeKind::Deleted));
    assert_eq!(kind(r#""change": "updated","#), Some(NoticeKind::Updated));
    assert_eq!(kind(""), Some(NoticeKind::Updated), "as older versions wrote it");
    assert_eq!(kind(r#""change": "moved","#), None);
}
