//! Long-tail keywords from autocomplete feeds, within 200 ms.
//!
//! Each phrase is answered from the cache, or by the feeds under a hard deadline. A cached answer that is no
//! longer fresh is served at once and renewed in the background.

mod expansion;
mod ranking;

pub use expansion::{Expansion, PhraseKind};
pub use ranking::RankedSuggestion;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::keywords::{Completion, SuggestQuery, SuggestSource, normalise};
use futures_util::future::join_all;
use moka::sync::Cache;
use ports::{Capability, Clock, ServeError};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use crate::coalesce::Coalescer;
use crate::kept_answers::{AnswerKey, Kept, KeptAnswers, age};
use crate::research_error::ResearchError;

/// Feeds, one by one and all together.
#[derive(Clone)]
pub struct SuggestFeeds {
    /// All feeds; the first that answers wins.
    pub any: Arc<dyn Capability<SuggestQuery, Vec<Completion>>>,
    /// Each feed by its source.
    pub by_source: BTreeMap<SuggestSource, Arc<dyn Capability<SuggestQuery, Vec<Completion>>>>,
}

#[derive(Debug, Clone)]
pub struct SuggestionsInput {
    /// The phrase to be completed.
    pub query: SuggestQuery,
    /// The feed; any if left out.
    pub source: Option<SuggestSource>,
    /// How to expand the seed.
    pub expansion: Expansion,
    /// The maximum number of suggestions.
    pub limit: usize,
    /// How old a cached answer may be.
    pub max_age: Option<Duration>,
}

#[derive(Debug, Clone)]
pub struct Suggestions {
    /// The suggestions, best ones first.
    pub suggestions: Vec<RankedSuggestion>,
    /// The feed that completed the seed itself, or else the first that completed an expanded phrase.
    pub provider: String,
    /// When the oldest answer was made.
    pub fetched_at: Timestamp,
    /// Whether every answer came from the cache.
    pub cached: bool,
    /// The number of phrases to complete, the seed included.
    pub phrases: usize,
    /// The number of phrases that were completed in time.
    pub phrases_answered: usize,
}

/// The answer of a feed to one phrase.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct FeedAnswer {
    completions: Vec<Completion>,
    source: String,
}

/// A phrase with its answer.
struct Answered {
    kept: Kept<FeedAnswer>,
    from_before: bool,
}

#[derive(Clone)]
pub struct SuggestKeywords {
    feeds: SuggestFeeds,
    answers: KeptAnswers,
    clock: Arc<dyn Clock>,
    tasks: TaskTracker,
    under_way: Arc<Coalescer<Result<Kept<FeedAnswer>, ServeError>>>,
    /// Queries whose renewal was tried recently, whatever the result.
    renewed: Cache<AnswerKey, ()>,
    limit: Duration,
}

/// One phrase to complete by one feed, or by any.
#[derive(Debug, Clone)]
struct Phrase {
    query: SuggestQuery,
    source: Option<SuggestSource>,
}

impl SuggestKeywords {
    /// The time limit of a cache look-up.
    const PATIENCE: Duration = Duration::from_millis(25);
    /// The time limit of a renewal in the background.
    const RENEWAL_LIMIT: Duration = Duration::from_secs(3);
    /// A cached answer up to this age is not renewed.
    const FRESH: Duration = Duration::from_hours(1);
    /// A cached answer up to this age is still served, unless the customer requires a younger one.
    const USABLE: Duration = Duration::from_hours(24);
    /// How long a renewal is not retried.
    const RENEWAL_INTERVAL: Duration = Duration::from_mins(1);
    const MOST_RENEWALS: u64 = 100_000;

    /// Creates the use case. Cache and feeds have `limit` together.
    #[must_use]
    pub fn new(
        feeds: SuggestFeeds,
        answers: KeptAnswers,
        clock: Arc<dyn Clock>,
        tasks: TaskTracker,
        limit: Duration,
    ) -> Self {
        let renewed =
            Cache::builder().max_capacity(Self::MOST_RENEWALS).time_to_live(Self::RENEWAL_INTERVAL).build();
        Self { feeds, answers, clock, tasks, under_way: Arc::default(), renewed, limit }
    }

