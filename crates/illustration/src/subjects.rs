//! Which things a prompt speaks of, most important first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use domain::locale::Language;

use crate::icons::{Icon, icon};
use crate::numbers::count;
use crate::phrasebook::{Found, Phrasebook};
use crate::setting::Place;
use crate::words::{phrase, split};

/// Something that a prompt speaks of and that can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// Its name in English, without an article.
    pub english: &'static str,
    /// Its name in Vietnamese.
    pub vietnamese: &'static str,
    pub(crate) icon: &'static str,
    pub(crate) home: Place,
}

impl Subject {
    /// Its name in a language; English where there is none.
    #[must_use]
    pub fn name(&self, language: Language) -> &'static str {
        if language == Language::VIETNAMESE { self.vietnamese } else { self.english }
    }

    pub(crate) fn drawing(&self) -> Option<&'static Icon> {
        icon(self.icon)
    }
}

/// The things that a prompt speaks of, most important first: earlier and more specific words count more. Empty if it names
/// nothing that can be drawn.
#[must_use]
pub fn subjects(prompt: &str, language: Language) -> Vec<Subject> {
    let mut found = VOCABULARY.phrases.find(prompt, language);
    found.sort_by(|one, two| importance(two).total_cmp(&importance(one)));
    let mut seen = BTreeSet::new();
    let first_mention = |meaning: &Meaning| seen.insert(meaning.thing);
    found
        .iter()
        .map(|found| found.meaning)
        .filter(first_mention)
        .map(|meaning| VOCABULARY.things[meaning.thing])
        .collect()
}

/// Things that go well with a subject.
pub(crate) fn companions(of: &Subject) -> Vec<Subject> {
    let line = VOCABULARY.ensembles.get(of.icon).copied().unwrap_or_default();
    let others = line.split(' ').filter(|name| *name != of.icon);
    others.filter_map(|name| VOCABULARY.things.iter().find(|thing| thing.icon == name)).copied().collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Meaning {
    thing: usize,
    /// Whether the words say little about what a text is of.
    generic: bool,
}

fn importance(found: &Found<Meaning>) -> f32 {
    let weight = if found.meaning.generic { 0.3 } else { 1.0 + 0.15 * count(found.words - 1) };
    weight / (1.0 + 0.06 * count(found.start))
}

struct Vocabulary {
    things: Vec<Subject>,
    phrases: Phrasebook<Meaning>,
    /// The first line of the ensembles that each icon is in.
    ensembles: BTreeMap<&'static str, &'static str>,
}

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::read);

const THINGS: &str = include_str!("../data/things.tsv");
const ENSEMBLES: &str = include_str!("../data/ensembles.tsv");
const GENERIC: &str = include_str!("../data/generic.tsv");

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

impl Vocabulary {
    fn read() -> Self {
        let generic = generic_phrases();
        let (mut things, mut phrases, mut names) = (Vec::new(), Phrasebook::new(), Vec::new());
        for line in lines(THINGS) {
            let columns: Vec<&'static str> = line.split('\t').collect();
            let [icon, home, english, vietnamese, english_words, vietnamese_words] = columns[..] else {
                continue;
            };
            let Some(home) = Place::named(home) else { continue };
            let thing = things.len();
            things.push(Subject { english, vietnamese, icon, home });
            names.push((thing, english, vietnamese));
            for word in english_words.split('|') {
                phrases.add_english(word, Meaning { thing, generic: generic.contains(&phrase(word)) });
            }
            for word in vietnamese_words.split('|') {
                phrases.add_vietnamese(word, Meaning { thing, generic: generic.contains(&phrase(word)) });
            }
        }
        for (thing, english, vietnamese) in names {
            phrases.add_english(english, Meaning { thing, generic: generic.contains(&phrase(english)) });
            phrases.add_vietnamese(vietnamese, Meaning { thing, generic: false });
        }
        Self { things, phrases, ensembles: ensembles() }
    }
}

fn generic_phrases() -> BTreeSet<String> {
    let words = lines(GENERIC).filter_map(|line| line.split_once('\t'));
    words.flat_map(|(_, phrases)| phrases.split('|')).map(|text| split(text).join(" ")).collect()
}

fn ensembles() -> BTreeMap<&'static str, &'static str> {
    let mut first = BTreeMap::new();
    for line in lines(ENSEMBLES) {
        for name in line.split(' ') {
            first.entry(name).or_insert(line);
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_tables_is_understood() {
        for line in lines(THINGS) {
            let columns: Vec<&str> = line.split('\t').collect();
            assert_eq!(columns.len(), 6, "{line}");
            assert!(icon(columns[0]).is_some(), "{line}");
            assert!(Place::named(columns[1]).is_some(), "{line}");
            assert!(columns[2..4].iter().all(|name| !name.is_empty()), "{line}");
            assert!(columns[4..].join("|").split('|').all(|word| split(word).len() <= 6), "{line}");
        }
        for name in lines(ENSEMBLES).flat_map(|line| line.split(' ')) {
            assert!(VOCABULARY.things.iter().any(|thing| thing.icon == name), "{name}");
        }
    }

    #[test]
    fn generic_words_are_words_of_the_vocabulary() {
        let known: BTreeSet<String> = lines(THINGS)
            .flat_map(|line| line.split('\t').skip(2))
            .flat_map(|column| column.split('|'))
            .map(phrase)
            .collect();
        let idle: Vec<String> = generic_phrases().into_iter().filter(|text| !known.contains(text)).collect();
        assert!(idle.is_empty(), "{idle:?}");
    }

    #[test]
    fn the_vocabulary_is_large() {
        let (english, vietnamese) = VOCABULARY.phrases.sizes();
        assert!(english > 3000 && vietnamese > 2000, "{english} {vietnamese}");
    }

    #[test]
    fn most_things_have_company() {
        let alone = VOCABULARY.things.iter().filter(|thing| companions(thing).is_empty()).count();
        assert!(alone * 2 < VOCABULARY.things.len(), "{alone}");
    }
}
