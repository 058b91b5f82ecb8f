//! Sentences made of sentences: two into one, one into two, a statement into a question with its answer.

use crate::grammar::Tongue;
use crate::sentence::{Sentence, write};
use crate::{MOST_WORDS, QuestionAndAnswer, english, facts, vietnamese};

/// A merged sentence longer than this is harder to read than two.
const MOST_MERGED_WORDS: usize = 30;

pub(crate) fn merge(first: &str, second: &str, tongue: Tongue) -> Option<String> {
    let one = Sentence::read(first, tongue, MOST_MERGED_WORDS)?;
    let other = Sentence::read(second, tongue, MOST_MERGED_WORDS)?;
    let short = one.tokens.len() + other.tokens.len() <= MOST_MERGED_WORDS;
    if !short || !one.is_plain() || !other.is_plain() {
        return None;
    }
    let tokens = match tongue {
        Tongue::English => english::combine::merge(&one, &other)?,
        Tongue::Vietnamese => vietnamese::combine::merge(&one, &other)?,
    };
    Some(write(&tokens, &one.end))
}

pub(crate) fn split(text: &str, tongue: Tongue) -> Option<(String, String)> {
    let sentence = Sentence::read(text, tongue, MOST_WORDS)?;
    let (first, second) = match tongue {
        Tongue::English => english::combine::split(&sentence)?,
        Tongue::Vietnamese => vietnamese::combine::split(&sentence)?,
    };
    let (first, second) = (write(&first, "."), write(&second, &sentence.end));
    facts::same(text, &format!("{first} {second}"), tongue.language()).then_some((first, second))
}

pub(crate) fn question(text: &str, tongue: Tongue) -> Option<QuestionAndAnswer> {
    let sentence = Sentence::read(text, tongue, MOST_WORDS)?;
    if !sentence.is_plain() {
        return None;
    }
    let question = match tongue {
        Tongue::English => english::questions::from(&sentence)?,
        Tongue::Vietnamese => vietnamese::combine::question(&sentence)?,
    };
    Some(QuestionAndAnswer { question: write(&question, "?"), answer: sentence.write() })
}
