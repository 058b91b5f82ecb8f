//! Articles: the list, and all pages and actions of one article.

pub(crate) mod actions;
pub(crate) mod brief;
pub(crate) mod downloads;
pub(crate) mod editor;
mod faults;
mod gates;
mod latest;
pub(crate) mod new_article;
mod shapes;
pub(crate) mod show;
mod texts;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use crate::answer::page;
use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::state::Dashboard;
use crate::visit::SignedIn;
pub(crate) use brief::query_type;
pub(crate) use gates::GateRow;
pub(crate) use latest::{LATEST, LatestArticle, latest};
pub(crate) use shapes::Gate;
use shapes::{ListPage, Listed, Publication, Review, Summary};
use texts::Texts;

/// A status in one word, with its colour.
pub(crate) struct Badge {
    pub(crate) class: &'static str,
    pub(crate) text: String,
}

impl Badge {
    fn new(summary: &Summary, publication: &Publication, review: &Review, words: &Texts) -> Self {
        let badge = |class, text: &str| Self { class, text: text.to_owned() };
        match (summary.status.as_str(), summary.stage.as_str(), publication.status.as_str()) {
            ("processing", "approval", _) => badge("live", words.waits),
            ("processing", stage, _) => {
                Self { class: "busy", text: format!("{}, {} %", words.stage(stage), summary.progress) }
            }
            ("completed", _, "published") => badge("good", words.published),
            ("completed", _, "held") if review.is_needed() => badge("warn", words.review),
            ("completed", _, "held") => badge("warn", words.held),
            ("completed", _, _) => badge("good", words.completed),
            ("failed", _, _) => badge("bad", words.failed),
            _ => badge("", words.cancelled),
        }
    }
}

/// A status by which the list can be filtered.
struct StateChoice {
    name: &'static str,
    text: &'static str,
    chosen: bool,
}

#[derive(Deserialize)]
pub(crate) struct QueryParams {
    status: Option<String>,
    cursor: Option<String>,
}

#[derive(Template)]
#[template(path = "articles.html")]
struct ListTemplate<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    articles: Vec<(Listed, Badge)>,
    states: Vec<StateChoice>,
    filtered: bool,
    newest: Option<String>,
    older: Option<String>,
}

fn states(words: &Texts, chosen: &str) -> Vec<StateChoice> {
    let all = [
        ("", words.all),
        ("processing", words.processing),
        ("completed", words.completed),
        ("failed", words.failed),
        ("cancelled", words.cancelled),
    ];
    all.into_iter().map(|(name, text)| StateChoice { name, text, chosen: name == chosen }).collect()
}

/// The path of the list without empty parameters, which the API rejects.
fn query(status: &str, cursor: Option<&str>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    if !status.is_empty() {
        query.append_pair("status", status);
    }
    if let Some(cursor) = cursor {
        query.append_pair("cursor", cursor);
    }
    query.finish()
}

pub(crate) async fn list(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let (status, cursor) =
        (params.status.unwrap_or_default(), params.cursor.filter(|cursor| !cursor.is_empty()));
    let path = format!("/v1/articles?{}", query(&status, cursor.as_deref()));
    let found: ListPage = ApiClient::new(&dashboard, &visit).get(&path).await?;
    let badged = |listed: Listed| {
        let badge = Badge::new(&listed.summary, &listed.publication, &listed.review, words);
        (listed, badge)
    };
    let frame = visit.frame(&dashboard, Section::Articles, words.title).await?;
    let list = ListTemplate {
        frame: &frame,
        words,
        articles: found.data.into_iter().map(badged).collect(),
        states: states(words, &status),
        filtered: !status.is_empty(),
        newest: cursor.map(|_| query(&status, None)),
        older: found.next_cursor.map(|cursor| query(&status, Some(&cursor))),
    };
    page(&frame, &list)
}

/// The API path of an article. Text that is not a valid article id gets a 404.
fn api_path(id: &str, below: &str) -> Result<String, PageError> {
    let id: domain::articles::ArticleId = id.parse().map_err(|_| PageError::NotFound)?;
    Ok(format!("/v1/articles/{id}{below}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn badge(mode: &str, status: &str, stage: &str, publication: &str) -> (&'static str, String) {
        let review = if mode == "notes" { "needed" } else { "not_needed" };
        let told = serde_json::json!({
            "articleId": "art_1", "mode": mode, "status": status, "stage": stage, "progress": 46, "focusKeyword": "tea", "title": null,
            "language": "en", "createdAt": "2026-11-17T08:00:00.000Z", "publication": {"status": publication}, "review": {"status": review, "by": null, "at": null},
            "chargedCredits": null,
        });
        let listed: Listed = shapes::read(told).unwrap();
        let badge = Badge::new(
            &listed.summary,
            &listed.publication,
            &listed.review,
            Texts::of(domain::locale::Language::ENGLISH),
        );
        (badge.class, badge.text)
    }

    #[test]
    fn a_badge_tells_what_matters_most() {
        let describe = |class, text: &str| (class, text.to_owned());
        assert_eq!(badge("full", "processing", "writing", "pending"), describe("busy", "Writing, 46 %"));
        assert_eq!(
            badge("full", "processing", "approval", "pending"),
            describe("live", "Outline awaits approval")
        );
        assert_eq!(badge("full", "completed", "publishing", "published"), describe("good", "Published"));
        assert_eq!(badge("full", "completed", "publishing", "held"), describe("warn", "Held"));
        assert_eq!(badge("notes", "completed", "publishing", "held"), describe("warn", "Needs your review"));
        assert_eq!(badge("full", "completed", "publishing", "disabled"), describe("good", "Completed"));
        assert_eq!(badge("full", "failed", "research", "failed"), describe("bad", "Failed"));
        assert_eq!(badge("full", "cancelled", "queued", "pending"), describe("", "Cancelled"));
    }

    #[test]
    fn addresses_of_the_list_hold_only_what_is_chosen() {
        assert_eq!(query("", None), "");
        assert_eq!(query("failed", Some("art_1&x")), "status=failed&cursor=art_1%26x");
        assert_eq!(api_path("art_1", ""), Err(PageError::NotFound));
        assert_eq!(api_path("../account", ""), Err(PageError::NotFound));
    }
}
