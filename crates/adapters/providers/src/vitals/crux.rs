//! The Chrome UX Report: `POST /v1/records:queryRecord`, for the page and, if it has too few visitors, for its origin.

use std::num::NonZeroU32;
use std::sync::Arc;

use async_trait::async_trait;
use domain::search::Device;
use domain::vitals::{FieldMetric, FieldQuery, FieldScope, FieldVitals, Metric};
use jiff::civil::Date;
use ports::{Engine, EngineFailure, FailureKind};
use reqwest::StatusCode;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::{Block, Measured, figures, name_of, vitals};
use crate::google::error::GoogleError;
use crate::http::{Provider, ProviderClient};
use crate::link::{Policy, Quota};
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};
use crate::wire::{decimal, extras, maybe};

const NAME: &str = "crux";
/// The default quota of a project.
const REQUESTS_PER_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(149);

/// Settings below `vitals.crux`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The project's API key.
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// How many requests the project may make each minute.
    pub requests_per_minute: NonZeroU32,
    /// The base URL of the API.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            api_key: None,
            requests_per_minute: REQUESTS_PER_MINUTE,
            base_url: BaseUrl::of_provider("https://chromeuxreport.googleapis.com"),
        }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self {
            api_key: Some(sandbox_credential()),
            base_url: BaseUrl::in_sandbox(base, "crux"),
            ..Self::default()
        }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<FieldQuery, Option<FieldVitals>>>, SetupError> {
    let key = required(settings.api_key.as_ref(), NAME, "vitals.crux.api_key")?;
    let provider = Provider::new(NAME, client, vec![key.clone()]);
    Ok(Arc::new(Crux { provider, key, address: settings.base_url.at("/v1/records:queryRecord") }))
}

/// A query takes two requests if the page has no data.
pub(crate) fn policy(settings: &Settings) -> Policy {
    let questions = NonZeroU32::new(settings.requests_per_minute.get() / 2).unwrap_or(NonZeroU32::MIN);
    Policy { quota: Some(Quota::per_minute(questions)), ..Policy::default() }
}

struct Crux {
    provider: Provider,
    key: SecretString,
    address: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a> {
    #[serde(flatten)]
    whose: Whose<'a>,
    form_factor: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Whose<'a> {
    Url(&'a str),
    Origin(&'a str),
}

#[derive(Debug, Deserialize)]
struct Wire {
    record: Record,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    metrics: Block,
    #[serde(default, deserialize_with = "maybe")]
    collection_period: Option<Period>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Period {
    first_date: CivilDate,
    last_date: CivilDate,
}

#[derive(Debug, Deserialize)]
struct CivilDate {
    year: i16,
    month: i8,
    day: i8,
}

/// Layout shifts are strings here, and everything else is numbers.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Histogram {
    #[serde(deserialize_with = "extras")]
    histogram: Vec<Bin>,
    percentiles: Percentiles,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Bin {
    #[serde(deserialize_with = "decimal")]
    density: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Percentiles {
    #[serde(deserialize_with = "decimal")]
    p75: Option<f64>,
}

#[async_trait]
impl Engine<FieldQuery, Option<FieldVitals>> for Crux {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &FieldQuery) -> Result<Option<FieldVitals>, EngineFailure> {
        let Some(origin) = web_origin(&query.url) else {
            return Err(self.provider.failure(FailureKind::Unsuitable, "knows pages of the web only"));
        };
        let page = self.record(Whose::Url(&query.url), query.device).await?;
        if page.is_some() {
            return Ok(page);
        }
        self.record(Whose::Origin(&origin), query.device).await
    }
}

impl Crux {
    /// The record of a page or an origin; `None` if too few visitors were measured.
    async fn record(&self, whose: Whose<'_>, device: Device) -> Result<Option<FieldVitals>, EngineFailure> {
        let scope = match whose {
            Whose::Url(_) => FieldScope::Page,
            Whose::Origin(_) => FieldScope::Origin,
        };
        let request = Request { whose, form_factor: name_of(device, "PHONE", "DESKTOP") };
        let call = self.provider.post(self.address.clone()).query(&[("key", self.key.expose_secret())]);
        let reply = self.provider.send(call.json(&request)).await?;
        if !reply.status.is_success() {
            let error = GoogleError::of(&self.provider, &reply);
            // Without that status in the body, the URL of the API itself does not exist.
            if reply.status == StatusCode::NOT_FOUND && error.status() == "NOT_FOUND" {
                return Ok(None);
            }
            return Err(error.failure(&self.provider, &reply));
        }
        let Record { metrics, collection_period } = self.provider.json::<Wire>(&reply)?.record;
        let found = vitals::<Histogram>(&self.provider, scope, &metrics)?;
        let period = collection_period.and_then(|period| period.days());
        Ok(found.map(|found| FieldVitals { period, ..found }))
    }
}

impl Measured for Histogram {
    fn name(metric: Metric) -> &'static str {
        match metric {
            Metric::Lcp => "largest_contentful_paint",
            Metric::Inp => "interaction_to_next_paint",
            Metric::Cls => "cumulative_layout_shift",
            Metric::Fcp => "first_contentful_paint",
            Metric::Ttfb => "experimental_time_to_first_byte",
        }
    }

    fn figures(&self, _: Metric) -> Option<FieldMetric> {
        let shares: Vec<_> = self.histogram.iter().map(|bin| bin.density).collect();
        figures(self.percentiles.p75, &shares)
    }
}

impl Period {
    fn days(&self) -> Option<(String, String)> {
        Some((self.first_date.written()?, self.last_date.written()?))
    }
}

impl CivilDate {
    /// The date as in 2026-11-15; `None` if it is no valid day.
    fn written(&self) -> Option<String> {
        Date::new(self.year, self.month, self.day).ok().map(|date| date.to_string())
    }
}

/// Scheme, host and port of a page of the web.
fn web_origin(address: &str) -> Option<String> {
    let url = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    Some(url.origin().ascii_serialization())
}
