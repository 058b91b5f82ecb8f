//! Writes articles: research, plan, sections, pictures, length, edges, quality, and the settlement that ends the job.
//!
//! Every step that costs money or time is kept under a hash of its input, so a job that begins again repeats none of them. The article
//! is paid for and delivered in one transaction, which only the worker who has the job can make.

pub mod author;
mod body;
pub mod composer_author;
pub mod draft_author;
pub mod model_author;
mod pictures;
mod quality;
mod settlement;
mod steps;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::document::{Article, ArticleImage, Section};
use domain::articles::order::{ArticleMode, ArticleOrder, InternalLink, WantedHeading};
use domain::articles::outline::{Outline, SectionId};
use domain::articles::record::{Approved, ArticleRecord, Draft, Problem, Tier, Written};
use domain::articles::research::Research;
use domain::articles::{ArticleStatus, Stage};
use domain::credits::Credits;
use domain::jobs::{LeasedJob, Task};
use domain::locale::Language;
use editorial::planning::ProposedOutline;
use ports::articles::Advance;
use ports::{ArticleStore, Clock, FailureKind, JobQueue, Ledger, LedgerError, ServeError, StoreError};
use tokio::sync::Mutex;

use crate::generate_image::GenerateImage;
use crate::publish_article::HostedSite;
use crate::research_topic::ResearchTopic;
use crate::work_jobs::JobHandler;
use crate::workshop::Workshop;
use author::{Author, AuthorError, Brief, Edges, Planned};
use steps::Steps;

/// What articles of one mode are written with.
pub struct Desk {
    /// Finds what they rest on.
    pub research: ResearchTopic,
    /// Who may write them, best first.
    pub authors: Vec<Arc<dyn Author>>,
    /// Draws their pictures.
    pub pictures: GenerateImage,
    /// Where they are published.
    pub site: HostedSite,
    /// Below what address stored files are public.
    pub media_url: String,
}

/// Writes articles.
pub struct WriteArticle {
    articles: Arc<dyn ArticleStore>,
    queue: Arc<dyn JobQueue>,
    ledger: Arc<dyn Ledger>,
    clock: Arc<dyn Clock>,
    workshop: Workshop,
    live: Desk,
    test: Desk,
}

/// Why a job does not go on.
#[derive(Debug, thiserror::Error)]
enum Setback {
    /// The job belongs to somebody else, or is over.
    #[error("the job belongs to somebody else, or is over")]
    Lost,
    /// It waits for its customer until then.
    #[error("the plan waits for approval")]
    Waits(Timestamp),
    /// The database does not answer.
    #[error("{0}")]
    Stalled(String),
    /// It may go better later.
    #[error("{message}")]
    Later { code: &'static str, message: String },
    /// It never will.
    #[error("{}", .0.message)]
    Final(Problem),
}

impl From<StoreError> for Setback {
    fn from(error: StoreError) -> Self {
        Self::Stalled(error.to_string())
    }
}

impl From<LedgerError> for Setback {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::JobLost => Self::Lost,
            error => Self::Stalled(error.to_string()),
        }
    }
}

impl From<AuthorError> for Setback {
    fn from(error: AuthorError) -> Self {
        let message = error.to_string();
        let AuthorError::Engines(ServeError::Failed { failures }) = error else {
            let code = match error {
                AuthorError::Unusable(_) => "upstream_failed",
                AuthorError::Engines(_) | AuthorError::NotEquipped(_) => "provider_not_configured",
            };
            return Self::Final(Problem { code: code.to_owned(), message });
        };
        let hopeless = |kind| {
            matches!(
                kind,
                FailureKind::Declined
                    | FailureKind::Refused
                    | FailureKind::NotSetUp
                    | FailureKind::Unsuitable
            )
        };
        if failures.iter().all(|failure| hopeless(failure.kind)) {
            return Self::Final(Problem { code: "upstream_failed".to_owned(), message });
        }
        Self::Later { code: "upstream_failed", message }
    }
}

impl WriteArticle {
    /// How often a job is begun at most, crashes included.
    const MOST_ATTEMPTS: u32 = 8;
    /// The wait before the second attempt; it doubles with each.
    const FIRST_WAIT: Duration = Duration::from_secs(2);
    const LONGEST_WAIT: Duration = Duration::from_mins(2);
    /// How long a plan waits for approval.
    const APPROVAL: Duration = Duration::from_hours(7 * 24);

    /// Wires the use case.
    #[must_use]
    pub fn new(
        articles: Arc<dyn ArticleStore>,
        queue: Arc<dyn JobQueue>,
        ledger: Arc<dyn Ledger>,
        clock: Arc<dyn Clock>,
        workshop: Workshop,
        (live, test): (Desk, Desk),
    ) -> Self {
        Self { articles, queue, ledger, clock, workshop, live, test }
    }

