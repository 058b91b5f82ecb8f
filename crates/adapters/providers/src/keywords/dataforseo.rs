//! DataForSEO: Google's keyword planner through `POST /v3/keywords_data/google_ads/…/live`.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::keywords::{IdeaSeed, IdeasQuery, KeywordIdea, MonthlySearches, TopOfPageBid};
use ports::{Engine, EngineFailure, FailureKind};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::dataforseo::{Account, NAME};
use crate::http::ProviderClient;
use crate::link::Policy;
use crate::locale::{geo_target, google_language};
use crate::settings::SetupError;
use crate::wire::{extras, maybe, whole};

pub use crate::dataforseo::Settings;

const FOR_KEYWORDS: &str = "/v3/keywords_data/google_ads/keywords_for_keywords/live";
const FOR_SITE: &str = "/v3/keywords_data/google_ads/keywords_for_site/live";
/// Far fewer than for the other APIs of this provider.
const REQUESTS_PER_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(11);
const MOST_SEEDS: usize = 20;
const LONGEST_SEED: usize = 80;
const MOST_WORDS: usize = 10;

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<IdeasQuery, Vec<KeywordIdea>>>, SetupError> {
    let account = settings.account(client, "keywords.dataforseo.login", "keywords.dataforseo.password")?;
    Ok(Arc::new(DataForSeo { account: account.for_long_lists() }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    Policy {
        attempt_limit: Duration::from_secs(25),
        quota: Some(settings.quota(REQUESTS_PER_MINUTE)),
        price_microdollars: 75_000,
        ..Policy::default()
    }
}

struct DataForSeo {
    account: Account,
}

#[derive(Serialize)]
struct Task<'a> {
    #[serde(flatten)]
    seed: Seed<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    location_code: Option<u32>,
    language_code: String,
    search_partners: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Seed<'a> {
    Keywords { keywords: &'a [String] },
    Site { target: String, target_type: &'static str },
}

#[derive(Debug, Deserialize)]
struct Row {
    keyword: String,
    #[serde(default, deserialize_with = "maybe")]
    competition: Option<String>,
    #[serde(default, deserialize_with = "whole")]
    competition_index: Option<u64>,
    #[serde(default, deserialize_with = "whole")]
    search_volume: Option<u64>,
    #[serde(default, deserialize_with = "maybe")]
    low_top_of_page_bid: Option<f64>,
    #[serde(default, deserialize_with = "maybe")]
    high_top_of_page_bid: Option<f64>,
    #[serde(default, deserialize_with = "extras")]
    monthly_searches: Vec<MonthRow>,
}

#[derive(Debug, Deserialize)]
struct MonthRow {
    year: u16,
    month: u8,
    search_volume: u64,
}

#[async_trait]
impl Engine<IdeasQuery, Vec<KeywordIdea>> for DataForSeo {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn call(&self, query: &IdeasQuery) -> Result<Vec<KeywordIdea>, EngineFailure> {
        let (path, seed) = self.seed(&query.seed)?;
        let task = Task {
            seed,
            location_code: query.country.map(geo_target),
            language_code: google_language(query.language, query.country),
            search_partners: false,
        };
        let rows = self.account.run::<Row>(path, &task).await?;
        Ok(rows.into_iter().map(KeywordIdea::from).collect())
    }
}

impl DataForSeo {
    fn seed<'a>(&self, seed: &'a IdeaSeed) -> Result<(&'static str, Seed<'a>), EngineFailure> {
        let unsuitable = |reason| self.account.provider.failure(FailureKind::Unsuitable, reason);
        match seed {
            IdeaSeed::Keywords(keywords) => {
                let fits = |keyword: &String| {
                    keyword.chars().count() <= LONGEST_SEED
                        && keyword.split_whitespace().count() <= MOST_WORDS
                };
                if keywords.len() > MOST_SEEDS || !keywords.iter().all(fits) {
                    return Err(unsuitable("takes 20 keywords of 80 characters and 10 words at most"));
                }
                Ok((FOR_KEYWORDS, Seed::Keywords { keywords }))
            }
            IdeaSeed::Url(address) => {
                let site = site(address).ok_or_else(|| unsuitable("can't read this URL"))?;
                Ok((FOR_SITE, site))
            }
        }
    }
}

/// The whole site if the URL is its front page, otherwise the page.
fn site(address: &str) -> Option<Seed<'static>> {
    let url = Url::parse(address).ok()?;
    let host = url.host_str()?;
    Some(if url.path() == "/" && url.query().is_none() {
        Seed::Site { target: host.to_owned(), target_type: "site" }
    } else {
        Seed::Site { target: url.to_string(), target_type: "page" }
    })
}

impl From<Row> for KeywordIdea {
    fn from(row: Row) -> Self {
        let competition_index = row.competition_index.and_then(|index| u8::try_from(index.min(100)).ok());
        let (low, high) = (row.low_top_of_page_bid, row.high_top_of_page_bid);
        let has_bid = low.is_some() || high.is_some();
        let mut months: Vec<_> = row.monthly_searches.iter().filter_map(MonthRow::searches).collect();
        months.sort_unstable();
        Self {
            keyword: row.keyword,
            average_searches: row.search_volume,
            months,
            competition: row.competition.as_deref().and_then(super::competition),
            competition_index,
            bid: has_bid.then(|| TopOfPageBid { low, high, currency: Some("USD".to_owned()) }),
            ..Self::default()
        }
    }
}

impl MonthRow {
    fn searches(&self) -> Option<MonthlySearches> {
        let (year, month, searches) = (self.year, self.month, self.search_volume);
        (1..=12).contains(&month).then_some(MonthlySearches { year, month, searches })
    }
}
