//! The sections of an article as a tree, and the reading time.

use domain::articles::document::Article;
use domain::articles::outline::SectionId;
use domain::locale::Language;
use serde::Serialize;

use crate::html::section_html;
use crate::layout::{Layout, PlacedSection};
use crate::markdown::section_markdown;
use crate::plain::trimmed;

/// Silent reading of English non-fiction, in words per minute (Brysbaert 2019).
const WORDS_A_MINUTE: u32 = 238;
/// Vietnamese words are counted as syllables, and a word has about one and a quarter.
const SYLLABLES_A_MINUTE: u32 = 300;

/// A section with its subsections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SectionNode {
    /// Its id, used to rewrite it.
    pub id: SectionId,
    /// Its identifier in the HTML.
    pub anchor: String,
    /// The level of its heading, from 2.
    pub level: u8,
    pub heading: String,
    /// Its own text as HTML, without heading and subsections.
    pub html: String,
    /// Its own text as Markdown.
    pub markdown: String,
    pub children: Vec<Self>,
}

/// The sections of an article.
#[must_use]
pub fn sections(article: &Article) -> Vec<SectionNode> {
    let layout = Layout::of(article);
    layout.sections.iter().map(|section| node(&layout, section)).collect()
}

fn node(layout: &Layout<'_>, section: &PlacedSection<'_>) -> SectionNode {
    SectionNode {
        id: section.section.id.clone(),
        anchor: section.anchor.clone(),
        level: section.level,
        heading: trimmed(&section.section.heading).into_owned(),
        html: section_html(layout, section),
        markdown: section_markdown(layout, section),
        children: section.children.iter().map(|child| node(layout, child)).collect(),
    }
}

/// The minutes needed to read so many words; at least one.
#[must_use]
pub fn reading_minutes(words: u32, language: Language) -> u32 {
    let speed = if language == Language::VIETNAMESE { SYLLABLES_A_MINUTE } else { WORDS_A_MINUTE };
    words.div_ceil(speed).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_takes_whole_minutes_and_at_least_one() {
        assert_eq!(reading_minutes(0, Language::ENGLISH), 1);
        assert_eq!(reading_minutes(2_000, Language::ENGLISH), 9);
        assert_eq!(reading_minutes(2_000, Language::VIETNAMESE), 7);
    }
}
