//! Shares in words: `half of the lime`, `two thirds of the mix`, `hai phần ba`.

use std::ops::Range;

use seo::words::normalise;

use super::word_places;

/// Words before `half` that make a place or a time of it.
const PLACES: [&str; 10] =
    ["first", "second", "last", "other", "top", "bottom", "upper", "lower", "front", "back"];

/// The shares of a text, in per cent.
pub(super) fn all(text: &str) -> impl Iterator<Item = (Range<usize>, f64)> {
    let mut words: Vec<(Range<usize>, String)> = Vec::new();
    if word_places(text).any(|(_, word)| word == "nửa" || word == "phần" || part(word).is_some()) {
        words.extend(word_places(text).map(|(range, word)| (range, normalise(word).into_owned())));
    }
    let found = (0..words.len()).filter_map(|at| share(&words, at));
    found.collect::<Vec<_>>().into_iter()
}

/// The share whose name is this word.
fn share(words: &[(Range<usize>, String)], at: usize) -> Option<(Range<usize>, f64)> {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", |(_, word)| word.as_str());
    let (name, next) = (word(Some(at)), word(Some(at + 1)));
    let (before, earlier) = (word(at.checked_sub(1)), word(at.checked_sub(2)));
    let from = |back: usize| words[at - back].0.start..words[at].0.end;
    if name == "nửa" {
        return number(before).map(|_| (from(1), 50.0));
    }
    if before == "phần" {
        let (count, whole) = (number(earlier)?, part(name)?);
        return Some((from(2), 100.0 * count / whole));
    }
    let of = next == "of" || (name == "half" && next == "the");
    if !of || PLACES.contains(&before) {
        return None;
    }
    let whole = part(name)?;
    let count = number(before).map(|count| (1, count)).or_else(|| Some((2, number(earlier)?)));
    match count {
        Some((back, count)) if name != "half" => Some((from(back), 100.0 * count / whole)),
        _ => (name == "half").then(|| (from(0), 50.0)),
    }
}

fn number(word: &str) -> Option<f64> {
    match word {
        "a" | "one" | "một" | "1" => Some(1.0),
        "two" | "hai" | "2" => Some(2.0),
        "three" | "ba" | "3" => Some(3.0),
        _ => None,
    }
}

/// How many of these parts make a whole.
fn part(word: &str) -> Option<f64> {
    match word {
        "half" | "Half" => Some(2.0),
        "third" | "thirds" | "ba" => Some(3.0),
        "quarter" | "quarters" | "tư" => Some(4.0),
        "fifth" | "fifths" | "năm" => Some(5.0),
        _ => None,
    }
}
