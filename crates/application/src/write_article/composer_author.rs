//! The composer in this process: it writes from evidence alone, so it composes the whole article at once and hands out its parts.

use std::sync::Arc;

use async_trait::async_trait;
use composer::{Borrowing, CannotCompose, Composed, Voice};
use domain::articles::document::{Faq, Section};
use domain::articles::order::{ArticleOrder, WantedHeading};
use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::record::{Generation, Tier};
use sha2::{Digest, Sha256};

use super::author::{Author, AuthorError, Body, Brief, Labels, Opening, Planned, SectionWanted};
use crate::workshop::Workshop;

pub(super) const NAME: &str = "local";
/// Changes when the composer comes to write otherwise.
const VERSION: &str = "composer-2";
/// Articles whose parts are being handed out.
const REMEMBERED: u64 = 64;

/// Writes from evidence.
pub struct ComposerAuthor {
    workshop: Workshop,
    composed: moka::sync::Cache<[u8; 32], Arc<Composed>>,
}

impl ComposerAuthor {
    /// An author that computes in `workshop`.
    #[must_use]
    pub fn new(workshop: Workshop) -> Self {
        Self { workshop, composed: moka::sync::Cache::new(REMEMBERED) }
    }

    /// The whole article with the headings of a plan, which the customer may have changed since it was composed.
    async fn follow(&self, brief: Brief<'_>, plan: &Outline) -> Result<Arc<Composed>, AuthorError> {
        let composed = self.compose(brief).await?;
        let wanted = headings(&plan.sections);
        if headings(&composed.outline.sections) == wanted {
            return Ok(composed);
        }
        let order = ArticleOrder { outline: wanted, ..brief.order.clone() };
        self.compose(Brief { order: &order, ..brief }).await
    }

    /// The whole article; the same for the same brief, so it is never kept for long.
    async fn compose(&self, brief: Brief<'_>) -> Result<Arc<Composed>, AuthorError> {
        let text = serde_json::to_vec(&(brief.order, brief.research))
            .map_err(|error| AuthorError::Unusable(error.to_string()))?;
        let key: [u8; 32] = Sha256::digest(&text).into();
        if let Some(known) = self.composed.get(&key) {
            return as_wanted(known);
        }
        let (order, research) = (brief.order.clone(), brief.research.clone());
        let composing = self.workshop.run(move || {
            let voice = Voice { borrowing: Borrowing::OwnTexts, ..Voice::default() };
            composer::compose(&research, &order, &voice)
        });
        let composed = Arc::new(composing.await.map_err(refusal)?);
        self.composed.insert(key, composed.clone());
        as_wanted(composed)
    }
}

/// Headings as the customer would want them.
fn headings(sections: &[PlannedSection]) -> Vec<WantedHeading> {
    sections
        .iter()
        .map(|section| WantedHeading {
            heading: section.heading.clone(),
            children: headings(&section.children),
        })
        .collect()
}

/// The article, if it has every heading that was wanted: another one would be a surprise.
fn as_wanted(composed: Arc<Composed>) -> Result<Arc<Composed>, AuthorError> {
    let unfilled = &composed.unfilled_headings;
    if unfilled.is_empty() {
        return Ok(composed);
    }
    let named: Vec<String> = unfilled.iter().map(|heading| format!("“{heading}”")).collect();
    Err(AuthorError::Unusable(format!("the sources say nothing for these headings: {}", named.join(", "))))
}

fn refusal(error: CannotCompose) -> AuthorError {
    AuthorError::NotEquipped(format!("nothing can be written from the evidence: {error}"))
}

#[async_trait]
impl Author for ComposerAuthor {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn plan(&self, brief: Brief<'_>) -> Result<Planned, AuthorError> {
        let generation = Generation {
            engine: NAME.to_owned(),
            model: VERSION.to_owned(),
            prompt_version: VERSION.to_owned(),
            tier: Tier::Standard,
        };
        Ok(Planned { outline: self.compose(brief).await?.outline.clone(), generation })
    }

    async fn section(&self, brief: Brief<'_>, wanted: SectionWanted<'_>) -> Result<Section, AuthorError> {
        let composed = self.follow(brief, wanted.outline).await?;
        let planned = wanted.section;
        let mut written = composed.article.sections.iter();
        let section = written.find(|section| section.id == planned.id && section.heading == planned.heading);
        section.cloned().ok_or_else(|| {
            let problem = format!("the sources say nothing for the heading “{}”", planned.heading);
            AuthorError::Unusable(problem)
        })
    }

    async fn opening(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Opening, AuthorError> {
        let composed = self.follow(brief, body.outline).await?;
        let article = &composed.article;
        let conclusion =
            article.sections.iter().find(|section| composed.conclusion.as_ref() == Some(&section.id));
        Ok(Opening {
            introduction: article.introduction.clone(),
            conclusion_heading: conclusion.map(|section| section.heading.clone()).unwrap_or_default(),
            conclusion: conclusion.map(|section| section.blocks.clone()).unwrap_or_default(),
        })
    }

    async fn questions(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Option<Faq>, AuthorError> {
        Ok(self.follow(brief, body.outline).await?.article.faq.clone())
    }

    async fn labels(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Labels, AuthorError> {
        let article = &self.follow(brief, body.outline).await?.article;
        Ok(Labels {
            title: article.title.clone(),
            meta_title: article.meta_title.clone(),
            meta_description: article.meta_description.clone(),
            excerpt: article.excerpt.clone(),
        })
    }
}
