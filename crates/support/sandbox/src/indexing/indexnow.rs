//! IndexNow: `GET /indexnow` for one URL, `POST /indexnow` for many. Responses have no body.

use http::{Method, StatusCode};
use serde_json::Value;
use url::Url;

use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::world::World;

pub(crate) struct IndexNow;

const MOST_ADDRESSES: usize = 10_000;

impl StandIn for IndexNow {
    fn answer(&self, _world: &World, asked: &Asked) -> Reply {
        let status = match asked.method {
            _ if asked.path != "/indexnow" => StatusCode::NOT_FOUND,
            Method::GET => one(asked),
            Method::POST => many(asked.json()),
            _ => StatusCode::METHOD_NOT_ALLOWED,
        };
        Reply::bare(status)
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised | Failure::Blocked => Reply::bare(StatusCode::FORBIDDEN),
            Failure::Throttled { retry_after } => {
                Reply::bare(StatusCode::TOO_MANY_REQUESTS).retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => Reply::bare(StatusCode::INTERNAL_SERVER_ERROR),
            Failure::Unavailable => Reply::bare(StatusCode::SERVICE_UNAVAILABLE),
        }
    }
}

fn one(asked: &Asked) -> StatusCode {
    match (asked.param("url").map(Url::parse), asked.param("key")) {
        (Some(Ok(_)), Some(key)) => checked(is_key(key)),
        _ => StatusCode::BAD_REQUEST,
    }
}

fn many(request: &Value) -> StatusCode {
    let addresses = request["urlList"].as_array().filter(|list| !list.is_empty());
    let (Some(host), Some(key), Some(addresses)) =
        (request["host"].as_str(), request["key"].as_str(), addresses)
    else {
        return StatusCode::BAD_REQUEST;
    };
    let on_host = |address: &Value| {
        let url = address.as_str().and_then(|address| Url::parse(address).ok());
        url.is_some_and(|url| url.host_str().is_some_and(|of| of.eq_ignore_ascii_case(host)))
    };
    checked(is_key(key) && addresses.len() <= MOST_ADDRESSES && addresses.iter().all(on_host))
}

fn checked(valid: bool) -> StatusCode {
    if valid { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY }
}

fn is_key(key: &str) -> bool {
    (8..=128).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
