//! Headings and questions as weighted bags of terms, for comparison.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::locale::Language;

use crate::questions::{self, Asks};
use crate::words;

/// The weight of words of the query, and of words like `best`, relative to others. All headings may have
/// them, so they are not distinctive.
const COMMON_WORD: f64 = 0.3;
/// The weight of the kind of question.
const ASKING: f64 = 1.5;

/// A bag of stems with their weights, and the kind of question.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Bag {
    stems: Vec<(String, f64)>,
    /// The kind of question, with its weight.
    asks: Option<(Asks, f64)>,
    length: f64,
}

impl Bag {
    fn of(stems: BTreeMap<String, f64>, asks: Option<(Asks, f64)>) -> Self {
        let weights = stems.values().copied().chain(asks.map(|(_, weight)| weight));
        let length = weights.map(|weight| weight * weight).sum::<f64>().sqrt();
        Self { stems: stems.into_iter().collect(), asks, length }
    }

    /// The similarity of two bags, 0 to 1.
    pub(crate) fn likeness(&self, other: &Self) -> f64 {
        if self.length == 0.0 || other.length == 0.0 {
            return 0.0;
        }
        let stems: f64 = self
            .stems
            .iter()
            .filter_map(|(stem, weight)| other.weight_of(stem).map(|other| weight * other))
            .sum();
        let asks = match (self.asks, other.asks) {
            (Some((one, weight)), Some((other, other_weight))) if one == other => weight * other_weight,
            _ => 0.0,
        };
        (stems + asks) / (self.length * other.length)
    }

    /// The stems with their weights.
    pub(crate) fn stems(&self) -> impl Iterator<Item = (&str, f64)> {
        self.stems.iter().map(|(stem, weight)| (stem.as_str(), *weight))
    }

    pub(crate) fn has(&self, stem: &str) -> bool {
        self.weight_of(stem).is_some()
    }

    fn weight_of(&self, stem: &str) -> Option<f64> {
        let index = self.stems.binary_search_by(|(known, _)| known.as_str().cmp(stem)).ok()?;
        Some(self.stems[index].1)
    }

    pub(crate) fn asks(&self) -> Option<Asks> {
        self.asks.map(|(asks, _)| asks)
    }

    /// The average of several bags, with their most frequent kind of question.
    pub(crate) fn middle<'a>(bags: impl Iterator<Item = &'a Self>) -> Self {
        let mut stems: BTreeMap<String, f64> = BTreeMap::new();
        let mut asks: BTreeMap<Asks, f64> = BTreeMap::new();
        for bag in bags.filter(|bag| bag.length > 0.0) {
            for (stem, weight) in bag.stems() {
                *stems.entry(stem.to_owned()).or_insert(0.0) += weight / bag.length;
            }
            if let Some((kind, weight)) = bag.asks {
                *asks.entry(kind).or_insert(0.0) += weight / bag.length;
            }
        }
        Self::of(stems, asks.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other)))
    }
}

/// The rarity of terms among the headings of the pages.
#[derive(Debug)]
pub(crate) struct Space {
    language: Language,
    query: HashSet<String>,
    headings: f64,
    with_stem: HashMap<String, f64>,
}

impl Space {
    pub(crate) fn of<'a>(query: &str, language: Language, headings: impl Iterator<Item = &'a str>) -> Self {
        let query = stems(query, language).into_iter().collect();
        let mut space = Self { language, query, headings: 0.0, with_stem: HashMap::new() };
        for heading in headings {
            space.headings += 1.0;
            let distinct: HashSet<String> = stems(heading, language).into_iter().collect();
            for stem in distinct {
                *space.with_stem.entry(stem).or_insert(0.0) += 1.0;
            }
        }
        space
    }

    pub(crate) fn language(&self) -> Language {
        self.language
    }

    /// Whether a bag can contain a word.
    pub(crate) fn knows(&self, word: &str) -> bool {
        !words::is_function_word(word, self.language)
    }

    pub(crate) fn is_of_query(&self, stem: &str) -> bool {
        self.query.contains(stem)
    }

    pub(crate) fn bag(&self, text: &str) -> Bag {
        let stems = stems(text, self.language).into_iter().map(|stem| {
            let weight = self.weight(&stem);
            (stem, weight)
        });
        Bag::of(stems.collect(), questions::asks(text, self.language).map(|asks| (asks, ASKING)))
    }

    /// Whether a text names something beyond the query and words like `best`, or is a specific question:
    /// `How long does it last?`
    pub(crate) fn names_something(&self, bag: &Bag) -> bool {
        let definite = !matches!(bag.asks(), None | Some(Asks::What | Asks::Which | Asks::How | Asks::Who));
        bag.stems().any(|(stem, _)| !self.is_common(stem)) || (definite && !self.own_words(bag).is_empty())
    }

    /// The characteristic words of a bag: those that name something, or else those that are not in the query.
    pub(crate) fn own_words<'a>(&self, bag: &'a Bag) -> Vec<(&'a str, f64)> {
        let named: Vec<(&str, f64)> = bag.stems().filter(|(stem, _)| !self.is_common(stem)).collect();
        if named.is_empty() {
            bag.stems().filter(|(stem, _)| !self.is_of_query(stem)).collect()
        } else {
            named
        }
    }

    /// The share of common words beyond the query, relative to the bag that has fewer of them.
    pub(crate) fn overlap(&self, one: &Bag, other: &Bag) -> f64 {
        let named = |bag: &Bag| -> f64 {
            bag.stems().filter(|(stem, _)| !self.is_common(stem)).map(|(_, weight)| weight).sum()
        };
        let shared: f64 = one
            .stems()
            .filter(|(stem, _)| !self.is_common(stem) && other.has(stem))
            .map(|(_, weight)| weight)
            .sum();
        let less = named(one).min(named(other));
        if less > 0.0 { shared / less } else { 0.0 }
    }

    /// Whether it is in the query, or a word like `best`.
    pub(crate) fn is_common(&self, stem: &str) -> bool {
        self.is_of_query(stem) || words::is_generic(stem, self.language)
    }

    /// Whether a text adds nothing to the query.
    pub(crate) fn adds_nothing(&self, bag: &Bag) -> bool {
        bag.asks().is_none() && bag.stems().all(|(stem, _)| self.is_of_query(stem))
    }

    fn weight(&self, stem: &str) -> f64 {
        let rare =
            (1.0 + (self.headings + 1.0) / (self.with_stem.get(stem).copied().unwrap_or(0.0) + 1.0)).ln();
        if self.is_common(stem) { rare * COMMON_WORD } else { rare }
    }
}

