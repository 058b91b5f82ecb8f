//! DataForSEO: Google's results page through `POST /v3/serp/google/organic/live/advanced`.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::search::{SerpFeature, SerpPage, SerpQuery, TOP_RESULTS};
use ports::{Engine, EngineFailure, FailureKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::page::{Draft, Found};
use crate::dataforseo::{Account, NAME};
use crate::http::ProviderClient;
use crate::link::Policy;
use crate::locale::{country_or_usual, geo_target, google_language};
use crate::settings::SetupError;
use crate::wire::{Present, extras, list, maybe};

pub use crate::dataforseo::Settings;

const PATH: &str = "/v3/serp/google/organic/live/advanced";
const REQUESTS_PER_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(1_999);
const LONGEST_KEYWORD: usize = 700;
/// The provider requires a location; most of its data are from this one.
const UNITED_STATES: u32 = 2840;

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SerpQuery, SerpPage>>, SetupError> {
    let account = settings.account(client, "serp.dataforseo.login", "serp.dataforseo.password")?;
    Ok(Arc::new(DataForSeo { account }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    Policy {
        attempt_limit: Duration::from_secs(25),
        quota: Some(settings.quota(REQUESTS_PER_MINUTE)),
        price_microdollars: 2_000,
        ..Policy::default()
    }
}

struct DataForSeo {
    account: Account,
}

#[derive(Serialize)]
struct Task<'a> {
    keyword: String,
    location_code: u32,
    language_code: String,
    device: &'a str,
    depth: usize,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Wire {
    #[serde(deserialize_with = "list")]
    items: Option<Vec<Item>>,
}

/// Any block of the page; `kind` names its type, and each type has only some of the fields.
#[derive(Debug, Deserialize)]
struct Item {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default, deserialize_with = "maybe")]
    title: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    url: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    description: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    timestamp: Option<String>,
    #[serde(default)]
    is_featured_snippet: Present,
    #[serde(default)]
    links: Present,
    #[serde(default, deserialize_with = "extras")]
    items: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct Question {
    title: String,
    #[serde(default, deserialize_with = "extras")]
    expanded_element: Vec<Answer>,
}

#[derive(Debug, Deserialize)]
struct Answer {
    #[serde(default, deserialize_with = "maybe")]
    description: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    url: Option<String>,
}

#[async_trait]
impl Engine<SerpQuery, SerpPage> for DataForSeo {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn call(&self, query: &SerpQuery) -> Result<SerpPage, EngineFailure> {
        if query.text.chars().count() > LONGEST_KEYWORD {
            let reason = "does not search for more than 700 characters";
            return Err(self.account.provider.failure(FailureKind::Unsuitable, reason));
        }
        let country = country_or_usual(query.country, query.language);
        let task = Task {
            keyword: escaped(&query.text),
            location_code: country.map_or(UNITED_STATES, geo_target),
            language_code: google_language(query.language, query.country),
            device: query.device.as_str(),
            depth: TOP_RESULTS,
        };
        let results = self.account.run::<Wire>(PATH, &task).await?;
        Ok(results.first().map(page).unwrap_or_default())
    }
}

/// Escapes what the provider would decode as a part of a URL.
fn escaped(keyword: &str) -> String {
    keyword.replace('%', "%25").replace('+', "%2B")
}

fn page(wire: &Wire) -> SerpPage {
    let mut draft = Draft::default();
    for item in wire.items.iter().flatten() {
        match item.kind.as_str() {
            "organic" => organic(item, &mut draft),
            "people_also_ask" => questions(item, &mut draft),
            "related_searches" | "people_also_search" => {
                item.items.iter().filter_map(Value::as_str).for_each(|search| draft.related(search));
            }
            kind => feature(kind).into_iter().for_each(|feature| draft.feature(feature, true)),
        }
    }
    draft.finish()
}

fn organic(item: &Item, draft: &mut Draft) {
    draft.feature(SerpFeature::FeaturedSnippet, item.is_featured_snippet.0);
    draft.feature(SerpFeature::Sitelinks, item.links.0);
    draft.result(&Found {
        title: item.title.as_deref(),
        url: item.url.as_deref(),
        snippet: item.description.as_deref(),
        date: item.timestamp.as_deref(),
    });
}

fn questions(item: &Item, draft: &mut Draft) {
    for question in item.items.iter().filter_map(|question| Question::deserialize(question).ok()) {
        let answer = question.expanded_element.first();
        draft.question(
            &question.title,
            answer.and_then(|answer| answer.description.as_deref()),
            answer.and_then(|answer| answer.url.as_deref()),
        );
    }
}

fn feature(kind: &str) -> Option<SerpFeature> {
    Some(match kind {
        "featured_snippet" | "answer_box" => SerpFeature::FeaturedSnippet,
        "ai_overview" => SerpFeature::AiOverview,
        "knowledge_graph" => SerpFeature::KnowledgePanel,
        "local_pack" | "map" | "local_services" => SerpFeature::LocalPack,
        "shopping" | "commercial_units" | "popular_products" | "google_shopping" => SerpFeature::Shopping,
        "paid" => SerpFeature::Ads,
        "video" | "short_videos" => SerpFeature::Videos,
        "images" => SerpFeature::Images,
        "top_stories" => SerpFeature::TopStories,
        "discussions_and_forums" | "perspectives" => SerpFeature::Discussions,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_provider_would_decode_is_escaped() {
        assert_eq!(escaped("c++ 100%2B"), "c%2B%2B 100%252B");
    }
}
