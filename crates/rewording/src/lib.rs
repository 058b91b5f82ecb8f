//! Says a sentence in other words without changing what it says.
//!
//! Everything here is rules over hand-written tables: the same sentence always gets the same wordings, and a sentence that no
//! rule is sure about gets none. English and Vietnamese are known; other languages get nothing.

mod combine;
mod edits;
mod english;
mod facts;
mod grammar;
mod phrases;
mod runs;
mod search;
mod sentence;
mod vietnamese;

use domain::locale::Language;

use grammar::Tongue;
use sentence::Sentence;

/// The longest sentence, in words, that is reworded. Longer ones are lists or accidents of extraction.
const MOST_WORDS: usize = 70;

/// A sentence in other words.
#[derive(Debug, Clone, PartialEq)]
pub struct Wording {
    /// The whole sentence.
    pub text: String,
    /// What was done to it, in order.
    pub steps: Vec<&'static str>,
    /// How sure the rules are that nothing broke, up to 1.
    pub safety: f32,
}

/// A question with its answer, made of one statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionAndAnswer {
    /// Ends in a question mark.
    pub question: String,
    /// The statement.
    pub answer: String,
}

/// At most `most` distinct wordings of one sentence, safest first. All keep its facts and share shorter runs of words with it.
#[must_use]
pub fn rewordings(sentence: &str, language: Language, most: usize) -> Vec<Wording> {
    let Some(tongue) = Tongue::of(language) else { return Vec::new() };
    let Some(parsed) = Sentence::read(sentence, tongue, MOST_WORDS) else { return Vec::new() };
    search::wordings(&parsed, tongue, most)
}

/// Whether a wording says the same numbers, units, names, negations, modal strengths, comparisons, frequencies and quoted words.
/// It compares what can be compared word by word; it can't tell who did what to whom.
#[must_use]
pub fn same_facts(original: &str, wording: &str, language: Language) -> bool {
    facts::same(original, wording, language)
}

/// The longest run of words that both texts have, regardless of case and punctuation. Reads at most 2,000 words of each.
#[must_use]
pub fn overlap(original: &str, wording: &str) -> usize {
    runs::longest(&runs::words(original), &runs::words(wording)).map_or(0, |run| run.length)
}

/// Two sentences about the same subject as one.
#[must_use]
pub fn merge(first: &str, second: &str, language: Language) -> Option<String> {
    let tongue = Tongue::of(language)?;
    combine::merge(first, second, tongue)
}

/// One sentence as two, each of which stands for itself.
#[must_use]
pub fn split(sentence: &str, language: Language) -> Option<(String, String)> {
    let tongue = Tongue::of(language)?;
    combine::split(sentence, tongue)
}

/// The question that a statement answers: `X is a Y` answers `What is X?`.
#[must_use]
pub fn question_from(statement: &str, language: Language) -> Option<QuestionAndAnswer> {
    let tongue = Tongue::of(language)?;
    combine::question(statement, tongue)
}
