//! Requesting an article: its credits are reserved and its job is stored in one transaction, or neither is.

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::ArticleId;
use domain::articles::order::{ArticleInput, ArticleMode, Making};
use domain::articles::timing::Maker;
use domain::jobs::{JobId, NewJob, Task};
use domain::prices::{ArticleSize, CharactersPerWord, Estimate, PER_BRIEF};
use ports::articles::{NewArticle, SimilarArticles};
use ports::{ArticleStore, Clock, JobChange};
use tokio::sync::Notify;

use crate::spend_credits::{ChargeRequest, Paid, SpendCredits, SpendError};
use crate::text_setup;

/// How many articles one account may have at once, and how long an article may take.
#[derive(Debug, Clone, Copy)]
pub struct ArticleLimits {
    /// The maximum number of unfinished articles of one account in one mode.
    pub most_open: u32,
    /// How long an article may take, waiting included.
    pub time: Duration,
}

/// An article that was requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestedArticle {
    pub id: ArticleId,
    pub at: Timestamp,
    /// How long it is expected to take.
    pub expected_time: Duration,
}

#[derive(Clone)]
pub struct RequestArticle {
    spend: SpendCredits,
    articles: Arc<dyn ArticleStore>,
    clock: Arc<dyn Clock>,
    limits: ArticleLimits,
    models: Models,
    new_work: Arc<Notify>,
}

/// What writes articles, by the mode of the key; `None` where no text engine is configured.
#[derive(Debug, Clone)]
pub struct Models {
    pub live: Option<TextModel>,
    pub test: Option<TextModel>,
}

/// A text engine and its model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextModel {
    pub engine: String,
    /// The model, where the settings name one.
    pub model: Option<String>,
}

/// No engine can write what is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", text_setup::no_text_engine())]
pub struct NoTextEngine;

/// The credits that are reserved for a request.
#[must_use]
pub fn reservation(order: &ArticleInput) -> Estimate {
    if order.mode == ArticleMode::Brief {
        return Estimate::fixed(PER_BRIEF);
    }
    let characters_per_word = CharactersPerWord::for_language(order.language.as_str());
    Estimate::article(ArticleSize { words: order.words, images: order.images, characters_per_word })
}

impl RequestArticle {
    /// The time limit of the request itself.
    const LIMIT: Duration = Duration::from_secs(10);
    /// How many finished articles the estimate for the next one is based on.
    const COMPARED: u32 = 20;

    /// Creates the use case. `new_work` wakes the workers of this process; other processes poll for work.
    #[must_use]
    pub fn new(
        spend: SpendCredits,
        articles: Arc<dyn ArticleStore>,
        clock: Arc<dyn Clock>,
        limits: ArticleLimits,
        models: Models,
        new_work: Arc<Notify>,
    ) -> Self {
        Self { spend, articles, clock, limits, models, new_work }
    }

    /// The request as it will be fulfilled; refused, before any credits are reserved, if nothing can fulfil
    /// it. A full article that is made from notes because no model is configured is marked so, and stays one
    /// from notes if a model is configured later.
    pub fn resolve(&self, mode: KeyMode, mut order: ArticleInput) -> Result<ArticleInput, NoTextEngine> {
        let making = order.making(self.model(mode).is_some()).ok_or(NoTextEngine)?;
        if making == Making::Notes && order.mode == ArticleMode::Full {
            order.mode = ArticleMode::Notes;
        }
        Ok(order)
    }

    /// What writes articles for keys of a mode.
    #[must_use]
    pub const fn model(&self, mode: KeyMode) -> Option<&TextModel> {
        match mode {
            KeyMode::Live => self.models.live.as_ref(),
            KeyMode::Test => self.models.test.as_ref(),
        }
    }

    /// Requests an article. `reply` makes the reply, which is stored for repeated requests.
    pub async fn order<E: Send + 'static>(
        &self,
        charge_request: ChargeRequest,
        order: ArticleInput,
        reply: impl FnOnce(RequestedArticle) -> Result<String, E>,
    ) -> Result<Paid, SpendError<E>> {
        let maker = self.maker(charge_request.claims.mode, &order);
        let expected_time = self.expected_time(charge_request.claims.mode, maker.as_ref(), order.words).await;
        let ordered = RequestedArticle { id: ArticleId::generate(), at: self.clock.now(), expected_time };
        let body = reply(ordered).map_err(SpendError::Work)?;
        let job = self.job(ordered.id, Task::Write, ordered.at);
        let maker = maker.filter(|_| order.mode != ArticleMode::Outline);
        let article = Box::new(NewArticle { id: ordered.id, order, maker, at: ordered.at });
        let change = JobChange::Order { article, job, most_open: self.limits.most_open };
        self.begin(charge_request, change, body).await
    }

    fn maker(&self, mode: KeyMode, order: &ArticleInput) -> Option<Maker> {
        let model = self.model(mode);
        Some(match order.making(model.is_some())? {
            Making::Model => {
                let TextModel { engine, model } = model?.clone();
                Maker::Engine { engine, model }
            }
            Making::Notes => Maker::Notes,
            Making::Brief => Maker::Brief,
        })
    }

    /// How long an article is expected to take, based on the latest finished articles like it. If these can't
    /// be read, the request does not fail.
    async fn expected_time(&self, mode: KeyMode, maker: Option<&Maker>, words: u32) -> Duration {
        let Some(maker) = maker else { return Duration::ZERO };
        let similar =
            SimilarArticles { mode, maker, words: maker.similar_lengths(words), most: Self::COMPARED };
        let finished = self.articles.times_of(&similar).await.unwrap_or_else(|error| {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the times of finished articles could not be read"
            );
            Vec::new()
        });
        maker.expected_time(words, finished)
    }

    /// Requests that a section of a finished article is regenerated.
    pub async fn order_section<E: Send + 'static>(
        &self,
        charge_request: ChargeRequest,
        article: ArticleId,
        task: Task,
        body: String,
    ) -> Result<Paid, SpendError<E>> {
        let job = self.job(article, task, self.clock.now());
        self.begin(charge_request, JobChange::Follow { job, most_open: self.limits.most_open }, body).await
    }

    async fn begin<E: Send + 'static>(
        &self,
        charge_request: ChargeRequest,
        change: JobChange,
        body: String,
    ) -> Result<Paid, SpendError<E>> {
        let paid = self.spend.reserve(charge_request, Self::LIMIT, change, body).await?;
        self.new_work.notify_one();
        Ok(paid)
    }

    fn job(&self, article: ArticleId, task: Task, at: Timestamp) -> NewJob {
        NewJob { id: JobId::generate(), article, task, deadline: at + self.limits.time }
    }
}
