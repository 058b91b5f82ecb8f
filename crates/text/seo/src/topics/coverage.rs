//! How well a page covers a topic or answers a question.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::space::{Bag, Space, stem, stems};
use crate::page::{Block, BlockKind, Page};
use crate::questions::{Asks, without_number};
use crate::vocabulary::{BREAK, Corpus, END};

/// The similarity from which a heading is about a topic.
const SAME: f64 = 0.5;
/// The share of a topic's own words in a section or passage about it.
const NEARLY_ALL: f64 = 0.7;
/// The share of a topic's own words in the heading of such a section.
const IN_HEADING: f64 = 0.35;
/// The most sections and passages of a page that are examined.
const MAX_SECTIONS: usize = 300;
const MAX_PASSAGES: u32 = 4000;
/// The number of passages that cover a topic without a heading.
const PASSAGES: usize = 3;

/// How well a page covers a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Treatment {
    Missing,
    Mentioned,
    /// In a section or several passages.
    Treated,
}

/// The coverage of a page. A passage is a block of its content, a section a heading with the text below it.
#[derive(Debug)]
pub(crate) struct Profile {
    sections: Vec<Section>,
    /// In which passages a stem occurs, in order.
    passages: HashMap<String, Vec<u32>>,
    /// The passages with a number.
    numbers: FxHashSet<u32>,
}

#[derive(Debug)]
struct Section {
    heading: Bag,
    /// The stems of text outside the content: the answer of a marked-up question.
    answer: HashSet<String>,
    passages: Range<u32>,
}

impl Profile {
    /// The profile of the page that is number `index` of the corpus.
    pub(crate) fn of(page: &Page, corpus: &Corpus, index: usize, space: &Space) -> Self {
        let marked_up = page.faq.iter().map(|entry| Section {
            heading: space.bag(&entry.question),
            answer: stems(entry.answer.as_deref().unwrap_or_default(), space.language())
                .into_iter()
                .collect(),
            passages: 0..0,
        });
        let sections = sections(&page.content, space).take(MAX_SECTIONS).chain(marked_up).collect();
        let mut profile = Self { sections, passages: HashMap::new(), numbers: FxHashSet::default() };
        profile.read(corpus, index, space);
        profile
    }

    fn read(&mut self, corpus: &Corpus, index: usize, space: &Space) {
        let mut by_word: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut passage = 0;
        for word in corpus.pages.get(index).into_iter().flatten() {
            match *word {
                END if passage == MAX_PASSAGES => break,
                END => passage += 1,
                BREAK => {}
                word => {
                    let passages = by_word.entry(word).or_default();
                    if passages.last() != Some(&passage) {
                        passages.push(passage);
                    }
                }
            }
        }
        for (word, passages) in by_word {
            let text = &corpus.word(word).text;
            if text.starts_with(|first: char| first.is_ascii_digit()) {
                self.numbers.extend(passages);
            } else if space.knows(text) {
                self.passages.entry(stem(text, space.language())).or_default().extend(passages);
            }
        }
        for passages in self.passages.values_mut() {
            passages.sort_unstable();
            passages.dedup();
        }
    }

    /// How well the page covers the topic of the bag.
    pub(crate) fn treatment(&self, bag: &Bag, space: &Space) -> Treatment {
        let own = space.own_words(bag);
        if own.is_empty() {
            return self.definition(bag);
        }
        if self.sections.iter().any(|section| self.is_about(section, &own)) {
            return Treatment::Treated;
        }
        let passages = self.passages_about(&own);
        match passages.len() {
            0 => Treatment::Missing,
            _ if self.answers(bag, &own, &passages) => Treatment::Treated,
            _ => Treatment::Mentioned,
        }
    }

