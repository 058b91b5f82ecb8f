//! The notes as they are compared and placed: texts, their sections, and passages, which nothing tears apart.

use std::ops::Range;

use domain::articles::document::{Block, Span, Text};
use domain::articles::record::{UnusedPassage, UnusedReason};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use rustc_hash::FxHashSet;

use crate::markdown::{Element, elements};
use crate::spans::{plain, words_of};
use crate::terms::{Term, Vocabulary, is_first_person, leans, sequence, terms};
use crate::{NoteText, Notes};

/// The most headings of a text; more than an article can have, and few enough to compare all of them.
const MOST_SECTIONS: usize = 200;
/// The longest line, in words, that can be a heading without a mark.
const HEADING_WORDS: u32 = 12;

/// All texts of the customer.
#[derive(Debug)]
pub(crate) struct Library {
    pub(crate) language: Language,
    pub(crate) notes: Vec<Note>,
    pub(crate) sections: Vec<NoteSection>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) vocabulary: Vocabulary,
    /// The terms of the keyword.
    pub(crate) keyword: FxHashSet<Term>,
    pub(crate) keyword_terms: Vec<String>,
    /// What no article has: images, comments, headings without a passage.
    pub(crate) left: Vec<UnusedPassage>,
}

/// One text.
#[derive(Debug)]
pub(crate) struct Note {
    pub(crate) number: SourceNumber,
    /// What the customer calls it, or its own title.
    pub(crate) title: Option<String>,
    /// Its own title, if that is another one.
    pub(crate) own_title: Option<String>,
    pub(crate) sections: Range<usize>,
    /// Whether its author speaks in it.
    pub(crate) personal: bool,
}

/// A heading and what stands directly below it; the first section of a text has no heading.
#[derive(Debug)]
pub(crate) struct NoteSection {
    pub(crate) note: usize,
    pub(crate) heading: Option<String>,
    pub(crate) sequence: Vec<String>,
    pub(crate) terms: Vec<(Term, u32)>,
    /// 2 to 4, without gaps; 1 where there is no heading.
    pub(crate) level: u8,
    pub(crate) passages: Range<usize>,
    /// Whether at least half of its paragraphs are told in the first person.
    pub(crate) narrates: bool,
}

/// A paragraph, list, table or piece of code, with the paragraph that introduces it.
#[derive(Debug)]
pub(crate) struct Passage {
    pub(crate) note: usize,
    pub(crate) section: usize,
    pub(crate) blocks: Vec<Block>,
    /// Its words.
    pub(crate) text: String,
    pub(crate) words: u32,
    pub(crate) terms: Vec<(Term, u32)>,
    pub(crate) first_person: bool,
    pub(crate) steps: bool,
    pub(crate) leans: bool,
}

impl Passage {
    /// Counts the words again after its blocks have changed.
    pub(crate) fn rewrite(&mut self) {
        self.text = self.blocks.iter().map(words_of).collect::<Vec<_>>().join("\n");
        self.words = seo::words::count(&self.text);
    }
}

impl Library {
    pub(crate) fn of(notes: &Notes<'_>) -> Self {
        let mut library = Self {
            language: notes.language,
            notes: Vec::new(),
            sections: Vec::new(),
            passages: Vec::new(),
            vocabulary: Vocabulary::default(),
            keyword: FxHashSet::default(),
            keyword_terms: terms(notes.keyword, notes.language),
            left: Vec::new(),
        };
        let keyword = library.vocabulary.read(notes.keyword, notes.language);
        library.keyword = keyword.into_iter().map(|(term, _)| term).collect();
        for text in notes.texts {
            library.add(text);
        }
        library
    }

    fn add(&mut self, text: &NoteText<'_>) {
        let note = self.notes.len();
        let given = text.title.map(str::trim).filter(|title| !title.is_empty()).map(str::to_owned);
        let mut elements = elements(text.text, text.number);
        let own = own_title(&mut elements, given.as_deref());
        let first = self.sections.len();
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
        let start = self.sections[first].passages.start;
        self.finish_passages(start);
        let passages = &self.passages[start..];
        let speaking = passages.iter().filter(|passage| passage.first_person).count();
        let headings = self.sections[first..].iter().filter_map(|section| section.heading.as_deref());
        let titled = headings.chain(given.as_deref()).chain(own.as_deref());
        let titles = titled.filter(|title| is_first_person(title, self.language)).count();
        let personal = speaking > 0 && (speaking + titles) * 4 >= passages.len();
        for section in &mut self.sections[first..] {
            let all = &self.passages[section.passages.clone()];
            section.narrates =
                all.iter().filter(|passage| passage.first_person).count() * 2 >= all.len().max(1);
        }
        let differs = |own: &String| given.as_ref().is_some_and(|given| sequence(given) != sequence(own));
        let own_title = own.clone().filter(differs);
        let sections = first..self.sections.len();
        self.notes.push(Note { number: text.number, title: given.or(own), own_title, sections, personal });
    }