    /// Completes the seed and the phrases that it is expanded to.
    pub async fn suggest(&self, wanted: &SuggestionsInput) -> Result<Suggestions, ResearchError> {
        let until = Instant::now() + self.limit;
        let seed = normalise(&wanted.query.text);
        let mut phrases = vec![seed.clone()];
        phrases.extend(expansion::phrases(&seed, wanted.expansion, wanted.query.language));
        let max_age = wanted.max_age.unwrap_or(Self::USABLE);
        let asked = phrases.iter().map(|phrase| {
            let query = SuggestQuery { text: phrase.clone(), ..wanted.query.clone() };
            self.complete(Phrase { query, source: wanted.source }, max_age, until)
        });
        let mut failure = None;
        let mut answered = Vec::new();
        for (index, outcome) in join_all(asked).await.into_iter().enumerate() {
            match outcome {
                Ok(answer) => answered.push((index == 0, answer)),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        let Some((_, first)) = answered.first() else {
            return Err(failure.unwrap_or_else(no_such_feed).into());
        };
        let lists = || {
            answered.iter().map(|(is_seed, answer)| ranking::FeedList {
                completions: &answer.kept.answer.completions,
                source: &answer.kept.answer.source,
                is_seed: *is_seed,
            })
        };
        let suggestions = ranking::rank(lists(), &seed, wanted.query.language, wanted.limit);
        if let Some(error) = failure.filter(|_| suggestions.is_empty()) {
            // The feeds that answered found nothing, but not all answered, so the result is not known to be
            // empty.
            return Err(error.into());
        }
        Ok(Suggestions {
            suggestions,
            provider: first.kept.answer.source.clone(),
            fetched_at: answered
                .iter()
                .map(|(_, answer)| answer.kept.made_at)
                .min()
                .unwrap_or_else(|| self.clock.now()),
            cached: answered.iter().all(|(_, answer)| answer.from_before),
            phrases: phrases.len(),
            phrases_answered: answered.len(),
        })
    }

    async fn complete(
        &self,
        phrase: Phrase,
        max_age: Duration,
        until: Instant,
    ) -> Result<Answered, ServeError> {
        let key = phrase.key();
        if let Some(kept) = self.answers.find::<FeedAnswer>(&key, max_age, Self::PATIENCE).await {
            if age(kept.made_at, self.clock.now()) > Self::FRESH {
                self.renew(key, phrase);
            }
            return Ok(Answered { kept, from_before: true });
        }
        let left = until.saturating_duration_since(Instant::now());
        let (this, name) = (self.clone(), key.clone());
        let work = || async move { this.call(&name, &phrase, left).await };
        let kept = self.under_way.run(key.as_str(), work).await?;
        Ok(Answered { kept, from_before: false })
    }

    async fn call(
        &self,
        key: &AnswerKey,
        phrase: &Phrase,
        limit: Duration,
    ) -> Result<Kept<FeedAnswer>, ServeError> {
        let feed = match phrase.source {
            None => &self.feeds.any,
            Some(source) => self.feeds.by_source.get(&source).ok_or_else(no_such_feed)?,
        };
        let served = feed.serve(&phrase.query, limit).await?;
        let answer = FeedAnswer { completions: served.answer, source: served.engine.to_owned() };
        let made_at = self.answers.keep(key, &answer, Self::USABLE).await;
        Ok(Kept { answer, made_at })
    }

    fn renew(&self, key: AnswerKey, phrase: Phrase) {
        if self.renewed.contains_key(&key) {
            return;
        }
        self.renewed.insert(key.clone(), ());
        let this = self.clone();
        self.tasks.spawn(async move {
            if let Err(error) = this.call(&key, &phrase, Self::RENEWAL_LIMIT).await {
                tracing::debug!(%error, "kept suggestions could not be renewed");
            }
        });
    }
}

impl Phrase {
    fn key(&self) -> AnswerKey {
        let country = self.query.country.map(|country| country.lower()).unwrap_or_default();
        let source = self.source.map_or("any", SuggestSource::as_str);
        AnswerKey::of("suggest", &[source, &country, self.query.language.as_str(), &self.query.text])
    }
}

fn no_such_feed() -> ServeError {
    ServeError::NotConfigured { capability: "suggestions of this source", settings: &["suggest.engines"] }
}
