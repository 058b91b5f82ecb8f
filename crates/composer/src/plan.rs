//! The article in the making: parts with the passages that stand in them, in reading order.

use domain::articles::record::UnusedReason;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::notes::Library;
use crate::same::Same;
use crate::terms::{Term, ratio, sequence};

/// How many parts a passage is compared with; more than an article has.
const MOST_PARTS: usize = 300;

/// A heading and the passages below it. The first part has no heading: it is the introduction.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) heading: Option<String>,
    /// 2 to 4; the introduction has 1.
    pub(crate) level: u8,
    pub(crate) passages: Vec<usize>,
    pub(crate) sequence: Vec<String>,
    /// Whether the customer ordered the heading.
    pub(crate) wanted: bool,
    /// Terms of the heading.
    terms: FxHashSet<Term>,
    /// What the part was about when it was made.
    topic: Topic,
}

/// Terms with their weights.
#[derive(Debug, Default)]
pub(crate) struct Topic {
    weights: FxHashMap<Term, f64>,
    length: f64,
}

/// A question that a passage answers.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) question: String,
    pub(crate) passage: usize,
    /// How many spans of the paragraph are the question itself.
    pub(crate) skip: usize,
}

/// Which passage stands where.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) library: &'a Library,
    pub(crate) same: &'a Same,
    pub(crate) backbone: usize,
    pub(crate) parts: Vec<Part>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) faq_heading: Option<String>,
    /// Passages that have no place.
    pub(crate) left: Vec<(usize, UnusedReason)>,
    /// Passages that have a place.
    placed: FxHashSet<usize>,
}

impl Topic {
    pub(crate) fn of(library: &Library, passages: &[usize]) -> Self {
        let mut counts: FxHashMap<Term, u32> = FxHashMap::default();
        for (term, count) in passages.iter().flat_map(|passage| &library.passages[*passage].terms) {
            *counts.entry(*term).or_default() += count;
        }
        let weigh = |(term, count): (Term, u32)| {
            (term, (1.0 + f64::from(count)).ln() * library.vocabulary.weight(term))
        };
        let weights: FxHashMap<Term, f64> = counts.into_iter().map(weigh).collect();
        let length = weights.values().map(|weight| weight * weight).sum::<f64>().sqrt();
        Self { weights, length }
    }

    /// How alike two topics are, 0 to 1.
    pub(crate) fn likeness(&self, other: &Self) -> f64 {
        let (few, many) =
            if self.weights.len() < other.weights.len() { (self, other) } else { (other, self) };
        let product: f64 =
            few.weights.iter().map(|(term, weight)| weight * many.weights.get(term).unwrap_or(&0.0)).sum();
        let lengths = self.length * other.length;
        if lengths > 0.0 { product / lengths } else { 0.0 }
    }
}

