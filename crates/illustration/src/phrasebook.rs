//! Phrases of both languages and what each stands for. The longest phrase at each place of a prompt wins.

use std::collections::HashMap;

use domain::locale::Language;

use crate::words::{english_stems, phrase, split, without_accents};

/// The longest phrase, in words.
const LONGEST: usize = 6;
/// What is named after these is just what shall not be there.
const NEGATIONS: [&str; 5] = ["no", "not", "without", "không", "khong"];

/// Phrases that stand for something.
#[derive(Debug)]
pub(crate) struct Phrasebook<T> {
    english: HashMap<String, T>,
    vietnamese: HashMap<String, T>,
    /// Vietnamese phrases of several syllables without accents; nothing for those that could be two things.
    bare: HashMap<String, Option<T>>,
}

/// A phrase that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found<T> {
    pub(crate) meaning: T,
    /// Which word of the prompt it begins at.
    pub(crate) start: usize,
    /// How many words it has.
    pub(crate) words: usize,
}

impl<T: Copy + PartialEq> Phrasebook<T> {
    pub(crate) fn new() -> Self {
        Self { english: HashMap::new(), vietnamese: HashMap::new(), bare: HashMap::new() }
    }

    /// Adds English phrases, separated by bars. What is already there stays.
    pub(crate) fn add_english(&mut self, phrases: &str, meaning: T) {
        for text in phrases.split('|').map(phrase).filter(|text| !text.is_empty()) {
            self.english.entry(text).or_insert(meaning);
        }
    }

    /// Adds Vietnamese phrases, separated by bars. What is already there stays.
    pub(crate) fn add_vietnamese(&mut self, phrases: &str, meaning: T) {
        for text in phrases.split('|').map(phrase).filter(|text| !text.is_empty()) {
            if text.contains(' ') {
                let known = self.bare.entry(without_accents(&text)).or_insert(Some(meaning));
                *known = known.filter(|known| *known == meaning);
            }
            self.vietnamese.entry(text).or_insert(meaning);
        }
    }

    /// Everything that a prompt speaks of, in the order of the words.
    pub(crate) fn find(&self, prompt: &str, language: Language) -> Vec<Found<T>> {
        let words = split(prompt);
        let mut found = Vec::new();
        let mut start = 0;
        while start < words.len() {
            let lengths = (1..=LONGEST.min(words.len() - start)).rev();
            let hit = lengths.into_iter().find_map(|length| {
                let meaning = self.look_up(&words[start..start + length], language)?;
                Some(Found { meaning, start, words: length })
            });
            let wanted = start == 0 || !NEGATIONS.contains(&words[start - 1].as_str());
            start += hit.as_ref().map_or(1, |hit| hit.words);
            found.extend(hit.filter(|_| wanted));
        }
        found
    }

    fn look_up(&self, words: &[String], language: Language) -> Option<T> {
        let text = words.join(" ");
        let vietnamese = || self.vietnamese.get(&text).copied();
        if language == Language::VIETNAMESE {
            let bare = || self.bare.get(&text).copied().flatten();
            return vietnamese().or_else(bare).or_else(|| self.english(words));
        }
        let foreign = || if text.is_ascii() { None } else { vietnamese() };
        self.english(words).or_else(foreign)
    }

    fn english(&self, words: &[String]) -> Option<T> {
        let (last, before) = words.split_last()?;
        let forms = english_stems(last).into_iter().map(|stem| {
            let words: Vec<&str> = before.iter().map(String::as_str).chain([stem.as_str()]).collect();
            words.join(" ")
        });
        forms.into_iter().find_map(|text| self.english.get(&text).copied())
    }

    #[cfg(test)]
    pub(crate) fn sizes(&self) -> (usize, usize) {
        (self.english.len(), self.vietnamese.len())
    }
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

    fn meanings(prompt: &str, language: Language) -> Vec<u8> {
        book().find(prompt, language).into_iter().map(|found| found.meaning).collect()
    }

    #[test]
    fn the_longest_phrase_wins() {
        assert_eq!(meanings("a coffee shop, a shop", Language::ENGLISH), [1, 2]);
        assert_eq!(meanings("Coffees while running", Language::ENGLISH), [1, 1]);
    }

    #[test]
    fn accents_may_be_missing_where_nothing_else_can_be_meant() {
        assert_eq!(meanings("uong ca phe", Language::VIETNAMESE), [3]);
        assert_eq!(meanings("bong da", Language::VIETNAMESE), []);
        assert_eq!(meanings("ban", Language::VIETNAMESE), []);
        assert_eq!(meanings("bóng đá", Language::ENGLISH), [4]);
        assert_eq!(meanings("ca phe", Language::ENGLISH), []);
    }

    #[test]
    fn what_shall_not_be_there_is_not_found() {
        assert_eq!(meanings("a shop without coffee", Language::ENGLISH), [2]);
    }
}
