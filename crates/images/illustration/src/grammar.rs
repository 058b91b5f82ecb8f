//! Word classes that show where the main noun of a prompt is. The words themselves are in data/grammar.tsv.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::phrasebook::LONGEST;
use crate::words::{phrase, singulars, without_accents};

/// Words and phrases of one class.
#[derive(Debug, Default)]
pub(crate) struct Class {
    phrases: HashSet<String>,
}

impl Class {
    fn add(&mut self, phrases: &str) {
        self.phrases.extend(phrases.split('|').map(phrase).filter(|text| !text.is_empty()));
    }

    fn without_accents(&self) -> Self {
        Self { phrases: self.phrases.iter().map(|text| without_accents(text)).collect() }
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.phrases.contains(word)
    }

    /// Whether an English noun is in the class, in the singular or the plural.
    pub(crate) fn has_noun(&self, word: &str) -> bool {
        singulars(word).iter().any(|one| self.has(one))
    }

    /// The length of the longest phrase that these words begin with.
    pub(crate) fn start(&self, words: &[&str]) -> Option<usize> {
        (1..=LONGEST.min(words.len())).rev().find(|length| self.has_phrase(&words[..*length]))
    }

    /// The length of the longest phrase that these words end with.
    pub(crate) fn end(&self, words: &[&str]) -> Option<usize> {
        (1..=LONGEST.min(words.len())).rev().find(|length| self.has_phrase(&words[words.len() - length..]))
    }

    fn has_phrase(&self, words: &[&str]) -> bool {
        let Some((last, before)) = words.split_last() else { return false };
        let phrase =
            |last: String| before.iter().copied().chain([last.as_str()]).collect::<Vec<_>>().join(" ");
        singulars(last).into_iter().any(|last| self.has(&phrase(last)))
    }
}

/// A noun such as `cup` in `cup of tea`: its content is the main thing.
#[derive(Debug)]
pub(crate) struct Measure {
    nouns: Class,
    /// The icons that can show such a measure of something; `*` for every icon.
    icons: &'static str,
}

/// Defines a grammar with these classes; data/grammar.tsv has the same names.
macro_rules! grammar {
    ($($(#[$about:meta])* $class:ident,)*) => {
        /// The classes of a language.
        #[derive(Debug, Default)]
        pub(crate) struct Grammar {
            $($(#[$about])* pub(crate) $class: Class,)*
            measures: Vec<Measure>,
        }

        impl Grammar {
            fn class(&mut self, name: &str) -> Option<&mut Class> {
                $(if name == stringify!($class) { return Some(&mut self.$class); })*
                None
            }

            fn without_accents(&self) -> Self {
                Self { $($class: self.$class.without_accents(),)* measures: Vec::new() }
            }
        }
    };
}

grammar! {
    /// Precedes the main thing without describing it: `photo of`, `guide to`.
    lead,
    /// The same, followed by a verb: `how to`.
    lead_verb,
    verb,
    /// Ends a noun phrase: prepositions, conjunctions, auxiliary verbs, pronouns.
    stop,
    /// Begins a noun phrase: articles, numbers, Vietnamese classifiers.
    determiner,
    /// Describes a thing without changing what it is: colours, sizes, tastes.
    adjective,
    /// The material of a thing: an iron chair is a chair, but a rubber duck is not a duck.
    material,
    /// A noun after the main thing that has no meaning alone: `coffee photo`, `bicycle tips`.
    tail,
    /// A noun after the main thing that is a main thing itself if it stands alone: `bicycle puncture`.
    part,
    /// A noun that may stand before the name of a dish.
    ingredient,
    /// A way to prepare food: a grilled fish is not a fish in the sea.
    cooked,
    /// Joins two things as equals.
    and,
    /// Joins a thing to the place of another.
    joint,
    person,
    place,
    /// Nouns that are names of companies, products or countries if they begin with a capital letter.
    name,
    /// Words whose complement is not part of the image: `laptops for students`.
    apart,
    /// Nouns that would be mistaken for something that can be drawn: `flower bed`.
    other,
}

impl Grammar {
    /// The icons that can show a measure of something, if the word is a measure.
    pub(crate) fn measure(&self, word: &str) -> Option<&'static str> {
        self.measures.iter().find(|measure| measure.nouns.has_noun(word)).map(|measure| measure.icons)
    }

    fn of(language: &str) -> Self {
        let mut grammar = Self::default();
        for columns in lines().filter(|columns| columns[1] == language) {
            if columns[0] == "measure" {
                let mut nouns = Class::default();
                nouns.add(columns[2]);
                let icons = columns.get(3).copied().unwrap_or("*");
                grammar.measures.push(Measure { nouns, icons });
            } else if let Some(class) = grammar.class(columns[0]) {
                class.add(columns[2]);
            }
        }
        grammar
    }
}

pub(crate) static ENGLISH: LazyLock<Grammar> = LazyLock::new(|| Grammar::of("en"));
pub(crate) static VIETNAMESE: LazyLock<Grammar> = LazyLock::new(|| Grammar::of("vi"));
/// Vietnamese that is typed without accents.
pub(crate) static BARE_VIETNAMESE: LazyLock<Grammar> = LazyLock::new(|| VIETNAMESE.without_accents());

fn lines() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = include_str!("../data/grammar.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect::<Vec<_>>()).filter(|columns| columns.len() > 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_understood() {
        assert!(lines().count() > 20);
        for columns in lines() {
            let known = columns[0] == "measure" || Grammar::default().class(columns[0]).is_some();
            assert!(known && ["en", "vi"].contains(&columns[1]), "{columns:?}");
        }
        for icons in ENGLISH.measures.iter().map(|measure| measure.icons).filter(|icons| *icons != "*") {
            assert!(icons.split(' ').all(|name| crate::icons::icon(name).is_some()), "{icons}");
        }
    }

    #[test]
    fn classes_know_phrases_and_plurals() {
        assert_eq!(ENGLISH.lead.start(&["photo", "of", "a", "cat"]), Some(2));
        assert_eq!(ENGLISH.other.end(&["a", "flower", "beds"]), Some(2));
        assert!(ENGLISH.part.has_noun("recipes") && !ENGLISH.part.has("recipes"));
        assert_eq!(BARE_VIETNAMESE.lead.start(&["cach", "pha"]), Some(1));
    }
}
