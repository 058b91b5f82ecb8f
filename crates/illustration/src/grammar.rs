//! Word classes that tell where the main noun of a prompt stands. The words themselves are in data/grammar.tsv.

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

/// A noun such as `cup` in `cup of tea`: what it holds is the main thing.
#[derive(Debug)]
pub(crate) struct Measure {
    nouns: Class,
    /// The icons that show such a measure of something; `*` for every icon.
    icons: &'static str,
}

/// The classes of a language.
#[derive(Debug, Default)]
pub(crate) struct Grammar {
    /// Comes before the main thing and says nothing about it: `photo of`, `guide to`.
    pub(crate) lead: Class,
    /// The same, with a verb behind it: `how to`.
    pub(crate) lead_verb: Class,
    pub(crate) verb: Class,
    /// Ends a noun phrase: prepositions, conjunctions, auxiliary verbs, pronouns.
    pub(crate) stop: Class,
    /// Begins a noun phrase: articles, numbers, Vietnamese classifiers.
    pub(crate) determiner: Class,
    /// Says how a thing is, and leaves it the same thing: colours, sizes, tastes.
    pub(crate) adjective: Class,
    /// What a thing is made of: an iron chair is a chair, but a rubber duck is no duck.
    pub(crate) material: Class,
    /// A noun that leaves the noun before it the main thing, and says nothing alone: `coffee photo`, `bicycle tips`.
    pub(crate) tail: Class,
    /// A noun that leaves the noun before it the main thing, and is one itself if it stands alone: `bicycle puncture`.
    pub(crate) part: Class,
    /// A noun that may stand before the name of a dish.
    pub(crate) ingredient: Class,
    /// What is done to food: a grilled fish is no fish in the sea.
    pub(crate) cooked: Class,
    /// Joins two things as equals.
    pub(crate) and: Class,
    /// Joins a thing to the place where another is.
    pub(crate) joint: Class,
    pub(crate) person: Class,
    pub(crate) place: Class,
    /// Nouns that are names of companies, products or countries if they begin with a capital letter.
    pub(crate) name: Class,
    /// Words that keep what follows them out of the image: `laptops for students`.
    pub(crate) apart: Class,
    /// Nouns that would be taken for something that can be drawn: `flower bed`.
    pub(crate) other: Class,
    measures: Vec<Measure>,
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

    fn class(&mut self, name: &str) -> Option<&mut Class> {
        Some(match name {
            "lead" => &mut self.lead,
            "lead-verb" => &mut self.lead_verb,
            "verb" => &mut self.verb,
            "stop" => &mut self.stop,
            "determiner" => &mut self.determiner,
            "adjective" => &mut self.adjective,
            "material" => &mut self.material,
            "tail" => &mut self.tail,
            "part" => &mut self.part,
            "ingredient" => &mut self.ingredient,
            "cooked" => &mut self.cooked,
            "and" => &mut self.and,
            "joint" => &mut self.joint,
            "person" => &mut self.person,
            "place" => &mut self.place,
            "name" => &mut self.name,
            "apart" => &mut self.apart,
            "other" => &mut self.other,
            _ => return None,
        })
    }

    /// The classes that Vietnamese has.
    fn without_accents(&self) -> Self {
        Self {
            lead: self.lead.without_accents(),
            verb: self.verb.without_accents(),
            stop: self.stop.without_accents(),
            determiner: self.determiner.without_accents(),
            adjective: self.adjective.without_accents(),
            and: self.and.without_accents(),
            joint: self.joint.without_accents(),
            person: self.person.without_accents(),
            place: self.place.without_accents(),
            other: self.other.without_accents(),
            ..Self::default()
        }
    }
}

pub(crate) static ENGLISH: LazyLock<Grammar> = LazyLock::new(|| Grammar::of("en"));
pub(crate) static VIETNAMESE: LazyLock<Grammar> = LazyLock::new(|| Grammar::of("vi"));
/// Vietnamese as it is typed without accents.
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
