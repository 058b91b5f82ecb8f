//! Articles from the customer's own notes: the composer puts them in order and rewords nothing.

use composer::{CannotArrange, NoteText, Notes};
use domain::articles::Stage;
use domain::articles::document::Article;
use domain::articles::order::{ArticleInput, ArticleMode, WantedHeading};
use domain::articles::outline::Outline;
use domain::articles::record::{Generation, Problem, Tier, UnusedPassage, Written};
use domain::articles::research::{Research, SourceNumber};
use serde::{Deserialize, Serialize};

use super::{Setback, WriteArticle, Writing};

/// What articles from notes name as their engine.
const ENGINE: &str = "notes";
/// Changes when notes are arranged differently.
const VERSION: &str = "notes-1";

/// The notes in order.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Arranged {
    article: Article,
    outline: Outline,
    unused: Vec<UnusedPassage>,
    warnings: Vec<String>,
}

impl Writing<'_> {
    /// Arranges the customer's notes into an article.
    pub(super) async fn write_from_notes(&self) -> Result<(), Setback> {
        self.show(Stage::Research, 5).await?;
        let research = self.services.research.notes(&self.record.order).await;
        let approval = self.draft.lock().await.approval.clone();
        if approval.is_none() {
            self.show(Stage::Outline, 20).await?;
        }
        let waits = approval.is_none() && self.record.order.mode == ArticleMode::Outline;
        let headings = approval.map(|approved| approved.headings).filter(|headings| !headings.is_empty());
        let arranged = self.arranged(headings).await?;
        self.draft.lock().await.outline = Some(arranged.outline.clone());
        if waits {
            self.show(Stage::Approval, 30).await?;
            return Err(Setback::Waits(self.all.clock.now() + WriteArticle::APPROVAL));
        }
        self.show(Stage::Images, 50).await?;
        let images = self.pictures(&arranged.outline).await?;
        self.show(Stage::Quality, 80).await?;
        let article =
            Article { slug: self.slug(), images, sources: research.sources.clone(), ..arranged.article };
        let written = self.measured(article, &research, arranged.unused, arranged.warnings).await?;
        self.show(Stage::Publishing, 95).await?;
        self.settle(written, None).await
    }

    async fn arranged(&self, headings: Option<Vec<WantedHeading>>) -> Result<Arranged, Setback> {
        let order = &self.record.order;
        let outline = headings.unwrap_or_else(|| order.outline.clone());
        let steps = self.steps();
        let arranging = steps.run("notes", (VERSION, order, &outline), async {
            let (order, outline) = (order.clone(), outline.clone());
            let work = move || arrange(&order, &outline);
            self.all.cpu_pool.run(work).await.map_err(|error| Setback::Final(refusal(&error)))
        });
        arranging.await
    }

    async fn measured(
        &self,
        article: Article,
        research: &Research,
        unused: Vec<UnusedPassage>,
        warnings: Vec<String>,
    ) -> Result<Written, Setback> {
        let own = self.own_articles().await?;
        let generation = Generation {
            engine: ENGINE.to_owned(),
            model: VERSION.to_owned(),
            prompt_version: VERSION.to_owned(),
            tier: Tier::Notes,
        };
        let judged = self.judged(article, None, research, &own, &generation).await;
        let mut written = self.written(&generation, research, judged);
        written.unused = unused;
        written.warnings.extend(warnings);
        Ok(written)
    }
}

fn arrange(order: &ArticleInput, outline: &[WantedHeading]) -> Result<Arranged, CannotArrange> {
    let texts = (1_u32..).map(SourceNumber).zip(order.notes());
    let texts: Vec<NoteText<'_>> =
        texts.map(|(number, (title, text))| NoteText { number, title, text }).collect();
    let notes = Notes {
        keyword: &order.focus_keyword,
        language: order.language,
        title: order.title.as_deref(),
        outline,
        words: order.words,
        texts: &texts,
    };
    let arranged = composer::arrange(&notes)?;
    let article = Article { keywords: order.keywords.clone(), ..arranged.article };
    Ok(Arranged { article, outline: arranged.outline, unused: arranged.unused, warnings: arranged.warnings })
}

fn refusal(error: &CannotArrange) -> Problem {
    Problem { code: "validation_failed".to_owned(), message: error.to_string() }
}
