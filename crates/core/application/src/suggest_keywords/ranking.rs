//! Merges the answers to many phrases into one list: without duplicates, best first.

use std::collections::HashMap;

use domain::keywords::{Completion, normalise};
use domain::locale::Language;

use super::expansion::{PhraseKind, kind_of};

/// One suggestion with its place in the list.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedSuggestion {
    pub keyword: String,
    /// How close it is to the top of the feeds' lists, 0 to 1.
    pub relevance: f64,
    /// What kind of phrase it is.
    pub kind: PhraseKind,
    /// The feed that suggested it.
    pub source: String,
}

/// The answer of one feed to one phrase.
pub(super) struct FeedList<'a> {
    pub(super) completions: &'a [Completion],
    pub(super) source: &'a str,
    pub(super) is_seed: bool,
}

/// The weight of completions of an expanded phrase, which are further from the seed than completions of the
/// seed itself.
const GROWN: f64 = 0.6;
/// A keyword that several phrases lead to ranks higher: each moves it this part of the way to the top.
const FOUND_AGAIN: f64 = 0.1;

pub(super) fn rank<'a>(
    lists: impl Iterator<Item = FeedList<'a>>,
    seed: &str,
    language: Language,
    limit: usize,
) -> Vec<RankedSuggestion> {
    let mut ranked: Vec<RankedSuggestion> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for list in lists {
        let weight = if list.is_seed { 1.0 } else { GROWN };
        for (completion, closeness) in list.completions.iter().zip(closeness(list.completions)) {
            let keyword = normalise(&completion.keyword);
            if keyword.is_empty() || keyword == seed {
                continue;
            }
            if let Some(place) = places.get(&keyword) {
                let known = &mut ranked[*place];
                let best = known.relevance.max(weight * closeness);
                known.relevance = best + (1.0 - best) * FOUND_AGAIN;
                continue;
            }
            places.insert(keyword.clone(), ranked.len());
            let kind =
                if completion.navigational { PhraseKind::Navigational } else { kind_of(&keyword, language) };
            let relevance = weight * closeness;
            ranked.push(RankedSuggestion { keyword, relevance, kind, source: list.source.to_owned() });
        }
    }
    ranked.sort_by(|left, right| right.relevance.total_cmp(&left.relevance));
    ranked.truncate(limit);
    for suggestion in &mut ranked {
        suggestion.relevance = (suggestion.relevance * 1000.0).round() / 1000.0;
    }
    ranked
}

/// How close to the top each completion is: by the feed's own scores if it scored each, else by order.
fn closeness(completions: &[Completion]) -> Vec<f64> {
    let scores: Option<Vec<u32>> = completions.iter().map(|completion| completion.score).collect();
    let best = scores.iter().flatten().max().copied().unwrap_or(0);
    let count = u32::try_from(completions.len()).unwrap_or(u32::MAX);
    match scores {
        Some(scores) if best > 0 => scores.iter().map(|score| f64::from(*score) / f64::from(best)).collect(),
        _ => (0..count).map(|index| 1.0 - f64::from(index) / f64::from(count + 1)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completions(keywords: &[(&str, Option<u32>)]) -> Vec<Completion> {
        keywords
            .iter()
            .map(|(keyword, score)| Completion {
                keyword: (*keyword).to_owned(),
                score: *score,
                navigational: keyword.starts_with("http"),
            })
            .collect()
    }

    #[test]
    fn doubles_are_merged_and_the_seed_is_left_out() {
        let seed = completions(&[("Tea", None), ("tea  pot", None), ("tea leaves", None)]);
        let grown = completions(&[("tea leaves", None), ("tea cosy", None)]);
        let lists = [
            FeedList { completions: &seed, source: "google", is_seed: true },
            FeedList { completions: &grown, source: "bing", is_seed: false },
        ];
        let ranked = rank(lists.into_iter(), "tea", Language::ENGLISH, 10);
        let shown: Vec<_> =
            ranked.iter().map(|one| (one.keyword.as_str(), one.relevance, one.source.as_str())).collect();
        assert_eq!(
            shown,
            [("tea pot", 0.75, "google"), ("tea leaves", 0.64, "google"), ("tea cosy", 0.4, "bing")]
        );
    }

    #[test]
    fn scores_of_the_feed_decide_where_each_has_one() {
        let scored =
            completions(&[("tea b", Some(300)), ("tea a", Some(600)), ("https://tea.example", Some(150))]);
        let lists = [FeedList { completions: &scored, source: "google", is_seed: true }];
        let ranked = rank(lists.into_iter(), "tea", Language::ENGLISH, 2);
        let shown: Vec<_> = ranked.iter().map(|one| (one.keyword.as_str(), one.relevance)).collect();
        assert_eq!(shown, [("tea a", 1.0), ("tea b", 0.5)]);
    }
}
