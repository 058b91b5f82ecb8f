//! Google's Indexing API: `POST /v3/urlNotifications:publish`, `GET /v3/urlNotifications/metadata`.

use http::Method;
use serde_json::{Value, json};
use url::Url;

use crate::asked::Asked;
use crate::faults::Failure;
use crate::google_error;
use crate::provider::{CREDENTIAL, Provider, StandIn};
use crate::reply::Reply;
use crate::world::World;

pub(crate) struct GoogleIndexing;

/// Every notification has the date of the sandbox's web.
const NOTIFIED: &str = "2026-11-01T00:00:00.000000Z";

impl StandIn for GoogleIndexing {
    fn admits(&self, asked: &Asked) -> bool {
        asked.bearer() == Some(CREDENTIAL)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        match (asked.method.clone(), asked.path.as_str()) {
            (Method::POST, "/v3/urlNotifications:publish") => publish(world, asked),
            (Method::GET, "/v3/urlNotifications/metadata") => {
                let note =
                    asked.param("url").and_then(|url| world.memory.recall(Provider::GoogleIndexing, url));
                note.map_or_else(
                    || google_error::not_found("Requested entity was not found."),
                    |note| Reply::ok(&note),
                )
            }
            _ => google_error::not_found("Requested entity was not found."),
        }
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Blocked => google_error::reply(
                http::StatusCode::FORBIDDEN,
                "PERMISSION_DENIED",
                "Permission denied. Failed to verify the URL ownership.",
            ),
            other => google_error::failure(other),
        }
    }
}

fn publish(world: &World, asked: &Asked) -> Reply {
    let request = asked.json();
    let url = request["url"].as_str().filter(|url| Url::parse(url).is_ok());
    let Some(url) = url else {
        return google_error::invalid("Missing attribute. 'url' attribute is required.");
    };
    let Some(kind @ ("URL_UPDATED" | "URL_DELETED")) = request["type"].as_str() else {
        return google_error::invalid("Invalid value at 'url_notification.type'.");
    };
    let known = world.memory.recall(Provider::GoogleIndexing, url);
    let mut note: Value = known.unwrap_or_else(|| json!({ "url": url }));
    let name = if kind == "URL_UPDATED" { "latestUpdate" } else { "latestRemove" };
    note[name] = json!({ "url": url, "type": kind, "notifyTime": NOTIFIED });
    world.memory.note(Provider::GoogleIndexing, url, note.clone());
    Reply::ok(&json!({ "urlNotificationMetadata": note }))
}
