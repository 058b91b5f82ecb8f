//! `SerpApi`: `GET /search.json`.

use http::StatusCode;
use serde_json::{Map, Value, json};

use super::features::{self, Rating};
use super::{number, total};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::seed::Seed;
use crate::web::{ResultsPage, WebResult};
use crate::world::World;

pub(crate) struct SerpApi;

const NO_RESULTS: &str = "Google hasn't returned any results for this query.";

impl StandIn for SerpApi {
    fn admits(&self, asked: &Asked) -> bool {
        asked.param("api_key") == Some(CREDENTIAL) || asked.bearer() == Some(CREDENTIAL)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        if !matches!(asked.path.as_str(), "/search.json" | "/search") {
            return error(StatusCode::NOT_FOUND, "Not found.");
        }
        if asked.param("engine").is_some_and(|engine| engine != "google") {
            return error(StatusCode::BAD_REQUEST, "Unsupported `engine` parameter.");
        }
        let Some(query) = asked.param("q").filter(|query| !query.is_empty()) else {
            return error(StatusCode::BAD_REQUEST, "Missing query `q` parameter.");
        };
        let start = number(asked, "start", 0);
        let mut body = envelope(asked, query);
        if asked.empty || start >= 10 {
            body["search_information"] = json!({ "organic_results_state": "Fully empty", "query_displayed": query, "total_results": 0 });
            body["error"] = json!(NO_RESULTS);
            return Reply::ok(&body);
        }
        let page = world.web.search(query, asked.param("hl"));
        body["search_information"] = json!({
            "organic_results_state": "Results for exact spelling", "query_displayed": query,
            "total_results": total(query), "time_taken_displayed": 0.31,
        });
        let shown = page.results.iter().skip(start).take(number(asked, "num", 10));
        body["organic_results"] = shown.map(|result| organic(result, &page.language)).collect();
        body["related_questions"] = related_questions(&page);
        body["related_searches"] = page.related_searches.iter().map(|text| related(text)).collect();
        body["serpapi_pagination"] = json!({ "current": 1 });
        if let Value::Object(body) = &mut body {
            body.extend(blocks(&page));
        }
        Reply::ok(&body)
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => error(
                StatusCode::UNAUTHORIZED,
                "Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key",
            ),
            Failure::Throttled { retry_after } => error(
                StatusCode::TOO_MANY_REQUESTS,
                "You are exceeding the allowed throughput of searches per hour.",
            )
            .retry_after(retry_after),
            Failure::Broken | Failure::Task(_) => {
                error(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong on our end. Please try again.")
            }
            Failure::Unavailable | Failure::Blocked => error(
                StatusCode::SERVICE_UNAVAILABLE,
                "We couldn't get valid results for this search. Please try again later.",
            ),
        }
    }
}

fn error(status: StatusCode, message: &str) -> Reply {
    Reply::json(status, &json!({ "error": message }))
}

fn envelope(asked: &Asked, query: &str) -> Value {
    let id = Seed::of(&["serpapi", &asked.raw_query]).hex(24);
    let mut parameters =
        Map::from_iter([("engine".to_owned(), json!("google")), ("q".to_owned(), json!(query))]);
    for name in ["google_domain", "gl", "hl", "location", "device", "num", "start"] {
        parameters.extend(asked.param(name).map(|value| (name.to_owned(), json!(value))));
    }
    json!({
        "search_metadata": {
            "id": id, "status": "Success", "json_endpoint": format!("https://serpapi.com/searches/{id}/{id}.json"),
            "created_at": "2026-11-01 00:00:00 UTC", "processed_at": "2026-11-01 00:00:00 UTC",
            "google_url": google_url(query), "raw_html_file": format!("https://serpapi.com/searches/{id}/{id}.html"),
            "total_time_taken": 0.5,
        },
        "search_parameters": parameters,
    })
}

fn google_url(query: &str) -> String {
    let encoded: String = form_urlencoded::byte_serialize(query.as_bytes()).collect();
    format!("https://www.google.com/search?q={encoded}")
}

