//! Articles and versions in API responses, as the editor needs them.

use domain::Timestamp;
use serde::Deserialize;

use crate::failure::PageError;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Article {
    pub(super) title: Option<String>,
    pub(super) focus_keyword: String,
    pub(super) language: String,
    #[serde(rename = "article")]
    written: Option<Written>,
}

#[derive(Deserialize)]
struct Written {
    version: u32,
    html: String,
    sources: Vec<Source>,
}

/// A source that the text can cite.
#[derive(Deserialize)]
pub(super) struct Source {
    pub(super) number: u32,
    pub(super) title: String,
}

impl Article {
    /// The title, or else the keyword.
    pub(super) fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.focus_keyword)
    }

    /// The number of the latest version. An article without a text has no editor.
    pub(super) fn version(&self) -> Result<u32, PageError> {
        self.written.as_ref().map(|written| written.version).ok_or(PageError::NotFound)
    }

    /// The current text as HTML.
    pub(super) fn html(&self) -> Result<&str, PageError> {
        self.written.as_ref().map(|written| written.html.as_str()).ok_or(PageError::NotFound)
    }

    /// The sources that the text can cite.
    pub(super) fn sources(&self) -> &[Source] {
        self.written.as_ref().map(|written| written.sources.as_slice()).unwrap_or_default()
    }
}

/// A version in a list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedVersion {
    pub(super) version: u32,
    pub(super) created_at: Timestamp,
    pub(super) created_by: Option<String>,
    pub(super) changes: Vec<String>,
    pub(super) restored_from: Option<u32>,
}

/// A version with its text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Version {
    #[serde(rename = "version")]
    pub(super) number: u32,
    pub(super) created_at: Timestamp,
    pub(super) created_by: Option<String>,
    title: String,
    slug: String,
    meta_title: String,
    meta_description: String,
    excerpt: String,
    pub(super) sections: Vec<Part>,
    pub(super) images: Vec<Picture>,
    pub(super) compared_with: Option<u32>,
    pub(super) differences: Vec<Line>,
}

impl Version {
    /// The short fields, in the order of the form.
    pub(super) fn lines(&self) -> [&str; 5] {
        [&self.title, &self.slug, &self.meta_title, &self.meta_description, &self.excerpt]
    }
}

/// A part of the body.
#[derive(Deserialize)]
pub(super) struct Part {
    pub(super) id: String,
    pub(super) heading: Option<String>,
    pub(super) markdown: String,
}

/// An image of the article.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Picture {
    pub(super) image_id: String,
    pub(super) url: String,
    pub(super) alt: String,
    pub(super) caption: Option<String>,
}

/// A line of the differences between versions.
#[derive(Deserialize)]
pub(super) struct Line {
    pub(super) change: String,
    pub(super) text: String,
}

/// An image of the account.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Own {
    pub(super) image_id: String,
    pub(super) alt: String,
}

/// The preview of a changed article.
#[derive(Deserialize)]
pub(super) struct Preview {
    pub(super) html: String,
    pub(super) sections: Vec<PreviewedPart>,
}

/// A part of the preview.
#[derive(Deserialize)]
pub(super) struct PreviewedPart {
    pub(super) id: String,
    pub(super) html: String,
}
