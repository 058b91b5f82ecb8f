//! Moves adverbs, times, places and attributions.

use super::context::{is, is_finite};
use super::lexicon::{is_adverb, is_in};
use super::shape::{
    coordinates_verbs, first_finite, has_comma, has_negation, has_third_person, is_clause, is_order,
    may_leave_start, noun_phrase, opens_clause,
};
use super::verbs::{self, Form};
use crate::grammar::Class;
use crate::sentence::{Sentence, Token, made};

/// Words that make a phrase one of time.
const TIMES: &[&str] = &[
    "spring",
    "summer",
    "autumn",
    "winter",
    "morning",
    "afternoon",
    "evening",
    "night",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "season",
    "century",
    "weekdays",
    "weekends",
    "years",
    "decade",
    "decades",
    "months",
    "tests",
    "trials",
    "experiments",
    "cases",
    "countries",
    "places",
];

const ADVERBS: &[&str] =
    &["usually", "typically", "generally", "normally", "sometimes", "traditionally", "occasionally", "often"];

/// `According to the bank, rates fell.` becomes `Rates fell, according to the bank.`
pub(super) fn attribution_to_end(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let opens = tokens.first()?.is("according") && tokens.get(1)?.is("to");
    let comma = tokens.iter().position(|token| token.text == ",")?;
    let (phrase, main) = (tokens.get(..comma)?, tokens.get(comma + 1..)?);
    let whole =
        opens && sentence.is_plain() && phrase.len() <= 10 && !opens_clause(phrase) && main.len() >= 3;
    if !whole || has_comma(main) || coordinates_verbs(main) {
        return None;
    }
    let mut tokens = main.to_vec();
    tokens.push(Token::new(","));
    tokens.extend_from_slice(phrase);
    Some(Sentence { tokens, end: sentence.end.clone() })
}

/// `Rates fell, according to the bank.` and `The bank says that rates fell.` become `According to the bank, rates fell.`
pub(super) fn attribution_to_front(sentence: &Sentence) -> Option<Sentence> {
    if !sentence.is_plain() || !may_leave_start(&sentence.tokens) {
        return None;
    }
    let (source, main) = trailing_source(&sentence.tokens).or_else(|| reporting_source(&sentence.tokens))?;
    let mut tokens = made("according to");
    tokens.extend_from_slice(source);
    tokens.push(Token::new(","));
    tokens.extend_from_slice(main);
    Some(Sentence { tokens, end: sentence.end.clone() })
}

fn trailing_source(tokens: &[Token]) -> Option<(&[Token], &[Token])> {
    let at = tokens
        .windows(3)
        .position(|window| window[0].text == "," && window[1].is("according") && window[2].is("to"))?;
    let (main, source) = (tokens.get(..at)?, tokens.get(at + 3..)?);
    let whole = !source.is_empty() && source.len() <= 8 && !has_comma(source) && !opens_clause(source);
    whole.then_some((source, main))
}

fn reporting_source(tokens: &[Token]) -> Option<(&[Token], &[Token])> {
    let that = tokens.iter().position(|token| token.is("that")).filter(|at| *at >= 2)?;
    let verb = tokens.get(that - 1)?;
    let reports = verb.is_any(&[
        "says",
        "say",
        "reports",
        "report",
        "notes",
        "note",
        "states",
        "state",
        "estimates",
        "estimate",
    ]);
    let (source, main) = (tokens.get(..that - 1)?, tokens.get(that + 1..)?);
    noun_phrase(source)?;
    let finds = verb.is_any(&["found", "finds", "shows", "showed", "revealed", "concluded"])
        && source.iter().any(|token| token.is_any(&["study", "survey", "report", "analysis", "review"]));
    ((reports || finds)
        && is_clause(main)
        && !main.iter().any(|token| token.is_any(&["would", "that"]))
        && !coordinates_verbs(main))
    .then_some((source, main))
}

/// `In winter, prices fall.` becomes `Prices fall in winter.`
pub(super) fn time_to_end(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let comma = tokens.iter().position(|token| token.text == ",")?;
    let (phrase, main) = (tokens.get(..comma)?, tokens.get(comma + 1..)?);
    let whole = sentence.is_plain()
        && is_time(phrase)
        && (3..=14).contains(&main.len())
        && !main.first()?.is_any(&["and", "or", "but"])
        && !has_comma(main)
        && !opens_clause(main)
        && !has_third_person(main)
        && !coordinates_verbs(main)
        && !main.iter().any(|token| {
            token.is_any(&["in", "at", "on", "during", "from", "between", "to", "for"])
                || is_participle_like(token)
        });
    if !whole {
        return None;
    }
    let mut tokens = main.to_vec();
    tokens.extend_from_slice(phrase);
    Some(Sentence { tokens, end: sentence.end.clone() })
}

