//! Waits until a page has settled: loaded, the network and the main thread quiet, and observed for long
//! enough.

use std::time::Duration;

use ports::browser::BrowserError;
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::failure::RESTLESS;
use crate::page::Page;
use crate::tab::Tab;

/// With a shorter time, late layout shifts would be missed.
const AT_LEAST: Duration = Duration::from_secs(3);
const QUIET_MILLISECONDS: f64 = 500.0;
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// How long a busy page may leave a query unanswered.
const ANSWER_LIMIT: Duration = Duration::from_secs(3);
/// Pages that may follow one another: a few redirects by script are normal.
const MOST_PAGES: u32 = 6;

/// How the observation ended.
pub(crate) struct Settled {
    pub(crate) watched: Duration,
    pub(crate) at_rest: bool,
}

/// Observes a page until it has settled or the time is up.
pub(crate) async fn settle(tab: &Tab, began: Instant, until: Instant) -> Result<Settled, BrowserError> {
    let mut since = began;
    let mut pages = 0;
    loop {
        let (state, network_is_quiet) = {
            let recorded = tab.recorder.recorded();
            (recorded.page.clone(), recorded.requests.is_quiet())
        };
        if state.pages > MOST_PAGES {
            return Err(BrowserError::Unloadable(RESTLESS.to_owned()));
        }
        if state.pages > pages {
            (pages, since) = (state.pages, if pages == 0 { began } else { Instant::now() });
        }
        let watched_enough = since.elapsed() >= AT_LEAST;
        let at_rest =
            watched_enough && state.loaded && network_is_quiet && main_thread_is_quiet(tab, until).await;
        if at_rest || Instant::now() >= until {
            return Ok(Settled { watched: since.elapsed(), at_rest });
        }
        sleep(BETWEEN_LOOKS).await;
    }
}

async fn main_thread_is_quiet(tab: &Tab, until: Instant) -> bool {
    let limit = ANSWER_LIMIT.min(until.saturating_duration_since(Instant::now()));
    let quiet = Page::of(tab).evaluate_within::<f64>(limit, "observed.quietFor()").await;
    quiet.is_ok_and(|quiet| quiet >= QUIET_MILLISECONDS)
}

/// Ends a script that never ends by itself, so that the page can be queried about the rest.
pub(crate) async fn interrupt(tab: &Tab) {
    let interrupted = tab.session.command("Runtime.terminateExecution", json!({})).await;
    if let Err(error) = interrupted {
        tracing::debug!(%error, "an endless script could not be ended");
    }
}
