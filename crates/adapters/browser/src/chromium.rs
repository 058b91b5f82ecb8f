//! The browser as the application sees it: one warm instance, a bounded number of tabs, and the requested
//! number of page loads.

use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use async_trait::async_trait;
use ports::browser::{Browser, BrowserError, Visit, Visited};
use ports::fetch::Fetcher;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::task::TaskTracker;

use crate::emulation::Emulation;
use crate::failure::{CallError, ELSEWHERE};
use crate::instance::Instance;
use crate::launch::Road;
use crate::load::{LoadParams, load};
use crate::settings::BrowserSettings;
use crate::tab::Tab;

const MOST_RUNS: u8 = 5;

/// Chromium, started at first need and closed when idle.
pub struct Chromium {
    settings: BrowserSettings,
    road: Road,
    fetcher: Option<Arc<dyn Fetcher>>,
    places: Arc<Semaphore>,
    running: Arc<Mutex<Running>>,
    errands: TaskTracker,
}

/// The state of the running browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    /// The id of its first process, which leads its own process group.
    pub process_id: u32,
    /// How many pages are open.
    pub pages: usize,
}

#[derive(Default)]
struct Running {
    instance: Option<Arc<Instance>>,
    used_at: Option<Instant>,
    failed: Option<(Instant, BrowserError)>,
    janitor: JoinSet<()>,
}

impl Chromium {
    /// How long after a failed start no new start is attempted.
    pub const TRY_AGAIN_AFTER: Duration = Duration::from_secs(30);

    /// Loads pages from the web through a proxy, which decides what can be reached.
    #[must_use]
    pub fn behind(settings: BrowserSettings, proxy: SocketAddr) -> Self {
        Self::new(settings, Road::Proxy(proxy), None)
    }

    /// Loads pages from a fetcher that answers all requests, whatever the host. Nothing goes to a network.
    #[must_use]
    pub fn through(settings: BrowserSettings, fetcher: Arc<dyn Fetcher>) -> Self {
        Self::new(settings, Road::Nowhere, Some(fetcher))
    }

    fn new(settings: BrowserSettings, road: Road, fetcher: Option<Arc<dyn Fetcher>>) -> Self {
        let places = Arc::new(Semaphore::new(settings.tabs.max(1)));
        let (running, errands) = (Arc::default(), TaskTracker::new());
        Self { settings, road, fetcher, places, running, errands }
    }

    /// The state of the running browser, or `None` if there is none.
    pub async fn health(&self) -> Option<Health> {
        let instance = self.running.lock().await.instance.clone()?;
        let pages = instance.count_pages().await.ok()?;
        Some(Health { process_id: instance.process_id()?, pages })
    }

    /// Closes the browser after the last page is closed. A later page load starts a new one.
    pub async fn close(&self) {
        self.errands.close();
        self.errands.wait().await;
        self.errands.reopen();
        let instance = self.running.lock().await.instance.take();
        if let Some(instance) = instance.and_then(Arc::into_inner) {
            instance.end().await;
        }
    }

    /// The instance for new page loads, started if necessary.
    async fn instance(&self) -> Result<Arc<Instance>, BrowserError> {
        let mut running = self.running.lock().await;
        running.used_at = Some(Instant::now());
        if let Some(instance) = running.instance.as_ref().filter(|instance| instance.is_fit()) {
            return Ok(Arc::clone(instance));
        }
        if let Some((at, error)) = &running.failed
            && at.elapsed() < Self::TRY_AGAIN_AFTER
        {
            return Err(error.clone());
        }
        // The old instance ends with its last page load.
        running.instance = None;
        match Instance::start(&self.settings, self.road).await {
            Ok(instance) => {
                let instance = Arc::new(instance);
                running.instance = Some(Arc::clone(&instance));
                running.failed = None;
                running.janitor = JoinSet::new();
                let idle = let_go_when_idle(Arc::downgrade(&self.running), self.settings.idle);
                running.janitor.spawn(idle);
                Ok(instance)
            }
            Err(error) => {
                running.failed = Some((Instant::now(), error.clone()));
                Err(error)
            }
        }
    }

