//! Brave: its own index through `GET /res/v1/web/search`.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::locale::{Country, Language};
use domain::search::{SerpFeature, SerpPage, SerpQuery, TOP_RESULTS};
use ports::{Engine, EngineFailure, FailureKind};
use reqwest::header::{ACCEPT, HeaderMap};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::desktop_only;
use super::page::{Draft, Found};
use crate::http::{Provider, ProviderClient, Reply};
use crate::link::{Policy, Quota};
use crate::locale::{country_or_usual, writes_traditional_chinese};
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};
use crate::wire::{Present, extras, list, maybe};

const NAME: &str = "brave";
const MOST_CHARACTERS: usize = 400;
const MOST_WORDS: usize = 50;

/// Settings below `serp.brave`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// How many requests the subscription allows each second.
    pub requests_per_second: NonZeroU32,
    /// The base URL of the API.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        let base_url = BaseUrl::of_provider("https://api.search.brave.com");
        Self { api_key: None, requests_per_second: NonZeroU32::MIN, base_url }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        let base_url = BaseUrl::in_sandbox(base, "brave");
        Self {
            api_key: Some(sandbox_credential()),
            requests_per_second: NonZeroU32::MIN.saturating_add(999),
            base_url,
        }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SerpQuery, SerpPage>>, SetupError> {
    let token = required(settings.api_key.as_ref(), NAME, "serp.brave.api_key")?;
    let provider = Provider::new(NAME, client, vec![token.clone()]);
    Ok(Arc::new(Brave { provider, token, address: settings.base_url.at("/res/v1/web/search") }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    let quota = Some(Quota::per_second(settings.requests_per_second));
    Policy { quota, price_microdollars: 5_000, ..Policy::default() }
}

struct Brave {
    provider: Provider,
    token: SecretString,
    address: String,
}

#[derive(Debug, Deserialize)]
struct Wire {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    web: Option<Web>,
    #[serde(default)]
    faq: Option<Faq>,
    #[serde(default)]
    discussions: Present,
    #[serde(default)]
    infobox: Present,
    #[serde(default)]
    locations: Present,
    #[serde(default)]
    news: Present,
    #[serde(default)]
    videos: Present,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Web {
    #[serde(deserialize_with = "list")]
    results: Option<Vec<WebResult>>,
}

#[derive(Debug, Deserialize)]
struct WebResult {
    url: String,
    #[serde(default, deserialize_with = "maybe")]
    title: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    description: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    age: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    page_age: Option<String>,
    #[serde(default)]
    deep_results: Present,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Faq {
    #[serde(deserialize_with = "extras")]
    results: Vec<Asked>,
}

#[derive(Debug, Deserialize)]
struct Asked {
    question: String,
    #[serde(default, deserialize_with = "maybe")]
    answer: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    url: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Refusal {
    error: RefusalError,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RefusalError {
    code: String,
    detail: String,
}

#[async_trait]
impl Engine<SerpQuery, SerpPage> for Brave {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &SerpQuery) -> Result<SerpPage, EngineFailure> {
        desktop_only(&self.provider, query)?;
        let unsuitable = |reason| self.provider.failure(FailureKind::Unsuitable, reason);
        if query.text.chars().count() > MOST_CHARACTERS || query.text.split_whitespace().count() > MOST_WORDS
        {
            return Err(unsuitable("does not search for more than 400 characters or 50 words"));
        }
        let language = search_language(query.language, query.country)
            .ok_or_else(|| unsuitable("does not search in this language"))?;
        let count = TOP_RESULTS.to_string();
        let parameters = [
            ("q", query.text.as_str()),
            ("count", &count),
            ("country", country_code(country_or_usual(query.country, query.language))),
            ("search_lang", language),
            ("text_decorations", "false"),
        ];
        let request = self.provider.get(self.address.clone()).query(&parameters);
        let request = request.header("X-Subscription-Token", self.token.expose_secret());
        let reply = self.provider.send(request.header(ACCEPT, "application/json")).await?;
        if !reply.status.is_success() {
            return Err(self.refusal(&reply));
        }
        self.page(&self.provider.json(&reply)?)
    }
}

impl Brave {
    fn refusal(&self, reply: &Reply) -> EngineFailure {
        let RefusalError { code, detail } = self.provider.json::<Refusal>(reply).unwrap_or_default().error;
        let failure = self.provider.status_failure(reply, Some(&format!("{code} {detail}")));
        match failure.kind {
            _ if code.starts_with("SUBSCRIPTION_TOKEN") => {
                EngineFailure { kind: FailureKind::Refused, ..failure }
            }
            FailureKind::Throttled => {
                let retry_after = failure.retry_after.or_else(|| spent_window(&reply.headers));
                EngineFailure { retry_after, ..failure }
            }
            _ => failure,
        }
    }

    fn page(&self, wire: &Wire) -> Result<SerpPage, EngineFailure> {
        if wire.kind != "search" {
            return Err(self
                .provider
                .failure(FailureKind::Broken, "answered with something else than results"));
        }
        let mut draft = Draft::default();
        for result in wire.web.iter().filter_map(|web| web.results.as_ref()).flatten() {
            draft.feature(SerpFeature::Sitelinks, result.deep_results.0);
            draft.result(&Found {
                title: result.title.as_deref(),
                url: Some(&result.url),
                snippet: result.description.as_deref(),
                date: result.age.as_deref().or(result.page_age.as_deref()),
            });
        }
        for asked in wire.faq.iter().flat_map(|faq| &faq.results) {
            draft.question(&asked.question, asked.answer.as_deref(), asked.url.as_deref());
        }
        draft.feature(SerpFeature::KnowledgePanel, wire.infobox.0);
        draft.feature(SerpFeature::LocalPack, wire.locations.0);
        draft.feature(SerpFeature::Videos, wire.videos.0);
        draft.feature(SerpFeature::TopStories, wire.news.0);
        draft.feature(SerpFeature::Discussions, wire.discussions.0);
        Ok(draft.finish())
    }
}

/// How long until every exhausted window is renewed: the second, or the month.
fn spent_window(headers: &HeaderMap) -> Option<Duration> {
    let numbers = |name| {
        let text = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        text.split(',').map(|number| number.trim().parse::<u64>().ok()).collect::<Vec<_>>()
    };
    let windows = numbers("x-ratelimit-remaining").into_iter().zip(numbers("x-ratelimit-reset"));
    let spent = windows.filter(|(remaining, _)| *remaining == Some(0)).filter_map(|(_, reset)| reset);
    spent.max().map(Duration::from_secs)
}

/// The provider supports few countries; for all others it searches without one.
fn country_code(country: Option<Country>) -> &'static str {
    const KNOWN: [&str; 36] = [
        "AR", "AT", "AU", "BE", "BR", "CA", "CH", "CL", "CN", "DE", "DK", "ES", "FI", "FR", "GB", "HK", "ID",
        "IN", "IT", "JP", "KR", "MX", "MY", "NL", "NO", "NZ", "PH", "PL", "PT", "RU", "SA", "SE", "TR", "TW",
        "US", "ZA",
    ];
    let known = country.and_then(|country| KNOWN.iter().find(|code| **code == country.upper()));
    known.copied().unwrap_or("ALL")
}

fn search_language(language: Language, country: Option<Country>) -> Option<&'static str> {
    const KNOWN: [&str; 45] = [
        "ar", "bg", "bn", "ca", "cs", "da", "de", "en", "es", "et", "eu", "fi", "fr", "gl", "gu", "he", "hi",
        "hr", "hu", "is", "it", "kn", "ko", "lt", "lv", "ml", "mr", "ms", "nb", "nl", "pa", "pl", "ro", "ru",
        "sk", "sl", "sr", "sv", "ta", "te", "th", "tr", "uk", "ur", "vi",
    ];
    match language.as_str() {
        "ja" => Some("jp"),
        "no" => Some("nb"),
        "pt" if country.is_none_or(|country| country.upper() == "BR") => Some("pt-br"),
        "pt" => Some("pt-pt"),
        "zh" if writes_traditional_chinese(country) => Some("zh-hant"),
        "zh" => Some("zh-hans"),
        other => KNOWN.iter().find(|code| **code == other).copied(),
    }
}
