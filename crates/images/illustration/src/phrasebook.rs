//! Phrases of both languages and their meanings. The longest phrase at a place wins.

use std::collections::HashMap;

use domain::locale::Language;

use crate::words::{phrase, singulars, split, without_accents};

/// The longest phrase, in words.
pub(crate) const LONGEST: usize = 6;
/// The thing that directly follows one of these must not be in the image.
const NEGATIONS: [&str; 5] = ["no", "not", "without", "không", "khong"];

/// Phrases with their meanings.
#[derive(Debug)]
pub(crate) struct Phrasebook<T> {
    english: HashMap<String, T>,
    vietnamese: HashMap<String, T>,
    /// Vietnamese phrases of several syllables without accents; `None` for ambiguous ones.
    bare: HashMap<String, Option<T>>,
}

/// A phrase that was found, and how many words it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found<T> {
    pub(crate) meaning: T,
    pub(crate) words: usize,
}

impl<T: Copy + PartialEq> Phrasebook<T> {
    pub(crate) fn new() -> Self {
        Self { english: HashMap::new(), vietnamese: HashMap::new(), bare: HashMap::new() }
    }

    /// Adds English phrases, separated by bars. Existing phrases stay.
    pub(crate) fn add_english(&mut self, phrases: &str, meaning: T) {
        for text in phrases.split('|').map(phrase).filter(|text| !text.is_empty()) {
            self.english.entry(text).or_insert(meaning);
        }
    }

    /// Adds Vietnamese phrases, separated by bars. Existing phrases stay.
    pub(crate) fn add_vietnamese(&mut self, phrases: &str, meaning: T) {
        for text in phrases.split('|').map(phrase).filter(|text| !text.is_empty()) {
            if text.contains(' ') {
                let known = self.bare.entry(without_accents(&text)).or_insert(Some(meaning));
                *known = known.filter(|known| *known == meaning);
            }
            self.vietnamese.entry(text).or_insert(meaning);
        }
    }

    /// Every phrase of a prompt, in the order of the words.
    pub(crate) fn find(&self, prompt: &str, language: Language) -> Vec<T> {
        let words = split(prompt);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut found = Vec::new();
        let mut start = 0;
        while start < words.len() {
            let hit = self.at(&words[start..], language);
            let wanted = start == 0 || !NEGATIONS.contains(&words[start - 1]);
            start += hit.map_or(1, |hit| hit.words);
            found.extend(hit.filter(|_| wanted).map(|hit| hit.meaning));
        }
        found
    }

    fn at(&self, words: &[&str], language: Language) -> Option<Found<T>> {
        if language == Language::VIETNAMESE {
            return self.vietnamese_start(words).or_else(|| self.english_start(words));
        }
        let foreign = || self.vietnamese_start(words).filter(|hit| !words[..hit.words].concat().is_ascii());
        self.english_start(words).or_else(foreign)
    }

    /// The longest English phrase at the start of these words.
    pub(crate) fn english_start(&self, words: &[&str]) -> Option<Found<T>> {
        longest(words.len(), |length| self.english(&words[..length]))
    }

    /// The longest English phrase at the end of these words.
    pub(crate) fn english_end(&self, words: &[&str]) -> Option<Found<T>> {
        longest(words.len(), |length| self.english(&words[words.len() - length..]))
    }

    /// The longest Vietnamese phrase at the start of these words, with its accents or without.
    pub(crate) fn vietnamese_start(&self, words: &[&str]) -> Option<Found<T>> {
        longest(words.len(), |length| {
            let text = words[..length].join(" ");
            self.vietnamese.get(&text).copied().or_else(|| self.bare.get(&text).copied().flatten())
        })
    }

    fn english(&self, words: &[&str]) -> Option<T> {
        let (last, before) = words.split_last()?;
        singulars(last).into_iter().find_map(|last| {
            let words: Vec<&str> = before.iter().copied().chain([last.as_str()]).collect();
            self.english.get(&words.join(" ")).copied()
        })
    }

    #[cfg(test)]
    pub(crate) fn sizes(&self) -> (usize, usize) {
        (self.english.len(), self.vietnamese.len())
    }
}

fn longest<T>(words: usize, look_up: impl Fn(usize) -> Option<T>) -> Option<Found<T>> {
    let mut lengths = (1..=LONGEST.min(words)).rev();
    lengths.find_map(|words| Some(Found { meaning: look_up(words)?, words }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Phrasebook<u8> {
        let mut book = Phrasebook::new();
        book.add_english("coffee|coffee shop|run", 1);
        book.add_english("shop", 2);
        book.add_vietnamese("cà phê", 3);
        book.add_vietnamese("bàn|bóng đá", 4);
        book.add_vietnamese("bông đa", 5);
        book
    }

    #[test]
    fn the_longest_phrase_wins() {
        let meanings = |prompt| book().find(prompt, Language::ENGLISH);
        assert_eq!(meanings("a coffee shop, a shop"), [1, 2]);
        assert_eq!(meanings("Coffees while running"), [1], "a form of a verb is no noun");
        let end = |words: &[&str]| book().english_end(words).map(|found| (found.meaning, found.words));
        assert_eq!(end(&["old", "coffee", "shops"]), Some((1, 2)));
        assert_eq!(end(&["coffee", "table"]), None);
    }

    #[test]
    fn accents_may_be_missing_where_nothing_else_can_be_meant() {
        let meanings = |prompt, language| book().find(prompt, language);
        assert_eq!(meanings("uong ca phe", Language::VIETNAMESE), [3]);
        assert_eq!(meanings("bong da", Language::VIETNAMESE), Vec::<u8>::new());
        assert_eq!(meanings("ban", Language::VIETNAMESE), Vec::<u8>::new());
        assert_eq!(meanings("bóng đá", Language::ENGLISH), [4]);
        assert_eq!(meanings("ca phe", Language::ENGLISH), Vec::<u8>::new());
    }

    #[test]
    fn what_shall_not_be_there_is_not_found() {
        assert_eq!(book().find("a shop without coffee", Language::ENGLISH), [2]);
    }
}
