//! Intent signs of words, as data: one table per language and one for global names.
//!
//! A line of a table is a class, a weight, and phrases between bars. `^` before a phrase binds it to the start of the query, `$` after
//! it to the end.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use domain::locale::Language;
use domain::search::Intent;

use crate::words;

/// The class of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Class {
    /// A sign of an intent by itself.
    Cue(Intent),
    /// A thing that is sold.
    Product,
    /// A kind of service or software that buyers compare.
    Offer,
    /// A business or place that people go to.
    Venue,
    /// A dish: eaten in a restaurant, or cooked.
    Dish,
    /// A city, country or quarter.
    Place,
    /// A site, an app or a shop.
    Site,
    /// A brand or model of products.
    Maker,
    /// A size, colour or material.
    Detail,
    /// Precedes the person or purpose that a thing is for.
    Purpose,
    /// Stands between compared things.
    Versus,
}

impl Class {
    fn named(name: &str) -> Option<Self> {
        let intent = Intent::ALL.into_iter().find(|intent| intent.as_str() == name);
        intent.map(Self::Cue).or(match name {
            "product" => Some(Self::Product),
            "offer" => Some(Self::Offer),
            "venue" => Some(Self::Venue),
            "dish" => Some(Self::Dish),
            "place" => Some(Self::Place),
            "site" => Some(Self::Site),
            "maker" => Some(Self::Maker),
            "detail" => Some(Self::Detail),
            "purpose" => Some(Self::Purpose),
            "versus" => Some(Self::Versus),
            _ => None,
        })
    }

    /// Whether the phrase is a name, which may be in the plural or misspelt.
    fn is_name(self) -> bool {
        matches!(self, Self::Product | Self::Offer | Self::Venue | Self::Dish | Self::Site | Self::Maker)
    }
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    class: Class,
    weight: f64,
    at_start: bool,
    at_end: bool,
}

/// A phrase in a query.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) class: Class,
    pub(super) weight: f64,
    /// The range of its words in the query.
    pub(super) words: Range<usize>,
    pub(super) plural: bool,
}

/// The longest phrase, in words.
const LONGEST: usize = 8;
/// Shorter words are too similar for spelling corrections.
const LONG_ENOUGH_TO_MISSPELL: usize = 6;
/// The factor for a phrase that was typed without its diacritics, or misspelt.
const UNSURE: f64 = 0.85;
/// The factor for a single syllable that was typed without its diacritics; it may stand for many others.
const VERY_UNSURE: f64 = 0.6;

/// The phrases of a language, together with the global names.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    phrases: HashMap<String, Vec<Entry>>,
    /// The phrases without diacritics.
    folded: HashMap<String, Vec<Entry>>,
}

const WORLD: &str = include_str!("lexicon/world.tsv");

#[rustfmt::skip]
static LEXICONS: LazyLock<HashMap<&str, Lexicon>> = LazyLock::new(|| {
    [
        ("en", include_str!("lexicon/en.tsv")),
        ("vi", include_str!("lexicon/vi.tsv")),
        ("es", include_str!("lexicon/es.tsv")),
        ("fr", include_str!("lexicon/fr.tsv")),
        ("de", include_str!("lexicon/de.tsv")),
        ("pt", include_str!("lexicon/pt.tsv")),
        ("id", include_str!("lexicon/id.tsv")),
        ("ja", include_str!("lexicon/ja.tsv")),
    ]
    .into_iter()
    .map(|(language, table)| (language, Lexicon::of([table, WORLD])))
    .collect()
});

/// The lexicon of a language; English for languages without one, because English words are borrowed
/// everywhere.
pub(super) fn lexicon(language: Language) -> &'static Lexicon {
    static EMPTY: LazyLock<Lexicon> = LazyLock::new(Lexicon::default);
    LEXICONS.get(language.as_str()).or_else(|| LEXICONS.get("en")).unwrap_or(&EMPTY)
}

