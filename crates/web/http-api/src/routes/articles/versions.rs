//! Versions of an article: the list, one version with its differences, and restoring one.

use std::num::NonZeroU32;

use application::edit_article::VersionView;
use axum::extract::FromRequestParts;
use domain::articles::document::Article;
use domain::articles::versions::{ArticleVersion, DiffLine, LineChange};
use http::request::Parts;
use publishing::EditableSection;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::time;
use super::Meta;
use super::call::{ArticleCall, not_found};
use super::edit::{EditedReply, reply};
use super::written::ArticleImageObject;
use crate::error::ApiError;
use crate::idempotency::{FreeAnswer, Repeatable};
use crate::json::{Json, OptionalBody};
use crate::openapi::names;
use crate::paging::{Cut, Page};
use crate::path::Path;
use crate::state::ApiState;

/// A page of versions, the latest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleVersionList)]
pub(crate) struct VersionsReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The versions, the latest first.
    data: Vec<VersionObject>,
    /// Whether there is another page.
    has_more: bool,
    /// The `cursor` of the next page; `null` on the last one.
    next_cursor: Option<String>,
    meta: Meta,
}

/// A version of an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleVersion)]
pub(crate) struct VersionObject {
    /// The number of the version. 1 is the article as it was written.
    #[schema(example = 2)]
    version: u32,
    /// When the version was made.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    created_at: String,
    /// The email of the person, or the id of the API key, that made the change; `null` for what the service wrote.
    #[schema(example = "key_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    created_by: Option<String>,
    /// The fields that changed; empty for version 1.
    #[schema(example = json!(["title", "sections.2.1"]))]
    changes: Vec<String>,
    /// The version whose text this one has again; `null` if none was restored.
    restored_from: Option<u32>,
}

/// A version with its text, and what differs from the version before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleVersionDetails)]
pub(crate) struct VersionReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    #[serde(flatten)]
    #[schema(inline)]
    version: VersionObject,
    /// The title.
    title: String,
    /// The last part of the URL.
    slug: String,
    /// The title for results pages.
    meta_title: String,
    /// The description for results pages.
    meta_description: String,
    /// The summary for lists.
    excerpt: String,
    /// The body for editing: the introduction, the sections in reading order, and the FAQ.
    sections: Vec<EditableObject>,
    /// The images.
    images: Vec<ArticleImageObject>,
    /// The version that `differences` compares with; `null` for the oldest one.
    compared_with: Option<u32>,
    /// The lines that differ, each with its neighbours: metadata first, then the article as Markdown.
    differences: Vec<DifferenceObject>,
    meta: Meta,
}

/// A part of the body for editing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditableSection)]
struct EditableObject {
    /// The id of the section, `introduction` or `faq`.
    #[schema(example = "2.1")]
    id: String,
    /// The heading; `null` for the introduction.
    heading: Option<String>,
    /// The level of the heading, from 2 to 4; 1 for the introduction.
    #[schema(minimum = 1, maximum = 4)]
    level: u8,
    /// Its own text as Markdown, without images and with every citation as `[1]`.
    #[schema(example = "Grind **coarse**, and wait twelve hours.[1]")]
    markdown: String,
}

/// A line of a difference.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DifferenceLine)]
struct DifferenceObject {
    #[schema(value_type = names::LineChange, example = "added")]
    change: &'static str,
    /// The number of the line in the version before; `null` if it was added.
    before: Option<usize>,
    /// The number of the line in this version; `null` if it was removed.
    after: Option<usize>,
    /// The line.
    text: String,
}

/// The name of a change of a line.
const fn line_change(change: LineChange) -> &'static str {
    match change {
        LineChange::Unchanged => "unchanged",
        LineChange::Added => "added",
        LineChange::Removed => "removed",
    }
}

/// A restored version.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RestoreRequest {
    /// The latest version that you know: `article.version`. If the article has a newer one, nothing changes and the response is a
    /// `conflict`.
    #[serde(default)]
    #[schema(minimum = 1, example = 3)]
    version: Option<u32>,
}

/// A call about one version of an article.
pub(crate) struct VersionCall {
    call: ArticleCall,
    /// The number as in the path.
    number: String,
}

impl VersionCall {
    /// The parsed number. Like the article's id it is parsed late, because errors of the body are reported
    /// first.
    fn number(&self) -> Result<u32, ApiError> {
        self.number.parse().map_err(|_| ApiError::missing("version", &self.number))
    }
}

impl FromRequestParts<ApiState> for VersionCall {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let authorised = ArticleCall::authorised(parts, state).await?;
        let Path((id, number)) = Path::<(String, String)>::from_request_parts(parts, state).await?;
        Ok(Self { call: authorised.about(id), number })
    }
}

