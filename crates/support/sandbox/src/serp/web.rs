//! The results page of `DuckDuckGo` for clients without scripts: `GET` or `POST /html/`.

use std::fmt::Write;

use http::StatusCode;

use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::web::{WebResult, escape};
use crate::world::World;

pub(crate) struct WebEngine;

const NO_RESULTS: &str =
    "<div class=\"no-results\"><div class=\"no-results__message\">No results found.</div></div>\n";

impl StandIn for WebEngine {
    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        if asked.path.trim_end_matches('/') != "/html" {
            return document(StatusCode::NOT_FOUND, "Not found", "");
        }
        let query = asked.param("q").unwrap_or_default();
        let later_page = asked.param("s").is_some_and(|offset| offset != "0");
        if asked.empty || later_page || query.trim().is_empty() {
            return document(StatusCode::OK, query, NO_RESULTS);
        }
        // The region is the country and the language, as in `vn-vi`.
        let language = asked.param("kl").and_then(|region| region.split('-').nth(1));
        let page = world.web.search(query, language);
        let results: String = page.results.iter().map(entry).collect();
        document(StatusCode::OK, query, &results)
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        let plain = |status, title| document(status, title, "");
        match failure {
            Failure::Unauthorised => plain(StatusCode::FORBIDDEN, "Forbidden"),
            Failure::Throttled { retry_after } => {
                plain(StatusCode::TOO_MANY_REQUESTS, "Too many requests").retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "Error"),
            Failure::Unavailable => plain(StatusCode::SERVICE_UNAVAILABLE, "Unavailable"),
            Failure::Blocked => document(
                StatusCode::ACCEPTED,
                "Anomaly",
                "<div class=\"anomaly-modal__mask\"><div class=\"anomaly-modal__modal\" data-testid=\"anomaly-modal\">\
                 <div class=\"anomaly-modal__title\">Unfortunately, bots use DuckDuckGo too.</div></div></div>\n",
            ),
        }
    }
}

fn document(status: StatusCode, title: &str, results: &str) -> Reply {
    let title = escape(title);
    Reply::html(
        status,
        format!(
            "<!DOCTYPE html>\n<html>\n<head><meta charset=\"utf-8\"><title>{title} at DuckDuckGo</title></head>\n\
             <body class=\"body--html\">\n<form action=\"/html/\" method=\"post\">\
             <input name=\"q\" class=\"search__input\" value=\"{title}\"></form>\n\
             <div id=\"links\" class=\"results\">\n{results}</div>\n</body>\n</html>\n"
        ),
    )
}

/// A result. Odd ones lead through the engine's redirect, even ones directly, as both occur.
fn entry(result: &WebResult) -> String {
    let encoded: String = form_urlencoded::byte_serialize(result.url.as_bytes()).collect();
    let target = if result.position % 2 == 1 {
        format!("//duckduckgo.com/l/?uddg={encoded}&rut=sandbox")
    } else {
        result.url.clone()
    };
    let (href, title, snippet) = (escape(&target), escape(&result.title), escape(&result.snippet));
    let shown = escape(result.url.trim_start_matches("https://"));
    let mut html = String::from("<div class=\"result results_links results_links_deep web-result\">\n");
    // Writing to a string can't fail.
    let _ = write!(
        html,
        "<div class=\"links_main links_deep result__body\">\n\
         <h2 class=\"result__title\"><a rel=\"nofollow\" class=\"result__a\" href=\"{href}\">{title}</a></h2>\n\
         <div class=\"result__extras\"><a class=\"result__url\" href=\"{href}\">{shown}</a></div>\n\
         <a class=\"result__snippet\" href=\"{href}\">{snippet}</a>\n</div>\n</div>\n"
    );
    html
}
