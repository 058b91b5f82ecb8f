//! First drafts: a whole article in Markdown.

use domain::articles::document::{Article, Block, Section};
use serde::{Deserialize, Serialize};

use super::article::article;
use super::{Marks, ReplyError, images, line, read, wire};
use crate::planning::ProposedImage;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstDraft {
    pub title: String,
    /// The article as written.
    pub markdown: String,
    /// The text before the first heading.
    pub introduction: Vec<Block>,
    /// The sections of the second level; the conclusion is the last.
    pub sections: Vec<Section>,
    pub images: Vec<ProposedImage>,
}

impl FirstDraft {
    /// The headings of its main sections, without the conclusion's.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        let body = self.sections.len().saturating_sub(1);
        self.sections.iter().take(body).map(|section| section.heading.as_str())
    }

    /// Its text in an otherwise empty article.
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

/// Parses a first draft.
pub fn first_draft(reply: &str, marks: &Marks<'_>) -> Result<FirstDraft, ReplyError> {
    let wire: wire::FirstDraft = read(reply)?;
    let text = article(&wire.article, marks)?;
    let title = Some(line(&wire.title)).filter(|title| !title.is_empty()).unwrap_or(text.title);
    if title.is_empty() {
        return Err(ReplyError::Form("the article has no title".to_owned()));
    }
    Ok(FirstDraft {
        title,
        markdown: wire.article,
        introduction: text.introduction,
        sections: text.sections,
        images: images(&wire.images),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ARTICLE: &str =
        "# Tea at home\n\nSteep it.\n\n## Water\nSoft.\n\n## Steps\nBoil.\n\n## Start today\nNow.\n";

    fn read(title: &str, article: &str) -> Result<FirstDraft, ReplyError> {
        first_draft(&json!({ "title": title, "article": article }).to_string(), &Marks::default())
    }

    #[test]
    fn the_title_is_that_of_the_reply_or_of_the_text() {
        let draft = read("Tea", ARTICLE).unwrap();
        assert_eq!(draft.title, "Tea");
        assert_eq!(draft.headings().collect::<Vec<_>>(), ["Water", "Steps"]);
        assert_eq!(read("", ARTICLE).unwrap().title, "Tea at home");
        let error = read("", ARTICLE.trim_start_matches("# Tea at home\n")).unwrap_err().to_string();
        assert!(error.contains("no title"), "{error}");
    }
}
