//! Stability AI: `POST /v2beta/stable-image/generate/{core|ultra|sd3}` with a multipart form.

use http::{HeaderName, Method, StatusCode};
use serde_json::json;

use super::Picture;
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(crate) struct Stability;

const RATIOS: [(&str, u32, u32); 9] = [
    ("1:1", 1024, 1024),
    ("16:9", 1344, 768),
    ("21:9", 1536, 640),
    ("2:3", 832, 1216),
    ("3:2", 1216, 832),
    ("4:5", 896, 1088),
    ("5:4", 1088, 896),
    ("9:16", 768, 1344),
    ("9:21", 640, 1536),
];
const LONGEST_PROMPT: usize = 10_000;

impl StandIn for Stability {
    fn admits(&self, asked: &Asked) -> bool {
        asked.bearer() == Some(CREDENTIAL)
    }

    fn answer(&self, _world: &World, asked: &Asked) -> Reply {
        let model = asked.path.strip_prefix("/v2beta/stable-image/generate/");
        if asked.method != Method::POST
            || !model.is_some_and(|model| matches!(model, "core" | "ultra" | "sd3"))
        {
            return error(StatusCode::NOT_FOUND, "not_found", "not found");
        }
        let Some(prompt) =
            asked.param("prompt").filter(|prompt| (1..=LONGEST_PROMPT).contains(&prompt.chars().count()))
        else {
            return error(StatusCode::BAD_REQUEST, "bad_request", "prompt: must be 1 to 10000 characters");
        };
        let ratio = asked.param("aspect_ratio").unwrap_or("1:1");
        let Some((_, width, height)) = RATIOS.iter().find(|(name, _, _)| *name == ratio) else {
            return error(StatusCode::BAD_REQUEST, "bad_request", "aspect_ratio: not supported");
        };
        let seed = asked.param("seed").and_then(|digits| digits.parse().ok()).filter(|seed| *seed != 0);
        let seed: u64 = seed.unwrap_or_else(|| Seed::of(&["stability", prompt]).between(1, 4_294_967_294));
        let picture = Picture::of(prompt, *width, *height, seed).with(asked.flaw);
        let finish_reason = if asked.empty { "CONTENT_FILTERED" } else { "SUCCESS" };
        if asked.header("accept").is_some_and(|accept| accept.contains("application/json")) {
            let body = json!({ "image": picture.base64(), "finish_reason": finish_reason, "seed": seed });
            return Reply::ok(&body);
        }
        Reply::of(StatusCode::OK, picture.media_type(), picture.file())
            .with(HeaderName::from_static("finish-reason"), finish_reason)
            .with(HeaderName::from_static("seed"), &seed.to_string())
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => error(
                StatusCode::UNAUTHORIZED,
                "unauthorized",
                "authorization: invalid or missing header value",
            ),
            Failure::Throttled { retry_after } => error(
                StatusCode::TOO_MANY_REQUESTS,
                "rate_limit_exceeded",
                "You have exceeded the rate limit of 150 requests within a 10 second period.",
            )
            .retry_after(retry_after),
            Failure::Broken | Failure::Task(_) => {
                error(StatusCode::INTERNAL_SERVER_ERROR, "internal_error", "An internal error occurred.")
            }
            Failure::Unavailable => {
                error(StatusCode::SERVICE_UNAVAILABLE, "service_unavailable", "Please try again later.")
            }
            Failure::Blocked => error(
                StatusCode::FORBIDDEN,
                "content_moderation",
                "Your request was flagged by our content moderation system.",
            ),
        }
    }
}

fn error(status: StatusCode, name: &str, message: &str) -> Reply {
    Reply::json(
        status,
        &json!({ "id": Seed::of(&["stability", name]).hex(32), "name": name, "errors": [message] }),
    )
}
