//! Where a keyword stands. Forms of a word count as the word, so `grinders` is found by `grinder`.

use std::collections::HashSet;

use domain::locale::Language;
use seo::words::{fold_diacritics, is_function_word, normalise, split};

use crate::share;

/// A keyword, ready to be looked for.
#[derive(Debug)]
pub(crate) struct Keyword {
    language: Language,
    /// Every word.
    phrase: Vec<String>,
    /// The words that carry its meaning; all of them if none is known to.
    content: HashSet<String>,
}

impl Keyword {
    pub(crate) fn new(keyword: &str, language: Language) -> Self {
        let phrase = stems(keyword, language);
        let normal = normalise(keyword);
        let meaning = split(&normal).filter(|word| !is_function_word(word, language));
        let mut content: HashSet<String> = meaning.map(|word| seo::stem(word, language)).collect();
        if content.is_empty() {
            content.extend(phrase.iter().cloned());
        }
        Self { language, phrase, content }
    }

    /// Whether a text has all words that carry the meaning.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let words: HashSet<String> = stems(text, self.language).into_iter().collect();
        self.content.iter().all(|word| words.contains(word))
    }

    /// Whether the first `count` words of a text have them.
    pub(crate) fn is_in_first(&self, text: &str, count: usize) -> bool {
        let words: HashSet<String> =
            stems(text, self.language).into_iter().take(count * per_word(self.language)).collect();
        self.content.iter().all(|word| words.contains(word))
    }

    /// Whether an address has them. Marks are lost there, and words of other scripts may have no place in it.
    pub(crate) fn is_in_slug(&self, slug: &str) -> bool {
        let normal = normalise(slug);
        let words: HashSet<String> = split(&normal).map(|word| seo::stem(word, self.language)).collect();
        let letters: String = normal.chars().filter(|letter| letter.is_alphanumeric()).collect();
        self.content.iter().all(|word| {
            let folded = fold_diacritics(word);
            words.contains(&*folded)
                || words.contains(word)
                || (!word.is_ascii() && letters.contains(&*folded))
                || !folded.contains(|letter: char| letter.is_ascii_alphanumeric())
        })
    }

    /// Whether a heading is about it: half of the words that carry its meaning.
    pub(crate) fn is_topic_of(&self, heading: &str) -> bool {
        let words: HashSet<String> = stems(heading, self.language).into_iter().collect();
        let known = self.content.iter().filter(|word| words.contains(*word)).count();
        share(known, self.content.len()) >= 0.5
    }

    /// How often the whole keyword stands in a text.
    pub(crate) fn uses(&self, text: &str) -> usize {
        if self.phrase.is_empty() {
            return 0;
        }
        let words = stems(text, self.language);
        let mut count = 0;
        let mut start = 0;
        while start + self.phrase.len() <= words.len() {
            let here = words[start..].starts_with(&self.phrase);
            count += usize::from(here);
            start += if here { self.phrase.len() } else { 1 };
        }
        count
    }
}

/// How many pieces of a text make a word as readers count.
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
        assert!(keyword.is_in_slug("best-coffee-grinders-for-home") && !keyword.is_in_slug("best-coffee"));
        assert!(keyword.is_topic_of("How grinders change coffee") && !keyword.is_topic_of("Cleaning"));
        assert_eq!(keyword.uses("Best coffee grinder for home, best coffee grinders for homes."), 2);
        assert_eq!(Keyword::new("…", Language::ENGLISH).uses("a b"), 0);
    }

    #[test]
    fn keywords_of_other_scripts() {
        let keyword = Keyword::new("cà phê phin", Language::VIETNAMESE);
        assert!(keyword.is_in_slug("cach-pha-ca-phe-phin") && keyword.is_in("Phin cho cà phê"));
        assert_eq!(keyword.uses("Cà phê phin là cà phê phin."), 2);
        let chinese = Keyword::new("咖啡", "zh".parse().unwrap());
        assert!(chinese.is_in("好咖啡") && chinese.is_in_slug("咖啡-入门"));
        assert!(chinese.is_in_slug("art-01k9zq6j4v8f0t3w5y7a9c1e2g"), "none of its letters can stand there");
    }
}
