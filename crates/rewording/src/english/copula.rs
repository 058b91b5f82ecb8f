//! Turns sentences around `be`, `take` and `there are`.

use super::context::is;
use super::shape::{
    Number, coordinates_verbs, has_comma, has_third_person, may_leave_start, noun_phrase, opens_clause,
    present,
};
use super::verbs::{self, Form};
use crate::grammar::Class;
use crate::sentence::{Sentence, Token, made};

/// After `the`, these make a phrase that only one thing fits, so both sides of `is` may change places.
const UNIQUE: &[&str] = &[
    "best",
    "main",
    "biggest",
    "largest",
    "easiest",
    "simplest",
    "safest",
    "cheapest",
    "fastest",
    "quickest",
    "ideal",
    "primary",
    "only",
    "first",
    "last",
    "oldest",
    "highest",
    "lowest",
    "smallest",
    "chief",
    "key",
    "capital",
    "leading",
    "worst",
    "greatest",
    "longest",
    "shortest",
    "heaviest",
    "strongest",
];

fn is_unique(phrase: &[Token]) -> bool {
    let Some(first) = phrase.first() else { return false };
    let Some(second) = phrase.get(1) else { return false };
    first.is("the")
        && (second.is_any(UNIQUE) || (second.is("most") && phrase.len() > 3))
        && !phrase.iter().any(|token| token.is("one"))
}

