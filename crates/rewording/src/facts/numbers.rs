//! Numbers by value, with their units.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Word;
use crate::grammar::Tongue;

static UNITS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let mut units = HashMap::new();
    for line in include_str!("../../data/units.tsv").lines().filter(|line| !line.starts_with('#')) {
        let Some((unit, spellings)) = line.split_once('\t') else { continue };
        units.insert(unit, unit);
        units.extend(spellings.split('|').map(|spelling| (spelling.trim(), unit)));
    }
    units
});

const SPELLED: &[(&str, &str)] = &[
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("thirteen", "13"),
    ("fourteen", "14"),
    ("fifteen", "15"),
    ("sixteen", "16"),
    ("seventeen", "17"),
    ("eighteen", "18"),
    ("nineteen", "19"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("seventy", "70"),
    ("eighty", "80"),
    ("ninety", "90"),
    ("hundred", "100"),
    ("thousand", "1000"),
    ("million", "1000000"),
    ("billion", "1000000000"),
    ("dozen", "dozen"),
];

/// The word of a whole number up to ten.
pub(crate) fn spelled(digits: &str) -> Option<&'static str> {
    SPELLED.iter().take(9).find(|(_, value)| *value == digits).map(|(word, _)| *word)
}

pub(super) fn is_number(word: &str) -> bool {
    word.chars().any(|letter| letter.is_ascii_digit()) || SPELLED.iter().any(|(spelled, _)| *spelled == word)
}

/// All numbers with their units, sorted. Words that a signal took are left out.
pub(super) fn read(words: &[Word], used: &[bool], tongue: Tongue) -> Vec<String> {
    let mut numbers = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if used.get(index) == Some(&true) {
            continue;
        }
        let spelled = SPELLED.iter().find(|(spelled, _)| *spelled == word.lower && tongue == Tongue::English);
        if let Some((_, value)) = spelled {
            numbers.push(with_unit(value, "", words, index));
        } else if word.lower.chars().any(|letter| letter.is_ascii_digit()) {
            let digits: String = word
                .lower
                .chars()
                .filter(|letter| letter.is_ascii_digit() || matches!(letter, '.' | ','))
                .collect();
            let unit: String = word
                .lower
                .chars()
                .filter(|letter| !(letter.is_ascii_digit() || matches!(letter, '.' | ',')))
                .collect();
            numbers.push(with_unit(&value(&digits, tongue), &unit, words, index));
        }
    }
    numbers.sort();
    numbers
}

/// `1,200.5` in English and `1.200,5` in Vietnamese are the same.
fn value(digits: &str, tongue: Tongue) -> String {
    let (thousands, decimal) = if tongue == Tongue::Vietnamese { ('.', ',') } else { (',', '.') };
    let grouped = digits.split(thousands).skip(1).all(|group| group.len() == 3 || group.contains(decimal));
    let plain = if grouped { digits.replace(thousands, "") } else { digits.replace(thousands, ".") };
    plain.replace(decimal, ".")
}

fn with_unit(value: &str, attached: &str, words: &[Word], index: usize) -> String {
    let word = |offset: usize| words.get(index + offset).map_or("", |word| word.lower.as_str());
    let pair = format!("{} {}", word(1), word(2));
    let unit = [attached, pair.as_str(), word(1)].into_iter().find_map(|spelling| UNITS.get(spelling));
    match unit {
        Some(unit) => format!("{value} {unit}"),
        None if attached.is_empty() => value.to_owned(),
        None => format!("{value} {attached}"),
    }
}
