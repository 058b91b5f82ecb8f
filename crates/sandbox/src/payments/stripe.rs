//! Stripe Checkout: `POST /v1/checkout/sessions` as a form, `GET /v1/checkout/sessions/{id}`.

use std::time::{SystemTime, UNIX_EPOCH};

use http::{HeaderName, Method, StatusCode};
use serde_json::{Map, Value, json};

use crate::asked::Asked;
use crate::faults::Failure;
use crate::reply::Reply;
use crate::seed::Seed;
use crate::vendor::{CREDENTIAL, StandIn, Vendor};
use crate::world::World;

pub(crate) struct Stripe;

/// `sandbox:` as HTTP Basic sends it: the key with an empty password.
const BASIC: &str = "Basic c2FuZGJveDo=";
const DAY: u64 = 24 * 60 * 60;
const LONGEST_IDEMPOTENCY_KEY: usize = 255;

impl StandIn for Stripe {
    fn admits(&self, asked: &Asked) -> bool {
        asked.bearer() == Some(CREDENTIAL) || asked.header("authorization") == Some(BASIC)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        let reply = match (asked.method.clone(), asked.path.as_str()) {
            (Method::POST, "/v1/checkout/sessions") => create(world, asked),
            (Method::GET, path) => match path.strip_prefix("/v1/checkout/sessions/") {
                Some(id) => retrieve(world, id),
                None => unknown(asked),
            },
            _ => unknown(asked),
        };
        reply.with(HeaderName::from_static("request-id"), &request_id(asked))
    }

    fn failure(&self, asked: &Asked, failure: Failure) -> Reply {
        let api = |status, message: &str| error(status, "api_error", None, message, None);
        let reply = match failure {
            Failure::Unauthorised => error(
                StatusCode::UNAUTHORIZED,
                "invalid_request_error",
                None,
                "Invalid API Key provided: ***",
                None,
            ),
            Failure::Throttled { retry_after } => error(
                StatusCode::TOO_MANY_REQUESTS,
                "invalid_request_error",
                Some("rate_limit"),
                "Request rate limit exceeded.",
                None,
            )
            .retry_after(retry_after),
            Failure::Broken | Failure::Task(_) => {
                api(StatusCode::INTERNAL_SERVER_ERROR, "An unknown error occurred")
            }
            Failure::Unavailable => {
                api(StatusCode::SERVICE_UNAVAILABLE, "Stripe is temporarily unavailable.")
            }
            Failure::Blocked => error(
                StatusCode::FORBIDDEN,
                "invalid_request_error",
                Some("account_invalid"),
                "The provided key does not have access to this account.",
                None,
            ),
        };
        reply.with(HeaderName::from_static("request-id"), &request_id(asked))
    }
}

fn request_id(asked: &Asked) -> String {
    format!("req_{}", Seed::of(&["stripe", &asked.path, &String::from_utf8_lossy(&asked.body)]).hex(14))
}

fn error(
    status: StatusCode,
    kind: &str,
    code: Option<&str>,
    message: &str,
    parameter: Option<&str>,
) -> Reply {
    let mut error = json!({ "type": kind, "message": message });
    if let Some(code) = code {
        error["code"] = json!(code);
        error["doc_url"] = json!(format!("https://stripe.com/docs/error-codes/{}", code.replace('_', "-")));
    }
    if let Some(parameter) = parameter {
        error["param"] = json!(parameter);
    }
    Reply::json(status, &json!({ "error": error }))
}

fn missing(parameter: &str) -> Reply {
    let message = format!("Missing required param: {parameter}.");
    error(
        StatusCode::BAD_REQUEST,
        "invalid_request_error",
        Some("parameter_missing"),
        &message,
        Some(parameter),
    )
}

fn unknown(asked: &Asked) -> Reply {
    let message = format!("Unrecognized request URL ({}: {}).", asked.method, asked.path);
    error(StatusCode::NOT_FOUND, "invalid_request_error", None, &message, None)
}

