//! Edits of finished articles: text, title, metadata and images. Each edit is a version that can be restored,
//! and the checks are measured again.

mod changes;
mod history;
mod review;

use std::sync::Arc;

use domain::articles::document::{Article, Block, Span};
use domain::articles::order::InternalLink;
use domain::articles::quality::Quality;
use domain::articles::record::{ArticleRecord, Dossier, PublicationStatus, ReviewStatus, Written};
use domain::articles::versions::changed_fields;
use domain::articles::{ArticleId, ArticleStatus};
use domain::images::Image;
use domain::ledger::Purse;
use editorial::gates::{self, GateContext};
use ports::articles::{ArticleEdit, EditOutcome};
use ports::{ArticleStore, Clock, ImageStore, StoreError};
use prose::fingerprint::Fingerprint;

use crate::cpu_pool::CpuPool;
use crate::publish_article::{Dates, HostedSite};
use crate::write_article::{MOST_COMPARED, REVIEW_FIRST, held_reason};
pub use changes::{ArticleChanges, Fault, ImageChange, SectionChange};
pub use history::VersionView;
pub use review::ReviewResult;

/// Who edits an article, and from which version.
#[derive(Debug, Clone, Copy)]
pub struct Editor<'a> {
    /// The person or the API key.
    pub name: &'a str,
    /// The version that was read; a newer one is not overwritten. Without it, the latest version is changed.
    pub version: Option<u32>,
}

/// The outcome of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditResult {
    /// The article has this version now.
    Done(u32),
    /// There is no such article, or no such version of it.
    Missing,
    /// It is not finished, or another job works on it.
    TooLate,
    /// It has this version, which is newer than the one that was edited.
    NewerVersion(u32),
    /// Some fields cannot be changed as requested.
    Refused(Vec<Fault>),
    /// Another article has this slug.
    SlugTaken(String),
    /// The slug of a published article stays.
    IsPublished,
}

#[derive(Clone)]
pub struct EditArticle {
    articles: Arc<dyn ArticleStore>,
    images: Arc<dyn ImageStore>,
    clock: Arc<dyn Clock>,
    site: HostedSite,
    media_url: String,
    cpu_pool: CpuPool,
}

/// A finished article with the data that an edit needs.
struct Present {
    record: ArticleRecord,
    written: Written,
    number: u32,
}

/// An edited text that is about to be stored.
struct Changed {
    article: Article,
    of_labels: bool,
    restored_from: Option<u32>,
}

impl EditArticle {
    /// How often an edit is retried because something else changed the article in the meantime, such as a
    /// search engine's answer.
    const MOST_TRIES: usize = 5;

    #[must_use]
    pub fn new(
        articles: Arc<dyn ArticleStore>,
        images: Arc<dyn ImageStore>,
        clock: Arc<dyn Clock>,
        site: HostedSite,
        media_url: String,
        cpu_pool: CpuPool,
    ) -> Self {
        Self { articles, images, clock, site, media_url, cpu_pool }
    }

    /// Edits a finished article. The price that was paid for it stays.
    pub async fn edit(
        &self,
        purse: Purse,
        id: ArticleId,
        changes: &ArticleChanges,
        editor: Editor<'_>,
    ) -> Result<EditResult, StoreError> {
        let replacements = self.replacements(purse, changes).await?;
        for _ in 0..Self::MOST_TRIES {
            let present = match self.present(purse, id, editor).await? {
                Ok(present) => present,
                Err(result) => return Ok(result),
            };
            let article = match changes.apply(&present.written.article, purse.mode, &replacements) {
                Ok(article) => article,
                Err(faults) => return Ok(EditResult::Refused(faults)),
            };
            let is_published = present.record.publication.status == PublicationStatus::Published;
            if article.slug != present.written.article.slug && is_published {
                return Ok(EditResult::IsPublished);
            }
            let edited = Changed { article, of_labels: changes.is_of_labels(), restored_from: None };
            if let Some(result) = self.keep(present, edited, editor).await? {
                return Ok(result);
            }
        }
        Ok(EditResult::TooLate)
    }

    /// Restores the text of an earlier version as a new version. The slug stays.
    pub async fn restore(
        &self,
        purse: Purse,
        id: ArticleId,
        number: u32,
        editor: Editor<'_>,
    ) -> Result<EditResult, StoreError> {
        for _ in 0..Self::MOST_TRIES {
            let present = match self.present(purse, id, editor).await? {
                Ok(present) => present,
                Err(result) => return Ok(result),
            };
            if present.number == number {
                return Ok(EditResult::Done(number));
            }
            let Some(earlier) = self.articles.written_version(id, number).await? else {
                return Ok(EditResult::Missing);
            };
            let mut article = Article { slug: present.written.article.slug.clone(), ..earlier.article };
            article.images = self.present_images(purse, article.images).await?;
            let changed = Changed { article, of_labels: false, restored_from: Some(number) };
            if let Some(result) = self.keep(present, changed, editor).await? {
                return Ok(result);
            }
        }
        Ok(EditResult::TooLate)
    }

    /// The article as an edit would make it, without storing it.
    pub async fn preview(
        &self,
        purse: Purse,
        id: ArticleId,
        changes: &ArticleChanges,
        editor: Editor<'_>,
    ) -> Result<Result<Article, EditResult>, StoreError> {
        let replacements = self.replacements(purse, changes).await?;
        Ok(self.present(purse, id, editor).await?.and_then(|present| {
            let article = &present.written.article;
            changes.apply(article, purse.mode, &replacements).map_err(EditResult::Refused)
        }))
    }

