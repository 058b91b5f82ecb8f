//! Finds numbers in a sentence, and the units next to them.

use std::ops::Range;

use domain::locale::Language;
use seo::words::{Spacing, spacing};

use super::amount::Amount;
use super::{Quantity, spelled, units};

/// A piece of a sentence: a number, a word or a sign.
#[derive(Debug)]
struct Piece<'a> {
    text: &'a str,
    start: usize,
    amount: Option<Amount>,
}

impl Piece<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The numbers of a sentence in order, in digits or words, with or without a unit.
pub(super) fn scan(sentence: &str, language: Language) -> Vec<Quantity> {
    if !spelled::are_known(language) && !sentence.contains(|sign: char| sign.is_ascii_digit()) {
        return Vec::new();
    }
    let pieces = pieces(sentence, language);
    let mut found: Vec<(usize, Quantity)> = Vec::new();
    let (mut index, mut taken) = (0, 0);
    while index < pieces.len() {
        let Some((measured, next)) = number(sentence, &pieces, taken..index, language) else {
            index += 1;
            continue;
        };
        // Minutes of a clock have no unit of their own: `17 giờ 30`.
        let clock = found
            .last()
            .is_some_and(|(_, hour)| hour.unit == Some("hour") && ends_before(hour, &pieces, index));
        if !(clock && measured.unit.is_none()) {
            found.push((index, measured));
        }
        (index, taken) = (next, next);
    }
    share_units(&pieces, &mut found);
    found.into_iter().map(|(_, measured)| measured).collect()
}

fn ends_before(measured: &Quantity, pieces: &[Piece<'_>], index: usize) -> bool {
    index.checked_sub(1).is_some_and(|before| pieces[before].end() == measured.range().end)
}

fn pieces(sentence: &str, language: Language) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(sign) = sentence[at..].chars().next() {
        let rest = &sentence[at..];
        let in_word = |sign: char| sign.is_alphabetic() || matches!(u32::from(sign), 0x0300..=0x036F);
        let (amount, length) = match sign {
            '0'..='9' => Amount::read(rest, language),
            // In scripts without spaces, each letter is a piece.
            _ if sign.is_alphabetic() && spacing(rest) == Spacing::Spaced => {
                (None, rest.find(|sign| !in_word(sign)).unwrap_or(rest.len()))
            }
            _ => (None, sign.len_utf8()),
        };
        if !sign.is_whitespace() {
            pieces.push(Piece { text: &rest[..length], start: at, amount });
        }
        at += length;
    }
    pieces
}

/// The number at the end of the unused pieces, and the piece after it and its unit.
fn number(
    sentence: &str,
    pieces: &[Piece<'_>],
    Range { start: taken, end: index }: Range<usize>,
    language: Language,
) -> Option<(Quantity, usize)> {
    let piece = &pieces[index];
    let word = |at: usize| pieces.get(at).map(|piece| piece.text);
    let (mut amount, length) = match &piece.amount {
        Some(amount) => (amount.clone(), 1),
        None => spelled::read(pieces[index..].iter().map(|piece| piece.text), language)?,
    };
    let mut next = index + length;
    // A name with a number in it, such as `A4` or `v1`, measures nothing.
    let attached = index > 0
        && pieces[index - 1].end() == piece.start
        && pieces[index - 1].text.ends_with(char::is_alphabetic)
        && spacing(pieces[index - 1].text) == Spacing::Spaced;
    let before = pieces[taken..index].last().and_then(|before| units::currency_before(before.text));
    if attached && before.is_none() {
        return None;
    }
    if word(next) == Some("/")
        && let Some(under) = pieces.get(next + 1).and_then(|piece| piece.amount.as_ref())
    {
        amount = Amount::fraction(&amount, under);
        next += 2;
    }
    let joined = |at: usize| pieces.get(at).is_some_and(|piece| pieces[at - 1].end() == piece.start);
    if let Some(powers) =
        word(next).and_then(|word| units::multiplier(word, joined(next) && before.is_some()))
    {
        amount = amount.shifted(powers);
        next += 1;
    }
    let after = if is_date(pieces, index) { None } else { unit_after(pieces, next) };
    if let Some((_, length)) = after {
        next += length;
    }
    let unit = before.or(after.map(|(unit, _)| unit));
    let first = if before.is_some() { index - 1 } else { index };
    let start = pieces[first].start;
    let excerpt = sentence[start..pieces[next - 1].end()].to_owned();
    Some((Quantity { amount, unit, excerpt, start, spelled: piece.amount.is_none() }, next))
}

/// The unit at a piece and the number of pieces of its name. A hyphen may stand before it: `1.5-litre`.
fn unit_after(pieces: &[Piece<'_>], index: usize) -> Option<(&'static str, usize)> {
    let hyphen = usize::from(
        index > 0
            && pieces
                .get(index)
                .is_some_and(|piece| piece.text == "-" && piece.start == pieces[index - 1].end()),
    );
    let at = index + hyphen;
    let most = pieces.get(at).map_or(0, |first| units::most_pieces(first.text));
    (1..=most).rev().filter(|length| at + length <= pieces.len()).find_map(|length| {
        let words: Vec<&str> = pieces[at..at + length].iter().map(|piece| piece.text).collect();
        // A square or cubic metre is no metre.
        let raised = pieces.get(at + length).is_some_and(|next| matches!(next.text, "²" | "³"));
        units::unit(&words).filter(|_| !raised).map(|unit| (unit, length + hyphen))
    })
}

/// Vietnamese dates look like quantities: `ngày 5 tháng 6`.
fn is_date(pieces: &[Piece<'_>], index: usize) -> bool {
    let is = |at: Option<usize>, name: &str| {
        at.and_then(|at| pieces.get(at)).is_some_and(|piece| piece.text.to_lowercase() == name)
    };
    let before = index.checked_sub(1);
    (is(before, "ngày") && is(Some(index + 1), "tháng"))
        || (is(before, "tháng") && is(Some(index + 1), "năm"))
}

/// In `12 to 18 hours` and `$5 to 8` both numbers have the unit, and in `2 to 3 million` both the million.
fn share_units(pieces: &[Piece<'_>], found: &mut [(usize, Quantity)]) {
    for later in 1..found.len() {
        let (head, tail) = found.split_at_mut(later);
        let (Some((_, one)), Some((index, other))) = (head.last_mut(), tail.first_mut()) else { continue };
        let between: Vec<&Piece<'_>> =
            pieces[..*index].iter().rev().take_while(|piece| piece.start >= one.range().end).collect();
        let [connector] = between[..] else { continue };
        if !units::connects(connector.text) {
            continue;
        }
        match (one.unit, other.unit) {
            (None, Some(unit)) => {
                one.unit = Some(unit);
                if let Some(powers) = multiplier_within(pieces, other) {
                    one.amount = one.amount.shifted(powers);
                }
            }
            (Some(unit), None) if units::is_currency(unit) => other.unit = Some(unit),
            _ => {}
        }
    }
}

fn multiplier_within(pieces: &[Piece<'_>], measured: &Quantity) -> Option<i32> {
    let within = pieces.iter().filter(|piece| measured.range().contains(&piece.start));
    within.skip(1).find_map(|piece| units::multiplier(piece.text, false))
}
