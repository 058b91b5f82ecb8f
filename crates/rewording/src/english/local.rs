//! Changes of a few words that need more than a table: percentages, small numbers, genitives, measures.

use super::context::is;
use super::lexicon::{is_closed, is_plural};
use super::verbs;
use crate::facts::spelled;
use crate::grammar::Class;
use crate::phrases::Edit;
use crate::sentence::Token;

/// Changes that are possible from a place on.
pub(crate) fn edits_at(tokens: &[Token], at: usize) -> Vec<Edit> {
    [
        percent(tokens, at),
        percent_sign(tokens, at),
        small_number(tokens, at),
        genitive(tokens, at),
        measure(tokens, at),
        shortened(tokens, at),
        spelled_out(tokens, at),
        linked(tokens, at),
        super::pairs::exchanged(tokens, at),
    ]
    .into_iter()
    .flatten()
    .filter(|edit| {
        tokens.get(edit.start..edit.end).is_some_and(|span| !span.iter().any(|token| token.locked))
    })
    .collect()
}

fn edit(start: usize, end: usize, tokens: Vec<Token>, safety: f32) -> Edit {
    Edit { start, end, tokens, safety }
}

/// `12%` becomes `12 percent`.
fn percent(tokens: &[Token], at: usize) -> Option<Edit> {
    let number = tokens.get(at)?.text.strip_suffix('%')?;
    number.parse::<f32>().ok()?;
    Some(edit(at, at + 1, vec![Token::made(number), Token::made("percent")], 0.98))
}

/// `12 percent` becomes `12%`.
fn percent_sign(tokens: &[Token], at: usize) -> Option<Edit> {
    let (number, unit) = (tokens.get(at)?, tokens.get(at + 1)?);
    let numeric = number.is_number() && number.text.parse::<f32>().is_ok();
    (numeric && unit.is("percent"))
        .then(|| edit(at, at + 2, vec![Token::made(&format!("{}%", number.text))], 0.98))
}

/// `3 cups` becomes `three cups`. Abbreviated units and ranges keep their digits.
fn small_number(tokens: &[Token], at: usize) -> Option<Edit> {
    let word = spelled(&tokens.get(at)?.text)?;
    let next = tokens.get(at + 1)?;
    let before_range = at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| {
        before.is_any(&[
            "to", "and", "or", "version", "step", "chapter", "type", "level", "vitamin", "omega", "python",
            "windows", "layer", "phase", "stage", "grade", "class",
        ]) || before.text.starts_with(char::is_uppercase)
    });
    let plain_noun = is_plural(&next.lower) && next.is_common();
    (plain_noun && !before_range).then(|| edit(at, at + 1, vec![Token::made(word)], 0.98))
}

/// Nouns that a thing has, so that `the size of the pot` is `the pot's size`.
const HELD: &[&str] = &[
    "size",
    "shape",
    "colour",
    "color",
    "weight",
    "length",
    "width",
    "height",
    "depth",
    "price",
    "value",
    "quality",
    "age",
    "surface",
    "temperature",
    "flavour",
    "flavor",
    "taste",
    "texture",
    "appearance",
    "performance",
    "growth",
    "health",
    "lifespan",
    "owner",
    "name",
    "capital",
    "population",
    "economy",
    "roots",
    "leaves",
    "walls",
    "edges",
    "sides",
    "structure",
    "speed",
    "capacity",
    "durability",
    "ability",
    "cost",
    "lid",
    "handle",
    "skin",
];

/// `the size of the pot` becomes `the pot's size`.
fn genitive(tokens: &[Token], at: usize) -> Option<Edit> {
    let span = tokens.get(at..at + 5)?;
    let [the, held, of, article, owner] = span else { return None };
    let shaped = the.is("the")
        && held.is_any(HELD)
        && of.is("of")
        && article.is_any(&["the", "your"])
        && is(tokens, at + 4, Class::Noun);
    let ends = tokens.get(at + 5).is_none_or(|next| {
        !next.is_word()
            || (is_closed(&next.lower)
                && !next.is_any(&[
                    "of", "that", "which", "who", "and", "or", "in", "on", "for", "with", "you", "they",
                    "we", "where", "at",
                ]))
            || is(tokens, at + 5, Class::Finite)
    });
    let made =
        vec![Token::made(&article.text), Token::made(&format!("{}'s", owner.text)), Token::made(&held.text)];
    (shaped && ends && owner.is_common()).then(|| edit(at, at + 5, made, 0.96))
}

