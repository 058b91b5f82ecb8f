//! The small language model on this machine, for topics on which there is no evidence. What it writes is a draft.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use domain::articles::document::{Faq, Section};
use domain::articles::outline::Outline;
use domain::articles::record::{Generation, Tier};
use drafting::{Assignment, DraftError, Edges};
use editorial::planning;
use ports::language_model::{LanguageModel, LanguageModelSource};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use super::author::{Author, AuthorError, Body, Brief, Labels, Opening, Planned, SectionWanted};
use super::body;
use crate::workshop::Workshop;

pub(super) const NAME: &str = "draft";
/// Changes when drafts come to be written otherwise.
const VERSION: &str = "draft-2";
/// Articles whose edges are being handed out.
const REMEMBERED: u64 = 64;

/// Writes drafts. A draft computes for a minute or more, so it has a workshop of its own.
pub struct DraftAuthor {
    model: Arc<dyn LanguageModelSource>,
    workshop: Workshop,
    edges: moka::sync::Cache<[u8; 32], Arc<OnceCell<Arc<Edges>>>>,
}

/// Ends the work of a thread when nobody waits for it any more.
struct UntilDropped(Arc<AtomicBool>);

impl Drop for UntilDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl DraftAuthor {
    /// An author with this model.
    #[must_use]
    pub fn new(model: Arc<dyn LanguageModelSource>) -> Self {
        Self { model, workshop: Workshop::default(), edges: moka::sync::Cache::new(REMEMBERED) }
    }

    /// What stands around a body. Its parts must not repeat each other, so they are written in one go, whoever asks first.
    async fn edges(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Arc<Edges>, AuthorError> {
        let text = serde_json::to_vec(&(brief.order, body))
            .map_err(|error| AuthorError::Unusable(error.to_string()))?;
        let key: [u8; 32] = Sha256::digest(&text).into();
        let (order, outline, body) = (brief.order.clone(), body.outline.clone(), body.sections.to_vec());
        let write = move |model: &dyn LanguageModel, cancelled: &AtomicBool| {
            drafting::edges(model, &order, &outline, &body, cancelled).map(Arc::new)
        };
        let known = self.edges.get_with(key, Arc::default);
        known.get_or_try_init(|| self.compute(write)).await.cloned()
    }

    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn LanguageModel, &AtomicBool) -> Result<T, DraftError> + Send + 'static,
    ) -> Result<T, AuthorError> {
        let model = self.model.ready().await.map_err(|error| AuthorError::NotEquipped(error.to_string()))?;
        let cancelled = Arc::new(AtomicBool::new(false));
        let _waiting = UntilDropped(cancelled.clone());
        self.workshop.run(move || work(&*model, &cancelled)).await.map_err(|error| refusal(&error))
    }
}

fn refusal(error: &DraftError) -> AuthorError {
    match error {
        DraftError::Language(_) | DraftError::Sensitive(_) => AuthorError::NotEquipped(error.to_string()),
        DraftError::TooLittle { .. } | DraftError::Model(_) => AuthorError::Unusable(error.to_string()),
    }
}

#[async_trait]
impl Author for DraftAuthor {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn plan(&self, brief: Brief<'_>) -> Result<Planned, AuthorError> {
        if !brief.research.evidence.is_empty() {
            return Err(AuthorError::NotEquipped(
                "the sources do not carry an article; send more of them, or set up a text engine".to_owned(),
            ));
        }
        drafting::check(brief.order).map_err(|error| refusal(&error))?;
        let model = self.model.ready().await.map_err(|error| AuthorError::NotEquipped(error.to_string()))?;
        let outline = planning::plan(&drafting::plan(brief.order), brief.order, brief.research)
            .map_err(|error| AuthorError::Unusable(error.to_string()))?;
        let generation = Generation {
            engine: "local".to_owned(),
            model: model.name().to_owned(),
            prompt_version: VERSION.to_owned(),
            tier: Tier::Draft,
        };
        Ok(Planned { outline, generation })
    }

    async fn section(&self, brief: Brief<'_>, wanted: SectionWanted<'_>) -> Result<Section, AuthorError> {
        let (order, outline, section) = (brief.order.clone(), wanted.outline.clone(), wanted.section.clone());
        let (words, attempt) = (wanted.words, u32::from(wanted.rejected.is_some()));
        let language = brief.order.language;
        let short = wanted
            .rejected
            .filter(|rejected| {
                rejected.findings.is_empty() && body::words(rejected.section, language) < words
            })
            .map(|rejected| rejected.section.clone());
        let write = move |model: &dyn LanguageModel, cancelled: &AtomicBool| {
            let assignment = Assignment {
                order: &order,
                outline: &outline,
                section: &section,
                words,
                attempt,
                avoid: &[],
            };
            match short {
                // Nothing is wrong with what is there, so it stays.
                Some(present) => drafting::completed(model, &assignment, present, cancelled),
                None => drafting::section(model, &assignment, cancelled),
            }
        };
        self.compute(write).await
    }

    async fn reconcile(
        &self,
        brief: Brief<'_>,
        outline: &Outline,
        body: Vec<Section>,
    ) -> Result<Vec<Section>, AuthorError> {
        let (order, outline) = (brief.order.clone(), outline.clone());
        self.compute(move |model, cancelled| drafting::reconciled(model, &order, &outline, body, cancelled))
            .await
    }

    async fn opening(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Opening, AuthorError> {
        let edges = self.edges(brief, body).await?;
        Ok(Opening {
            introduction: edges.introduction.clone(),
            conclusion_heading: edges.conclusion_heading.clone(),
            conclusion: edges.conclusion.clone(),
        })
    }

    async fn questions(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Option<Faq>, AuthorError> {
        Ok(Some(self.edges(brief, body).await?.faq.clone()))
    }

    async fn labels(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Labels, AuthorError> {
        let edges = self.edges(brief, body).await?;
        Ok(Labels {
            title: edges.title.clone(),
            meta_title: edges.meta_title.clone(),
            meta_description: edges.meta_description.clone(),
            excerpt: edges.excerpt.clone(),
        })
    }
}