    /// Whether a heading has nearly all words of a topic.
    pub(crate) fn has_heading_about(&self, bag: &Bag, space: &Space) -> bool {
        let own: Vec<(&str, f64)> = bag.stems().filter(|(stem, _)| !space.is_common(stem)).collect();
        let whole: f64 = own.iter().map(|(_, weight)| weight).sum();
        let shared = |section: &Section| -> f64 {
            own.iter().filter(|(stem, _)| section.heading.has(stem)).map(|(_, weight)| weight).sum()
        };
        !own.is_empty() && self.sections.iter().any(|section| shared(section) >= NEARLY_ALL * whole)
    }

    /// Whether the heading of a section has some of the words, and the section nearly all.
    fn is_about(&self, section: &Section, own: &[(&str, f64)]) -> bool {
        let whole: f64 = own.iter().map(|(_, weight)| weight).sum();
        let in_heading: f64 =
            own.iter().filter(|(stem, _)| section.heading.has(stem)).map(|(_, weight)| weight).sum();
        if in_heading < IN_HEADING * whole {
            return false;
        }
        let has = |stem: &str| {
            section.heading.has(stem) || section.answer.contains(stem) || self.occurs(stem, &section.passages)
        };
        let inside: f64 = own.iter().filter(|(stem, _)| has(stem)).map(|(_, weight)| weight).sum();
        inside >= NEARLY_ALL * whole
    }

    fn occurs(&self, stem: &str, within: &Range<u32>) -> bool {
        let passages = self.passages.get(stem).map(Vec::as_slice).unwrap_or_default();
        let next = passages.partition_point(|passage| *passage < within.start);
        passages.get(next).is_some_and(|passage| *passage < within.end)
    }

    /// Whether passages with the words of a topic are specific enough. A single word may occur by chance; a
    /// question for an amount needs a number.
    fn answers(&self, bag: &Bag, own: &[(&str, f64)], passages: &[u32]) -> bool {
        match bag.asks() {
            Some(Asks::HowLong | Asks::HowMuch) => {
                passages.iter().any(|passage| self.numbers.contains(passage))
            }
            Some(_) => own.len() > 1,
            None => own.len() > 1 && passages.len() >= PASSAGES,
        }
    }

    /// Handles questions that consist only of words of the query, which all pages are about. Most pages
    /// answer `What is …` in passing; other questions need a heading.
    fn definition(&self, bag: &Bag) -> Treatment {
        if self.sections.iter().any(|section| section.heading.likeness(bag) >= SAME) {
            return Treatment::Treated;
        }
        let passages = self.passages_about(&bag.stems().collect::<Vec<_>>());
        if bag.asks() == Some(Asks::What) && !passages.is_empty() {
            Treatment::Mentioned
        } else {
            Treatment::Missing
        }
    }

    /// The passages with nearly all of the words.
    fn passages_about(&self, words: &[(&str, f64)]) -> Vec<u32> {
        let whole: f64 = words.iter().map(|(_, weight)| weight).sum();
        let mut found: FxHashMap<u32, f64> = FxHashMap::default();
        for (stem, weight) in words {
            for passage in self.passages.get(*stem).into_iter().flatten() {
                *found.entry(*passage).or_insert(0.0) += weight;
            }
        }
        found
            .into_iter()
            .filter(|(_, weight)| *weight >= NEARLY_ALL * whole)
            .map(|(passage, _)| passage)
            .collect()
    }
}

/// Each heading or lead with the passages up to the next of its level.
fn sections<'a>(content: &'a [Block], space: &'a Space) -> impl Iterator<Item = Section> + 'a {
    let depth = |block: &Block| match block.kind {
        BlockKind::Heading(level) => level,
        BlockKind::Lead => 7,
        _ => 8,
    };
    content.iter().enumerate().filter(move |(_, block)| depth(block) < 8).map(move |(index, block)| {
        let following = &content[index + 1..];
        let length = following.iter().position(|next| depth(next) <= depth(block)).unwrap_or(following.len());
        let place = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        Section {
            heading: space.bag(without_number(&block.text)),
            answer: HashSet::new(),
            passages: place(index)..place(index + 1 + length),
        }
    })
}
