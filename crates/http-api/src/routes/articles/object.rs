//! How an article looks to customers.

use application::keep_articles::ArticleView;
use application::publish_article::{HostedSite, PageChange};
use domain::Timestamp;
use domain::articles::ArticleStatus;
use domain::articles::document::Section;
use domain::articles::order::ArticleMode;
use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::record::{ArticleRecord, Problem, PublicationStatus, Written};
use domain::jobs::{Channel, Delivery, DeliveryState};
use domain::prices::{PER_BRIEF, PER_CHARACTER, PER_IMAGE};
use serde::Serialize;
use utoipa::ToSchema;

use super::brief::BriefObject;
use super::judge::JudgeBilling;
use super::written::WrittenObject;

/// An article and where it stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArticleObject {
    #[serde(flatten)]
    #[schema(inline)]
    summary: ArticleSummary,
    /// The plan, once there is one and until the article is done.
    outline: Option<OutlineObject>,
    /// Sections that are written already, until the article is done.
    partial_sections: Vec<PartialSection>,
    /// Why the work pauses, while it does.
    waiting: Option<WaitingObject>,
    /// The article, once it is done.
    article: Option<WrittenObject>,
    /// The content brief, if the article was requested with `mode: "brief"`, once it is done.
    brief: Option<BriefObject>,
    publication: PublicationObject,
    indexing: IndexingObject,
    /// What you should know.
    warnings: Vec<String>,
    /// Why it could not be written.
    error: Option<ProblemObject>,
    billing: ArticleBilling,
}

/// A pause in the work on an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitingObject {
    /// Why.
    #[schema(example = "no engine answered: openai answered with status 503")]
    reason: String,
    /// When it goes on.
    #[schema(format = "date-time", example = "2026-11-15T12:00:24Z")]
    until: String,
}

/// An article in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedArticle {
    #[serde(flatten)]
    #[schema(inline)]
    summary: ArticleSummary,
    publication: PublicationObject,
    /// What was charged; `null` until the article is done.
    #[schema(example = 14_187)]
    charged_credits: Option<i64>,
}

/// What is told of every article, wherever it is shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArticleSummary {
    /// Identifier.
    #[schema(example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    article_id: String,
    /// `full`, `outline`, `brief` or `notes`. A request for `full` is shown as `notes` if it is made from your notes because no text
    /// engine is configured.
    #[schema(example = "full")]
    mode: &'static str,
    /// `processing`, `completed`, `failed` or `cancelled`.
    #[schema(example = "processing")]
    status: &'static str,
    /// `queued`, `research`, `outline`, `approval`, `writing`, `images`, `quality` or `publishing`.
    #[schema(example = "writing")]
    stage: &'static str,
    /// 0 to 100.
    #[schema(example = 40)]
    progress: u8,
    /// The keyword that it targets.
    #[schema(example = "cold brew coffee")]
    focus_keyword: String,
    /// The title, once there is one.
    title: Option<String>,
    /// Two-letter code of its language.
    #[schema(example = "en")]
    language: String,
    /// When it was ordered.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00Z")]
    created_at: String,
    /// When it last changed.
    #[schema(format = "date-time", example = "2026-11-15T12:00:20Z")]
    updated_at: String,
    /// When it was done, failed or was called off.
    #[schema(format = "date-time")]
    finished_at: Option<String>,
}

/// A plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OutlineObject {
    title: String,
    sections: Vec<OutlineSection>,
    /// Questions that will be answered.
    questions: Vec<String>,
}

/// A planned section.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OutlineSection {
    /// Its place.
    #[schema(example = "2.1")]
    id: String,
    heading: String,
    /// Words of its own text.
    words: u32,
    #[schema(no_recursion)]
    children: Vec<Self>,
}

/// A section that is written.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PartialSection {
    #[schema(example = "2")]
    id: String,
    heading: String,
}

/// An article's place on the hosted site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PublicationObject {
    /// `pending`, `published`, `held`, `failed` or `disabled`.
    #[schema(example = "published")]
    status: &'static str,
    /// Where it stands, or would stand.
    #[schema(format = "uri")]
    url: Option<String>,
    #[schema(format = "date-time")]
    published_at: Option<String>,
    /// Why it is not there.
    reason: Option<String>,
}

/// What became of the signals to search engines.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct IndexingObject {
    /// `pending`, `accepted`, `skipped` or `failed`.
    #[schema(example = "accepted")]
    status: &'static str,
    engines: Vec<IndexingEngine>,
    /// When a visit of a crawler may be expected: 1 to 24 hours after the first signal was taken.
    expected_crawl: Option<ExpectedCrawl>,
}

