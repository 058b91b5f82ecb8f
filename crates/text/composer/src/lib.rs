//! Arranges the customer's own notes into an article. Nothing is rewritten.
//!
//! The most complete text is the backbone and keeps its sections, paragraphs, steps and order. Passages of
//! the other texts join the section with the same or nearest heading, or become sections. A passage is a
//! paragraph, list, table or piece of code with the paragraph that introduces it, and is never split. Every
//! passage stands in the article once, or in `unused` with the reason.
//!
//! The cost is linear in the length of the texts except for two bounded steps: at most 200 sections of a text
//! are compared with at most 300 parts of the article, and at most 1,500 figures with each other.

mod build;
mod differences;
mod length;
mod markdown;
mod metadata;
mod notes;
mod place;
mod plan;
mod questions;
mod same;
mod spans;
mod terms;
mod wanted;

use domain::articles::document::Article;
use domain::articles::order::WantedHeading;
use domain::articles::outline::Outline;
use domain::articles::record::UnusedPassage;
use domain::articles::research::SourceNumber;
use domain::locale::Language;

use crate::notes::Library;

/// The notes to arrange.
#[derive(Debug, Clone, Copy)]
pub struct Notes<'a> {
    /// The keyword that the article targets. It is used in the title and the metadata only.
    pub keyword: &'a str,
    /// The language of the texts.
    pub language: Language,
    /// The title, if the customer has one.
    pub title: Option<&'a str>,
    /// Headings that the customer requested, in order; without them the notes' own headings stay.
    pub outline: &'a [WantedHeading],
    /// The most words of the article.
    pub words: u32,
    pub texts: &'a [NoteText<'a>],
}

/// One text of the customer, Markdown or plain.
#[derive(Debug, Clone, Copy)]
pub struct NoteText<'a> {
    /// The number by which the article cites it.
    pub number: SourceNumber,
    /// The customer's title of the text.
    pub title: Option<&'a str>,
    pub text: &'a str,
}

/// An article from notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arranged {
    /// The article. It has no images, no list of sources and no slug yet.
    pub article: Article,
    /// Its headings, with the words below them.
    pub outline: Outline,
    /// The parts of the notes that it leaves out.
    pub unused: Vec<UnusedPassage>,
    /// How many differences between the texts the article shows.
    pub disagreements: usize,
    /// Warnings for the customer.
    pub warnings: Vec<String>,
}

/// Why there is no article.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotArrange {
    /// No text has content.
    #[error("the texts have no content")]
    Empty,
    /// The notes have nothing for these headings.
    #[error("the texts have nothing for these headings: {}", .0.join(", "))]
    EmptyHeadings(Vec<String>),
}

pub fn arrange(notes: &Notes<'_>) -> Result<Arranged, CannotArrange> {
    let mut library = Library::of(notes);
    let backbone = place::backbone(&library).ok_or(CannotArrange::Empty)?;
    let mut order: Vec<usize> = (0..library.notes.len()).filter(|note| *note != backbone).collect();
    order.insert(0, backbone);
    let same = same::find(&mut library, &order);
    let mut plan = if notes.outline.is_empty() {
        place::place(&library, &same, backbone)
    } else {
        wanted::place(&library, &same, &order, notes.outline).map_err(CannotArrange::EmptyHeadings)?
    };
    let differences = differences::find(&plan);
    let words = length::fit(&mut plan, &differences, notes.words);
    let why = "the rest are steps, differing figures or passages that others need";
    let over = || format!("The article has {words} words, more than the requested {}: {why}.", notes.words);
    let warnings = (words > notes.words).then(over).into_iter().collect();
    let mut article = build::article(&plan, &differences);
    metadata::add(&mut article, notes, &library, backbone);
    let (outline, unused) = (build::outline(&article), build::unused(&plan, &article));
    Ok(Arranged { article, outline, unused, disagreements: differences.len(), warnings })
}
