//! Google's feed, and `YouTube`'s with `ds=yt`: `GET /complete/search`.

use http::StatusCode;
use serde_json::{Value, json};

use super::{Feed, completions};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::world::World;

pub(crate) struct GoogleSuggest;

/// The page with a robot check.
const SORRY: &str = "<!DOCTYPE html><html><head><title>Sorry...</title></head><body>unusual traffic from your network</body></html>";

impl StandIn for GoogleSuggest {
    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        if asked.path.starts_with("/sorry/") {
            return Reply::html(StatusCode::TOO_MANY_REQUESTS, SORRY);
        }
        if asked.path != "/complete/search" {
            return page(StatusCode::NOT_FOUND, "Error 404 (Not Found)!!1");
        }
        let query = asked.param("q").unwrap_or_default();
        let feed = if asked.param("ds") == Some("yt") { Feed::YouTube } else { Feed::Google };
        let phrases =
            if asked.empty { Vec::new() } else { completions(world, query, asked.param("hl"), feed) };
        let body = if asked.param("client") == Some("chrome") {
            chrome(query, &phrases)
        } else {
            firefox(query, &phrases)
        };
        Reply::of(StatusCode::OK, "text/javascript; charset=UTF-8", body.to_string())
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => page(StatusCode::FORBIDDEN, "Error 403 (Forbidden)!!1"),
            Failure::Throttled { retry_after } => {
                Reply::html(StatusCode::TOO_MANY_REQUESTS, SORRY).retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => {
                page(StatusCode::INTERNAL_SERVER_ERROR, "Error 500 (Server Error)!!1")
            }
            Failure::Unavailable => {
                page(StatusCode::SERVICE_UNAVAILABLE, "Error 503 (Service Unavailable)!!1")
            }
            Failure::Blocked => Reply::redirect("/google-suggest/sorry/index?continue=sandbox", SORRY),
        }
    }
}

fn page(status: StatusCode, title: &str) -> Reply {
    Reply::html(status, format!("<!DOCTYPE html><html lang=en><title>{title}</title><p>{title}</html>"))
}

fn firefox(query: &str, phrases: &[String]) -> Value {
    let subtypes: Vec<[u32; 1]> = phrases.iter().map(|_| [512]).collect();
    json!([query, phrases, [], { "google:suggestsubtypes": subtypes }])
}

fn chrome(query: &str, phrases: &[String]) -> Value {
    let descriptions: Vec<&str> = phrases.iter().map(|_| "").collect();
    let kinds: Vec<&str> = phrases.iter().map(|_| "QUERY").collect();
    let subtypes: Vec<[u32; 1]> = phrases.iter().map(|_| [512]).collect();
    let relevance: Vec<usize> = (0..phrases.len()).map(|index| 601 - index).collect();
    json!([query, phrases, descriptions, [], {
        "google:clientdata": { "bpc": false, "tlw": false },
        "google:suggestrelevance": relevance,
        "google:suggestsubtypes": subtypes,
        "google:suggesttype": kinds,
        "google:verbatimrelevance": 851,
    }])
}
