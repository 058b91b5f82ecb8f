//! Ratios in any notation.

use std::ops::Range;

use domain::locale::Language;
use seo::words::{normalise, split};

use super::Figure;
use crate::quantities;

/// The ratio of a sentence: `1:1:1:4`, `1 : 2` if the sentence calls it a ratio, or parts in words.
pub(super) fn ratio(text: &str, language: Language) -> Option<Figure> {
    let normal = normalise(text);
    let (mut ratio, range) = written_ratio(text, &normal)
        .or_else(|| counted_parts(&normal, language).map(|parts| (parts, 0..0)))
        .or_else(|| enumerated(text, &normal, language))?;
    ratio.sort_unstable();
    let whole = ratio.iter().all(|part| (1..=100).contains(part));
    whole.then_some(Figure { ratio, ..Figure::new("ratio", 1.0, range) })
}

fn written_ratio(text: &str, normal: &str) -> Option<(Vec<u32>, Range<usize>)> {
    let says = ["ratio", "tỷ lệ", "tỉ lệ", "parts"].iter().any(|word| normal.contains(word));
    let numeral = |sign: char| sign.is_ascii_digit() || matches!(sign, ':' | ' ' | '-' | '–');
    let mut start = 0;
    text.split_inclusive(|sign| !numeral(sign)).find_map(|run| {
        let from = start;
        start += run.len();
        let run = run.trim_end_matches(|sign| !numeral(sign)).trim_end();
        let mark = if run.contains(':') { [':', ':'] } else { ['-', '–'] };
        let parts: Option<Vec<u32>> = run.split(mark).map(|part| part.trim().parse().ok()).collect();
        let parts = parts.filter(|parts| parts.len() > 2 || (says && mark[0] == ':' && parts.len() == 2))?;
        let from = from + (run.len() - run.trim_start().len());
        Some((parts, from..from + run.trim_start().len()))
    })
}

/// A number of parts, in digits or words.
fn part(word: &str, language: Language) -> Option<u32> {
    let spelled = || quantities::spelled_in(word, language).first().map(ToString::to_string);
    word.parse().ok().or_else(|| spelled()?.parse().ok())
}

/// `1 phần đường, 1 phần chanh, 4 phần nước` and `one part of compost with two parts of soil`.
fn counted_parts(normal: &str, language: Language) -> Option<Vec<u32>> {
    let words: Vec<&str> = split(normal).collect();
    let name: &[&str] = if language == Language::VIETNAMESE { &["phần"] } else { &["part", "parts"] };
    let named = words.windows(2).filter(|pair| name.contains(&pair[1]));
    let parts: Vec<u32> = named.filter_map(|pair| part(pair[0], language)).collect();
    (parts.len() > 1).then_some(parts)
}

/// `một đường, một chanh, một mắm, ba nước` in a sentence about mixing: at least three things with their
/// numbers.
fn enumerated(text: &str, normal: &str, language: Language) -> Option<(Vec<u32>, Range<usize>)> {
    const MIXES: [&str; 8] = ["ratio", "recipe", "mix", "blend", "tỷ lệ", "tỉ lệ", "công thức", "pha "];
    if !MIXES.iter().any(|word| normal.contains(word)) {
        return None;
    }
    let (mut start, mut from, mut parts) = (0, 0, Vec::new());
    for piece in text.split_inclusive([',', ':', ';', '.']) {
        let lower = normalise(piece);
        let words: Vec<&str> = split(&lower).collect();
        let first = words.first().filter(|_| (2..=3).contains(&words.len()));
        let number = first.and_then(|word| part(word, language));
        if number.is_none() && parts.len() > 2 {
            break;
        }
        if number.is_none() || parts.is_empty() {
            parts.clear();
            from = start + (piece.len() - piece.trim_start().len());
        }
        parts.extend(number);
        start += piece.len();
    }
    let end = from + text.get(from..start)?.trim_end_matches([',', '.', ';', ':']).len();
    (parts.len() > 2).then_some((parts, from..end))
}
