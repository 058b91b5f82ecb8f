//! Frequencies without digits: `twice a week`, `mỗi tuần hai lần`.

use std::ops::Range;

use seo::words::normalise;

/// The first words of frequencies.
const FIRST: [&str; 3] = ["once", "twice", "mỗi"];

/// The frequencies of a text, with the seconds between two repetitions.
pub(super) fn all(text: &str) -> impl Iterator<Item = (Range<usize>, f64)> {
    let mut words: Vec<(Range<usize>, String)> = Vec::new();
    if word_places(text).any(|(_, word)| FIRST.iter().any(|first| word.eq_ignore_ascii_case(first))) {
        words.extend(word_places(text).map(|(range, word)| (range, normalise(word).into_owned())));
    }
    let of_length = |length: usize| {
        let runs = words.windows(length).filter_map(|run| {
            let names: Vec<&str> = run.iter().map(|(_, word)| word.as_str()).collect();
            Some((run[0].0.start..run[length - 1].0.end, seconds(&names)?))
        });
        runs.collect::<Vec<_>>()
    };
    of_length(3).into_iter().chain(of_length(4))
}

fn seconds(words: &[&str]) -> Option<f64> {
    let (unit, times) = match *words {
        ["once", "a" | "per" | "each" | "every", unit] | ["mỗi", unit, "một" | "1", "lần"] => {
            (unit, 1.0)
        }
        ["twice", "a" | "per" | "each" | "every", unit] | ["mỗi", unit, "hai" | "2", "lần"] => {
            (unit, 2.0)
        }
        ["mỗi", unit, "ba" | "3", "lần"] => (unit, 3.0),
        _ => return None,
    };
    let unit = match unit {
        "day" | "ngày" => 86_400.0,
        "week" | "tuần" => 604_800.0,
        "month" | "tháng" => 2_629_800.0,
        "year" | "năm" => 31_557_600.0,
        _ => return None,
    };
    Some(unit / times)
}

/// The words of a text with their positions.
fn word_places(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let ends = |sign: char| !sign.is_alphanumeric();
    let parts = text.split_inclusive(ends).scan(0, |end, part| {
        let start = *end;
        *end += part.len();
        Some((start, part))
    });
    let words = parts.map(move |(start, part)| (start, part.trim_end_matches(ends)));
    words.filter(|(_, word)| !word.is_empty()).map(|(start, word)| (start..start + word.len(), word))
}
