//! Articles, the jobs that work on them, and the messages that tell of them. What concerns credits goes through
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
    /// With a hold: an article is ordered.
    Order {
        /// The article.
        article: Box<NewArticle>,
        /// The job that writes it.
        job: NewJob,
        /// How many jobs the purse may have at once, this one included.
        most_open: u32,
    },
    /// With a hold: more work on an article.
    Follow {
        /// The job.
        job: NewJob,
        /// How many jobs the purse may have at once, this one included.
        most_open: u32,
    },
    /// With a capture or a void: a job ends.
    End {
        /// The job.
        job: JobId,
        /// The lease under which it was done; none if its customer calls it off.
        token: Option<Fence>,
        /// What becomes of the article.
        outcome: Box<JobOutcome>,
    },
}

/// An article that is ordered.
#[derive(Debug, Clone, PartialEq)]
pub struct NewArticle {
    /// Its id.
    pub id: ArticleId,
    /// What is ordered.
    pub order: ArticleInput,
    /// What makes it; none if its time from order to end tells nothing, because its customer is waited for.
    pub maker: Option<Maker>,
    /// When.
    pub at: Timestamp,
}

/// Finished articles that took about as long as another will.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimilarArticles<'a> {
    /// Live or test: test keys reach stand-ins of everything.
    pub mode: KeyMode,
    /// What made them.
    pub maker: &'a Maker,
    /// How many words were requested.
    pub words: RangeInclusive<u32>,
    /// How many at most.
    pub most: u32,
}

/// What becomes of an article when a job on it ends.
#[derive(Debug, Clone, PartialEq)]
pub struct JobOutcome {
    /// The article.
    pub article: ArticleId,
    /// Where it stands now.
    pub status: ArticleStatus,
    /// Its text, if there is a new one.
    pub written: Option<Written>,
    /// What it was written from, if it was written from the start.
    pub dossier: Option<Dossier>,
    /// The content brief, if that was requested.
    pub brief: Option<ContentBrief>,
    /// Why there is none.
    pub problem: Option<Problem>,
    /// What becomes of its place on the hosted site, if anything.
    pub publication: Option<PublicationChange>,
    /// Whether a person must look at it now; what is not needed changes nothing.
    pub review: ReviewStatus,
    /// Who is told.
    pub messages: Vec<OutboxMessage>,
    /// When.
    pub at: Timestamp,
}

/// A change of an article's place on the hosted site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationChange {
    /// Whether it is there from now on.
    pub status: PublicationStatus,
    /// Why it is not.
    pub reason: Option<String>,
}

/// A finished article as its customer has changed it.
#[derive(Debug, Clone, PartialEq)]
pub struct ArticleEdit<'a> {
    /// The text from now on.
    pub written: &'a Written,
    /// The state of the record that was changed; another one may not be overwritten.
    pub version: i64,
    /// Why the article is not on the hosted site from now on, if checks hold it back.
    pub reason: Option<&'a str>,
    /// The person or the API key that made the change.
    pub by: Option<&'a str>,
    /// The fields that changed.
    pub changes: &'a [String],
    /// The version whose text it has again, if one was restored.
    pub restored_from: Option<u32>,
    /// When.
    pub at: Timestamp,
}

/// What became of a change of a finished article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditOutcome {
    /// It is kept, as a version of its own.
    Kept,
    /// The article has changed meanwhile, or is worked on.
    Outdated,
    /// Another article has the address.
    SlugTaken,
}

/// How jobs are handed out.
#[derive(Debug, Clone, Copy)]
pub struct Lease {
    /// Now.
    pub now: Timestamp,
    /// How long a worker has until it must renew.
    pub lasts: Duration,
    /// How many jobs at most.
    pub most: u32,
    /// How many jobs of one purse may be worked on at once, over all workers.
    pub most_per_purse: u32,
}

/// A visible step forward.
#[derive(Debug, Clone, PartialEq)]
pub struct Advance<'a> {
    /// What is being done now.
    pub stage: Stage,
    /// 0 to 100.
    pub progress: u8,
    /// What is there so far.
    pub draft: &'a Draft,
    /// When.
    pub at: Timestamp,
}

/// A customer's word on a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Approval<'a> {
    /// The plan.
    pub draft: &'a Draft,
    /// When.
    pub at: Timestamp,
    /// When the rest is too late.
    pub deadline: Timestamp,
}

/// A hosted page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedPage {
    /// The article.
    pub id: ArticleId,
    /// The last part of its address.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// What it says, in two sentences.
    pub excerpt: String,
    /// Its language.
    pub language: Language,
    /// When it was published.
    pub published_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// How many messages are leased.
#[derive(Debug, Clone, Copy)]
pub struct MostMessages {
    /// At this call.
    pub in_all: u32,
    /// Of one purse, those that are being sent included.
    pub of_one_purse: u32,
}

/// What became of an attempt to send a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// What to do now.
    pub next: Next,
    /// The answer's status.
    pub http_status: Option<u16>,
    /// What went wrong.
    pub problem: Option<String>,
    /// When it was tried.
    pub at: Timestamp,
    /// How long it took.
    pub took: Duration,
    /// Whether the receiver says that it is gone for good.
    pub gone: bool,
    /// What is to be told of the attempt, written down with it.
    pub messages: Vec<OutboxMessage>,
}

/// What to do with a message after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Nothing more: it was taken.
    Accepted,
    /// Nothing more: it never will be.
    GiveUp,
    /// Try again then.
    Again(Timestamp),
}

