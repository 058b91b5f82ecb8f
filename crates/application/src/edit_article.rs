//! What customers change about a finished article: its title and what results pages show.

use std::sync::Arc;

use domain::articles::quality::Quality;
use domain::articles::record::{ArticleRecord, Dossier, Written};
use domain::articles::research::Research;
use domain::articles::{ArticleId, ArticleStatus};
use domain::ledger::Purse;
use editorial::gates::{self, GateContext};
use ports::articles::ArticleEdit;
use ports::{ArticleStore, Clock, StoreError};

use crate::keep_articles::Wish;
use crate::publish_article::{Dates, HostedSite};
use crate::workshop::Workshop;

/// Words to put in place of others; what is left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewLabels {
    /// The title.
    pub title: Option<String>,
    /// The title for results pages.
    pub meta_title: Option<String>,
    /// The description for results pages.
    pub meta_description: Option<String>,
}

/// Changes articles.
#[derive(Clone)]
pub struct EditArticle {
    articles: Arc<dyn ArticleStore>,
    clock: Arc<dyn Clock>,
    site: HostedSite,
    workshop: Workshop,
}

impl EditArticle {
    /// How often a change is made anew because something else changed the article meanwhile, such as an engine's answer.
    const MOST_TRIES: usize = 5;

    /// Wires the use case.
    #[must_use]
    pub fn new(
        articles: Arc<dyn ArticleStore>,
        clock: Arc<dyn Clock>,
        site: HostedSite,
        workshop: Workshop,
    ) -> Self {
        Self { articles, clock, site, workshop }
    }

    /// Gives a finished article other labels and measures what they decide anew. Its address stays, and so does what was paid for.
    pub async fn relabel(&self, purse: Purse, id: ArticleId, labels: &NewLabels) -> Result<Wish, StoreError> {
        for _ in 0..Self::MOST_TRIES {
            let Some(record) = self.articles.article(purse, id).await? else { return Ok(Wish::Missing) };
            if record.status != ArticleStatus::Completed || self.articles.job_of(purse, id).await?.is_some() {
                return Ok(Wish::TooLate);
            }
            let Some(written) = self.articles.written(id).await? else { return Ok(Wish::TooLate) };
            let relabelled = relabelled(written.clone(), labels);
            if relabelled.article == written.article {
                return Ok(Wish::Granted);
            }
            let version = record.version;
            let written = self.measured(record, relabelled, self.articles.dossier(id).await?).await;
            let edit = ArticleEdit { written: &written, version, at: self.clock.now() };
            if self.articles.keep_edit(purse, id, &edit).await? {
                return Ok(Wish::Granted);
            }
        }
        Ok(Wish::TooLate)
    }

    async fn measured(&self, record: ArticleRecord, written: Written, dossier: Option<Dossier>) -> Written {
        let (site, now) = (self.site.clone(), self.clock.now());
        let work = move || {
            let article = &written.article;
            let dates = Dates { published_at: now, modified_at: now };
            let facts = site.facts(article, dates);
            let problems = publishing::problems(&publishing::json_ld(article, &facts));
            let words = editorial::words(article);
            let quality = quality(&record, &written, dossier.map(|dossier| dossier.research), &problems);
            Written { quality, words, ..written }
        };
        self.workshop.run(work).await
    }
}

fn relabelled(mut written: Written, labels: &NewLabels) -> Written {
    let article = &mut written.article;
    let pairs = [
        (&mut article.title, &labels.title),
        (&mut article.meta_title, &labels.meta_title),
        (&mut article.meta_description, &labels.meta_description),
    ];
    for (old, new) in pairs {
        if let Some(new) = new {
            old.clone_from(new);
        }
    }
    written
}

/// The score rests on what was read; where that was not kept, it stays.
fn quality(
    record: &ArticleRecord,
    written: &Written,
    research: Option<Research>,
    json_ld_problems: &[String],
) -> Quality {
    let kept = research.is_none().then_some(written.quality.score);
    let context = GateContext {
        order: &record.order,
        research: &research.unwrap_or_default(),
        internal_links: &[],
        own_articles: &[],
        json_ld_problems,
        tier: written.generation.tier,
        is_sample: written.generation.is_sample(),
    };
    let measured = gates::measure_labels(&written.article, &context, &written.quality);
    Quality { score: kept.unwrap_or(measured.score), ..measured }
}
