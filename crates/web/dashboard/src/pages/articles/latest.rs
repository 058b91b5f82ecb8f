//! The latest articles, for short lists on other pages.

use domain::Timestamp;

use super::Badge;
use super::shapes::{ListPage, Listed};
use super::texts::Texts;
use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::state::Dashboard;
use crate::visit::SignedIn;

const PATH: &str = "/v1/articles?limit=5";
/// The most articles that are shown.
pub(crate) const LATEST: usize = 5;

pub(crate) struct LatestArticle {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) is_brief: bool,
    pub(crate) badge: Badge,
    pub(crate) requested_at: Timestamp,
}

impl LatestArticle {
    fn new(listed: &Listed, words: &Texts) -> Self {
        Self {
            id: listed.summary.article_id.clone(),
            name: listed.summary.name().to_owned(),
            kind: words.kind(&listed.summary.mode),
            is_brief: listed.summary.mode == "brief",
            badge: Badge::new(&listed.summary, &listed.publication, &listed.review, words),
            requested_at: listed.summary.created_at,
        }
    }
}

/// The latest articles of the signed-in person, newest first.
pub(crate) async fn latest(dashboard: &Dashboard, visit: &SignedIn) -> Result<Vec<LatestArticle>, PageError> {
    let found: ListPage = ApiClient::new(dashboard, visit).get(PATH).await?;
    let words = Texts::of(visit.language);
    Ok(found.data.iter().map(|listed| LatestArticle::new(listed, words)).collect())
}
