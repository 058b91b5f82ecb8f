//! The visible text of an article, piece by piece with its place.

use domain::articles::document::{Article, Block, Section, Text};
use domain::articles::outline::SectionId;

use crate::spans::{outside_code, plain};

/// A place in an article.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    Title,
    /// Before the first section.
    Introduction,
    /// In a section's own text or heading.
    Section(SectionId),
    /// Among the questions and answers.
    Faq,
    /// In metadata that only results pages show.
    Meta,
}

impl Place {
    /// The name in findings.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Title => "title",
            Self::Introduction => "introduction",
            Self::Section(id) => id.as_str(),
            Self::Faq => "faq",
            Self::Meta => "meta",
        }
    }
}

/// The kind of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PassageKind {
    Title,
    Heading,
    Paragraph,
    /// An item of a list.
    Item,
    /// A cell, a column's name or a caption of a table.
    Cell,
    /// Words of another author.
    Quote,
    Question,
    Answer,
}

impl PassageKind {
    /// Whether it consists of whole sentences by the writer.
    #[must_use]
    pub fn is_prose(self) -> bool {
        matches!(self, Self::Paragraph | Self::Answer)
    }
}

/// A separate piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    pub place: Place,
    pub kind: PassageKind,
    pub text: String,
}

/// All visible text, in order: title, headings, text, questions and answers. Captions of images and the list
/// of sources are not included.
#[must_use]
pub fn passages(article: &Article) -> Vec<Passage> {
    read(article, plain)
}

/// All visible text without inline code, which may contain characters that no sentence has.
pub(crate) fn passages_outside_code(article: &Article) -> Vec<Passage> {
    read(article, outside_code)
}

type Words = fn(&Text) -> String;

fn read(article: &Article, words: Words) -> Vec<Passage> {
    let mut found = Vec::new();
    push(&mut found, &Place::Title, PassageKind::Title, article.title.clone());
    add_blocks(&mut found, &Place::Introduction, &article.introduction, words);
    for section in &article.sections {
        add_section(&mut found, section, words);
    }
    if let Some(faq) = &article.faq {
        push(&mut found, &Place::Faq, PassageKind::Heading, faq.heading.clone());
        for item in &faq.items {
            push(&mut found, &Place::Faq, PassageKind::Question, item.question.clone());
            push(&mut found, &Place::Faq, PassageKind::Answer, words(&item.answer));
        }
    }
    found
}

/// The visible text as one string, one passage per line.
#[must_use]
pub fn visible_text(article: &Article) -> String {
    let texts: Vec<String> = passages(article).into_iter().map(|passage| passage.text).collect();
    texts.join("\n")
}

/// The number of visible words.
#[must_use]
pub fn words(article: &Article) -> u32 {
    passages(article).iter().map(|passage| seo::words::count(&passage.text)).sum()
}

fn add_section(found: &mut Vec<Passage>, section: &Section, words: Words) {
    let place = Place::Section(section.id.clone());
    push(found, &place, PassageKind::Heading, section.heading.clone());
    add_blocks(found, &place, &section.blocks, words);
    for child in &section.children {
        add_section(found, child, words);
    }
}

fn add_blocks(found: &mut Vec<Passage>, place: &Place, blocks: &[Block], words: Words) {
    for block in blocks {
        let kind = match block {
            Block::Paragraph(_) | Block::Callout { .. } => PassageKind::Paragraph,
            Block::List { .. } => PassageKind::Item,
            Block::Table { .. } => PassageKind::Cell,
            Block::Quote { .. } => PassageKind::Quote,
            // Code has no sentences to measure.
            Block::Code { .. } => continue,
        };
        if let Block::Table { caption: Some(caption), .. } = block {
            push(found, place, kind, caption.clone());
        }
        for text in block.texts() {
            push(found, place, kind, words(text));
        }
    }
}

fn push(found: &mut Vec<Passage>, place: &Place, kind: PassageKind, text: String) {
    if !text.trim().is_empty() {
        found.push(Passage { place: place.clone(), kind, text });
    }
}
