//! A keyword planner without a provider: keywords that an operator imported.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use domain::keywords::{IdeaSeed, IdeasQuery, KeywordIdea, normalise};
use ports::keywords::Market;
use ports::{Engine, EngineFailure, FailureKind, ImportedKeywords, StoreError};

/// Answers from imported keywords.
pub struct ImportedPlanner {
    keywords: Arc<dyn ImportedKeywords>,
    others_follow: bool,
}

impl ImportedPlanner {
    pub(crate) const NAME: &str = "imported";
    const MOST: u32 = 1_000;

    /// Creates the engine. If others follow in its chain, queries that match no keyword are left to them.
    #[must_use]
    pub fn new(keywords: Arc<dyn ImportedKeywords>, others_follow: bool) -> Self {
        Self { keywords, others_follow }
    }

    fn failure(kind: FailureKind, reason: impl Into<String>) -> EngineFailure {
        EngineFailure { engine: Self::NAME, kind, reason: reason.into(), is_ours: true, retry_after: None }
    }
}

#[async_trait]
impl Engine<IdeasQuery, Vec<KeywordIdea>> for ImportedPlanner {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    async fn call(&self, question: &IdeasQuery) -> Result<Vec<KeywordIdea>, EngineFailure> {
        let broken = |error: StoreError| Self::failure(FailureKind::Broken, error.to_string());
        if self.keywords.count().await.map_err(broken)? == 0 {
            let reason = "has no keywords yet; run rankwright keywords import FILE";
            return Err(Self::failure(FailureKind::NotSetUp, reason));
        }
        let IdeaSeed::Keywords(seeds) = &question.seed else {
            return Err(Self::failure(FailureKind::Unsuitable, "needs keywords, not a URL"));
        };
        let seeds: Vec<String> = seeds.iter().map(|seed| normalise(seed)).collect();
        let words: BTreeSet<String> =
            seeds.iter().flat_map(|seed| seed.split(' ')).map(str::to_owned).collect();
        let market = Market { country: question.country, language: question.language };
        let words: Vec<String> = words.into_iter().collect();
        let mut ideas = self.keywords.sharing_words(market, &words, Self::MOST).await.map_err(broken)?;
        if ideas.is_empty() && self.others_follow {
            return Err(Self::failure(
                FailureKind::Unsuitable,
                "has no keyword that shares a word with the seeds",
            ));
        }
        ideas.sort_by_cached_key(|idea| closest(&seeds, &idea.keyword));
        Ok(ideas)
    }
}

/// Seeds themselves come first, then keywords that contain a whole seed, then the rest in the store's order.
fn closest(seeds: &[String], keyword: &str) -> u8 {
    let padded = format!(" {keyword} ");
    let distance = |seed: &String| match padded.contains(&format!(" {seed} ")) {
        true if seed == keyword => 0,
        true => 1,
        false => 2,
    };
    seeds.iter().map(distance).min().unwrap_or(2)
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn keywords_that_hold_a_seed_come_before_those_that_share_a_word() {
        let seeds = ["running shoes".to_owned(), "trail".to_owned()];
        let distances = ["running shoes", "best running shoes", "trail", "trail mix", "running", "trails"]
            .map(|keyword| closest(&seeds, keyword));
        assert_eq!(distances, [0, 1, 0, 1, 2, 2]);
    }
}
