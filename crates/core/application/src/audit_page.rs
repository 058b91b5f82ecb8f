//! Audits a page: fetches it, requests what surrounds it, loads it in a browser, and runs every check on the
//! results.
//!
//! All requests run side by side. The answer names what does not arrive in time; only a page that can't be
//! fetched at all is a failure.

mod assemble;
mod hosts;
mod page;
mod probes;
mod site;

use std::sync::Arc;
use std::time::Duration;

use audit::facts::{Facts, Probe, Rendered, Surroundings};
use audit::report::Report;
use audit::{Document, run};
use domain::search::Device;
use domain::vitals::{FieldQuery, FieldVitals};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use ports::{
    Browser, Capability, Clock, FetchError, Fetcher, Screenshot, ServeError, Served, Visit, Visited,
};
use tokio::time::{Instant, timeout};
use url::Url;

use crate::cpu_pool::CpuPool;
use page::FetchedPage;

#[derive(Debug, Clone)]
pub struct AuditInput {
    pub url: Url,
    /// Its HTML, if it is not published yet.
    pub html: Option<String>,
    pub device: Device,
    /// Whether links are followed.
    pub check_links: bool,
    /// Whether a browser loads the page and field data is queried.
    pub vitals: bool,
    /// How often the browser loads it.
    pub runs: u8,
}

/// Why a page could not be audited.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// It could not be fetched.
    #[error(transparent)]
    Page(#[from] FetchError),
    /// The response is not a page.
    #[error("the URL does not return an HTML page but {0}")]
    NotAPage(String),
}

/// The result of an audit.
#[derive(Debug)]
pub struct Examined {
    pub report: Report,
    pub screenshot: Option<Screenshot>,
}

#[derive(Clone)]
pub struct AuditPage {
    tools: Arc<AuditTools>,
}

/// The dependencies of an audit.
pub struct AuditTools {
    /// Fetches URLs that third parties supply.
    pub fetcher: Arc<dyn Fetcher>,
    /// Fetches as search engines' crawlers do, with the name of Google's crawler.
    pub as_crawler: Arc<dyn Fetcher>,
    pub browser: Arc<dyn Browser>,
    /// Provides field data of real visitors.
    pub field_vitals: Arc<dyn Capability<FieldQuery, Option<FieldVitals>>>,
    /// Parses pages and runs checks.
    pub cpu_pool: CpuPool,
    pub clock: Arc<dyn Clock>,
}

/// What the browser and real visitors measured.
struct Experience {
    visited: Probe<Visited>,
    field: Probe<Served<Option<FieldVitals>>>,
    browser_ms: u64,
}

impl AuditPage {
    /// The time limit of the browser, for all loads together.
    const BROWSER_LIMIT: Duration = Duration::from_secs(75);
    /// The time limit of the query for field data.
    const FIELD_LIMIT: Duration = Duration::from_secs(30);

    #[must_use]
    pub fn new(tools: AuditTools) -> Self {
        Self { tools: Arc::new(tools) }
    }

    pub async fn examine(&self, wanted: &AuditInput) -> Result<Examined, AuditError> {
        let started = Instant::now();
        let tools = &self.tools;
        let page = page::fetch(&*tools.fetcher, wanted).await?;
        let fetched_ms = milliseconds(started);
        let around = self.surroundings(&page, wanted);
        let (((document, surroundings), probes_ms), experience) =
            tokio::join!(Box::pin(timed(around)), Box::pin(self.experience(&page, wanted)));
        let (audited_at, today) = (tools.clock.now(), self.today());
        let timings = assemble::Timings { started, fetched_ms, probes_ms, browser_ms: experience.browser_ms };
        let device = wanted.device;
        let answer = page.answer;
        let examined = tools.cpu_pool.run(move || {
            let analysis = Instant::now();
            let (browser, screenshot) = rendered(experience.visited);
            let facts = Facts {
                answer: &answer,
                document: &document,
                surroundings: &surroundings,
                browser: &browser,
                field: experience.field.known().and_then(|served| served.answer.as_ref()),
                device,
                today,
            };
            let verdicts = run::run(&facts);
            let report = assemble::report(
                &facts,
                verdicts,
                &experience.field,
                audited_at,
                &timings,
                milliseconds(analysis),
            );
            Examined { report, screenshot }
        });
        Ok(examined.await)
    }