/// The stems of the words that are neither function words nor question words.
#[must_use]
pub fn stems(text: &str, language: Language) -> Vec<String> {
    let normal = words::normalise(text);
    let all: Vec<&str> = words::split(&normal).collect();
    let asking = questions::asking_words(&all, language);
    let content = all.iter().enumerate().filter(|(index, word)| {
        !asking.contains(index)
            && !words::is_function_word(word, language)
            && word.chars().any(char::is_alphabetic)
    });
    content.map(|(_, word)| stem(word, language)).collect()
}

/// Units with their usual forms on pages.
const UNITS: [(&str, &[&str]); 6] = [
    ("gram", &["g", "gr", "gram", "grams", "gramme", "grammes"]),
    ("kilogram", &["kg", "kilo", "kilos", "kilogram", "kilograms", "ký"]),
    ("litre", &["l", "litre", "litres", "liter", "liters", "lít"]),
    ("millilitre", &["ml", "millilitre", "millilitres", "milliliter", "milliliters"]),
    ("kilometre", &["km", "kilometre", "kilometres", "kilometer", "kilometers", "cây số"]),
    ("minute", &["min", "mins", "minute", "minutes", "phút"]),
];

/// English words without their commonest endings; words of other languages as they are.
#[must_use]
pub fn stem(word: &str, language: Language) -> String {
    if let Some((unit, _)) = UNITS.iter().find(|(_, forms)| forms.contains(&word)) {
        return (*unit).to_owned();
    }
    if language != Language::ENGLISH || !word.is_ascii() || word.len() < 4 {
        return word.to_owned();
    }
    let singular = match word {
        _ if word.ends_with("ies") && word.len() > 4 => return format!("{}y", &word[..word.len() - 3]),
        _ if ["sses", "shes", "ches", "xes", "zes"].iter().any(|ending| word.ends_with(ending)) => {
            &word[..word.len() - 2]
        }
        _ if word.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| word.ends_with(ending)) => {
            &word[..word.len() - 1]
        }
        _ => word,
    };
    let base =
        ["ing", "ed"].iter().find_map(|ending| singular.strip_suffix(ending).filter(|rest| is_stem(rest)));
    let Some(base) = base else { return singular.trim_end_matches('e').to_owned() };
    let undoubled = base
        .as_bytes()
        .windows(2)
        .next_back()
        .is_some_and(|end| end[0] == end[1] && !b"ls".contains(&end[0]));
    if undoubled { base[..base.len() - 1].to_owned() } else { base.trim_end_matches('e').to_owned() }
}

fn is_stem(rest: &str) -> bool {
    rest.len() > 2 && rest.contains(['a', 'e', 'i', 'o', 'u', 'y'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_share_a_stem() {
        for forms in
            [["brew", "brews", "brewing"], ["store", "stores", "storing"], ["grind", "grinds", "grinding"]]
        {
            let stems: HashSet<String> = forms.iter().map(|form| stem(form, Language::ENGLISH)).collect();
            assert_eq!(stems.len(), 1, "{forms:?}: {stems:?}");
        }
        assert_eq!(stem("berries", Language::ENGLISH), "berry");
        assert_eq!(stem("stopped", Language::ENGLISH), "stop");
        assert_eq!(stem("spring", Language::ENGLISH), "spring");
        assert_eq!(stem("phin", Language::VIETNAMESE), "phin");
    }

    #[test]
    fn likeness_looks_past_the_query() {
        let headings = ["Cold brew ratio", "How long does cold brew last?", "Storing cold brew", "Equipment"];
        let space = Space::of("cold brew", Language::ENGLISH, headings.into_iter());
        let likeness = |one: &str, other: &str| space.bag(one).likeness(&space.bag(other));
        assert!(likeness("How to store cold brew", "Cold brew storing") > 0.5);
        assert!(likeness("Cold brew ratio", "Storing cold brew") < 0.3);
        assert!(likeness("How long does it last?", "How long will cold brew last") > 0.7);
        assert!(likeness("", "Equipment").abs() < f64::EPSILON);
        assert!(
            space.adds_nothing(&space.bag("The cold brew"))
                && !space.adds_nothing(&space.bag("What is cold brew?"))
        );
    }
}
