//! The background of a language: common words that name no topic, however often a page uses them.

use std::collections::HashSet;
use std::sync::LazyLock;

use domain::locale::Language;

use super::function_words::is_generic;

static ENGLISH: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    lines(include_str!("background/en.txt")).flat_map(str::split_ascii_whitespace).collect()
});
static VIETNAMESE: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    lines(include_str!("background/vi.txt")).flat_map(|line| line.split(',')).map(str::trim).collect()
});

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// Whether a normalised word, or in Vietnamese a word of several syllables, is too common to indicate a
/// topic.
#[must_use]
pub fn is_background(word: &str, language: Language) -> bool {
    is_generic(word, language)
        || match language {
            Language::ENGLISH => {
                ENGLISH.contains(word) || word.strip_suffix('s').is_some_and(|one| ENGLISH.contains(one))
            }
            Language::VIETNAMESE => VIETNAMESE.contains(word),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_are_known_and_names_of_things_are_not() {
        for word in ["system", "file", "section", "default", "chapter", "settings", "the"] {
            assert!(is_background(word, Language::ENGLISH), "{word}");
        }
        for word in ["vacuum", "tuple", "kettle", "coffee", "copyright holder"] {
            assert!(!is_background(word, Language::ENGLISH), "{word}");
        }
        for word in ["sử dụng", "thời gian", "người"] {
            assert!(is_background(word, Language::VIETNAMESE), "{word}");
        }
        assert!(!is_background("cà phê", Language::VIETNAMESE));
    }
}