fn retrieve(world: &World, id: &str) -> Reply {
    world.memory.recall(Vendor::Stripe, id).map_or_else(
        || {
            let message = format!("No such checkout.session: '{id}'");
            error(
                StatusCode::NOT_FOUND,
                "invalid_request_error",
                Some("resource_missing"),
                &message,
                Some("id"),
            )
        },
        |session| Reply::ok(&session),
    )
}

fn create(world: &World, asked: &Asked) -> Reply {
    let form = String::from_utf8_lossy(&asked.body);
    let key = asked.header("idempotency-key").unwrap_or_default();
    let note_key = format!("idempotency {key}");
    if !key.is_empty() {
        if key.len() > LONGEST_IDEMPOTENCY_KEY {
            let message = "Idempotency keys may be at most 255 characters long.";
            return error(StatusCode::BAD_REQUEST, "invalid_request_error", None, message, None);
        }
        match world.memory.recall(Vendor::Stripe, &note_key) {
            Some(note) if note["form"] == json!(form) => return Reply::ok(&note["session"]),
            Some(_) => {
                let message = "Keys for idempotent requests can only be used with the same parameters they were first used \
                               with.";
                return error(StatusCode::BAD_REQUEST, "idempotency_error", None, message, None);
            }
            None => {}
        }
    }
    let session = match session(asked, &Seed::of(&["session", key, &form]).hex(24)) {
        Ok(session) => session,
        Err(refusal) => return refusal,
    };
    let id = session["id"].as_str().unwrap_or_default();
    world.memory.note(Vendor::Stripe, id, session.clone());
    if !key.is_empty() {
        world.memory.note(Vendor::Stripe, &note_key, json!({ "form": form, "session": session }));
    }
    Reply::ok(&session)
}

fn session(asked: &Asked, id: &str) -> Result<Value, Reply> {
    let Some(mode @ ("payment" | "subscription" | "setup")) = asked.param("mode") else {
        return Err(missing("mode"));
    };
    let success_url = asked.param("success_url").ok_or_else(|| missing("success_url"))?;
    let (amount, currency) = total(asked).ok_or_else(|| missing("line_items"))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let expires = asked.param("expires_at").and_then(|time| time.parse().ok()).unwrap_or(now + DAY);
    let id = format!("cs_test_{id}");
    Ok(json!({
        "id": id, "object": "checkout.session", "amount_subtotal": amount, "amount_total": amount,
        "client_reference_id": asked.param("client_reference_id"), "created": now, "currency": currency,
        "customer": Value::Null, "customer_details": Value::Null, "customer_email": asked.param("customer_email"),
        "expires_at": expires, "livemode": false, "metadata": metadata(asked), "mode": mode,
        "payment_intent": Value::Null, "payment_status": "unpaid", "status": "open", "subscription": Value::Null,
        "success_url": success_url, "cancel_url": asked.param("cancel_url"),
        "url": format!("https://checkout.stripe.com/c/pay/{id}"),
    }))
}

/// The sum of the line items and their currency. Prices that are named by their id count nothing here.
fn total(asked: &Asked) -> Option<(u64, String)> {
    let mut items = (0..100).map_while(|index| {
        let field = |name: &str| asked.param(&format!("line_items[{index}]{name}"));
        let amount = match field("[price_data][unit_amount]") {
            Some(amount) => amount.parse::<u64>().ok()?,
            None => field("[price]").map(|_| 0)?,
        };
        let quantity = field("[quantity]").map_or(Some(1), |quantity| quantity.parse::<u64>().ok())?;
        Some((
            amount.saturating_mul(quantity),
            field("[price_data][currency]").unwrap_or("usd").to_lowercase(),
        ))
    });
    let first = items.next()?;
    Some(items.fold(first, |(sum, currency), (amount, _)| (sum.saturating_add(amount), currency)))
}

fn metadata(asked: &Asked) -> Map<String, Value> {
    let fields = asked.form().iter().filter_map(|(name, value)| {
        let name = name.strip_prefix("metadata[")?.strip_suffix(']')?;
        Some((name.to_owned(), json!(value)))
    });
    fields.collect()
}
