//! Questions that an English statement answers.

use super::context::is;
use super::lexicon::{is_in, is_plural};
use super::shape::{first_finite, has_comma, has_third_person, may_leave_start, noun_phrase, opens_clause};
use crate::grammar::Class;
use crate::sentence::{Sentence, Token, made};

/// The question, if the statement has one of the builds that are sure.
pub(crate) fn from(sentence: &Sentence) -> Option<Vec<Token>> {
    let tokens = &sentence.tokens;
    best_of(tokens)
        .or_else(|| how_long(tokens))
        .or_else(|| how_much(tokens))
        .or_else(|| how_to(tokens))
        .or_else(|| cause(tokens))
        .or_else(|| reason(tokens))
        .or_else(|| means(tokens))
        .or_else(|| definition(tokens))
}

fn question(opening: &str, rest: &[Token]) -> Vec<Token> {
    let mut tokens = made(opening);
    tokens.extend_from_slice(rest);
    tokens
}

/// `The best time to plant garlic is autumn.` answers `When is the best time to plant garlic?`
fn best_of(tokens: &[Token]) -> Option<Vec<Token>> {
    let at = tokens.iter().position(|token| token.is("is")).filter(|at| (3..=12).contains(at))?;
    let subject = tokens.get(..at)?;
    let opens = subject.first()?.is("the")
        && subject.get(1)?.is_any(&["best", "easiest", "safest", "cheapest", "main", "most"]);
    if !opens || has_comma(subject) || has_third_person(subject) || opens_clause(subject) {
        return None;
    }
    let asks = if subject.get(2)?.is("time") { "when is" } else { "what is" };
    Some(question(asks, subject))
}

const TIMES: &[&str] = &[
    "minutes", "hours", "days", "weeks", "months", "years", "seconds", "minute", "hour", "day", "week",
    "month", "year",
];

/// `It takes 20 minutes to boil rice.` answers `How long does it take to boil rice?`
fn how_long(tokens: &[Token]) -> Option<Vec<Token>> {
    let verb = tokens.iter().position(|token| token.is_any(&["takes", "take"])).filter(|verb| *verb > 0)?;
    let unit = tokens
        .iter()
        .position(|token| token.is_any(TIMES))
        .filter(|unit| (verb + 2..=verb + 6).contains(unit))?;
    let (subject, rest) = (tokens.get(..verb)?, tokens.get(unit + 1..)?);
    if has_comma(tokens) || opens_clause(tokens) || has_third_person(rest) {
        return None;
    }
    let subject = without_adverb(subject);
    if let [it] = subject
        && it.is("it")
    {
        let infinitive = rest.first()?.is("to") && is(rest, 1, Class::Base);
        return infinitive.then(|| question("how long does it take", rest));
    }
    noun_phrase(subject)?;
    (rest.is_empty() && may_leave_start(subject)).then_some(())?;
    let mut asked =
        question(if tokens.get(verb)?.is("takes") { "how long does" } else { "how long do" }, subject);
    asked.push(Token::made("take"));
    Some(asked)
}

fn without_adverb(subject: &[Token]) -> &[Token] {
    match subject.split_last() {
        Some((last, rest)) if last.is_any(&["usually", "typically", "generally", "normally", "often"]) => {
            rest
        }
        _ => subject,
    }
}

/// `A ticket costs $20.` answers `How much does a ticket cost?`
fn how_much(tokens: &[Token]) -> Option<Vec<Token>> {
    let verb = first_finite(tokens)
        .filter(|verb| tokens.get(*verb).is_some_and(|token| token.is_any(&["costs", "cost"])))?;
    let subject = without_adverb(tokens.get(..verb)?);
    noun_phrase(subject)?;
    let priced = tokens.get(verb + 1..)?.iter().any(Token::is_number);
    (priced && !has_comma(tokens) && may_leave_start(subject)).then_some(())?;
    let mut asked =
        question(if tokens.get(verb)?.is("costs") { "how much does" } else { "how much do" }, subject);
    asked.push(Token::made("cost"));
    Some(asked)
}

