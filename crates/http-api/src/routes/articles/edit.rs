//! What customers change about finished articles: their labels, and that they stand on the hosted site.

use application::edit_article::NewLabels;
use serde::Deserialize;
use utoipa::ToSchema;

use super::DoneReply;
use super::call::{ArticleCall, granted};
use super::request::LONGEST_LINE;
use crate::error::ApiError;
use crate::idempotency::{FreeAnswer, Repeatable};
use crate::json::{Json, NoFields, OptionalBody};
use crate::validation::Problems;

const LONGEST_DESCRIPTION: usize = 500;

/// Changes to an article. At least one field must be set; fields that are left out do not change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"title": "How to Make Cold Brew Coffee at Home"}))]
pub(crate) struct EditRequest {
    /// The title.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    title: Option<String>,
    /// The title for results pages.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    meta_title: Option<String>,
    /// The description for results pages.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 500, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    meta_description: Option<String>,
}

impl EditRequest {
    fn check(&self) -> Result<NewLabels, ApiError> {
        let mut problems = Problems::default();
        let mut line = |field: &str, text: &Option<String>, longest: usize| {
            text.as_deref().map(|text| problems.text(field, text, longest))
        };
        let labels = NewLabels {
            title: line("title", &self.title, LONGEST_LINE),
            meta_title: line("metaTitle", &self.meta_title, LONGEST_LINE),
            meta_description: line("metaDescription", &self.meta_description, LONGEST_DESCRIPTION),
        };
        if labels == NewLabels::default() {
            problems.add("title", "required", "send title, metaTitle or metaDescription");
        }
        problems.finish()?;
        Ok(labels)
    }
}

/// Edit an article.
///
/// Changes the title and metadata of a completed article. The quality checks that depend on them are measured again. The URL stays the
/// same. Free.
#[utoipa::path(
    patch, path = "/v1/articles/{articleId}", operation_id = "editArticle", tag = "articles", security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    request_body = EditRequest,
    responses((status = 200, description = "The article was changed.", body = DoneReply))
)]
pub(crate) async fn edit(
    call: ArticleCall,
    Json(request): Json<EditRequest>,
) -> Result<Json<DoneReply>, ApiError> {
    let id = call.id()?;
    let labels = request.check()?;
    let wish = call.state.articles.edit.relabel(call.purse(), id, &labels).await;
    call.done(id, wish).map(Json)
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
    let work = async move { call.done(id, call.publisher().unpublish(purse, id).await.map(granted)) };
    once.answer(&state, purse, work).await
}
