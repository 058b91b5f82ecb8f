//! Regenerates sections of an article.

use application::manage_articles::ManageArticles;
use application::write_article::section_price;
use axum::Extension;
use axum::response::Response;
use domain::articles::ArticleId;
use domain::articles::document::Article;
use domain::articles::outline::SectionId;
use domain::credits::Credits;
use domain::jobs::Task;
use domain::ledger::Purse;
use domain::prices::Operation;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Meta;
use super::call::{known, not_found};
use super::request::LONGEST_INSTRUCTIONS;
use crate::caller::ArticlesScope;
use crate::charging::{Charged, ChargedCall, written as as_json};
use crate::edge::RequestContext;
use crate::error::{ApiError, ErrorDetail};
use crate::error_catalogue::ErrorCode;
use crate::json::OptionalBody;
use crate::openapi::names;
use crate::path::Path;
use crate::state::ApiState;
use crate::validation::Problems;

/// The most that a new text may cost per character of the old text, in tenths.
const SECTION_ROOM: i64 = 20;
const SECTION_RATE: &str = "1 credit per generated character";
/// The level of sections that are not inside another section.
const TOP_LEVEL: u8 = 2;

/// How to rewrite a section.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RegenerateRequest {
    /// The most credits that may be reserved.
    #[serde(default)]
    #[schema(minimum = 0)]
    max_credits: Option<i64>,
    /// What to change. Without it, the section is written again with the same content.
    #[serde(default)]
    #[schema(
        min_length = 1,
        max_length = 2000,
        pattern = r"[^\s\x00-\x1f\x7f-\x9f]",
        example = "Add a table of the sizes, and say less about prices."
    )]
    instructions: Option<String>,
}

/// A section whose new text was requested.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SectionJob)]
pub(crate) struct SectionReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The id of the article.
    #[schema(example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    article_id: String,
    meta: Meta,
}

/// Regenerate a section.
///
/// Starts to rewrite a second-level section with its subsections, and returns at once. The article's `status` stays `completed`; to wait
/// for the new text, send the article's `ETag` as `If-None-Match` with `Prefer: wait=25` when you get the article. The conclusion cannot
/// be regenerated. Costs 1 credit per generated character.
#[utoipa::path(
    post, path = "/v1/articles/{articleId}/sections/{sectionId}/regenerate", operation_id = "regenerateSection", tag = "articles",
    security(("apiKey" = ["articles"])),
    params(
        ("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g"),
        ("sectionId" = String, Path, description = "The id of a second-level section.", example = "2"),
    ),
    request_body = Option<RegenerateRequest>,
    responses((status = 200, description = "The new section was started.", body = Charged<SectionReply>))
)]
pub(crate) async fn regenerate(
    Extension(context): Extension<RequestContext>,
    Path((id, section)): Path<(String, String)>,
    OptionalBody(call): OptionalBody<ChargedCall<ArticlesScope, RegenerateRequest>>,
) -> Result<Response, ApiError> {
    let mut problems = Problems::default();
    let max_credits = problems.max_credits(call.request.max_credits);
    let instructions = call.request.instructions.as_deref();
    let instructions = instructions.map(|text| problems.text("instructions", text, LONGEST_INSTRUCTIONS));
    problems.finish()?;
    let id = known(&id)?;
    let section = SectionId::parse(&section).ok_or_else(|| ApiError::missing("section", &section))?;
    let price = highest_price(&call.state.articles.keep, call.caller.purse(), id, &section).await?;
    let meta = Meta::new(&context, &call.claims());
    let reply = as_json(&SectionReply { success: true, article_id: id.to_string(), meta })?;
    let task = match instructions {
        Some(instructions) => Task::SectionAs { section, instructions },
        None => Task::Section(section),
    };
    let begin = |state: ApiState, purchase| async move {
        state.articles.order.order_section(purchase, id, task, reply).await
    };
    call.reserve((Operation::ArticlesGenerate, SECTION_RATE), price, max_credits, begin).await
}

/// The credits to reserve for regenerating a section, if it can be regenerated.
async fn highest_price(
    keep: &ManageArticles,
    purse: Purse,
    id: ArticleId,
    section: &SectionId,
) -> Result<Credits, ApiError> {
    let view = keep.read(purse, id).await.map_err(|error| ApiError::from(&error))?;
    let view = view.ok_or_else(|| not_found(id))?;
    let written = view.written.ok_or_else(|| ApiError::plain(ErrorCode::NotCancellable))?;
    refuse_if_below_another(&written.article, section)?;
    // The conclusion is written from all other sections and can't be regenerated alone.
    let dossier = keep.dossier(id).await.map_err(|error| ApiError::from(&error))?;
    let dossier = dossier.ok_or_else(|| not_found(id))?;
    let no_section = || ApiError::missing("section", &section.to_string());
    if !dossier.outline.sections.iter().any(|planned| planned.id == *section) {
        return Err(no_section());
    }
    let old = written.article.sections.iter().find(|known| known.id == *section).ok_or_else(no_section)?;
    Ok(Credits::new(section_price(old).as_i64().max(1) * SECTION_ROOM / 10))
}

/// A subsection is regenerated together with its parent section, which the error names.
fn refuse_if_below_another(article: &Article, section: &SectionId) -> Result<(), ApiError> {
    let sections = article.flattened().into_iter();
    if !sections.filter(|(level, _)| *level > TOP_LEVEL).any(|(_, below)| below.id == *section) {
        return Ok(());
    }
    let above = section.as_str().split('.').next().unwrap_or_default();
    let message =
        format!("{section} is part of section {above} and is regenerated together with it; use {above}");
    let detail = ErrorDetail { field: "sectionId".to_owned(), code: "not_allowed", message };
    Err(ApiError::validation(vec![detail]))
}
