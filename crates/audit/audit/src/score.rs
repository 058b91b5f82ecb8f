//! Computes the scores.
//!
//! Each category begins with 100 and loses 50 for a critical issue, 20 for a high, 8 for a medium and 2 for a
//! low one. If the page was measured in a browser or by real users, the performance score follows these
//! figures instead ([`crate::vitals_score::performance`]). The overall score is the weighted mean of the
//! categories; a page with a critical issue has at most 49.

use std::collections::BTreeMap;

use crate::check::{Category, Severity};
use crate::report::Verdicts;

/// The maximum score of a page with a critical issue.
const WITH_CRITICAL: u32 = 49;

const fn penalty(severity: Severity) -> u32 {
    match severity {
        Severity::Critical => 50,
        Severity::High => 20,
        Severity::Medium => 8,
        Severity::Low => 2,
        Severity::Info => 0,
    }
}

const fn weight(category: Category) -> u32 {
    match category {
        Category::Indexability | Category::Performance => 4,
        Category::Html | Category::Content => 3,
        Category::Links
        | Category::Images
        | Category::Headings
        | Category::StructuredData
        | Category::Security
        | Category::Crawlability => 2,
        Category::Url | Category::International | Category::Social | Category::AiSearch => 1,
    }
}

/// The scores of the categories that were checked. `performance` is the score of the measured figures.
pub(crate) fn by_category(verdicts: &Verdicts, performance: Option<u8>) -> BTreeMap<Category, u8> {
    let mut lost: BTreeMap<Category, u32> = BTreeMap::new();
    for passed in &verdicts.passed {
        lost.entry(passed.category).or_default();
    }
    for issue in &verdicts.issues {
        *lost.entry(issue.category).or_default() += penalty(issue.severity);
    }
    let mut scores: BTreeMap<Category, u8> =
        lost.into_iter().map(|(category, lost)| (category, percent(100_u32.saturating_sub(lost)))).collect();
    if let Some(score) = performance {
        scores.insert(Category::Performance, score);
    }
    scores
}

/// The score of the whole page.
pub(crate) fn overall(verdicts: &Verdicts) -> u8 {
    let (sum, weights) = verdicts.scores.iter().fold((0, 0), |(sum, weights), (category, score)| {
        (sum + u32::from(*score) * weight(*category), weights + weight(*category))
    });
    let mean = sum.checked_div(weights).unwrap_or(0);
    let critical = verdicts.issues.iter().any(|issue| issue.severity == Severity::Critical);
    percent(if critical { mean.min(WITH_CRITICAL) } else { mean })
}

fn percent(value: u32) -> u8 {
    u8::try_from(value.min(100)).unwrap_or(100)
}
