//! Clicks once after the page has settled, and measures how long the page takes to respond.

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
/// The time limit for a response.
const PATIENCE: Duration = Duration::from_secs(4);
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
/// The events that follow a press (the release, the click) are reported a little later.
const AFTERMATH: Duration = Duration::from_millis(200);

/// A click to which the page responded.
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

/// Clicks an element that does not navigate away, if there is one. From here on no navigation can replace
/// this page.
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

/// The longest of the events that make up the click.
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
