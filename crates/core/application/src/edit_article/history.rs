//! The versions of an article, and what differs between them.

use domain::articles::ArticleId;
use domain::articles::document::{Article, ArticleImage};
use domain::articles::record::{ArticleRecord, Written};
use domain::articles::versions::{ArticleVersion, DiffLine, differences};
use domain::ledger::Purse;
use ports::StoreError;

use super::EditArticle;

/// A version with its text.
#[derive(Debug, Clone)]
pub struct VersionView {
    pub version: ArticleVersion,
    pub written: Written,
    /// The version that it is compared with; none for the first.
    pub compared_with: Option<u32>,
    /// The lines in which it differs from that one.
    pub differences: Vec<DiffLine>,
}

impl EditArticle {
    /// The stored versions of an article, latest first; `None` if there is no such article.
    pub async fn versions(
        &self,
        purse: Purse,
        id: ArticleId,
    ) -> Result<Option<Vec<ArticleVersion>>, StoreError> {
        let Some(record) = self.articles.article(purse, id).await? else { return Ok(None) };
        let versions = self.articles.article_versions(id).await?;
        if !versions.is_empty() {
            return Ok(Some(versions));
        }
        let is_written = self.articles.written(id).await?.is_some();
        Ok(Some(is_written.then(|| first(&record)).into_iter().collect()))
    }

    /// One version of an article, compared with the one before.
    pub async fn version(
        &self,
        purse: Purse,
        id: ArticleId,
        number: u32,
    ) -> Result<Option<VersionView>, StoreError> {
        let Some(versions) = self.versions(purse, id).await? else { return Ok(None) };
        let mut older = versions.into_iter().skip_while(|version| version.number != number);
        let Some(version) = older.next() else { return Ok(None) };
        let Some(written) = self.text(id, number).await? else { return Ok(None) };
        let before = match older.next() {
            Some(before) => self.text(id, before.number).await?.map(|text| (before.number, text.article)),
            None => None,
        };
        let compared_with = before.as_ref().map(|(number, _)| *number);
        let article = written.article.clone();
        let compare = move || {
            before.map(|(_, before)| differences(&document(&before), &document(&article))).unwrap_or_default()
        };
        let differences = self.cpu_pool.run(compare).await;
        Ok(Some(VersionView { version, written, compared_with, differences }))
    }

    /// The text of a version. As long as an article has never changed, only its text is stored.
    async fn text(&self, id: ArticleId, number: u32) -> Result<Option<Written>, StoreError> {
        match self.articles.written_version(id, number).await? {
            Some(written) => Ok(Some(written)),
            None => self.articles.written(id).await,
        }
    }

    /// The number of the latest version.
    pub(super) async fn latest(&self, id: ArticleId) -> Result<u32, StoreError> {
        Ok(self.articles.article_versions(id).await?.first().map_or(1, |version| version.number))
    }

    /// The images, except those that their account deleted.
    pub(super) async fn present_images(
        &self,
        purse: Purse,
        images: Vec<ArticleImage>,
    ) -> Result<Vec<ArticleImage>, StoreError> {
        let mut present = Vec::with_capacity(images.len());
        for image in images {
            if self.images.image(purse, image.id).await?.is_some() {
                present.push(image);
            }
        }
        Ok(present)
    }
}

fn first(record: &ArticleRecord) -> ArticleVersion {
    ArticleVersion {
        number: 1,
        at: record.finished_at.unwrap_or(record.updated_at),
        by: None,
        changes: Vec::new(),
        restored_from: None,
    }
}

/// Everything that people can edit, as lines.
fn document(article: &Article) -> String {
    let Article { slug, meta_title, meta_description, excerpt, .. } = article;
    let markdown = publishing::markdown(article);
    format!(
        "slug: {slug}\nmetaTitle: {meta_title}\nmetaDescription: {meta_description}\nexcerpt: {excerpt}\n\n{markdown}"
    )
}