    const fn desk(&self, mode: KeyMode) -> &Desk {
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
            return Writing::new(self, job, record).await?.end(ArticleStatus::Cancelled, None).await;
        }
        let Ok(left) = Duration::try_from(self.clock.now().duration_until(job.deadline)) else {
            return Err(Setback::Final(too_late()));
        };
        if job.attempts > Self::MOST_ATTEMPTS {
            let message = "the article could not be written".to_owned();
            return Err(Setback::Final(Problem { code: "internal_error".to_owned(), message }));
        }
        let work = async {
            let writing = Writing::new(self, job, record).await?;
            match &job.task {
                Task::Write => writing.write().await,
                Task::Section(section) => writing.rewrite(section).await,
            }
        };
        tokio::time::timeout(left, work).await.unwrap_or_else(|_elapsed| Err(Setback::Final(too_late())))
    }

    /// Decides what a setback means for the job.
    async fn take(&self, job: &LeasedJob, setback: Setback) -> Result<(), Setback> {
        match setback {
            Setback::Lost => Ok(()),
            Setback::Waits(until) => self.give_back(job, until).await,
            Setback::Stalled(message) => self.try_later(job, "provider_unavailable", message).await,
            Setback::Later { code, message } => self.try_later(job, code, message).await,
            Setback::Final(problem) => self.fail(job, problem).await,
        }
    }

    async fn try_later(&self, job: &LeasedJob, code: &str, message: String) -> Result<(), Setback> {
        let next = self.clock.now() + wait(job.attempts);
        if job.attempts >= Self::MOST_ATTEMPTS || next > job.deadline {
            return self.fail(job, Problem { code: code.to_owned(), message }).await;
        }
        tracing::warn!(article = %job.article, error = message, "an article is tried again later");
        self.give_back(job, next).await
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

/// Attempts in which an author who is busy is waited for.
const PATIENT_ATTEMPTS: u32 = 3;

/// One article on its way.
struct Writing<'a> {
    all: &'a WriteArticle,
    desk: &'a Desk,
    job: &'a LeasedJob,
    record: ArticleRecord,
    links: Vec<InternalLink>,
    /// Why there are no links, if they were wanted.
    no_links: Option<String>,
    draft: Mutex<Draft>,
}

impl<'a> Writing<'a> {
    async fn new(all: &'a WriteArticle, job: &'a LeasedJob, record: ArticleRecord) -> Result<Self, Setback> {
        let draft = all.articles.draft(record.id).await?.unwrap_or_default();
        let desk = all.desk(job.purse.mode);
        let steps = Steps { queue: &*all.queue, clock: &*all.clock, article: record.id };
        let finding = steps.run("links", &record.order, async {
            let (links, problem) = match desk.research.links(&record.order).await {
                Ok(links) => (links, None),
                Err(problem) => (Vec::new(), Some(problem)),
            };
            Ok::<_, Setback>((links, problem))
        });
        let (links, no_links) = finding.await?;
        Ok(Self { all, desk, job, record, links, no_links, draft: Mutex::new(draft) })
    }

