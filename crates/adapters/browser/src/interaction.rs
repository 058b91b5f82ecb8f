//! One click after the page has settled, and how long the page takes to show an answer to it.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::failure::CallError;
use crate::findings;
use crate::interception::Interceptor;
use crate::page::Page;
use crate::tab::Tab;

const INTERACT: &str = include_str!("interact.js");
/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(4);
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
/// What follows a press (the release, the click) is told a little later.
const AFTERMATH: Duration = Duration::from_millis(200);

/// A click that was answered.
pub(crate) struct Clicked {
    pub(crate) milliseconds: f64,
    pub(crate) selector: String,
}

#[derive(Deserialize)]
struct Spot {
    x: f64,
    y: f64,
    selector: String,
}

/// Clicks something that does not lead away, if there is any. No page can take the place of this one from here on.
pub(crate) async fn click(tab: &Tab, interceptor: &Interceptor) -> Result<Option<Clicked>, CallError> {
    let page = Page::of(tab);
    let Some(spot) = page.evaluate::<Option<Spot>>(INTERACT).await? else { return Ok(None) };
    let (method, params) = interceptor.freeze();
    tab.session.command(method, params).await?;
    for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let event = json!({
            "type": kind, "x": spot.x, "y": spot.y, "button": button, "buttons": buttons, "clickCount": 1,
        });
        tab.session.command("Input.dispatchMouseEvent", event).await?;
    }
    let answered = answered(&page).await?;
    Ok(answered.map(|milliseconds| Clicked { milliseconds, selector: spot.selector }))
}

/// The longest of the events that the click consisted of.
async fn answered(page: &Page<'_>) -> Result<Option<f64>, CallError> {
    let until = Instant::now() + PATIENCE;
    while findings::observed(page).await?.interactions.is_empty() {
        if Instant::now() > until {
            return Ok(None);
        }
        sleep(BETWEEN_LOOKS).await;
    }
    sleep(AFTERMATH).await;
    let events = findings::observed(page).await?.interactions;
    Ok(events.into_iter().map(|event| event.duration).max_by(f64::total_cmp))
}