/// `a 20-minute walk` becomes `a walk of 20 minutes`.
fn measure(tokens: &[Token], at: usize) -> Option<Edit> {
    const UNITS: &[&str] = &[
        "minute",
        "hour",
        "day",
        "week",
        "month",
        "year",
        "mile",
        "metre",
        "meter",
        "kilometre",
        "kilometer",
    ];
    const MEASURED: &[&str] = &[
        "walk", "drive", "ride", "trip", "journey", "flight", "stay", "period", "break", "session", "course",
        "wait", "hike", "tour", "commute", "delay",
    ];
    let [article, measure, noun] = tokens.get(at..at + 3)? else { return None };
    let (number, unit) = measure.text.split_once('-')?;
    number.parse::<u32>().ok().filter(|number| *number > 1)?;
    let followed =
        tokens.get(at + 3).is_none_or(|next| !next.is_word() || is_closed(&next.lower) && !next.is("of"));
    let shaped = article.is_any(&["a", "an", "the"])
        && UNITS.contains(&unit)
        && noun.is_any(MEASURED)
        && verbs::readings(unit).is_empty();
    let made = vec![
        Token::made(&article.text),
        Token::made(&noun.text),
        Token::made("of"),
        Token::made(number),
        Token::made(&format!("{unit}s")),
    ];
    (shaped && followed).then(|| edit(at, at + 3, made, 0.96))
}

/// Whether a main clause here tells the reader what to do, so that `before cooking` means `before you cook`.
fn addresses_reader(tokens: &[Token], from: usize) -> bool {
    let addressed =
        |at: usize| tokens.get(at).is_some_and(|token| token.is("you")) || is(tokens, at, Class::Base);
    let comma = tokens.iter().position(|token| token.text == ",");
    if from == 0 { comma.is_some_and(|comma| addressed(comma + 1)) } else { addressed(0) }
}

/// `before you sign a contract` becomes `before signing a contract`.
fn shortened(tokens: &[Token], at: usize) -> Option<Edit> {
    let [link, you, verb] = tokens.get(at..at + 3)? else { return None };
    let shaped = link.is_any(&["before", "when", "after"])
        && link.is_common()
        && you.is("you")
        && is(tokens, at + 2, Class::Base);
    let tied = tokens
        .get(at.wrapping_sub(1))
        .is_some_and(|before| before.is_any(&["time", "day", "even", "just", "only", "especially"]));
    (shaped && !tied && addresses_reader(tokens, at)).then_some(())?;
    let made = vec![Token::made(&link.text), Token::made(&verbs::converted(&verb.lower, verbs::Form::Ing)?)];
    Some(edit(at, at + 3, made, 0.97))
}

/// `before preparing food` becomes `before you prepare food`.
fn spelled_out(tokens: &[Token], at: usize) -> Option<Edit> {
    let [link, verb] = tokens.get(at..at + 2)? else { return None };
    let shaped =
        link.is_any(&["before", "when", "while"]) && link.is_common() && is(tokens, at + 1, Class::Ing);
    (shaped && addresses_reader(tokens, at)).then_some(())?;
    let made = vec![
        Token::made(&link.text),
        Token::made("you"),
        Token::made(&verbs::converted(&verb.lower, verbs::Form::Base)?),
    ];
    Some(edit(at, at + 2, made, 0.97))
}

/// `the surface you run on` becomes `the surface that you run on`.
fn linked(tokens: &[Token], at: usize) -> Option<Edit> {
    let [article, noun, you] = tokens.get(at..at + 3)? else { return None };
    let shaped = article.is_any(&["the", "a", "an", "any"])
        && is(tokens, at + 1, Class::Noun)
        && noun.is_common()
        && you.is("you")
        && is(tokens, at + 3, Class::Finite);
    let opens = at == 1
        || at.checked_sub(2).and_then(|before| tokens.get(before)).is_some_and(|before| !before.is_word());
    let made = vec![article.clone(), noun.clone(), Token::made("that"), you.clone()];
    (shaped && !opens && !noun.is_any(&["time", "moment", "day", "way", "first"]))
        .then(|| edit(at, at + 3, made, 0.97))
}
