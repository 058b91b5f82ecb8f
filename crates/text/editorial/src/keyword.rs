//! Finds a keyword in texts. Forms of a word count as the word, so `grinder` finds `grinders`.

use std::collections::HashSet;

use domain::locale::Language;
use seo::words::{fold_diacritics, is_function_word, normalise, split};

use crate::share;

/// A keyword, prepared for searching.
#[derive(Debug)]
pub(crate) struct Keyword {
    language: Language,
    /// The content words; all words if none is a content word.
    content: HashSet<String>,
    /// The same as whole words, for languages with pairs of syllables, where one syllable is seldom a word.
    heads: HashSet<String>,
}

impl Keyword {
    pub(crate) fn new(keyword: &str, language: Language) -> Self {
        let normal = normalise(keyword);
        // Running text does not use `vs`.
        let says_nothing = |word: &str| is_function_word(word, language) || matches!(word, "vs" | "versus");
        let meaning = split(&normal).filter(|word| !says_nothing(word));
        let mut content: HashSet<String> = meaning.map(|word| seo::stem(word, language)).collect();
        if content.is_empty() {
            content.extend(stems(keyword, language));
        }
        Self { language, content, heads: prose::passages::words(keyword, language).into_iter().collect() }
    }

    /// Whether a text has all content words.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let words: HashSet<String> = stems(text, self.language).into_iter().collect();
        self.content.iter().all(|word| words.contains(word))
    }

    /// Whether the first `count` words of a text have all content words.
    pub(crate) fn is_in_first(&self, text: &str, count: usize) -> bool {
        let normal = normalise(text);
        let first = split(&normal).take(count * per_word(self.language));
        let words: HashSet<String> = first.map(|word| seo::stem(word, self.language)).collect();
        self.content.iter().all(|word| words.contains(word))
    }

    /// Whether a slug has all content words. Slugs lose diacritics, and may lack words of other scripts.
    pub(crate) fn is_in_slug(&self, slug: &str) -> bool {
        let normal = normalise(slug);
        let words: HashSet<String> = split(&normal).map(|word| seo::stem(word, self.language)).collect();
        let letters: String = normal.chars().filter(|letter| letter.is_alphanumeric()).collect();
        self.content.iter().all(|word| {
            let folded = fold_diacritics(word);
            words.contains(&*folded)
                || words.contains(word)
                || (!word.is_ascii() && letters.contains(&*folded))
                || (word.contains('_') && letters.contains(&folded.replace('_', "")))
                || !folded.contains(|letter: char| letter.is_ascii_alphanumeric())
        })
    }

    /// Whether a heading is about the keyword: it has half of the content words.
    pub(crate) fn is_topic_of(&self, heading: &str) -> bool {
        let words: HashSet<String> = stems(heading, self.language).into_iter().collect();
        let known = self.content.iter().filter(|word| words.contains(*word)).count();
        share(known, self.content.len()) >= 0.5
    }

    /// The number of head words.
    pub(crate) fn head_count(&self) -> usize {
        self.heads.len()
    }

    /// How often head words occur in a text, together or not. Each use of the whole keyword counts once for
    /// every head word.
    pub(crate) fn head_uses(&self, text: &str) -> usize {
        let words = prose::passages::words(text, self.language);
        words.iter().filter(|word| self.heads.contains(*word)).count()
    }
}

/// How many tokens of a text make a word as readers count.
fn per_word(language: Language) -> usize {
    match language.as_str() {
        "zh" | "ja" => 2,
        "th" | "lo" | "km" | "my" => 4,
        _ => 1,
    }
}

fn stems(text: &str, language: Language) -> Vec<String> {
    let normal = normalise(text);
    split(&normal).map(|word| seo::stem(word, language)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_the_word() {
        let keyword = Keyword::new("best coffee grinder for home", Language::ENGLISH);
        assert!(keyword.is_in("The Best Coffee Grinders You Can Use at Home"));
        assert!(!keyword.is_in("The best coffee at home"));
        let keyword_of_two = Keyword::new("induction vs gas cooktop", Language::ENGLISH);
        assert!(keyword_of_two.is_in("Should your cooktop run on gas or induction?"));
        assert!(keyword.is_in_slug("best-coffee-grinders-for-home") && !keyword.is_in_slug("best-coffee"));
        assert!(keyword.is_topic_of("How grinders change coffee") && !keyword.is_topic_of("Cleaning"));
    }

    #[test]
    fn head_words_count_wherever_they_stand() {
        let keyword = Keyword::new("how to configure postgresql autovacuum", Language::ENGLISH);
        assert_eq!(keyword.head_count(), 3);
        assert_eq!(keyword.head_uses("Here is how to configure PostgreSQL autovacuum."), 3);
        assert_eq!(keyword.head_uses("Autovacuum is a part of PostgreSQL. How to begin?"), 2);
        let nothing = Keyword::new("…", Language::ENGLISH);
        assert_eq!((nothing.head_count(), nothing.head_uses("a b")), (0, 0));
    }

    #[test]
    fn vietnamese_head_words_are_words_and_not_syllables() {
        let keyword = Keyword::new("bảo hiểm xe máy", Language::VIETNAMESE);
        assert_eq!(keyword.head_uses("Bảo hiểm xe máy"), keyword.head_count());
        assert_eq!(keyword.head_uses("Người mua bảo hiểm cần giấy tờ."), 1);
        assert_eq!(keyword.head_uses("Đảm bảo tránh nguy hiểm cho máy tính."), 0);
    }

    #[test]
    fn keywords_of_other_scripts() {
        let keyword = Keyword::new("cà phê phin", Language::VIETNAMESE);
        assert!(keyword.is_in_slug("cach-pha-ca-phe-phin") && keyword.is_in("Phin cho cà phê"));
        let chinese = Keyword::new("咖啡", "zh".parse().unwrap());
        assert!(chinese.is_in("好咖啡") && chinese.is_in_slug("咖啡-入门"));
        assert!(chinese.is_in_slug("art-01k9zq6j4v8f0t3w5y7a9c1e2g"), "none of its letters can stand there");
    }
}
