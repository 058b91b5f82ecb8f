//! Bing's feeds: `GET /osjson.aspx`, and `GET /AS/Suggestions` with markers around the completed part.

use http::StatusCode;
use serde_json::json;

use super::{Feed, completions};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::world::World;

pub(crate) struct BingSuggest;

const CHALLENGE: &str = "<!DOCTYPE html><html><head><title>One last step</title></head><body>Please solve the challenge below.</body></html>";

impl StandIn for BingSuggest {
    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        let name = match asked.path.as_str() {
            "/osjson.aspx" => "query",
            "/AS/Suggestions" => "qry",
            _ => return page(StatusCode::NOT_FOUND, "Not found"),
        };
        let query = asked.param(name).unwrap_or_default();
        // The market is the language and the country, as in `vi-VN`.
        let language = asked.param("market").or_else(|| asked.param("language"));
        let phrases = if asked.empty { Vec::new() } else { completions(world, query, language, Feed::Bing) };
        if name == "query" {
            let body = json!([query, phrases]).to_string();
            return Reply::of(StatusCode::OK, "application/x-suggestions+json; charset=utf-8", body);
        }
        let entries: Vec<_> = phrases.iter().map(|phrase| json!({ "q": marked(query, phrase) })).collect();
        Reply::ok(&json!({ "s": entries }))
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => page(StatusCode::FORBIDDEN, "Forbidden"),
            Failure::Throttled { retry_after } => {
                page(StatusCode::TOO_MANY_REQUESTS, "Too many requests").retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => {
                page(StatusCode::INTERNAL_SERVER_ERROR, "Internal server error")
            }
            Failure::Unavailable => page(StatusCode::SERVICE_UNAVAILABLE, "Service unavailable"),
            Failure::Blocked => Reply::html(StatusCode::OK, CHALLENGE),
        }
    }
}

fn page(status: StatusCode, title: &str) -> Reply {
    Reply::html(
        status,
        format!("<!DOCTYPE html><html><head><title>{title}</title></head><body>{title}</body></html>"),
    )
}

fn marked(query: &str, phrase: &str) -> String {
    match phrase.strip_prefix(query) {
        Some(rest) => format!("{query}\u{e000}{rest}\u{e001}"),
        None => format!("\u{e000}{phrase}\u{e001}"),
    }
}