impl Lexicon {
    fn of(tables: [&str; 2]) -> Self {
        let mut lexicon = Self::default();
        for line in tables.iter().flat_map(|table| table.lines()).filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let class = columns.next().and_then(Class::named);
            let weight = columns.next().and_then(|weight| weight.parse().ok());
            if let (Some(class), Some(weight), Some(phrases)) = (class, weight, columns.next()) {
                for phrase in phrases.split('|') {
                    lexicon.add(phrase, class, weight);
                }
            }
        }
        lexicon
    }

    fn add(&mut self, phrase: &str, class: Class, weight: f64) {
        let (at_start, at_end) = (phrase.starts_with('^'), phrase.ends_with('$'));
        let phrase = words_of(phrase.trim_matches(['^', '$']));
        let entry = Entry { class, weight, at_start, at_end };
        let folded = words::fold_diacritics(&phrase).into_owned();
        if folded != phrase {
            let sure = if folded.contains(' ') { UNSURE } else { VERY_UNSURE };
            self.folded.entry(folded).or_default().push(Entry { weight: weight * sure, ..entry });
        }
        self.phrases.entry(phrase).or_default().push(entry);
    }

    /// The phrases of a query, the longest at each place. Queries are typed quickly, so names may be
    /// misspelt.
    pub(super) fn find_in_query(&self, words: &[&str]) -> Vec<Found> {
        self.find_or(words, |index| self.misspelt(words, index))
    }

    /// The phrases of a text, the longest at each place.
    pub(super) fn find(&self, words: &[&str]) -> Vec<Found> {
        self.find_or(words, |_| Vec::new())
    }

    fn find_or(&self, words: &[&str], unknown: impl Fn(usize) -> Vec<Found>) -> Vec<Found> {
        let typed_without_marks = words.iter().all(|word| word.is_ascii());
        let mut found = Vec::new();
        let mut start = 0;
        while start < words.len() {
            let longest = (1..=LONGEST.min(words.len() - start)).rev().find_map(|length| {
                let range = start..start + length;
                let here = self.at(words, &range, typed_without_marks);
                (!here.is_empty()).then_some((length, here))
            });
            let (length, mut here) = longest.unwrap_or_else(|| (1, unknown(start)));
            found.append(&mut here);
            start += length;
        }
        found
    }

    fn at(&self, words: &[&str], range: &Range<usize>, typed_without_marks: bool) -> Vec<Found> {
        let phrase = words[range.clone()].join(" ");
        let fits = |entry: &&Entry| {
            (!entry.at_start || range.start == 0) && (!entry.at_end || range.end == words.len())
        };
        let found = |entries: &[Entry], plural: bool| -> Vec<Found> {
            let entries = entries.iter().filter(fits).filter(|entry| !plural || entry.class.is_name());
            entries.map(|entry| entry.found(range, plural)).collect()
        };
        let folded = if typed_without_marks { self.folded.get(&phrase) } else { None };
        let mut exact = self.phrases.get(&phrase).map(|entries| found(entries, false)).unwrap_or_default();
        exact.extend(folded.map(|entries| found(entries, false)).unwrap_or_default());
        if exact.is_empty() {
            let singular = singulars(&phrase).find_map(|singular| self.phrases.get(&singular));
            return singular.map(|entries| found(entries, true)).unwrap_or_default();
        }
        exact
    }

    /// The names that a word may be a misspelling of: one letter wrong, missing or added, or two swapped.
    fn misspelt(&self, words: &[&str], index: usize) -> Vec<Found> {
        let word = words[index];
        if word.len() < LONG_ENOUGH_TO_MISSPELL || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Vec::new();
        }
        let meant = self
            .phrases
            .iter()
            .filter(|(phrase, entries)| {
                phrase.as_bytes().first() == word.as_bytes().first()
                    && phrase.len().abs_diff(word.len()) <= 1
                    && entries.iter().any(|entry| entry.class.is_name())
                    && strsim::osa_distance(phrase, word) == 1
            })
            .min_by_key(|(phrase, _)| phrase.as_str());
        let entries = meant.map(|(_, entries)| entries.as_slice()).unwrap_or_default();
        let named = entries.iter().filter(|entry| entry.class.is_name());
        named
            .map(|entry| Entry { weight: entry.weight * UNSURE, ..*entry }.found(&(index..index + 1), false))
            .collect()
    }
}

impl Entry {
    fn found(&self, words: &Range<usize>, plural: bool) -> Found {
        Found { class: self.class, weight: self.weight, words: words.clone(), plural }
    }
}

/// A phrase as the words of a query; letters of scripts without spaces are words.
fn words_of(phrase: &str) -> String {
    words::split(phrase).collect::<Vec<_>>().join(" ")
}

/// The possible singulars of an English plural.
fn singulars(phrase: &str) -> impl Iterator<Item = String> {
    let endings = [("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")];
    endings.into_iter().filter_map(|(plural, singular)| {
        let base = phrase.strip_suffix(plural)?;
        (base.len() > 1).then(|| format!("{base}{singular}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_tables_is_understood() {
        let tables = [
            WORLD,
            include_str!("lexicon/en.tsv"),
            include_str!("lexicon/vi.tsv"),
            include_str!("lexicon/es.tsv"),
            include_str!("lexicon/fr.tsv"),
            include_str!("lexicon/de.tsv"),
            include_str!("lexicon/pt.tsv"),
            include_str!("lexicon/id.tsv"),
            include_str!("lexicon/ja.tsv"),
        ];
        for line in tables.iter().flat_map(|table| table.lines()).filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            assert_eq!(columns.len(), 3, "{line}");
            assert!(Class::named(columns[0]).is_some() && columns[1].parse::<f64>().is_ok(), "{line}");
            for phrase in columns[2].split('|') {
                let bare = phrase.trim_matches(['^', '$']);
                assert_eq!(words::normalise(bare), bare, "{line}");
                assert!((1..=LONGEST).contains(&words::split(bare).count()), "{phrase:?} in {line}");
            }
        }
    }

    #[test]
    fn phrases_are_found_in_the_plural_without_marks_and_misspelt() {
        let classes = |language: &str, query: &str| -> Vec<Class> {
            let words: Vec<&str> = words::split(query).collect();
            lexicon(language.parse().unwrap()).find_in_query(&words).iter().map(|found| found.class).collect()
        };
        assert_eq!(classes("en", "laptops"), [Class::Product]);
        assert_eq!(classes("en", "netflx"), [Class::Site]);
        assert_eq!(classes("vi", "quán cà phê"), classes("vi", "quan ca phe"));
        assert_eq!(classes("en", "xyzzy"), []);
    }
}
