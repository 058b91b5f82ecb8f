//! Moves clauses: conditions, reasons, times, purposes and means change places with the main clause.

use super::context::{is, is_finite};
use super::lexicon::{is_adverb, is_in};
use super::shape::{
    Number, coordinates_verbs, first_finite, has_comma, has_empty_subject, has_finite, has_negation,
    has_third_person, is_clause, is_order, may_leave_start, noun_phrase, opens_clause,
};
use crate::grammar::Class;
use crate::sentence::{Sentence, Token};

/// Conjunctions whose clauses may stand on either side, and whether a comma stands before them at the end.
const MOVABLE: &[(&str, bool)] = &[
    ("if", false),
    ("when", false),
    ("whenever", false),
    ("because", false),
    ("once", false),
    ("unless", false),
    ("before", false),
    ("after", false),
    ("until", false),
    ("although", true),
    ("though", true),
    ("whereas", true),
];

/// After these, the next word does not open a clause that could move.
const HOLD_FAST: &[&str] = &[
    "even",
    "only",
    "just",
    "especially",
    "particularly",
    "except",
    "shortly",
    "right",
    "soon",
    "immediately",
    "long",
    "and",
    "or",
    "but",
    "not",
    "than",
    "as",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "what",
    "look",
    "looks",
    "looking",
    "named",
    "time",
    "times",
    "day",
    "days",
    "hour",
    "hours",
    "minute",
    "minutes",
    "week",
    "weeks",
    "month",
    "months",
    "year",
    "years",
    "moment",
    "point",
    "the",
    "a",
    "see",
    "check",
    "know",
    "decide",
    "determine",
    "ask",
    "wonder",
    "tell",
    "sure",
    "matter",
    "out",
    "remember",
    "consider",
    "depends",
    "depending",
    "on",
    "of",
    "to",
    "for",
    "about",
    "well",
    "more",
    "less",
    "ever",
    "at",
    "in",
    "all",
    "mainly",
    "partly",
    "simply",
    "cases",
    "that",
    "occurs",
    "occur",
    "happens",
    "happen",
    "age",
    "stage",
    "season",
    "always",
    "at",
    "years'",
    "seconds",
    "second",
    "mostly",
    "usually",
    "often",
];

fn movable(token: &Token) -> Option<bool> {
    MOVABLE.iter().find(|(word, _)| token.is(word)).map(|(_, comma)| *comma)
}

