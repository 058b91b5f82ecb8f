//! The words of a set of pages as numbers, for fast counting of phrases.

use std::collections::{HashMap, HashSet};

use domain::locale::Language;
use rustc_hash::FxHashMap;
use unicode_segmentation::UnicodeSegmentation;

use crate::numbers::as_f64;
use crate::page::{BlockKind, Page};
use crate::words::{self, Spacing};

/// The approximate number of words of a page that are read.
const MAX_WORDS: usize = 50_000;

/// A word of a [`Corpus`].
pub(crate) type WordId = u32;

/// Separates words that form no common phrase.
pub(crate) const BREAK: WordId = 0;
/// Marks the end of a block.
pub(crate) const END: WordId = 1;

/// The words of several pages.
#[derive(Debug)]
pub(crate) struct Corpus {
    words: Vec<Word>,
    /// The words of each page in order, with [`BREAK`]s.
    pub(crate) pages: Vec<Vec<WordId>>,
    /// The number of pages with each word in headings or titles.
    pub(crate) heading_pages: FxHashMap<WordId, u32>,
    /// The most frequent language of the pages.
    pub(crate) language: Language,
}

#[derive(Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) spacing: Spacing,
    /// Whether it can begin or end a term.
    pub(crate) content: bool,
    /// Whether it is too common to be a term by itself.
    pub(crate) background: bool,
}

impl Corpus {
    /// Reads the pages. Words of the query always count as content.
    pub(crate) fn of(pages: &[&Page], query: &str, language: Language) -> Self {
        let mut builder = Builder::default();
        builder.word("");
        builder.word("\n");
        let mut heading_pages = FxHashMap::default();
        let mut texts = Vec::with_capacity(pages.len());
        for page in pages {
            let mut text = Vec::with_capacity(page.word_count as usize * 5 / 4);
            let mut headings = HashSet::new();
            for block in &page.content {
                if text.len() > MAX_WORDS {
                    break;
                }
                let start = text.len();
                builder.read(&block.text, &mut text);
                if matches!(block.kind, BlockKind::Heading(_)) {
                    headings.extend(text[start..].iter().copied());
                }
            }
            for word in headings {
                *heading_pages.entry(word).or_insert(0) += 1;
            }
            texts.push(text);
        }
        let mut corpus = Self { words: builder.words, pages: texts, heading_pages, language };
        corpus.mark_function_words(query);
        corpus
    }

    pub(crate) fn word(&self, id: WordId) -> &Word {
        &self.words[id as usize]
    }

    /// The words of a phrase as written.
    pub(crate) fn phrase(&self, words: &[WordId]) -> String {
        let mut phrase = String::new();
        for id in words {
            let word = self.word(*id);
            if !phrase.is_empty() && word.spacing == Spacing::Spaced {
                phrase.push(' ');
            }
            phrase.push_str(&word.text);
        }
        phrase
    }

    fn mark_function_words(&mut self, query: &str) {
        let normal = words::normalise(query);
        let asked: HashSet<&str> = words::split(&normal).collect();
        let listed = words::has_list(self.language);
        let spread = if listed { HashSet::new() } else { self.evenly_spread() };
        for (id, word) in (0..).zip(&mut self.words) {
            let function = words::is_generic(&word.text, self.language)
                || (spread.contains(&id) && !asked.contains(word.text.as_str()));
            let letters = word.text.chars().any(char::is_alphabetic);
            let single = word.spacing == Spacing::Spaced && word.text.chars().nth(1).is_none();
            word.content = letters && !function && !(single && word.text.is_ascii());
            word.background =
                words::is_background(&word.text, self.language) && !asked.contains(word.text.as_str());
        }
    }

    /// Short words that every page uses about equally often are function words.
    fn evenly_spread(&self) -> HashSet<WordId> {
        let mut counts: HashMap<WordId, Vec<f64>> = HashMap::new();
        for (index, page) in self.pages.iter().enumerate() {
            let share = 1.0 / as_f64(page.len().max(1));
            for word in page {
                let shares = counts.entry(*word).or_insert_with(|| vec![0.0; self.pages.len()]);
                shares[index] += share;
            }
        }
        counts.retain(|word, shares| {
            let short =
                self.word(*word).spacing == Spacing::Spaced && self.word(*word).text.chars().count() <= 6;
            short && is_even(shares)
        });
        counts.into_keys().collect()
    }
}

/// Whether a word makes up at least a four-hundredth of most pages, with little difference between them.
fn is_even(shares: &[f64]) -> bool {
    let pages = as_f64(shares.len());
    let used = shares.iter().filter(|share| **share > 0.0).count();
    let mean = shares.iter().sum::<f64>() / pages;
    let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / pages;
    as_f64(used) >= 0.8 * pages && mean >= 0.0025 && variance.sqrt() <= 0.6 * mean
}

#[derive(Default)]
struct Builder {
    words: Vec<Word>,
    ids: HashMap<String, WordId>,
}

impl Builder {
    fn word(&mut self, text: &str) -> WordId {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let id = WordId::try_from(self.words.len()).unwrap_or(WordId::MAX);
        self.ids.insert(text.to_owned(), id);
        self.words.push(Word {
            text: text.to_owned(),
            spacing: words::spacing(text),
            content: false,
            background: false,
        });
        id
    }

    fn read(&mut self, text: &str, into: &mut Vec<WordId>) {
        let normal = words::normalise(text);
        let mut end = 0;
        for (start, word) in normal.unicode_word_indices() {
            if normal[end..start].contains(separates) {
                into.push(BREAK);
            }
            end = start + word.len();
            if let Some(word) = words::cleaned(word) {
                into.push(self.word(word));
            }
        }
        into.push(END);
    }
}

/// Whether a character between two words separates phrases.
fn separates(sign: char) -> bool {
    !sign.is_whitespace() && !matches!(sign, '-' | '\'' | '‑')
}
