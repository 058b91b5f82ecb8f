//! The reply with an analysis of search results.

use application::analyse_serp::{AnalyseSerp, MissingPage, PageSummary, SerpFindings};
use domain::search::{
    AskedQuestion, Intent, IntentSignal, OrganicResult, SearchIntent, SerpFeature, SignalSource,
};
use seo::competitors::{CommonHeading, Competitors};
use seo::gaps::{ContentGap, GapKind};
use seo::terms::Term;
use serde::Serialize;
use utoipa::ToSchema;

use crate::charging::ResultMeta;
use crate::openapi::names;
use crate::sentence::sentence;

/// The analysis of a search: what ranks, what searchers want and what the pages lack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SerpAnalysis)]
pub(crate) struct SerpReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The search query.
    #[schema(example = "how to make cold brew coffee")]
    query: String,
    /// The organic results, at most ten.
    results: Vec<ResultObject>,
    search_intent: IntentObject,
    /// What the results page shows beside organic results.
    #[schema(value_type = Vec<names::SerpFeature>, example = json!(["featured_snippet", "videos"]))]
    serp_features: Vec<SerpFeature>,
    /// Questions from the results page first, then questions from the pages.
    people_also_ask: Vec<QuestionObject>,
    /// Related searches that the engine suggests.
    #[schema(example = json!(["cold brew ratio"]))]
    related_searches: Vec<String>,
    /// Topics that the pages, or your page, do not cover; best opportunity first.
    content_gaps: Vec<GapObject>,
    /// The terms that the pages use, most important first.
    terms: Vec<TermObject>,
    competitors: CompetitorsObject,
    data_quality: DataQuality,
    meta: ResultMeta,
}

/// An organic result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrganicResult)]
struct ResultObject {
    /// The rank, from 1.
    #[schema(example = 1)]
    position: u32,
    /// The title as shown.
    #[schema(example = "Cold Brew Coffee at Home")]
    title: String,
    /// The URL of the result.
    #[schema(format = "uri", example = "https://pantrynotes.example/cold-brew")]
    url: String,
    /// The host name of the URL.
    #[schema(example = "pantrynotes.example")]
    domain: String,
    /// The text below the title.
    snippet: Option<String>,
    page: PageObject,
}

/// The page behind a result. If `fetched` is `false`, all other fields are `null`.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ResultPage)]
struct PageObject {
    /// Whether the page could be read.
    fetched: bool,
    /// The number of words of the main content.
    #[schema(example = 1240)]
    word_count: Option<u32>,
    /// The headings in order.
    headings: Option<Vec<HeadingObject>>,
    /// The schema.org types that the page declares.
    #[schema(example = json!(["Article"]))]
    schema_types: Option<Vec<String>>,
    /// The day on which the page says it was published, as the start of that day in UTC.
    #[schema(format = "date-time", example = "2026-06-03T00:00:00.000Z")]
    published_at: Option<String>,
}

/// A heading of a page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResultHeading)]
struct HeadingObject {
    /// The level, from 1 to 6.
    #[schema(example = 2, minimum = 1, maximum = 6)]
    level: u8,
    /// The text.
    #[schema(example = "How long does it keep?")]
    text: String,
}

/// What searchers want, with the signals for it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchIntent)]
pub(in crate::routes) struct IntentObject {
    /// The most likely intent.
    #[schema(value_type = names::SearchIntentKind, example = "informational")]
    primary: Intent,
    /// The confidence, from 0 to 1.
    #[schema(example = 0.86, minimum = 0.0, maximum = 1.0)]
    confidence: f64,
    /// Other likely intents, most likely first.
    #[schema(value_type = Vec<names::SearchIntentKind>)]
    secondary: Vec<Intent>,
    /// The signals, strongest first.
    signals: Vec<SignalObject>,
}

/// A signal for an intent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = IntentSignal)]
pub(in crate::routes) struct SignalObject {
    /// The intent that it points to.
    #[schema(value_type = names::SearchIntentKind)]
    intent: Intent,
    #[schema(value_type = names::IntentSignalSource, example = "query")]
    source: &'static str,
    /// What was found.
    #[schema(example = "\"how to\" asks for instructions")]
    evidence: String,
    /// The strength of the signal.
    #[schema(example = 2.4)]
    weight: f64,
}

/// A question that searchers have.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SerpQuestion)]
struct QuestionObject {
    /// The question.
    #[schema(example = "How long does cold brew keep in the fridge?")]
    question: String,
    /// The answer, if one is shown or was found.
    answer: Option<String>,
    /// The URL of the page with the answer.
    source_url: Option<String>,
    #[schema(value_type = names::QuestionSource, example = "serp")]
    source: &'static str,
}

