//! What customers change about finished articles: their labels, and that they stand on the hosted site.

use application::edit_article::NewLabels;
use application::keep_articles::Wish;
use application::publish_article::Published;
use axum::Extension;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::request::LONGEST_LINE;
use super::{DoneReply, Meta, done, known};
use crate::caller::{ArticlesScope, Caller};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::json::{AcceptsJson, Json};
use crate::path::Path;
use crate::state::ApiState;
use crate::validation::Problems;

const LONGEST_DESCRIPTION: usize = 500;

/// Other words for an article. What is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(min_properties = 1, example = json!({"title": "How to Make Cold Brew Coffee at Home"}))]
pub(crate) struct EditRequest {
    /// The title.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    title: Option<String>,
    /// The title for results pages.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    meta_title: Option<String>,
    /// The description for results pages.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 500, pattern = r"\S")]
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
            problems.add("title", "required", "title, metaTitle or metaDescription must be there");
        }
        problems.finish()?;
        Ok(labels)
    }
}

/// Changes the title of a finished article and what results pages show of it. The gates that look at them are measured anew; the
/// address stays. Free.
#[utoipa::path(
    patch, path = "/v1/articles/{articleId}", operation_id = "editArticle", tag = "articles", security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The article's id", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    request_body = EditRequest, responses((status = 200, body = DoneReply))
)]
pub(crate) async fn edit(
    caller: Caller<ArticlesScope>,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
    Json(request): Json<EditRequest>,
) -> Result<Json<DoneReply>, ApiError> {
    let id = known(&id)?;
    let labels = request.check()?;
    let wish = state.articles.edit.relabel(caller.purse(), id, &labels).await;
    done(wish.map_err(|error| ApiError::from(&error))?, id, Meta::new(&context, &caller.claims))
}

/// Takes an article off the hosted site, its sitemap and its feed, and tells search engines once that its page is gone. It can be
/// published again. Free.
#[utoipa::path(
    post, path = "/v1/articles/{articleId}/unpublish", operation_id = "unpublishArticle", tag = "articles", security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The article's id", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    responses((status = 200, body = DoneReply))
)]
pub(crate) async fn unpublish(
    caller: Caller<ArticlesScope>,
    _: AcceptsJson,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<DoneReply>, ApiError> {
    let id = known(&id)?;
    let publish = state.articles.publish.of(caller.claims.mode);
    let taken_down = publish.unpublish(caller.purse(), id).await.map_err(|error| ApiError::from(&error))?;
    done(granted(taken_down), id, Meta::new(&context, &caller.claims))
}

/// What became of a wish for the hosted site.
pub(super) const fn granted(published: Published) -> Wish {
    match published {
        Published::Yes => Wish::Granted,
        Published::Missing => Wish::Missing,
        Published::NotWritten => Wish::TooLate,
    }
}
