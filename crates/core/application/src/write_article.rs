//! Writes what was requested: an article with a model, an article from the customer's notes, or a content
//! brief. With a model, the steps are research, outline, sections, images, length, metadata, quality, and the
//! settlement that ends the job.
//!
//! The output of every step that costs money or time is stored under a hash of its input, so a job that
//! starts again repeats none of them. The article is paid for and delivered in one transaction, which only
//! the worker that has the job can make.

pub mod author;
mod body;
mod brief;
mod drafts;
mod edges;
mod judging;
pub mod model_author;
mod notes;
mod pictures;
mod quality;
mod revisions;
mod setback;
mod settlement;
mod steps;
mod tries;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::document::{Article, Section};
use domain::articles::order::{ArticleInput, ArticleMode, InternalLink, Making, WantedHeading};
use domain::articles::outline::{Outline, SectionId};
use domain::articles::record::{Approved, ArticleRecord, Dossier, Draft, Problem, Waiting};
use domain::articles::research::Research;
use domain::articles::strategy::EvidenceTokens;
use domain::articles::{ArticleStatus, Stage};
use domain::credits::Credits;
use domain::jobs::LeasedJob;
use domain::locale::Language;
use editorial::planning::ProposedOutline;
use editorial::second_draft::outline_of;
use ports::articles::Advance;
use ports::{ArticleStore, Clock, JobQueue, Ledger, Tally};
use tokio::sync::Mutex;

use crate::cpu_pool::CpuPool;
use crate::generate_image::GenerateImage;
use crate::publish_article::HostedSite;
use crate::research_topic::ResearchTopic;
use crate::text_setup;
use crate::work_jobs::JobHandler;
use crate::write_brief::WriteBrief;
use author::{Body, Brief, Planned};
use edges::Edges;
use model_author::ModelAuthor;
pub(crate) use quality::MOST_COMPARED;
use quality::{Judged, Polish};
use setback::Setback;
pub(crate) use settlement::{REVIEW_FIRST, held_reason};
use steps::Steps;

/// The services that write the articles of one mode.
pub struct WritingServices {
    /// Finds the evidence for articles.
    pub research: ResearchTopic,
    pub briefs: WriteBrief,
    /// Writes articles, if a text engine is configured.
    pub model: Option<ModelAuthor>,
    /// Whether the text engine grades the articles.
    pub judge: bool,
    pub pictures: GenerateImage,
    /// The site on which they are published.
    pub site: HostedSite,
    /// The URL below which stored files are public.
    pub media_url: String,
}

pub struct WriteArticle {
    articles: Arc<dyn ArticleStore>,
    queue: Arc<dyn JobQueue>,
    ledger: Arc<dyn Ledger>,
    clock: Arc<dyn Clock>,
    cpu_pool: CpuPool,
    live: WritingServices,
    test: WritingServices,
}

impl WriteArticle {
    /// How often a job that fails is started.
    const MOST_ATTEMPTS: u32 = 8;
    /// How often a job is started at most, crashes included. Each time it continues where it stopped.
    const MOST_BEGINNINGS: u32 = 24;
    /// The wait before the second attempt; it doubles with each.
    const FIRST_WAIT: Duration = Duration::from_secs(2);
    const LONGEST_WAIT: Duration = Duration::from_mins(2);
    /// How long an outline waits for approval.
    const APPROVAL: Duration = Duration::from_hours(7 * 24);

    #[must_use]
    pub fn new(
        articles: Arc<dyn ArticleStore>,
        queue: Arc<dyn JobQueue>,
        ledger: Arc<dyn Ledger>,
        clock: Arc<dyn Clock>,
        cpu_pool: CpuPool,
        (live, test): (WritingServices, WritingServices),
    ) -> Self {
        Self { articles, queue, ledger, clock, cpu_pool, live, test }
    }

    const fn services(&self, mode: KeyMode) -> &WritingServices {
        match mode {
            KeyMode::Live => &self.live,
            KeyMode::Test => &self.test,
        }
    }