/// One engine that was told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct IndexingEngine {
    #[schema(example = "indexnow")]
    name: String,
    /// What it was told of the page: `updated` or `deleted`.
    #[schema(example = "updated")]
    change: &'static str,
    #[schema(example = "accepted")]
    status: &'static str,
    http_status: Option<u16>,
    #[schema(format = "date-time")]
    submitted_at: Option<String>,
    /// What went wrong last.
    problem: Option<String>,
}

/// A span of time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExpectedCrawl {
    #[schema(format = "date-time")]
    from: String,
    #[schema(format = "date-time")]
    to: String,
}

/// Why something failed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProblemObject {
    /// One of the codes that errors have.
    #[schema(example = "upstream_failed")]
    code: String,
    message: String,
}

/// What an article cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ArticleBilling {
    #[schema(example = "1 credit per generated character + 5,000 credits per image")]
    rate: &'static str,
    /// What was set aside, over all work on the article that is done.
    reserved_credits: i64,
    /// What was charged; `null` until the article is done.
    charged_credits: Option<i64>,
    /// What returned; `null` until the article is done.
    refunded_credits: Option<i64>,
    /// How the charge comes about.
    breakdown: Vec<BreakdownItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judge: Option<JudgeBilling>,
}

/// One line of a charge.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BreakdownItem {
    /// `characters`, `images` or `brief`.
    #[schema(example = "characters")]
    item: &'static str,
    quantity: i64,
    unit_credits: i64,
    credits: i64,
}

impl ArticleSummary {
    pub(super) fn new(record: &ArticleRecord) -> Self {
        Self {
            article_id: record.id.to_string(),
            mode: record.order.mode.as_str(),
            status: record.status.as_str(),
            stage: record.stage.as_str(),
            progress: record.progress,
            focus_keyword: record.order.focus_keyword.clone(),
            title: record.title.clone(),
            language: record.order.language.to_string(),
            created_at: time(record.created_at),
            updated_at: time(record.updated_at),
            finished_at: record.finished_at.map(time),
        }
    }
}

impl ListedArticle {
    pub(super) fn new(record: &ArticleRecord, site: &HostedSite) -> Self {
        Self {
            summary: ArticleSummary::new(record),
            publication: PublicationObject::new(record, site),
            charged_credits: record.finished_at.is_some().then_some(record.charged.as_i64()),
        }
    }
}

/// Nothing is decided any more about an article that ended without a text: there is nothing to publish.
const fn publication_status(record: &ArticleRecord) -> PublicationStatus {
    match record.status {
        ArticleStatus::Failed | ArticleStatus::Cancelled => PublicationStatus::Disabled,
        ArticleStatus::Processing | ArticleStatus::Completed => record.publication.status,
    }
}

impl PublicationObject {
    fn new(record: &ArticleRecord, site: &HostedSite) -> Self {
        let publication = &record.publication;
        Self {
            status: publication_status(record).as_str(),
            url: publication.slug.as_deref().map(|slug| site.site.article_url(slug)),
            published_at: publication.published_at.map(time),
            reason: publication.reason.clone(),
        }
    }
}

impl ArticleObject {
    pub(super) fn new(view: &ArticleView, site: &HostedSite) -> Self {
        let ArticleView { record, draft, written, brief, answers, deliveries } = view;
        let draft = draft.as_ref();
        Self {
            summary: ArticleSummary::new(record),
            outline: draft.and_then(|draft| draft.outline.as_ref()).map(OutlineObject::new),
            partial_sections: draft.map(|draft| partial(&draft.sections)).unwrap_or_default(),
            waiting: draft.and_then(|draft| draft.waiting.as_ref()).map(|waiting| WaitingObject {
                reason: waiting.reason.clone(),
                until: waiting.until.to_string(),
            }),
            article: written.as_ref().map(|written| WrittenObject::new(written, record, site)),
            brief: brief.as_ref().map(|brief| BriefObject::new(brief, answers)),
            publication: PublicationObject::new(record, site),
            indexing: IndexingObject::new(deliveries, publication_status(record)),
            warnings: warnings(view),
            error: record.problem.as_ref().map(ProblemObject::new),
            billing: ArticleBilling::new(record, written.as_ref()),
        }
    }
}

