//! Function words: words with a grammatical role that name no topic.

use std::collections::HashSet;
use std::sync::LazyLock;

use domain::locale::Language;

static ENGLISH: LazyLock<HashSet<&str>> = LazyLock::new(|| list(include_str!("function_words/en.txt")));
static ENGLISH_GENERIC: LazyLock<HashSet<&str>> =
    LazyLock::new(|| list(include_str!("function_words/en_generic.txt")));
static VIETNAMESE: LazyLock<HashSet<&str>> = LazyLock::new(|| list(include_str!("function_words/vi.txt")));

static VIETNAMESE_GENERIC: LazyLock<HashSet<&str>> =
    LazyLock::new(|| list(include_str!("function_words/vi_generic.txt")));

fn list(text: &'static str) -> HashSet<&'static str> {
    text.split_ascii_whitespace().collect()
}

/// Whether a normalised word is a function word. For languages without a list this is false; the analysis
/// then derives function words from how evenly a word is spread over the pages.
#[must_use]
pub fn is_function_word(word: &str, language: Language) -> bool {
    match language {
        Language::ENGLISH => ENGLISH.contains(word),
        Language::VIETNAMESE => VIETNAMESE.contains(word),
        _ => false,
    }
}

/// Whether a normalised word is too general to be a term by itself, although it may distinguish two headings:
/// `last`, `make`.
#[must_use]
pub fn is_generic(word: &str, language: Language) -> bool {
    is_function_word(word, language)
        || match language {
            Language::ENGLISH => ENGLISH_GENERIC.contains(word),
            Language::VIETNAMESE => VIETNAMESE_GENERIC.contains(word),
            _ => false,
        }
}

/// Whether there is a list for the language.
#[must_use]
pub fn has_list(language: Language) -> bool {
    matches!(language, Language::ENGLISH | Language::VIETNAMESE)
}