/// `If it rains, stay in.` becomes `Stay in if it rains.`
pub(super) fn subordinate_to_end(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let comma_before = movable(tokens.first()?)?;
    let comma = tokens.iter().position(|token| token.text == ",")?;
    let (clause, main) = (tokens.get(..comma)?, tokens.get(comma + 1..)?);
    let main = if main.first()?.is("then") { main.get(1..)? } else { main };
    let whole = sentence.is_plain()
        && (3..=18).contains(&clause.len())
        && (2..=24).contains(&main.len())
        && has_clause_after(clause)
        && is_clause(main)
        && !main.first()?.is_any(&["and", "or", "but", "so"])
        && !has_comma(main)
        && !opens_clause(main)
        && !opens_clause(clause.get(1..)?)
        && (!coordinates_verbs(main) || is_order(main));
    let negated_reason = clause.first()?.is("because") && has_negation(main);
    let awkward_until = clause.first()?.is_any(&["until", "after"]) && has_negation(main);
    if !whole || negated_reason || awkward_until {
        return None;
    }
    let (clause, main) = if has_third_person(main) && !has_empty_subject(main) {
        exchanged(clause, main).or_else(|| object_exchanged(clause, main))?
    } else {
        (clause.to_vec(), main.to_vec())
    };
    let mut made = main;
    if comma_before {
        made.push(Token::new(","));
    }
    made.extend(clause);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

/// `Stay in if it rains.` becomes `If it rains, stay in.`
pub(super) fn subordinate_to_front(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let set_off_at = tokens
        .windows(2)
        .rposition(|pair| pair[0].text == "," && pair[1].is_any(&["because", "although", "though"]));
    let at = set_off_at
        .map(|comma| comma + 1)
        .or_else(|| tokens.iter().rposition(|token| movable(token).is_some()))?;
    let before = tokens.get(at.checked_sub(1)?)?;
    let main = if before.text == "," { tokens.get(..at - 1)? } else { tokens.get(..at)? };
    let clause = tokens.get(at..)?;
    // After a comma, `when` describes what stands before it.
    let describes =
        before.text == "," && tokens.get(at)?.is_any(&["when", "whenever", "once", "before", "after"]);
    let holds = (before.is_any(HOLD_FAST) && !ends_duration(tokens.get(..at)?))
        || tokens.get(at)?.is("until")
        || describes;
    // A comma tells that the clause belongs to all that stands before it.
    let set_off = before.text == ","
        && !main.iter().any(|token| token.is_any(&["because", "although", "though", "whereas", "if"]));
    let whole = sentence.is_plain()
        && !holds
        && (3..=22).contains(&main.len())
        && (2..=18).contains(&clause.len())
        && may_leave_start(main)
        && is_clause(main)
        && has_clause_after(clause)
        && !has_comma(main)
        && !has_comma(clause)
        && (set_off || (!opens_clause(main) && !coordinates_verbs(main)))
        && !opens_clause(clause.get(1..)?)
        && !coordinates_verbs(clause);
    let scope =
        !set_off && has_negation(main) && clause.first()?.is_any(&["because", "before", "after", "until"]);
    if !whole || scope {
        return None;
    }
    let (main, clause) = if has_third_person(clause.get(1..)?) {
        exchanged_back(main, clause)?
    } else {
        (main.to_vec(), clause.to_vec())
    };
    let mut made = clause;
    made.push(Token::new(","));
    made.extend(main);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

/// `for several weeks` before a clause is no `several weeks before`.
fn ends_duration(main: &[Token]) -> bool {
    let units = &[
        "minutes", "hours", "days", "weeks", "months", "years", "seconds", "minute", "hour", "day", "week",
        "month", "year",
    ];
    let near = main.iter().rev().skip(1).take(5);
    main.last().is_some_and(|last| last.is_any(units)) && near.into_iter().any(|token| token.is("for"))
}

/// Whether a clause follows its conjunction. Most conjunctions promise one; after `before` and `after` a noun moves as well.
fn has_clause_after(clause: &[Token]) -> bool {
    let promised = clause.first().is_some_and(|first| !first.is_any(&["once", "though", "until"]));
    clause.get(1..).is_some_and(|rest| promised || has_finite(rest))
}

/// `If the soil is dry, it needs water`: the noun goes to where the reader meets it first.
fn exchanged(clause: &[Token], main: &[Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    let verb = first_finite(clause.get(1..)?)? + 1;
    let subject = clause.get(1..verb)?;
    let (pronoun, rest) = main.split_first()?;
    let number = noun_phrase(subject)?;
    (agrees(pronoun, number) && !names_rival(clause.get(verb + 1..)?, number)).then_some(())?;
    (!has_subject_pronoun(rest) && is_finite(main, 1) && !has_third_person(subject)).then_some(())?;
    let mut new_clause = clause.get(..1)?.to_vec();
    new_clause.push(Token::made(&pronoun.lower));
    new_clause.extend_from_slice(clause.get(verb..)?);
    (!has_third_person(clause.get(verb..)?)).then_some(())?;
    let mut new_main = subject.to_vec();
    new_main.extend_from_slice(rest);
    Some((new_clause, new_main))
}

/// `Tomatoes turn red when they ripen` becomes `When tomatoes ripen, they turn red`.
fn exchanged_back(main: &[Token], clause: &[Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    let verb = first_finite(main)?;
    let subject = main.get(..verb)?;
    let pronoun = clause.get(1)?;
    let number = noun_phrase(subject)?;
    (agrees(pronoun, number) && !names_rival(main.get(verb + 1..)?, number)).then_some(())?;
    let rest = clause.get(2..)?;
    (is_finite(clause, 2) && !has_subject_pronoun(rest) && !has_third_person(main) && !is_order(main))
        .then_some(())?;
    let mut new_main = vec![Token::made(&pronoun.lower)];
    new_main.extend_from_slice(main.get(verb..)?);
    let mut new_clause = clause.get(..1)?.to_vec();
    new_clause.extend_from_slice(subject);
    new_clause.extend_from_slice(rest);
    Some((new_main, new_clause))
}

/// `Before you plant seedlings, water them`: the noun goes to where the reader meets it first.
fn object_exchanged(clause: &[Token], main: &[Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    (clause.get(1)?.is("you") && is(clause, 2, Class::Base)).then_some(())?;
    let length = clause
        .get(3..)?
        .iter()
        .position(|token| is_in(&token.lower, "preposition") || is_adverb(&token.lower));
    let end = length.map_or(clause.len(), |length| 3 + length);
    let object = clause.get(3..end).filter(|object| (1..=3).contains(&object.len()))?;
    let pronoun = match noun_phrase(object)? {
        Number::One => "it",
        Number::Many => "them",
    };
    let mut pointers =
        main.iter().enumerate().filter(|(_, token)| has_third_person(std::slice::from_ref(*token)));
    let (at, pointer) = pointers.next()?;
    (pointer.is(pronoun) && pointers.next().is_none() && at > 0 && !has_third_person(clause)).then_some(())?;
    let mut new_main = main.get(..at)?.to_vec();
    new_main.extend_from_slice(object);
    new_main.extend_from_slice(main.get(at + 1..)?);
    let mut new_clause = clause.get(..3)?.to_vec();
    new_clause.push(Token::made(pronoun));
    new_clause.extend_from_slice(clause.get(end..)?);
    Some((new_clause, new_main))
}

/// Whether a part names another thing that a pronoun could mean.
fn names_rival(tokens: &[Token], number: Number) -> bool {
    (0..tokens.len()).any(|at| match number {
        Number::One => is(tokens, at, Class::Noun) && !is(tokens, at, Class::Plural),
        Number::Many => is(tokens, at, Class::Plural),
    })
}

fn agrees(pronoun: &Token, number: Number) -> bool {
    match number {
        Number::One => pronoun.is("it"),
        Number::Many => pronoun.is("they"),
    }
}

fn has_subject_pronoun(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        token.is_any(&["it", "they", "them", "he", "she", "him", "this", "these", "those", "one", "ones"])
    })
}

/// `To prevent rot, water in the morning.` becomes `Water in the morning to prevent rot.`
pub(super) fn purpose_to_end(sentence: &Sentence) -> Option<Sentence> {
    let first = sentence.tokens.first()?;
    let opens = first.is("to") && is(&sentence.tokens, 1, Class::Base);
    opens.then(|| phrase_to_end(sentence, "to"))?
}

/// `By adding sand, you can improve drainage.` becomes `You can improve drainage by adding sand.`
pub(super) fn means_to_end(sentence: &Sentence) -> Option<Sentence> {
    let first = sentence.tokens.first()?;
    let opens = first.is("by") && is(&sentence.tokens, 1, Class::Ing);
    opens.then(|| phrase_to_end(sentence, "by"))?
}

fn phrase_to_end(sentence: &Sentence, opener: &str) -> Option<Sentence> {
    let comma = sentence.tokens.iter().position(|token| token.text == ",")?;
    let (phrase, main) = (sentence.tokens.get(..comma)?, sentence.tokens.get(comma + 1..)?);
    let whole = sentence.is_plain()
        && (2..=14).contains(&phrase.len())
        && (3..=20).contains(&main.len())
        && is_clause(main)
        && !has_comma(main)
        && !opens_clause(main)
        && !opens_clause(phrase)
        && !has_third_person(main)
        && (!coordinates_verbs(main) || is_order(main))
        && !has_negation(main)
        && !main.iter().any(|token| token.is(opener));
    if !whole {
        return None;
    }
    let mut made = main.to_vec();
    made.extend_from_slice(phrase);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

/// Orders whose purpose is never part of their object.
const PURPOSEFUL: &[&str] = &[
    "use", "add", "apply", "cover", "wrap", "rinse", "stir", "install", "press", "turn", "tighten", "loosen",
    "adjust", "attach", "sprinkle", "shake", "mulch", "prune", "rotate", "brush", "soak", "drain",
];

/// `Use a brush to clean the filter.` becomes `To clean the filter, use a brush.`
pub(super) fn purpose_to_front(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    if !(tokens.first()?.is_any(PURPOSEFUL) && is_order(tokens)) {
        return None;
    }
    let at = single(tokens, "to")?;
    let is_purpose = is(tokens, at + 1, Class::Base)
        && (is(tokens, at - 1, Class::Noun) || is(tokens, at - 1, Class::Plural));
    let rooted = tokens
        .get(at - 1)?
        .is_any(&["way", "time", "ability", "need", "chance", "close", "next", "up", "down"]);
    (is_purpose && !rooted).then(|| phrase_to_front(sentence, at))?
}

/// `You can improve drainage by adding sand.` becomes `By adding sand, you can improve drainage.`
pub(super) fn means_to_front(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let at = single(tokens, "by")?;
    let after_participle = is(tokens, at - 1, Class::Participle) || is(tokens, at - 1, Class::Be);
    let object_known = is(tokens, at + 1, Class::Ing) && at + 2 < tokens.len();
    // In a passive, the one who does it is not the subject.
    let passive = tokens.get(..at)?.iter().any(|token| is_in(&token.lower, "be"));
    (object_known && !after_participle && !passive).then(|| phrase_to_front(sentence, at))?
}

fn single(tokens: &[Token], word: &str) -> Option<usize> {
    let mut places = tokens.iter().enumerate().filter(|(_, token)| token.is(word));
    let (at, _) = places.next()?;
    (places.next().is_none() && at >= 3).then_some(at)
}

fn phrase_to_front(sentence: &Sentence, at: usize) -> Option<Sentence> {
    let (main, phrase) = sentence.tokens.split_at_checked(at)?;
    let whole = sentence.is_plain()
        && phrase.len() <= 12
        && may_leave_start(main)
        && is_clause(main)
        && !has_comma(main)
        && !has_comma(phrase)
        && !opens_clause(main)
        && !opens_clause(phrase)
        && !has_third_person(phrase)
        && !has_negation(main)
        && !coordinates_verbs(main)
        && !coordinates_verbs(phrase);
    if !whole {
        return None;
    }
    let mut made = phrase.to_vec();
    made.push(Token::new(","));
    made.extend_from_slice(main);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}