/// A topic to write about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContentGap)]
struct GapObject {
    /// The topic.
    #[schema(example = "Can you freeze cold brew?")]
    topic: String,
    #[schema(value_type = names::ContentGapKind, example = "unanswered_question")]
    r#type: &'static str,
    /// The share of the pages that cover it, from 0 to 1.
    #[schema(example = 0.1, minimum = 0.0, maximum = 1.0)]
    coverage: f64,
    /// The positions of the results that cover it.
    #[schema(example = json!([3]))]
    covered_by: Vec<u32>,
    /// The size of the opportunity, from 0 to 1.
    #[schema(example = 0.8, minimum = 0.0, maximum = 1.0)]
    opportunity: f64,
}

/// A term that the pages use.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SerpTerm)]
struct TermObject {
    /// The term in lower case.
    #[schema(example = "coarse grind")]
    term: String,
    /// The importance, from 0 to 1; the first term has 1.
    #[schema(example = 1.0)]
    weight: f64,
    /// The number of pages that use it.
    #[schema(example = 7)]
    pages: u32,
    usage: UsageRange,
}

/// How often pages use a term.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TermUsage)]
struct UsageRange {
    /// The lower quartile of its uses on a page.
    #[schema(example = 2)]
    p25: u32,
    /// The upper quartile of its uses on a page.
    #[schema(example = 6)]
    p75: u32,
}

/// What the pages have in common.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Competitors)]
struct CompetitorsObject {
    /// The median length of the pages in words.
    #[schema(example = 1180)]
    median_word_count: Option<u32>,
    /// The recommended length in words.
    #[schema(example = 1350)]
    recommended_word_count: Option<u32>,
    /// Topics that at least 30% of the pages have a heading about.
    common_headings: Vec<CommonHeadingObject>,
}

/// A heading that several pages have in some wording.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CommonHeading)]
struct CommonHeadingObject {
    /// The most typical wording.
    #[schema(example = "The right ratio")]
    text: String,
    /// The share of pages that have it, from 0 to 1.
    #[schema(example = 0.7, minimum = 0.0, maximum = 1.0)]
    coverage: f64,
    /// The positions of the results that have it.
    #[schema(example = json!([1, 2, 5]))]
    covered_by: Vec<u32>,
}

/// The data behind the analysis.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataQuality {
    /// The number of results that were requested: at least 10, even if the search engine returned fewer.
    #[schema(example = 10)]
    pages_requested: usize,
    /// The number of pages that could be read.
    #[schema(example = 9)]
    pages_fetched: usize,
    /// What is missing and why: pages that could not be read or ended early, and results that the search engine did not return.
    reasons: Vec<ReasonObject>,
}

/// Something that the analysis lacks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MissingData)]
struct ReasonObject {
    /// The position of the result; `null` if the reason is about the results as a whole.
    #[schema(example = 4)]
    position: Option<u32>,
    /// The URL of the page; `null` if the reason is about the results as a whole.
    #[schema(format = "uri")]
    url: Option<String>,
    /// What is missing and why.
    #[schema(example = "The site refused our request (403).")]
    reason: String,
}

impl SerpReply {
    pub(super) fn new(query: &str, findings: &SerpFindings, meta: ResultMeta) -> Self {
        let SerpFindings { serp, analysis, pages, .. } = findings;
        let own = serp.people_also_ask.iter().map(|question| QuestionObject::new(question, "serp"));
        let in_pages = analysis.questions.iter().map(|question| QuestionObject::new(question, "page"));
        Self {
            success: true,
            query: query.to_owned(),
            results: serp.results.iter().map(|result| ResultObject::new(result, pages)).collect(),
            search_intent: IntentObject::from(&analysis.intent),
            serp_features: serp.features.clone(),
            people_also_ask: own.chain(in_pages).collect(),
            related_searches: serp.related_searches.clone(),
            content_gaps: analysis.gaps.iter().map(GapObject::from).collect(),
            terms: analysis.terms.iter().map(TermObject::from).collect(),
            competitors: CompetitorsObject::from(&analysis.competitors),
            data_quality: DataQuality::new(findings),
            meta,
        }
    }
}

