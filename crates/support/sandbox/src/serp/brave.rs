//! Brave Search: `GET /res/v1/web/search`. It has no "people also ask".

use http::{HeaderName, StatusCode};
use serde_json::{Value, json};

use super::features;
use super::number;
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::seed::Seed;
use crate::web::{Kind, ResultsPage, WebResult};
use crate::world::World;

pub(crate) struct Brave;

/// The rate limits of the sandbox's subscription: one request a second, 15,000 a month.
const RATE_HEADERS: [(&str, &str); 4] = [
    ("x-ratelimit-limit", "1, 15000"),
    ("x-ratelimit-policy", "1;w=1, 15000;w=2592000"),
    ("x-ratelimit-remaining", "1, 14000"),
    ("x-ratelimit-reset", "1, 1419704"),
];

const LONGEST_QUERY: usize = 400;

impl StandIn for Brave {
    fn admits(&self, asked: &Asked) -> bool {
        asked.header("x-subscription-token") == Some(CREDENTIAL)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        if asked.path != "/res/v1/web/search" {
            return error(StatusCode::NOT_FOUND, "NOT_FOUND", "The requested resource was not found.");
        }
        let (count, offset) = (number(asked, "count", 20), number(asked, "offset", 0));
        let query = asked.param("q").filter(|query| (1..=LONGEST_QUERY).contains(&query.chars().count()));
        let Some(query) = query.filter(|_| (1..=20).contains(&count) && offset <= 9) else {
            return error(
                StatusCode::UNPROCESSABLE_ENTITY,
                "VALIDATION",
                "Unable to validate request parameter(s)",
            );
        };
        let mut body = json!({
            "type": "search",
            "query": {
                "original": query, "show_strict_warning": false, "is_navigational": false,
                "more_results_available": false,
            },
            "mixed": { "type": "mixed", "main": [], "top": [], "side": [] },
        });
        if !asked.empty && offset == 0 {
            let page = world.web.search(query, asked.param("search_lang"));
            fill(&mut body, &page, count, asked.param("text_decorations") != Some("false"), query);
        }
        with_rates(Reply::ok(&body))
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => error(
                StatusCode::UNAUTHORIZED,
                "SUBSCRIPTION_TOKEN_INVALID",
                "The provided subscription token is invalid.",
            ),
            Failure::Throttled { retry_after } => {
                error(StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED", "Request rate limit exceeded for plan.")
                    .retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => {
                error(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", "Internal server error")
            }
            Failure::Unavailable => {
                error(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE", "Service temporarily unavailable")
            }
            Failure::Blocked => error(StatusCode::FORBIDDEN, "RESOURCE_NOT_ALLOWED", "Resource not allowed"),
        }
    }
}

fn error(status: StatusCode, code: &str, detail: &str) -> Reply {
    let body = json!({
        "type": "ErrorResponse",
        "error": {
            "id": Seed::of(&["brave", code]).uuid(), "status": status.as_u16(), "code": code, "detail": detail,
            "meta": {},
        },
        "time": 1_793_491_200,
    });
    with_rates(Reply::json(status, &body))
}

fn with_rates(reply: Reply) -> Reply {
    RATE_HEADERS.iter().fold(reply, |reply, (name, value)| reply.with(HeaderName::from_static(name), value))
}

fn fill(body: &mut Value, page: &ResultsPage, count: usize, decorated: bool, query: &str) {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let decorate = |text: &str| if decorated { strong(text, &words) } else { text.to_owned() };
    let results: Vec<Value> =
        page.results.iter().take(count).map(|result| web(result, page, &decorate)).collect();
    body["mixed"]["main"] =
        (0..results.len()).map(|index| json!({ "type": "web", "index": index, "all": false })).collect();
    body["web"] = json!({ "type": "search", "family_friendly": true, "results": results });
    let threads = page.results.iter().filter(|result| result.kind == Kind::Forum);
    let lists = [
        ("discussions", "search", threads.map(discussion).collect::<Vec<_>>()),
        ("videos", "videos", features::videos(page).iter().map(video).collect()),
        ("news", "news", features::top_stories(page).into_iter().map(|story| news(story, page)).collect()),
        ("locations", "locations", features::local_pack(page).into_iter().map(location).collect()),
        ("infobox", "graph", features::knowledge_panel(page).into_iter().map(infobox).collect()),
    ];
    for (name, kind, entries) in lists {
        if !entries.is_empty() {
            body[name] = json!({ "type": kind, "results": entries });
        }
    }
}

/// Marks the words of the query, as Brave does by default.
fn strong(text: &str, words: &[String]) -> String {
    let mark = |word: &str| {
        let plain = word.to_lowercase();
        if words.contains(&plain) { format!("<strong>{word}</strong>") } else { word.to_owned() }
    };
    text.split(' ').map(mark).collect::<Vec<_>>().join(" ")
}

fn web(result: &WebResult, page: &ResultsPage, decorate: &dyn Fn(&str) -> String) -> Value {
    json!({
        "title": decorate(&result.title), "url": result.url, "is_source_local": false, "is_source_both": false,
        "description": decorate(&result.snippet),
        "page_age": format!("{}T00:00:00", result.published), "age": result.published.long(),
        "language": page.language, "type": "search_result", "subtype": "generic",
        "profile": {
            "name": result.site_name, "url": result.url, "long_name": result.host, "img": "",
        },
        "meta_url": {
            "scheme": "https", "netloc": result.host, "hostname": result.host, "favicon": "",
            "path": result.breadcrumb().trim_start_matches(&format!("https://{}", result.host)).trim(),
        },
    })
}

fn discussion(result: &WebResult) -> Value {
    json!({
        "type": "discussion", "title": result.title, "url": result.url, "description": result.snippet,
        "data": { "forum_name": result.site_name, "question": result.title },
    })
}

fn video(video: &features::Video) -> Value {
    json!({
        "type": "video_result", "title": video.title, "url": video.url, "age": video.date,
        "video": { "duration": format!("{}:00", video.minutes), "creator": video.channel },
    })
}

fn news(result: &WebResult, page: &ResultsPage) -> Value {
    json!({
        "type": "news_result", "title": result.title, "url": result.url, "description": result.snippet,
        "age": result.published.short(&page.language),
    })
}

fn location(result: &WebResult) -> Value {
    json!({ "type": "location_result", "title": result.title, "url": result.url })
}

fn infobox(result: &WebResult) -> Value {
    json!({ "type": "infobox", "title": result.title, "url": result.url, "description": result.snippet })
}
