//! Search engines that are notified of pages, one file each. Each listed engine is notified; they are no
//! chain.

pub mod google_indexing;
pub mod indexnow;
pub mod search_console;

mod google_site;
mod quota;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use ports::{Clock, Engine, IndexingNotice, IndexingReceipt};
use serde::{Deserialize, Serialize};
use url::Url;

pub use self::indexnow::SiteKey;
use crate::catalogue::each_once;
use crate::http::ProviderClient;
use crate::link::{Link, Policy, Quota, Subject};
use crate::settings::SetupError;

/// The names of the capability in errors and metrics.
pub const INDEXING: Subject = Subject {
    words: "indexing",
    label: "indexing",
    settings: &[
        "indexing.engines",
        "indexing.google_indexing.service_account_file",
        "indexing.search_console.service_account_file",
    ],
};

/// An engine's name in settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexingEngineName {
    /// `IndexNow`, which passes notices on to all participating engines.
    Indexnow,
    /// Google, for pages with job postings and live videos.
    GoogleIndexing,
    /// Google, to which the sitemap is submitted.
    SearchConsole,
}

impl IndexingEngineName {
    /// The name in settings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Indexnow => "indexnow",
            Self::GoogleIndexing => "google_indexing",
            Self::SearchConsole => "search_console",
        }
    }
}

/// Settings below `indexing`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct IndexingSettings {
    /// The engines that are notified.
    pub engines: Vec<IndexingEngineName>,
    /// Settings of the engine `indexnow`.
    pub indexnow: indexnow::Settings,
    /// Settings of the engine `google_indexing`.
    pub google_indexing: google_indexing::Settings,
    /// Settings of the engine `search_console`.
    pub search_console: search_console::Settings,
    /// Whether the engines are stand-ins, whose failures never open a circuit.
    #[serde(skip)]
    pub stand_ins: bool,
}

/// An engine that is notified, with its limits around it.
pub type IndexingLink = Link<IndexingNotice, IndexingReceipt>;

type IndexingEngine = Arc<dyn Engine<IndexingNotice, IndexingReceipt>>;

impl Default for IndexingSettings {
    fn default() -> Self {
        Self {
            engines: vec![IndexingEngineName::Indexnow],
            indexnow: indexnow::Settings::default(),
            google_indexing: google_indexing::Settings::default(),
            search_console: search_console::Settings::default(),
            stand_ins: false,
        }
    }
}

impl IndexingSettings {
    /// Settings with every engine below the base URL of a sandbox.
    #[must_use]
    pub fn sandbox(base: &Url) -> Self {
        Self {
            engines: vec![
                IndexingEngineName::Indexnow,
                IndexingEngineName::GoogleIndexing,
                IndexingEngineName::SearchConsole,
            ],
            indexnow: indexnow::Settings::sandbox(base),
            google_indexing: google_indexing::Settings::sandbox(base),
            search_console: search_console::Settings::sandbox(base),
            stand_ins: true,
        }
    }

    /// The listed engines. `site` is the key with which the site proves itself, and `clock` dates signatures
    /// and quotas.
    pub fn engines(
        &self,
        client: &ProviderClient,
        site: &SiteKey,
        clock: &Arc<dyn Clock>,
    ) -> Result<Vec<Arc<IndexingLink>>, SetupError> {
        let label = if self.stand_ins { "indexing_sandbox" } else { INDEXING.label };
        let subject = Subject { label, ..INDEXING };
        let mut links = Vec::new();
        for name in each_once(&self.engines, INDEXING)? {
            let engine = self.engine(*name, client, site, clock)?;
            links.push(Arc::new(Link::new(subject, engine, self.policy(*name))));
        }
        Ok(links)
    }

    fn engine(
        &self,
        name: IndexingEngineName,
        client: &ProviderClient,
        site: &SiteKey,
        clock: &Arc<dyn Clock>,
    ) -> Result<IndexingEngine, SetupError> {
        match name {
            IndexingEngineName::Indexnow => Ok(indexnow::connect(&self.indexnow, client, site)),
            IndexingEngineName::GoogleIndexing => {
                google_indexing::connect(&self.google_indexing, client, clock)
            }
            IndexingEngineName::SearchConsole => search_console::connect(&self.search_console, client, clock),
        }
    }

    /// A notice waits for its turn rather than for a later retry. No caller waits for it, so slow engines
    /// have time.
    fn policy(&self, name: IndexingEngineName) -> Policy {
        let each_minute = match name {
            IndexingEngineName::Indexnow | IndexingEngineName::SearchConsole => 600,
            // The provider allows 380.
            IndexingEngineName::GoogleIndexing => 300,
        };
        let policy = Policy {
            attempt_limit: Duration::from_secs(30),
            retries: 0,
            queueing: Duration::from_secs(30),
            quota: NonZeroU32::new(each_minute).map(Quota::per_minute),
            ..Policy::default()
        };
        if self.stand_ins { policy.of_stand_in() } else { policy }
    }
}
