//! Predicates of one subject change places: `it is old and costs little` says the same as `it costs little and is old`.

use super::context::{is, is_finite};
use super::lexicon::{is_adverb, is_in};
use super::shape::{coordinates_verbs, first_finite, has_comma, has_third_person, noun_phrase, opens_clause};
use super::verbs::{self, Form};
use crate::grammar::Class;
use crate::sentence::{Sentence, Token};

/// These make a predicate lean on the one before it.
const LEANING: &[&str] = &[
    "also",
    "then",
    "therefore",
    "thus",
    "still",
    "later",
    "even",
    "so",
    "thereby",
    "again",
    "finally",
    "hence",
    "consequently",
    "instead",
    "only",
    "same",
    "other",
    "another",
    "rest",
];

/// `Lisbon is old and has seven hills.` becomes `Lisbon has seven hills and is old.`
pub(super) fn exchanged(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let verb = first_finite(tokens).filter(|verb| *verb > 0)?;
    let link = tokens
        .iter()
        .enumerate()
        .skip(verb + 2)
        .find(|(at, token)| token.is("and") && begins_predicate(tokens, at + 1))
        .map(|(at, _)| at)?;
    let (subject, first, second) = (tokens.get(..verb)?, tokens.get(verb..link)?, tokens.get(link + 1..)?);
    let whole = sentence.is_plain()
        && !has_comma(tokens)
        && subject_agrees(subject)
        && is_steady(first)
        && is_steady(second);
    if !whole || coordinates_verbs(first) || coordinates_verbs(second) {
        return None;
    }
    Some(rebuilt(sentence, &[subject, second, tokens.get(link..=link)?, first]))
}

/// `Mulch saves water, stops weeds and feeds the soil.` becomes `Mulch saves water, feeds the soil and stops weeds.`
pub(super) fn listed(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let verb = first_finite(tokens).filter(|verb| *verb > 0)?;
    let mut commas = tokens.iter().enumerate().filter(|(_, token)| token.text == ",").map(|(at, _)| at);
    let comma = commas.next().filter(|comma| *comma > verb + 1)?;
    let link =
        tokens.iter().enumerate().skip(comma + 2).find(|(_, token)| token.is("and")).map(|(at, _)| at)?;
    let oxford = commas.next();
    if oxford.is_some_and(|oxford| oxford + 1 != link) || commas.next().is_some() {
        return None;
    }
    let second_end = oxford.unwrap_or(link);
    let (head, second, third) =
        (tokens.get(..=comma)?, tokens.get(comma + 1..second_end)?, tokens.get(link + 1..)?);
    let subject = tokens.get(..verb)?;
    let plain = sentence.is_plain()
        && subject_agrees(subject)
        && begins_lexical(tokens, verb)
        && begins_lexical(tokens, comma + 1)
        && begins_lexical(tokens, link + 1);
    if !plain
        || !is_steady(tokens.get(verb..comma)?)
        || !is_steady(second)
        || !is_steady(third)
        || coordinates_verbs(third)
        || coordinates_verbs(second)
    {
        return None;
    }
    Some(rebuilt(sentence, &[head, third, tokens.get(second_end..=link)?, second]))
}

fn rebuilt(sentence: &Sentence, parts: &[&[Token]]) -> Sentence {
    Sentence { tokens: parts.concat(), end: sentence.end.clone() }
}

fn subject_agrees(subject: &[Token]) -> bool {
    noun_phrase(subject).is_some() || matches!(subject, [only] if is_in(&only.lower, "subject"))
}

/// A finite verb, perhaps after an adverb of frequency.
fn begins_predicate(tokens: &[Token], at: usize) -> bool {
    let skipped = tokens
        .get(at)
        .is_some_and(|token| token.is_any(&["usually", "often", "typically", "generally", "sometimes"]));
    let verb = if skipped { at + 1 } else { at };
    tokens
        .get(verb)
        .is_some_and(|token| token.is_any(&["is", "are", "has", "have", "can"]) || is_third(token))
        && !is_adverb(&tokens[verb].lower)
}

fn begins_lexical(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_some_and(is_third)
        || (is(tokens, at, Class::Finite)
            && tokens.get(at).is_some_and(|token| token.is_any(&["is", "has", "can"])))
}

/// A verb in the third person that is hardly a noun.
fn is_third(token: &Token) -> bool {
    verbs::readings(&token.lower).iter().any(|(_, form)| *form == Form::Third) && token.is_common()
}

/// In the present, without pronouns that point elsewhere, clauses of its own or words that lean on another predicate.
fn is_steady(predicate: &[Token]) -> bool {
    let past = |token: &Token| {
        token.is_any(&["was", "were", "had", "did", "became", "began", "will", "would", "must", "should"])
    };
    let shifts = predicate.iter().any(|token| token.is_any(LEANING) || past(token));
    predicate.len() >= 2
        && !shifts
        && !opens_clause(predicate)
        && !points_back(predicate)
        && is_present(predicate)
}

/// `its own` points to the subject and may move with its predicate; `it` and `them` may not.
fn points_back(predicate: &[Token]) -> bool {
    predicate
        .iter()
        .any(|token| !token.is_any(&["its", "their"]) && has_third_person(std::slice::from_ref(token)))
}

fn is_present(predicate: &[Token]) -> bool {
    predicate.first().is_some_and(|first| {
        first.is_any(&[
            "is",
            "are",
            "has",
            "have",
            "can",
            "usually",
            "often",
            "typically",
            "generally",
            "sometimes",
        ]) || is_third(first)
    }) || is_finite(predicate, 0)
}
