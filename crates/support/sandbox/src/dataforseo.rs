//! DataForSEO: takes tasks and returns them in an envelope. The HTTP status is 200 even if a task failed;
//! only a few failures are HTTP errors.

mod keywords;
mod serp;

use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(crate) struct DataForSeo;

/// The HTTP Basic credentials `sandbox:sandbox`.
const BASIC: &str = "Basic c2FuZGJveDpzYW5kYm94";
const OK: u32 = 20_000;
const NO_RESULTS: u32 = 40_102;

/// The result of a task, or the status of its failure.
type Outcome = Result<Value, u32>;

impl StandIn for DataForSeo {
    fn admits(&self, asked: &Asked) -> bool {
        asked.header("authorization") == Some(BASIC)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        let function: fn(&World, &Value) -> Outcome = match asked.path.as_str() {
            "/v3/serp/google/organic/live/advanced" => serp::live_advanced,
            "/v3/keywords_data/google_ads/search_volume/live" => keywords::search_volume,
            "/v3/keywords_data/google_ads/keywords_for_keywords/live" => keywords::for_keywords,
            "/v3/keywords_data/google_ads/keywords_for_site/live" => keywords::for_site,
            _ => return whole(StatusCode::NOT_FOUND, 40_400),
        };
        if asked.method != Method::POST {
            return whole(StatusCode::NOT_FOUND, 40_400);
        }
        // A live function accepts exactly one task.
        let [task] = asked.json().as_array().map(Vec::as_slice).unwrap_or_default() else {
            return whole(StatusCode::OK, 40_501);
        };
        let outcome = if asked.empty { Err(NO_RESULTS) } else { function(world, task) };
        envelope(asked, task, outcome)
    }

    fn failure(&self, asked: &Asked, failure: Failure) -> Reply {
        let task = asked.json().get(0).unwrap_or(&Value::Null);
        match failure {
            Failure::Unauthorised => whole(StatusCode::UNAUTHORIZED, 40_100),
            Failure::Throttled { retry_after } => whole(StatusCode::OK, 40_202).retry_after(retry_after),
            Failure::Broken => whole(StatusCode::INTERNAL_SERVER_ERROR, 50_000),
            Failure::Unavailable => envelope(asked, task, Err(50_301)),
            Failure::Blocked => envelope(asked, task, Err(40_101)),
            Failure::Task(code) => envelope(asked, task, Err(code)),
        }
    }
}

fn message(code: u32) -> &'static str {
    match code {
        OK => "Ok.",
        40_100 => "You are not Authorized to Access this resource.",
        40_101 => "Internal SE Server Error.",
        NO_RESULTS => "No Search Results.",
        40_200 => "Payment Required.",
        40_202 => "Rate limit per minute exceeded.",
        40_210 => "Insufficient Funds.",
        40_400 => "Not Found.",
        40_501 => "Invalid Field.",
        40_602 => "Task In Queue.",
        50_000 => "Internal Error.",
        50_301 => "3rd Party API Service Unavailable.",
        _ => "Error.",
    }
}

/// A failure of the whole request, without tasks.
fn whole(status: StatusCode, code: u32) -> Reply {
    Reply::json(
        status,
        &json!({
            "version": "0.1.20261020", "status_code": code, "status_message": message(code), "time": "0 sec.",
            "cost": 0, "tasks_count": 0, "tasks_error": 0, "tasks": Value::Null,
        }),
    )
}

/// The envelope around one task, successful or failed.
fn envelope(asked: &Asked, task: &Value, outcome: Outcome) -> Reply {
    let (code, result, cost) = match outcome {
        Ok(result) => (OK, result, 0.002),
        Err(code) => (code, Value::Null, 0.0),
    };
    let count = result.as_array().map_or(0, Vec::len);
    let path: Vec<&str> = asked.path.split('/').filter(|step| !step.is_empty()).collect();
    let id = Seed::of(&["dataforseo", &asked.path, &task.to_string()]).hex(32);
    let id = format!("11011200-{}-{}-0000-{}", &id[..4], &id[4..8], &id[8..20]);
    Reply::ok(&json!({
        "version": "0.1.20261020", "status_code": OK, "status_message": message(OK), "time": "0.5 sec.",
        "cost": cost, "tasks_count": 1, "tasks_error": u8::from(code != OK),
        "tasks": [{
            "id": id, "status_code": code, "status_message": message(code), "time": "0.4 sec.", "cost": cost,
            "result_count": count, "path": path, "data": task, "result": result,
        }],
    }))
}
