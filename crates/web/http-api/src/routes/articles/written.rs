//! The text of an article in API responses.

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

use super::super::time;
use super::judge::JudgeObject;
use crate::openapi::names;

/// The text of an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Article)]
pub(super) struct WrittenObject {
    /// The number of the version. Send it with a change, so that you overwrite none that you have not seen.
    #[schema(example = 1, minimum = 1)]
    version: u32,
    /// The title.
    #[schema(example = "How to Make Cold Brew Coffee")]
    title: String,
    /// The last part of the URL.
    #[schema(example = "how-to-make-cold-brew-coffee")]
    slug: String,
    /// The title for results pages.
    meta_title: String,
    /// The description for results pages.
    meta_description: String,
    /// A summary of two sentences for lists.
    excerpt: String,
    /// The article as HTML.
    html: String,
    /// The article as Markdown.
    markdown: String,
    /// The number of words.
    word_count: u32,
    /// The number of generated characters, which are charged.
    character_count: u64,
    /// The reading time in minutes.
    reading_minutes: u32,
    /// The headings in order.
    outline: Vec<OutlineEntry>,
    /// The sections as a tree.
    sections: Vec<SectionObject>,
    /// Questions and answers.
    faq: Vec<FaqObject>,
    /// Structured data of schema.org, as one graph.
    #[schema(value_type = names::JsonLd)]
    json_ld: Value,
    /// The images.
    images: Vec<ArticleImageObject>,
    /// The sources that the article cites: pages that were read, and texts that you sent.
    sources: Vec<SourceObject>,
    /// URLs of your site that the article links to.
    internal_links: Vec<String>,
    /// The focus keyword and the secondary keywords.
    keywords: Vec<String>,
    quality: QualityObject,
    generation: GenerationObject,
    /// Passages of your texts that the article leaves out.
    unused: Vec<UnusedObject>,
    #[schema(value_type = names::ResearchBasis, example = "search")]
    research: &'static str,
}

/// A heading of an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleHeading)]
struct OutlineEntry {
    /// The level, from 2 to 4.
    #[schema(minimum = 2, maximum = 4)]
    level: u8,
    /// The text.
    heading: String,
}

/// A section of an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleSection)]
struct SectionObject {
    /// The id of the section. Use the id of a second-level section other than the conclusion to regenerate it.
    #[schema(example = "2.1")]
    id: String,
    /// The id of the element in the HTML.
    anchor: String,
    /// The level of the heading, from 2 to 4.
    #[schema(minimum = 2, maximum = 4)]
    level: u8,
    /// The heading.
    heading: String,
    /// Its own text as HTML, without the heading and the sections below it.
    html: String,
    /// Its own text as Markdown.
    markdown: String,
    /// The sections below it.
    #[schema(no_recursion)]
    children: Vec<Self>,
}

/// A question with its answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FaqItem)]
struct FaqObject {
    /// The question.
    question: String,
    /// The answer as plain text.
    answer: String,
}

/// An image of an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleImage)]
pub(super) struct ArticleImageObject {
    /// The id of the image.
    #[schema(example = "img_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    image_id: String,
    /// The URL of the file.
    #[schema(format = "uri")]
    url: String,
    /// The alternative text.
    alt: String,
    /// The caption.
    caption: Option<String>,
    /// Width in pixels.
    width: u32,
    /// Height in pixels.
    height: u32,
    /// `hero`, or the id of its section.
    #[schema(example = "hero")]
    role: String,
    /// What is drawn, the main subject first; empty if the engine does not return it.
    #[schema(example = json!(["bicycle", "tree"]))]
    depicts: Vec<String>,
    /// `false` for an abstract cover that replaces an image whose subject no engine draws.
    #[schema(example = true)]
    charged: bool,
}

/// A source that the article cites.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleSource)]
struct SourceObject {
    /// The number by which the text cites it.
    number: u32,
    /// The title.
    title: String,
    /// The URL; `null` for a text that you sent.
    #[schema(format = "uri")]
    url: Option<String>,
    /// The publisher.
    publisher: Option<String>,
    /// When it was published.
    #[schema(format = "date-time")]
    published_at: Option<String>,
    /// When it was read.
    #[schema(format = "date-time")]
    read_at: String,
}

/// The quality of an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleQuality)]
struct QualityObject {
    /// The score from 0 to 100: how well the article covers the request. It does not predict a rank. `null` for articles from notes.
    #[schema(example = 88)]
    score: Option<u32>,
    /// The quality checks.
    gates: Vec<GateObject>,
    /// What the checks found.
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    judge: Option<JudgeObject>,
}

