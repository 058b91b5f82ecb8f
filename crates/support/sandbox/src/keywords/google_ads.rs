//! Google Ads: `POST /v26/customers/{id}:generateKeywordIdeas` and `:generateKeywordHistoricalMetrics`.
//! 64-bit numbers are strings, bids are micros of the account's currency (US dollars here), unset fields are
//! omitted.

use domain::keywords::Competition;
use http::{HeaderName, Method, StatusCode};
use serde_json::{Map, Value, json};

use super::{Figures, Idea, figures_of, from_keywords, from_url};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::folding::fold;
use crate::google_error;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(crate) struct GoogleAds;

const MOST_SEEDS: usize = 20;
const LARGEST_PAGE: usize = 10_000;
const MONTHS: [&str; 12] = [
    "JANUARY",
    "FEBRUARY",
    "MARCH",
    "APRIL",
    "MAY",
    "JUNE",
    "JULY",
    "AUGUST",
    "SEPTEMBER",
    "OCTOBER",
    "NOVEMBER",
    "DECEMBER",
];

impl StandIn for GoogleAds {
    fn admits(&self, asked: &Asked) -> bool {
        asked.bearer() == Some(CREDENTIAL)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        let Some((customer, method)) = called(&asked.path).filter(|_| asked.method == Method::POST) else {
            return google_error::not_found("Requested entity was not found.");
        };
        if customer.len() != 10 || !customer.bytes().all(|byte| byte.is_ascii_digit()) {
            return refused(asked, "requestError", "INVALID_CUSTOMER_ID", "Invalid customer ID.");
        }
        let reply = match method {
            "generateKeywordIdeas" => ideas(world, asked),
            "generateKeywordHistoricalMetrics" => historical_metrics(world, asked),
            _ => google_error::not_found("Requested entity was not found."),
        };
        reply.with(HeaderName::from_static("request-id"), &request_id(asked))
    }

    fn failure(&self, asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => detailed(
                asked,
                StatusCode::UNAUTHORIZED,
                "UNAUTHENTICATED",
                "authenticationError",
                "OAUTH_TOKEN_INVALID",
            ),
            Failure::Blocked => {
                let code = "CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION";
                detailed(asked, StatusCode::FORBIDDEN, "PERMISSION_DENIED", "authorizationError", code)
            }
            Failure::Throttled { retry_after } => exhausted(asked, retry_after),
            Failure::Broken | Failure::Unavailable | Failure::Task(_) => google_error::failure(failure),
        }
    }
}

/// The customer and the method of a path.
fn called(path: &str) -> Option<(&str, &str)> {
    let (version, rest) = path.strip_prefix("/v")?.split_once('/')?;
    version.parse::<u32>().ok()?;
    rest.strip_prefix("customers/")?.split_once(':')
}

fn request_id(asked: &Asked) -> String {
    Seed::of(&["google-ads", &asked.path, &String::from_utf8_lossy(&asked.body)]).hex(22)
}

fn ideas(world: &World, asked: &Asked) -> Reply {
    let invalid = |message| refused(asked, "keywordPlanIdeaError", "INVALID_VALUE", message);
    let found = match seeded(world, asked.json()) {
        Ok(found) => found,
        Err(message) => return invalid(message),
    };
    let found = if asked.empty { Vec::new() } else { found };
    let size =
        asked.json()["pageSize"].as_u64().map_or(Some(LARGEST_PAGE), |size| usize::try_from(size).ok());
    let Some(size) = size.filter(|size| (1..=LARGEST_PAGE).contains(size)) else {
        return invalid("pageSize must be between 1 and 10000.");
    };
    let start = match asked.json()["pageToken"].as_str() {
        None | Some("") => 0,
        Some(token) => match token.strip_prefix("sandbox-").and_then(|digits| digits.parse().ok()) {
            Some(start) => start,
            None => return refused(asked, "requestError", "INVALID_PAGE_TOKEN", "Page token is invalid."),
        },
    };
    let results: Vec<Value> =
        found.iter().skip(start).take(size).map(|idea| result(idea, "keywordIdeaMetrics")).collect();
    if results.is_empty() {
        return Reply::ok(&json!({}));
    }
    let mut body = json!({ "results": results, "totalSize": found.len().to_string() });
    if found.len() > start.saturating_add(size) {
        body["nextPageToken"] = json!(format!("sandbox-{}", start + size));
    }
    Reply::ok(&body)
}

