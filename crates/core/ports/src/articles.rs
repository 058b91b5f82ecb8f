//! Articles, the jobs that work on them, and the messages about them. Changes that involve credits go through
//! [`Ledger::post_job`](crate::Ledger::post_job), in one transaction with the posting.

use std::ops::RangeInclusive;
use std::time::Duration;

use async_trait::async_trait;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::answers::BriefAnswer;
use domain::articles::brief::ContentBrief;
use domain::articles::order::ArticleInput;
use domain::articles::record::{
    ArticleRecord, Dossier, Draft, Problem, PublicationStatus, Review, ReviewStatus, Written,
};
use domain::articles::spending::Spending;
use domain::articles::timing::Maker;
use domain::articles::versions::ArticleVersion;
use domain::articles::{ArticleId, ArticleStatus, Stage};
use domain::credits::Credits;
use domain::jobs::{Delivery, Fence, JobId, LeasedJob, LeasedMessage, MessageId, NewJob, OutboxMessage};
use domain::ledger::Purse;
use domain::locale::Language;

use crate::StoreError;

/// What happens to jobs together with a posting.
#[derive(Debug, Clone, PartialEq)]
pub enum JobChange {
    /// With a hold: an article is requested.
    Order {
        article: Box<NewArticle>,
        /// The job that writes it.
        job: NewJob,
        /// How many jobs the purse may have at once, this one included.
        most_open: u32,
    },
    /// With a hold: more work on an article.
    Follow {
        job: NewJob,
        /// How many jobs the purse may have at once, this one included.
        most_open: u32,
    },
    /// With a capture or a void: a job ends.
    End {
        job: JobId,
        /// The lease under which the job was done; none if the customer cancels it.
        token: Option<Fence>,
        /// What becomes of the article.
        outcome: Box<JobOutcome>,
    },
}

/// An article that is requested.
#[derive(Debug, Clone, PartialEq)]
pub struct NewArticle {
    pub id: ArticleId,
    pub order: ArticleInput,
    /// What writes the article; none if the customer is waited for, because the total time then says nothing
    /// about writing.
    pub maker: Option<Maker>,
    pub at: Timestamp,
}

/// Selects finished articles that took about as long as a new one will take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimilarArticles<'a> {
    /// Live or test; test keys use stand-ins for all providers.
    pub mode: KeyMode,
    pub maker: &'a Maker,
    /// How many words were requested.
    pub words: RangeInclusive<u32>,
    /// The maximum number of articles.
    pub most: u32,
}

/// What becomes of an article when a job on it ends.
#[derive(Debug, Clone, PartialEq)]
pub struct JobOutcome {
    pub article: ArticleId,
    pub status: ArticleStatus,
    /// Its text, if there is a new one.
    pub written: Option<Written>,
    /// What it was written from, if it was written from the start.
    pub dossier: Option<Dossier>,
    /// The content brief, if that was requested.
    pub brief: Option<ContentBrief>,
    /// Why the job has no result.
    pub problem: Option<Problem>,
    /// How its publication on the hosted site changes, if it does.
    pub publication: Option<PublicationChange>,
    /// Whether a person must review it now; a review that is not needed changes nothing.
    pub review: ReviewStatus,
    /// The messages that are sent about it.
    pub messages: Vec<OutboxMessage>,
    pub at: Timestamp,
}

/// A change of an article's publication on the hosted site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationChange {
    /// Whether the article is on the site from now on.
    pub status: PublicationStatus,
    /// Why the article is not on the site.
    pub reason: Option<String>,
}

/// An edit of a finished article by its customer.
#[derive(Debug, Clone, PartialEq)]
pub struct ArticleEdit<'a> {
    /// The text from now on.
    pub written: &'a Written,
    /// The version of the record that the edit is based on; any other one is not overwritten.
    pub version: i64,
    /// Why checks keep the article off the hosted site from now on, if they do.
    pub reason: Option<&'a str>,
    /// The person or the API key that made the change.
    pub by: Option<&'a str>,
    /// The fields that changed.
    pub changes: &'a [String],
    /// The version whose text was restored, if one was.
    pub restored_from: Option<u32>,
    pub at: Timestamp,
}

/// The outcome of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditOutcome {
    /// The edit is stored as a new version.
    Kept,
    /// The article has changed in the meantime, or a job works on it.
    Outdated,
    /// Another article has the slug.
    SlugTaken,
}

/// How jobs are leased.
#[derive(Debug, Clone, Copy)]
pub struct Lease {
    pub now: Timestamp,
    /// How long a worker has the job until it must renew the lease.
    pub lasts: Duration,
    /// The maximum number of jobs.
    pub most: u32,
    /// The maximum number of jobs of one purse that are in progress at once, over all workers.
    pub most_per_purse: u32,
}

