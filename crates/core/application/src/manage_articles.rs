//! Manages the articles of an account: reading and cancelling them, and approving their outlines.

use std::sync::Arc;
use std::time::Duration;

use domain::articles::answers::BriefAnswer;
use domain::articles::brief::ContentBrief;
use domain::articles::record::{Approved, ArticleRecord, Dossier, Draft, ReviewStatus, Written};
use domain::articles::{ArticleId, ArticleStatus, Stage};
use domain::jobs::{Delivery, LeasedJob, Task};
use domain::ledger::{Entry, PostingId, Purse, Request};
use domain::prices::Operation;
use ports::articles::{Approval, JobOutcome};
use ports::{ArticleStore, Clock, JobChange, JobQueue, Ledger, LedgerError, Outbox, StoreError};
use tokio::sync::Notify;

use crate::article_events::{ArticleEvent, event};
use crate::request_article::ArticleLimits;

/// Everything that a customer can see of an article.
#[derive(Debug, Clone)]
pub struct ArticleView {
    pub record: ArticleRecord,
    /// The draft before it is done.
    pub draft: Option<Draft>,
    pub written: Option<Written>,
    /// The number of the version of the text.
    pub text_version: u32,
    /// The content brief that was made instead of an article.
    pub brief: Option<ContentBrief>,
    /// The customer's answers to the questions of the brief.
    pub answers: Vec<BriefAnswer>,
    /// The messages about it and their deliveries.
    pub deliveries: Vec<Delivery>,
}

/// The outcome of an action that the state of an article may not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionOutcome {
    Done,
    /// There is no such article.
    NotFound,
    /// Its state does not allow it.
    NotAllowed,
}

/// What a reader of an article waits for.
#[derive(Debug, Clone, Copy)]
enum Awaited {
    /// A version above this one.
    Newer(i64),
    /// The article being at rest.
    Rest,
}

impl Awaited {
    /// A version that does not fulfil the condition.
    const fn known(self) -> i64 {
        match self {
            Self::Newer(known) => known,
            Self::Rest => i64::MIN,
        }
    }

    fn is(self, record: &ArticleRecord) -> bool {
        match self {
            Self::Newer(known) => record.version > known,
            Self::Rest => is_at_rest(record),
        }
    }
}

/// Whether nothing more happens to an article by itself: it is done, or its outline waits for approval.
#[must_use]
pub fn is_at_rest(record: &ArticleRecord) -> bool {
    record.status != ArticleStatus::Processing || record.stage == Stage::Approval
}

/// Why articles could not be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum ManageArticlesError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

#[derive(Clone)]
pub struct ManageArticles {
    articles: Arc<dyn ArticleStore>,
    queue: Arc<dyn JobQueue>,
    outbox: Arc<dyn Outbox>,
    ledger: Arc<dyn Ledger>,
    clock: Arc<dyn Clock>,
    limits: ArticleLimits,
    new_work: Arc<Notify>,
}

impl ManageArticles {
    /// How often a waiting reader polls for a change.
    const LOOK_EVERY: Duration = Duration::from_millis(250);

    #[must_use]
    pub fn new(
        articles: Arc<dyn ArticleStore>,
        queue: Arc<dyn JobQueue>,
        outbox: Arc<dyn Outbox>,
        ledger: Arc<dyn Ledger>,
        clock: Arc<dyn Clock>,
        limits: ArticleLimits,
        new_work: Arc<Notify>,
    ) -> Self {
        Self { articles, queue, outbox, ledger, clock, limits, new_work }
    }

    /// One article with all its parts.
    pub async fn read(&self, purse: Purse, id: ArticleId) -> Result<Option<ArticleView>, StoreError> {
        let Some(record) = self.articles.article(purse, id).await? else { return Ok(None) };
        let processing = record.status == ArticleStatus::Processing;
        let draft = if processing { self.articles.draft(id).await? } else { None };
        let written = if processing { None } else { self.articles.written(id).await? };
        let versions = if written.is_some() { self.articles.article_versions(id).await? } else { Vec::new() };
        let text_version = versions.first().map_or(1, |version| version.number);
        let brief = if processing { None } else { self.articles.brief(id).await? };
        let answers = if brief.is_some() { self.articles.answers(id).await? } else { Vec::new() };
        let deliveries = self.outbox.messages_of(id).await?;
        Ok(Some(ArticleView { record, draft, written, text_version, brief, answers, deliveries }))
    }

    /// The article's record as soon as its version is above `known`, or in its current state after
    /// `patience`.
    pub async fn wait(
        &self,
        purse: Purse,
        id: ArticleId,
        known: i64,
        patience: Duration,
    ) -> Result<Option<ArticleRecord>, StoreError> {
        self.wait_for(purse, id, Awaited::Newer(known), patience).await
    }