    /// Opens a tab, in a new browser if this one died unnoticed.
    async fn open(
        &self,
        place: &Arc<OwnedSemaphorePermit>,
        emulation: &'static Emulation,
    ) -> Result<Tab, BrowserError> {
        let mut tried_again = false;
        loop {
            let instance = self.instance().await?;
            instance.count_visit();
            match Tab::open(Arc::clone(&instance), Arc::clone(place), emulation, &self.errands).await {
                Ok(tab) => return Ok(tab),
                Err(CallError::TimedOut | CallError::Gone) if !tried_again => {
                    instance.condemn();
                    tried_again = true;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    async fn runs(&self, visit: &Visit, order: &LoadParams) -> Result<Vec<Visited>, BrowserError> {
        let place = timeout_at(order.deadline, Arc::clone(&self.places).acquire_owned()).await;
        let Ok(Ok(place)) = place else { return Err(BrowserError::Busy) };
        let place = Arc::new(place);
        let mut runs = Vec::new();
        for _ in 0..visit.runs.clamp(1, MOST_RUNS) {
            let run = async {
                let tab = self.open(&place, order.emulation).await?;
                load(&tab, order).await
            };
            match timeout_at(order.deadline, Box::pin(run)).await.unwrap_or(Err(BrowserError::TimedOut)) {
                Ok(visited) => runs.push(visited),
                Err(error) if runs.is_empty() => return Err(error),
                // The runs that succeeded are better than none.
                Err(_) => break,
            }
        }
        Ok(runs)
    }
}

#[async_trait]
impl Browser for Chromium {
    async fn visit(&self, visit: Visit) -> Result<Visited, BrowserError> {
        if !matches!(visit.url.scheme(), "http" | "https") {
            return Err(BrowserError::Unloadable(ELSEWHERE.to_owned()));
        }
        let order = LoadParams {
            url: visit.url.clone(),
            html: visit.html.clone(),
            emulation: Emulation::of(visit.device),
            fetcher: self.fetcher.clone(),
            deadline: Instant::now() + visit.deadline,
        };
        let runs = Box::pin(self.runs(&visit, &order)).await?;
        median(runs).ok_or(BrowserError::TimedOut)
    }

    async fn version(&self) -> Result<String, BrowserError> {
        Ok(self.instance().await?.product().to_owned())
    }
}

/// The load with the median of the largest contentful paint, with the figures of the other loads attached.
fn median(mut runs: Vec<Visited>) -> Option<Visited> {
    let of_runs: Vec<Option<f64>> = runs.iter().map(|run| run.rendering.vitals.lcp_ms).collect();
    let key = |run: &Visited| run.rendering.vitals.lcp_ms.unwrap_or(f64::MAX);
    runs.sort_by(|one, other| key(one).total_cmp(&key(other)));
    let middle = runs.len().checked_sub(1)? / 2;
    let mut chosen = runs.swap_remove(middle);
    chosen.rendering.load.runs = u32::try_from(of_runs.len()).unwrap_or(u32::MAX);
    chosen.rendering.load.lcp_of_runs_ms = of_runs;
    Some(chosen)
}

async fn let_go_when_idle(running: Weak<Mutex<Running>>, idle: Duration) {
    loop {
        sleep(idle).await;
        let Some(running) = running.upgrade() else { return };
        let mut running = running.lock().await;
        let is_used = running.used_at.is_some_and(|at| at.elapsed() < idle)
            || running.instance.as_ref().is_some_and(|instance| Arc::strong_count(instance) > 1);
        if !is_used {
            let instance = running.instance.take();
            drop(running);
            if let Some(instance) = instance.and_then(Arc::into_inner) {
                instance.end().await;
            }
            return;
        }
    }
}
