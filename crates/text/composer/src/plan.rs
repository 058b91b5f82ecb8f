//! The article under construction: parts with their passages, in reading order.

use domain::articles::record::UnusedReason;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::notes::Library;
use crate::same::Same;
use crate::terms::{Term, ratio, sequence};

/// How many parts a passage is compared with; more than an article has.
const MOST_PARTS: usize = 300;
/// The least share of significant words that headings of one thing have in common, and the least similarity
/// of their texts.
const HEADING: f64 = 0.5;
const HEADING_TEXT: f64 = 0.1;
/// The least similarity of a paragraph to the introduction that it joins.
const INTRODUCTION_TEXT: f64 = 0.25;

/// A heading and the passages below it. The first part has no heading: it is the introduction.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) heading: Option<String>,
    /// The level, 2 to 4; the introduction has 1.
    pub(crate) level: u8,
    pub(crate) passages: Vec<usize>,
    pub(crate) sequence: Vec<String>,
    /// Whether the customer requested the heading.
    pub(crate) wanted: bool,
    /// Terms of the heading.
    pub(crate) terms: FxHashSet<Term>,
    /// The topic of the part when it was created.
    pub(crate) topic: Topic,
}

/// Terms with their weights.
#[derive(Debug, Default)]
pub(crate) struct Topic {
    weights: FxHashMap<Term, f64>,
    length: f64,
}

/// The place of each passage.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) library: &'a Library,
    pub(crate) same: &'a Same,
    pub(crate) backbone: usize,
    pub(crate) parts: Vec<Part>,
    /// Questions with the passages that answer them.
    pub(crate) answers: Vec<(String, usize)>,
    pub(crate) faq_heading: Option<String>,
    /// Passages that have no place.
    pub(crate) left: Vec<(usize, UnusedReason)>,
    /// Passages and sections that are already placed.
    placed: FxHashSet<usize>,
    pub(crate) taken: FxHashSet<usize>,
}

impl Topic {
    pub(crate) fn of(library: &Library, passages: &[usize]) -> Self {
        let mut weights: FxHashMap<Term, f64> = FxHashMap::default();
        for (term, count) in passages.iter().flat_map(|passage| &library.passages[*passage].terms) {
            *weights.entry(*term).or_default() += f64::from(*count);
        }
        for (term, weight) in &mut weights {
            *weight = (1.0 + *weight).ln() * library.vocabulary.weight(*term);
        }
        let length = weights.values().map(|weight| weight * weight).sum::<f64>().sqrt();
        Self { weights, length }
    }

    /// The similarity of two topics, 0 to 1.
    fn likeness(&self, other: &Self) -> f64 {
        let (few, many) =
            if self.weights.len() < other.weights.len() { (self, other) } else { (other, self) };
        let weight = |term: &Term| many.weights.get(term).unwrap_or(&0.0);
        let product: f64 = few.weights.iter().map(|(term, own)| own * weight(term)).sum();
        product / (self.length * other.length).max(f64::MIN_POSITIVE)
    }
}

impl Part {
    /// A part for a heading that no section has.
    pub(crate) fn headed(heading: String, level: u8) -> Self {
        Self { sequence: sequence(&heading), heading: Some(heading), level, ..Self::default() }
    }

    pub(crate) fn has_steps(&self, library: &Library) -> bool {
        self.passages.iter().any(|passage| library.passages[*passage].steps)
    }
}

impl<'a> Plan<'a> {
    pub(crate) fn new(library: &'a Library, same: &'a Same, backbone: usize) -> Self {
        let parts = vec![Part { level: 1, ..Part::default() }];
        let (answers, faq_heading, left, placed, taken) = Default::default();
        Self { library, same, backbone, parts, answers, faq_heading, left, placed, taken }
    }

    /// The passages of a section that have no place yet and are not merged into others.
    pub(crate) fn own(&self, section: usize) -> Vec<usize> {
        let free =
            |passage: &usize| !self.same.merged.contains_key(passage) && !self.placed.contains(passage);
        self.library.sections[section].passages.clone().filter(free).collect()
    }

    /// The passages of a section and of those below it.
    pub(crate) fn whole(&self, section: usize) -> Vec<usize> {
        self.library.subtree(section).flat_map(|section| self.own(section)).collect()
    }

    /// Makes a passage the answer to a question.
    pub(crate) fn answer(&mut self, question: String, passage: usize) {
        self.placed.insert(passage);
        self.answers.push((question, passage));
    }