    fn begin_section(&mut self, note: usize, heading: Option<String>, level: u8) {
        let at = self.passages.len();
        let words = heading.as_deref().unwrap_or_default();
        let (sequence, terms) = (sequence(words), self.vocabulary.read(words, self.language));
        self.sections.push(NoteSection {
            note,
            heading,
            sequence,
            terms,
            level,
            passages: at..at,
            narrates: false,
        });
    }

    /// Adds a block to the last section: to its last passage if that introduces it, or as a passage.
    fn add_block(&mut self, block: Block) {
        let number = self.sections.len() - 1;
        let section = &mut self.sections[number];
        let last = (!section.passages.is_empty()).then(|| self.passages.last_mut()).flatten();
        if let Some(last) = last
            && last.blocks.last().is_some_and(|before| introduces(before, &block))
        {
            last.blocks.push(block);
            return;
        }
        let note = section.note;
        let leans =
            !section.passages.is_empty() && !matches!(block, Block::Paragraph(_) | Block::Quote { .. });
        section.passages.end += 1;
        self.passages.push(Passage {
            note,
            section: number,
            blocks: vec![block],
            text: String::new(),
            words: 0,
            terms: Vec::new(),
            first_person: false,
            steps: false,
            leans,
        });
    }

    fn finish_passages(&mut self, start: usize) {
        for passage in &mut self.passages[start..] {
            passage.rewrite();
            let is_code = |block: &Block| matches!(block, Block::Code { .. });
            let spoken = passage.blocks.iter().filter(|block| !is_code(block)).map(words_of);
            let spoken = spoken.collect::<Vec<_>>().join("\n");
            passage.terms = self.vocabulary.read(&spoken, self.language);
            self.vocabulary.count(&passage.terms);
            passage.first_person = is_first_person(&spoken, self.language);
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

    /// A passage that is left out.
    pub(crate) fn unused(&self, passage: usize, reason: UnusedReason) -> UnusedPassage {
        let Passage { section, text, .. } = &self.passages[passage];
        let heading = self.sections[*section].heading.clone();
        UnusedPassage { source: self.source(passage), heading, text: text.clone(), reason }
    }
}

/// Whether a block announces the next one: it ends with a colon, or is a strong line without an end.
fn introduces(before: &Block, next: &Block) -> bool {
    let Block::Paragraph(text) = before else { return false };
    let words = plain(text);
    let strong = matches!(text[..], [Span::Strong(_)]) && !words.ends_with(['.', '!', '?']);
    strong || (words.ends_with([':', '：']) && !matches!(next, Block::Paragraph(_)))
}

/// Whether the order of the block's items matters, or it says itself that it is a step.
fn is_step(block: &Block) -> bool {
    match block {
        Block::List { ordered, .. } => *ordered,
        Block::Paragraph(text) => {
            let words = sequence(&plain(text).chars().take(40).collect::<String>());
            let numbered = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
            match &words[..] {
                [name, number, ..] => matches!(name.as_str(), "step" | "bước") && numbered(number),
                _ => false,
            }
        }
        _ => false,
    }
}

/// The title that a text gives itself.
pub(crate) fn title_of(text: &str) -> Option<String> {
    own_title(&mut elements(text, SourceNumber(1)), None)
}

/// Takes the title out of the elements: the only heading of the first level, if none stands before it. A text without any
/// heading has its short lines as headings.
fn own_title(elements: &mut Vec<Element>, given: Option<&str>) -> Option<String> {
    let is_heading = |element: &Element| matches!(element, Element::Heading(..));
    if !elements.iter().any(is_heading) {
        mark_headings(elements, given);
    }
    let first = elements.iter().position(is_heading)?;
    let titles = elements.iter().filter(|element| matches!(element, Element::Heading(1, _))).count();
    match &elements[first] {
        Element::Heading(1, _) if titles == 1 => match elements.remove(first) {
            Element::Heading(_, title) => Some(title),
            _ => None,
        },
        _ => None,
    }
}

/// Makes headings of short lines that stand alone above longer text. The first line of all is the title.
fn mark_headings(elements: &mut [Element], given: Option<&str>) {
    for at in 0..elements.len().saturating_sub(1) {
        let [line, next, ..] = &elements[at..] else { return };
        let (Element::Block(Block::Paragraph(text)), Element::Block(next)) = (line, next) else { continue };
        let words = plain(text);
        let below = words_of(next);
        let longer = below.len() > words.len() && (below.contains(['.', '!', '?']) || below.contains('\n'));
        if longer && (is_strong_line(text) || is_heading_line(&words)) {
            let title = at == 0 && given.is_none_or(|given| sequence(given) == sequence(&words));
            elements[at] = Element::Heading(if title { 1 } else { 2 }, words);
        }
    }
}

fn is_strong_line(text: &Text) -> bool {
    matches!(&text[..], [Span::Strong(words)] if !words.ends_with(['.', '!', ':', ',']))
}

fn is_heading_line(words: &str) -> bool {
    let begins = words.starts_with(|sign: char| sign.is_uppercase() || sign.is_ascii_digit());
    let ends = words.ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, '?' | ')'));
    begins && ends && !words.contains(". ") && (1..=HEADING_WORDS).contains(&seo::words::count(words))
}