    async fn present(
        &self,
        purse: Purse,
        id: ArticleId,
        editor: Editor<'_>,
    ) -> Result<Result<Present, EditResult>, StoreError> {
        let Some(record) = self.articles.article(purse, id).await? else {
            return Ok(Err(EditResult::Missing));
        };
        if record.status != ArticleStatus::Completed || self.articles.job_of(purse, id).await?.is_some() {
            return Ok(Err(EditResult::TooLate));
        }
        let number = self.latest(id).await?;
        let Some(written) = self.articles.written(id).await? else { return Ok(Err(EditResult::TooLate)) };
        if editor.version.is_some_and(|version| version != number) {
            return Ok(Err(EditResult::NewerVersion(number)));
        }
        Ok(Ok(Present { record, written, number }))
    }

    /// Measures an edited article and stores it; `None` if the edit has to be repeated on the current
    /// article.
    async fn keep(
        &self,
        present: Present,
        changed: Changed,
        editor: Editor<'_>,
    ) -> Result<Option<EditResult>, StoreError> {
        let Present { record, written, number } = present;
        let fields = changed_fields(&written.article, &changed.article);
        if fields.is_empty() {
            return Ok(Some(EditResult::Done(number)));
        }
        let (purse, id, version) = (record.purse, record.id, record.version);
        let needs_review = record.review.status == ReviewStatus::Needed;
        let dossier = self.articles.dossier(id).await?;
        let own = if changed.of_labels { Vec::new() } else { self.own_articles(&record).await? };
        let slug = changed.article.slug.clone();
        let restored_from = changed.restored_from;
        let new = Written { article: changed.article, ..written };
        let new = self.measured(record, new, dossier, (changed.of_labels, own)).await;
        let reason = if needs_review { REVIEW_FIRST.to_owned() } else { held_reason(&new.quality) };
        let edit = ArticleEdit {
            written: &new,
            version,
            reason: Some(&reason),
            by: Some(editor.name),
            changes: &fields,
            restored_from,
            at: self.clock.now(),
        };
        Ok(match self.articles.keep_edit(purse, id, &edit).await? {
            EditOutcome::Kept => Some(EditResult::Done(number + 1)),
            EditOutcome::Outdated => None,
            EditOutcome::SlugTaken => Some(EditResult::SlugTaken(slug)),
        })
    }

    async fn measured(
        &self,
        record: ArticleRecord,
        written: Written,
        dossier: Option<Dossier>,
        (of_labels, own): (bool, Vec<Fingerprint>),
    ) -> Written {
        let (site, now) = (self.site.clone(), self.clock.now());
        let work = move || {
            let article = &written.article;
            let facts = site.facts(article, Dates { published_at: now, modified_at: now });
            let problems = publishing::problems(&publishing::json_ld(article, &facts));
            let words = editorial::words(article);
            let research = dossier.map(|dossier| dossier.research);
            let sources_are_known = research.is_some();
            let links = linked(article);
            let context = GateContext {
                order: &record.order,
                research: &research.unwrap_or_default(),
                internal_links: &links,
                own_articles: &own,
                json_ld_problems: &problems,
                tier: written.generation.tier,
                is_sample: written.generation.is_sample(),
            };
            let before = &written.quality;
            let quality = if of_labels {
                let measured = gates::measure_labels(article, &context, before);
                // The score depends on the sources; if they were not stored, the old score stays.
                let score = if sources_are_known { measured.score } else { before.score };
                Quality { score, ..measured }
            } else {
                gates::measure_edited(article, &context, before, sources_are_known)
            };
            Written { quality, words, ..written }
        };
        self.cpu_pool.run(work).await
    }

    /// Fingerprints of the account's other articles in the language.
    async fn own_articles(&self, record: &ArticleRecord) -> Result<Vec<Fingerprint>, StoreError> {
        let done = Some(ArticleStatus::Completed);
        let all = self.articles.articles(record.purse, done, None, MOST_COMPARED).await?;
        let mut texts = Vec::new();
        for other in all.into_iter().filter(|other| other.id != record.id) {
            let written = self.articles.written(other.id).await?;
            texts.extend(written.filter(|written| written.article.language == record.order.language));
        }
        let look = move || texts.iter().map(|written| gates::fingerprint(&written.article)).collect();
        Ok(self.cpu_pool.run(look).await)
    }

    /// Images of the account that replace others, with the URLs of their files.
    async fn replacements(
        &self,
        purse: Purse,
        changes: &ArticleChanges,
    ) -> Result<Vec<(Image, String)>, StoreError> {
        let mut found = Vec::new();
        for id in changes.images.iter().filter_map(|change| change.replacement) {
            found.extend(self.images.image(purse, id).await?.map(|image| (image, self.media_url.clone())));
        }
        Ok(found)
    }
}

/// People decide which links they add to their article, so none of them counts as foreign.
fn linked(article: &Article) -> Vec<InternalLink> {
    let answers = article.faq.iter().flat_map(|faq| &faq.items).map(|item| &item.answer);
    let spans = article.blocks().flat_map(Block::texts).chain(answers).flatten();
    let links = spans.filter_map(|span| match span {
        Span::Link { url, .. } => Some(InternalLink { url: url.clone(), title: None }),
        _ => None,
    });
    links.collect()
}
