//! Names of units in many languages.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use seo::words::{Spacing, normalise, spacing};

/// The most pieces that the name of a unit has.
const MOST_PIECES: usize = 3;

/// Units by their names: one line for each unit, its canonical name first. Words after `:` are symbols, whose
/// case matters.
static UNITS: LazyLock<Units> = LazyLock::new(|| Units::read(include_str!("units.txt")));

struct Units {
    words: FxHashMap<&'static str, &'static str>,
    signs: FxHashMap<&'static str, &'static str>,
    /// The first pieces of names with several pieces.
    openings: FxHashSet<&'static str>,
}

impl Units {
    fn read(text: &'static str) -> Self {
        let mut units =
            Self { words: FxHashMap::default(), signs: FxHashMap::default(), openings: FxHashSet::default() };
        for line in text.lines().filter(|line| !line.is_empty()) {
            let (words, signs) = line.split_once(':').unwrap_or((line, ""));
            let names: Vec<&str> = words.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
            let Some(unit) = names.first().copied() else { continue };
            for name in names.iter().copied().chain(signs.split_whitespace()) {
                let opening = first_piece(name);
                if opening.len() < name.len() {
                    units.openings.insert(opening);
                }
            }
            units.words.extend(names.into_iter().map(|name| (name, unit)));
            units.signs.extend(signs.split_whitespace().map(|sign| (sign, unit)));
        }
        units
    }
}

/// The first piece that a sentence with this name would be cut into: a word, or a symbol or letter of its
/// own.
fn first_piece(name: &str) -> &str {
    let first = name.chars().next().map_or(0, char::len_utf8);
    let word = name.starts_with(char::is_alphabetic) && spacing(name) == Spacing::Spaced;
    let end = if word { name.find(|sign: char| !sign.is_alphabetic()).unwrap_or(name.len()) } else { first };
    &name[..end]
}

/// The most pieces in the name of a unit that begins with this piece.
pub(super) fn most_pieces(first: &str) -> usize {
    let opens = UNITS.openings.contains(first) || UNITS.openings.contains(&*normalise(first));
    if opens { MOST_PIECES } else { 1 }
}

/// The unit that these pieces of a sentence name together.
pub(super) fn unit(pieces: &[&str]) -> Option<&'static str> {
    if let [only] = pieces {
        return UNITS.signs.get(only).or_else(|| UNITS.words.get(&*normalise(only))).copied();
    }
    if pieces.last() == Some(&"-") {
        return None;
    }
    let joined = pieces.concat();
    let unspaced = || UNITS.words.get(joined.as_str()).filter(|_| !joined.is_ascii());
    let together = UNITS.signs.get(joined.as_str()).or_else(unspaced);
    // `kilowatt-hours` are `kilowatt hours`.
    let words: Vec<&str> = pieces.iter().copied().filter(|piece| *piece != "-").collect();
    together.copied().or_else(|| UNITS.words.get(&*normalise(&words.join(" "))).copied())
}

/// Every unit that a text names, wherever it stands.
pub(super) fn named(text: &str) -> FxHashSet<&'static str> {
    let separates =
        |sign: char| sign.is_whitespace() || matches!(sign, '(' | ')' | ',' | ':' | ';' | '[' | ']' | '/');
    let words: Vec<&str> = text.split(separates).filter(|word| !word.is_empty()).collect();
    let starting_at = |start: usize| {
        (1..=most_pieces(words[start])).filter_map(move |length| Some((start, start.checked_add(length)?)))
    };
    (0..words.len()).flat_map(starting_at).filter_map(|(start, end)| unit(words.get(start..end)?)).collect()
}

/// The currency that stands before its number.
pub(super) fn currency_before(piece: &str) -> Option<&'static str> {
    let unit = unit(&[piece])?;
    let before = matches!(
        piece,
        "$" | "€" | "£" | "¥" | "₫" | "₩" | "₹" | "USD" | "EUR" | "GBP" | "VND" | "VNĐ" | "JPY"
    );
    before.then_some(unit)
}

pub(super) fn is_currency(unit: &str) -> bool {
    matches!(unit, "dollar" | "euro" | "sterling" | "yen" | "dong" | "won" | "rupee")
}

/// The power of ten of a word. Letters count only where they are unambiguous: `$5m`.
pub(super) fn multiplier(word: &str, letters: bool) -> Option<i32> {
    match word.to_lowercase().as_str() {
        "hundred" | "trăm" | "百" => Some(2),
        "thousand" | "nghìn" | "ngàn" | "tausend" | "mil" | "mille" | "千" => Some(3),
        "万" | "萬" => Some(4),
        "million" | "millions" | "triệu" | "millionen" | "millón" | "millones" | "milhão" | "milhões"
        | "milioni" | "juta" => Some(6),
        "亿" | "億" => Some(8),
        "billion" | "billions" | "tỷ" | "tỉ" | "milliarde" | "milliarden" | "milliard" | "milliards" => {
            Some(9)
        }
        "trillion" | "trillions" => Some(12),
        "k" if letters => Some(3),
        "m" | "mn" if letters => Some(6),
        "b" | "bn" if letters => Some(9),
        _ => None,
    }
}

/// Whether a word or symbol between two numbers makes them a range or a choice.
pub(crate) fn connects(piece: &str) -> bool {
    matches!(
        piece.to_lowercase().as_str(),
        "-" | "–"
            | "—"
            | "~"
            | "to"
            | "and"
            | "or"
            | "đến"
            | "tới"
            | "và"
            | "hoặc"
            | "hay"
            | "bis"
            | "und"
            | "a"
            | "à"
            | "al"
            | "sampai"
            | "至"
            | "到"
    )
}
