//! First drafts: a whole article in Markdown.

use domain::articles::document::{Article, Block, Section};
use serde::{Deserialize, Serialize};

use super::second_draft::{WireSection, tree};
use super::{Marks, ReplyError, blocks, images, line, markdown, read, wire};
use crate::planning::ProposedImage;

/// The fewest main sections, the last included.
const LEAST_SECTIONS: usize = 3;

/// A first draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstDraft {
    /// The title.
    pub title: String,
    /// The article as it was written.
    pub markdown: String,
    /// What stands before the first heading.
    pub introduction: Vec<Block>,
    /// The sections of the second level; the conclusion is the last.
    pub sections: Vec<Section>,
    /// Images to make.
    pub images: Vec<ProposedImage>,
}

impl FirstDraft {
    /// The headings of its main sections, without the conclusion's.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        let body = self.sections.len().saturating_sub(1);
        self.sections.iter().take(body).map(|section| section.heading.as_str())
    }

    /// Its text in an article that has nothing else of it.
    #[must_use]
    pub fn in_article(&self, article: Article) -> Article {
        Article {
            title: self.title.clone(),
            introduction: self.introduction.clone(),
            sections: self.sections.clone(),
            ..article
        }
    }
}

/// Reads a first draft.
pub fn first_draft(reply: &str, marks: &Marks<'_>) -> Result<FirstDraft, ReplyError> {
    let wire: wire::FirstDraft = read(reply)?;
    let mut parts = markdown::parts(&wire.article);
    let mut title = line(&wire.title);
    // Some writers put the title into the text, too.
    if let Some(first) = parts.iter_mut().find(|part| part.level == 1) {
        title = if title.is_empty() { line(&first.heading) } else { title };
        first.level = 0;
    }
    let lead = parts.iter().take_while(|part| part.level <= 1).count();
    let introduction: Vec<wire::Block> = parts.drain(..lead).flat_map(|part| part.blocks).collect();
    let introduction = blocks::blocks(introduction, marks);
    let is_empty = |at: usize, part: &markdown::Part| {
        part.blocks.is_empty() && parts.get(at + 1).is_none_or(|next| next.level <= part.level)
    };
    let empty: Vec<bool> = parts.iter().enumerate().map(|(at, part)| is_empty(at, part)).collect();
    let filled = parts.into_iter().zip(empty).filter_map(|(part, empty)| (!empty).then_some(part));
    let written = filled.map(|part| WireSection {
        level: part.level.into(),
        heading: part.heading,
        blocks: part.blocks,
    });
    let sections = tree(written.collect(), marks);
    let lacks = |part: &str| Err(ReplyError::Form(format!("the article has no {part}")));
    if introduction.is_empty() {
        return lacks("text before its first heading");
    }
    if sections.len() < LEAST_SECTIONS {
        return lacks("main sections below `##`, or too few of them");
    }
    if title.is_empty() {
        return lacks("title");
    }
    Ok(FirstDraft { title, markdown: wire.article, introduction, sections, images: images(&wire.images) })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ARTICLE: &str = "# Tea at home\n\nSteep it for three minutes [S1].\n\n```sh\nkettle --on\n```\n\n## Water\nSoft water\nis best.\n\n\
        ### Heat\n| Tea | °C |\n|---|---|\n| green | 80 |\n\n## Steps\n1. Boil.\n2. Wait\n   a minute.\n\n## Start today\nBoil it.\n";

    fn read(article: &str) -> Result<FirstDraft, ReplyError> {
        first_draft(&json!({ "title": "Tea", "article": article }).to_string(), &Marks::default())
    }

    #[test]
    fn an_article_in_markdown_is_read() {
        let draft = read(ARTICLE).unwrap();
        assert_eq!((draft.title.as_str(), draft.introduction.len()), ("Tea", 2));
        assert_eq!(draft.headings().collect::<Vec<_>>(), ["Water", "Steps"]);
        assert_eq!(draft.sections[0].children[0].id.to_string(), "1.1");
        let Block::Table { rows, .. } = &draft.sections[0].children[0].blocks[0] else { panic!("a table") };
        assert_eq!(rows.len(), 1);
        let Block::List { ordered: true, items } = &draft.sections[1].blocks[0] else { panic!("steps") };
        assert_eq!(items[1][0].words(), "Wait a minute.");
    }

    #[test]
    fn what_is_no_article_is_refused_with_the_reason() {
        for (article, lacks) in [
            ("## Water\nSoft.\n## Steps\nBoil.\n## Start\nNow.", "text before its first heading"),
            ("Steep it.\n\n## Water\nSoft.", "main sections"),
            ("", "text before its first heading"),
        ] {
            let error = read(article).unwrap_err().to_string();
            assert!(error.contains(lacks), "{article}: {error}");
        }
    }

    #[test]
    fn a_heading_without_text_is_left_out() {
        let draft = read("Steep it.\n## Empty\n## Water\nSoft.\n## Steps\nBoil.\n## Start\nNow.").unwrap();
        assert_eq!(draft.headings().collect::<Vec<_>>(), ["Water", "Steps"]);
        assert_eq!(draft.sections[0].id.to_string(), "1");
    }
}
