//! The figures of Google's keyword planner: the task's result contains the rows directly, and bids are in US
//! dollars.

use domain::keywords::Competition;
use serde_json::{Value, json};

use super::Outcome;
use crate::keywords::{Idea, figures_of, from_keywords, from_url};
use crate::world::World;

const MOST_SEEDS: usize = 20;
const MOST_KEYWORDS: usize = 1000;

pub(super) fn search_volume(world: &World, task: &Value) -> Outcome {
    let keywords = keywords(task, MOST_KEYWORDS)?;
    let one = |text: String| Idea { figures: figures_of(world, &text), text };
    Ok(keywords.into_iter().map(|text| row(&one(text), task)).collect())
}

pub(super) fn for_keywords(world: &World, task: &Value) -> Outcome {
    let ideas = from_keywords(world, &keywords(task, MOST_SEEDS)?);
    Ok(ideas.iter().map(|idea| row(idea, task)).collect())
}

pub(super) fn for_site(world: &World, task: &Value) -> Outcome {
    let target = task["target"].as_str().filter(|target| !target.is_empty()).ok_or(40_501_u32)?;
    Ok(from_url(world, target).iter().map(|idea| row(idea, task)).collect())
}

fn keywords(task: &Value, most: usize) -> Result<Vec<String>, u32> {
    let list = task["keywords"].as_array().into_iter().flatten();
    let keywords: Vec<String> = list.filter_map(Value::as_str).map(str::to_owned).collect();
    if (1..=most).contains(&keywords.len()) { Ok(keywords) } else { Err(40_501) }
}

fn row(idea: &Idea, task: &Value) -> Value {
    let mut row = json!({
        "keyword": idea.text, "spell": Value::Null, "location_code": task["location_code"],
        "language_code": task["language_code"], "search_partners": task["search_partners"] == json!(true),
        "competition": Value::Null, "competition_index": Value::Null, "search_volume": Value::Null,
        "low_top_of_page_bid": Value::Null, "high_top_of_page_bid": Value::Null, "cpc": Value::Null,
        "monthly_searches": Value::Null,
    });
    if let Some(figures) = &idea.figures {
        row["competition"] = json!(match Competition::of_index(figures.competition_index) {
            Competition::Low => "LOW",
            Competition::Medium => "MEDIUM",
            Competition::High => "HIGH",
        });
        row["competition_index"] = json!(figures.competition_index);
        row["search_volume"] = json!(figures.average);
        row["low_top_of_page_bid"] = json!(figures.low_bid);
        row["high_top_of_page_bid"] = json!(figures.high_bid);
        row["cpc"] = json!(((figures.low_bid + figures.high_bid) * 50.0).round() / 100.0);
        let newest_first = figures.months.iter().rev();
        row["monthly_searches"] = newest_first
            .map(
                |month| json!({ "year": month.year, "month": month.number, "search_volume": month.searches }),
            )
            .collect();
    }
    row
}
