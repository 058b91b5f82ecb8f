//! Changes to completed articles: text, title, metadata, images, reviews, and removal from the hosted site.

use application::edit_article::{
    ArticleChanges, EditResult, Fault, ImageChange, ReviewResult, SectionChange,
};
use domain::articles::ArticleId;
use domain::articles::record::ReviewStatus;
use domain::images::ImageId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::{ArticleCall, not_found, outcome_of};
use super::request::{LONGEST_LINE, most};
use super::{DoneReply, Meta};
use crate::error::{ApiError, ErrorDetail};
use crate::error_catalogue::ErrorCode;
use crate::idempotency::{FreeAnswer, Repeatable};
use crate::json::{Json, NoFields, OptionalBody};
use crate::openapi::names;
use crate::validation::{Problems, grouped};

const LONGEST_DESCRIPTION: usize = 500;
const LONGEST_MARKDOWN: usize = 50_000;
const LONGEST_SLUG: usize = 60;
const MOST_SECTIONS: usize = 100;
const MOST_IMAGES: usize = 20;

/// Changes to an article. At least one field beside `version` must be set; fields that are left out do not change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({
    "version": 1, "title": "How to Make Cold Brew Coffee at Home",
    "sections": [{"id": "introduction", "markdown": "Cold brew needs *time*, not heat."}]
}))]
pub(crate) struct EditRequest {
    /// The version that you changed: `article.version`. If the article has a newer one, nothing changes and the response is a
    /// `conflict`. Without it, the latest version is changed.
    #[serde(default)]
    #[schema(minimum = 1)]
    version: Option<u32>,
    /// The title.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    title: Option<String>,
    /// The last part of the URL: words of `a` to `z` and digits with hyphens between them. It cannot change while the article is
    /// published. The slug of a test key's article begins with `test--`.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 60, pattern = "^(test--)?[a-z0-9]+(-[a-z0-9]+)*$")]
    slug: Option<String>,
    /// The title for results pages.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    meta_title: Option<String>,
    /// The description for results pages.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 500, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    meta_description: Option<String>,
    /// The summary for lists.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 500, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    excerpt: Option<String>,
    /// Sections to change, each by its id.
    #[serde(default)]
    #[schema(max_items = 100)]
    sections: Vec<SectionEdit>,
    /// Images to change, each by its id.
    #[serde(default)]
    #[schema(max_items = 20)]
    images: Vec<ImageEdit>,
    /// Marks the article as reviewed (`done`) or as needing a review (`needed`). If no check fails, `done` publishes an article that was requested with
    /// `publish: "auto"` and needed a review.
    #[serde(default)]
    review: Option<ReviewEdit>,
}

/// The review of an article by a person.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ReviewEdit {
    status: ReviewName,
    /// The name of the person. Without it, the id of the API key is stored.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]", example = "Lan Nguyen")]
    by: Option<String>,
}

/// The status of a review.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ReviewEditStatus)]
enum ReviewName {
    Needed,
    Done,
}

impl From<ReviewName> for ReviewStatus {
    fn from(name: ReviewName) -> Self {
        match name {
            ReviewName::Needed => Self::Needed,
            ReviewName::Done => Self::Done,
        }
    }
}

/// A changed section.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SectionEdit {
    /// The id of the section, `introduction` for the text before the first heading, or `faq`.
    #[schema(pattern = r"^(introduction|faq|[1-9][0-9]{0,2}(\.[1-9][0-9]{0,2}){0,2})$", example = "2.1")]
    id: String,
    /// The heading.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    heading: Option<String>,
    /// The section's own text as Markdown, without its heading and the sections below it. `[1]` cites a source by its number. The FAQ
    /// has its questions as headings.
    #[serde(default)]
    #[schema(max_length = 50_000, example = "Grind **coarse**, and wait twelve hours.[1]")]
    markdown: Option<String>,
}

/// A changed image.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ImageEdit {
    /// The id of the image in the article.
    #[schema(example = "img_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    image_id: String,
    /// The alternative text.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    alt: Option<String>,
    /// The caption. An empty text removes it.
    #[serde(default)]
    #[schema(max_length = 300)]
    caption: Option<String>,
    /// The id of another image of the account, which takes its place.
    #[serde(default)]
    #[schema(example = "img_01k9zq6j4v8f0t3w5y7a9c1e2h")]
    replacement: Option<String>,
}

/// An article that was changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditedArticle)]
pub(crate) struct EditedReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The id of the article.
    #[schema(example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    article_id: String,
    /// The version that the article has now. It is the same as before if nothing is different.
    #[schema(example = 2)]
    version: u32,
    meta: Meta,
}

