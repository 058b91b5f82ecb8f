//! Phrases of prompts, as data: one table per language. A line is a class and phrases between bars.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use domain::locale::Language;

use crate::words;

/// The class of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Class {
    /// Never part of a description: `please`.
    Polite,
    /// A request, if it has a recipient or an object: `draw`.
    Request,
    /// The recipient: `me`.
    Recipient,
    /// `a`, `the`.
    Article,
    /// The quality of the image, before its kind: `detailed`.
    Quality,
    /// A kind of image, if a link to its content or nothing at all follows: `photo`.
    Kind,
    /// A kind of image, regardless of the following words.
    PlainKind,
    /// A link between the kind and the content: `of`, `showing`.
    Link,
    /// Never describes the content: `8k`.
    Noise,
    /// Does not describe the content at the end of a clause: `studio lighting`.
    Aside,
    /// Does not describe the content, and neither does the rest of its clause: `in the style of`,
    /// `without text`.
    Tail,
    /// Does not describe the content as a clause of its own, after `no text`: `watermark`.
    Alone,
    /// Cannot end a text: `with`.
    Loose,
}

impl Class {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "polite" => Self::Polite,
            "request" => Self::Request,
            "recipient" => Self::Recipient,
            "article" => Self::Article,
            "quality" => Self::Quality,
            "kind" => Self::Kind,
            "plain kind" => Self::PlainKind,
            "link" => Self::Link,
            "noise" => Self::Noise,
            "aside" => Self::Aside,
            "tail" => Self::Tail,
            "alone" => Self::Alone,
            "loose" => Self::Loose,
            _ => return None,
        })
    }
}

/// The longest phrase, in words.
const LONGEST: usize = 6;

/// The phrases of a language. English phrases are included in all languages, because they are used
/// everywhere.
#[derive(Debug)]
pub(super) struct Phrases {
    classes: HashMap<Class, HashSet<String>>,
}

const ENGLISH: &str = include_str!("phrases/en.tsv");
const VIETNAMESE: &str = include_str!("phrases/vi.tsv");

impl Phrases {
    pub(super) fn of(language: Language) -> &'static Self {
        static COMMON: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[ENGLISH]));
        static WITH_VIETNAMESE: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[ENGLISH, VIETNAMESE]));
        if language == Language::VIETNAMESE { &WITH_VIETNAMESE } else { &COMMON }
    }

    fn read(tables: &[&str]) -> Self {
        let mut classes: HashMap<Class, HashSet<String>> = HashMap::new();
        for line in tables.iter().flat_map(|table| table.lines()) {
            let Some((name, phrases)) = line.split_once('\t') else { continue };
            if let Some(class) = Class::named(name) {
                classes.entry(class).or_default().extend(phrases.split('|').map(str::to_owned));
            }
        }
        Self { classes }
    }

    /// The number of first words that form the longest phrase of a class; 0 if there is none.
    pub(super) fn at_start(&self, words: &[&str], class: Class) -> Option<usize> {
        let phrases = self.classes.get(&class)?;
        (1..=LONGEST.min(words.len())).rev().find(|length| phrases.contains(&key(&words[..*length])))
    }

    /// The number of last words that form the longest phrase of a class.
    pub(super) fn at_end(&self, words: &[&str], class: Class) -> Option<usize> {
        let phrases = self.classes.get(&class)?;
        let first = words.len().saturating_sub(LONGEST);
        (first..words.len())
            .find(|start| phrases.contains(&key(&words[*start..])))
            .map(|start| words.len() - start)
    }

    /// Whether a text cannot end with this word.
    pub(super) fn is_loose(&self, word: &str) -> bool {
        self.at_start(&[word], Class::Loose).is_some()
    }
}

/// Words in compared form. Hyphens count as spaces, so `ultra-detailed` is the phrase `ultra detailed`.
fn key(words: &[&str]) -> String {
    let bare = words.iter().map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()));
    let joined = bare.collect::<Vec<_>>().join(" ").replace('-', " ");
    words::normalise(&joined).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_tables_is_read() {
        for line in ENGLISH.lines().chain(VIETNAMESE.lines()) {
            let (class, phrases) = line.split_once('\t').unwrap();
            assert!(Class::named(class).is_some(), "{class} is a class");
            for phrase in phrases.split('|') {
                let words: Vec<_> = phrase.split(' ').collect();
                assert!(words.len() <= LONGEST, "{phrase} is not too long");
                assert_eq!(key(&words), phrase, "can be found as it is written");
            }
        }
    }

    #[test]
    fn the_longest_phrase_counts() {
        let phrases = Phrases::of(Language::ENGLISH);
        assert_eq!(phrases.at_start(&["Unreal", "Engine", "5,", "cat"], Class::Noise), Some(3));
        assert_eq!(phrases.at_start(&["cat"], Class::Noise), None);
        assert_eq!(phrases.at_end(&["cat,", "soft", "studio-lighting"], Class::Aside), Some(2));
    }
}