/// `Prices fell in 2019.` becomes `In 2019, prices fell.`
pub(super) fn time_to_front(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let at = tokens
        .iter()
        .rposition(|token| token.is_any(&["in", "during", "throughout", "every", "once", "twice"]))?;
    let (main, phrase) = tokens.split_at_checked(at)?;
    let whole = sentence.is_plain()
        && main.len() >= 4
        && is_time(phrase)
        && may_leave_start(main)
        && begins_with_subject(main)
        && !has_comma(main)
        && !opens_clause(main)
        && !coordinates_verbs(main)
        && !main.iter().any(|token| token.is_any(&["from", "between", "by", "for", "in", "during", "and"]))
        && !main.last()?.is_any(&[
            "especially",
            "only",
            "even",
            "early",
            "late",
            "later",
            "earlier",
            "mainly",
            "just",
            "is",
            "are",
            "was",
            "were",
            "and",
            "or",
            "than",
        ]);
    if !whole {
        return None;
    }
    let mut tokens = phrase.to_vec();
    tokens.push(Token::new(","));
    tokens.extend_from_slice(main);
    Some(Sentence { tokens, end: sentence.end.clone() })
}

/// Whether nothing stands before the subject that sets the scene already.
fn begins_with_subject(main: &[Token]) -> bool {
    let pronoun = main.first().is_some_and(|first| is_in(&first.lower, "subject"));
    let prepared = main.first().is_some_and(|first| is_in(&first.lower, "preposition"));
    !prepared
        && (pronoun
            || is_order(main)
            || first_finite(main)
                .is_some_and(|verb| main.get(..verb).is_some_and(|subject| noun_phrase(subject).is_some())))
}

