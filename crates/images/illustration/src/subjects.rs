//! The things that can be drawn, and which of them a prompt names.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use domain::locale::Language;

use crate::icons::{Icon, icon};
use crate::phrasebook::Phrasebook;
use crate::reading::{self, Reading};
use crate::setting::Place;

/// Something that can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// Its name in English with its article, if it has one: `a cup of coffee`, `scissors`.
    english: &'static str,
    vietnamese: &'static str,
    /// The icon that shows it; `None` for a landscape.
    pub(crate) icon: Option<&'static str>,
    pub(crate) home: Place,
    pub(crate) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Something to eat or drink.
    Food,
    /// Something that lives or grows.
    Living,
    Made,
    /// A building or a landscape.
    Place,
}

impl Subject {
    /// Its name in a language without an article; the English name if there is no other.
    #[must_use]
    pub fn name(&self, language: Language) -> &'static str {
        if language == Language::VIETNAMESE {
            return self.vietnamese;
        }
        let articles = ["a ", "an ", "the "];
        articles.iter().find_map(|article| self.english.strip_prefix(article)).unwrap_or(self.english)
    }

    /// Its name as it appears in a sentence.
    pub(crate) fn in_a_sentence(&self, language: Language) -> &'static str {
        if language == Language::VIETNAMESE { self.vietnamese } else { self.english }
    }

    pub(crate) fn drawing(&self) -> Option<&'static Icon> {
        icon(self.icon?)
    }
}

/// The drawable things that a prompt names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// The main thing of the prompt.
    pub main: Subject,
    /// Whether the main thing is a symbol of the subject of the prompt, as coins are of savings.
    pub is_symbol: bool,
    /// Further things that the prompt names, in its order.
    pub others: Vec<Subject>,
    /// Whether the prompt names nothing else that is known, including things that can't stand beside the main
    /// thing.
    pub(crate) is_alone: bool,
}

/// The main thing of a prompt can't be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSubject {
    /// The words that name it; `None` if the prompt names no thing.
    pub words: Option<String>,
}

/// Finds the main thing of a prompt: the head of its first noun phrase. Prompts are read in English and Vietnamese.
pub fn recognise(prompt: &str, language: Language) -> Result<Recognised, UnknownSubject> {
    match reading::read(prompt, language) {
        Reading::Nouns { main, others, is_alone } => {
            let named = |noun: &Noun| VOCABULARY.things[noun.thing];
            Ok(Recognised {
                main: named(&main),
                is_symbol: main.is_topic,
                others: others.iter().map(named).collect(),
                is_alone,
            })
        }
        Reading::Unknown(words) => Err(UnknownSubject { words: Some(words) }),
        Reading::Nothing => Err(UnknownSubject { words: None }),
    }
}

/// Things that fit well with a subject.
pub(crate) fn companions(of: &Subject) -> Vec<Subject> {
    let line = of.icon.and_then(|name| VOCABULARY.ensembles.get(name)).copied().unwrap_or_default();
    let others = line.split(' ').skip(1);
    others
        .filter_map(|name| VOCABULARY.things.iter().find(|thing| thing.icon == Some(name)))
        .copied()
        .collect()
}

/// A noun of a prompt that can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Noun {
    thing: usize,
    /// Whether the thing is only a symbol of what the noun names.
    pub(crate) is_topic: bool,
}

impl Noun {
    pub(crate) fn icon(self) -> Option<&'static str> {
        VOCABULARY.things[self.thing].icon
    }

    /// Whether it names a thing of that kind; a topic has none.
    pub(crate) fn is(self, kind: Kind) -> bool {
        !self.is_topic && VOCABULARY.things[self.thing].kind == kind
    }
}

/// The nouns of both languages.
pub(crate) fn nouns() -> &'static Phrasebook<Noun> {
    &VOCABULARY.nouns
}

struct Vocabulary {
    things: Vec<Subject>,
    nouns: Phrasebook<Noun>,
    /// The line of the ensembles that starts with each icon.
    ensembles: BTreeMap<&'static str, &'static str>,
}

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::read);

const THINGS: &str = include_str!("../data/things.tsv");
const TOPICS: &str = include_str!("../data/topics.tsv");
const ENSEMBLES: &str = include_str!("../data/ensembles.tsv");
/// The first thing of each kind after food in the table.
const KINDS: [(&str, Kind); 3] =
    [("potted-plant", Kind::Living), ("teapot", Kind::Made), ("house", Kind::Place)];

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

