//! The text of an article as a tree, from which HTML, Markdown and structured data are made.

use serde::{Deserialize, Serialize};

use super::outline::SectionId;
use super::research::{Source, SourceNumber};
use crate::images::{ImageId, SourceType};
use crate::locale::Language;

/// A finished article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Article {
    /// Its language.
    pub language: Language,
    /// The keyword that it targets.
    pub focus_keyword: String,
    /// Secondary keywords.
    pub keywords: Vec<String>,
    /// The title, which is the only heading of the first level.
    pub title: String,
    /// The last part of its address.
    pub slug: String,
    /// The title for results pages.
    pub meta_title: String,
    /// The description for results pages.
    pub meta_description: String,
    /// Two sentences for lists.
    pub excerpt: String,
    /// What stands before the first heading.
    pub introduction: Vec<Block>,
    /// Sections of the second level; the conclusion is the last.
    pub sections: Vec<Section>,
    /// Questions and answers.
    pub faq: Option<Faq>,
    /// Images and their places.
    pub images: Vec<ArticleImage>,
    /// What is cited, and nothing else.
    pub sources: Vec<Source>,
}

/// A section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// Its place.
    pub id: SectionId,
    /// Its heading.
    pub heading: String,
    /// Its own text.
    pub blocks: Vec<Block>,
    /// Sections below it.
    pub children: Vec<Self>,
}

/// A piece of text that stands by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// Sentences.
    Paragraph(Text),
    /// A list.
    List {
        /// Whether the order matters.
        ordered: bool,
        /// Its items.
        items: Vec<Text>,
    },
    /// A table. Every row has as many cells as there are columns.
    Table {
        /// What it shows.
        caption: Option<String>,
        /// The columns' names.
        columns: Vec<Text>,
        /// The rows.
        rows: Vec<Vec<Text>>,
    },
    /// Words of somebody else, quoted as they are.
    Quote {
        /// The words.
        text: Text,
        /// Whose they are.
        source: SourceNumber,
    },
    /// Source code, with its line breaks.
    Code {
        /// The name of its language, such as `rust`.
        language: Option<String>,
        /// The code.
        text: String,
    },
    /// Sentences that stand out from the text around them.
    Callout {
        /// What they are for. Each document shows it as a label in the article's language.
        kind: CalloutKind,
        /// The sentences, without the label.
        text: Text,
    },
}

/// What a call-out is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CalloutKind {
    /// Makes the work easier.
    Tip,
    /// Prevents damage.
    Warning,
    /// Adds something that is good to know.
    Note,
}

impl CalloutKind {
    /// Every kind.
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
    /// The running texts of the block, in reading order; code is none.
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

/// Running text.
pub type Text = Vec<Span>;

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// Words.
    Plain(String),
    /// Words that matter.
    Strong(String),
    /// Words with stress.
    Emphasis(String),
    /// Words that lead elsewhere.
    Link {
        /// The words.
        text: String,
        /// Where to.
        url: String,
    },
    /// A piece of source code.
    Code(String),
    /// The number of the source that the words before it rest on.
    Citation(SourceNumber),
}

impl Span {
    /// The words, without marks; a citation has none.
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

/// Questions and answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faq {
    /// The heading above them.
    pub heading: String,
    /// The questions.
    pub items: Vec<FaqItem>,
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaqItem {
    /// The question.
    pub question: String,
    /// The answer, one paragraph.
    pub answer: Text,
}

/// An image of an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArticleImage {
    /// The image's id.
    pub id: ImageId,
    /// Its place.
    pub role: ImageRole,
    /// Where it is.
    pub url: String,
    /// What it shows.
    pub alt: String,
    /// What stands below it.
    pub caption: Option<String>,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Its media type.
    pub media_type: String,
    /// How it came about; articles from before this was noted do not say.
    #[serde(default)]
    pub source_type: SourceType,
    /// The things that the engine says it drew; empty for engines that do not say.
    #[serde(default)]
    pub depicts: Vec<String>,
    /// Whether the image is paid for; an abstract cover in place of an image that no engine draws is not.
    #[serde(default = "is_charged")]
    pub charged: bool,
    /// Smaller copies, smallest first: address and width.
    pub variants: Vec<(String, u32)>,
}

const fn is_charged() -> bool {
    true
}

/// Where an image stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageRole {
    /// Below the title.
    Hero,
    /// In a section.
    Section(SectionId),
}

impl Article {
    /// How many images are paid for.
    #[must_use]
    pub fn charged_images(&self) -> usize {
        self.images.iter().filter(|image| image.charged).count()
    }

    /// An article without words.
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

    /// Every block of running text in reading order; answers are not among them.
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
