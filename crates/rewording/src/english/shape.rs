//! Questions about parts of an English sentence that moves ask before they move anything. Doubt means no.

use super::context::{is, is_finite};
use super::lexicon::{is_adjective, is_adverb, is_in, is_plural};
use super::verbs::{self, Form};
use crate::grammar::Class;
use crate::sentence::Token;

/// One or many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    One,
    Many,
}

/// Words that open a clause of their own, or refer to one.
const OPENERS: &[&str] = &[
    "because", "if", "when", "while", "although", "though", "unless", "since", "whereas", "whenever",
    "wherever", "once", "until", "till", "before", "after", "that", "which", "who", "whom", "whose",
    "whether", "where", "what", "how", "why", "so", "but", "yet", "as",
];

const THIRD_PERSON: &[&str] = &[
    "it",
    "its",
    "they",
    "them",
    "their",
    "theirs",
    "he",
    "him",
    "his",
    "she",
    "her",
    "hers",
    "this",
    "these",
    "those",
    "itself",
    "themselves",
    "one",
    "ones",
    "such",
    "former",
    "latter",
    "there",
    "each",
    "both",
    "another",
    "others",
];

pub(super) fn opens_clause(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.is_any(OPENERS))
}

pub(super) fn has_comma(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.text == ",")
}

pub(super) fn has_third_person(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.is_any(THIRD_PERSON))
}

pub(super) fn has_negation(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        token.is_any(&["not", "no", "never", "cannot", "without", "nor", "neither", "none"])
            || token.lower.ends_with("n't")
    })
}

pub(super) fn has_finite(tokens: &[Token]) -> bool {
    (0..tokens.len()).any(|at| is_finite(tokens, at))
}

pub(super) fn first_finite(tokens: &[Token]) -> Option<usize> {
    (0..tokens.len()).find(|at| is_finite(tokens, *at))
}

/// Whether a clause begins with an `it` that stands for what follows: `it is time to go`.
pub(super) fn has_empty_subject(tokens: &[Token]) -> bool {
    let opens = tokens.first().is_some_and(|first| first.is("it"));
    let carries = tokens
        .get(1)
        .is_some_and(|second| second.is_any(&["is", "helps", "takes", "can", "may", "pays", "makes"]));
    let infinitive = tokens.iter().position(|token| token.is("to")).is_some_and(|to| (2..=5).contains(&to));
    let judged = tokens.get(2).is_some_and(|third| {
        third.is_any(&["time", "best", "a", "take", "to", "sense", "about", "help"])
            || is_adjective(&third.lower)
    });
    opens && carries && infinitive && judged && !has_third_person(tokens.get(1..).unwrap_or_default())
}

/// `and` or `or` followed by something that may be a verb: what stands around may belong to one half only.
pub(super) fn coordinates_verbs(tokens: &[Token]) -> bool {
    tokens.windows(2).any(|pair| {
        let [link, next] = pair else { return false };
        link.is_any(&["and", "or", "then"])
            && (is_in(&next.lower, "subject")
                || is_in(&next.lower, "modal")
                || is_in(&next.lower, "be")
                || is_adverb(&next.lower)
                || verbs::readings(&next.lower)
                    .iter()
                    .any(|(lemma, form)| !(verbs::is_also_noun(lemma) && *form == Form::Third)))
    })
}

/// Whether a sentence begins with an order.
pub(super) fn is_order(tokens: &[Token]) -> bool {
    tokens
        .first()
        .is_some_and(|first| first.is_any(&["do", "don't", "never", "always"]) || is(tokens, 0, Class::Base))
}

/// Whether a whole main clause stands here: an order, or a subject with its verb.
pub(super) fn is_clause(tokens: &[Token]) -> bool {
    is_order(tokens) || first_finite(tokens).is_some_and(|verb| verb > 0)
}

/// Whether its first word may lose the capital.
pub(super) fn may_leave_start(tokens: &[Token]) -> bool {
    tokens.first().is_some_and(|first| !first.case_unknown)
}

/// Whether tokens are a plain noun phrase: no verb, no clause, no mark; and whether it means one thing or many.
pub(super) fn noun_phrase(tokens: &[Token]) -> Option<Number> {
    if tokens.is_empty() || tokens.len() > 9 {
        return None;
    }
    for (index, token) in tokens.iter().enumerate() {
        let word = token.lower.as_str();
        let barred = !token.is_word()
            || token.is_any(OPENERS)
            || is_in(word, "modal")
            || is_in(word, "be")
            || is_in(word, "have")
            || is_in(word, "do")
            || is_in(word, "pronoun")
            || matches!(word, "not" | "to" | "no" | "than" | "there" | "by")
            || is_finite(tokens, index)
            || (is_adverb(word) && index == 0);
        if barred {
            return None;
        }
    }
    number_of(tokens)
}

fn number_of(tokens: &[Token]) -> Option<Number> {
    let first = tokens.first()?;
    let head_end = tokens.iter().position(|token| is_in(&token.lower, "preposition")).unwrap_or(tokens.len());
    let head_phrase = tokens.get(..head_end)?;
    let head = head_phrase.last()?;
    if head_phrase.len() > 1 && is_in(&head.lower, "determiner") {
        return None;
    }
    if is_adjective(&head.lower) && !super::lexicon::is_listed_noun(&head.lower) {
        return None;
    }
    if head_phrase.iter().any(|token| token.is("and")) {
        return Some(Number::Many);
    }
    // `a number of people`, `most of the milk`, `half of it`: what follows `of` decides.
    let counts = head.is_any(&[
        "number", "range", "variety", "majority", "most", "half", "some", "all", "many", "percent", "lot",
        "types", "couple", "%",
    ]) || head.is_number()
        || head.lower.ends_with('%');
    if counts {
        return None;
    }
    if first.is_any(&["a", "an", "each", "every", "this", "that", "one"]) {
        return (!is_plural(&head.lower)).then_some(Number::One);
    }
    if first.is_any(&["these", "those", "many", "several", "few", "both"]) {
        return Some(Number::Many);
    }
    if first
        .is_any(&["all", "some", "any", "more", "most", "enough", "other", "such", "either", "neither", "no"])
        && !is_plural(&head.lower)
    {
        return None;
    }
    Some(if is_plural(&head.lower) { Number::Many } else { Number::One })
}

/// A verb in the present as a subject needs it.
pub(super) fn present(lemma: &str, number: Number) -> Option<String> {
    match (lemma, number) {
        ("be", Number::One) => Some("is".to_owned()),
        ("be", Number::Many) => Some("are".to_owned()),
        (_, Number::One) => verbs::inflected(lemma, Form::Third),
        (_, Number::Many) => Some(lemma.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::Tongue;
    use crate::sentence::Sentence;

    fn number(phrase: &str) -> Option<Number> {
        let sentence = Sentence::read(&format!("{phrase} x y z"), Tongue::English, 70)?;
        noun_phrase(&sentence.tokens[..sentence.tokens.len() - 3])
    }

    #[test]
    fn noun_phrases_tell_their_number() {
        assert_eq!(number("A lack of vitamin C"), Some(Number::One));
        assert_eq!(number("Tomatoes"), Some(Number::Many));
        assert_eq!(number("The leaves of the plant"), Some(Number::Many));
        assert_eq!(number("Salt and pepper"), Some(Number::Many));
        assert_eq!(number("Root rot"), Some(Number::One));
        assert_eq!(number("Most of the milk"), None);
        assert_eq!(number("What you eat"), None);
        assert_eq!(number("Plants that grow"), None);
    }
}