    async fn attempt(&self, job: &LeasedJob) -> Result<(), Setback> {
        let record = self.articles.article(job.purse, job.article).await?.ok_or(Setback::Lost)?;
        if record.stage == Stage::Approval && record.status == ArticleStatus::Processing {
            let ends = record.updated_at + Self::APPROVAL;
            if self.clock.now() < ends {
                return Err(Setback::Waits(ends));
            }
            return Writing::new(self, job, record, Arc::default())
                .await?
                .end(ArticleStatus::Cancelled, None)
                .await;
        }
        let Ok(left) = Duration::try_from(self.clock.now().duration_until(job.deadline)) else {
            return Err(Setback::TooLate);
        };
        if job.attempts > Self::MOST_BEGINNINGS {
            let message = "the article could not be written".to_owned();
            return Err(Setback::Final(Problem { code: "internal_error".to_owned(), message }));
        }
        let tally = Arc::new(Tally::default());
        let work = async {
            let writing = Writing::new(self, job, record, tally.clone()).await?;
            match job.task.section() {
                None => writing.write().await,
                Some(section) => writing.rewrite(section).await,
            }
        };
        let outcome = tokio::time::timeout(left, work).await.unwrap_or(Err(Setback::TooLate));
        if let Err(error) = self.steps(job, &tally).record_spending().await {
            tracing::warn!(article = %job.article, %error, "what an article cost could not be recorded");
        }
        outcome
    }

    fn steps<'a>(&'a self, job: &'a LeasedJob, tally: &'a Tally) -> Steps<'a> {
        Steps { queue: &*self.queue, clock: &*self.clock, job, tally }
    }

    /// Decides what a failure means for the job.
    async fn take(&self, job: &LeasedJob, setback: Setback) -> Result<(), Setback> {
        match setback {
            Setback::Lost => Ok(()),
            Setback::Waits(until) => self.give_back(job, until).await,
            Setback::Stalled(message) => self.try_later(job, "provider_unavailable", message).await,
            Setback::Later { code, message } => self.try_later(job, code, message).await,
            Setback::TooLate => {
                let record = self.articles.article(job.purse, job.article).await?.ok_or(Setback::Lost)?;
                self.fail(job, too_late(record.stage)).await
            }
            Setback::Final(problem) => self.fail(job, problem).await,
        }
    }

    async fn try_later(&self, job: &LeasedJob, code: &str, message: String) -> Result<(), Setback> {
        let Some(next) = self.next_attempt(job) else {
            return self.fail(job, Problem { code: code.to_owned(), message }).await;
        };
        tracing::warn!(article = %job.article, error = message, "an article is tried again later");
        self.show_waiting(job, Waiting { reason: message, until: next }).await?;
        self.give_back(job, next).await
    }

    /// Shows why the work is paused. The next progress removes it.
    async fn show_waiting(&self, job: &LeasedJob, waiting: Waiting) -> Result<(), Setback> {
        let Some(record) = self.articles.article(job.purse, job.article).await? else { return Ok(()) };
        let draft = self.articles.draft(record.id).await?.unwrap_or_default();
        let draft = Draft { waiting: Some(waiting), ..draft };
        let (stage, progress) = (record.stage, record.progress);
        let advance = Advance { stage, progress, draft: &draft, at: self.clock.now() };
        self.queue.advance(job, &advance).await?;
        Ok(())
    }

    /// When a job may be retried, if it may.
    fn next_attempt(&self, job: &LeasedJob) -> Option<Timestamp> {
        let next = self.clock.now() + wait(job.attempts);
        (job.attempts < Self::MOST_ATTEMPTS && next <= job.deadline).then_some(next)
    }

    async fn give_back(&self, job: &LeasedJob, run_at: Timestamp) -> Result<(), Setback> {
        self.queue.give_back_job(job.id, job.token, run_at).await?;
        Ok(())
    }
}

fn wait(attempts: u32) -> Duration {
    let doublings = attempts.saturating_sub(1).min(10);
    (WriteArticle::FIRST_WAIT * 2_u32.pow(doublings)).min(WriteArticle::LONGEST_WAIT)
}

#[async_trait]
impl JobHandler for WriteArticle {
    async fn work(&self, job: &LeasedJob) {
        let Err(setback) = self.attempt(job).await else { return };
        if let Err(error) = self.take(job, setback).await {
            tracing::warn!(article = %job.article, %error, "a job is left to its lease");
        }
    }
}

/// The code of an article for which no engine is configured.
const NOT_CONFIGURED: &str = "provider_not_configured";

/// The prefix of the steps in which the model writes.
const MODEL_STEPS: &str = "model";

/// A finished text: its writer and outline, its best version, and what could not be written.
struct Text {
    planned: Planned,
    best: Judged,
    missing: Option<String>,
}