/// Progress of a job that readers can see.
#[derive(Debug, Clone, PartialEq)]
pub struct Advance<'a> {
    /// What is being done now.
    pub stage: Stage,
    /// The progress in per cent, 0 to 100.
    pub progress: u8,
    /// The unfinished article so far.
    pub draft: &'a Draft,
    pub at: Timestamp,
}

/// A customer's approval of an outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Approval<'a> {
    /// The draft with the approved outline.
    pub draft: &'a Draft,
    pub at: Timestamp,
    /// When the job must be finished.
    pub deadline: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedPage {
    pub id: ArticleId,
    /// The last part of its URL.
    pub slug: String,
    pub title: String,
    /// A summary in two sentences.
    pub excerpt: String,
    pub language: Language,
    /// When it was published.
    pub published_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// Limits on how many messages are leased.
#[derive(Debug, Clone, Copy)]
pub struct MostMessages {
    /// The limit for this call.
    pub in_all: u32,
    /// The limit for one purse, including messages that are being sent.
    pub of_one_purse: u32,
}

/// The outcome of an attempt to send a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// What to do now.
    pub next: Next,
    pub http_status: Option<u16>,
    pub problem: Option<String>,
    /// When it was tried.
    pub at: Timestamp,
    /// How long it took.
    pub took: Duration,
    /// Whether the receiver reports that it is gone for good.
    pub gone: bool,
    /// The messages about the attempt, stored together with it.
    pub messages: Vec<OutboxMessage>,
}

/// What to do with a message after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Nothing more: the receiver accepted the message.
    Accepted,
    /// Nothing more: the message will never be accepted.
    GiveUp,
    /// Retry at this time.
    Again(Timestamp),
}