/// The ideas of the single seed that a request must have.
fn seeded(world: &World, request: &Value) -> Result<Vec<Idea>, &'static str> {
    let names = ["keywordSeed", "urlSeed", "keywordAndUrlSeed", "siteSeed"];
    let mut given = names.iter().filter(|name| request[**name].is_object());
    let (Some(name), None) = (given.next(), given.next()) else {
        return Err("Exactly one seed must be set.");
    };
    let seed = &request[*name];
    let keywords = strings(&seed["keywords"]);
    let address =
        seed["url"].as_str().or_else(|| seed["site"].as_str()).filter(|address| !address.is_empty());
    match (keywords.len(), address) {
        (0, Some(address)) => Ok(from_url(world, address)),
        (1..=MOST_SEEDS, _) => Ok(from_keywords(world, &keywords)),
        (0, None) => Err("The seed is empty."),
        _ => Err("At most 20 keywords may be given."),
    }
}

fn historical_metrics(world: &World, asked: &Asked) -> Reply {
    let keywords = strings(&asked.json()["keywords"]);
    if keywords.is_empty() || keywords.len() > LARGEST_PAGE {
        return refused(asked, "keywordPlanIdeaError", "INVALID_VALUE", "1 to 10000 keywords must be given.");
    }
    if asked.empty {
        return Reply::ok(&json!({}));
    }
    let one = |text: String| Idea { figures: figures_of(world, &text), text };
    let results: Vec<Value> = keywords.into_iter().map(|text| result(&one(text), "keywordMetrics")).collect();
    Reply::ok(&json!({ "results": results }))
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn result(idea: &Idea, metrics_name: &str) -> Value {
    let mut result = Map::from_iter([("text".to_owned(), json!(idea.text))]);
    if let Some(figures) = &idea.figures {
        result.insert(metrics_name.to_owned(), metrics(figures));
    }
    // A phrase without diacritics is the same search.
    let folded = fold(&idea.text);
    if folded != idea.text.to_lowercase() {
        result.insert("closeVariants".to_owned(), json!([folded]));
    }
    Value::Object(result)
}

fn metrics(figures: &Figures) -> Value {
    let months: Vec<Value> = figures
        .months
        .iter()
        .map(|month| {
            json!({
                "month": MONTHS.get(usize::from(month.number).saturating_sub(1)),
                "year": month.year.to_string(), "monthlySearches": month.searches.to_string(),
            })
        })
        .collect();
    let competition = match Competition::of_index(figures.competition_index) {
        Competition::Low => "LOW",
        Competition::Medium => "MEDIUM",
        Competition::High => "HIGH",
    };
    json!({
        "avgMonthlySearches": figures.average.to_string(), "competition": competition,
        "competitionIndex": figures.competition_index.to_string(),
        "lowTopOfPageBidMicros": micros(figures.low_bid), "highTopOfPageBidMicros": micros(figures.high_bid),
        "monthlySearchVolumes": months,
    })
}

fn micros(dollars: f64) -> String {
    format!("{:.0}", dollars * 1_000_000.0)
}

fn refused(asked: &Asked, kind: &str, code: &str, message: &str) -> Reply {
    let status = StatusCode::BAD_REQUEST;
    let mut body = google_error::body(status, "INVALID_ARGUMENT", "Request contains an invalid argument.");
    body["error"]["details"] =
        failure_details(asked, &json!({ "errorCode": { kind: code }, "message": message }));
    Reply::json(status, &body)
}

fn detailed(asked: &Asked, status: StatusCode, name: &str, kind: &str, code: &str) -> Reply {
    let message = if status == StatusCode::FORBIDDEN {
        "The caller does not have permission"
    } else {
        "Request had invalid authentication credentials."
    };
    let mut body = google_error::body(status, name, message);
    body["error"]["details"] =
        failure_details(asked, &json!({ "errorCode": { kind: code }, "message": message }));
    Reply::json(status, &body)
}

fn exhausted(asked: &Asked, retry_after: u64) -> Reply {
    let status = StatusCode::TOO_MANY_REQUESTS;
    let mut body =
        google_error::body(status, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).");
    body["error"]["details"] = failure_details(
        asked,
        &json!({
            "errorCode": { "quotaError": "RESOURCE_TEMPORARILY_EXHAUSTED" },
            "message": format!("Too many requests. Retry in {retry_after} seconds."),
            "details": { "quotaErrorDetails": {
                "rateScope": "ACCOUNT", "rateName": "Requests per service per method",
                "retryDelay": format!("{retry_after}s"),
            } },
        }),
    );
    Reply::json(status, &body).retry_after(retry_after)
}

fn failure_details(asked: &Asked, error: &Value) -> Value {
    json!([{
        "@type": "type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure",
        "errors": [error], "requestId": request_id(asked),
    }])
}
