//! A `SearXNG` instance: `GET` or `POST /search`. It has neither totals nor "people also ask", and reports blocked engines in
//! a successful answer.

use http::StatusCode;
use serde_json::{Value, json};

use super::features;
use super::number;
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::suggest::{Feed, completions};
use crate::web::WebResult;
use crate::world::World;

pub(crate) struct SearXng;

const ENGINE: &str = "sandbox";

impl StandIn for SearXng {
    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        match asked.path.as_str() {
            "/search" | "/" => search(world, asked),
            "/autocompleter" => autocomplete(world, asked),
            _ => page(StatusCode::NOT_FOUND, "Page not found"),
        }
    }

    fn failure(&self, asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => page(StatusCode::UNAUTHORIZED, "Unauthorized"),
            Failure::Throttled { retry_after } => {
                page(StatusCode::TOO_MANY_REQUESTS, "Too Many Requests").retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => {
                page(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")
            }
            Failure::Unavailable => page(StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable"),
            Failure::Blocked => {
                let mut body = empty(asked.param("q").unwrap_or_default());
                body["unresponsive_engines"] = json!([[ENGINE, "Suspended: CAPTCHA"]]);
                Reply::ok(&body)
            }
        }
    }
}

fn page(status: StatusCode, title: &str) -> Reply {
    Reply::html(status, format!("<!doctype html>\n<title>{title}</title>\n<h1>{title}</h1>\n"))
}

fn search(world: &World, asked: &Asked) -> Reply {
    let Some(query) = asked.param("q").filter(|query| !query.is_empty()) else {
        return Reply::json(StatusCode::BAD_REQUEST, &json!({ "error": "No query" }));
    };
    // This instance supports no other formats.
    if asked.param("format") != Some("json") {
        return page(StatusCode::FORBIDDEN, "Forbidden");
    }
    let mut body = empty(query);
    if asked.empty || number(asked, "pageno", 1) > 1 {
        return Reply::ok(&body);
    }
    let page = world.web.search(query, asked.param("language"));
    body["results"] = page.results.iter().map(entry).collect();
    body["suggestions"] = json!(page.related_searches);
    if let Some((answer, result)) = features::featured_snippet(&page) {
        body["answers"] = json!([{
            "url": result.url, "template": "answer/legacy.html", "engine": ENGINE, "answer": answer,
        }]);
    }
    if let Some(result) = features::knowledge_panel(&page) {
        body["infoboxes"] = json!([{
            "infobox": result.title, "id": result.url, "content": result.snippet, "engine": ENGINE,
            "urls": [{ "title": result.site_name, "url": result.url }],
        }]);
    }
    Reply::ok(&body)
}

fn empty(query: &str) -> Value {
    json!({
        "query": query, "results": [], "answers": [], "corrections": [], "infoboxes": [], "suggestions": [],
        "unresponsive_engines": [],
    })
}

fn entry(result: &WebResult) -> Value {
    let rank = u32::try_from(result.position).unwrap_or(u32::MAX);
    let query = result.url.split_once('?').map_or("", |(_, query)| query);
    json!({
        "url": result.url, "title": result.title, "content": result.snippet, "engine": ENGINE,
        "template": "default.html", "parsed_url": ["https", result.host, result.path, "", query, ""],
        "img_src": "", "thumbnail": "", "priority": "", "engines": [ENGINE], "positions": [result.position],
        "score": 1.0 / f64::from(rank), "category": "general",
        "publishedDate": format!("{}T00:00:00", result.published),
    })
}

fn autocomplete(world: &World, asked: &Asked) -> Reply {
    let query = asked.param("q").unwrap_or_default();
    let phrases = if asked.empty { Vec::new() } else { completions(world, query, None, Feed::SearXng) };
    let relevance: Vec<usize> = (0..phrases.len()).map(|index| 600 - index).collect();
    Reply::ok(&json!([query, phrases, [], [], { "google:suggestrelevance": relevance }]))
}
