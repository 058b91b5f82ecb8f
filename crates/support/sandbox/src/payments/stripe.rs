//! Stripe Checkout: `POST /v1/checkout/sessions` as a form, `GET /v1/checkout/sessions/{id}`, `POST /v1/refunds`.

mod buying;

use http::{HeaderName, Method, StatusCode};
use serde_json::{Map, Value, json};

use super::payment_stand_ins::now;
use super::seal::{seal, unseal};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::{CREDENTIAL, Provider, StandIn};
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(super) use self::buying::{choose, shown};

pub(crate) struct Stripe;

const PURPOSE: &str = "stripe";
const SESSION_PREFIX: &str = "cs_test_";

/// The HTTP Basic credentials `sandbox:`: the key with an empty password.
const BASIC: &str = "Basic c2FuZGJveDo=";
const DAY: u64 = 24 * 60 * 60;
const LONGEST_IDEMPOTENCY_KEY: usize = 255;

impl StandIn for Stripe {
    fn admits(&self, asked: &Asked) -> bool {
        asked.bearer() == Some(CREDENTIAL) || asked.header("authorization") == Some(BASIC)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        let reply = match (asked.method.clone(), asked.path.as_str()) {
            (Method::POST, "/v1/checkout/sessions") => once(world, asked, create),
            (Method::POST, "/v1/refunds") => once(world, asked, buying::refund),
            (Method::GET, path) => match path.strip_prefix("/v1/checkout/sessions/") {
                Some(id) => retrieve(world, asked, id),
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

/// The stored session, or else the session as created, which its id contains.
fn session(world: &World, id: &str) -> Option<Value> {
    if let Some(changed) = world.memory.recall(Provider::Stripe, id) {
        return Some(changed);
    }
    let made = unseal(&world.payments.secret, PURPOSE, id.strip_prefix(SESSION_PREFIX)?)?;
    let is_over = made["e"].as_u64().is_some_and(|end| end < now());
    Some(json!({
        "id": id, "object": "checkout.session", "amount_subtotal": made["a"], "amount_total": made["a"],
        "client_reference_id": made["r"], "created": made["t"], "currency": made["c"], "customer": Value::Null,
        "customer_details": Value::Null, "customer_email": made["y"], "expires_at": made["e"], "livemode": false,
        "metadata": made["m"], "mode": made["k"], "payment_intent": Value::Null, "payment_status": "unpaid",
        "status": if is_over { "expired" } else { "open" }, "subscription": Value::Null, "success_url": made["s"],
        "cancel_url": made["x"], "url": world.payments.page(PURPOSE, id),
    }))
}

fn retrieve(world: &World, asked: &Asked, id: &str) -> Reply {
    let Some(mut session) = session(world, id) else {
        let message = format!("No such checkout.session: '{id}'");
        let (kind, code) = ("invalid_request_error", Some("resource_missing"));
        return error(StatusCode::NOT_FOUND, kind, code, &message, Some("id"));
    };
    if asked.param("expand[]") == Some("payment_intent.latest_charge") {
        buying::expand(world, &mut session);
    }
    Reply::ok(&session)
}

/// Executes the request once for each idempotency key.
fn once(world: &World, asked: &Asked, work: fn(&World, &Asked) -> Result<Value, Reply>) -> Reply {
    let form = String::from_utf8_lossy(&asked.body);
    let key = asked.header("idempotency-key").unwrap_or_default();
    let note_key = format!("idempotency {key}");
    if !key.is_empty() {
        if key.len() > LONGEST_IDEMPOTENCY_KEY {
            let message = "Idempotency keys may be at most 255 characters long.";
            return error(StatusCode::BAD_REQUEST, "invalid_request_error", None, message, None);
        }
        match world.memory.recall(Provider::Stripe, &note_key) {
            Some(note) if note["form"] == json!(form) => return Reply::ok(&note["answer"]),
            Some(_) => {
                let message = "Keys for idempotent requests can only be used with the same parameters they were first used \
                               with.";
                return error(StatusCode::BAD_REQUEST, "idempotency_error", None, message, None);
            }
            None => {}
        }
    }
    match work(world, asked) {
        Ok(answer) => {
            if !key.is_empty() {
                world.memory.note(Provider::Stripe, &note_key, json!({ "form": form, "answer": answer }));
            }
            Reply::ok(&answer)
        }
        Err(refusal) => refusal,
    }
}

fn create(world: &World, asked: &Asked) -> Result<Value, Reply> {
    let Some(mode @ ("payment" | "subscription" | "setup")) = asked.param("mode") else {
        return Err(missing("mode"));
    };
    let success_url = asked.param("success_url").ok_or_else(|| missing("success_url"))?;
    let (amount, currency) = total(asked).ok_or_else(|| missing("line_items"))?;
    let expires = asked.param("expires_at").and_then(|time| time.parse().ok()).unwrap_or(now() + DAY);
    let form = String::from_utf8_lossy(&asked.body);
    let content = json!({
        "a": amount, "c": currency, "k": mode, "r": asked.param("client_reference_id"), "t": now(), "e": expires,
        "y": asked.param("customer_email"), "s": success_url, "x": asked.param("cancel_url"),
        "m": metadata(asked, "metadata["), "i": metadata(asked, "payment_intent_data[metadata]["),
        "n": Seed::of(&["session", asked.header("idempotency-key").unwrap_or_default(), &form]).hex(12),
    });
    let id = format!("{SESSION_PREFIX}{}", seal(&world.payments.secret, PURPOSE, &content));
    session(world, &id).ok_or_else(|| missing("line_items"))
}

/// The sum of the line items and their currency. Prices that are given by id count as 0.
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

fn metadata(asked: &Asked, prefix: &str) -> Map<String, Value> {
    let fields = asked.form().iter().filter_map(|(name, value)| {
        let name = name.strip_prefix(prefix)?.strip_suffix(']')?;
        Some((name.to_owned(), json!(value)))
    });
    fields.collect()
}