impl Part {
    /// A part for a heading and what its text says below it.
    pub(crate) fn new(library: &Library, section: usize, level: u8, about: &[usize]) -> Self {
        let section = &library.sections[section];
        Self {
            heading: section.heading.clone(),
            level,
            passages: Vec::new(),
            sequence: section.sequence.clone(),
            wanted: false,
            terms: section.terms.iter().map(|(term, _)| *term).collect(),
            topic: Topic::of(library, about),
        }
    }

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
        let introduction = Part { level: 1, ..Part::default() };
        Self {
            library,
            same,
            backbone,
            parts: vec![introduction],
            answers: Vec::new(),
            faq_heading: None,
            left: Vec::new(),
            placed: FxHashSet::default(),
        }
    }

    /// The passages of a section that have no place yet and are not merged into others.
    pub(crate) fn own(&self, section: usize) -> Vec<usize> {
        let all = self.library.sections[section].passages.clone();
        let free =
            |passage: &usize| !self.same.merged.contains_key(passage) && !self.placed.contains(passage);
        all.filter(free).collect()
    }

    /// Makes a passage the answer to a question.
    pub(crate) fn answer(&mut self, answer: Answer) {
        self.placed.insert(answer.passage);
        self.answers.push(answer);
    }

    /// Leaves out what stands in no part.
    pub(crate) fn leave(&mut self, passages: Vec<usize>, reason: UnusedReason) {
        self.placed.extend(&passages);
        self.left.extend(passages.into_iter().map(|passage| (passage, reason)));
    }

    /// Says what each part is about, from its heading and its passages.
    pub(crate) fn describe(&mut self) {
        for part in &mut self.parts {
            let heading = part.heading.as_deref().unwrap_or_default();
            part.terms = self.library.vocabulary.known(heading, self.library.language);
            part.topic = Topic::of(self.library, &part.passages);
        }
    }

    /// The passages of a section and of those below it.
    pub(crate) fn whole(&self, section: usize) -> Vec<usize> {
        self.library.subtree(section).flat_map(|section| self.own(section)).collect()
    }

    /// Puts a passage into a part, or behind the passage that it has to follow.
    pub(crate) fn put(&mut self, part: usize, passage: usize) {
        self.placed.insert(passage);
        if let Some(before) = self.same.behind.get(&passage) {
            for part in &mut self.parts {
                if let Some(at) = part.passages.iter().position(|known| known == before) {
                    return part.passages.insert(at + 1, passage);
                }
            }
        }
        self.parts[part].passages.push(passage);
    }

    pub(crate) fn put_all(&mut self, part: usize, passages: Vec<usize>) {
        passages.into_iter().for_each(|passage| self.put(part, passage));
    }

    /// The place behind a part and those below it.
    pub(crate) fn end_of(&self, part: usize) -> usize {
        let level = self.parts[part].level;
        let below = self.parts[part + 1..].iter().take_while(|below| below.level > level);
        part + 1 + below.count()
    }

    /// Adds a section with those below it as parts of their own, the first at `level`, under `heading` if it is given.
    pub(crate) fn insert(&mut self, at: usize, section: usize, level: u8, heading: Option<&str>) {
        let top = self.library.sections[section].level;
        for (offset, below) in self.library.subtree(section).enumerate() {
            let depth = level + self.library.sections[below].level.saturating_sub(top);
            let part = Part::new(self.library, below, depth.min(4), &self.own(below));
            self.parts.insert(at + offset, part);
            self.put_all(at + offset, self.own(below));
        }
        if let Some(heading) = heading {
            self.parts[at].heading = Some(heading.to_owned());
        }
    }

    /// Adds a section's passages to a part; sections below it join those with the same heading, or stand below the part.
    pub(crate) fn join(&mut self, part: usize, section: usize) {
        let top = self.library.sections[section].level;
        self.put_all(part, self.own(section));
        for below in self.library.subtree(section).skip(1) {
            let end = self.end_of(part);
            let sequence = &self.library.sections[below].sequence;
            if let Some(at) = (part + 1..end).find(|at| self.parts[*at].sequence == *sequence) {
                self.put_all(at, self.own(below));
                continue;
            }
            let offset = self.library.sections[below].level.saturating_sub(top);
            let level = (self.parts[part].level + offset).min(4);
            self.parts.insert(end, Part::new(self.library, below, level, &self.own(below)));
            self.put_all(end, self.own(below));
        }
    }

    /// The part with the same heading, word for word.
    pub(crate) fn named(&self, section: usize) -> Option<usize> {
        let sequence = &self.library.sections[section].sequence;
        self.parts.iter().position(|part| !sequence.is_empty() && part.sequence == *sequence)
    }

    /// The part whose heading shares telling words with the section's heading, and whose text is about the same.
    pub(crate) fn nearest_heading(&self, section: usize, topic: &Topic) -> Option<usize> {
        let library = self.library;
        let telling = |term: &Term| !library.keyword.contains(term) && !library.vocabulary.is_common(*term);
        let own: FxHashSet<Term> =
            library.sections[section].terms.iter().map(|(term, _)| *term).filter(telling).collect();
        let likeness = |(at, part): (usize, &Part)| {
            let terms = part.terms.iter().filter(|term| telling(term)).count();
            let shared = part.terms.intersection(&own).count();
            let heading = ratio(shared, own.len().min(terms));
            let text = part.topic.likeness(topic);
            (shared > 0 && heading >= HEADING && text >= HEADING_TEXT).then_some((heading + text, at))
        };
        let found = self.parts.iter().enumerate().take(MOST_PARTS).skip(1).filter_map(likeness);
        found.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, at)| at)
    }

    /// The part, from `first` on, whose text is most alike, if it is alike at all.
    pub(crate) fn nearest_text(&self, topic: &Topic, first: usize, least: f64) -> Option<usize> {
        let parts = self.parts.iter().enumerate().take(MOST_PARTS).skip(first);
        let likeness = parts.map(|(at, part)| (part.topic.likeness(topic), at));
        let best = likeness.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))?;
        if std::env::var("DBG").is_ok() {
            eprintln!("{:.3} {} -> {:?}", best.0, least, self.parts[best.1].heading);
        }
        (best.0 >= least).then_some(best.1)
    }
}

/// The least share of telling words that headings of one thing have in common.
const HEADING: f64 = 0.5;
/// The least likeness of texts whose headings share words.
const HEADING_TEXT: f64 = 0.1;
