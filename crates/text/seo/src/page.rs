//! What a page says: its title, headings, main text, structured data and dates, read in one walk over its tree.

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

/// A page as far as search analysis cares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// Where it was found.
    pub url: String,
    /// The title.
    pub title: Option<String>,
    /// The meta description.
    pub description: Option<String>,
    /// The `lang` attribute as written.
    pub lang_attribute: Option<String>,
    /// The language of the main text.
    pub language: Option<Language>,
    /// The canonical address.
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
    /// The types of schema.org that the page declares, each once, in order of appearance.
    pub schema_types: Vec<String>,
    /// When it was published.
    pub published: Option<Date>,
    /// When it was changed.
    pub modified: Option<Date>,
    /// What tells the kind of the page, each at most once.
    pub signals: Vec<PageSignal>,
    /// Questions that structured data answers.
    pub faq: Vec<AskedQuestion>,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The text.
    pub text: String,
}

/// A piece of the main content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its text, with runs of white space as one space, except in code.
    pub text: String,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// A heading of this level.
    Heading(u8),
    /// Text that introduces what follows: a term, a summary, a line in bold.
    Lead,
    /// A paragraph.
    #[default]
    Paragraph,
    /// What a definition list says about the term before it.
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
    /// Reads a page that was found at `url`. Any text gives a page, though it may be an empty one.
    #[must_use]
    pub fn read(html: &str, url: &Url) -> Self {
        reader::read(html, url)
    }
}

#[cfg(test)]
mod tests;
