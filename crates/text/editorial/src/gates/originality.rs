//! What an article has in common with its sources and with other articles of the account.

use domain::articles::quality::Finding;
use prose::copying::Copying;

use super::{Measurement, finding};
use crate::gates::subject::Subject;

/// Why copying is not measured.
const NO_SOURCES: &str = "There are no sources.";
const OWN_SOURCES: &str = "Every source is your own text, which the article may repeat.";
const NO_ARTICLES: &str = "The account has no other article in this language.";

/// Measures what the article has in common with other people's pages, if it uses any.
fn of_others(subject: &Subject<'_>, measure: impl FnOnce(&Copying) -> Measurement) -> Measurement {
    let sources = &subject.context.research.sources;
    let is_own = !sources.is_empty() && sources.iter().all(|source| source.url.is_none());
    match subject.copying() {
        Some(copying) => measure(copying),
        None => Measurement::nothing(if is_own { OWN_SOURCES } else { NO_SOURCES }),
    }
}

pub(super) fn copy_one(subject: &Subject<'_>) -> Measurement {
    of_others(subject, |copying| {
        let most = copying.by_source.iter().copied().max_by(f64::total_cmp);
        Measurement::new(Some(most.unwrap_or(0.0)), copied_sentences(subject, copying))
    })
}

pub(super) fn copy_all(subject: &Subject<'_>) -> Measurement {
    of_others(subject, |copying| Measurement::new(Some(copying.all), copied_sentences(subject, copying)))
}

fn copied_sentences(subject: &Subject<'_>, copying: &Copying) -> Vec<Finding> {
    let mut sentences = copying.sentences.clone();
    sentences.sort_by_key(|copied| std::cmp::Reverse(copied.sequences));
    let told = sentences.iter().filter_map(|copied| {
        let (place, text) = subject.sentence(copied.sentence)?;
        let problem = format!("copies {}", source_name(subject, copied.source));
        Some(finding(Some(place), problem, Some(text)))
    });
    told.collect()
}

fn source_name(subject: &Subject<'_>, index: usize) -> String {
    let number = subject.context.research.sources.get(index).map(|source| source.number.0);
    number.map_or_else(|| "a source".to_owned(), |number| format!("source {number}"))
}

pub(super) fn longest_run(subject: &Subject<'_>) -> Measurement {
    of_others(subject, |copying| {
        let Some(run) = copying.longest else { return Measurement::new(Some(0.0), Vec::new()) };
        let told = subject.sentence(run.sentence).map(|(place, text)| {
            let problem = format!("has {} words in a row of {}", run.words, source_name(subject, run.source));
            finding(Some(place), problem, Some(text))
        });
        Measurement::new(Some(crate::as_f64(run.words)), told.into_iter().collect())
    })
}

pub(super) fn own_overlap(subject: &Subject<'_>) -> Measurement {
    if subject.context.own_articles.is_empty() {
        return Measurement::nothing(NO_ARTICLES);
    }
    let fingerprint = subject.fingerprint();
    let overlaps = subject.context.own_articles.iter().map(|other| fingerprint.overlap(other));
    let findings = vec![finding(None, "shares much text with another article of the account", None)];
    Measurement::new(overlaps.max_by(f64::total_cmp), findings)
}

pub(super) fn own_distance(subject: &Subject<'_>) -> Measurement {
    if subject.context.own_articles.is_empty() {
        return Measurement::nothing(NO_ARTICLES);
    }
    let fingerprint = subject.fingerprint();
    let distances = subject.context.own_articles.iter().map(|other| fingerprint.distance(other));
    let findings = vec![finding(None, "is nearly the same as another article of the account", None)];
    Measurement::new(distances.min().map(f64::from), findings)
}
