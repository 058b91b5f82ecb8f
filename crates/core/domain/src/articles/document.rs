//! The text of an article as a tree, from which HTML, Markdown and structured data are made.

use serde::{Deserialize, Serialize};

use super::outline::SectionId;
use super::research::{Source, SourceNumber};
use crate::images::{ImageId, SourceType};
use crate::locale::Language;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Article {
    pub language: Language,
    /// The keyword that it targets.
    pub focus_keyword: String,
    pub keywords: Vec<String>,
    /// The title, which is the only heading of the first level.
    pub title: String,
    /// The last part of its URL.
    pub slug: String,
    /// The title for results pages.
    pub meta_title: String,
    /// The description for results pages.
    pub meta_description: String,
    /// A summary of two sentences, for lists.
    pub excerpt: String,
    /// The text before the first heading.
    pub introduction: Vec<Block>,
    /// Sections of the second level; the conclusion is the last.
    pub sections: Vec<Section>,
    pub faq: Option<Faq>,
    /// Images and their places.
    pub images: Vec<ArticleImage>,
    /// The cited sources, and no others.
    pub sources: Vec<Source>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// Its place in the outline.
    pub id: SectionId,
    pub heading: String,
    /// Its text, without the sections below it.
    pub blocks: Vec<Block>,
    pub children: Vec<Self>,
}

/// A block of text, such as a paragraph or a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// A paragraph of running text.
    Paragraph(Text),
    List {
        /// Whether the order matters.
        ordered: bool,
        items: Vec<Text>,
    },
    /// A table. Every row has as many cells as there are columns.
    Table {
        /// The caption of the table.
        caption: Option<String>,
        columns: Vec<Text>,
        rows: Vec<Vec<Text>>,
    },
    /// A literal quotation of a source.
    Quote {
        /// The words of the quotation.
        text: Text,
        /// The source of the quotation.
        source: SourceNumber,
    },
    /// Source code, with its line breaks.
    Code {
        /// The name of its language, such as `rust`.
        language: Option<String>,
        text: String,
    },
    /// Sentences that stand out from the text around them.
    Callout {
        /// The purpose of the call-out. Each document shows it as a label in the article's language.
        kind: CalloutKind,
        /// The sentences, without the label.
        text: Text,
    },
}

/// The purpose of a call-out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CalloutKind {
    /// Makes the work easier.
    Tip,
    Warning,
    /// Adds something that is good to know.
    Note,
}

impl CalloutKind {
    pub const ALL: [Self; 3] = [Self::Tip, Self::Warning, Self::Note];

    /// Its name in stored articles, replies and class names.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tip => "tip",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl Block {
    /// The running texts of the block, in reading order; code is not running text.
    #[must_use]
    pub fn texts(&self) -> Vec<&Text> {
        match self {
            Self::Paragraph(text) | Self::Quote { text, .. } | Self::Callout { text, .. } => vec![text],
            Self::List { items, .. } => items.iter().collect(),
            Self::Table { columns, rows, .. } => columns.iter().chain(rows.iter().flatten()).collect(),
            Self::Code { .. } => Vec::new(),
        }
    }
}

pub type Text = Vec<Span>;

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// Text without any formatting.
    Plain(String),
    /// Text of strong importance.
    Strong(String),
    /// Text with stress emphasis.
    Emphasis(String),
    /// Text that links to a URL.
    Link {
        /// The text of the link.
        text: String,
        /// The target of the link.
        url: String,
    },
    /// A piece of source code.
    Code(String),
    /// The number of the source that supports the words before it.
    Citation(SourceNumber),
}

impl Span {
    /// The text without formatting; empty for a citation.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Self::Plain(text)
            | Self::Strong(text)
            | Self::Emphasis(text)
            | Self::Code(text)
            | Self::Link { text, .. } => text,
            Self::Citation(_) => "",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faq {
    /// The heading above them.
    pub heading: String,
    pub items: Vec<FaqItem>,
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaqItem {
    pub question: String,
    /// The answer, one paragraph.
    pub answer: Text,
}

/// An image of an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArticleImage {
    pub id: ImageId,
    /// Its place in the article.
    pub role: ImageRole,
    /// The URL of the image.
    pub url: String,
    /// A description of what it shows.
    pub alt: String,
    /// The text below the image.
    pub caption: Option<String>,
    pub width: u32,
    pub height: u32,
    pub media_type: String,
    /// How it was made. Articles from before this was stored have the default.
    #[serde(default)]
    pub source_type: SourceType,
    /// The things that the engine reports to have drawn; empty for engines that do not report them.
    #[serde(default)]
    pub depicts: Vec<String>,
    /// Whether the image is charged. An abstract cover that replaces an image that no engine draws is not.
    #[serde(default = "is_charged")]
    pub charged: bool,
    /// Smaller copies, smallest first: URL and width.
    pub variants: Vec<(String, u32)>,
}

const fn is_charged() -> bool {
    true
}

/// The place of an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageRole {
    Hero,
    Section(SectionId),
}

impl Article {
    /// How many images are paid for.
    #[must_use]
    pub fn charged_images(&self) -> usize {
        self.images.iter().filter(|image| image.charged).count()
    }

    /// An article without any text.
    #[must_use]
    pub const fn empty(language: Language) -> Self {
        Self {
            language,
            focus_keyword: String::new(),
            keywords: Vec::new(),
            title: String::new(),
            slug: String::new(),
            meta_title: String::new(),
            meta_description: String::new(),
            excerpt: String::new(),
            introduction: Vec::new(),
            sections: Vec::new(),
            faq: None,
            images: Vec::new(),
            sources: Vec::new(),
        }
    }

    /// Every section with its level (2 to 4), in reading order.
    #[must_use]
    pub fn flattened(&self) -> Vec<(u8, &Section)> {
        let mut all = Vec::new();
        for section in &self.sections {
            collect(section, 2, &mut all);
        }
        all
    }

    /// Every block of running text in reading order, without the answers of the FAQ.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let sections = self.flattened().into_iter().flat_map(|(_, section)| &section.blocks);
        self.introduction.iter().chain(sections)
    }
}

fn collect<'a>(section: &'a Section, level: u8, all: &mut Vec<(u8, &'a Section)>) {
    all.push((level, section));
    for child in &section.children {
        collect(child, level + 1, all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_blocks_are_read() {
        for stored in [
            r#"{"paragraph":[{"plain":"Run "},{"code":"git rebase"},{"citation":2}]}"#,
            r#"{"code":{"language":"sh","text":"git rebase main\n"}}"#,
            r#"{"code":{"language":null,"text":"x = 1"}}"#,
            r#"{"callout":{"kind":"warning","text":[{"plain":"Shared branches stay."}]}}"#,
        ] {
            let block: Block = serde_json::from_str(stored).unwrap();
            assert_eq!(serde_json::to_string(&block).unwrap(), stored);
        }
    }

    #[test]
    fn a_call_out_is_read_and_code_is_not() {
        let text = vec![Span::Plain("Wait.".to_owned())];
        assert_eq!(Block::Callout { kind: CalloutKind::Tip, text: text.clone() }.texts(), [&text]);
        assert!(Block::Code { language: None, text: "wait".to_owned() }.texts().is_empty());
    }
}
