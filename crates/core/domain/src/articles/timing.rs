//! Estimates how long articles take: from finished articles, or by a formula until there are any.

use std::ops::RangeInclusive;
use std::time::Duration;

/// What makes an article. The time depends on this more than on the length.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Maker {
    /// A text engine writes it.
    Engine {
        /// The name of the first configured engine.
        engine: String,
        /// Its model, where the settings name one.
        model: Option<String>,
    },
    /// The customer's own texts are put in order, without a model.
    Notes,
    /// A content brief is made instead.
    Brief,
}

impl Maker {
    /// The name under which finished articles are compared.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Engine { engine, model: Some(model) } => format!("engine {engine} {model}"),
            Self::Engine { engine, model: None } => format!("engine {engine}"),
            Self::Notes => "notes".to_owned(),
            Self::Brief => "brief".to_owned(),
        }
    }

    /// The range of lengths that take about as long as `words`: a quarter less to a quarter more. A brief
    /// takes the same time for any article.
    #[must_use]
    pub fn similar_lengths(&self, words: u32) -> RangeInclusive<u32> {
        match self {
            Self::Brief => 0..=u32::MAX,
            Self::Engine { .. } | Self::Notes => words - words / 4..=words.saturating_add(words / 4),
        }
    }

    /// The expected time for an article of `words` words until a similar one has finished: with an engine 30
    /// seconds, and 30 more for every 1,000 words; 5 seconds from notes; 20 for a brief.
    #[must_use]
    pub fn usual_time(&self, words: u32) -> Duration {
        let seconds = match self {
            Self::Engine { .. } => 30 + words.saturating_mul(30) / 1_000,
            Self::Notes => 5,
            Self::Brief => 20,
        };
        Duration::from_secs(seconds.into())
    }

    /// The expected time for an article of `words` words: the median of the finished ones, if there are any.
    #[must_use]
    pub fn expected_time(&self, words: u32, mut finished: Vec<Duration>) -> Duration {
        finished.sort_unstable();
        finished.get(finished.len() / 2).copied().unwrap_or_else(|| self.usual_time(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(model: Option<&str>) -> Maker {
        Maker::Engine { engine: "ollama".to_owned(), model: model.map(str::to_owned) }
    }

    #[test]
    fn finished_articles_tell_more_than_the_formula() {
        let seconds = |finished: &[u64]| {
            let finished = finished.iter().copied().map(Duration::from_secs).collect();
            engine(None).expected_time(2_000, finished).as_secs()
        };
        assert_eq!(seconds(&[]), 90);
        assert_eq!((seconds(&[7]), seconds(&[7, 400, 9]), seconds(&[400, 9])), (7, 9, 400));
    }

    #[test]
    fn every_maker_is_compared_with_its_own_kind() {
        let makers = [engine(None), engine(Some("qwen3")), Maker::Notes, Maker::Brief];
        let keys: std::collections::HashSet<String> = makers.iter().map(Maker::key).collect();
        assert_eq!(keys.len(), makers.len());
        assert_eq!(engine(None).similar_lengths(2_000), 1_500..=2_500);
        assert!(Maker::Brief.similar_lengths(1_500).contains(&5_000));
        assert!(Maker::Notes.usual_time(5_000) < engine(None).usual_time(1_500));
    }
}
