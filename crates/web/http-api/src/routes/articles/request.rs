//! The request body for a new article.

use domain::articles::order::{
    ArticleInput, ArticleMode, MOST_IMAGES, PublishPolicy, SourceInput, Tone, USUAL_IMAGES, USUAL_WORDS,
    WORDS,
};
use serde::Deserialize;
use utoipa::ToSchema;

use super::headings::{HeadingRequest, wanted_headings};
use super::links::LinksRequest;
use crate::error::ApiError;
use crate::validation::{CountryCode, LanguageCode, Problems, grouped, language};

const LONGEST_KEYWORD: usize = 120;
pub(super) const LONGEST_LINE: usize = 300;
pub(super) const LONGEST_INSTRUCTIONS: usize = 2_000;
const LONGEST_SOURCE: usize = 100_000;
const MOST_KEYWORDS: usize = 20;
const MOST_SOURCES: usize = 10;

/// An article to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({
    "focusKeyword": "how to make cold brew coffee", "mode": "full", "targetWordCount": 2000, "imageOption": 1, "language": "en",
    "tone": "professional"
}))]
pub(crate) struct ArticleRequest {
    /// The keyword that the article targets.
    #[schema(
        min_length = 1,
        max_length = 120,
        pattern = r"[^\s\x00-\x1f\x7f-\x9f]",
        example = "how to make cold brew coffee"
    )]
    focus_keyword: String,
    /// `full` writes the article with the configured text engine, or from the texts in `sources` if there is none. `outline` stops at
    /// the outline and waits for approval. `brief` makes a content brief instead of an article. `notes` makes the article from the
    /// texts in `sources` without a text engine.
    #[serde(default)]
    #[schema(default = "full")]
    mode: ModeName,
    /// The number of words.
    #[serde(default)]
    #[schema(minimum = 1500, maximum = 5000, default = 2000)]
    target_word_count: Option<u32>,
    /// The number of images.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10, default = 1)]
    image_option: Option<u32>,
    /// The two-letter code of the article's language.
    #[serde(default)]
    #[schema(value_type = Option<LanguageCode>, default = "en")]
    language: Option<String>,
    /// The tone of the text.
    #[serde(default)]
    #[schema(default = "professional")]
    tone: ToneName,
    /// The title. Without it, a title is written.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    title: Option<String>,
    /// The readers of the article.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    audience: Option<String>,
    /// Further instructions for the writer.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    instructions: Option<String>,
    /// Second-level headings, in order. Without them, the outline is made from research.
    #[serde(default)]
    #[schema(max_items = 12)]
    outline: Vec<HeadingRequest>,
    /// Secondary keywords.
    #[serde(default)]
    #[schema(max_items = 20, value_type = Vec<SecondaryKeyword>)]
    keywords: Vec<String>,
    /// Pages or texts that the article is based on; each has either `url` or `text`. Without a text engine the article is made from the
    /// texts alone, and `mode: "notes"` needs at least one text.
    #[serde(default)]
    #[schema(max_items = 10)]
    sources: Vec<SourceRequest>,
    /// Pages of your site that the article may link to, or the URL of your sitemap. Other pages of your site are not linked.
    #[serde(default)]
    internal_links: LinksRequest,
    /// When to publish on the hosted site: `auto` if no check with `holdsArticle` fails and no review is needed, `always` even if
    /// checks fail, or `never`.
    #[serde(default)]
    #[schema(default = "auto")]
    publish: PublishName,
    /// Whether a person must review the article before `publish: "auto"` publishes it. Articles from notes always need a review.
    #[serde(default)]
    #[schema(default = false)]
    needs_review: bool,
    /// The URL that receives the events of this article, signed by Standard Webhooks with the `webhooks.secret` of your
    /// account.
    #[serde(default)]
    #[schema(format = "uri", max_length = 2048)]
    webhook_url: Option<String>,
    /// The country of the readers.
    #[serde(default)]
    country: Option<CountryCode>,
    /// The most credits that may be reserved.
    #[serde(default)]
    #[schema(minimum = 0)]
    max_credits: Option<i64>,
}

/// A keyword of 1 to 120 characters.
#[derive(ToSchema)]
#[schema(min_length = 1, max_length = 120, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
#[expect(dead_code, reason = "it describes a text whose length `check` checks")]
struct SecondaryKeyword(String);

/// A source: either the URL of a page, or a text.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SourceRequest {
    /// The URL of a page to read.
    #[serde(default)]
    #[schema(format = "uri", max_length = 2048)]
    url: Option<String>,
    /// Your own text, plain or Markdown.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100_000, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    text: Option<String>,
    /// The title of the text.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    title: Option<String>,
}

/// What to make.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ArticleMode)]
pub(crate) enum ModeName {
    #[default]
    Full,
    Outline,
    Brief,
    Notes,
}

/// The tone of a text.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Tone)]
enum ToneName {
    #[default]
    Professional,
    Casual,
    Friendly,
    Authoritative,
    Persuasive,
    Witty,
}

