//! The notes in the form in which they are compared and placed: texts, their sections, and indivisible
//! passages.

use std::ops::Range;

use domain::articles::document::{Block, Span};
use domain::articles::record::{UnusedPassage, UnusedReason};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use prose::sentences;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::markdown::{Element, elements};
use crate::spans::{plain, words_of};
use crate::terms::{Term, Vocabulary, is_first_person, leans, sequence, terms};
use crate::{NoteText, Notes};

/// The most headings of a text; more than an article can have, and few enough to compare all of them.
const MOST_SECTIONS: usize = 200;
/// The longest line, in words, that can be an unmarked heading.
const HEADING_WORDS: u32 = 12;

/// All texts of the customer.
#[derive(Debug, Default)]
pub(crate) struct Library {
    pub(crate) language: Language,
    pub(crate) notes: Vec<Note>,
    pub(crate) sections: Vec<NoteSection>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) vocabulary: Vocabulary,
    /// The terms of the keyword, and the keyword as words.
    pub(crate) keyword: FxHashSet<Term>,
    pub(crate) keyword_terms: Vec<String>,
    /// Content that no article has: images, comments, front matter.
    pub(crate) left: Vec<UnusedPassage>,
}

#[derive(Debug)]
pub(crate) struct Note {
    pub(crate) number: SourceNumber,
    /// The customer's title, or the text's own title.
    pub(crate) title: Option<String>,
    /// The text's own title, if the customer gave another one.
    pub(crate) own_title: Option<String>,
    pub(crate) sections: Range<usize>,
    /// Whether it is written in the first person.
    pub(crate) personal: bool,
}

/// A heading and what stands directly below it; the first section of a text has no heading.
#[derive(Debug)]
pub(crate) struct NoteSection {
    pub(crate) note: usize,
    pub(crate) heading: Option<String>,
    pub(crate) sequence: Vec<String>,
    pub(crate) terms: FxHashSet<Term>,
    /// The level, 2 to 4, without gaps; 1 where there is no heading.
    pub(crate) level: u8,
    pub(crate) passages: Range<usize>,
    /// Whether at least half of its paragraphs are in the first person.
    pub(crate) narrates: bool,
}

/// A paragraph, list, table or piece of code, with the paragraph that introduces it.
#[derive(Debug, Default)]
pub(crate) struct Passage {
    pub(crate) note: usize,
    pub(crate) section: usize,
    pub(crate) blocks: Vec<Block>,
    pub(crate) text: String,
    pub(crate) words: u32,
    pub(crate) terms: FxHashMap<Term, u32>,
    pub(crate) first_person: bool,
    pub(crate) steps: bool,
    pub(crate) leans: bool,
}

impl Passage {
    /// Sets the text from the words of the blocks.
    pub(crate) fn write(&mut self) {
        self.text = self.blocks.iter().map(words_of).collect::<Vec<_>>().join("\n");
        self.words = seo::words::count(&self.text);
    }
}

impl Library {
    pub(crate) fn of(notes: &Notes<'_>) -> Self {
        let mut library = Self { language: notes.language, ..Self::default() };
        library.keyword = library.vocabulary.read(notes.keyword, notes.language).into_keys().collect();
        library.keyword_terms = terms(notes.keyword, notes.language);
        notes.texts.iter().for_each(|text| library.add(text));
        library
    }

    fn add(&mut self, text: &NoteText<'_>) {
        let note = self.notes.len();
        let given = text.title.map(str::trim).filter(|title| !title.is_empty()).map(str::to_owned);
        let mut elements = elements(text.text, text.number);
        let own = own_title(&mut elements, given.as_deref());
        let (first, start) = (self.sections.len(), self.passages.len());
        self.begin_section(note, None, 1);
        let mut above: Vec<u8> = Vec::new();
        for element in elements {
            match element {
                Element::Heading(level, heading) if self.sections.len() - first < MOST_SECTIONS => {
                    while above.last().is_some_and(|last| *last >= level) {
                        above.pop();
                    }
                    above.push(level);
                    let depth = u8::try_from(above.len() + 1).unwrap_or(4).min(4);
                    self.begin_section(note, Some(heading), depth);
                }
                Element::Heading(_, heading) => self.add_block(Block::Paragraph(vec![Span::Strong(heading)])),
                Element::Block(block) => self.add_block(block),
                Element::Left(words, reason) => {
                    let heading = self.sections.last().and_then(|section| section.heading.clone());
                    self.left.push(UnusedPassage { source: text.number, heading, text: words, reason });
                }
            }
        }
        self.finish_passages(start);
        let speaking = |passages: &[Passage]| passages.iter().filter(|passage| passage.first_person).count();
        let passages = &self.passages[start..];
        let headings = self.sections[first..].iter().filter_map(|section| section.heading.as_deref());
        let titles = headings.chain(given.as_deref()).chain(own.as_deref());
        let titles = titles.filter(|title| is_first_person(title, self.language)).count();
        let spoken = speaking(passages);
        let personal = spoken > 0 && (spoken + titles) * 4 >= passages.len();
        for section in &mut self.sections[first..] {
            let all = &self.passages[section.passages.clone()];
            section.narrates = speaking(all) * 2 >= all.len().max(1);
        }
        let differs = |own: &String| given.as_ref().is_some_and(|given| sequence(given) != sequence(own));
        let own_title = own.clone().filter(differs);
        let sections = first..self.sections.len();
        self.notes.push(Note { number: text.number, title: given.or(own), own_title, sections, personal });
    }