impl EditRequest {
    /// The checked changes, and the name of the reviewer.
    fn check(&self) -> Result<(ArticleChanges, Option<String>), ApiError> {
        let mut problems = Problems::default();
        let mut line = |field: &str, text: &Option<String>, longest: usize| {
            text.as_deref().map(|text| problems.text(field, text, longest))
        };
        let mut changes = ArticleChanges {
            title: line("title", &self.title, LONGEST_LINE),
            slug: line("slug", &self.slug, LONGEST_SLUG),
            meta_title: line("metaTitle", &self.meta_title, LONGEST_LINE),
            meta_description: line("metaDescription", &self.meta_description, LONGEST_DESCRIPTION),
            excerpt: line("excerpt", &self.excerpt, LONGEST_DESCRIPTION),
            ..ArticleChanges::default()
        };
        most(&mut problems, "sections", self.sections.len(), MOST_SECTIONS);
        most(&mut problems, "images", self.images.len(), MOST_IMAGES);
        let sections = self.sections.iter().take(MOST_SECTIONS).enumerate();
        changes.sections = sections.map(|(index, section)| section.check(index, &mut problems)).collect();
        let images = self.images.iter().take(MOST_IMAGES).enumerate();
        changes.images = images.filter_map(|(index, image)| image.check(index, &mut problems)).collect();
        if changes == ArticleChanges::default() && self.images.is_empty() && self.review.is_none() {
            problems.add("title", "required", "send title, slug, metadata, sections, images or review");
        }
        let by = self.review.as_ref().and_then(|review| review.by.as_deref());
        let by = by.map(|by| problems.text("review.by", by, LONGEST_LINE));
        problems.finish()?;
        Ok((changes, by))
    }
}

impl SectionEdit {
    fn check(&self, index: usize, problems: &mut Problems) -> SectionChange {
        let field = |name: &str| format!("sections[{index}].{name}");
        if self.heading.is_none() && self.markdown.is_none() {
            problems.add(&field("markdown"), "required", "send heading or markdown");
        }
        let heading = self.heading.as_deref();
        let heading = heading.map(|heading| problems.text(&field("heading"), heading, LONGEST_LINE));
        if self.markdown.as_ref().is_some_and(|text| text.chars().count() > LONGEST_MARKDOWN) {
            let message = format!("must have at most {} characters", grouped(&LONGEST_MARKDOWN));
            problems.add(&field("markdown"), "out_of_range", message);
        }
        SectionChange { id: self.id.clone(), heading, markdown: self.markdown.clone() }
    }
}

impl ImageEdit {
    fn check(&self, index: usize, problems: &mut Problems) -> Option<ImageChange> {
        let field = |name: &str| format!("images[{index}].{name}");
        if self.alt.is_none() && self.caption.is_none() && self.replacement.is_none() {
            problems.add(&field("alt"), "required", "send alt, caption or replacement");
        }
        let mut image = |name: &str, id: &str| {
            let id: Option<ImageId> = id.parse().ok();
            if id.is_none() {
                problems.add(&field(name), "invalid", "must be the id of an image");
            }
            id
        };
        let id = image("imageId", &self.image_id);
        let replacement = self.replacement.as_deref().map(|id| image("replacement", id));
        let alt = self.alt.as_deref().map(|alt| problems.text(&field("alt"), alt, LONGEST_LINE));
        let caption = self.caption.as_deref().map(|caption| {
            let is_empty = caption.trim().is_empty();
            if is_empty { String::new() } else { problems.text(&field("caption"), caption, LONGEST_LINE) }
        });
        Some(ImageChange { id: id?, alt, caption, replacement: replacement.flatten() })
    }
}

/// The reply to a change, or why the change failed.
pub(super) fn reply(call: &ArticleCall, id: ArticleId, result: EditResult) -> Result<EditedReply, ApiError> {
    match result {
        EditResult::Done(version) => {
            Ok(EditedReply { success: true, article_id: id.to_string(), version, meta: call.meta() })
        }
        other => Err(refusal(id, other)),
    }
}

fn refusal(id: ArticleId, result: EditResult) -> ApiError {
    let conflict = |message: String| ApiError::new(ErrorCode::Conflict, message);
    match result {
        EditResult::Missing => not_found(id),
        EditResult::Done(_) | EditResult::TooLate => ApiError::plain(ErrorCode::NotCancellable),
        EditResult::NewerVersion(version) => conflict(format!(
            "The article has version {version} now: get it, make your change to that version, and send its number."
        )),
        EditResult::SlugTaken(slug) => {
            conflict(format!("Another article has the slug {slug}: choose another one."))
        }
        EditResult::IsPublished => conflict(
            "The URL of a published article stays the same: unpublish the article before you change its slug.".to_owned(),
        ),
        EditResult::Refused(faults) => {
            let detail = |Fault { field, message }| ErrorDetail { field, code: "invalid", message };
            ApiError::validation(faults.into_iter().map(detail).collect())
        }
    }
}

