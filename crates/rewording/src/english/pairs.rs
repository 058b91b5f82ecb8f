//! Two nouns or two adjectives around `and` or `or` change places, where no custom fixes their order.

use super::context::{is, is_noun, is_plural_noun};
use super::lexicon::{is_adjective, is_closed, is_in, is_listed_noun, is_plural};
use super::verbs;
use crate::grammar::Class;
use crate::phrases::Edit;
use crate::sentence::Token;

/// Pairs whose order is fixed by custom or means something; either word is enough to leave a pair alone.
const FIXED: &[&str] = &[
    "salt",
    "pepper",
    "food",
    "men",
    "women",
    "research",
    "supply",
    "demand",
    "bread",
    "fish",
    "mother",
    "father",
    "profit",
    "day",
    "days",
    "night",
    "trial",
    "pros",
    "cons",
    "cause",
    "wear",
    "health",
    "safety",
    "law",
    "peace",
    "bed",
    "terms",
    "black",
    "white",
    "knife",
    "north",
    "south",
    "east",
    "west",
    "start",
    "finish",
    "beginning",
    "end",
    "first",
    "last",
    "parents",
    "children",
    "question",
    "questions",
    "input",
    "hardware",
    "software",
    "gin",
    "track",
    "more",
    "less",
    "same",
    "own",
    "other",
    "others",
    "morning",
    "evening",
    "spring",
    "summer",
    "autumn",
    "winter",
    "dawn",
    "hot",
    "cold",
    "high",
    "low",
    "big",
    "small",
    "old",
    "new",
    "young",
    "rich",
    "poor",
    "sick",
    "safe",
    "sound",
    "left",
    "right",
    "top",
    "bottom",
    "heaven",
    "life",
    "death",
    "body",
    "mind",
    "brothers",
    "sisters",
    "boys",
    "girls",
    "fruit",
    "fruits",
    "vegetables",
    "time",
    "money",
    "birth",
    "light",
    "heat",
    "rest",
    "many",
    "much",
    "up",
    "back",
    "front",
    "inside",
    "early",
    "late",
    "past",
    "present",
    "future",
    "good",
    "bad",
    "long",
    "short",
    "wind",
    "hands",
    "arts",
    "bits",
    "dos",
    "ladies",
    "cats",
    "dogs",
    "plus",
    "minus",
    "red",
    "green",
    "blue",
];

/// `the speed and quality of` becomes `the quality and speed of`.
pub(super) fn exchanged(tokens: &[Token], at: usize) -> Option<Edit> {
    let [first, link, second] = tokens.get(at..at + 3)? else { return None };
    let before = tokens.get(at.checked_sub(1)?)?;
    let free =
        |token: &Token| token.is_common() && !token.case_unknown && !token.locked && !token.is_any(FIXED);
    if !link.is_any(&["and", "or"]) || !free(first) || !free(second) || is_in_longer_list(tokens, at) {
        return None;
    }
    let nouns =
        is_lone_noun(first) && is_lone_noun(second) && is_plural(&first.lower) == is_plural(&second.lower);
    let fits = (nouns && opens_noun(tokens, at, before) && ends_noun(tokens, at + 3))
        || (is_adjective(&first.lower)
            && is_adjective(&second.lower)
            && opens_adjective(before)
            && ends_adjective(tokens, at + 3));
    fits.then(|| Edit {
        start: at,
        end: at + 3,
        tokens: [second, link, first].map(|token| Token::made(&token.text)).to_vec(),
        safety: 0.96,
    })
}

/// A comma near by, or words that bind both halves, make the pair part of something else.
fn is_in_longer_list(tokens: &[Token], at: usize) -> bool {
    let near = tokens.get(at.saturating_sub(4)..at).unwrap_or_default();
    near.iter()
        .any(|token| token.text == "," || token.is_any(&["and", "or", "both", "either", "between", "from"]))
        || tokens
            .get(at + 3..)
            .unwrap_or_default()
            .iter()
            .take(3)
            .any(|token| token.is_any(&["and", "or", "respectively"]))
}

/// A noun that is no verb and no adjective, so that it stands for itself.
fn is_lone_noun(token: &Token) -> bool {
    let word = token.lower.as_str();
    let verbless = verbs::readings(word).is_empty() || is_listed_noun(word);
    (is_noun(token) || is_plural_noun(word)) && verbless && !is_adjective(word)
}

/// What stands before describes neither of both alone.
fn opens_noun(tokens: &[Token], at: usize, before: &Token) -> bool {
    before.is_any(&[
        "the", "your", "its", "their", "our", "of", "with", "for", "in", "to", "from", "into", "by",
        "without",
    ]) || (is(tokens, at - 1, Class::Finite) && !is_in(&before.lower, "be"))
}

/// What follows describes both: a link, a mark or a verb, but no noun.
fn ends_noun(tokens: &[Token], end: usize) -> bool {
    tokens.get(end).is_none_or(|next| {
        !next.is_word()
            || next.is_any(&["of", "in", "for", "because", "when", "if", "while", "but", "so"])
            || (is(tokens, end, Class::Finite) && is_closed(&next.lower))
    })
}

fn opens_adjective(before: &Token) -> bool {
    is_in(&before.lower, "be")
        || before
            .is_any(&["a", "an", "the", "stays", "remains", "very", "stay", "remain", "becomes", "feels"])
}

fn ends_adjective(tokens: &[Token], end: usize) -> bool {
    tokens.get(end).is_none_or(|next| {
        !next.is_word()
            || is_noun(next)
            || is_plural_noun(&next.lower)
            || next.is_any(&["because", "when", "if", "but", "so", "while"])
    })
}
