//! Common features of the ranking pages.

use serde::{Deserialize, Serialize};

use crate::numbers::quantile;
use crate::page::Page;
use crate::topics::Topics;

/// The share of pages that makes a heading common.
const COMMON: f64 = 0.3;
/// The most common headings that are reported.
const MAX_HEADINGS: usize = 20;
/// Pages with fewer words contain no article: product pages, lists, pages that could not be read.
const WORDS_OF_AN_ARTICLE: u32 = 50;

/// Common features of the ranking pages.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Competitors {
    /// The median of their lengths in words.
    pub median_word_count: Option<u32>,
    /// A recommended length: midway between the median and the upper quartile, because an article must match
    /// the longer half of the ranking pages, not the longest. In steps of 50, from 300 to 5000.
    pub recommended_word_count: Option<u32>,
    /// Headings on at least three in ten pages, most common first.
    pub common_headings: Vec<CommonHeading>,
}

/// A heading that several pages have, with different wordings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommonHeading {
    /// The wording closest to all others.
    pub text: String,
    /// The share of pages that have it, 0 to 1.
    pub coverage: f64,
    /// The positions of the results that have it.
    pub covered_by: Vec<u32>,
}

pub(crate) fn summary(pages: &[&Page], topics: &Topics<'_>) -> Competitors {
    let mut lengths: Vec<u32> =
        pages.iter().map(|page| page.word_count).filter(|count| *count >= WORDS_OF_AN_ARTICLE).collect();
    lengths.sort_unstable();
    let median = quantile(&lengths, 0.5);
    Competitors {
        median_word_count: median,
        recommended_word_count: median
            .zip(quantile(&lengths, 0.75))
            .map(|(median, upper)| recommended(median, upper)),
        common_headings: topics.with_headings_on(COMMON).take(MAX_HEADINGS).collect(),
    }
}

fn recommended(median: u32, upper: u32) -> u32 {
    let middle = median.midpoint(upper);
    middle.div_ceil(50).saturating_mul(50).clamp(300, 5000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recommendation_is_round_and_bounded() {
        assert_eq!(recommended(1000, 1410), 1250);
        assert_eq!(recommended(80, 100), 300);
        assert_eq!(recommended(9000, 12000), 5000);
    }
}