/// One article in progress.
struct Writing<'a> {
    all: &'a WriteArticle,
    services: &'a WritingServices,
    job: &'a LeasedJob,
    record: ArticleRecord,
    links: Vec<InternalLink>,
    /// Why there are no links, if they were requested.
    no_links: Option<String>,
    draft: Mutex<Draft>,
    tally: Arc<Tally>,
}

impl<'a> Writing<'a> {
    async fn new(
        all: &'a WriteArticle,
        job: &'a LeasedJob,
        record: ArticleRecord,
        tally: Arc<Tally>,
    ) -> Result<Self, Setback> {
        let draft = all.articles.draft(record.id).await?.unwrap_or_default();
        let draft = Draft { waiting: None, ..draft };
        let services = all.services(job.purse.mode);
        let finding = all.steps(job, &tally).run("links", &record.order, async {
            Ok(match services.research.links(&record.order).await {
                Ok(links) => (links, None),
                Err(problem) => (Vec::new(), Some(problem)),
            })
        });
        let (links, no_links) = finding.await?;
        Ok(Self { all, services, job, record, links, no_links, draft: Mutex::new(draft), tally })
    }

    fn steps(&self) -> Steps<'_> {
        self.all.steps(self.job, &self.tally)
    }

    fn brief<'b>(&'b self, research: &'b Research) -> Brief<'b> {
        let tokens = self.services.model.as_ref().map_or(EvidenceTokens::USUAL, ModelAuthor::tokens);
        Brief { order: &self.record.order, research, internal_links: &self.links, tokens }
    }

    async fn write(&self) -> Result<(), Setback> {
        match self.record.order.making(self.services.model.is_some()) {
            Some(Making::Model) => self.write_with(&self.model()?).await,
            Some(Making::Notes) => self.write_from_notes().await,
            Some(Making::Brief) => self.write_brief().await,
            None => Err(Setback::Final(no_engine())),
        }
    }

    fn model(&self) -> Result<ModelAuthor, Setback> {
        let author = self.services.model.as_ref().ok_or_else(|| Setback::Final(no_engine()))?;
        Ok(author.counted(self.tally.clone()))
    }

    async fn write_with(&self, author: &ModelAuthor) -> Result<(), Setback> {
        self.show(Stage::Research, 2).await?;
        let order = &self.record.order;
        let researching =
            self.steps().run("research", order, async { Ok(self.services.briefs.research(order).await) });
        let research = &researching.await?;
        let brief = self.brief(research);
        let text = match Box::pin(self.in_two_drafts(author, brief)).await? {
            Some(text) => text,
            None => Box::pin(self.section_by_section(author, brief)).await?,
        };
        let Text { planned, best, missing } = text;
        let mut written = self.written(&planned.generation, research, best);
        quality::enough(written.words, order.words)?;
        written.warnings.extend(missing.into_iter().chain(edges::left_out(&written.article)));
        written.judgement = self.judgement(author, brief, &planned.outline, &written.article).await?;
        let outline = outline_of(&planned.outline, &written.article, research);
        self.draft.lock().await.outline = Some(outline.clone());
        self.show(Stage::Publishing, 95).await?;
        let dossier = Dossier { outline, research: research.clone() };
        self.settle(written, Some(dossier)).await
    }

    async fn section_by_section(&self, author: &ModelAuthor, brief: Brief<'_>) -> Result<Text, Setback> {
        let planned = self.plan(author, brief).await?;
        let outline = &planned.outline;
        let (sections, images) =
            tokio::join!(self.finished_sections(author, brief, outline), self.pictures(outline));
        let (sections, images) = (sections?, images?);
        self.show(Stage::Quality, 80).await?;
        let body = Body { outline, sections: &sections };
        let Edges { opening, texts } = Box::pin(self.edges(author, brief, body)).await?;
        let mut article = self.beginning(brief.research);
        (article.title, article.images) = (outline.title.clone(), images);
        article.sections.clone_from(&sections);
        if let Some(opening) = opening {
            edges::open(&mut article, opening);
        }
        let missing = texts.put_into(&mut article, self.record.order.title.as_deref());
        let own = self.own_articles().await?;
        let polish = Polish { author, brief, planned: &planned, own: &own };
        let best = Box::pin(self.polish(&polish, article)).await?;
        Ok(Text { planned, best, missing })
    }

    /// Writes all sections. After that, only images are waited for.
    async fn finished_sections(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        outline: &Outline,
    ) -> Result<Vec<Section>, Setback> {
        let text = self.text(author, brief, MODEL_STEPS, outline).await?;
        if brief.order.images > 0 {
            self.show(Stage::Images, 72).await?;
        }
        Ok(text)
    }

    async fn plan(&self, author: &ModelAuthor, brief: Brief<'_>) -> Result<Planned, Setback> {
        let approval = self.draft.lock().await.approval.clone();
        if approval.is_none() {
            self.show(Stage::Outline, 10).await?;
        }
        let steps = self.steps();
        let planning = steps.run(format!("{MODEL_STEPS}/outline"), (brief.order, brief.research), async {
            Ok(author.plan(brief).await?)
        });
        let mut planned: Planned = planning.await?;
        let waits = approval.is_none() && brief.order.mode == ArticleMode::Outline;
        if let Some(Approved { headings }) = approval.filter(|approved| !approved.headings.is_empty()) {
            planned.outline = replanned(&planned.outline, brief, headings)?;
        }
        self.draft.lock().await.outline = Some(planned.outline.clone());
        if waits {
            self.show(Stage::Approval, 15).await?;
            return Err(Setback::Waits(self.all.clock.now() + WriteArticle::APPROVAL));
        }
        self.show(Stage::Writing, 15).await?;
        Ok(planned)
    }

    /// The keyword's slug; the article's id if no letter of the keyword can be part of a URL.
    fn slug(&self) -> String {
        let slug = publishing::slug(&self.record.order.focus_keyword);
        if slug.is_empty() { publishing::slug(&self.record.id.to_string()) } else { slug }
    }

    /// An article without a text.
    fn beginning(&self, research: &Research) -> Article {
        let order = &self.record.order;
        Article {
            focus_keyword: order.focus_keyword.clone(),
            keywords: order.keywords.clone(),
            slug: self.slug(),
            sources: research.sources.clone(),
            ..Article::empty(order.language)
        }
    }

    /// Shows the progress. Fails if the worker has lost the job.
    async fn show(&self, stage: Stage, progress: u8) -> Result<(), Setback> {
        let draft = self.draft.lock().await;
        let advance = Advance { stage, progress, draft: &draft, at: self.all.clock.now() };
        if self.all.queue.advance(self.job, &advance).await? { Ok(()) } else { Err(Setback::Lost) }
    }

    /// Regenerates a section of a finished article from the evidence for the article.
    async fn rewrite(&self, id: &SectionId) -> Result<(), Setback> {
        let articles = &self.all.articles;
        let written = articles.written(self.record.id).await?.ok_or(Setback::Lost)?;
        let dossier = articles.dossier(self.record.id).await?.ok_or_else(|| Setback::Final(not_kept()))?;
        let (author, before) = (self.model()?, written.judgement.clone());
        let mut rewritten = self.anew(&author, &dossier, written, id).await?;
        let brief = self.brief(&dossier.research);
        rewritten.judgement = self
            .judgement(&author, brief, &dossier.outline, &rewritten.article)
            .await?
            .map(|mut judgement| {
                judgement.spending += before.map(|before| before.spending).unwrap_or_default();
                judgement
            });
        self.settle(rewritten, None).await
    }
}