/// When to publish an article on the hosted site.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PublishPolicy)]
enum PublishName {
    #[default]
    Auto,
    Always,
    Never,
}

impl From<ModeName> for ArticleMode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::Full => Self::Full,
            ModeName::Outline => Self::Outline,
            ModeName::Brief => Self::Brief,
            ModeName::Notes => Self::Notes,
        }
    }
}

impl From<ToneName> for Tone {
    fn from(name: ToneName) -> Self {
        match name {
            ToneName::Professional => Self::Professional,
            ToneName::Casual => Self::Casual,
            ToneName::Friendly => Self::Friendly,
            ToneName::Authoritative => Self::Authoritative,
            ToneName::Persuasive => Self::Persuasive,
            ToneName::Witty => Self::Witty,
        }
    }
}

impl From<PublishName> for PublishPolicy {
    fn from(name: PublishName) -> Self {
        match name {
            PublishName::Auto => Self::Auto,
            PublishName::Always => Self::Always,
            PublishName::Never => Self::Never,
        }
    }
}

impl ArticleRequest {
    /// The checked request, and the most that it may cost.
    pub(super) fn check(&self) -> Result<(ArticleInput, Option<i64>), ApiError> {
        let mut problems = Problems::default();
        problems.range("targetWordCount", self.target_word_count, &WORDS);
        problems.range("imageOption", self.image_option, &(0..=MOST_IMAGES));
        let line = |problems: &mut Problems, field: &str, text: Option<&String>, longest: usize| {
            text.map(|text| problems.text(field, text, longest))
        };
        let brief = matches!(self.mode, ModeName::Brief);
        let order = ArticleInput {
            focus_keyword: problems.text("focusKeyword", &self.focus_keyword, LONGEST_KEYWORD),
            mode: self.mode.into(),
            words: self.target_word_count.unwrap_or(USUAL_WORDS),
            // A brief has no images and is not published.
            images: if brief { 0 } else { self.image_option.unwrap_or(USUAL_IMAGES) },
            language: language(&mut problems, self.language.as_deref()),
            country: CountryCode::check(self.country.as_ref(), &mut problems),
            tone: self.tone.into(),
            title: line(&mut problems, "title", self.title.as_ref(), LONGEST_LINE),
            audience: line(&mut problems, "audience", self.audience.as_ref(), LONGEST_LINE),
            instructions: line(
                &mut problems,
                "instructions",
                self.instructions.as_ref(),
                LONGEST_INSTRUCTIONS,
            ),
            outline: wanted_headings(&self.outline, &mut problems),
            keywords: self.keywords(&mut problems),
            sources: self.sources(&mut problems),
            internal_links: self.internal_links.check(&mut problems),
            publish: if brief { PublishPolicy::Never } else { self.publish.into() },
            needs_review: self.needs_review && !brief,
            webhook_url: problems.url("webhookUrl", self.webhook_url.as_deref()).map(String::from),
        };
        if order.mode == ArticleMode::Notes && order.notes().next().is_none() {
            problems.add("sources", "required", "must have at least one text if mode is notes");
        }
        let max_credits = problems.max_credits(self.max_credits);
        problems.finish()?;
        Ok((order, max_credits))
    }

    fn keywords(&self, problems: &mut Problems) -> Vec<String> {
        most(problems, "keywords", self.keywords.len(), MOST_KEYWORDS);
        let keywords = self.keywords.iter().take(MOST_KEYWORDS);
        keywords.map(|keyword| problems.text("keywords", keyword, LONGEST_KEYWORD)).collect()
    }

    fn sources(&self, problems: &mut Problems) -> Vec<SourceInput> {
        most(problems, "sources", self.sources.len(), MOST_SOURCES);
        let mut sources = Vec::new();
        for (index, source) in self.sources.iter().enumerate().take(MOST_SOURCES) {
            let field = format!("sources[{index}]");
            let title = source.title.as_deref();
            let title = title.map(|title| problems.text(&format!("{field}.title"), title, LONGEST_LINE));
            match (&source.url, &source.text) {
                (Some(url), None) => {
                    let url = problems.url(&format!("{field}.url"), Some(url));
                    sources.extend(url.map(|url| SourceInput::Url(url.into())));
                }
                (None, Some(text)) => {
                    if text.trim().is_empty() || text.chars().count() > LONGEST_SOURCE {
                        let message = format!("must have 1 to {} characters", grouped(&LONGEST_SOURCE));
                        problems.add(&format!("{field}.text"), "out_of_range", message);
                    }
                    sources.push(SourceInput::Text { title, text: text.clone() });
                }
                _ => problems.add(&field, "invalid", "must have either url or text"),
            }
        }
        sources
    }
}

pub(super) fn most(problems: &mut Problems, field: &str, count: usize, most: usize) {
    if count > most {
        problems.add(field, "out_of_range", format!("must have at most {most} items"));
    }
}
