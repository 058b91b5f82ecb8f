//! Frequencies without digits: `twice a week`, `mỗi tuần hai lần`.

use std::ops::Range;

use seo::words::normalise;

use super::word_places;

/// The first words of frequencies.
const FIRST: [&str; 3] = ["once", "twice", "mỗi"];
/// The most words between a unit and how often something happens.
const MOST_BETWEEN: usize = 8;

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
    let found: Vec<(Range<usize>, f64)> = of_length(3).into_iter().chain(of_length(4)).collect();
    let apart = if found.is_empty() { with_words_between(&words) } else { None };
    found.into_iter().chain(apart)
}

/// `mỗi tháng tẩy giun cho cả đàn một lần`: the unit at the beginning, and how often at the end.
fn with_words_between(words: &[(Range<usize>, String)]) -> Option<(Range<usize>, f64)> {
    let start = words.windows(2).position(|pair| pair[0].1 == "mỗi" && unit(&pair[1].1).is_some())?;
    let rest = &words[start..words.len().min(start + MOST_BETWEEN + 4)];
    let end = rest.windows(2).rposition(|pair| pair[1].1 == "lần" && times(&pair[0].1).is_some())?;
    Some((rest[0].0.start..rest[1].0.end, unit(&rest[1].1)? / times(&rest[end].1)?))
}

fn seconds(words: &[&str]) -> Option<f64> {
    match *words {
        [often, "a" | "per" | "each" | "every", name] | ["mỗi", name, often, "lần"] => {
            Some(unit(name)? / times(often)?)
        }
        _ => None,
    }
}

fn times(word: &str) -> Option<f64> {
    match word {
        "once" | "một" | "1" => Some(1.0),
        "twice" | "hai" | "2" => Some(2.0),
        "ba" | "3" => Some(3.0),
        _ => None,
    }
}

/// The seconds of a unit of time.
fn unit(word: &str) -> Option<f64> {
    match word {
        "day" | "ngày" => Some(86_400.0),
        "week" | "tuần" => Some(604_800.0),
        "month" | "tháng" => Some(2_629_800.0),
        "year" | "năm" => Some(31_557_600.0),
        _ => None,
    }
}
