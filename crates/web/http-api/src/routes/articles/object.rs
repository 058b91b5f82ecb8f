//! The article in API responses.

use application::manage_articles::ArticleView;
use application::publish_article::{HostedSite, PageChange};
use domain::articles::ArticleStatus;
use domain::articles::document::Section;
use domain::articles::order::ArticleMode;
use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::record::{ArticleRecord, Problem, PublicationStatus, Review, Written};
use domain::jobs::{Channel, Delivery, DeliveryState};
use domain::prices::{PER_BRIEF, PER_CHARACTER, PER_IMAGE};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::estimate::BreakdownItem;
use super::super::time;
use super::brief::BriefObject;
use super::judge::JudgeBilling;
use super::written::WrittenObject;
use crate::openapi::names;
use crate::sentence::sentence;

/// An article with its status and, when it is completed, its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArticleObject {
    #[serde(flatten)]
    #[schema(inline)]
    summary: ArticleSummary,
    /// The outline, from when it is made until the article is finished.
    outline: Option<OutlineObject>,
    /// Sections that are already written, until the article is finished.
    partial_sections: Vec<PartialSection>,
    /// Why the work pauses; `null` while it does not.
    waiting: Option<WaitingObject>,
    /// The text of the article, when it is completed.
    article: Option<WrittenObject>,
    /// The content brief, when it is completed, if the article was requested with `mode: "brief"`.
    brief: Option<BriefObject>,
    publication: PublicationObject,
    review: ReviewObject,
    indexing: IndexingObject,
    /// What you should know about the result.
    warnings: Vec<String>,
    /// Why the article failed; `null` if it did not.
    error: Option<ProblemObject>,
    billing: ArticleBilling,
}

/// A pause in the work on an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticlePause)]
struct WaitingObject {
    /// Why the work pauses.
    #[schema(example = "no engine answered: openai failed to answer")]
    reason: String,
    /// When the work continues.
    #[schema(format = "date-time", example = "2026-11-15T12:00:24.000Z")]
    until: String,
}

/// An article in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleListItem)]
pub(crate) struct ListedArticle {
    #[serde(flatten)]
    #[schema(inline)]
    summary: ArticleSummary,
    publication: PublicationObject,
    review: ReviewObject,
    /// Credits charged; `null` until the article is finished.
    #[schema(example = 14_187)]
    charged_credits: Option<i64>,
}

/// What every view of an article shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArticleSummary {
    /// The id of the article.
    #[schema(example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    article_id: String,
    /// What is made. A request for `full` is shown as `notes` if it is made from your notes because no text engine is configured.
    #[schema(value_type = super::request::ModeName, example = "full")]
    mode: &'static str,
    #[schema(value_type = names::ArticleStatus, example = "processing")]
    status: &'static str,
    #[schema(value_type = names::ArticleStage, example = "writing")]
    stage: &'static str,
    /// The progress in percent.
    #[schema(example = 40, minimum = 0, maximum = 100)]
    progress: u8,
    /// The keyword that the article targets.
    #[schema(example = "cold brew coffee")]
    focus_keyword: String,
    /// The title; `null` until there is one.
    title: Option<String>,
    /// The two-letter code of the language.
    #[schema(example = "en")]
    language: String,
    /// When the article was requested.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    created_at: String,
    /// When the article last changed.
    #[schema(format = "date-time", example = "2026-11-15T12:00:20.000Z")]
    updated_at: String,
    /// When the article was completed, failed or cancelled.
    #[schema(format = "date-time")]
    finished_at: Option<String>,
}

/// The outline of an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Outline)]
pub(super) struct OutlineObject {
    /// The title.
    title: String,
    /// The sections in order.
    sections: Vec<OutlineSection>,
    /// Questions that the FAQ will answer.
    questions: Vec<String>,
    /// What was changed in the outline that the text engine proposed, and why: headings, points, questions and images that were
    /// left out, moved or added.
    #[schema(example = json!(["“Prices” becomes a point of “Choosing beans”: its section has too few words for the heading"]))]
    changes: Vec<String>,
}

/// A section of an outline.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OutlineSection {
    /// The id of the section.
    #[schema(example = "2.1")]
    id: String,
    /// The heading.
    heading: String,
    /// The target length of its own text, in words.
    words: u32,
    /// The sections below it.
    #[schema(no_recursion)]
    children: Vec<Self>,
}

/// A section that is already written.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PartialSection {
    /// The id of the section.
    #[schema(example = "2")]
    id: String,
    /// The heading.
    heading: String,
}

/// The article on the hosted site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Publication)]
struct PublicationObject {
    #[schema(value_type = names::PublicationStatus, example = "published")]
    status: &'static str,
    /// The URL of the page; `null` unless `status` is `published`.
    #[schema(format = "uri")]
    url: Option<String>,
    /// When the article was published.
    #[schema(format = "date-time")]
    published_at: Option<String>,
    /// Why the article is not published.
    reason: Option<String>,
}