impl Vocabulary {
    fn read() -> Self {
        let (mut things, mut nouns, mut kind) = (Vec::new(), Phrasebook::new(), Kind::Food);
        let mut names = Vec::new();
        for line in lines(THINGS) {
            let columns: Vec<&'static str> = line.split('\t').collect();
            let [icon, home, english, vietnamese, english_nouns, vietnamese_nouns] = columns[..] else {
                continue;
            };
            let Some(home) = Place::named(home) else { continue };
            kind = KINDS.iter().find(|(first, _)| *first == icon).map_or(kind, |(_, next)| *next);
            let noun = Noun { thing: things.len(), is_topic: false };
            let drawing = Some(icon).filter(|icon| *icon != "-");
            let subject = Subject { english, vietnamese, icon: drawing, home, kind };
            things.push(subject);
            names.push((noun, subject.name(Language::ENGLISH), vietnamese));
            nouns.add_english(english_nouns, noun);
            nouns.add_vietnamese(vietnamese_nouns, noun);
        }
        for (noun, english, vietnamese) in names {
            nouns.add_english(english, noun);
            nouns.add_vietnamese(vietnamese, noun);
        }
        for columns in lines(TOPICS).map(|line| line.split('\t').collect::<Vec<_>>()) {
            let [icon, english, vietnamese] = columns[..] else { continue };
            let Some(thing) = things.iter().position(|thing| thing.icon == Some(icon)) else { continue };
            nouns.add_english(english, Noun { thing, is_topic: true });
            nouns.add_vietnamese(vietnamese, Noun { thing, is_topic: true });
        }
        let leads = lines(ENSEMBLES).filter_map(|line| Some((line.split(' ').next()?, line)));
        Self { things, nouns, ensembles: leads.collect() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::words::{phrase, split};

    #[test]
    fn every_line_of_the_tables_is_understood() {
        for line in lines(THINGS) {
            let columns: Vec<&str> = line.split('\t').collect();
            assert_eq!(columns.len(), 6, "{line}");
            assert!(columns[0] == "-" || icon(columns[0]).is_some(), "{line}");
            assert!(Place::named(columns[1]).is_some(), "{line}");
            assert!(columns[2..4].iter().all(|name| !name.is_empty()), "{line}");
            assert!(columns[4..].join("|").split('|').all(|word| split(word).len() <= 6), "{line}");
        }
        for line in lines(TOPICS) {
            let columns: Vec<&str> = line.split('\t').collect();
            assert_eq!(columns.len(), 3, "{line}");
            assert!(VOCABULARY.things.iter().any(|thing| thing.icon == Some(columns[0])), "{line}");
        }
        for name in lines(ENSEMBLES).flat_map(|line| line.split(' ')) {
            assert!(VOCABULARY.things.iter().any(|thing| thing.icon == Some(name)), "{name}");
        }
        let kinds = [("tamale", Kind::Food), ("nest-with-eggs", Kind::Living), ("spoon", Kind::Made)];
        for (name, kind) in kinds.into_iter().chain([("church", Kind::Place)]) {
            assert!(
                VOCABULARY.things.iter().any(|thing| thing.icon == Some(name) && thing.kind == kind),
                "{name}"
            );
        }
        assert!(VOCABULARY.things.iter().all(|thing| thing.icon.is_some() || thing.kind == Kind::Place));
    }

    #[test]
    fn no_noun_stands_for_two_things() {
        for column in [4, 5] {
            let mut seen = BTreeSet::new();
            let topic_column = column - 3;
            let things = lines(THINGS).filter_map(|line| line.split('\t').nth(column));
            let topics = lines(TOPICS).filter_map(|line| line.split('\t').nth(topic_column));
            for noun in things.chain(topics).flat_map(|nouns| nouns.split('|')).map(phrase) {
                assert!(noun.is_empty() || seen.insert(noun.clone()), "{noun}");
            }
        }
    }

    #[test]
    fn the_vocabulary_is_large() {
        let (english, vietnamese) = VOCABULARY.nouns.sizes();
        assert!(english > 2000 && vietnamese > 1500, "{english} {vietnamese}");
    }
}
