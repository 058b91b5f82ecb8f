//! How an article reads, and whether it stays in its language.

use domain::articles::quality::Finding;
use domain::locale::Language;
use prose::{diversity, purity, readability};

use super::{Measurement, finding};
use crate::gates::subject::Subject;
use crate::share;

/// A sentence of so many words is worth splitting.
const LONG: u32 = 30;

pub(super) fn variation(subject: &Subject<'_>) -> Measurement {
    let findings = vec![finding(None, "sentences are all about equally long", None)];
    Measurement::new(readability::variation(&subject.prose), findings)
}

pub(super) fn diversity(subject: &Subject<'_>) -> Measurement {
    let english = subject.language() == Language::ENGLISH;
    let value = if english { diversity::mtld(&subject.prose) } else { None };
    Measurement::new(value, vec![finding(None, "uses the same words over and over", None)])
}

pub(super) fn reading_ease(subject: &Subject<'_>) -> Measurement {
    let value = readability::reading_ease(&subject.prose);
    let mut findings = long_sentences(subject);
    let told = value.map(|ease| finding(None, format!("has a reading ease of {ease:.0}"), None));
    findings.splice(0..0, told);
    Measurement::new(value, findings)
}

pub(super) fn sentence_syllables(subject: &Subject<'_>) -> Measurement {
    let vietnamese = subject.language() == Language::VIETNAMESE;
    let value = if vietnamese { readability::mean_length(&subject.prose) } else { None };
    Measurement::new(value, long_sentences(subject))
}

fn long_sentences(subject: &Subject<'_>) -> Vec<Finding> {
    let mut sentences: Vec<_> =
        subject.prose.sentences().enumerate().filter(|(_, sentence)| sentence.length() >= LONG).collect();
    sentences.sort_by_key(|(_, sentence)| std::cmp::Reverse(sentence.length()));
    let told = sentences.iter().filter_map(|(index, sentence)| {
        let (place, text) = subject.prose_sentence(*index)?;
        Some(finding(Some(place), format!("is a sentence of {} words", sentence.length()), Some(text)))
    });
    told.collect()
}

pub(super) fn purity(subject: &Subject<'_>) -> Measurement {
    let Some(foreign) = purity::foreign_sentences(&subject.whole) else { return Measurement::default() };
    let sentences = subject.whole.sentence_count();
    let findings = foreign.iter().filter_map(|index| {
        let (place, text) = subject.sentence(*index)?;
        Some(finding(Some(place), "is in another language", Some(text)))
    });
    let value = (sentences > 0).then(|| 1.0 - share(foreign.len(), sentences));
    Measurement::new(value, findings.collect())
}

pub(super) fn vietnamese_marks(subject: &Subject<'_>) -> Measurement {
    let findings = vec![finding(None, "many syllables lack their marks", None)];
    Measurement::new(purity::marked_syllables(&subject.whole), findings)
}
