//! `DuckDuckGo`'s feed: `GET /ac/`, a list with `type=list`, else objects.

use http::StatusCode;
use serde_json::{Value, json};

use super::{Feed, completions};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::world::World;

pub(crate) struct DuckDuckGoSuggest;

impl StandIn for DuckDuckGoSuggest {
    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        if asked.path.trim_end_matches('/') != "/ac" {
            return page(StatusCode::NOT_FOUND, "404 Not Found");
        }
        let query = asked.param("q").unwrap_or_default();
        // The region is the country and the language, as in `vn-vi`.
        let language = asked.param("kl").and_then(|region| region.split('-').nth(1));
        let phrases =
            if asked.empty { Vec::new() } else { completions(world, query, language, Feed::DuckDuckGo) };
        let body = if asked.param("type") == Some("list") {
            json!([query, phrases])
        } else {
            phrases.iter().map(|phrase| json!({ "phrase": phrase })).collect::<Value>()
        };
        Reply::of(StatusCode::OK, "application/javascript; charset=utf-8", body.to_string())
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => page(StatusCode::FORBIDDEN, "403 Forbidden"),
            Failure::Throttled { retry_after } => {
                page(StatusCode::TOO_MANY_REQUESTS, "429 Too Many Requests").retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => {
                page(StatusCode::INTERNAL_SERVER_ERROR, "500 Internal Server Error")
            }
            Failure::Unavailable => page(StatusCode::SERVICE_UNAVAILABLE, "503 Service Unavailable"),
            Failure::Blocked => page(StatusCode::ACCEPTED, "Unfortunately, bots use DuckDuckGo too."),
        }
    }
}

fn page(status: StatusCode, title: &str) -> Reply {
    Reply::html(
        status,
        format!(
            "<html><head><title>{title}</title></head><body><center><h1>{title}</h1></center></body></html>"
        ),
    )
}
