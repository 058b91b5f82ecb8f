//! Serper: `POST /search` with a JSON body.

use http::{Method, StatusCode};
use serde_json::{Map, Value, json};

use super::features::{self, Rating};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::web::{Price, Question, ResultsPage, WebResult};
use crate::world::World;

pub(crate) struct Serper;

impl StandIn for Serper {
    fn admits(&self, asked: &Asked) -> bool {
        asked.header("x-api-key") == Some(CREDENTIAL)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        if asked.path != "/search" || asked.method != Method::POST {
            return error(StatusCode::NOT_FOUND, "Not Found");
        }
        let replies = match asked.json() {
            Value::Array(batch) => batch
                .iter()
                .map(|task| results(world, asked, task))
                .collect::<Option<Vec<_>>>()
                .map(Value::Array),
            task => results(world, asked, task),
        };
        replies.map_or_else(
            || error(StatusCode::BAD_REQUEST, "Missing query parameter"),
            |body| Reply::ok(&body),
        )
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => error(StatusCode::FORBIDDEN, "Unauthorized."),
            Failure::Throttled { retry_after } => {
                error(StatusCode::TOO_MANY_REQUESTS, "Too many requests").retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => {
                error(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")
            }
            Failure::Unavailable | Failure::Blocked => {
                error(StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable")
            }
        }
    }
}

fn error(status: StatusCode, message: &str) -> Reply {
    Reply::json(status, &json!({ "message": message, "statusCode": status.as_u16() }))
}

fn results(world: &World, asked: &Asked, task: &Value) -> Option<Value> {
    let query = task["q"].as_str().filter(|query| !query.is_empty())?;
    let mut parameters = json!({ "q": query, "type": "search", "engine": "google" });
    for name in ["gl", "hl", "num", "page", "location"] {
        if !task[name].is_null() {
            parameters[name] = task[name].clone();
        }
    }
    let mut body = Map::from_iter([("searchParameters".to_owned(), parameters)]);
    let first_page = task["page"].as_u64().unwrap_or(1) <= 1;
    let mut organic = Value::Array(Vec::new());
    if !asked.empty && first_page {
        let page = world.web.search(query, task["hl"].as_str());
        let shown = usize::try_from(task["num"].as_u64().unwrap_or(10)).unwrap_or(10);
        organic = page.results.iter().take(shown).map(|result| entry(result, &page.language)).collect();
        body.extend(blocks(&page));
    }
    body.insert("organic".to_owned(), organic);
    body.insert("credits".to_owned(), json!(1));
    Some(Value::Object(body))
}

fn entry(result: &WebResult, language: &str) -> Value {
    json!({
        "title": result.title, "link": result.url, "snippet": result.snippet,
        "date": result.published.short(language), "position": result.position,
    })
}

fn blocks(page: &ResultsPage) -> Map<String, Value> {
    let mut blocks = Map::new();
    if let Some((answer, result)) = features::featured_snippet(page) {
        let block = json!({ "snippet": answer, "title": result.title, "link": result.url });
        blocks.insert("answerBox".to_owned(), block);
    }
    if let Some(result) = features::knowledge_panel(page) {
        let block = json!({
            "title": result.title, "description": result.snippet,
            "descriptionSource": result.site_name, "descriptionLink": result.url,
        });
        blocks.insert("knowledgeGraph".to_owned(), block);
    }
    let lists: [(&str, Vec<Value>); 7] = [
        ("peopleAlsoAsk", page.questions.iter().map(question).collect()),
        ("relatedSearches", page.related_searches.iter().map(|query| json!({ "query": query })).collect()),
        ("videos", features::videos(page).iter().zip(1..).map(video).collect()),
        ("images", features::images(page).into_iter().map(image).collect()),
        ("topStories", features::top_stories(page).into_iter().map(|story| teaser(story, page)).collect()),
        ("places", features::local_pack(page).into_iter().zip(1..).map(place).collect()),
        ("shopping", features::shopping(page).into_iter().zip(1..).map(product).collect()),
    ];
    let filled = lists.into_iter().filter(|(_, entries)| !entries.is_empty());
    blocks.extend(filled.map(|(name, entries)| (name.to_owned(), Value::Array(entries))));
    blocks
}

fn question(question: &Question) -> Value {
    match &question.answer {
        Some((answer, result)) => json!({
            "question": question.question, "snippet": answer, "title": result.title, "link": result.url,
        }),
        None => json!({ "question": question.question }),
    }
}

fn video((video, position): (&features::Video, usize)) -> Value {
    json!({
        "title": video.title, "link": video.url, "channel": video.channel,
        "duration": format!("{}:00", video.minutes), "date": video.date, "position": position,
    })
}

fn image(result: &WebResult) -> Value {
    json!({ "title": result.title, "imageUrl": features::picture(result), "link": result.url })
}

fn teaser(result: &WebResult, page: &ResultsPage) -> Value {
    json!({
        "title": result.title, "link": result.url, "source": result.site_name,
        "date": result.published.short(&page.language),
    })
}

fn place((result, position): (&WebResult, usize)) -> Value {
    let rating = Rating::of(result);
    json!({
        "title": result.title, "rating": rating.stars, "ratingCount": rating.count, "position": position,
        "website": result.url,
    })
}

fn product((result, position): (&WebResult, usize)) -> Value {
    let rating = Rating::of(result);
    json!({
        "title": result.title, "link": result.url, "source": result.site_name,
        "price": result.price.as_ref().map(Price::shown), "rating": rating.stars, "ratingCount": rating.count,
        "position": position,
    })
}
