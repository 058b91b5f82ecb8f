//! The content of a page: its title, headings, main text, structured data and dates, read in one walk over
//! its tree.

mod content;
mod dates;
pub mod language;
mod reader;
mod signals;
mod structured_data;

use domain::locale::Language;
use domain::search::AskedQuestion;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use url::Url;

pub use signals::PageSignal;

/// A page with the data for search analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// The URL of the page.
    pub url: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// The `lang` attribute as written.
    pub lang_attribute: Option<String>,
    /// The language of the main text.
    pub language: Option<Language>,
    pub canonical: Option<String>,
    /// The headings of the main content, and the page's first `h1` wherever it stands.
    pub headings: Vec<Heading>,
    /// The main content in order.
    pub content: Vec<Block>,
    /// How many words the main content has.
    pub word_count: u32,
    /// How many lists the main content has.
    pub list_count: u32,
    /// How many tables the main content has.
    pub table_count: u32,
    /// The schema.org types that the page declares, without duplicates, in order of appearance.
    pub schema_types: Vec<String>,
    /// When it was published.
    pub published: Option<Date>,
    /// When it was changed.
    pub modified: Option<Date>,
    /// Signs of the kind of page, without duplicates.
    pub signals: Vec<PageSignal>,
    /// Questions that structured data answers.
    pub faq: Vec<AskedQuestion>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    pub text: String,
}

/// A piece of the main content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    pub kind: BlockKind,
    /// Its text, with runs of white space as one space, except in code.
    pub text: String,
}

/// The kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// A heading of this level.
    Heading(u8),
    /// Text that introduces what follows: a term, a summary, a line in bold.
    Lead,
    #[default]
    Paragraph,
    /// The description of the previous term in a definition list.
    Description,
    /// Code, commands or a formula, with its lines and spaces.
    Code,
    /// An item of a list whose order does not matter.
    Item,
    /// An item of a numbered list.
    Step,
    /// A cell of a table.
    Cell {
        /// Its column, from 0.
        column: u16,
    },
}

impl Page {
    /// Reads a page that was found at `url`. Any text results in a page, which may be empty.
    #[must_use]
    pub fn read(html: &str, url: &Url) -> Self {
        reader::read(html, url)
    }
}

#[cfg(test)]
mod tests;