    pub(crate) fn leave(&mut self, passages: Vec<usize>, reason: UnusedReason) {
        self.placed.extend(&passages);
        self.left.extend(passages.into_iter().map(|passage| (passage, reason)));
    }

    /// Adds passages to a part, or after the passages that they must follow.
    pub(crate) fn put(&mut self, part: usize, passages: Vec<usize>) {
        for passage in passages {
            self.placed.insert(passage);
            let behind = self.same.behind.get(&passage).and_then(|before| {
                let mut parts = self.parts.iter().enumerate();
                parts.find_map(|(at, part)| Some((at, part.passages.iter().position(|it| it == before)?)))
            });
            match behind {
                Some((at, place)) => self.parts[at].passages.insert(place + 1, passage),
                None => self.parts[part].passages.push(passage),
            }
        }
    }

    /// The index after a part and those below it.
    pub(crate) fn end_of(&self, part: usize) -> usize {
        let level = self.parts[part].level;
        part + 1 + self.parts[part + 1..].iter().take_while(|below| below.level > level).count()
    }

    /// Adds a part for a section alone.
    pub(crate) fn insert(&mut self, at: usize, section: usize, level: u8) {
        let own = self.own(section);
        let it = &self.library.sections[section];
        let (heading, sequence, terms) = (it.heading.clone(), it.sequence.clone(), it.terms.clone());
        let topic = Topic::of(self.library, &own);
        let part = Part { heading, level: level.min(4), sequence, terms, topic, ..Part::default() };
        self.parts.insert(at, part);
        self.put(at, own);
    }

    /// Adds a section with its subsections as parts of their own, the first at `level`.
    pub(crate) fn insert_whole(&mut self, at: usize, section: usize, level: u8) {
        let top = self.library.sections[section].level;
        for (offset, below) in self.library.subtree(section).enumerate() {
            self.insert(at + offset, below, level + self.library.sections[below].level - top);
        }
    }

    /// Adds a section's passages to a part; sections below it join those with the same heading, or stand below the part.
    pub(crate) fn join(&mut self, part: usize, section: usize) {
        self.put(part, self.own(section));
        let top = self.library.sections[section].level;
        for below in self.library.subtree(section).skip(1) {
            let end = self.end_of(part);
            let it = &self.library.sections[below];
            match (part + 1..end).find(|at| self.parts[*at].sequence == it.sequence) {
                Some(at) => self.put(at, self.own(below)),
                None => self.insert(end, below, self.parts[part].level + it.level - top),
            }
        }
    }

    /// Sets the topic of each part from its heading and its passages.
    pub(crate) fn describe(&mut self) {
        for part in &mut self.parts {
            let heading = part.heading.as_deref().unwrap_or_default();
            part.terms = self.library.vocabulary.known(heading, self.library.language);
            part.topic = Topic::of(self.library, &part.passages);
        }
    }

    /// The part with the same heading, word for word.
    pub(crate) fn named(&self, section: usize) -> Option<usize> {
        let sequence = &self.library.sections[section].sequence;
        self.parts.iter().position(|part| !sequence.is_empty() && part.sequence == *sequence)
    }

    /// The part whose heading shares significant words with the section's heading, and whose text is similar.
    pub(crate) fn nearest_heading(&self, section: usize, topic: &Topic) -> Option<usize> {
        let library = self.library;
        let telling = |term: &&Term| !library.keyword.contains(term) && !library.vocabulary.is_common(**term);
        let own: FxHashSet<Term> = library.sections[section].terms.iter().filter(telling).copied().collect();
        self.nearest(1, |_, part| {
            let terms = part.terms.iter().filter(telling).count();
            let shared = part.terms.intersection(&own).count();
            let (heading, text) = (ratio(shared, own.len().min(terms)), part.topic.likeness(topic));
            (shared > 0 && heading >= HEADING && text >= HEADING_TEXT).then_some(heading + text)
        })
    }

    /// The most similar part from `first` on, if it is similar enough.
    pub(crate) fn nearest_text(&self, topic: &Topic, first: usize, least: f64) -> Option<usize> {
        self.nearest(first, |at, part| {
            let least = if at == 0 { least.max(INTRODUCTION_TEXT) } else { least };
            Some(part.topic.likeness(topic)).filter(|likeness| *likeness >= least)
        })
    }

    fn nearest(&self, first: usize, likeness: impl Fn(usize, &Part) -> Option<f64>) -> Option<usize> {
        let parts = self.parts.iter().enumerate().take(MOST_PARTS).skip(first);
        let found = parts.filter_map(|(at, part)| Some((likeness(at, part)?, at)));
        found.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, at)| at)
    }
}
