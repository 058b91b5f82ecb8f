//! The reply with an analysis of search results.

use application::analyse_serp::{MissingPage, PageSummary, SerpFindings};
use domain::search::{
    AskedQuestion, Intent, IntentSignal, OrganicResult, SearchIntent, SerpFeature, SignalSource,
};
use seo::competitors::{CommonHeading, Competitors};
use seo::gaps::{ContentGap, GapKind};
use seo::terms::Term;
use serde::Serialize;
use utoipa::ToSchema;

use crate::charging::ResultMeta;

/// What ranks for a search, and what it lacks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SerpReply {
    /// Always `true`.
    #[schema(example = true)]
    success: bool,
    /// The search.
    #[schema(example = "how to make cold brew coffee")]
    query: String,
    /// The organic results, at most ten.
    results: Vec<ResultObject>,
    search_intent: IntentObject,
    /// What the results page shows beside organic results, such as `featured_snippet` or `local_pack`.
    #[schema(example = json!(["featured_snippet", "videos"]))]
    serp_features: Vec<SerpFeatureName>,
    /// Questions of the results page first, then those that the pages ask themselves.
    people_also_ask: Vec<QuestionObject>,
    /// Other searches that the engine proposes.
    #[schema(example = json!(["cold brew ratio"]))]
    related_searches: Vec<String>,
    /// What could be written that the pages, or your page, don't say; best first.
    content_gaps: Vec<GapObject>,
    /// The terms that the pages use, weightiest first.
    terms: Vec<TermObject>,
    competitors: CompetitorsObject,
    data_quality: DataQuality,
    meta: ResultMeta,
}

/// One organic result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ResultObject {
    /// Rank, from 1.
    #[schema(example = 1)]
    position: u32,
    /// Title as shown.
    #[schema(example = "Cold Brew Coffee at Home")]
    title: String,
    /// Address.
    #[schema(example = "https://pantrynotes.example/cold-brew")]
    url: String,
    /// Host of the address.
    #[schema(example = "pantrynotes.example")]
    domain: String,
    /// Text below the title.
    snippet: Option<String>,
    page: PageObject,
}

/// The page behind a result. Everything but `fetched` is `null` if it could not be read.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PageObject {
    /// Whether the page could be read.
    fetched: bool,
    /// Words of its main content.
    #[schema(example = 1240)]
    word_count: Option<u32>,
    /// Its headings in order.
    headings: Option<Vec<HeadingObject>>,
    /// The types of schema.org that it declares.
    #[schema(example = json!(["Article"]))]
    schema_types: Option<Vec<String>>,
    /// When it was published, as far as it says: the start of that day.
    #[schema(format = "date-time", example = "2026-06-03T00:00:00Z")]
    published_at: Option<String>,
}

/// A heading.
#[derive(Debug, Serialize, ToSchema)]
struct HeadingObject {
    /// 1 to 6.
    #[schema(example = 2)]
    level: u8,
    /// Its text.
    #[schema(example = "How long does it keep?")]
    text: String,
}

/// What searchers want, with the reasons.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct IntentObject {
    primary: IntentName,
    /// How sure, 0 to 1.
    #[schema(example = 0.86, minimum = 0.0, maximum = 1.0)]
    confidence: f64,
    /// Others that are likely too, likeliest first.
    secondary: Vec<IntentName>,
    /// What speaks for which intent, strongest first.
    signals: Vec<SignalObject>,
}

/// What a searcher wants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, pattern = "^(informational|commercial|transactional|navigational|local)$", example = "informational")]
pub(in crate::routes) struct IntentName(Intent);

/// A part of a results page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, pattern = "^[a-z_]+$", example = "featured_snippet")]
struct SerpFeatureName(SerpFeature);

/// One reason for a judgement of intent.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::routes) struct SignalObject {
    intent: IntentName,
    /// Where it was seen: `query`, `features`, `titles`, `urls` or `pages`.
    #[schema(example = "query")]
    source: &'static str,
    /// What was seen.
    #[schema(example = "\"how to\" asks for instructions")]
    evidence: String,
    /// How strongly it speaks.
    #[schema(example = 2.4)]
    weight: f64,
}

/// A question that people ask.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuestionObject {
    /// The question.
    #[schema(example = "How long does cold brew keep in the fridge?")]
    question: String,
    /// The answer as shown or found.
    answer: Option<String>,
    /// Where the answer stands.
    source_url: Option<String>,
    /// `serp` for the engine's own questions, `page` for those found in the pages.
    #[schema(example = "serp")]
    source: &'static str,
}

