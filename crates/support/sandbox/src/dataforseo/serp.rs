//! Google's results page: items are distinguished by `type` and ranked in one sequence.

use serde_json::{Value, json};

use super::Outcome;
use crate::asked::percent_decoded;
use crate::serp::features::{self, Rating};
use crate::serp::total;
use crate::web::{Price, Question, ResultsPage, WebResult};
use crate::world::World;

const LONGEST_KEYWORD: usize = 700;
const VIETNAM: u64 = 2704;

pub(super) fn live_advanced(world: &World, task: &Value) -> Outcome {
    let keyword = task["keyword"].as_str().unwrap_or_default();
    let located =
        ["location_code", "location_name", "location_coordinate"].iter().any(|name| !task[*name].is_null());
    let spoken = ["language_code", "language_name"].iter().any(|name| !task[*name].is_null());
    if !(1..=LONGEST_KEYWORD).contains(&keyword.chars().count()) || !located || !spoken {
        return Err(40_501);
    }
    // Keywords are decoded like a URL: `%25` is a per cent sign, a plus a space.
    let keyword = percent_decoded(&keyword.replace('+', " "));
    let page = world.web.search(&keyword, task["language_code"].as_str());
    let depth = usize::try_from(task["depth"].as_u64().unwrap_or(10)).unwrap_or(10);
    let items = items(&page, depth);
    let mut types: Vec<&str> = items.iter().filter_map(|item| item["type"].as_str()).collect();
    types.sort_unstable();
    types.dedup();
    let domain = if task["location_code"].as_u64() == Some(VIETNAM) { "google.com.vn" } else { "google.com" };
    let encoded: String = form_urlencoded::byte_serialize(keyword.as_bytes()).collect();
    Ok(json!([{
        "keyword": keyword, "type": "organic", "se_domain": domain, "location_code": task["location_code"],
        "language_code": task["language_code"], "check_url": format!("https://www.{domain}/search?q={encoded}"),
        "datetime": "2026-11-01 00:00:00 +00:00", "spell": Value::Null, "refinement_chips": Value::Null,
        "item_types": types, "se_results_count": total(&keyword), "pages_count": 1,
        "items_count": items.len(), "items": items,
    }]))
}

/// All blocks in the order of the page.
fn items(page: &ResultsPage, depth: usize) -> Vec<Value> {
    let mut items: Vec<Value> = above(page);
    items.extend(page.results.iter().take(depth).map(|result| organic(result, page)));
    items.extend(below(page));
    for (item, rank) in items.iter_mut().zip(1_u32..) {
        item["rank_absolute"] = json!(rank);
        item["page"] = json!(1);
        item["position"] = json!("left");
        if item["rank_group"].is_null() {
            item["rank_group"] = json!(1);
        }
    }
    items
}

fn above(page: &ResultsPage) -> Vec<Value> {
    let mut items = Vec::new();
    let overview = features::ai_overview(page);
    if !overview.is_empty() {
        let parts: Vec<Value> = overview
            .iter()
            .map(|(answer, result)| {
                json!({ "type": "ai_overview_element", "title": Value::Null, "text": answer, "references": [reference(result)] })
            })
            .collect();
        items.push(json!({ "type": "ai_overview", "items": parts }));
    }
    if let Some((answer, result)) = features::featured_snippet(page) {
        items.push(json!({
            "type": "featured_snippet", "domain": result.host, "title": result.title, "url": result.url,
            "description": answer,
        }));
    }
    if let Some(result) = features::knowledge_panel(page) {
        items.push(json!({
            "type": "knowledge_graph", "title": result.title, "description": result.snippet, "url": result.url,
        }));
    }
    let places = features::local_pack(page).into_iter().map(|result| {
        let rating = Rating::of(result);
        json!({
            "type": "local_pack", "title": result.title, "domain": result.host, "url": result.url,
            "description": result.snippet,
            "rating": { "rating_type": "Max5", "value": rating.stars, "votes_count": rating.count, "rating_max": 5 },
        })
    });
    items.extend(places);
    items
}

fn below(page: &ResultsPage) -> Vec<Value> {
    let lists: [(&str, Vec<Value>); 5] = [
        ("people_also_ask", page.questions.iter().map(question).collect()),
        ("video", features::videos(page).iter().map(video).collect()),
        ("images", features::images(page).into_iter().map(image).collect()),
        ("top_stories", features::top_stories(page).into_iter().map(story).collect()),
        ("shopping", features::shopping(page).into_iter().map(product).collect()),
    ];
    let filled = lists.into_iter().filter(|(_, entries)| !entries.is_empty());
    let mut items: Vec<Value> =
        filled.map(|(kind, entries)| json!({ "type": kind, "items": entries })).collect();
    if !page.related_searches.is_empty() {
        items.push(json!({ "type": "related_searches", "items": page.related_searches }));
    }
    items
}

fn organic(result: &WebResult, page: &ResultsPage) -> Value {
    json!({
        "type": "organic", "rank_group": result.position, "domain": result.host, "title": result.title,
        "url": result.url, "breadcrumb": result.breadcrumb(), "website_name": result.site_name,
        "is_featured_snippet": false, "description": result.snippet, "highlighted": [],
        "pre_snippet": result.published.short(&page.language),
        "timestamp": format!("{} 00:00:00 +00:00", result.published),
    })
}

fn reference(result: &WebResult) -> Value {
    json!({
        "type": "ai_overview_reference", "source": result.site_name, "domain": result.host, "url": result.url,
        "title": result.title, "text": result.snippet,
    })
}

fn question(question: &Question) -> Value {
    let expanded = question.answer.iter().map(|(answer, result)| {
        json!({
            "type": "people_also_ask_expanded_element", "featured_title": Value::Null, "url": result.url,
            "domain": result.host, "title": result.title, "description": answer,
        })
    });
    json!({
        "type": "people_also_ask_element", "title": question.question, "seed_question": Value::Null,
        "expanded_element": expanded.collect::<Vec<_>>(),
    })
}

fn video(video: &features::Video) -> Value {
    json!({ "type": "video_element", "source": video.channel, "title": video.title, "url": video.url })
}

fn image(result: &WebResult) -> Value {
    json!({ "type": "images_element", "alt": result.title, "url": result.url, "image_url": features::picture(result) })
}

fn story(result: &WebResult) -> Value {
    json!({
        "type": "top_stories_element", "source": result.site_name, "domain": result.host, "title": result.title,
        "url": result.url, "date": result.published.to_string(),
    })
}

fn product(result: &WebResult) -> Value {
    let price = result.price.as_ref().map(|price: &Price| {
        json!({ "current": price.amount.parse::<f64>().ok(), "currency": price.currency, "displayed_price": price.shown() })
    });
    json!({
        "type": "shopping_element", "title": result.title, "url": result.url, "source": result.site_name,
        "price": price,
    })
}
