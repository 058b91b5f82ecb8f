//! `PageSpeed` Insights: `GET /pagespeedonline/v5/runPagespeed`. It loads the page before it answers, and
//! returns field data beside its own measurement.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::vitals::{FieldMetric, FieldQuery, FieldScope, FieldVitals, Metric};
use ports::{Engine, EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::{Block, Measured, figures, name_of, vitals};
use crate::google::error::GoogleError;
use crate::http::{Provider, ProviderClient, Reply};
use crate::link::{Policy, Quota};
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};
use crate::wire::{Present, decimal, extras, maybe};

const NAME: &str = "pagespeed";
/// The default quota of a project.
const REQUESTS_PER_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(239);
/// The rest is the laboratory report, which is long and contains images.
const FIELDS: &str = "kind,loadingExperience,originLoadingExperience";

/// Settings below `vitals.pagespeed`.
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
            base_url: BaseUrl::of_provider("https://pagespeedonline.googleapis.com"),
        }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self {
            api_key: Some(sandbox_credential()),
            base_url: BaseUrl::in_sandbox(base, "pagespeed"),
            ..Self::default()
        }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<FieldQuery, Option<FieldVitals>>>, SetupError> {
    let key = required(settings.api_key.as_ref(), NAME, "vitals.pagespeed.api_key")?;
    let provider = Provider::new(NAME, client, vec![key.clone()]);
    Ok(Arc::new(PageSpeed {
        provider,
        key,
        address: settings.base_url.at("/pagespeedonline/v5/runPagespeed"),
    }))
}

/// Answers take up to a minute, so many run concurrently.
pub(crate) fn policy(settings: &Settings) -> Policy {
    Policy {
        attempt_limit: Duration::from_secs(90),
        concurrency: 64,
        quota: Some(Quota::per_minute(settings.requests_per_minute)),
        ..Policy::default()
    }
}

struct PageSpeed {
    provider: Provider,
    key: SecretString,
    address: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Wire {
    kind: Present,
    loading_experience: Option<Experience>,
    #[serde(deserialize_with = "maybe")]
    origin_loading_experience: Option<Experience>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Experience {
    /// Whether these are the origin's figures instead of the page's.
    #[serde(deserialize_with = "maybe")]
    origin_fallback: Option<bool>,
    metrics: Option<Block>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Distribution {
    #[serde(deserialize_with = "decimal")]
    percentile: Option<f64>,
    #[serde(deserialize_with = "extras")]
    distributions: Vec<Bucket>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Bucket {
    #[serde(deserialize_with = "decimal")]
    proportion: Option<f64>,
}

#[async_trait]
impl Engine<FieldQuery, Option<FieldVitals>> for PageSpeed {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &FieldQuery) -> Result<Option<FieldVitals>, EngineFailure> {
        let call = self.provider.get(self.address.clone()).query(&[
            ("url", query.url.as_str()),
            ("strategy", name_of(query.device, "MOBILE", "DESKTOP")),
            ("fields", FIELDS),
            ("key", self.key.expose_secret()),
        ]);
        let reply = self.provider.send(call).await?;
        if !reply.status.is_success() {
            return Err(self.refusal(&reply));
        }
        self.field(self.provider.json(&reply)?)
    }
}

impl PageSpeed {
    /// A page that can't be loaded is reported as a server error, though the service works.
    fn refusal(&self, reply: &Reply) -> EngineFailure {
        let error = GoogleError::of(&self.provider, reply);
        let failure = error.failure(&self.provider, reply);
        if error.words().contains("Lighthouse returned error") {
            return EngineFailure { kind: FailureKind::Unsuitable, ..failure };
        }
        failure
    }

    /// The page's figures, otherwise its origin's. Both can be missing, so the kind of the reply identifies a
    /// page without visitors.
    fn field(&self, wire: Wire) -> Result<Option<FieldVitals>, EngineFailure> {
        if !wire.kind.0 && wire.loading_experience.is_none() {
            return Err(self
                .provider
                .failure(FailureKind::Broken, "answered without its kind and field data"));
        }
        let page = wire.loading_experience.unwrap_or_default();
        let scope = if page.origin_fallback == Some(true) { FieldScope::Origin } else { FieldScope::Page };
        let found = self.figures(scope, page)?;
        if found.is_some() {
            return Ok(found);
        }
        self.figures(FieldScope::Origin, wire.origin_loading_experience.unwrap_or_default())
    }

    fn figures(
        &self,
        scope: FieldScope,
        experience: Experience,
    ) -> Result<Option<FieldVitals>, EngineFailure> {
        vitals::<Distribution>(&self.provider, scope, &experience.metrics.unwrap_or_default())
    }
}

impl Measured for Distribution {
    fn name(metric: Metric) -> &'static str {
        match metric {
            Metric::Lcp => "LARGEST_CONTENTFUL_PAINT_MS",
            Metric::Inp => "INTERACTION_TO_NEXT_PAINT",
            Metric::Cls => "CUMULATIVE_LAYOUT_SHIFT_SCORE",
            Metric::Fcp => "FIRST_CONTENTFUL_PAINT_MS",
            Metric::Ttfb => "EXPERIMENTAL_TIME_TO_FIRST_BYTE",
        }
    }

    fn figures(&self, metric: Metric) -> Option<FieldMetric> {
        let percentile = match metric {
            // Percentiles are integers here, so layout shifts come in hundredths.
            Metric::Cls => self.percentile.map(|hundredths| hundredths / 100.0),
            _ => self.percentile,
        };
        let shares: Vec<_> = self.distributions.iter().map(|bucket| bucket.proportion).collect();
        figures(percentile, &shares)
    }
}
