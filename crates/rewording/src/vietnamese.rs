//! Vietnamese: its phrases, and the moves that its sentences allow. Words do not inflect, so tables go far.

mod clauses;
pub(crate) mod combine;
mod lists;

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::grammar::{Class, Move};
use crate::phrases::Phrases;
use crate::sentence::Token;

/// Words and phrases that may stand for each other.
pub(crate) static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::read(&[
        include_str!("../data/vi/function_phrases.tsv"),
        include_str!("../data/vi/content_phrases.tsv"),
    ])
});

/// Changes of the build of a sentence.
pub(crate) const MOVES: &[Move] = &[
    Move { name: "clause to the end", safety: 0.97, apply: clauses::to_end },
    Move { name: "clause to the front", safety: 0.96, apply: clauses::to_front },
    Move { name: "attribution to the end", safety: 0.97, apply: clauses::attribution_to_end },
    Move { name: "time to the front", safety: 0.96, apply: clauses::time_to_front },
    Move { name: "time to the end", safety: 0.95, apply: clauses::time_to_end },
    Move { name: "list reordered", safety: 0.97, apply: lists::reordered },
];

/// Syllables without marks that are common words; those with marks nearly all are.
static PLAIN_SYLLABLES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("../data/vi/plain_syllables.txt").split_whitespace().collect());

/// Whether a word that begins a sentence is no name.
pub(crate) fn is_common_word(lower: &str) -> bool {
    const NAMES: &[&str] = &[
        "huế", "việt", "mỹ", "đức", "pháp", "nhật", "úc", "nguyễn", "trần", "lê", "phạm", "hoàng", "đỗ",
        "bùi", "ấn", "bỉ", "ý",
    ];
    (!lower.is_ascii() && lower.chars().all(char::is_alphabetic) && !NAMES.contains(&lower))
        || PLAIN_SYLLABLES.contains(lower)
}

pub(crate) fn is(token: &Token, class: Class) -> bool {
    const NUMBERS: &[&str] =
        &["hai", "ba", "bốn", "sáu", "bảy", "tám", "chín", "mười", "trăm", "nghìn", "triệu"];
    class == Class::Number && (token.is_number() || token.is_any(NUMBERS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_tables_is_read() {
        assert_eq!(PHRASES.unread, Vec::<String>::new());
    }

    #[test]
    fn common_words_are_told_from_names() {
        for word in ["nếu", "rau", "trong", "để"] {
            assert!(is_common_word(word), "{word}");
        }
        for word in ["huế", "google", "kubernetes"] {
            assert!(!is_common_word(word), "{word}");
        }
    }
}