/// Edit an article.
///
/// Changes the text, title, slug, metadata or images of a completed article, or marks it as reviewed. Each change of the text is a version that you can restore, and the
/// quality checks are measured again. Free.
#[utoipa::path(
    patch, path = "/v1/articles/{articleId}", operation_id = "editArticle", tag = "articles", security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    request_body = EditRequest,
    responses((status = 200, description = "The article was changed.", body = EditedReply))
)]
pub(crate) async fn edit(
    call: ArticleCall,
    Json(request): Json<EditRequest>,
) -> Result<Json<EditedReply>, ApiError> {
    let id = call.id()?;
    let (changes, by) = request.check()?;
    let editor = call.editor(request.version);
    let edited = call.state.articles.edit.edit(call.purse(), id, &changes, editor).await;
    let edited = reply(&call, id, edited.map_err(|error| ApiError::from(&error))?)?;
    if let Some(review) = &request.review {
        let by = by.as_deref().unwrap_or(editor.name);
        keep_review(&call, id, review.status.into(), by).await?;
    }
    Ok(Json(edited))
}

/// An article as a change would make it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticlePreview)]
pub(crate) struct PreviewReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The whole article as HTML.
    html: String,
    /// The parts of the body as HTML: the introduction, the sections in reading order, and the FAQ.
    sections: Vec<PreviewedSection>,
    meta: Meta,
}

/// A part of the body.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreviewedSection {
    /// The id of the section, `introduction` or `faq`.
    #[schema(example = "2.1")]
    id: String,
    /// Its own text as HTML, without the heading, images and the sections below it.
    html: String,
}

/// Preview an edit.
///
/// Returns the HTML of a completed article as a change would make it. Takes the same body as a `PATCH` of the article and changes nothing. Free.
#[utoipa::path(
    post, path = "/v1/articles/{articleId}/preview", operation_id = "previewArticle", tag = "articles", security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    request_body = EditRequest,
    responses((status = 200, description = "The article as it would be.", body = PreviewReply))
)]
pub(crate) async fn preview(
    call: ArticleCall,
    Repeatable { request, once }: Repeatable<EditRequest>,
) -> Result<FreeAnswer, ApiError> {
    let id = call.id()?;
    let (changes, _) = request.check()?;
    let (state, purse) = (call.state.clone(), call.purse());
    let work = async move {
        let editor = call.editor(request.version);
        let previewed = call.state.articles.edit.preview(purse, id, &changes, editor).await;
        let article =
            previewed.map_err(|error| ApiError::from(&error))?.map_err(|result| refusal(id, result))?;
        let sections = publishing::editable(&article).into_iter();
        Ok(PreviewReply {
            success: true,
            html: publishing::html(&article),
            sections: sections.map(|part| PreviewedSection { id: part.id, html: part.html }).collect(),
            meta: call.meta(),
        })
    };
    once.answer(&state, purse, work).await
}

/// Stores a review, and publishes the article if nothing else holds it back.
async fn keep_review(
    call: &ArticleCall,
    id: ArticleId,
    status: ReviewStatus,
    by: &str,
) -> Result<(), ApiError> {
    let reviewed = call.state.articles.edit.review(call.purse(), id, status, by).await;
    match reviewed.map_err(|error| ApiError::from(&error))? {
        ReviewResult::Kept { publishes: false } => Ok(()),
        ReviewResult::Kept { publishes: true } => {
            let published = call.publisher().publish(call.purse(), id).await;
            published.map(|_| ()).map_err(|error| ApiError::from(&error))
        }
        ReviewResult::Missing => Err(not_found(id)),
        ReviewResult::TooLate => Err(ApiError::plain(ErrorCode::NotCancellable)),
    }
}

/// Unpublish an article.
///
/// Removes an article from the hosted site, its sitemap and its feed, and notifies search engines once. You can publish it again. The
/// request has no body. Free.
#[utoipa::path(
    post, path = "/v1/articles/{articleId}/unpublish", operation_id = "unpublishArticle", tag = "articles", security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    responses((status = 200, description = "The article was unpublished.", body = DoneReply))
)]
pub(crate) async fn unpublish(
    call: ArticleCall,
    OptionalBody(Repeatable { once, .. }): OptionalBody<Repeatable<NoFields>>,
) -> Result<FreeAnswer, ApiError> {
    let id = call.id()?;
    let (state, purse) = (call.state.clone(), call.purse());
    let work = async move { call.done(id, call.publisher().unpublish(purse, id).await.map(outcome_of)) };
    once.answer(&state, purse, work).await
}
