//! Converts the body of an article to Markdown for editing, section by section, and back.
//!
//! It differs from the published Markdown in two ways: images are left out, because they are edited
//! separately, and every citation stands as `[1]`, including those that readers do not see because the next
//! sentence repeats them. An unchanged block is kept as it is.

mod reading;

use domain::articles::document::{Article, Block, FaqItem};
use domain::articles::outline::SectionId;

use crate::html::{blocks_html, faq_html};
use crate::layout::Layout;
use crate::markdown::{blocks_markdown, faq_markdown, image_lines};
use crate::plain::trimmed;
pub use reading::MarkdownProblem;

/// The id of the text before the first heading.
pub const INTRODUCTION: &str = "introduction";
/// The id of the questions and answers.
pub const FAQ: &str = "faq";

/// A part of an article that is edited separately.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditableSection {
    /// The id of the section, [`INTRODUCTION`] or [`FAQ`].
    pub id: String,
    /// The heading; the introduction has none.
    pub heading: Option<String>,
    /// The level of the heading.
    pub level: u8,
    /// Its own text. Questions are third-level headings above their answers.
    pub markdown: String,
    /// The same text as HTML.
    pub html: String,
}

/// The parts of an article, in reading order.
#[must_use]
pub fn editable(article: &Article) -> Vec<EditableSection> {
    let layout = Layout::for_editing(article);
    let published = Layout::of(article);
    let introduction = EditableSection {
        id: INTRODUCTION.to_owned(),
        heading: None,
        level: 1,
        markdown: blocks_markdown(&layout, &article.introduction),
        html: blocks_html(&published, &article.introduction),
    };
    let sections = article.flattened().into_iter().map(|(level, section)| EditableSection {
        id: section.id.to_string(),
        heading: Some(trimmed(&section.heading).into_owned()),
        level,
        markdown: blocks_markdown(&layout, &section.blocks),
        html: blocks_html(&published, &section.blocks),
    });
    let faq = layout.faq_heading().map(|heading| EditableSection {
        id: FAQ.to_owned(),
        heading: Some(trimmed(heading).into_owned()),
        level: 2,
        markdown: faq_markdown(&layout),
        html: faq_html(&published),
    });
    std::iter::once(introduction).chain(sections).chain(faq).collect()
}

/// Parses the blocks of an edited section, or of the introduction if there is no `section`. Lines of the
/// article's images, which the published Markdown has, are ignored.
pub fn read_blocks(
    article: &Article,
    section: Option<&SectionId>,
    markdown: &str,
) -> Result<Vec<Block>, MarkdownProblem> {
    let sections = article.flattened();
    let before: &[Block] = match section {
        None => &article.introduction,
        Some(id) => {
            let known = sections.iter().find(|(_, section)| section.id == *id);
            known.map(|(_, section)| &*section.blocks).unwrap_or_default()
        }
    };
    let mut read = reading::blocks(&without_images(article, markdown), article)?;
    let forms = [Layout::for_editing(article), Layout::of(article)];
    for layout in &forms {
        let written: Vec<(String, &Block)> = before
            .iter()
            .map(|block| (blocks_markdown(layout, std::slice::from_ref(block)), block))
            .collect();
        for block in &mut read {
            let text = blocks_markdown(layout, std::slice::from_ref(block));
            if let Some((_, same)) = written.iter().find(|(known, _)| *known == text) {
                block.clone_from(same);
            }
        }
    }
    Ok(read)
}

/// Parses the questions and answers of an edited FAQ.
pub fn read_questions(article: &Article, markdown: &str) -> Result<Vec<FaqItem>, MarkdownProblem> {
    reading::questions(markdown, article)
}

fn without_images(article: &Article, markdown: &str) -> String {
    let images = image_lines(&Layout::of(article));
    let mut kept = String::with_capacity(markdown.len());
    for line in markdown.lines().filter(|line| !images.iter().any(|image| image == line.trim())) {
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}

#[cfg(test)]
mod tests;