/// `To clean the filter, use a brush.` answers `How do you clean the filter?`
fn how_to(tokens: &[Token]) -> Option<Vec<Token>> {
    let comma = tokens.iter().position(|token| token.text == ",")?;
    let action = tokens.get(1..comma)?;
    let opens = tokens.first()?.is("to") && is(tokens, 1, Class::Base) && (2..=9).contains(&action.len());
    (opens && !opens_clause(action) && !has_third_person(action)).then(|| question("how do you", action))
}

/// `Scurvy is caused by a lack of vitamin C.` answers `What causes scurvy?`
fn cause(tokens: &[Token]) -> Option<Vec<Token>> {
    let at = tokens.windows(3).position(|window| {
        window[0].is_any(&["is", "are"]) && window[1].is("caused") && window[2].is("by")
    })?;
    let subject = tokens.get(..at)?;
    noun_phrase(subject)?;
    may_leave_start(subject).then(|| question("what causes", subject))
}

/// `Bread is soft because it holds water.` answers `Why is bread soft?`
fn reason(tokens: &[Token]) -> Option<Vec<Token>> {
    let because = tokens.iter().position(|token| token.is("because"))?;
    let main = tokens.get(..because)?;
    let verb = first_finite(main)?;
    let (subject, rest) = (main.get(..verb)?, main.get(verb + 1..)?);
    let auxiliary = main.get(verb)?;
    noun_phrase(subject)?;
    let turns = is_in(&auxiliary.lower, "modal") || auxiliary.is_any(&["is", "are"]);
    let ends_well = rest.last().is_some_and(|last| {
        last.is_word() && !last.is_any(&["partly", "mainly", "just", "simply", "only", "not"])
    });
    if !turns || !ends_well || has_comma(main) || opens_clause(main) || !may_leave_start(subject) {
        return None;
    }
    let mut asked = vec![Token::made("why"), auxiliary.clone()];
    asked.extend_from_slice(subject);
    asked.extend_from_slice(rest);
    Some(asked)
}

/// `You can improve drainage by adding sand.` answers `How can you improve drainage?`
fn means(tokens: &[Token]) -> Option<Vec<Token>> {
    let by = tokens.iter().position(|token| token.is("by"))?;
    let opens = tokens.first()?.is("you") && tokens.get(1)?.is("can") && is(tokens, by + 1, Class::Ing);
    let action = tokens.get(2..by)?;
    (opens
        && (2..=9).contains(&action.len())
        && !opens_clause(action)
        && !has_comma(action)
        && !has_third_person(action))
    .then(|| question("how can you", action))
}

/// `Basil is a herb.` answers `What is basil?`
fn definition(tokens: &[Token]) -> Option<Vec<Token>> {
    let verb = first_finite(tokens)?;
    let (subject, rest) = (tokens.get(..verb)?, tokens.get(verb + 1..)?);
    noun_phrase(subject)?;
    let capitals = subject.iter().filter(|token| token.text.starts_with(char::is_uppercase)).count();
    let known = !has_third_person(subject)
        && capitals < 2
        && subject.len() <= 4
        && !subject.first()?.is_any(&[
            "the", "some", "many", "most", "all", "several", "a", "an", "your", "no", "every", "each",
        ]);
    let one = tokens.get(verb)?.is("is") && rest.first()?.is_any(&["a", "an"]);
    let many = tokens.get(verb)?.is("are") && is_plural(&subject.last()?.lower) && names_kind(rest);
    if !known
        || !(one || many)
        || rest
            .get(1)?
            .is_any(&["good", "great", "better", "must", "bit", "little", "lot", "big", "popular", "common"])
    {
        return None;
    }
    let mut asked = question(if one { "what is" } else { "what are" }, subject);
    // Names are hardly ever in the plural.
    for token in asked.iter_mut().filter(|token| many && token.case_unknown) {
        token.text.clone_from(&token.lower);
    }
    Some(asked)
}

/// Whether a phrase begins with a plural noun, perhaps after words that describe it.
fn names_kind(rest: &[Token]) -> bool {
    let head = rest.iter().position(|token| {
        is_in(&token.lower, "preposition") || is_in(&token.lower, "relative") || !token.is_word()
    });
    let end = head.unwrap_or(rest.len());
    let described = rest.get(..end).unwrap_or_default();
    (1..=4).contains(&described.len())
        && described.last().is_some_and(|last| is_plural(&last.lower))
        && noun_phrase(described).is_some()
}