    fn begin_section(&mut self, note: usize, heading: Option<String>, level: u8) {
        let at = self.passages.len();
        let words = heading.as_deref().unwrap_or_default();
        let terms = self.vocabulary.read(words, self.language).into_keys().collect();
        let (sequence, passages, narrates) = (sequence(words), at..at, false);
        self.sections.push(NoteSection { note, heading, sequence, terms, level, passages, narrates });
    }

    /// Adds a block to the last section: to its last passage if that introduces the block, or as a new
    /// passage.
    fn add_block(&mut self, block: Block) {
        let number = self.sections.len() - 1;
        let section = &mut self.sections[number];
        let follows = !section.passages.is_empty();
        if let Some(last) = self.passages.last_mut().filter(|_| follows)
            && last.blocks.last().is_some_and(|before| introduces(before, &block))
        {
            return last.blocks.push(block);
        }
        let leans = follows && !matches!(block, Block::Paragraph(_) | Block::Quote { .. });
        section.passages.end += 1;
        let passage = Passage { note: section.note, section: number, leans, ..Passage::default() };
        self.passages.push(Passage { blocks: vec![block], ..passage });
    }

    fn finish_passages(&mut self, start: usize) {
        for passage in &mut self.passages[start..] {
            passage.write();
            let spoken = passage.blocks.iter().filter(|block| !matches!(block, Block::Code { .. }));
            let spoken = spoken.map(words_of).collect::<Vec<_>>().join("\n");
            passage.terms = self.vocabulary.read(&spoken, self.language);
            passage.first_person = speaks(&spoken, self.language);
            passage.steps = passage.blocks.iter().any(is_step);
            passage.leans |= leans(&spoken, self.language);
        }
    }

    /// The section and those below it.
    pub(crate) fn subtree(&self, section: usize) -> Range<usize> {
        let NoteSection { note, level, .. } = self.sections[section];
        let below = self.sections[section + 1..self.notes[note].sections.end].iter();
        section..section + 1 + below.take_while(|below| below.level > level).count()
    }

    /// The number of the text that a passage stands in.
    pub(crate) fn source(&self, passage: usize) -> SourceNumber {
        self.notes[self.passages[passage].note].number
    }

    /// An entry for a passage that is left out.
    pub(crate) fn unused(&self, passage: usize, reason: UnusedReason) -> UnusedPassage {
        let Passage { section, text, .. } = &self.passages[passage];
        let heading = self.sections[*section].heading.clone();
        UnusedPassage { source: self.source(passage), heading, text: text.clone(), reason }
    }
}

/// Whether a sentence is in the first person. Questions do not count: readers ask them as "I" too.
fn speaks(text: &str, language: Language) -> bool {
    let mut sentences = text.lines().flat_map(|line| sentences::split(line, language));
    sentences.any(|sentence| !sentence.trim_end().ends_with('?') && is_first_person(sentence, language))
}

/// Whether a block introduces the next one: it ends with a colon, or is a strong line without a full stop.
fn introduces(before: &Block, next: &Block) -> bool {
    let Block::Paragraph(text) = before else { return false };
    let words = plain(text);
    let strong = matches!(text[..], [Span::Strong(_)]) && !words.ends_with(['.', '!', '?']);
    strong || (words.ends_with([':', '：']) && !matches!(next, Block::Paragraph(_)))
}

/// Whether the order of the block's items matters, or its words mark it as a step.
fn is_step(block: &Block) -> bool {
    match block {
        Block::List { ordered, .. } => *ordered,
        Block::Paragraph(text) => {
            let start = plain(text).chars().take(12).collect::<String>().to_lowercase();
            let start = start.trim_start_matches("step ").trim_start_matches("bước ");
            let rest = start.trim_start_matches(|sign: char| sign.is_ascii_digit());
            rest.len() < start.len() && rest.starts_with(['.', ':', ')'])
        }
        _ => false,
    }
}

/// Removes the title from the elements: the only heading of the first level, if no heading stands before it.
/// If a text has no headings, its short lines become headings.
fn own_title(elements: &mut Vec<Element>, given: Option<&str>) -> Option<String> {
    let is_heading = |element: &Element| matches!(element, Element::Heading(..));
    if !elements.iter().any(is_heading) {
        mark_headings(elements, given);
    }
    let first = elements.iter().position(is_heading)?;
    let titles = elements.iter().filter(|element| matches!(element, Element::Heading(1, _))).count();
    let title = match &elements[first] {
        Element::Heading(1, title) if titles == 1 => title.clone(),
        _ => return None,
    };
    elements.remove(first);
    Some(title)
}

/// Makes headings of short lines that stand alone above longer text. The first line of all is the title.
fn mark_headings(elements: &mut [Element], given: Option<&str>) {
    for at in 1..elements.len() {
        let [line, Element::Block(next)] = &elements[at - 1..=at] else { continue };
        let Element::Block(Block::Paragraph(text)) = line else { continue };
        let (words, below) = (plain(text), words_of(next));
        let longer = below.len() > words.len() && below.contains(['.', '!', '?', '\n']);
        let strong = matches!(text[..], [Span::Strong(_)]) && !words.ends_with(['.', '!', ':', ',']);
        if longer && (strong || is_heading_line(&words)) {
            let title = at == 1 && given.is_none_or(|given| sequence(given) == sequence(&words));
            elements[at - 1] = Element::Heading(if title { 1 } else { 2 }, words);
        }
    }
}

fn is_heading_line(words: &str) -> bool {
    let begins = words.starts_with(|sign: char| sign.is_uppercase() || sign.is_ascii_digit());
    let ends = words.ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, '?' | ')'));
    begins && ends && !words.contains(". ") && (1..=HEADING_WORDS).contains(&seo::words::count(words))
}
