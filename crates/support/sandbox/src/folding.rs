//! Normalises texts for comparison: lower case, without diacritics, split into words.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case without diacritics; `đ` counts as `d`.
pub(crate) fn fold(text: &str) -> String {
    text.nfd()
        .filter(|character| !is_combining_mark(*character))
        .flat_map(char::to_lowercase)
        .map(|character| if character == 'đ' { 'd' } else { character })
        .collect()
}

/// The folded words of a text.
pub(crate) fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    folded
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The folded words that carry meaning; all of them if none does.
pub(crate) fn content_words(text: &str) -> Vec<String> {
    let all = words(text);
    let telling: Vec<String> =
        all.iter().filter(|word| !STOP_WORDS.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

/// The folded text as one line, with single spaces between words.
pub(crate) fn normalised(text: &str) -> String {
    words(text).join(" ")
}

/// A text for a URL: folded words joined by hyphens; other scripts are kept.
pub(crate) fn slug(text: &str) -> String {
    words(text).join("-")
}

/// The similarity of two texts by their words, from 0 to 1. A repeated word counts once.
pub(crate) fn likeness(one: &[String], other: &[String]) -> f64 {
    let (one, other): (HashSet<&String>, HashSet<&String>) = (one.iter().collect(), other.iter().collect());
    let (shared, total) = (count(one.intersection(&other).count()), count(one.len() + other.len()));
    if total == 0.0 { 0.0 } else { 2.0 * shared / total }
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "are", "at", "be", "can", "do", "does", "for", "from", "how", "i", "in", "is", "it",
    "me", "my", "of", "on", "or", "the", "to", "what", "when", "where", "which", "who", "why", "with", "you",
    "your", "bi", "cac", "cho", "co", "cua", "la", "mot", "nhung", "the", "va", "voi",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vietnamese_is_folded_in_either_normal_form() {
        let decomposed: String = "Giày Chạy Bộ Đẹp".nfd().collect();
        assert_eq!(fold("Giày Chạy Bộ Đẹp"), "giay chay bo dep");
        assert_eq!(fold(&decomposed), "giay chay bo dep");
    }

    #[test]
    fn a_question_of_stop_words_keeps_them() {
        assert_eq!(content_words("what is it"), ["what", "is", "it"]);
        assert_eq!(content_words("what is cold brew"), ["cold", "brew"]);
    }

    #[test]
    fn likeness_counts_shared_words() {
        let words = |text: &str| words(text);
        assert!((likeness(&words("cold brew"), &words("cold brew")) - 1.0).abs() < f64::EPSILON);
        assert!(likeness(&words("cold brew"), &words("hot soup")).abs() < f64::EPSILON);
        assert!(likeness(&[], &[]).abs() < f64::EPSILON);
        assert!(likeness(&words("brew brew brew brew"), &words("brew soup salt")) < 0.6);
    }

    #[test]
    fn slugs_join_words() {
        assert_eq!(slug("Cà phê, phin!"), "ca-phe-phin");
    }
}
