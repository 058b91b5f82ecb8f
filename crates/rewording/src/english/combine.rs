//! Two English sentences into one, and one into two.

use super::lexicon::is_in;
use super::shape::{Number, first_finite, has_comma, is_order, noun_phrase, opens_clause};
use super::verbs::{self, Form};
use crate::sentence::{Sentence, Token, made};

/// `Basil is a herb. It needs sun.` becomes `Basil is a herb and needs sun.`
pub(crate) fn merge(first: &Sentence, second: &Sentence) -> Option<Vec<Token>> {
    let subject_end = first_finite(&first.tokens)?;
    let subject = first.tokens.get(..subject_end)?;
    let number = noun_phrase(subject)?;
    let second_end = first_finite(&second.tokens)?;
    let second_subject = second.tokens.get(..second_end)?;
    let [pronoun] = second_subject else {
        return (second_subject == subject).then(|| joined(first, second, second_end))?;
    };
    let describes = first.tokens.get(subject_end)?.is_any(&["is", "are", "has", "have"]);
    let fits = match number {
        Number::One => pronoun.is("it"),
        Number::Many => pronoun.is("they"),
    };
    (fits && describes || second_subject == subject).then(|| joined(first, second, second_end))?
}

fn joined(first: &Sentence, second: &Sentence, verb: usize) -> Option<Vec<Token>> {
    let predicate = second.tokens.get(verb..)?;
    let simple = !has_comma(&first.tokens)
        && !first.tokens.iter().any(|token| token.is("and"))
        && !opens_clause(&first.tokens);
    (simple && !has_comma(predicate)).then_some(())?;
    let mut tokens = first.tokens.clone();
    tokens.push(Token::made("and"));
    tokens.extend_from_slice(predicate);
    Some(tokens)
}

/// Splits at a semicolon, at a comma before `and`, `but` or `so`, or takes out a clause with `which`.
pub(crate) fn split(sentence: &Sentence) -> Option<(Vec<Token>, Vec<Token>)> {
    if sentence.end == "?" {
        return None;
    }
    at_mark(&sentence.tokens).or_else(|| out_of_subject(&sentence.tokens))
}

fn at_mark(tokens: &[Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    let mut marks = tokens.iter().enumerate().filter(|(_, token)| token.text == "," || token.text == ";");
    let (at, mark) = marks.next()?;
    let semicolon = mark.text == ";";
    if marks.next().is_some()
        || tokens.iter().any(|token| token.is_any(&["(", "—", ":", "–"]) || token.locked)
    {
        return None;
    }
    let (first, rest) = (tokens.get(..at)?, tokens.get(at + 1..)?);
    let (opener, second) =
        if semicolon { (Vec::new(), rest) } else { (opener(rest.first()?)?, rest.get(1..)?) };
    let whole = stands_alone(first)
        && stands_alone(second)
        && !first.first()?.is_any(&["if", "when", "because", "although", "while", "since", "as", "unless"]);
    if !whole || first.iter().any(|token| token.is("either")) {
        return None;
    }
    let mut made = opener;
    made.extend_from_slice(second);
    Some((first.to_vec(), made))
}

/// What a sentence begins with that followed a conjunction.
fn opener(conjunction: &Token) -> Option<Vec<Token>> {
    let words = match conjunction.lower.as_str() {
        "and" => return Some(Vec::new()),
        "but" => "however",
        "so" => "as a result",
        _ => return None,
    };
    let mut tokens = made(words);
    tokens.push(Token::new(","));
    Some(tokens)
}

/// A subject with its verb, or an order.
fn stands_alone(tokens: &[Token]) -> bool {
    let Some(verb) = first_finite(tokens) else { return is_order(tokens) && tokens.len() >= 3 };
    let Some(subject) = tokens.get(..verb) else { return false };
    let pronoun = subject.len() == 1
        && subject
            .first()
            .is_some_and(|word| is_in(&word.lower, "subject") || word.is_any(&["this", "these", "there"]));
    tokens.len() >= 3 && (pronoun || noun_phrase(subject).is_some() || (is_order(tokens) && verb > 1))
}

/// `Pho, which is a noodle soup, comes from Hanoi.` becomes `Pho comes from Hanoi. It is a noodle soup.`
fn out_of_subject(tokens: &[Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    let commas: Vec<usize> =
        tokens.iter().enumerate().filter(|(_, token)| token.text == ",").map(|(index, _)| index).collect();
    let [open, close] = commas.as_slice() else { return None };
    let (subject, inner, rest) =
        (tokens.get(..*open)?, tokens.get(open + 1..*close)?, tokens.get(close + 1..)?);
    noun_phrase(subject)?;
    let verb = inner.get(1)?;
    let singular = inner.first()?.is("which") && verb.is_any(&["is", "has", "was"]);
    let plural = inner.first()?.is("which") && verb.is_any(&["are", "have", "were"]);
    if !(singular || plural) || !begins_with_verb(rest) || opens_clause(inner.get(1..)?) {
        return None;
    }
    let mut first = subject.to_vec();
    first.extend_from_slice(rest);
    let mut second = vec![Token::made(if singular { "it" } else { "they" })];
    second.extend_from_slice(inner.get(1..)?);
    Some((first, second))
}

/// After a clause that was set off by commas, only the verb of the subject can stand.
fn begins_with_verb(rest: &[Token]) -> bool {
    rest.first().is_some_and(|first| {
        is_in(&first.lower, "modal")
            || first.is_any(&["is", "are", "was", "were", "has", "have", "had"])
            || verbs::readings(&first.lower)
                .iter()
                .any(|(_, form)| matches!(form, Form::Third | Form::Base | Form::Past))
    })
}