    fn steps(&self) -> Steps<'_> {
        Steps { queue: &*self.all.queue, clock: &*self.all.clock, article: self.record.id }
    }

    fn brief<'b>(&'b self, research: &'b Research) -> Brief<'b> {
        Brief { order: &self.record.order, research, internal_links: &self.links }
    }

    async fn write(&self) -> Result<(), Setback> {
        self.show(Stage::Research, 2).await?;
        let order = &self.record.order;
        let research = self
            .steps()
            .run("research", order, async { Ok::<_, Setback>(self.desk.research.research(order).await) });
        let research = research.await?;
        let mut last = Setback::Final(no_author());
        for author in &self.desk.authors {
            let Err(setback) = self.write_with(&**author, &research).await else { return Ok(()) };
            match setback {
                Setback::Lost | Setback::Waits(_) | Setback::Stalled(_) => return Err(setback),
                // Who is only busy gets time before somebody else writes.
                Setback::Later { .. } if self.job.attempts < PATIENT_ATTEMPTS => return Err(setback),
                Setback::Final(_) if matches!(last, Setback::Later { .. }) => {}
                setback => {
                    tracing::warn!(article = %self.record.id, error = %setback, "an author did not finish");
                    last = setback;
                }
            }
        }
        Err(last)
    }

    async fn write_with(&self, author: &dyn Author, research: &Research) -> Result<(), Setback> {
        let brief = self.brief(research);
        let planned = self.plan(author, brief).await?;
        let outline = &planned.outline;
        let body = self.body(author, brief, author.name(), outline);
        let (body, images) = tokio::try_join!(body, self.pictures(outline))?;
        let steps = self.steps();
        let body = steps.run(format!("{}/reconcile", author.name()), (outline, &body), async {
            Ok::<_, Setback>(author.reconcile(brief, outline, body.clone()).await?)
        });
        let body: Vec<Section> = body.await?;
        self.show(Stage::Quality, 80).await?;
        let edges = steps.run(format!("{}/edges", author.name()), (outline, &body), async {
            Ok::<_, Setback>(author.edges(brief, outline, &body).await?)
        });
        let article = self.assemble(edges.await?, body, images, research);
        let written = self.polish(author, brief, &planned, article).await?;
        self.show(Stage::Publishing, 95).await?;
        self.settle(written).await
    }

    async fn plan(&self, author: &dyn Author, brief: Brief<'_>) -> Result<Planned, Setback> {
        let approval = self.draft.lock().await.approval.clone();
        if approval.is_none() {
            self.show(Stage::Outline, 10).await?;
        }
        let steps = self.steps();
        let planning =
            steps.run(format!("{}/outline", author.name()), (brief.order, brief.research), async {
                Ok::<_, Setback>(author.plan(brief).await?)
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

    /// The keyword's slug; the article's id where no letter of the keyword can stand in an address.
    fn slug(&self) -> String {
        let slug = publishing::slug(&self.record.order.focus_keyword);
        if slug.is_empty() { publishing::slug(&self.record.id.to_string()) } else { slug }
    }

    /// Puts the parts together. The conclusion is the last section.
    fn assemble(
        &self,
        edges: Edges,
        body: Vec<Section>,
        images: Vec<ArticleImage>,
        research: &Research,
    ) -> Article {
        let order = &self.record.order;
        let mut sections = body;
        sections.push(Section {
            id: SectionId::top(sections.len() + 1),
            heading: edges.conclusion_heading,
            blocks: edges.conclusion,
            children: Vec::new(),
        });
        Article {
            language: order.language,
            focus_keyword: order.focus_keyword.clone(),
            keywords: order.keywords.clone(),
            slug: self.slug(),
            title: edges.title,
            meta_title: edges.meta_title,
            meta_description: edges.meta_description,
            excerpt: edges.excerpt,
            introduction: edges.introduction,
            sections,
            faq: edges.faq,
            images,
            sources: research.sources.clone(),
        }
    }

    /// Shows how far it is. Who has lost the job learns it here.
    async fn show(&self, stage: Stage, progress: u8) -> Result<(), Setback> {
        let draft = self.draft.lock().await;
        let advance = Advance { stage, progress, draft: &draft, at: self.all.clock.now() };
        if self.all.queue.advance(self.job, &advance).await? { Ok(()) } else { Err(Setback::Lost) }
    }

    /// Who wrote an article, if that author is still there.
    fn author_of(&self, written: &Written) -> Option<&Arc<dyn Author>> {
        let name = match (written.generation.tier, written.generation.engine.as_str()) {
            (Tier::Draft, _) => draft_author::NAME,
            (Tier::Standard, "local") => composer_author::NAME,
            (Tier::Standard, _) => model_author::NAME,
        };
        self.desk.authors.iter().find(|author| author.name() == name)
    }

    /// Writes a section of a finished article anew.
    async fn rewrite(&self, id: &SectionId) -> Result<(), Setback> {
        let written = self.all.articles.written(self.record.id).await?.ok_or(Setback::Lost)?;
        let research = self.steps().run("research", &self.record.order, async {
            Ok::<_, Setback>(self.desk.research.research(&self.record.order).await)
        });
        let research = research.await?;
        let author = self.author_of(&written).ok_or_else(|| Setback::Final(no_author()))?;
        let rewritten = self.anew(&**author, self.brief(&research), written, id).await?;
        self.settle(rewritten).await
    }
}

/// What a section with those below it costs.
#[must_use]
pub fn section_price(section: &Section) -> Credits {
    // Characters do not depend on the language.
    quality::price(&Article { sections: vec![section.clone()], ..Article::empty(Language::ENGLISH) })
}

/// The plan for headings that the customer wants instead.
fn replanned(outline: &Outline, brief: Brief<'_>, headings: Vec<WantedHeading>) -> Result<Outline, Setback> {
    let order = ArticleOrder { outline: headings, ..brief.order.clone() };
    editorial::planning::plan(&ProposedOutline::of(outline), &order, brief.research).map_err(|error| {
        Setback::Final(Problem { code: "validation_failed".to_owned(), message: error.to_string() })
    })
}

fn too_late() -> Problem {
    let message = "the article took longer than it may".to_owned();
    Problem { code: "upstream_timeout".to_owned(), message }
}

fn no_author() -> Problem {
    let message = "no engine is configured for texts; set text.engines".to_owned();
    Problem { code: "provider_not_configured".to_owned(), message }
}