fn warnings(view: &ArticleView) -> Vec<String> {
    let of_brief = view.brief.as_ref().map(|brief| &brief.warnings);
    view.written.as_ref().map(|written| &written.warnings).or(of_brief).cloned().unwrap_or_default()
}

fn partial(sections: &[Section]) -> Vec<PartialSection> {
    let section =
        |section: &Section| PartialSection { id: section.id.to_string(), heading: section.heading.clone() };
    sections.iter().map(section).collect()
}

impl OutlineObject {
    fn new(outline: &Outline) -> Self {
        Self {
            title: outline.title.clone(),
            sections: outline.sections.iter().map(OutlineSection::new).collect(),
            questions: outline.questions.clone(),
        }
    }
}

impl OutlineSection {
    fn new(section: &PlannedSection) -> Self {
        Self {
            id: section.id.to_string(),
            heading: section.heading.clone(),
            words: section.words,
            children: section.children.iter().map(Self::new).collect(),
        }
    }
}

impl ProblemObject {
    fn new(problem: &Problem) -> Self {
        Self { code: problem.code.clone(), message: problem.message.clone() }
    }
}

impl IndexingObject {
    fn new(deliveries: &[Delivery], publication: PublicationStatus) -> Self {
        let told: Vec<&Delivery> =
            deliveries.iter().filter(|delivery| delivery.message.channel == Channel::Indexing).collect();
        // An article that is published, taken down and published again is told of each time; the last time counts.
        let last = told.iter().map(|delivery| delivery.message.created_at).max();
        let latest: Vec<&Delivery> =
            told.iter().copied().filter(|delivery| Some(delivery.message.created_at) == last).collect();
        let any = |state| latest.iter().any(|delivery| delivery.state == state);
        let status = if publication == PublicationStatus::Pending {
            "pending"
        } else if told.is_empty() {
            "skipped"
        } else if any(DeliveryState::Accepted) {
            "accepted"
        } else if any(DeliveryState::Pending) {
            "pending"
        } else {
            "failed"
        };
        let accepted = latest.iter().filter(|delivery| delivery.state == DeliveryState::Accepted);
        let first = accepted.filter_map(|delivery| delivery.tried_at).min();
        Self {
            status,
            engines: told.iter().map(|delivery| IndexingEngine::new(delivery)).collect(),
            expected_crawl: first.map(|at| ExpectedCrawl {
                from: time(at + std::time::Duration::from_hours(1)),
                to: time(at + std::time::Duration::from_hours(24)),
            }),
        }
    }
}

impl IndexingEngine {
    fn new(delivery: &Delivery) -> Self {
        Self {
            name: delivery.message.target.clone(),
            change: PageChange::told_by(&delivery.message.body).as_str(),
            status: delivery.state.as_str(),
            http_status: delivery.http_status,
            submitted_at: delivery.tried_at.map(time),
            problem: delivery.problem.clone(),
        }
    }
}

impl ArticleBilling {
    fn new(record: &ArticleRecord, written: Option<&Written>) -> Self {
        let done = record.finished_at.is_some();
        let (reserved, charged) = (record.reserved.as_i64(), record.charged.as_i64());
        let item = |item, quantity: i64, unit: i64| BreakdownItem {
            item,
            quantity,
            unit_credits: unit,
            credits: quantity * unit,
        };
        let breakdown = written.map(|written| {
            let images = i64::try_from(written.article.charged_images()).unwrap_or(i64::MAX);
            // Sections that were written anew were paid for as well, so there are more of these than the article has.
            let characters = (charged - images * PER_IMAGE.as_i64()) / PER_CHARACTER.as_i64();
            let all = [
                item("characters", characters, PER_CHARACTER.as_i64()),
                item("images", images, PER_IMAGE.as_i64()),
            ];
            all.into_iter().filter(|item| item.quantity > 0).collect()
        });
        let is_brief = record.order.mode == ArticleMode::Brief && charged > 0;
        let of_brief = is_brief.then(|| item("brief", 1, PER_BRIEF.as_i64())).into_iter().collect();
        Self {
            rate: record.order.rate(),
            reserved_credits: reserved,
            charged_credits: done.then_some(charged),
            refunded_credits: done.then_some((reserved - charged).max(0)),
            breakdown: breakdown.unwrap_or(of_brief),
            judge: written.and_then(|written| written.judgement.as_ref()).map(JudgeBilling::new),
        }
    }
}

pub(super) fn time(at: Timestamp) -> String {
    format!("{at:.3}")
}
