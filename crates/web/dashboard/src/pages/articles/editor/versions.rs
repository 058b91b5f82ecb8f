//! The versions of an article: the list, the differences, and restoring one.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use super::shapes::{ListedVersion, Version};
use super::{Texts, api_path, article, version};
use crate::answer::page;
use crate::api_client::{ApiClient, Listing};
use crate::failure::PageError;
use crate::form_about::FormAbout;
use crate::frame::{Frame, Section};
use crate::redirects::{self, with_query};
use crate::state::Dashboard;
use crate::visit::SignedIn;

#[derive(Default, Deserialize)]
pub(crate) struct QueryParams {
    done: Option<String>,
    refused: Option<String>,
}

#[derive(Template)]
#[template(path = "articles_versions.html")]
struct ListTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    id: &'a str,
    name: &'a str,
    refused: bool,
    latest: u32,
    /// Each version with the names of the changed fields.
    versions: Vec<(ListedVersion, String)>,
}

#[derive(Template)]
#[template(path = "articles_version.html")]
struct OneTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    id: &'a str,
    name: &'a str,
    language: &'a str,
    latest: u32,
    version: Version,
}

pub(crate) async fn list(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let article = article(&dashboard, &visit, &id).await?;
    let latest = article.version()?;
    let path = api_path(&id, "/versions?limit=100")?;
    let found: Listing<ListedVersion> = ApiClient::new(&dashboard, &visit).get(&path).await?;
    let notice = params.done.map(|_| words.done_restored);
    let frame = visit.frame(&dashboard, Section::Articles, words.versions).await?.telling(notice);
    let named = |version: ListedVersion| {
        let changes: Vec<String> = version.changes.iter().map(|name| words.field(name)).collect();
        (version, changes.join(", "))
    };
    let template = ListTemplate {
        frame: &frame,
        words,
        id: &id,
        name: article.name(),
        refused: params.refused.is_some(),
        latest,
        versions: found.data.into_iter().map(named).collect(),
    };
    page(&frame, &template)
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path((id, number)): Path<(String, String)>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let number = number.parse().map_err(|_| PageError::NotFound)?;
    let article = article(&dashboard, &visit, &id).await?;
    let version = version(&dashboard, &visit, &id, number).await?;
    let frame = visit.frame(&dashboard, Section::Articles, words.versions).await?;
    let (name, language) = (article.name(), article.language.as_str());
    let latest = article.version()?;
    page(&frame, &OneTemplate { frame: &frame, words, id: &id, name, language, latest, version })
}

/// Restores an earlier version.
pub(crate) async fn restore(sent: FormAbout<String>) -> Result<Response, PageError> {
    let number: u32 = sent.form.text("version").parse().map_err(|_| PageError::NotFound)?;
    let latest: u32 = sent.form.text("latest").parse().map_err(|_| PageError::NotFound)?;
    let path = api_path(&sent.id, &format!("/versions/{number}/restore"))?;
    let told = match sent.client().post(&path, &json!({"version": latest})).await? {
        Ok(_) => ("done", "restored"),
        Err(refusal) if refusal.status == http::StatusCode::NOT_FOUND => return Err(PageError::NotFound),
        Err(_) => ("refused", "conflict"),
    };
    Ok(redirects::see(&with_query(&format!("/dashboard/articles/{}/versions", sent.id), &[told])))
}