/// Articles.
#[async_trait]
pub trait ArticleStore: Send + Sync {
    /// One article of a purse.
    async fn article(&self, purse: Purse, id: ArticleId) -> Result<Option<ArticleRecord>, StoreError>;
    /// The version of one article of a purse: what a reader who waits for a change looks at.
    async fn version(&self, purse: Purse, id: ArticleId) -> Result<Option<i64>, StoreError>;
    /// Articles of a purse older than `before`, newest first.
    async fn articles(
        &self,
        purse: Purse,
        status: Option<ArticleStatus>,
        before: Option<ArticleId>,
        limit: u32,
    ) -> Result<Vec<ArticleRecord>, StoreError>;
    /// What is there of an article before it is done.
    async fn draft(&self, id: ArticleId) -> Result<Option<Draft>, StoreError>;
    /// A finished article's text.
    async fn written(&self, id: ArticleId) -> Result<Option<Written>, StoreError>;
    /// What a finished article was written from.
    async fn dossier(&self, id: ArticleId) -> Result<Option<Dossier>, StoreError>;
    /// The content brief that was made instead of an article.
    async fn brief(&self, id: ArticleId) -> Result<Option<ContentBrief>, StoreError>;
    /// The customer's answers to the questions of a brief.
    async fn answers(&self, id: ArticleId) -> Result<Vec<BriefAnswer>, StoreError>;
    /// Saves answers in place of the ones before; `false` if the purse has no such brief.
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
    /// The open job on an article, whoever has it.
    async fn job_of(&self, purse: Purse, id: ArticleId) -> Result<Option<LeasedJob>, StoreError>;
    /// Gives an article an address that no other article has: `wanted`, or `wanted` with a number. The same every time.
    async fn claim_slug(&self, id: ArticleId, wanted: &str) -> Result<String, StoreError>;
    /// Publishes a finished article, or takes it down, and writes down who is told; `false` if it is there, or gone, already.
    async fn set_publication(
        &self,
        id: ArticleId,
        change: &PublicationChange,
        messages: &[OutboxMessage],
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Keeps a person's look at a finished article, or that one is needed, and why the article is not on the hosted site if it is held
    /// back; `false` if the article is not finished.
    async fn set_review(
        &self,
        purse: Purse,
        id: ArticleId,
        review: &Review,
        reason: Option<&str>,
        at: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Keeps a change of a finished article, as a version of its own beside the one before.
    async fn keep_edit(
        &self,
        purse: Purse,
        id: ArticleId,
        edit: &ArticleEdit<'_>,
    ) -> Result<EditOutcome, StoreError>;
    /// The kept versions of an article, the latest first; none if it never changed.
    async fn article_versions(&self, id: ArticleId) -> Result<Vec<ArticleVersion>, StoreError>;
    /// The text of a kept version of an article.
    async fn written_version(&self, id: ArticleId, number: u32) -> Result<Option<Written>, StoreError>;
    /// The article behind a hosted address.
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
    /// Keeps a lease; `false` if the job belongs to somebody else or is over.
    async fn renew_job(&self, job: JobId, token: Fence, until: Timestamp) -> Result<bool, StoreError>;
    /// Gives a job back, to be leased again at `run_at`; `false` if the lease is lost.
    async fn give_back_job(&self, job: JobId, token: Fence, run_at: Timestamp) -> Result<bool, StoreError>;
    /// Wakes the job of an article that waits for approval; `false` if it does not wait.
    async fn approve(&self, article: ArticleId, approval: &Approval<'_>) -> Result<bool, StoreError>;
    /// Shows how far a job is; `false` if the lease is lost.
    async fn advance(&self, job: &LeasedJob, advance: &Advance<'_>) -> Result<bool, StoreError>;
    /// What a step gave before, for the same input.
    async fn step(
        &self,
        article: ArticleId,
        name: &str,
        input: &[u8; 32],
    ) -> Result<Option<String>, StoreError>;
    /// Keeps what a step of a job gave. If something was kept for the same input before, that stays and is returned; nothing if the
    /// lease is lost.
    async fn keep_step(
        &self,
        job: &LeasedJob,
        name: &str,
        input: &[u8; 32],
        output: &str,
        at: Timestamp,
    ) -> Result<Option<String>, StoreError>;
    /// Adds to what the text of an article cost, whoever has its job: the calls were made.
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
    /// The article.
    pub id: ArticleId,
    /// Whose it is.
    pub purse: Purse,
    /// Its title, once there is one.
    pub title: Option<String>,
    /// Where it stands.
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
    /// Articles of which that is not known in full.
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
    /// The total of articles whose text was begun since then.
    async fn total_cost(&self, mode: KeyMode, since: Timestamp) -> Result<CostTotal, StoreError>;
}

/// What is not done yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Jobs that a worker has.
    pub under_way: u32,
    /// Jobs that could begin now.
    pub waiting: u32,
    /// Since when the first of these could.
    pub waiting_since: Option<Timestamp>,
    /// Jobs that begin later: after a pause, or when their customer has approved.
    pub later: u32,
    /// Messages that were not taken yet.
    pub messages: u32,
}

/// Tells operators what is not done yet.
#[async_trait]
pub trait Backlogs: Send + Sync {
    /// What is not done yet, of all accounts.
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
    /// Writes down what became of an attempt, and disables an endpoint that is gone or at which nothing arrived for too long;
    /// `false` if the lease is lost.
    async fn record_attempt(
        &self,
        id: MessageId,
        token: Fence,
        attempt: &Attempt,
    ) -> Result<bool, StoreError>;
    /// Messages about an article, oldest first.
    async fn messages_of(&self, article: ArticleId) -> Result<Vec<Delivery>, StoreError>;
}