fn organic(result: &WebResult, language: &str) -> Value {
    json!({
        "position": result.position, "title": result.title, "link": result.url,
        "displayed_link": result.breadcrumb(), "snippet": result.snippet, "source": result.site_name,
        "date": result.published.short(language),
    })
}

fn related_questions(page: &ResultsPage) -> Value {
    let entry = |question: &crate::web::Question| match &question.answer {
        Some((answer, result)) => json!({
            "question": question.question, "snippet": answer, "title": result.title, "link": result.url,
            "displayed_link": format!("https://{}", result.host),
        }),
        None => json!({ "question": question.question }),
    };
    page.questions.iter().map(entry).collect()
}

fn related(query: &str) -> Value {
    json!({ "query": query, "link": google_url(query) })
}

/// The blocks beside the results, if shown.
fn blocks(page: &ResultsPage) -> Map<String, Value> {
    let mut blocks = Map::new();
    let mut add = |name: &str, block: Value| {
        if block.as_array().is_none_or(|entries| !entries.is_empty()) {
            blocks.insert(name.to_owned(), block);
        }
    };
    if let Some((answer, result)) = features::featured_snippet(page) {
        add(
            "answer_box",
            json!({
                "type": "organic_result", "title": result.title, "link": result.url,
                "displayed_link": result.breadcrumb(), "snippet": answer,
            }),
        );
    }
    if let Some(result) = features::knowledge_panel(page) {
        let source = json!({ "name": result.site_name, "link": result.url });
        add(
            "knowledge_graph",
            json!({ "title": result.title, "description": result.snippet, "source": source }),
        );
    }
    let overview = features::ai_overview(page);
    if !overview.is_empty() {
        add("ai_overview", ai_overview(&overview));
    }
    add("inline_videos", features::videos(page).iter().zip(1..).map(video).collect());
    add("inline_images", features::images(page).into_iter().map(image).collect());
    add("top_stories", features::top_stories(page).into_iter().map(|story| teaser(story, page)).collect());
    add("shopping_results", features::shopping(page).into_iter().zip(1..).map(product).collect());
    let places: Vec<Value> = features::local_pack(page).into_iter().zip(1..).map(place).collect();
    if !places.is_empty() {
        add("local_results", json!({ "places": places }));
    }
    blocks
}

fn ai_overview(answers: &[&(String, WebResult)]) -> Value {
    let blocks = answers.iter().map(|(answer, _)| json!({ "type": "paragraph", "snippet": answer }));
    let references = answers.iter().zip(0..).map(|((_, result), index)| {
        json!({
            "title": result.title, "link": result.url, "snippet": result.snippet, "source": result.site_name,
            "index": index,
        })
    });
    json!({ "text_blocks": blocks.collect::<Value>(), "references": references.collect::<Value>() })
}

fn video((video, position): (&features::Video, usize)) -> Value {
    json!({
        "position": position, "title": video.title, "link": video.url, "channel": video.channel,
        "duration": format!("{}:00", video.minutes), "date": video.date, "platform": "Clips",
    })
}

fn image(result: &WebResult) -> Value {
    json!({ "title": result.title, "link": result.url, "source": result.url, "original": features::picture(result) })
}

fn teaser(result: &WebResult, page: &ResultsPage) -> Value {
    json!({
        "title": result.title, "link": result.url, "source": result.site_name,
        "date": result.published.short(&page.language),
    })
}

fn product((result, position): (&WebResult, usize)) -> Value {
    let price = result.price.as_ref();
    let rating = Rating::of(result);
    json!({
        "position": position, "title": result.title, "link": result.url, "source": result.site_name,
        "price": price.map(crate::web::Price::shown),
        "extracted_price": price.and_then(|price| price.amount.parse::<f64>().ok()),
        "rating": rating.stars, "reviews": rating.count,
    })
}

fn place((result, position): (&WebResult, usize)) -> Value {
    let rating = Rating::of(result);
    json!({
        "position": position, "title": result.title, "rating": rating.stars, "reviews": rating.count,
        "links": { "website": result.url },
    })
}