#[async_trait]
pub trait ArticleStore: Send + Sync {
    /// One article of a purse.
    async fn article(&self, purse: Purse, id: ArticleId) -> Result<Option<ArticleRecord>, StoreError>;
    /// The version of one article of a purse, which readers that wait for a change poll.
    async fn version(&self, purse: Purse, id: ArticleId) -> Result<Option<i64>, StoreError>;
    /// Articles of a purse older than `before`, newest first.
    async fn articles(
        &self,
        purse: Purse,
        status: Option<ArticleStatus>,
        before: Option<ArticleId>,
        limit: u32,
    ) -> Result<Vec<ArticleRecord>, StoreError>;
    /// The draft of an unfinished article.
    async fn draft(&self, id: ArticleId) -> Result<Option<Draft>, StoreError>;
    /// A finished article's text.
    async fn written(&self, id: ArticleId) -> Result<Option<Written>, StoreError>;
    /// What a finished article was written from.
    async fn dossier(&self, id: ArticleId) -> Result<Option<Dossier>, StoreError>;
    /// The content brief that was made instead of an article.
    async fn brief(&self, id: ArticleId) -> Result<Option<ContentBrief>, StoreError>;
    /// The customer's answers to the questions of a brief.
    async fn answers(&self, id: ArticleId) -> Result<Vec<BriefAnswer>, StoreError>;
    /// Saves answers in place of earlier ones; `false` if the purse has no such brief.
    async fn save_answers(
        &self,
        purse: Purse,
        id: ArticleId,
        answers: &[BriefAnswer],
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// How long finished articles of all accounts took from request to end, the latest first. Only the latest few hundred of the
    /// same maker are looked at.
    async fn times_of(&self, similar: &SimilarArticles<'_>) -> Result<Vec<Duration>, StoreError>;
    /// The open job on an article, whichever worker leases it.
    async fn job_of(&self, purse: Purse, id: ArticleId) -> Result<Option<LeasedJob>, StoreError>;
    /// Claims a slug that no other article has: `wanted`, or `wanted` with a number. Repeated calls return
    /// the same slug.
    async fn claim_slug(&self, id: ArticleId, wanted: &str) -> Result<String, StoreError>;
    /// Publishes a finished article or takes it down, and stores the messages about that; `false` if it
    /// already is on the site, or already is not.
    async fn set_publication(
        &self,
        id: ArticleId,
        change: &PublicationChange,
        messages: &[OutboxMessage],
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Stores a person's review of a finished article, or that one is needed, and why the article is not on
    /// the hosted site if it is held back; `false` if the article is not finished.
    async fn set_review(
        &self,
        purse: Purse,
        id: ArticleId,
        review: &Review,
        reason: Option<&str>,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Stores an edit of a finished article as a new version and keeps the previous one.
    async fn keep_edit(
        &self,
        purse: Purse,
        id: ArticleId,
        edit: &ArticleEdit<'_>,
    ) -> Result<EditOutcome, StoreError>;
    /// The stored versions of an article, latest first; none if it never changed.
    async fn article_versions(&self, id: ArticleId) -> Result<Vec<ArticleVersion>, StoreError>;
    /// The text of a stored version of an article.
    async fn written_version(&self, id: ArticleId, number: u32) -> Result<Option<Written>, StoreError>;
    /// The published article with this slug.
    async fn published(&self, slug: &str) -> Result<Option<ArticleRecord>, StoreError>;
    /// How many hosted pages there are.
    async fn count_published(&self, mode: KeyMode) -> Result<u32, StoreError>;
    /// Hosted pages, newest first.
    async fn published_pages(
        &self,
        mode: KeyMode,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<PublishedPage>, StoreError>;
}

/// The queue of jobs.
#[async_trait]
pub trait JobQueue: Send + Sync {
    /// Leases jobs that are due, fairly between purses.
    async fn lease_jobs(&self, lease: Lease) -> Result<Vec<LeasedJob>, StoreError>;
    /// Renews a lease; `false` if another worker has the job or the job is over.
    async fn renew_job(&self, job: JobId, token: Fence, until: Timestamp) -> Result<bool, StoreError>;
    /// Returns a job to the queue, to be leased again at `run_at`; `false` if the lease is lost.
    async fn give_back_job(&self, job: JobId, token: Fence, run_at: Timestamp) -> Result<bool, StoreError>;
    /// Resumes the job of an article that waits for approval; `false` if it does not wait.
    async fn approve(&self, article: ArticleId, approval: &Approval<'_>) -> Result<bool, StoreError>;
    /// Stores the progress of a job; `false` if the lease is lost.
    async fn advance(&self, job: &LeasedJob, advance: &Advance<'_>) -> Result<bool, StoreError>;
    /// The stored output of a step for the same input.
    async fn step(
        &self,
        article: ArticleId,
        name: &str,
        input: &[u8; 32],
    ) -> Result<Option<String>, StoreError>;
    /// Stores the output of a step of a job. If an output for the same input is stored already, that one
    /// stays and is returned; `None` if the lease is lost.
    async fn keep_step(
        &self,
        job: &LeasedJob,
        name: &str,
        input: &[u8; 32],
        output: &str,
        at: Timestamp,
    ) -> Result<Option<String>, StoreError>;
    /// Adds to the cost of an article's text, whichever worker has its job: the calls were made.
    async fn add_spending(
        &self,
        article: ArticleId,
        spending: &Spending,
        at: Timestamp,
    ) -> Result<(), StoreError>;
}

/// An article with its price and what its text cost, as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleCost {
    pub id: ArticleId,
    pub purse: Purse,
    /// Its title, once there is one.
    pub title: Option<String>,
    pub status: ArticleStatus,
    /// What its customer paid.
    pub charged: Credits,
    /// When it was requested.
    pub created_at: Timestamp,
    /// What its text cost; none if no text engine was called, or before this was recorded.
    pub spending: Option<Spending>,
}

/// Prices and costs of many articles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CostTotal {
    /// Articles for which text engines were called.
    pub articles: u32,
    /// What their customers paid.
    pub charged: Credits,
    /// What their texts cost.
    pub spending: Spending,
    /// Articles whose cost is not fully known.
    pub unpriced_articles: u32,
}

/// What articles cost the operator.
#[async_trait]
pub trait ArticleCosts: Send + Sync {
    /// Articles of all accounts older than `before`, newest first.
    async fn article_costs(
        &self,
        before: Option<ArticleId>,
        limit: u32,
    ) -> Result<Vec<ArticleCost>, StoreError>;
    /// The total of articles whose text was begun since `since`.
    async fn total_cost(&self, mode: KeyMode, since: Timestamp) -> Result<CostTotal, StoreError>;
}

/// Unfinished jobs and unsent messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Jobs that a worker is working on.
    pub under_way: u32,
    /// Jobs that could start now.
    pub waiting: u32,
    /// Since when the first of these has waited.
    pub waiting_since: Option<Timestamp>,
    /// Jobs that start later: after a pause, or when their customer has approved.
    pub later: u32,
    /// Messages that were not accepted yet.
    pub messages: u32,
}

/// Reports the backlog to operators.
#[async_trait]
pub trait Backlogs: Send + Sync {
    /// The backlog of all accounts.
    async fn backlog(&self, now: Timestamp) -> Result<Backlog, StoreError>;
}

/// Messages that wait to be sent.
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Leases messages that are due, fairly between purses.
    async fn lease_messages(
        &self,
        now: Timestamp,
        until: Timestamp,
        most: MostMessages,
    ) -> Result<Vec<LeasedMessage>, StoreError>;
    /// Records the outcome of an attempt, and disables an endpoint that is gone or that has received nothing
    /// for too long; `false` if the lease is lost.
    async fn record_attempt(
        &self,
        id: MessageId,
        token: Fence,
        attempt: &Attempt,
    ) -> Result<bool, StoreError>;
    /// Messages about an article, oldest first.
    async fn messages_of(&self, article: ArticleId) -> Result<Vec<Delivery>, StoreError>;
}
