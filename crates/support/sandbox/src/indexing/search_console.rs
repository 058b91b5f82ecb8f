//! Search Console's sitemaps: `/webmasters/v3/sites/{site}/sitemaps/{address}`.

use http::{Method, StatusCode};
use serde_json::json;

use crate::asked::{Asked, percent_decoded};
use crate::faults::Failure;
use crate::google_error;
use crate::provider::{CREDENTIAL, Provider, StandIn};
use crate::reply::Reply;
use crate::world::World;

pub(crate) struct SearchConsole;

impl StandIn for SearchConsole {
    fn admits(&self, asked: &Asked) -> bool {
        asked.bearer() == Some(CREDENTIAL)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        let Some((site, address)) = called(&asked.path) else {
            return google_error::not_found("Requested entity was not found.");
        };
        let provider = Provider::SearchConsole;
        let Some(address) = address else {
            let sitemaps = world.memory.all(provider, &format!("{site} "));
            // Google omits an empty list.
            let body =
                if sitemaps.is_empty() || asked.empty { json!({}) } else { json!({ "sitemap": sitemaps }) };
            return Reply::ok(&body);
        };
        let key = format!("{site} {address}");
        match asked.method {
            Method::PUT => {
                let note = json!({
                    "path": address, "lastSubmitted": "2026-11-01T00:00:00.000Z", "isPending": true,
                    "isSitemapsIndex": false, "warnings": "0", "errors": "0",
                });
                world.memory.note(provider, &key, note);
                Reply::bare(StatusCode::NO_CONTENT)
            }
            Method::DELETE => {
                world.memory.remove(provider, &key);
                Reply::bare(StatusCode::NO_CONTENT)
            }
            Method::GET => world.memory.recall(provider, &key).map_or_else(
                || google_error::not_found("Requested entity was not found."),
                |note| Reply::ok(&note),
            ),
            _ => google_error::not_found("Requested entity was not found."),
        }
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Blocked => google_error::reply(
                StatusCode::FORBIDDEN,
                "PERMISSION_DENIED",
                "User does not have sufficient permission for site.",
            ),
            other => google_error::failure(other),
        }
    }
}

/// The site, and the sitemap if the path names one.
fn called(path: &str) -> Option<(String, Option<String>)> {
    let (site, rest) = path.strip_prefix("/webmasters/v3/sites/")?.split_once("/sitemaps")?;
    let address = rest.strip_prefix('/').filter(|address| !address.is_empty());
    Some((percent_decoded(site), address.map(percent_decoded)))
}