impl VersionObject {
    fn new(version: ArticleVersion) -> Self {
        let ArticleVersion { number, at, by, changes, restored_from } = version;
        Self { version: number, created_at: time(at), created_by: by, changes, restored_from }
    }
}

impl EditableObject {
    fn new(section: EditableSection) -> Self {
        let EditableSection { id, heading, level, markdown, .. } = section;
        Self { id, heading, level, markdown }
    }
}

impl DifferenceObject {
    fn new(line: DiffLine) -> Self {
        let DiffLine { change, before, after, text } = line;
        Self { change: line_change(change), before, after, text }
    }
}

impl VersionReply {
    fn new(view: VersionView, meta: Meta) -> Self {
        let article: Article = view.written.article;
        Self {
            success: true,
            version: VersionObject::new(view.version),
            sections: publishing::editable(&article).into_iter().map(EditableObject::new).collect(),
            images: article.images.iter().map(ArticleImageObject::new).collect(),
            title: article.title,
            slug: article.slug,
            meta_title: article.meta_title,
            meta_description: article.meta_description,
            excerpt: article.excerpt,
            compared_with: view.compared_with,
            differences: view.differences.into_iter().map(DifferenceObject::new).collect(),
            meta,
        }
    }
}

/// List the versions of an article.
///
/// Returns the versions of an article without their text, the latest first. The first version and the latest 49 are kept. Free.
#[utoipa::path(
    get, path = "/v1/articles/{articleId}/versions", operation_id = "listArticleVersions", tag = "articles",
    security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g"), Page<NonZeroU32>),
    responses((status = 200, description = "A page of versions.", body = VersionsReply))
)]
pub(crate) async fn list(
    call: ArticleCall,
    Page(wanted): Page<NonZeroU32>,
) -> Result<Json<VersionsReply>, ApiError> {
    let id = call.id()?;
    let versions = call.state.articles.edit.versions(call.purse(), id).await;
    let versions = versions.map_err(|error| ApiError::from(&error))?.ok_or_else(|| not_found(id))?;
    let versions =
        wanted.after_cursor(versions, |version| NonZeroU32::new(version.number).unwrap_or(NonZeroU32::MIN));
    let Cut { data, has_more, next_cursor } = wanted.cut(versions, |version| version.number.to_string());
    let data = data.into_iter().map(VersionObject::new).collect();
    Ok(Json(VersionsReply { success: true, data, has_more, next_cursor, meta: call.meta() }))
}

/// Get a version of an article.
///
/// Returns a version with its text for editing, and the lines in which it differs from the version before. Free.
#[utoipa::path(
    get, path = "/v1/articles/{articleId}/versions/{version}", operation_id = "getArticleVersion", tag = "articles",
    security(("apiKey" = ["articles"])),
    params(
        ("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g"),
        ("version" = String, Path, description = "The number of the version.", example = "2"),
    ),
    responses((status = 200, description = "The version.", body = VersionReply))
)]
pub(crate) async fn read(version: VersionCall) -> Result<Json<VersionReply>, ApiError> {
    let (call, number) = (&version.call, version.number()?);
    let view = call.state.articles.edit.version(call.purse(), call.id()?, number).await;
    let view = view
        .map_err(|error| ApiError::from(&error))?
        .ok_or_else(|| ApiError::missing("version", &version.number))?;
    Ok(Json(VersionReply::new(view, call.meta())))
}

/// Restore a version of an article.
///
/// Gives a completed article the text, title, metadata and images of an earlier version, as a new version. The slug stays, and images
/// that you deleted are left out. The quality checks are measured again. Free.
#[utoipa::path(
    post, path = "/v1/articles/{articleId}/versions/{version}/restore", operation_id = "restoreArticleVersion", tag = "articles",
    security(("apiKey" = ["articles"])),
    params(
        ("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g"),
        ("version" = String, Path, description = "The number of the version.", example = "1"),
    ),
    request_body = Option<RestoreRequest>,
    responses((status = 200, description = "The version was restored.", body = EditedReply))
)]
pub(crate) async fn restore(
    version: VersionCall,
    OptionalBody(Repeatable { request, once }): OptionalBody<Repeatable<RestoreRequest>>,
) -> Result<FreeAnswer, ApiError> {
    let number = version.number()?;
    let call = version.call;
    let id = call.id()?;
    let (state, purse) = (call.state.clone(), call.purse());
    let work = async move {
        let editor = call.editor(request.version);
        let restored = call.state.articles.edit.restore(purse, id, number, editor).await;
        reply(&call, id, restored.map_err(|error| ApiError::from(&error))?)
    };
    Box::pin(once.answer(&state, purse, work)).await
}