    /// Parses the page and requests what surrounds it.
    async fn surroundings(&self, page: &FetchedPage, wanted: &AuditInput) -> (Document, Surroundings) {
        if page.answer.leads_nowhere() {
            let nothing = Document::read(String::new(), &page.answer.url);
            return (nothing, Surroundings::unknown(run::NO_PAGE));
        }
        let tools = &self.tools;
        let (html, url) = (page.html.clone(), page.answer.url.clone());
        let reading = tools.cpu_pool.run(move || Document::read(html, &url));
        let site = site::explore(tools, page);
        let named = async {
            let document = reading.await;
            let options = (self.today(), wanted.check_links);
            let answers =
                probes::answers(&*tools.fetcher, &tools.cpu_pool, &document, &page.answer, options).await;
            (document, answers)
        };
        let (site, (document, (answers, unchecked_links))) = tokio::join!(Box::pin(site), Box::pin(named));
        (document, Surroundings { answers, unchecked_links, ..site })
    }

    fn today(&self) -> Date {
        self.tools.clock.now().to_zoned(TimeZone::UTC).date()
    }

    async fn experience(&self, page: &FetchedPage, wanted: &AuditInput) -> Experience {
        let why_not = match (wanted.vitals, page.answer.leads_nowhere()) {
            (false, _) => Some("the request has `vitals: false`"),
            (_, true) => Some(run::NO_PAGE),
            _ => None,
        };
        if let Some(reason) = why_not {
            return Experience { visited: unknown(reason), field: unknown(reason), browser_ms: 0 };
        }
        let started = Instant::now();
        let visit = Visit {
            url: page.answer.url.clone(),
            html: wanted.html.clone(),
            device: wanted.device,
            runs: wanted.runs,
            deadline: Self::BROWSER_LIMIT,
        };
        let visiting = async {
            let visited = self.tools.browser.visit(visit).await;
            (visited, milliseconds(started))
        };
        let ((visited, browser_ms), field) =
            tokio::join!(Box::pin(visiting), Box::pin(self.field(page, wanted)));
        let visited = visited.map_or_else(|error| Probe::Unknown(error.to_string()), Probe::Known);
        Experience { visited, field, browser_ms }
    }

    /// Field data of real visitors. Without a configured engine nothing is queried, and that is no failure.
    async fn field(&self, page: &FetchedPage, wanted: &AuditInput) -> Probe<Served<Option<FieldVitals>>> {
        if wanted.html.is_some() {
            return unknown("the page is not published yet");
        }
        let query = FieldQuery { url: page.answer.url.to_string(), device: wanted.device };
        let serving = self.tools.field_vitals.serve(&query, Self::FIELD_LIMIT);
        match timeout(Self::FIELD_LIMIT, serving).await {
            Ok(Ok(served)) => Probe::Known(served),
            Ok(Err(ServeError::NotConfigured { .. })) => unknown("no source of field data is configured"),
            Ok(Err(error)) => Probe::Unknown(error.to_string()),
            Err(_) => unknown("the source of field data timed out"),
        }
    }
}

fn unknown<T>(reason: &str) -> Probe<T> {
    Probe::Unknown(reason.to_owned())
}

/// The rendered page, parsed like the raw one, and its screenshot.
fn rendered(visited: Probe<Visited>) -> (Probe<Rendered>, Option<Screenshot>) {
    match visited {
        Probe::Unknown(reason) => (Probe::Unknown(reason), None),
        Probe::Known(Visited { mut rendering, screenshot }) => {
            let html = std::mem::take(&mut rendering.html);
            match Url::parse(&rendering.final_url) {
                Ok(url) => {
                    let document = Document::read(html, &url);
                    (Probe::Known(Rendered { rendering, document }), Some(screenshot))
                }
                Err(_) => (unknown("the browser ended at no URL"), None),
            }
        }
    }
}

async fn timed<T>(work: impl Future<Output = T>) -> (T, u64) {
    let started = Instant::now();
    let outcome = work.await;
    (outcome, milliseconds(started))
}

fn milliseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
