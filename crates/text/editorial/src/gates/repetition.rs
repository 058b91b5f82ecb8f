//! Repetition within an article.

use prose::repetition;

use super::{Measurement, finding};
use crate::gates::subject::Subject;
use crate::share;

pub(super) fn repeated_grams(subject: &Subject<'_>) -> Measurement {
    let repeated = repetition::repeated_grams(&subject.whole, 4);
    Measurement::new(Some(repeated), vec![finding(None, "repeats the same sequences of words", None)])
}

pub(super) fn near_duplicates(subject: &Subject<'_>) -> Measurement {
    let found = repetition::near_duplicates(&subject.whole);
    let findings = found.iter().filter_map(|pair| {
        let (place, text) = subject.sentence(pair.again)?;
        let (_, first) = subject.sentence(pair.first)?;
        let beginning: String = first.chars().take(80).collect();
        Some(finding(Some(place), format!("says again what was said before: {beginning}"), Some(text)))
    });
    Measurement::new(Some(share(found.len(), subject.whole.sentence_count())), findings.collect())
}

pub(super) fn equal_starts(subject: &Subject<'_>) -> Measurement {
    let place = |index: usize| subject.prose_sentence(index).map(|(place, _)| place);
    let mut found = repetition::equal_starts(&subject.prose, |first, last| place(first) == place(last));
    // An article such as "the" is no repeated beginning by itself.
    let word = |index: usize, number: usize| {
        let (_, text) = subject.prose_sentence(index)?;
        text.split_whitespace().nth(number).map(str::to_lowercase)
    };
    found.retain(|last| {
        let is_article = word(*last, 0).is_some_and(|first| ["the", "a", "an"].contains(&first.as_str()));
        !is_article || (word(*last, 1) == word(last - 1, 1) && word(last - 1, 1) == word(last - 2, 1))
    });
    let findings = found.iter().filter_map(|index| {
        let (place, text) = subject.prose_sentence(*index)?;
        Some(finding(Some(place), "begins like the two sentences before it", Some(text)))
    });
    Measurement::new(Some(share(found.len(), subject.prose.sentence_count()) * 100.0), findings.collect())
}