fn is_time(phrase: &[Token]) -> bool {
    if let [first, rest @ ..] = phrase
        && first.is_any(&["every", "once", "twice"])
    {
        const UNITS: &[&str] =
            &["day", "week", "month", "year", "days", "weeks", "months", "years", "hours", "night"];
        let counted = rest.first().is_some_and(|second| second.is("a") || first.is("every"));
        return counted && rest.len() <= 3 && rest.last().is_some_and(|last| last.is_any(UNITS));
    }
    let opens = phrase.first().is_some_and(|first| first.is_any(&["in", "during", "throughout", "at", "on"]));
    let year = |token: &Token| {
        token.text.len() == 4
            && (token.text.starts_with("19") || token.text.starts_with("20"))
            && token.text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let last_tells = phrase.last().is_some_and(|last| year(last) || last.is_any(TIMES));
    opens
        && last_tells
        && (2..=5).contains(&phrase.len())
        && !phrase.iter().any(|token| token.is_any(&["recent", "of", "and"]))
}

/// Places and circumstances that may set the scene.
const SCENES: &[&str] = &[
    "days",
    "weather",
    "houses",
    "homes",
    "rooms",
    "climates",
    "regions",
    "areas",
    "cities",
    "schools",
    "offices",
    "kitchens",
    "gardens",
    "hospitals",
    "shops",
    "night",
    "world",
    "country",
    "households",
    "companies",
    "cultures",
    "languages",
    "conditions",
    "situations",
];

/// Verbs that need their place: `put it in the oven`, `live in cities`.
const BOUND: &[&str] = &[
    "put",
    "place",
    "keep",
    "store",
    "stay",
    "live",
    "lie",
    "leave",
    "set",
    "stand",
    "sit",
    "go",
    "hang",
    "remain",
    "find",
    "fit",
    "result",
    "invest",
    "be",
    "is",
    "are",
    "was",
    "were",
    "work",
    "stop",
    "start",
    "begin",
    "end",
    "occur",
    "happen",
    "come",
    "look",
    "believe",
    "interested",
    "involved",
    "engage",
    "specialise",
];

/// `Old systems need larger panels in cold rooms.` becomes `In cold rooms, old systems need larger panels.`
pub(super) fn scene_to_front(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let at = tokens.iter().rposition(|token| is_in(&token.lower, "preposition")).filter(|at| *at >= 4)?;
    let (main, scene) = tokens.split_at_checked(at)?;
    let bound = |token: &Token| {
        token.is_any(BOUND) || verbs::readings(&token.lower).iter().any(|(lemma, _)| BOUND.contains(lemma))
    };
    let shaped = scene.first()?.is_any(&["in", "on", "at"])
        && (2..=5).contains(&scene.len())
        && scene.last()?.is_any(SCENES)
        && noun_phrase(scene.get(1..)?).is_some();
    let after_noun = is(tokens, at - 1, Class::Noun) || is(tokens, at - 1, Class::Plural);
    let whole = sentence.is_plain()
        && shaped
        && after_noun
        && may_leave_start(main)
        && begins_with_subject(main)
        && !is_order(main)
        && !has_comma(main)
        && !opens_clause(main)
        && !coordinates_verbs(main)
        && !has_third_person(scene)
        && !has_negation(main)
        && !main.iter().any(bound);
    if !whole {
        return None;
    }
    let mut tokens = scene.to_vec();
    tokens.push(Token::new(","));
    tokens.extend_from_slice(main);
    Some(Sentence { tokens, end: sentence.end.clone() })
}

/// `sold`, `growing`: what follows them may belong to them alone.
fn is_participle_like(token: &Token) -> bool {
    verbs::readings(&token.lower).iter().any(|(_, form)| *form == Form::Ing)
}

/// `Bread usually keeps for days.` becomes `Usually, bread keeps for days.`
pub(super) fn adverb_to_front(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let at = tokens.iter().position(|token| token.is_any(ADVERBS)).filter(|at| (1..=8).contains(at))?;
    let subject_end = first_finite(tokens)?;
    let beside_verb =
        at + 1 == subject_end || (at == subject_end + 1 && is_auxiliary(tokens.get(subject_end)?));
    let subject = tokens.get(..subject_end.min(at))?;
    let lone = !tokens.get(at + 1).is_some_and(|next| is_adverb(&next.lower))
        && !tokens.get(at - 1)?.is_any(&["more", "most", "very", "as", "so"]);
    let whole = sentence.is_plain()
        && beside_verb
        && lone
        && may_leave_start(tokens)
        && (noun_phrase(subject).is_some()
            || (subject.len() == 1 && is_in(&subject.first()?.lower, "subject")))
        && !coordinates_verbs(tokens)
        && !opens_clause(tokens);
    if !whole {
        return None;
    }
    let mut made = vec![tokens.get(at)?.clone(), Token::new(",")];
    made.extend_from_slice(tokens.get(..at)?);
    made.extend_from_slice(tokens.get(at + 1..)?);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

/// `Usually, bread keeps for days.` becomes `Bread usually keeps for days.`
pub(super) fn adverb_to_verb(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let opens = tokens.first()?.is_any(ADVERBS) && tokens.get(1)?.text == ",";
    let main = tokens.get(2..)?;
    let verb = first_finite(main)?;
    let whole = sentence.is_plain()
        && opens
        && (noun_phrase(main.get(..verb)?).is_some()
            || (verb == 1 && is_in(&main.first()?.lower, "subject")))
        && !coordinates_verbs(main)
        && !opens_clause(main);
    if !whole
        || main.get(verb)?.lower.contains("n't")
        || main.get(verb + 1).is_some_and(|next| next.is("not"))
    {
        return None;
    }
    let place = if is_auxiliary(main.get(verb)?) { verb + 1 } else { verb };
    let mut made = main.get(..place)?.to_vec();
    made.push(tokens.first()?.clone());
    made.extend_from_slice(main.get(place..)?);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

fn is_auxiliary(token: &Token) -> bool {
    is_in(&token.lower, "be")
        || is_in(&token.lower, "modal")
        || (is_in(&token.lower, "have") && is_finite(std::slice::from_ref(token), 0))
}

/// `It may also help people.` becomes `It may help people as well.`
pub(super) fn also_to_end(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let at = tokens.iter().position(|token| token.is("also"))?;
    let (before, rest) = (tokens.get(..at)?, tokens.get(at + 1..)?);
    let clause_starts = before.iter().rposition(|token| token.text == ",").map_or(0, |comma| comma + 1);
    let verb_near = before.last().is_some_and(|last| {
        is_in(&last.lower, "modal") || is_in(&last.lower, "be") || is_in(&last.lower, "subject")
    }) || is_finite(tokens, at + 1);
    let whole = sentence.is_plain()
        && verb_near
        && at > clause_starts
        && (2..=9).contains(&rest.len())
        && !has_comma(rest)
        && !opens_clause(rest)
        && !coordinates_verbs(rest)
        && !tokens.iter().any(|token| token.is_any(&["only", "but"]));
    if !whole || rest.first()?.is_any(&["known", "called"]) {
        return None;
    }
    let mut moved = before.to_vec();
    moved.extend_from_slice(rest);
    moved.extend(made("as well"));
    Some(Sentence { tokens: moved, end: sentence.end.clone() })
}
