//! Lists whose order means nothing: the last two items change places.

use super::context::is_finite;
use super::lexicon::{is_adjective, is_adverb, is_closed, is_in, is_plural};
use super::verbs::{self, Form};
use crate::sentence::{Sentence, Token};

/// Where these stand, the order of a list may mean something.
const ORDERED: &[&str] = &[
    "first",
    "second",
    "third",
    "then",
    "next",
    "finally",
    "lastly",
    "step",
    "steps",
    "stages",
    "order",
    "respectively",
    "followed",
    "ranked",
    "ranging",
    "from",
    "descending",
    "ascending",
    "sequence",
    "after",
    "before",
    "between",
    "morning",
    "spring",
    "summer",
    "winter",
    "monday",
    "january",
    "small",
    "medium",
    "large",
    "low",
    "high",
    "child",
    "adult",
    "years",
];

/// `salt, pepper and oil` becomes `salt, oil and pepper`.
pub(super) fn reordered(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    if tokens.iter().any(|token| token.is_any(ORDERED)) {
        return None;
    }
    let link = tokens.iter().rposition(|token| token.is_any(&["and", "or"]))?;
    let comma_before_link = tokens.get(link.checked_sub(1)?)?.text == ",";
    let second_end = if comma_before_link { link - 1 } else { link };
    let comma = tokens.get(..second_end)?.iter().rposition(|token| token.text == ",")?;
    let mark = tokens
        .iter()
        .skip(link)
        .position(|token| !token.is_word())
        .map_or(tokens.len(), |length| link + length);
    // A list that is the subject ends at its verb.
    let end = (link + 1..mark).find(|at| *at > link + 1 && is_finite(tokens, *at)).unwrap_or(mark);
    let (second, third) = (tokens.get(comma + 1..second_end)?, tokens.get(link + 1..end)?);
    let first = tokens.get(..comma)?;
    let verb_clear =
        end == mark || tokens.get(..comma)?.iter().all(|token| !is_in(&token.lower, "preposition"));
    if !(verb_clear && is_item(second) && is_item(third) && belongs_to_list(first, second))
        || shares_head(second, third)
    {
        return None;
    }
    let mut made = tokens.get(..=comma)?.to_vec();
    made.extend_from_slice(third);
    made.extend_from_slice(tokens.get(second_end..=link)?);
    made.extend_from_slice(second);
    made.extend_from_slice(tokens.get(end..)?);
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

/// `a brush and some soap` at the end becomes `some soap and a brush`: both have words of their own that show where they begin.
pub(super) fn pair_exchanged(sentence: &Sentence) -> Option<Sentence> {
    let tokens = &sentence.tokens;
    let link = tokens.iter().rposition(|token| token.is("and"))?;
    let second = tokens.get(link + 1..)?;
    let start = tokens.get(..link)?.iter().rposition(|token| token.is_any(&["a", "an", "the", "your"]))?;
    let first = tokens.get(start..link)?;
    let marked = second.first()?.is_any(&["a", "an", "the", "your"]);
    let outside = tokens.get(..start)?;
    let lone = !outside
        .iter()
        .any(|token| token.text == "," || token.is_any(&["and", "between", "both", "from", "either"]))
        && !tokens.iter().any(|token| token.is_any(ORDERED));
    let opens =
        outside.last().is_some_and(|before| is_in(&before.lower, "preposition") || !is_closed(&before.lower));
    let items = first.get(1..).is_some_and(is_plain_item) && second.get(1..).is_some_and(is_plain_item);
    if !sentence.is_plain() || !marked || !lone || !opens || !items || outside.is_empty() {
        return None;
    }
    let made = [outside, second, tokens.get(link..=link)?, first].concat();
    Some(Sentence { tokens: made, end: sentence.end.clone() })
}

fn is_plain_item(item: &[Token]) -> bool {
    is_item(item)
        && !item.iter().any(|token| token.is_any(&["rest", "same", "other", "latter", "former", "of"]))
}

/// A few words of which none is a verb, a number or a link, and the last is a noun.
fn is_item(item: &[Token]) -> bool {
    let body = match item.split_first() {
        Some((first, rest)) if first.is_any(&["a", "an", "your"]) => rest,
        _ => item,
    };
    let fits = |(index, token): (usize, &Token)| {
        let inner = index > 0 && index + 1 < body.len();
        let describes = index + 1 < body.len()
            && verbs::readings(&token.lower)
                .iter()
                .all(|(_, form)| matches!(form, Form::PastOrParticiple | Form::Participle));
        token.is_word()
            && !token.locked
            && !token.is_number()
            && (!is_closed(&token.lower) || (inner && token.is("of")))
            && !is_adverb(&token.lower)
            && (!is_verb_only(&token.lower) || describes)
    };
    (1..=3).contains(&body.len())
        && body.iter().enumerate().all(fits)
        && body.last().is_some_and(|last| {
            !is_adjective(&last.lower) && !last.is_any(&["more", "etc", "etc.", "others"])
        })
}

fn is_verb_only(word: &str) -> bool {
    let readings = verbs::readings(word);
    !readings.is_empty()
        && !super::lexicon::is_listed_noun(word)
        && !readings.iter().any(|(lemma, _)| verbs::is_also_noun(lemma))
}

/// `left and right doors`: a longer last item may hold a noun that belongs to all. A plural before it can't be a describing word.
fn shares_head(second: &[Token], third: &[Token]) -> bool {
    third.len() > second.len() && !second.last().is_some_and(|last| is_plural(&last.lower))
}

/// A comma before the second item may also end a clause: then what stands before is no list.
fn belongs_to_list(before: &[Token], second: &[Token]) -> bool {
    let opener = before.first().is_some_and(|first| {
        is_in(&first.lower, "subordinator")
            || is_in(&first.lower, "preposition")
            || is_adverb(&first.lower)
            || verbs::readings(&first.lower).iter().any(|(_, form)| *form == Form::Ing)
    });
    let earlier_comma = before.iter().any(|token| token.text == ",");
    let item_like = before.last().is_some_and(|last| {
        last.is_word() && !is_closed(&last.lower) && !last.is_number() && (!is_adjective(&last.lower))
    });
    item_like && (!opener || earlier_comma) && !second.is_empty()
}
