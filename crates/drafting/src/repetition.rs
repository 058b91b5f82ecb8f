//! What was said already, within a section and across sections.

use std::collections::{HashMap, HashSet};

use domain::articles::document::{Block, Section, Span, Text};
use domain::locale::Language;
use seo::words::{normalise, split};

use crate::seed::seed;
use crate::sentence::refers_back;

/// From this likeness of their sequences of three words on, two sentences say the same.
const SAME: f64 = 0.25;
/// How many sentences of a section may begin with the same three words, and how many of an article.
const EQUAL_STARTS: usize = 2;
/// A list of fewer items is none.
const LEAST_ITEMS: usize = 2;

/// Sentences that were said.
#[derive(Debug, Default, Clone)]
pub(crate) struct Said {
    grams: Vec<HashSet<u64>>,
    starts: HashMap<String, usize>,
}

impl Said {
    /// Remembers sentences that others said.
    pub(crate) fn of<'a>(sentences: impl IntoIterator<Item = &'a str>) -> Self {
        let mut said = Self::default();
        sentences.into_iter().for_each(|sentence| said.add(sentence));
        said
    }

    /// Whether a sentence says or begins like what was said.
    pub(crate) fn has(&self, sentence: &str) -> bool {
        let own = grams(sentence);
        let too_often = self.starts.get(&start(sentence)).is_some_and(|count| *count >= EQUAL_STARTS);
        too_often || self.grams.iter().any(|other| likeness(&own, other) >= SAME)
    }

    /// Whether a sentence already begins with the first three words of a text.
    pub(crate) fn begins_with(&self, opener: &str) -> bool {
        self.starts.contains_key(&start(opener))
    }

    pub(crate) fn add(&mut self, sentence: &str) {
        self.grams.push(grams(sentence));
        *self.starts.entry(start(sentence)).or_default() += 1;
    }
}

fn start(sentence: &str) -> String {
    let normal = normalise(sentence);
    split(&normal).take(3).collect::<Vec<_>>().join(" ")
}

fn grams(sentence: &str) -> HashSet<u64> {
    let normal = normalise(sentence);
    let words: Vec<&str> = split(&normal).collect();
    words.windows(3).map(seed).collect()
}

#[expect(clippy::cast_precision_loss, reason = "sentences are short")]
fn likeness(one: &HashSet<u64>, other: &HashSet<u64>) -> f64 {
    let shared = one.intersection(other).count();
    let all = one.len() + other.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

/// Takes out sentences that repeat one of an earlier section, with those that lean on them.
pub(crate) fn without_repetition(sections: &mut [Section]) {
    let mut said = Said::default();
    for section in sections {
        // Within a section the writer has seen to it.
        let earlier = said.clone();
        clean(section, &earlier, &mut said);
    }
}

fn clean(section: &mut Section, earlier: &Said, said: &mut Said) {
    section.blocks = fresh_blocks(&section.blocks, earlier);
    for text in section.blocks.iter().flat_map(Block::texts) {
        for sentence in prose::sentences::split(&plain(text), Language::ENGLISH) {
            said.add(sentence);
        }
    }
    section.children.iter_mut().for_each(|child| clean(child, earlier, said));
}

/// Blocks with what nobody said earlier. A list that loses its items takes the sentence before it along.
fn fresh_blocks(blocks: &[Block], earlier: &Said) -> Vec<Block> {
    let mut fresh: Vec<Block> = Vec::new();
    for block in blocks {
        match block {
            Block::Paragraph(text) => {
                let kept = kept_sentences(&plain(text), earlier);
                if !kept.is_empty() {
                    fresh.push(Block::Paragraph(vec![Span::Plain(kept.join(" "))]));
                }
            }
            Block::List { ordered, items } => {
                let items: Vec<Text> =
                    items.iter().filter(|item| !earlier.has(&plain(item))).cloned().collect();
                if items.len() >= LEAST_ITEMS {
                    fresh.push(Block::List { ordered: *ordered, items });
                } else {
                    fresh.pop_if(|before| leads_in(before));
                }
            }
            Block::Table { .. } | Block::Quote { .. } => fresh.push(block.clone()),
        }
    }
    fresh
}

fn leads_in(block: &Block) -> bool {
    matches!(block, Block::Paragraph(text) if plain(text).ends_with(':'))
}

fn kept_sentences(paragraph: &str, earlier: &Said) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    let mut dropped = false;
    for sentence in prose::sentences::split(paragraph, Language::ENGLISH) {
        dropped = earlier.has(sentence) || (dropped && refers_back(sentence));
        if !dropped {
            kept.push(sentence.to_owned());
        }
    }
    kept
}

pub(crate) fn plain(text: &Text) -> String {
    text.iter().map(Span::words).collect()
}

/// The sentences of a section and those below it.
pub(crate) fn sentences(section: &Section) -> Vec<String> {
    let mut found = Vec::new();
    for text in section.blocks.iter().flat_map(Block::texts) {
        found.extend(prose::sentences::split(&plain(text), Language::ENGLISH).into_iter().map(str::to_owned));
    }
    found.extend(section.children.iter().flat_map(sentences));
    found
}

#[cfg(test)]
mod tests {
    use domain::articles::outline::SectionId;

    use super::*;

    fn section(index: usize, paragraphs: &[&str]) -> Section {
        let blocks = paragraphs.iter().map(|text| Block::Paragraph(vec![Span::Plain((*text).to_owned())]));
        Section {
            id: SectionId::top(index),
            heading: format!("Heading {index}"),
            blocks: blocks.collect(),
            children: Vec::new(),
        }
    }

    #[test]
    fn equal_sentences_and_starts_are_noticed() {
        let said = Said::of(["The water should be warm before you begin.", "The water should be clean."]);
        assert!(said.has("The water should be warm before you start."));
        assert!(said.has("The water should never freeze over in winter at all."), "a third equal beginning");
        assert!(!said.has("Leave the lid open until everything is dry."));
        assert!(said.begins_with("The water should") && !said.begins_with("A lid"));
    }

    #[test]
    fn later_sections_lose_what_earlier_ones_said() {
        let mut sections = [
            section(1, &["The water should be warm before you begin. A lid keeps the heat inside."]),
            section(2, &["The water should be warm before you begin. This saves time. Cold tiles crack."]),
        ];
        without_repetition(&mut sections);
        assert_eq!(sentences(&sections[1]), ["Cold tiles crack."]);
        assert_eq!(sentences(&sections[0]).len(), 2);
    }

    #[test]
    fn a_repeated_list_goes_with_its_lead() {
        let list = |items: &[&str]| Block::List {
            ordered: false,
            items: items.iter().map(|item| vec![Span::Plain((*item).to_owned())]).collect(),
        };
        let repeated = list(&["Check the lid before you begin.", "Keep the filter dry at night."]);
        let mut sections =
            [section(1, &["Lids matter."]), section(2, &["Cold tiles crack.", "Do it like this:"])];
        sections[0].blocks.push(repeated.clone());
        sections[1].blocks.push(repeated);
        without_repetition(&mut sections);
        assert_eq!(sections[0].blocks.len(), 2);
        assert_eq!(sentences(&sections[1]), ["Cold tiles crack."]);
    }
}
