//! Amazon's feed: `GET /api/2017/suggestions`, as the search fields of its shops call it. It is not
//! documented; path, parameters and shop numbers are those seen in use.

use std::num::NonZeroU32;
use std::sync::Arc;

use async_trait::async_trait;
use domain::keywords::{Completion, SuggestQuery};
use domain::locale::Country;
use ports::{Engine, EngineFailure, FailureKind};
use serde::{Deserialize, Serialize};
use url::Url;

use super::feed;
use crate::http::{Provider, ProviderClient};
use crate::link::Policy;
use crate::settings::{BaseUrl, SetupError};
use crate::wire::{list, maybe};

/// Settings below `suggest.amazon`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// How many requests the feed gets each second.
    pub requests_per_second: NonZeroU32,
    /// The URL of the feed for all shops; by default each part of the world has its own.
    pub base_url: Option<BaseUrl>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { requests_per_second: feed::POLITE_RATE, base_url: None }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        let base_url = Some(BaseUrl::in_sandbox(base, "amazon-suggest"));
        Self { requests_per_second: feed::SANDBOX_RATE, base_url }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "every engine connects in the same way")]
pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SuggestQuery, Vec<Completion>>>, SetupError> {
    let provider = Provider::new("amazon", client, Vec::new());
    Ok(Arc::new(Amazon { provider, base_url: settings.base_url.clone() }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    feed::policy(settings.requests_per_second)
}

struct Amazon {
    provider: Provider,
    base_url: Option<BaseUrl>,
}

#[derive(Debug, Deserialize)]
struct Wire {
    #[serde(deserialize_with = "list")]
    suggestions: Option<Vec<Suggestion>>,
}

#[derive(Debug, Deserialize)]
struct Suggestion {
    value: String,
    #[serde(default, rename = "type", deserialize_with = "maybe")]
    kind: Option<String>,
}

#[async_trait]
impl Engine<SuggestQuery, Vec<Completion>> for Amazon {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &SuggestQuery) -> Result<Vec<Completion>, EngineFailure> {
        let Some((address, shop)) = shop(query.country) else {
            return Err(self.provider.failure(FailureKind::Unsuitable, "has no shop in this country"));
        };
        let base_url = self.base_url.clone().unwrap_or(BaseUrl::of_provider(address));
        let parameters = [("mid", shop), ("alias", "aps"), ("prefix", &query.text), ("limit", "11")];
        let request = self.provider.get(base_url.at("/api/2017/suggestions")).query(&parameters);
        let reply = feed::fetch(&self.provider, request).await?;
        let Ok(Wire { suggestions: Some(suggestions) }) = self.provider.json(&reply) else {
            return Err(feed::blocked(&self.provider));
        };
        let keywords = suggestions
            .into_iter()
            .filter(|entry| entry.kind.as_deref().is_none_or(|kind| kind == "KEYWORD"));
        Ok(feed::tidied(keywords.map(|entry| feed::phrase(entry.value))))
    }
}

const AMERICAS: &str = "https://completion.amazon.com";
const EUROPE: &str = "https://completion.amazon.co.uk";
const FAR_EAST: &str = "https://completion.amazon.co.jp";

/// The shop of a country with the URL of its feed; the first one if there is no country.
fn shop(country: Option<Country>) -> Option<(&'static str, &'static str)> {
    let Some(country) = country else { return Some((AMERICAS, "ATVPDKIKX0DER")) };
    Some(match country.upper() {
        "US" => (AMERICAS, "ATVPDKIKX0DER"),
        "CA" => (AMERICAS, "A2EUQ1WTGCTBG2"),
        "MX" => (AMERICAS, "A1AM78C64UM0Y8"),
        "BR" => (AMERICAS, "A2Q3Y263D00KWC"),
        "GB" => (EUROPE, "A1F83G8C2ARO7P"),
        "DE" => (EUROPE, "A1PA6795UKMFR9"),
        "FR" => (EUROPE, "A13V1IB3VIYZZH"),
        "IT" => (EUROPE, "APJ6JRA9NG5V4"),
        "ES" => (EUROPE, "A1RKKUPIHCS9HS"),
        "NL" => (EUROPE, "A1805IZSGTT6HS"),
        "BE" => (EUROPE, "AMEN7PMS3EDWL"),
        "SE" => (EUROPE, "A2NODRKZP88ZB9"),
        "PL" => (EUROPE, "A1C3SOZRARQ6R3"),
        "TR" => (EUROPE, "A33AVAJ2PDY3EV"),
        "AE" => (EUROPE, "A2VIGQ35RCS4UG"),
        "SA" => (EUROPE, "A17E79C6D8DWNP"),
        "EG" => (EUROPE, "ARBP9OOSHTCHU"),
        "IN" => (EUROPE, "A21TJRUUN4KGV"),
        "JP" => (FAR_EAST, "A1VC38T7YXB528"),
        "AU" => (FAR_EAST, "A39IBJ37TRP1C6"),
        "SG" => (FAR_EAST, "A19VAU5U5O7RUS"),
        _ => return None,
    })
}
