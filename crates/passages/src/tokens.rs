//! Texts as tokens that can be compared.
//!
//! English and its kind: stems of words that are no function words; identifiers count whole and in their parts. Vietnamese, and scripts
//! without spaces: pairs of neighbouring syllables or letters, because one syllable belongs to many words. A syllable alone is a
//! hint that counts less and never makes a passage fit.

use domain::locale::Language;
use seo::words::{self, Spacing};

/// A token of a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// Whether it counts as a word in common.
    pub(crate) content: bool,
}

/// What a hint weighs against a word.
pub(crate) const HINT: f64 = 0.25;

/// The tokens of a text in order.
pub(crate) fn tokens(text: &str, language: Language) -> Vec<Token> {
    let normal = words::normalise(text);
    let mut tokens = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    for word in words::split(&normal) {
        if words::is_function_word(word, language) {
            end_run(&mut run, &mut tokens);
        } else if in_pairs(word, language) {
            run.push(word);
        } else {
            end_run(&mut run, &mut tokens);
            single(word, language, &mut tokens);
        }
    }
    end_run(&mut run, &mut tokens);
    tokens
}

/// Whether a word is only part of one.
fn in_pairs(word: &str, language: Language) -> bool {
    match words::spacing(word) {
        Spacing::Spaced => {
            language == Language::VIETNAMESE
                && word.chars().count() <= LONGEST_SYLLABLE
                && word.chars().all(char::is_alphabetic)
        }
        Spacing::Ideographic | Spacing::Running => true,
    }
}

/// `nghiêng`. Longer words are foreign and stand alone.
const LONGEST_SYLLABLE: usize = 7;

fn end_run(run: &mut Vec<&str>, tokens: &mut Vec<Token>) {
    let alone = run.len() == 1;
    tokens.extend(run.iter().map(|syllable| Token { text: (*syllable).to_owned(), content: alone }));
    tokens.extend(run.windows(2).map(|pair| Token { text: pair.join(" "), content: true }));
    run.clear();
}

fn single(word: &str, language: Language, tokens: &mut Vec<Token>) {
    tokens.push(Token { text: seo::stem(word, language), content: true });
    if word.contains('_') {
        let parts = word.split('_').filter(|part| part.len() > 1 && !words::is_function_word(part, language));
        tokens.extend(parts.map(|part| Token { text: seo::stem(part, language), content: true }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(text: &str, language: Language) -> Vec<String> {
        tokens(text, language).into_iter().filter(|token| token.content).map(|token| token.text).collect()
    }

    #[test]
    fn english_words_are_stems_and_identifiers_have_parts() {
        assert_eq!(
            content("The settings of autovacuum_max_workers", Language::ENGLISH),
            ["set", "autovacuum_max_worker", "autovacuum", "max", "worker"]
        );
    }

    #[test]
    fn vietnamese_words_are_pairs_of_syllables() {
        assert_eq!(content("cách pha cà phê bằng phin", Language::VIETNAMESE), ["pha cà", "cà phê", "phin"]);
        assert_eq!(content("cấu hình postgresql", Language::VIETNAMESE), ["cấu hình", "postgresql"]);
    }
}
