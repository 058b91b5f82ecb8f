//! The web without an API key: `DuckDuckGo`'s results page for browsers without scripts. It is used only
//! where the operator lists it, identifies itself, and stops when it gets a robot check.

mod results;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::search::{SerpPage, SerpQuery};
use ports::{Engine, EngineFailure, FailureKind};
use reqwest::StatusCode;
use serde::{Deserialize, Serialize};
use url::Url;

use super::desktop_only;
use super::page::{Draft, Found};
use crate::http::{Provider, ProviderClient};
use crate::link::{Policy, Quota};
use crate::locale::duckduckgo_region;
use crate::settings::{BaseUrl, SetupError};

const NAME: &str = "web";

/// Settings below `serp.web`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The URL of the results page.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        Self { base_url: BaseUrl::of_provider("https://html.duckduckgo.com") }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self { base_url: BaseUrl::in_sandbox(base, "web") }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "every engine connects in the same way")]
pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SerpQuery, SerpPage>>, SetupError> {
    let provider = Provider::new(NAME, client, Vec::new());
    Ok(Arc::new(Web { provider, address: settings.base_url.at("/html/") }))
}

pub(crate) fn policy(_: &Settings) -> Policy {
    let quota = Some(Quota { every: Duration::from_secs(1), burst: 2 });
    Policy { quota, concurrency: 2, retries: 0, ..Policy::default() }
}

struct Web {
    provider: Provider,
    address: String,
}

#[async_trait]
impl Engine<SerpQuery, SerpPage> for Web {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &SerpQuery) -> Result<SerpPage, EngineFailure> {
        desktop_only(&self.provider, query)?;
        let region = duckduckgo_region(query.country, query.language);
        let parameters = [("q", query.text.as_str()), ("kl", &region)];
        let reply = self.provider.send(self.provider.get(self.address.clone()).query(&parameters)).await?;
        match reply.status {
            StatusCode::OK => self.page(&reply.text()),
            StatusCode::ACCEPTED | StatusCode::FORBIDDEN => Err(self.blocked()),
            _ => Err(self.provider.status_failure(&reply, None)),
        }
    }
}

impl Web {
    /// A page that has neither results nor a note that there are none is no results page.
    fn page(&self, html: &str) -> Result<SerpPage, EngineFailure> {
        let read = results::read(html);
        if read.is_challenge || (read.results.is_empty() && !read.says_none) {
            return Err(self.blocked());
        }
        let mut draft = Draft::default();
        for result in &read.results {
            let (title, snippet) = (Some(result.title.as_str()), Some(result.snippet.as_str()));
            draft.result(&Found { title, url: Some(&result.url), snippet, date: None });
        }
        Ok(draft.finish())
    }

    fn blocked(&self) -> EngineFailure {
        self.provider.failure(FailureKind::Blocked, "asked whether we are a robot")
    }
}
