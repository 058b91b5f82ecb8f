//! The API's replies. Integers of 64 bits are strings there, and unknown values are left out.

use domain::keywords::{KeywordIdea, MonthlySearches, TopOfPageBid};
use serde::Deserialize;

use crate::keywords::competition;
use crate::wire::{extras, list, maybe, whole};

/// A page of ideas.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Ideas {
    #[serde(deserialize_with = "list")]
    results: Option<Vec<Idea>>,
    next_page_token: Option<String>,
    #[serde(deserialize_with = "whole")]
    total_size: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Idea {
    text: String,
    #[serde(default, deserialize_with = "maybe")]
    keyword_idea_metrics: Option<Metrics>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Metrics {
    #[serde(deserialize_with = "whole")]
    avg_monthly_searches: Option<u64>,
    #[serde(deserialize_with = "maybe")]
    competition: Option<String>,
    #[serde(deserialize_with = "whole")]
    competition_index: Option<u64>,
    #[serde(deserialize_with = "whole")]
    low_top_of_page_bid_micros: Option<u64>,
    #[serde(deserialize_with = "whole")]
    high_top_of_page_bid_micros: Option<u64>,
    #[serde(deserialize_with = "extras")]
    monthly_search_volumes: Vec<Volume>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Volume {
    month: String,
    #[serde(deserialize_with = "whole")]
    year: Option<u64>,
    #[serde(deserialize_with = "whole")]
    monthly_searches: Option<u64>,
}

impl Ideas {
    pub(super) fn next_page_token(&self) -> Option<String> {
        self.next_page_token.clone().filter(|token| !token.is_empty())
    }

    /// How many ideas all pages hold together.
    pub(super) fn total_size(&self) -> Option<usize> {
        self.total_size.and_then(|total| usize::try_from(total).ok())
    }

    /// The ideas, with bids in `currency`.
    pub(super) fn into_ideas(self, currency: Option<&str>) -> impl Iterator<Item = KeywordIdea> {
        self.results.into_iter().flatten().map(move |idea| idea.into_idea(currency))
    }
}

impl Idea {
    fn into_idea(self, currency: Option<&str>) -> KeywordIdea {
        let metrics = self.keyword_idea_metrics.unwrap_or_default();
        let mut months: Vec<_> = metrics.monthly_search_volumes.iter().filter_map(Volume::searches).collect();
        months.sort_unstable();
        KeywordIdea {
            keyword: self.text,
            average_searches: metrics.avg_monthly_searches,
            months,
            competition: metrics.competition.as_deref().and_then(competition),
            competition_index: metrics.competition_index.and_then(|index| u8::try_from(index.min(100)).ok()),
            bid: metrics.bid(currency),
            ..KeywordIdea::default()
        }
    }
}

impl Metrics {
    fn bid(&self, currency: Option<&str>) -> Option<TopOfPageBid> {
        let (low, high) = (self.low_top_of_page_bid_micros, self.high_top_of_page_bid_micros);
        (low.is_some() || high.is_some()).then(|| TopOfPageBid {
            low: low.map(units),
            high: high.map(units),
            currency: currency.map(str::to_owned),
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "a bid is far below 2^53 millionths")]
fn units(micros: u64) -> f64 {
    micros as f64 / 1_000_000.0
}

impl Volume {
    fn searches(&self) -> Option<MonthlySearches> {
        const NAMES: [&str; 12] = [
            "JANUARY",
            "FEBRUARY",
            "MARCH",
            "APRIL",
            "MAY",
            "JUNE",
            "JULY",
            "AUGUST",
            "SEPTEMBER",
            "OCTOBER",
            "NOVEMBER",
            "DECEMBER",
        ];
        let place = NAMES.iter().position(|name| *name == self.month)?;
        Some(MonthlySearches {
            year: u16::try_from(self.year?).ok()?,
            month: u8::try_from(place + 1).ok()?,
            searches: self.monthly_searches?,
        })
    }
}
