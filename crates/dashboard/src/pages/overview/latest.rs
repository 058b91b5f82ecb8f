//! The latest articles, as much of them as the overview shows.

use domain::Timestamp;
use serde::Deserialize;

use super::Texts;
use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::state::Dashboard;
use crate::visit::SignedIn;

const PATH: &str = "/v1/articles?limit=5";

/// An article.
pub(super) struct ArticleRow {
    pub(super) id: String,
    pub(super) name: String,
    /// How the state is coloured.
    pub(super) class: &'static str,
    pub(super) state: String,
    pub(super) ordered_at: Timestamp,
}

/// The answer of the API.
#[derive(Deserialize)]
struct Listing {
    data: Vec<Listed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    article_id: String,
    status: String,
    stage: String,
    progress: u8,
    focus_keyword: String,
    title: Option<String>,
    created_at: Timestamp,
}

/// Those of whoever is signed in, newest first.
pub(super) async fn read(
    dashboard: &Dashboard,
    visit: &SignedIn,
    words: &Texts,
) -> Result<Vec<ArticleRow>, PageError> {
    let listing: Listing = ApiClient::new(dashboard, visit).get(PATH).await?;
    Ok(listing.data.into_iter().map(|listed| row(listed, words)).collect())
}

fn row(listed: Listed, words: &Texts) -> ArticleRow {
    let (class, state) = state(&listed, words);
    ArticleRow {
        id: listed.article_id,
        name: listed.title.unwrap_or(listed.focus_keyword),
        class,
        state,
        ordered_at: listed.created_at,
    }
}

/// The state without its stage and whether it was published, which the article's own page tells.
fn state(listed: &Listed, words: &Texts) -> (&'static str, String) {
    match (listed.status.as_str(), listed.stage.as_str()) {
        ("processing", "approval") => ("live", words.waits.to_owned()),
        ("processing", _) => ("busy", format!("{}, {} %", words.processing, listed.progress)),
        ("completed", _) => ("good", words.completed.to_owned()),
        ("failed", _) => ("bad", words.failed_article.to_owned()),
        _ => ("", words.cancelled.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;
    use serde_json::json;

    use super::*;

    fn told(status: &str, stage: &str, title: Option<&str>) -> ArticleRow {
        let listed = json!({
            "articleId": "art_1", "status": status, "stage": stage, "progress": 46, "focusKeyword": "tea", "title": title,
            "language": "en", "createdAt": "2026-11-17T08:00:00.000Z", "publication": {"status": "pending"},
            "chargedCredits": null,
        });
        row(serde_json::from_value(listed).unwrap(), Texts::of(Language::ENGLISH))
    }

    #[test]
    fn articles_are_called_by_their_title_once_they_have_one() {
        assert_eq!(told("processing", "queued", None).name, "tea");
        assert_eq!(told("completed", "publishing", Some("All about tea")).name, "All about tea");
    }

    #[test]
    fn states_are_told_in_few_words() {
        let state = |status, stage| {
            let row = told(status, stage, None);
            (row.class, row.state)
        };
        assert_eq!(state("processing", "writing"), ("busy", "Processing, 46 %".to_owned()));
        assert_eq!(state("processing", "approval"), ("live", "Plan waits for approval".to_owned()));
        assert_eq!(state("completed", "publishing"), ("good", "Completed".to_owned()));
        assert_eq!(state("failed", "research"), ("bad", "Failed".to_owned()));
        assert_eq!(state("cancelled", "queued"), ("", "Cancelled".to_owned()));
    }
}
