//! The words by which texts are compared.

use std::collections::HashSet;

use domain::articles::passages::Passage;
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use seo::words::{is_function_word, is_generic, normalise, split};

use super::statements::Statement;
use crate::share;

/// Content words of a text: stems, or pairs of syllables in languages where one syllable is seldom a word.
pub(super) fn content_words(text: &str, language: Language) -> HashSet<String> {
    let words = prose::passages::words(text, language).into_iter();
    words.filter(|word| word.chars().any(char::is_alphabetic)).collect()
}

/// The content words and, in languages with pairs of syllables, also the significant syllables.
pub(super) fn loose_words(text: &str, language: Language) -> HashSet<String> {
    let mut words = content_words(text, language);
    if language == Language::VIETNAMESE {
        let normal = normalise(text);
        let named = split(&normal)
            .filter(|word| !is_generic(word, language) && word.chars().any(char::is_alphabetic));
        words.extend(named.map(str::to_owned));
    }
    words
}

/// Words that ask or name an action, but no thing.
#[rustfmt::skip]
const ASKING: [&str; 44] = [
    "best", "better", "choose", "compare", "cost", "difference", "explained", "guide", "long", "many", "mean", "meaning", "much", "price", "review",
    "step", "steps", "top", "tutorial", "type", "types", "versus", "vs", "ways", "why", "worth", "bao", "cách", "giá", "gì", "hay", "hướng", "dẫn",
    "khác", "lâu", "loại", "nào", "nên", "nhiêu", "phân", "biệt", "sánh", "so", "tốt",
];

/// The words of a keyword.
#[derive(Debug)]
pub(super) struct KeywordWords {
    pub(super) words: HashSet<String>,
    /// The stems or syllables of the topic.
    pub(super) heads: Vec<String>,
    pub(super) text: String,
    language: Language,
}

impl KeywordWords {
    pub(super) fn new(keyword: &str, language: Language) -> Self {
        let normal = normalise(keyword.trim_end_matches(['?', ' '])).into_owned();
        let named = |word: &&str| !is_function_word(word, language) && !ASKING.contains(word);
        let mut heads: Vec<String> =
            split(&normal).filter(named).map(|word| seo::stem(word, language)).collect();
        if heads.is_empty() {
            heads = split(&normal).map(|word| seo::stem(word, language)).collect();
        }
        heads.dedup();
        Self { words: content_words(keyword, language), heads, text: normal, language }
    }

    /// The share of the topic's words that a text has.
    pub(super) fn share_in(&self, text: &str) -> f64 {
        let normal = normalise(text);
        let words: HashSet<String> = split(&normal).map(|word| seo::stem(word, self.language)).collect();
        share(self.heads.iter().filter(|head| words.contains(*head)).count(), self.heads.len())
    }

    /// The content words of a text without those of the keyword.
    pub(super) fn others(&self, text: &str) -> HashSet<String> {
        content_words(text, self.language).into_iter().filter(|word| !self.words.contains(word)).collect()
    }

    /// The content words of a statement without those of the keyword.
    pub(super) fn others_of<'s>(&self, statement: &'s Statement) -> HashSet<&'s String> {
        statement.words().iter().filter(|word| !self.words.contains(*word)).collect()
    }
}

/// Passages with their words.
#[derive(Debug)]
pub(super) struct Evidence<'a> {
    pub(super) passages: Vec<(&'a Passage, HashSet<String>)>,
}

impl<'a> Evidence<'a> {
    pub(super) fn new(passages: &'a [Passage], language: Language) -> Self {
        let words = |passage: &Passage| {
            let above =
                passage.path.iter().chain([&passage.title]).flat_map(|text| content_words(text, language));
            content_words(&passage.text, language).into_iter().chain(above).collect()
        };
        Self { passages: passages.iter().map(|passage| (passage, words(passage))).collect() }
    }

    /// The passages of a source.
    pub(super) fn of(&self, source: SourceNumber) -> impl Iterator<Item = (&'a Passage, &HashSet<String>)> {
        let has = move |passage: &Passage| passage.sources().any(|number| number == source);
        self.passages
            .iter()
            .filter(move |(passage, _)| has(passage))
            .map(|(passage, words)| (*passage, words))
    }
}
