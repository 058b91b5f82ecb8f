//! What an article has in common with its sources and with other articles of the account.

use domain::articles::quality::Finding;

use super::{Measurement, finding};
use crate::gates::subject::Subject;

pub(super) fn copy_one(subject: &Subject<'_>) -> Measurement {
    let most = subject.copying().by_source.iter().copied().max_by(f64::total_cmp);
    Measurement::new(Some(most.unwrap_or(0.0)), copied_sentences(subject))
}

pub(super) fn copy_all(subject: &Subject<'_>) -> Measurement {
    Measurement::new(Some(subject.copying().all), copied_sentences(subject))
}

fn copied_sentences(subject: &Subject<'_>) -> Vec<Finding> {
    let mut sentences = subject.copying().sentences.clone();
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
    let Some(run) = subject.copying().longest else { return Measurement::new(Some(0.0), Vec::new()) };
    let told = subject.sentence(run.sentence).map(|(place, text)| {
        let problem = format!("has {} words in a row of {}", run.words, source_name(subject, run.source));
        finding(Some(place), problem, Some(text))
    });
    Measurement::new(Some(crate::as_f64(run.words)), told.into_iter().collect())
}

pub(super) fn own_overlap(subject: &Subject<'_>) -> Measurement {
    let fingerprint = subject.fingerprint();
    let overlaps = subject.context.own_articles.iter().map(|other| fingerprint.overlap(other));
    let findings = vec![finding(None, "shares much text with another article of the account", None)];
    Measurement::new(overlaps.max_by(f64::total_cmp), findings)
}

pub(super) fn own_distance(subject: &Subject<'_>) -> Measurement {
    let fingerprint = subject.fingerprint();
    let distances = subject.context.own_articles.iter().map(|other| fingerprint.distance(other));
    let findings = vec![finding(None, "is nearly the same as another article of the account", None)];
    Measurement::new(distances.min().map(f64::from), findings)
}