/// The review of the article by a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Review)]
struct ReviewObject {
    #[schema(value_type = names::ReviewStatus, example = "done")]
    status: &'static str,
    /// Who set the status: a person's email or name, or the id of an API key; `null` if the service did.
    #[schema(example = "lan@example.com")]
    by: Option<String>,
    /// When the status was set; `null` if it never was.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    at: Option<String>,
}

impl ReviewObject {
    fn new(review: &Review) -> Self {
        Self { status: review.status.as_str(), by: review.by.clone(), at: review.at.map(time) }
    }
}

/// The notices to search engines about the page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Indexing)]
struct IndexingObject {
    #[schema(value_type = names::IndexingStatus, example = "accepted")]
    status: &'static str,
    /// The notices, by search engine.
    engines: Vec<IndexingEngine>,
    /// When a crawler can be expected: 1 to 24 hours after the first notice was accepted.
    expected_crawl: Option<ExpectedCrawl>,
}

/// A notice to a search engine.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IndexingNotice)]
struct IndexingEngine {
    /// The name of the search engine or protocol.
    #[schema(example = "indexnow")]
    name: String,
    #[schema(value_type = names::PageChange, example = "updated")]
    change: &'static str,
    #[schema(value_type = names::IndexingDeliveryStatus, example = "accepted")]
    status: &'static str,
    /// The status code of the last response.
    http_status: Option<u16>,
    /// When the notice was last sent.
    #[schema(format = "date-time")]
    submitted_at: Option<String>,
    /// The last error.
    problem: Option<String>,
}

/// The time in which a crawler can be expected.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExpectedCrawl {
    /// The earliest time.
    #[schema(format = "date-time")]
    from: String,
    /// The latest time.
    #[schema(format = "date-time")]
    to: String,
}

/// Why an article failed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleError)]
pub(crate) struct ProblemObject {
    #[schema(value_type = names::ErrorCode, example = "upstream_failed")]
    code: String,
    /// What went wrong.
    message: String,
}

/// What an article cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ArticleBilling {
    /// The rate in words.
    #[schema(example = "1 credit per generated character + 5,000 credits per image")]
    rate: &'static str,
    /// Credits reserved for all finished work on the article.
    reserved_credits: i64,
    /// Credits charged; `null` until the article is finished.
    charged_credits: Option<i64>,
    /// Credits returned; `null` until the article is finished.
    refunded_credits: Option<i64>,
    /// The lines that add up to the charge.
    breakdown: Vec<BreakdownItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    judge: Option<JudgeBilling>,
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
            review: ReviewObject::new(&record.review),
            charged_credits: record.finished_at.is_some().then_some(record.charged.as_i64()),
        }
    }
}

/// `Disabled` for an article that ended without a text, because there is nothing to publish.
const fn publication_status(record: &ArticleRecord) -> PublicationStatus {
    match record.status {
        ArticleStatus::Failed | ArticleStatus::Cancelled => PublicationStatus::Disabled,
        ArticleStatus::Processing | ArticleStatus::Completed => record.publication.status,
    }
}

impl PublicationObject {
    fn new(record: &ArticleRecord, site: &HostedSite) -> Self {
        let publication = &record.publication;
        let status = publication_status(record);
        // The slug is reserved before the page is published, and kept after it is unpublished.
        let slug = publication.slug.as_deref().filter(|_| status == PublicationStatus::Published);
        Self {
            status: status.as_str(),
            url: slug.map(|slug| site.site.article_url(slug)),
            published_at: publication.published_at.map(time),
            reason: publication.reason.as_deref().map(sentence),
        }
    }
}

impl ArticleObject {
    pub(super) fn new(view: &ArticleView, site: &HostedSite) -> Self {
        let ArticleView { record, draft, written, text_version, brief, answers, deliveries } = view;
        let draft = draft.as_ref();
        Self {
            summary: ArticleSummary::new(record),
            outline: draft.and_then(|draft| draft.outline.as_ref()).map(OutlineObject::new),
            partial_sections: draft.map(|draft| partial(&draft.sections)).unwrap_or_default(),
            waiting: draft
                .and_then(|draft| draft.waiting.as_ref())
                .map(|waiting| WaitingObject { reason: waiting.reason.clone(), until: time(waiting.until) }),
            article: written
                .as_ref()
                .map(|written| WrittenObject::new((written, *text_version), record, site)),
            brief: brief.as_ref().map(|brief| BriefObject::new(brief, answers)),
            publication: PublicationObject::new(record, site),
            review: ReviewObject::new(&record.review),
            indexing: IndexingObject::new(deliveries, publication_status(record)),
            warnings: warnings(view),
            error: record.problem.as_ref().map(ProblemObject::new),
            billing: ArticleBilling::new(record, written.as_ref()),
        }
    }
}

fn warnings(view: &ArticleView) -> Vec<String> {
    let of_brief = view.brief.as_ref().map(|brief| &brief.warnings);
    let warnings = view.written.as_ref().map(|written| &written.warnings).or(of_brief);
    warnings.into_iter().flatten().map(|warning| sentence(warning)).collect()
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
            changes: outline.changes.clone(),
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
        // An article that is published, unpublished and published again is reported each time. The last time
        // counts.
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
            // Regenerated sections were charged as well, so there are more characters than the article has.
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
