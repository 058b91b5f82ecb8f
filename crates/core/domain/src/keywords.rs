//! Keywords: suggestions of autocomplete feeds and figures of keyword planners.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::locale::{Country, Language};

/// The form in which keywords are compared: composed, in lower case, with single spaces. Accents stay,
/// because they distinguish words in Vietnamese.
#[must_use]
pub fn normalise(keyword: &str) -> String {
    let composed: String = keyword.nfc().flat_map(char::to_lowercase).collect();
    composed.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SuggestSource {
    Google,
    Bing,
    /// `DuckDuckGo`.
    DuckDuckGo,
    /// `YouTube`.
    YouTube,
    Amazon,
}

impl SuggestSource {
    pub const ALL: [Self; 5] = [Self::Google, Self::Bing, Self::DuckDuckGo, Self::YouTube, Self::Amazon];

    /// The name that settings and customers use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Bing => "bing",
            Self::DuckDuckGo => "duckduckgo",
            Self::YouTube => "youtube",
            Self::Amazon => "amazon",
        }
    }
}

/// A query to autocomplete feeds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SuggestQuery {
    /// What the searcher has typed.
    pub text: String,
    /// Where the searcher is.
    pub country: Option<Country>,
    pub language: Language,
}

/// One completion, in the feed's order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completion {
    /// The phrase, without markup.
    pub keyword: String,
    /// The feed's own score, if it gives one.
    pub score: Option<u32>,
    /// Whether it is a URL rather than a phrase.
    pub navigational: bool,
}

/// The starting point of keyword ideas.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum IdeaSeed {
    /// One to twenty phrases.
    Keywords(Vec<String>),
    /// The URL of a page.
    Url(String),
}

/// A query to a keyword planner.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IdeasQuery {
    /// The starting point of the ideas.
    pub seed: IdeaSeed,
    /// Where searches are counted; everywhere if left out.
    pub country: Option<Country>,
    /// The language of the searchers.
    pub language: Language,
}

/// One keyword with its figures. A figure that a planner does not report is `None`, never zero.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct KeywordIdea {
    pub keyword: String,
    /// Average searches a month.
    pub average_searches: Option<u64>,
    /// The range that a planner shows in place of an average to accounts that spend little: from, to.
    pub search_range: Option<(u64, u64)>,
    /// Searches by month, oldest first.
    pub months: Vec<MonthlySearches>,
    /// Change of the last three months in per cent, if the planner reports it.
    pub three_month_change: Option<f64>,
    /// Change against a year ago in per cent, if the planner reports it.
    pub yearly_change: Option<f64>,
    /// The competition among advertisers.
    pub competition: Option<Competition>,
    /// The same from 0 to 100.
    pub competition_index: Option<u8>,
    /// What advertisers pay for the top of the page.
    pub bid: Option<TopOfPageBid>,
}

/// The searches of one month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MonthlySearches {
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The number of searches.
    pub searches: u64,
}

/// How contested the advertising for a keyword is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Competition {
    /// Index 0 to 33.
    Low,
    /// Index 34 to 66.
    Medium,
    /// Index 67 to 100.
    High,
}

impl Competition {
    /// The level of an index.
    #[must_use]
    pub const fn of_index(index: u8) -> Self {
        match index {
            0..=33 => Self::Low,
            34..=66 => Self::Medium,
            _ => Self::High,
        }
    }
}

/// What advertisers pay for the top of the page, in `currency`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TopOfPageBid {
    /// The 20th percentile.
    pub low: Option<f64>,
    /// The 80th percentile.
    pub high: Option<f64>,
    /// Three letters, if known.
    pub currency: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_compared_without_case_and_spacing_but_with_marks() {
        assert_eq!(normalise("  Cà \u{a0} PHÊ\tphin "), "cà phê phin");
        assert_eq!(normalise("ca\u{300}"), normalise("cà"));
        assert_ne!(normalise("ma"), normalise("má"));
    }

    #[test]
    fn levels_follow_the_index() {
        use Competition::{High, Low, Medium};
        let levels = [0, 33, 34, 66, 67, 100].map(Competition::of_index);
        assert_eq!(levels, [Low, Low, Medium, Medium, High, High]);
    }
}
