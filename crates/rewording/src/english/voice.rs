//! Active and passive, for verbs where both are equally natural.

use super::context::is;
use super::shape::{Number, first_finite, has_third_person, may_leave_start, noun_phrase, present};
use super::verbs::{self, Form};
use crate::grammar::Class;
use crate::sentence::{Sentence, Token};

/// Verbs whose passive with `by` says the same as their active.
const BOTH_WAYS: &[&str] = &[
    "cause",
    "affect",
    "influence",
    "produce",
    "create",
    "write",
    "design",
    "develop",
    "own",
    "manage",
    "fund",
    "control",
    "regulate",
    "determine",
    "trigger",
    "drive",
    "support",
    "provide",
    "publish",
    "discover",
    "invent",
    "found",
    "build",
    "operate",
    "govern",
    "recommend",
    "attract",
    "power",
    "surround",
    "replace",
    "dominate",
    "trap",
    "protect",
    "absorb",
    "release",
    "shape",
    "damage",
    "limit",
    "track",
    "handle",
    "run",
    "offer",
    "set",
    "pay",
    "carry",
];

/// Verbs whose object can be the subject without sounding odd.
const TO_PASSIVE: &[&str] =
    &["cause", "trigger", "produce", "regulate", "influence", "control", "determine", "create"];

/// `Scurvy is caused by a lack of vitamin C.` becomes `A lack of vitamin C causes scurvy.`
pub(super) fn to_active(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let be = first_finite(tokens)?;
    let is_present = tokens.get(be)?.is_any(&["is", "are"]);
    let participle = be + 1;
    let by = be + 2;
    let shaped = (is_present || tokens.get(be)?.is_any(&["was", "were"]))
        && tokens.get(by)?.is("by")
        && sentence.is_plain();
    if !shaped || !may_leave_start(tokens) {
        return None;
    }
    let lemma = BOTH_WAYS.iter().find(|lemma| {
        verbs::inflected(lemma, Form::Participle).as_deref() == Some(&tokens[participle].lower)
    })?;
    let (object, agent) = (tokens.get(..be)?, tokens.get(by + 1..)?);
    noun_phrase(object)?;
    let number = agent_number(agent)?;
    let verb = if is_present { present(lemma, number)? } else { verbs::inflected(lemma, Form::Past)? };
    let mut made = agent.to_vec();
    made.push(Token::made(&verb));
    made.extend_from_slice(object);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

fn agent_number(agent: &[Token]) -> Option<Number> {
    let first = agent.first()?;
    if first.is_number() || has_third_person(agent) || first.is_any(&["hand", "default", "law", "far", "up"])
    {
        return None;
    }
    if is(agent, 0, Class::Ing) {
        return (agent.len() == 1).then_some(Number::One);
    }
    noun_phrase(agent)
}

/// `Low humidity causes brown tips.` becomes `Brown tips are caused by low humidity.`
pub(super) fn to_passive(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let at = first_finite(tokens)?;
    let (lemma, form) = TO_PASSIVE
        .iter()
        .find_map(|lemma| super::context::verb_form(tokens, at, lemma).map(|form| (*lemma, form)))?;
    let (agent, object) = (tokens.get(..at)?, tokens.get(at + 1..)?);
    if !sentence.is_plain()
        || !matches!(form, Form::Third | Form::Base)
        || !may_leave_start(tokens)
        || has_third_person(object)
    {
        return None;
    }
    noun_phrase(agent)?;
    let number = noun_phrase(object)?;
    let simple = !object.iter().any(|token| {
        token.is_any(&[
            "in", "on", "at", "for", "with", "from", "into", "through", "during", "over", "and", "or",
        ])
    });
    if !simple {
        return None;
    }
    let mut made = object.to_vec();
    made.push(Token::made(&present("be", number)?));
    made.push(Token::made(&verbs::inflected(lemma, Form::Participle)?));
    made.push(Token::made("by"));
    made.extend_from_slice(agent);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

/// What readers do themselves, so that `garlic should be planted` is `you should plant garlic`.
const DONE_BY_READERS: &[&str] = &[
    "plant",
    "apply",
    "replace",
    "clean",
    "store",
    "keep",
    "use",
    "wash",
    "cook",
    "add",
    "feed",
    "move",
    "place",
    "rinse",
    "cut",
    "water",
    "prune",
    "harvest",
    "serve",
    "recycle",
    "buy",
    "book",
    "rent",
    "check",
    "test",
    "update",
    "read",
    "take",
    "eat",
    "drink",
    "remove",
    "avoid",
    "dry",
    "salt",
    "freeze",
    "heat",
    "peel",
    "soak",
    "boil",
    "grow",
    "sow",
    "repot",
    "fertilise",
    "install",
    "download",
    "configure",
    "wear",
    "trim",
    "brush",
    "dilute",
    "reheat",
    "bake",
    "put",
    "transplant",
    "change",
    "measure",
    "adjust",
    "save",
    "repeat",
    "combine",
    "mix",
    "start",
    "choose",
    "reach",
    "visit",
    "book",
    "treat",
    "wipe",
    "polish",
];

/// `Garlic should be planted in autumn.` becomes `You should plant garlic in autumn.`
pub(super) fn to_reader(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let modal = first_finite(tokens)
        .filter(|at| tokens.get(*at).is_some_and(|token| token.is_any(&["should", "can", "must"])))?;
    let subject = tokens.get(..modal)?;
    noun_phrase(subject)?;
    let be =
        tokens.iter().position(|token| token.is("be")).filter(|be| (modal + 1..=modal + 2).contains(be))?;
    let between = tokens.get(modal + 1..be)?;
    let plain =
        between.iter().all(|token| token.is_any(&["never", "always", "only", "also", "not", "usually"]));
    let participle = tokens.get(be + 1)?;
    let lemma = DONE_BY_READERS
        .iter()
        .find(|lemma| verbs::inflected(lemma, Form::Participle).as_deref() == Some(&participle.lower))?;
    let rest = tokens.get(be + 2..)?;
    let agentless = !rest.iter().any(|token| token.is_any(&["by", "and", "or", "as"]))
        && rest.first().is_none_or(|next| next.is_word() && !next.is_any(&["to", "for"]));
    if !sentence.is_plain()
        || !plain
        || !agentless
        || !may_leave_start(tokens)
        || tokens.iter().any(|token| token.is_any(&["you", "your"]))
    {
        return None;
    }
    let mut made = vec![Token::made("you"), tokens.get(modal)?.clone()];
    made.extend_from_slice(between);
    made.push(Token::made(lemma));
    made.extend_from_slice(subject);
    made.extend_from_slice(rest);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}
