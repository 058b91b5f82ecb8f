//! The composer in this process: it writes from evidence alone, so it composes the whole article at once and hands out its parts.

use std::sync::Arc;

use async_trait::async_trait;
use composer::{Borrowing, CannotCompose, Composed, Voice};
use domain::articles::document::{Faq, Section};
use domain::articles::record::{Generation, Tier};
use sha2::{Digest, Sha256};

use super::author::{Author, AuthorError, Body, Brief, Labels, Opening, Planned, SectionWanted};
use crate::workshop::Workshop;

pub(super) const NAME: &str = "local";
/// Changes when the composer comes to write otherwise.
const VERSION: &str = "composer-1";
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

    /// The whole article; the same for the same brief, so it is never kept for long.
    async fn compose(&self, brief: Brief<'_>) -> Result<Arc<Composed>, AuthorError> {
        let text = serde_json::to_vec(&(brief.order, brief.research))
            .map_err(|error| AuthorError::Unusable(error.to_string()))?;
        let key: [u8; 32] = Sha256::digest(&text).into();
        if let Some(known) = self.composed.get(&key) {
            return Ok(known);
        }
        let (order, research) = (brief.order.clone(), brief.research.clone());
        let composing = self.workshop.run(move || {
            let voice = Voice { borrowing: Borrowing::OwnTexts, ..Voice::default() };
            composer::compose(&research, &order, &voice)
        });
        let composed = Arc::new(composing.await.map_err(refusal)?);
        self.composed.insert(key, composed.clone());
        Ok(composed)
    }
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
        let composed = self.compose(brief).await?;
        let section = composed.article.sections.iter().find(|section| section.id == wanted.section.id);
        section
            .cloned()
            .ok_or_else(|| AuthorError::Unusable("the evidence carries no such section".to_owned()))
    }

    async fn opening(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Opening, AuthorError> {
        let article = &self.compose(brief).await?.article;
        // The sections behind the planned ones are the conclusion.
        let conclusion = article.sections.get(body.outline.sections.len());
        Ok(Opening {
            introduction: article.introduction.clone(),
            conclusion_heading: conclusion.map(|section| section.heading.clone()).unwrap_or_default(),
            conclusion: conclusion.map(|section| section.blocks.clone()).unwrap_or_default(),
        })
    }

    async fn questions(&self, brief: Brief<'_>, _: Body<'_>) -> Result<Option<Faq>, AuthorError> {
        Ok(self.compose(brief).await?.article.faq.clone())
    }

    async fn labels(&self, brief: Brief<'_>, _: Body<'_>) -> Result<Labels, AuthorError> {
        let article = &self.compose(brief).await?.article;
        Ok(Labels {
            title: article.title.clone(),
            meta_title: article.meta_title.clone(),
            meta_description: article.meta_description.clone(),
            excerpt: article.excerpt.clone(),
        })
    }
}