/// A quality check: a measured value with its limit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QualityCheck)]
struct GateObject {
    /// The name of the check.
    #[schema(example = "length_error")]
    name: String,
    /// The measured value; `null` if it was not measured.
    value: Option<f64>,
    /// The limit in words: `<= 0.1`, `>= 0.97` or `0.3..2`. The same as `minimum` and `maximum`.
    #[schema(example = "<= 0.1")]
    threshold: String,
    /// The lowest value that passes; `null` if there is none.
    minimum: Option<f64>,
    /// The highest value that passes; `null` if there is none.
    #[schema(example = 0.1)]
    maximum: Option<f64>,
    /// The value to aim at, which is stricter than the limit, in the words of `threshold`; `null` if there is none.
    target: Option<String>,
    /// The lowest value that reaches the target; `null` if there is none.
    target_minimum: Option<f64>,
    /// The highest value that reaches the target; `null` if there is none.
    target_maximum: Option<f64>,
    #[schema(value_type = names::QualityCheckStatus, example = "pass")]
    status: &'static str,
    /// What the value means, in words, or why nothing was measured.
    #[schema(example = "4 of 6 sections cite a source.")]
    detail: Option<String>,
    /// `true`: if the check fails, the article is not published automatically. `false`: a failure only lowers the score.
    holds_article: bool,
    /// `false` if the check failed; otherwise `true`, also if nothing was measured.
    passed: bool,
    /// Whether the value reaches the target.
    on_target: bool,
}

/// How a text was made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Generation)]
struct GenerationObject {
    /// The text engine.
    #[schema(example = "ollama")]
    engine: String,
    /// The model.
    model: String,
    /// The version of the prompts.
    prompt_version: String,
    #[schema(value_type = names::GenerationTier, example = "standard")]
    tier: &'static str,
}

/// A passage that the article leaves out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnusedPassage)]
struct UnusedObject {
    /// The number of the text in `sources`.
    source: u32,
    /// The heading above it.
    heading: Option<String>,
    /// The passage as you sent it.
    text: String,
    reason: UnusedReasonName,
}

/// Why a passage was left out. `same_as_another`: another text says the same. `over_length`: the requested length was reached.
/// `outside_outline`: no heading of your outline fits. `no_content`: nothing of its own, such as an empty heading. `heading`: a heading
/// whose content is in the article. `image`: an image.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = UnusedReason)]
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
    pub(super) fn new(
        (written, version): (&Written, u32),
        record: &ArticleRecord,
        site: &HostedSite,
    ) -> Self {
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
            version,
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
    pub(super) fn new(image: &ArticleImage) -> Self {
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
    /// The text cites a source by its position in the list, not by the number it had while the article was
    /// written.
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
        let gate = |gate: &Gate| {
            let (minimum, maximum) = limits(&gate.threshold);
            let (target_minimum, target_maximum) = gate.target.as_deref().map(limits).unwrap_or_default();
            GateObject {
                name: gate.name.clone(),
                value: gate.value,
                threshold: gate.threshold.clone(),
                minimum,
                maximum,
                target: gate.target.clone(),
                target_minimum,
                target_maximum,
                status: gate.status(),
                detail: gate.detail.clone(),
                holds_article: gate.holds,
                passed: gate.status() != "fail",
                on_target: gate.on_target,
            }
        };
        Self {
            score: quality.score,
            gates: quality.gates.iter().map(gate).collect(),
            warnings: quality.warnings.clone(),
            judge: judgement.map(JudgeObject::new),
        }
    }
}

/// The lowest and the highest value of a limit, from the text that is stored with the article.
fn limits(limit: &str) -> (Option<f64>, Option<f64>) {
    let number = |text: &str| text.trim().parse().ok();
    if let Some(most) = limit.strip_prefix("<=") {
        (None, number(most))
    } else if let Some(least) = limit.strip_prefix(">=") {
        (number(least), None)
    } else {
        limit.split_once("..").map(|(least, most)| (number(least), number(most))).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::limits;

    #[test]
    fn limits_are_read_as_numbers() {
        assert_eq!(limits("<= 0.1"), (None, Some(0.1)));
        assert_eq!(limits(">= 0.97"), (Some(0.97), None));
        assert_eq!(limits("0.3..2"), (Some(0.3), Some(2.0)));
        assert_eq!(limits("-1..-0.5"), (Some(-1.0), Some(-0.5)));
    }
}