    /// The article's record as soon as the article is at rest, or in its current state after `patience`.
    pub async fn wait_for_rest(
        &self,
        purse: Purse,
        id: ArticleId,
        patience: Duration,
    ) -> Result<Option<ArticleRecord>, StoreError> {
        self.wait_for(purse, id, Awaited::Rest, patience).await
    }

    /// Reads only the version while it stays the same, which is cheap.
    async fn wait_for(
        &self,
        purse: Purse,
        id: ArticleId,
        awaited: Awaited,
        patience: Duration,
    ) -> Result<Option<ArticleRecord>, StoreError> {
        let end = tokio::time::Instant::now() + patience;
        let mut seen = awaited.known();
        loop {
            let Some(version) = self.articles.version(purse, id).await? else { return Ok(None) };
            let is_last_look = tokio::time::Instant::now() + Self::LOOK_EVERY > end;
            if version > seen || is_last_look {
                let record = self.articles.article(purse, id).await?;
                if is_last_look || record.as_ref().is_none_or(|record| awaited.is(record)) {
                    return Ok(record);
                }
                seen = version;
            }
            tokio::time::sleep(Self::LOOK_EVERY).await;
        }
    }

    /// What a finished article was written from.
    pub async fn dossier(&self, id: ArticleId) -> Result<Option<Dossier>, StoreError> {
        self.articles.dossier(id).await
    }

    /// Articles older than `before`, newest first.
    pub async fn list(
        &self,
        purse: Purse,
        status: Option<ArticleStatus>,
        before: Option<ArticleId>,
        limit: u32,
    ) -> Result<Vec<ArticleRecord>, StoreError> {
        self.articles.articles(purse, status, before, limit).await
    }

    /// Cancels an article; what was reserved is released at once.
    pub async fn cancel(&self, purse: Purse, id: ArticleId) -> Result<ActionOutcome, ManageArticlesError> {
        let Some(record) = self.articles.article(purse, id).await? else {
            return Ok(ActionOutcome::NotFound);
        };
        let Some(job) = self.articles.job_of(purse, id).await? else { return Ok(ActionOutcome::NotAllowed) };
        let (void, change) = self.calling_off(&record, &job);
        match self.ledger.post_job(void, change, None).await {
            Ok(_) => Ok(ActionOutcome::Done),
            Err(LedgerError::JobLost) => Ok(ActionOutcome::NotAllowed),
            Err(error) => Err(error.into()),
        }
    }

    fn calling_off(&self, record: &ArticleRecord, job: &LeasedJob) -> (Request, JobChange) {
        let at = self.clock.now();
        let (status, told) = match job.task {
            Task::Write => (ArticleStatus::Cancelled, event(record, ArticleEvent::Cancelled, at)),
            // Only finished articles have sections that are regenerated.
            Task::Section(_) | Task::SectionAs { .. } => (ArticleStatus::Completed, Vec::new()),
        };
        let outcome = JobOutcome {
            article: record.id,
            status,
            written: None,
            dossier: None,
            brief: None,
            problem: None,
            publication: None,
            review: ReviewStatus::NotNeeded,
            messages: told,
            at,
        };
        let void = Request {
            id: PostingId::generate(),
            purse: record.purse,
            entry: Entry::Void { hold: job.hold },
            key: None,
            purpose: Operation::ArticlesGenerate.as_str().to_owned(),
            at,
        };
        (void, JobChange::End { job: job.id, token: None, outcome: Box::new(outcome) })
    }

    /// Starts the writing of an article whose outline waits for its customer, with other headings if the
    /// customer sends some.
    pub async fn approve(
        &self,
        purse: Purse,
        id: ArticleId,
        approved: Approved,
    ) -> Result<ActionOutcome, StoreError> {
        if self.articles.article(purse, id).await?.is_none() {
            return Ok(ActionOutcome::NotFound);
        }
        let Some(mut draft) = self.articles.draft(id).await? else { return Ok(ActionOutcome::NotAllowed) };
        // A repeated request succeeds again.
        if draft.approval.as_ref() == Some(&approved) {
            return Ok(ActionOutcome::Done);
        }
        draft.approval = Some(approved);
        let at = self.clock.now();
        let approval = Approval { draft: &draft, at, deadline: at + self.limits.time };
        let woken = self.queue.approve(id, &approval).await?;
        self.new_work.notify_one();
        Ok(if woken { ActionOutcome::Done } else { ActionOutcome::NotAllowed })
    }
}
