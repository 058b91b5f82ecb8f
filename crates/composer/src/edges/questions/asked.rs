//! Questions that somebody asks: the customer's keywords, searchers, headings of sources and their running text.

use domain::articles::research::Evidence;

use crate::corpus::Corpus;
use crate::facts::{Unit, is_personal};
use crate::text::{count, has, padded};

/// How long a question is, in words.
const LENGTH: std::ops::RangeInclusive<usize> = 4..=14;

/// A question, and where its answer begins if that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) question: String,
    /// The unit that begins the answer.
    pub(super) starts: Option<usize>,
    /// Whether the running text of a source asks it, so that what follows is meant to answer.
    pub(super) spoken: bool,
    /// Whether the answer must leave next to nothing below its heading, which else would lack one.
    pub(super) whole: bool,
}

/// What the customer's keywords and searchers ask.
pub(super) fn by_searchers(keywords: &[String], corpus: &Corpus<'_>) -> Vec<Asked> {
    let asking = keywords.iter().filter(|keyword| keyword.trim_end().ends_with('?'));
    let questions = asking.chain(&corpus.research.questions).map(|question| question.trim().to_owned());
    questions.map(|question| Asked { question, starts: None, spoken: false, whole: false }).collect()
}

/// What sources ask in their headings and in their text.
pub(super) fn by_sources(units: &[Unit], corpus: &Corpus<'_>) -> Vec<Asked> {
    let mut asked: Vec<Asked> = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        let heading = unit.heading.as_deref().filter(|heading| heading.ends_with('?'));
        if let Some(question) = heading.filter(|question| is_whole(question, corpus))
            && asked.iter().all(|known| known.question != question)
        {
            asked.push(Asked {
                question: question.to_owned(),
                starts: Some(index),
                spoken: true,
                whole: true,
            });
        }
    }
    for evidence in &corpus.research.evidence {
        let question = evidence.text.trim();
        if question.ends_with('?')
            && is_whole(question, corpus)
            && let Some(starts) = following(evidence, units)
        {
            asked.push(Asked {
                question: question.to_owned(),
                starts: Some(starts),
                spoken: true,
                whole: false,
            });
        }
    }
    asked
}

/// The unit right after a sentence of running text.
fn following(question: &Evidence, units: &[Unit]) -> Option<usize> {
    let next = question.number + 1;
    units.iter().position(|unit| {
        unit.source == question.source
            && unit.is_prose()
            && unit.heading == question.heading
            && unit.facts().next().is_some_and(|fact| fact.evidence.first() == Some(&next))
    })
}

/// Whether a question can be understood without what stood around it.
pub(super) fn is_whole(question: &str, corpus: &Corpus<'_>) -> bool {
    const POINTING: [&str; 14] = [
        "it", "they", "them", "this", "these", "that", "those", "one", "ones", "its", "their", "here",
        "both", "there",
    ];
    const POINTING_IN_VIETNAMESE: [&str; 6] = ["này", "đó", "nó", "chúng", "kia", "ấy"];
    let line = padded(question);
    let points = if corpus.lexicon.is_english() {
        POINTING.iter().any(|word| has(&line, word))
    } else {
        POINTING_IN_VIETNAMESE.iter().any(|word| has(&line, word))
    };
    !points
        && !is_personal(question, corpus.lexicon)
        && LENGTH.contains(&count(question))
        && !question.contains([':', '(', '"', ';'])
}