impl ResultObject {
    fn new(result: &OrganicResult, pages: &[PageSummary]) -> Self {
        let page = pages.iter().find(|page| page.position == result.position);
        let host = url::Url::parse(&result.url).ok().and_then(|url| url.host_str().map(str::to_owned));
        Self {
            position: result.position,
            title: result.title.clone(),
            url: result.url.clone(),
            domain: host.unwrap_or_default(),
            snippet: result.snippet.clone(),
            page: page.map(PageObject::from).unwrap_or_default(),
        }
    }
}

impl From<&PageSummary> for PageObject {
    fn from(page: &PageSummary) -> Self {
        let heading =
            |heading: &seo::page::Heading| HeadingObject { level: heading.level, text: heading.text.clone() };
        Self {
            fetched: true,
            word_count: Some(page.word_count),
            headings: Some(page.headings.iter().map(heading).collect()),
            schema_types: Some(page.schema_types.clone()),
            published_at: page.published.as_ref().map(|day| format!("{day}T00:00:00.000Z")),
        }
    }
}

impl From<&SearchIntent> for IntentObject {
    fn from(intent: &SearchIntent) -> Self {
        Self {
            primary: intent.primary,
            confidence: intent.confidence,
            secondary: intent.secondary.clone(),
            signals: intent.signals.iter().map(SignalObject::from).collect(),
        }
    }
}

impl From<&IntentSignal> for SignalObject {
    fn from(signal: &IntentSignal) -> Self {
        Self {
            intent: signal.intent,
            source: match signal.source {
                SignalSource::Query => "query",
                SignalSource::Features => "features",
                SignalSource::Titles => "titles",
                SignalSource::Urls => "urls",
                SignalSource::Pages => "pages",
            },
            evidence: signal.evidence.clone(),
            weight: signal.weight,
        }
    }
}

impl QuestionObject {
    fn new(asked: &AskedQuestion, source: &'static str) -> Self {
        Self {
            question: asked.question.clone(),
            answer: asked.answer.clone(),
            source_url: asked.source_url.clone(),
            source,
        }
    }
}

impl From<&ContentGap> for GapObject {
    fn from(gap: &ContentGap) -> Self {
        Self {
            topic: gap.topic.clone(),
            r#type: match gap.kind {
                GapKind::MissingTopic => "missing_topic",
                GapKind::UnansweredQuestion => "unanswered_question",
                GapKind::ThinCoverage => "thin_coverage",
            },
            coverage: gap.coverage,
            covered_by: gap.covered_by.clone(),
            opportunity: gap.opportunity,
        }
    }
}

impl From<&Term> for TermObject {
    fn from(term: &Term) -> Self {
        Self {
            term: term.term.clone(),
            weight: term.weight,
            pages: term.pages,
            usage: UsageRange { p25: term.uses_low, p75: term.uses_high },
        }
    }
}

impl From<&Competitors> for CompetitorsObject {
    fn from(competitors: &Competitors) -> Self {
        Self {
            median_word_count: competitors.median_word_count,
            recommended_word_count: competitors.recommended_word_count,
            common_headings: competitors.common_headings.iter().map(CommonHeadingObject::from).collect(),
        }
    }
}

impl From<&CommonHeading> for CommonHeadingObject {
    fn from(heading: &CommonHeading) -> Self {
        Self {
            text: heading.text.clone(),
            coverage: heading.coverage,
            covered_by: heading.covered_by.clone(),
        }
    }
}

impl DataQuality {
    fn new(findings: &SerpFindings) -> Self {
        let SerpFindings { serp, pages, missing_pages, cut_pages, .. } = findings;
        let found = serp.results.len();
        let mut reasons: Vec<ReasonObject> = missing_pages.iter().map(ReasonObject::from).collect();
        let cut = serp.results.iter().filter(|result| cut_pages.contains(&result.position));
        reasons.extend(cut.map(|result| ReasonObject {
            position: Some(result.position),
            url: Some(result.url.clone()),
            reason: "The page ended early. Part of it may be missing.".to_owned(),
        }));
        reasons.sort_by_key(|reason| reason.position);
        if found < AnalyseSerp::RESULTS {
            let requested = AnalyseSerp::RESULTS;
            let reason = format!("The search engine returned {found} of {requested} results.");
            reasons.insert(0, ReasonObject { position: None, url: None, reason });
        }
        Self { pages_requested: found.max(AnalyseSerp::RESULTS), pages_fetched: pages.len(), reasons }
    }
}

impl From<&MissingPage> for ReasonObject {
    fn from(page: &MissingPage) -> Self {
        Self { position: Some(page.position), url: Some(page.url.clone()), reason: sentence(&page.reason) }
    }
}
