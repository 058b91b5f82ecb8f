//! Keyword planners, one file per provider.

pub mod dataforseo;
pub mod google_ads;

use domain::keywords::Competition;

/// The most ideas that are fetched for one query.
pub(crate) const MOST_IDEAS: usize = 1_000;

/// The level by Google's name, which other providers pass on.
fn competition(name: &str) -> Option<Competition> {
    match name {
        "LOW" => Some(Competition::Low),
        "MEDIUM" => Some(Competition::Medium),
        "HIGH" => Some(Competition::High),
        _ => None,
    }
}
