//! The text of an article as customers get it.

use application::publish_article::{Dates, HostedSite};
use domain::articles::document::{Article, ArticleImage, Block, FaqItem, ImageRole, Span};
use domain::articles::judgement::Judgement;
use domain::articles::quality::{Gate, Quality};
use domain::articles::record::{ArticleRecord, Generation, Tier, UnusedPassage, UnusedReason, Written};
use domain::articles::research::{Grounding, Source};
use publishing::SectionNode;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::judge::JudgeObject;
use super::object::time;

/// A finished article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WrittenObject {
    title: String,
    /// The last part of its address.
    slug: String,
    /// The title for results pages.
    meta_title: String,
    /// The description for results pages.
    meta_description: String,
    /// Two sentences for lists.
    excerpt: String,
    /// The article as HTML.
    html: String,
    /// The article as Markdown.
    markdown: String,
    word_count: u32,
    /// Generated characters, which are what is paid for.
    character_count: u64,
    reading_minutes: u32,
    /// Headings in order.
    outline: Vec<OutlineEntry>,
    /// The sections as a tree.
    sections: Vec<SectionObject>,
    /// Questions and answers.
    faq: Vec<FaqObject>,
    /// Structured data of schema.org: one `@graph`.
    json_ld: Value,
    images: Vec<ArticleImageObject>,
    /// What the article cites: only pages that were really read, and texts that you sent.
    sources: Vec<SourceObject>,
    /// Pages of your site that are linked to.
    internal_links: Vec<String>,
    /// The focus keyword and the secondary ones.
    keywords: Vec<String>,
    quality: QualityObject,
    generation: GenerationObject,
    /// Passages of your texts that the article leaves out, each with the reason.
    unused: Vec<UnusedObject>,
    /// What the text rests on: `search`, `sources` or `unavailable`.
    #[schema(example = "search")]
    research: &'static str,
}

/// A heading.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OutlineEntry {
    /// 2 to 4.
    level: u8,
    heading: String,
}

/// A section.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SectionObject {
    /// Its place, by which a section of the second level, other than the conclusion, can be written anew with all that stands in it.
    #[schema(example = "2.1")]
    id: String,
    /// Its identifier in the HTML.
    anchor: String,
    /// 2 to 4.
    level: u8,
    heading: String,
    /// Its own text, without heading and sections below it.
    html: String,
    /// The same as Markdown.
    markdown: String,
    #[schema(no_recursion)]
    children: Vec<Self>,
}

/// A question with its answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FaqObject {
    question: String,
    answer: String,
}

/// A picture of an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ArticleImageObject {
    #[schema(example = "img_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    image_id: String,
    #[schema(format = "uri")]
    url: String,
    alt: String,
    caption: Option<String>,
    width: u32,
    height: u32,
    /// `hero`, or the place of its section.
    #[schema(example = "hero")]
    role: String,
    /// What is drawn, the main thing first; empty if the engine does not say.
    #[schema(example = json!(["bicycle", "tree"]))]
    depicts: Vec<String>,
    /// `false` for an abstract cover in place of an image whose subject no engine draws.
    #[schema(example = true)]
    charged: bool,
}

/// A source.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SourceObject {
    /// The number by which the text cites it.
    number: u32,
    title: String,
    /// Where it was read; `null` for a text that you sent.
    #[schema(format = "uri")]
    url: Option<String>,
    publisher: Option<String>,
    #[schema(format = "date-time")]
    published_at: Option<String>,
    #[schema(format = "date-time")]
    read_at: String,
}

/// How good an article is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QualityObject {
    /// 0 to 100: how well the request is covered. It predicts no rank. `null` for articles from notes: your own words are not graded.
    #[schema(example = 88)]
    score: Option<u32>,
    gates: Vec<GateObject>,
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judge: Option<JudgeObject>,
}

/// One measurement with its limit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GateObject {
    #[schema(example = "length_error")]
    name: String,
    /// `null` where it is not measured.
    value: Option<f64>,
    #[schema(example = "<= 0.1")]
    threshold: String,
    target: Option<String>,
    /// `pass`, `fail`, or `not_measured` where there is nothing to measure.
    #[schema(example = "pass")]
    status: &'static str,
    passed: bool,
    on_target: bool,
}

/// How a text was made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GenerationObject {
    #[schema(example = "ollama")]
    engine: String,
    model: String,
    prompt_version: String,
    /// `standard` for a text by a model, or `notes` for your own texts in order.
    #[schema(example = "standard")]
    tier: &'static str,
}

/// A passage that the article leaves out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnusedObject {
    /// The number of the text in `sources`.
    source: u32,
    /// The heading above it.
    heading: Option<String>,
    /// The passage as you sent it.
    text: String,
    #[schema(inline)]
    reason: UnusedReasonName,
}

/// Why a passage was left out.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum UnusedReasonName {
    SameAsAnother,
    OverLength,
    OutsideOutline,
    NoContent,
    Heading,
    Image,
}