/// `The best time to plant garlic is autumn.` becomes `Autumn is the best time to plant garlic.`, and back.
pub(super) fn turned(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let mut verbs_of_being = tokens.iter().enumerate().filter(|(_, token)| token.is_any(&["is", "are"]));
    let (at, _) = verbs_of_being.next()?;
    let whole = sentence.is_plain()
        && verbs_of_being.next().is_none()
        && !has_comma(tokens)
        && may_leave_start(tokens);
    if !whole
        || tokens.get(at + 1)?.is_any(&[
            "not",
            "also",
            "often",
            "usually",
            "still",
            "now",
            "always",
            "sometimes",
            "probably",
            "likely",
        ])
    {
        return None;
    }
    let (left, right) = (tokens.get(..at)?, tokens.get(at + 1..)?);
    if has_third_person(left) || has_third_person(right) || opens_clause(left) || opens_clause(right) {
        return None;
    }
    let (first, number, last) = match (is_unique(left), is_unique(right)) {
        (true, false) => match gerund_of(right) {
            Some(gerund) => (gerund, Number::One, left),
            None => (right.to_vec(), noun_phrase(right)?, left),
        },
        (false, true) => {
            let number = unique_number(right)?;
            (noun_phrase(left)? == number).then_some(())?;
            (right.to_vec(), number, left)
        }
        _ => return None,
    };
    let mut made = first;
    made.push(Token::made(&present("be", number)?));
    made.extend_from_slice(last);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

/// The head of `the best time to plant` or `the largest cities in Asia`.
fn unique_number(phrase: &[Token]) -> Option<Number> {
    let end = phrase
        .iter()
        .position(|token| token.is_any(&["to", "of", "in", "for", "on", "at", "among"]))
        .unwrap_or(phrase.len());
    let head = phrase.get(end.checked_sub(1)?)?;
    (end >= 3).then(|| if super::lexicon::is_plural(&head.lower) { Number::Many } else { Number::One })
}

/// `to use cold water` as `using cold water`.
fn gerund_of(tokens: &[Token]) -> Option<Vec<Token>> {
    let (first, rest) = tokens.split_first()?;
    let verb = rest.first()?;
    (first.is("to") && is(tokens, 1, Class::Base) && rest.len() <= 9 && !coordinates_verbs(rest))
        .then_some(())?;
    let mut made = vec![Token::made(&verbs::converted(&verb.lower, Form::Ing)?)];
    made.extend_from_slice(rest.get(1..)?);
    Some(made)
}

/// `It is important to rinse the rice.` becomes `Rinsing the rice is important.`
pub(super) fn judgement_turned(sentence: &Sentence) -> Option<Sentence> {
    const JUDGEMENTS: &[&str] = &[
        "important",
        "easy",
        "hard",
        "difficult",
        "safe",
        "helpful",
        "useful",
        "wise",
        "simple",
        "worthwhile",
        "crucial",
        "essential",
        "vital",
        "possible",
        "expensive",
        "cheaper",
        "easier",
        "safer",
        "better",
    ];
    let tokens = &sentence.tokens;
    let opens = sentence.is_plain() && tokens.first()?.is("it") && tokens.get(1)?.is("is");
    let to = tokens.iter().position(|token| token.is("to")).filter(|to| (3..=4).contains(to))?;
    let judgement = tokens.get(2..to)?;
    let judges = judgement.last()?.is_any(JUDGEMENTS) && !judgement.iter().any(|token| token.is("not"));
    let rest = tokens.get(to..)?;
    if !opens || !judges || has_comma(tokens) || opens_clause(rest) || has_third_person(rest) {
        return None;
    }
    if judgement.last()?.is("possible") {
        (judgement.len() == 1).then_some(())?;
        let mut made = made("you can");
        made.extend_from_slice(rest.get(1..)?);
        return Some(Sentence { tokens: made, end: sentence.end.clone() });
    }
    let mut made = gerund_of(rest)?;
    made.push(Token::new("is"));
    made.extend_from_slice(judgement);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

/// `It takes 20 minutes to boil rice.` becomes `Boiling rice takes 20 minutes.`
pub(super) fn duration_turned(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let opens = sentence.is_plain() && tokens.first()?.is("it");
    let verb = tokens
        .iter()
        .position(|token| token.is_any(&["takes", "costs"]))
        .filter(|verb| (1..=2).contains(verb))?;
    let to = tokens.iter().position(|token| token.is("to")).filter(|to| *to > verb + 1)?;
    let amount = tokens.get(verb + 1..to)?;
    let rest = tokens.get(to..)?;
    // `3 to 5 minutes` has a `to` of its own.
    if !opens
        || !is(tokens, to + 1, Class::Base)
        || has_comma(tokens)
        || opens_clause(rest)
        || opens_clause(amount)
        || has_third_person(rest)
    {
        return None;
    }
    let mut made = gerund_of(rest)?;
    made.extend_from_slice(tokens.get(1..to)?);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

/// `There are three ways to brew coffee.` becomes `You can brew coffee in three ways.`
pub(super) fn existence_turned(sentence: &Sentence) -> Option<Sentence> {
    relative_turned(sentence).or_else(|| action_turned(sentence))
}

fn action_turned(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let opens =
        sentence.is_plain() && tokens.first()?.is("there") && tokens.get(1)?.is("are") && !has_comma(tokens);
    if !opens || has_third_person(tokens.get(2..)?) {
        return None;
    }
    let ways = tokens.iter().position(|token| token.is("ways"));
    let turned = match ways {
        Some(ways) if ways <= 5 => ways_turned(tokens, ways)?,
        _ => kinds_turned(tokens.get(2..)?)?,
    };
    Some(Sentence { tokens: turned, end: sentence.end.clone() })
}

/// `There are many factors that affect sleep.` becomes `Many factors affect sleep.`
fn relative_turned(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let that = tokens.iter().position(|token| token.is_any(&["that", "which", "who"]))?;
    let things = tokens.get(2..that)?;
    let opens = sentence.is_plain() && tokens.first()?.is("there") && tokens.get(1)?.is("are");
    let counted = things
        .first()?
        .is_any(&["many", "several", "some", "two", "three", "four", "five", "few", "various", "plenty"])
        || things.first()?.is("a");
    let predicate = tokens.get(that + 1..)?;
    let acts = predicate.first()?.is_any(&["can", "are", "have", "may", "will", "could", "might", "do"])
        || is(tokens, that + 1, Class::Base);
    (opens && counted && acts && super::lexicon::is_plural(&things.last()?.lower)).then_some(())?;
    (!opens_clause(things) && !has_comma(things) && predicate.len() >= 2).then_some(())?;
    Some(Sentence { tokens: [things, predicate].concat(), end: sentence.end.clone() })
}

fn ways_turned(tokens: &[Token], ways: usize) -> Option<Vec<Token>> {
    let action = tokens.get(ways + 2..)?;
    let whole = tokens.get(ways + 1)?.is("to") && is(tokens, ways + 2, Class::Base) && action.len() <= 7;
    if !whole || opens_clause(action) || coordinates_verbs(action) {
        return None;
    }
    let mut turned = made("you can");
    turned.extend_from_slice(action);
    turned.push(Token::new("in"));
    turned.extend_from_slice(tokens.get(2..=ways)?);
    Some(turned)
}

fn kinds_turned(things: &[Token]) -> Option<Vec<Token>> {
    const KINDS: &[&str] = &["types", "kinds", "varieties", "species", "forms", "versions"];
    let kinds = things.iter().take(4).any(|token| token.is_any(KINDS));
    (kinds && !things.iter().any(|token| token.is("to"))).then_some(())?;
    noun_phrase(things)?;
    let mut turned = things.to_vec();
    turned.extend(made("exist"));
    Some(turned)
}