/// The price of a section, including its subsections.
#[must_use]
pub fn section_price(section: &Section) -> Credits {
    // Characters do not depend on the language.
    quality::price(&Article { sections: vec![section.clone()], ..Article::empty(Language::ENGLISH) })
}

/// The outline with the headings that the customer requests instead.
fn replanned(outline: &Outline, brief: Brief<'_>, headings: Vec<WantedHeading>) -> Result<Outline, Setback> {
    let order = ArticleInput { outline: headings, ..brief.order.clone() };
    editorial::planning::plan(&ProposedOutline::of(outline), &order, brief.research, brief.tokens.section)
        .map_err(|error| {
            Setback::Final(Problem { code: "validation_failed".to_owned(), message: error.to_string() })
        })
}

fn too_late(stage: Stage) -> Problem {
    let message =
        format!("the article took longer than it may: its time ended at the stage {}", stage.as_str());
    Problem { code: "upstream_timeout".to_owned(), message }
}

/// The problem of articles that were written before this was stored.
fn not_kept() -> Problem {
    let message =
        "what the article was written from was not kept, so no section of it can be regenerated".to_owned();
    Problem { code: "upstream_failed".to_owned(), message }
}

fn no_engine() -> Problem {
    Problem { code: NOT_CONFIGURED.to_owned(), message: text_setup::no_text_engine() }
}