impl UnusedObject {
    fn new(passage: &UnusedPassage) -> Self {
        Self {
            source: passage.source.0,
            heading: passage.heading.clone(),
            text: passage.text.clone(),
            reason: match passage.reason {
                UnusedReason::SameAsAnother => UnusedReasonName::SameAsAnother,
                UnusedReason::OverLength => UnusedReasonName::OverLength,
                UnusedReason::OutsideOutline => UnusedReasonName::OutsideOutline,
                UnusedReason::NoContent => UnusedReasonName::NoContent,
                UnusedReason::Heading => UnusedReasonName::Heading,
                UnusedReason::Image => UnusedReasonName::Image,
            },
        }
    }
}

impl WrittenObject {
    pub(super) fn new(written: &Written, record: &ArticleRecord, site: &HostedSite) -> Self {
        let article = &written.article;
        let published_at =
            record.publication.published_at.or(record.finished_at).unwrap_or(record.updated_at);
        let dates = Dates { published_at, modified_at: record.updated_at };
        let facts = site.facts(article, dates);
        let outline = article.flattened().into_iter();
        let outline =
            outline.map(|(level, section)| OutlineEntry { level, heading: section.heading.clone() });
        let faq = article.faq.iter().flat_map(|faq| &faq.items);
        Self {
            title: article.title.clone(),
            slug: article.slug.clone(),
            meta_title: article.meta_title.clone(),
            meta_description: article.meta_description.clone(),
            excerpt: article.excerpt.clone(),
            html: publishing::html(article),
            markdown: publishing::markdown(article),
            word_count: written.words,
            character_count: written.characters,
            reading_minutes: publishing::reading_minutes(written.words, article.language),
            outline: outline.collect(),
            sections: publishing::sections(article).into_iter().map(SectionObject::new).collect(),
            faq: faq.map(FaqObject::new).collect(),
            json_ld: publishing::json_ld(article, &facts),
            images: article.images.iter().map(ArticleImageObject::new).collect(),
            sources: (1..).zip(&article.sources).map(SourceObject::new).collect(),
            internal_links: internal_links(article),
            keywords: std::iter::once(&article.focus_keyword).chain(&article.keywords).cloned().collect(),
            quality: QualityObject::new(&written.quality, written.judgement.as_ref()),
            generation: GenerationObject::new(&written.generation),
            unused: written.unused.iter().map(UnusedObject::new).collect(),
            research: match written.grounding {
                Grounding::Search => "search",
                Grounding::Sources => "sources",
                Grounding::Unavailable => "unavailable",
            },
        }
    }
}

/// Linked pages that are not sources.
fn internal_links(article: &Article) -> Vec<String> {
    let mut links: Vec<String> = Vec::new();
    for text in article.blocks().flat_map(Block::texts) {
        for span in text {
            if let Span::Link { url, .. } = span
                && !links.contains(url)
                && !article.sources.iter().any(|source| source.url.as_ref() == Some(url))
            {
                links.push(url.clone());
            }
        }
    }
    links
}

impl SectionObject {
    fn new(node: SectionNode) -> Self {
        Self {
            id: node.id.to_string(),
            anchor: node.anchor,
            level: node.level,
            heading: node.heading,
            html: node.html,
            markdown: node.markdown,
            children: node.children.into_iter().map(Self::new).collect(),
        }
    }
}

impl FaqObject {
    fn new(item: &FaqItem) -> Self {
        Self {
            question: item.question.clone(),
            answer: item.answer.iter().map(Span::words).collect::<String>().trim().to_owned(),
        }
    }
}

impl ArticleImageObject {
    fn new(image: &ArticleImage) -> Self {
        Self {
            image_id: image.id.to_string(),
            url: image.url.clone(),
            alt: image.alt.clone(),
            caption: image.caption.clone(),
            width: image.width,
            height: image.height,
            depicts: image.depicts.clone(),
            charged: image.charged,
            role: match &image.role {
                ImageRole::Hero => "hero".to_owned(),
                ImageRole::Section(id) => id.to_string(),
            },
        }
    }
}

impl SourceObject {
    /// Texts cite a source by its place in the list, whatever number it had while the article was written.
    fn new((number, source): (u32, &Source)) -> Self {
        Self {
            number,
            title: source.title.clone(),
            url: source.url.clone(),
            publisher: source.publisher.clone(),
            published_at: source.published_at.map(time),
            read_at: time(source.read_at),
        }
    }
}

impl QualityObject {
    fn new(quality: &Quality, judgement: Option<&Judgement>) -> Self {
        let gate = |gate: &Gate| GateObject {
            name: gate.name.clone(),
            value: gate.value,
            threshold: gate.threshold.clone(),
            target: gate.target.clone(),
            status: gate.status(),
            passed: gate.passed,
            on_target: gate.on_target,
        };
        Self {
            score: quality.score,
            gates: quality.gates.iter().map(gate).collect(),
            warnings: quality.warnings.clone(),
            judge: judgement.map(JudgeObject::new),
        }
    }
}

impl GenerationObject {
    fn new(generation: &Generation) -> Self {
        Self {
            engine: generation.engine.clone(),
            model: generation.model.clone(),
            prompt_version: generation.prompt_version.clone(),
            tier: match generation.tier {
                Tier::Standard => "standard",
                Tier::Notes => "notes",
            },
        }
    }
}
