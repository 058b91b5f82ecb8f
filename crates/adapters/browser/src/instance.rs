use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ports::browser::BrowserError;
use serde::Deserialize;
use serde_json::json;
use tokio::process::Child;

use crate::connection::{CommandSender, Connection, Listener};
use crate::failure::CallError;
use crate::launch::{self, Complaints, Road};
use crate::message::Event;
use crate::profile::Profile;
use crate::session::Session;
use crate::settings::BrowserSettings;
use crate::tab::{Attached, NewTarget};

/// How long the first start on a slow machine may take.
const START_LIMIT: Duration = Duration::from_secs(30);
/// Page loads after which a browser is replaced, before its leaks add up.
const MOST_VISITS: u32 = 500;

/// A running browser. Dropping it ends the browser.
pub(crate) struct Instance {
    browser: Session,
    page_guard: Arc<PageGuard>,
    product: String,
    visits: AtomicU32,
    condemned: AtomicBool,
    // The order of the fields matters: the process must end before its folder is removed.
    process: Child,
    _complaints: Complaints,
    _profile: Profile,
}

impl Instance {
    pub(crate) async fn start(settings: &BrowserSettings, road: Road) -> Result<Self, BrowserError> {
        let program = launch::find(settings)?;
        let no_folder = |error: std::io::Error| {
            BrowserError::Unavailable(format!("there is no room for its temporary files: {error}"))
        };
        let profile = Profile::create().map_err(no_folder)?;
        let launched = launch::launch(&program, settings, road, &profile)?;
        let page_guard = Arc::new(PageGuard::default());
        let root = Arc::clone(&page_guard) as Arc<dyn Listener>;
        let connection = Connection::open(launched.to_browser, launched.from_browser, root);
        let browser = Session::of_browser(Arc::new(connection));
        let complaints = launched.complaints;
        let product = greet(&browser).await.map_err(|error| {
            tracing::warn!(%error, program = %program.display(), "the browser did not start");
            complaints.explain()
        })?;
        if let Err(error) = warm_up(&browser).await {
            tracing::debug!(%error, "the browser was not warmed up");
        }
        tracing::info!(product, program = %program.display(), "a browser was started");
        Ok(Self {
            browser,
            page_guard,
            product,
            visits: AtomicU32::new(0),
            condemned: AtomicBool::new(false),
            process: launched.process,
            _complaints: complaints,
            _profile: profile,
        })
    }

    /// Ends the browser and waits until its first process has exited, so that its folder can be removed.
    pub(crate) async fn end(mut self) {
        if let Err(error) = self.process.kill().await {
            tracing::debug!(%error, "a browser could not be ended");
        }
    }

    pub(crate) fn browser(&self) -> &Session {
        &self.browser
    }

    pub(crate) fn page_guard(&self) -> &PageGuard {
        &self.page_guard
    }

    /// The browser's name and version, as in `Chrome/150.0.1`.
    pub(crate) fn product(&self) -> &str {
        &self.product
    }

    pub(crate) fn count_visit(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Prevents further page loads in this instance.
    pub(crate) fn condemn(&self) {
        self.condemned.store(true, Ordering::Relaxed);
    }

    /// Whether another page load may begin in this instance.
    pub(crate) fn is_fit(&self) -> bool {
        !self.browser.connection().is_closed()
            && !self.condemned.load(Ordering::Relaxed)
            && self.visits.load(Ordering::Relaxed) < MOST_VISITS
    }

    pub(crate) async fn count_pages(&self) -> Result<usize, CallError> {
        let pages = json!({ "filter": [{ "type": "page" }] });
        let targets: Targets = self.browser.call("Target.getTargets", pages).await?;
        Ok(targets.infos.len())
    }

    pub(crate) fn process_id(&self) -> Option<u32> {
        self.process.id()
    }
}

#[derive(Deserialize)]
struct Version {
    product: String,
}

async fn greet(browser: &Session) -> Result<String, CallError> {
    let version: Version = browser.call_within(START_LIMIT, "Browser.getVersion", json!({})).await?;
    let pages = json!({ "discover": true, "filter": [{ "type": "page" }] });
    browser.command("Target.setDiscoverTargets", pages).await?;
    Ok(version.product.replace("Headless", ""))
}

/// Loads an empty page, so that one-time work of the browser (starting its helpers, finding fonts) is not
/// counted for the first real page.
async fn warm_up(browser: &Session) -> Result<(), CallError> {
    let page = json!({ "url": "data:text/html,<h1>Warm</h1>" });
    let target: NewTarget = browser.call("Target.createTarget", page).await?;
    let which = json!({ "targetId": target.id, "flatten": true });
    let attached: Attached = browser.call("Target.attachToTarget", which).await?;
    browser.with_target(&attached.id).command("Page.captureScreenshot", json!({})).await?;
    browser.command("Target.closeTarget", json!({ "targetId": target.id })).await
}

/// Allows one page per context, and closes all other pages that open.
#[derive(Default)]
pub(crate) struct PageGuard {
    /// The first page of each context, which is the one that we opened.
    pages: Mutex<HashMap<String, String>>,
}

impl PageGuard {
    pub(crate) fn remove(&self, context: &str) {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).remove(context);
    }

    fn is_intruder(&self, target: &TargetInfo) -> bool {
        let Some(context) = &target.context else { return false };
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let ours = pages.entry(context.clone()).or_insert_with(|| target.id.clone());
        *ours != target.id
    }
}

#[derive(Deserialize)]
struct Targets {
    #[serde(rename = "targetInfos")]
    infos: Vec<TargetInfo>,
}

#[derive(Deserialize)]
struct TargetCreated {
    #[serde(rename = "targetInfo")]
    target: TargetInfo,
}

#[derive(Deserialize)]
struct TargetInfo {
    #[serde(rename = "targetId")]
    id: String,
    #[serde(rename = "browserContextId")]
    context: Option<String>,
}

impl Listener for PageGuard {
    fn hear(&self, event: Event, sender: &CommandSender) {
        if event.method != "Target.targetCreated" {
            return;
        }
        let Some(TargetCreated { target }) = event.read() else { return };
        if self.is_intruder(&target) {
            sender.try_send(None, "Target.closeTarget", json!({ "targetId": target.id }));
        }
    }
}