/// Something that could be written.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GapObject {
    /// The subject.
    #[schema(example = "Can you freeze cold brew?")]
    topic: String,
    /// `missing_topic`, `unanswered_question` or `thin_coverage`.
    #[schema(example = "unanswered_question")]
    r#type: &'static str,
    /// The share of the pages that cover it, 0 to 1.
    #[schema(example = 0.1)]
    coverage: f64,
    /// The positions of the results that cover it.
    #[schema(example = json!([3]))]
    covered_by: Vec<u32>,
    /// How much it is worth to write about it, 0 to 1.
    #[schema(example = 0.8)]
    opportunity: f64,
}

/// A term of the pages.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TermObject {
    /// The term in lower case.
    #[schema(example = "coarse grind")]
    term: String,
    /// How much it matters; the first has 1.
    #[schema(example = 1.0)]
    weight: f64,
    /// How many pages use it.
    #[schema(example = 7)]
    pages: u32,
    usage: UsageRange,
}

/// How often pages use a term.
#[derive(Debug, Serialize, ToSchema)]
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
struct CompetitorsObject {
    /// The median of their lengths in words.
    #[schema(example = 1180)]
    median_word_count: Option<u32>,
    /// A length to aim at.
    #[schema(example = 1350)]
    recommended_word_count: Option<u32>,
    /// What at least three in ten of them have a heading about.
    common_headings: Vec<CommonHeadingObject>,
}

/// A heading that several pages have in one wording or another.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CommonHeadingObject {
    /// The wording closest to all others.
    #[schema(example = "The right ratio")]
    text: String,
    /// The share of pages that have it, 0 to 1.
    #[schema(example = 0.7)]
    coverage: f64,
    /// The positions of the results that have it.
    #[schema(example = json!([1, 2, 5]))]
    covered_by: Vec<u32>,
}

/// What the analysis rests on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataQuality {
    /// Pages behind the results.
    #[schema(example = 10)]
    pages_requested: usize,
    /// Pages that could be read.
    #[schema(example = 9)]
    pages_fetched: usize,
    /// Why the others could not.
    reasons: Vec<ReasonObject>,
}

/// A page that could not be read.
#[derive(Debug, Serialize, ToSchema)]
struct ReasonObject {
    /// The rank of its result.
    #[schema(example = 4)]
    position: u32,
    /// Its address.
    url: String,
    /// Why.
    #[schema(example = "the address took too long")]
    reason: String,
}

impl SerpReply {
    pub(super) fn new(query: &str, findings: &SerpFindings, meta: ResultMeta) -> Self {
        let SerpFindings { serp, analysis, pages, missing_pages, .. } = findings;
        let own = serp.people_also_ask.iter().map(|question| QuestionObject::new(question, "serp"));
        let in_pages = analysis.questions.iter().map(|question| QuestionObject::new(question, "page"));
        Self {
            success: true,
            query: query.to_owned(),
            results: serp.results.iter().map(|result| ResultObject::new(result, pages)).collect(),
            search_intent: IntentObject::from(&analysis.intent),
            serp_features: serp.features.iter().copied().map(SerpFeatureName).collect(),
            people_also_ask: own.chain(in_pages).collect(),
            related_searches: serp.related_searches.clone(),
            content_gaps: analysis.gaps.iter().map(GapObject::from).collect(),
            terms: analysis.terms.iter().map(TermObject::from).collect(),
            competitors: CompetitorsObject::from(&analysis.competitors),
            data_quality: DataQuality {
                pages_requested: serp.results.len(),
                pages_fetched: pages.len(),
                reasons: missing_pages.iter().map(ReasonObject::from).collect(),
            },
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
            published_at: page.published.as_ref().map(|day| format!("{day}T00:00:00Z")),
        }
    }
}

impl From<&SearchIntent> for IntentObject {
    fn from(intent: &SearchIntent) -> Self {
        Self {
            primary: IntentName(intent.primary),
            confidence: intent.confidence,
            secondary: intent.secondary.iter().copied().map(IntentName).collect(),
            signals: intent.signals.iter().map(SignalObject::from).collect(),
        }
    }
}

impl From<&IntentSignal> for SignalObject {
    fn from(signal: &IntentSignal) -> Self {
        Self {
            intent: IntentName(signal.intent),
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

impl From<&MissingPage> for ReasonObject {
    fn from(page: &MissingPage) -> Self {
        Self { position: page.position, url: page.url.clone(), reason: page.reason.clone() }
    }
}
