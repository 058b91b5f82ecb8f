//! Amazon's feed: `GET /api/2017/suggestions`. It is undocumented; the format is the one that its shop uses.

use http::StatusCode;
use serde_json::{Value, json};

use super::{Feed, completions};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(crate) struct AmazonSuggest;

const ROBOT_CHECK: &str = "<!doctype html><html><head><title>Robot Check</title></head><body>Enter the characters you \
                           see below. Sorry, we just need to make sure you're not a robot.</body></html>";

impl StandIn for AmazonSuggest {
    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        if asked.path != "/api/2017/suggestions" {
            return error(StatusCode::NOT_FOUND, "NotFound");
        }
        let prefix = asked.param("prefix").unwrap_or_default();
        let alias = asked.param("alias").unwrap_or("aps");
        if asked.param("mid").is_none() {
            return error(StatusCode::BAD_REQUEST, "mid is required");
        }
        // The language is part of the locale, as in `en_US`.
        let language = asked.param("lop").and_then(|locale| locale.split('_').next());
        let phrases =
            if asked.empty { Vec::new() } else { completions(world, prefix, language, Feed::Amazon) };
        let limit = asked.param("limit").and_then(|limit| limit.parse().ok()).unwrap_or(10);
        let suggestions: Vec<Value> = phrases.iter().take(limit).zip(1..).map(entry).collect();
        Reply::ok(&json!({
            "alias": alias, "prefix": prefix, "suffix": Value::Null, "suggestions": suggestions,
            "suggestionTitleId": Value::Null, "responseId": Seed::of(&["amazon", prefix]).hex(16), "shuffled": false,
        }))
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => error(StatusCode::FORBIDDEN, "Forbidden"),
            Failure::Throttled { retry_after } => {
                error(StatusCode::TOO_MANY_REQUESTS, "Too many requests").retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => {
                error(StatusCode::INTERNAL_SERVER_ERROR, "Internal failure")
            }
            Failure::Unavailable => error(StatusCode::SERVICE_UNAVAILABLE, "Service unavailable"),
            Failure::Blocked => Reply::html(StatusCode::OK, ROBOT_CHECK),
        }
    }
}

fn error(status: StatusCode, message: &str) -> Reply {
    Reply::json(status, &json!({ "message": message }))
}

fn entry((phrase, position): (&String, usize)) -> Value {
    json!({
        "suggType": "KeywordSuggestion", "type": "KEYWORD", "value": phrase,
        "refTag": format!("nb_sb_ss_i_{position}_{}", phrase.chars().count()), "candidateSources": "local",
        "strategyId": "sandbox", "prior": 0.0, "ghost": false, "help": false,
    })
}
