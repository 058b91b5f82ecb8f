//! The actions of buyers on a session's page, refunds, and the messages about both.

use domain::counts::{counted, grouped};
use domain::locale::Language;
use http::StatusCode;
use serde_json::{Value, json};

use super::{PURPOSE, SESSION_PREFIX, error, missing, session};
use crate::asked::Asked;
use crate::payments::checkout::{Choice, Over, Shown};
use crate::payments::payment_stand_ins::{Message, now};
use crate::payments::seal::{code_digits, seal, unseal};
use crate::provider::Provider;
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

const INTENT_PREFIX: &str = "pi_";
const INTENTS: &str = "stripe intent";

/// A session as its page shows it.
pub(in crate::payments) fn shown(world: &World, id: &str, language: Language) -> Option<Shown> {
    let session = session(world, id)?;
    let over = match (session["status"].as_str(), session["payment_status"].as_str()) {
        (Some("open"), _) => None,
        (Some("complete"), Some("paid")) => Some((Over::Paid, success(&session))),
        _ => Some((Over::Ended, text(&session["cancel_url"]))),
    };
    let credits = text(&session["metadata"]["credits"]).parse().unwrap_or(0);
    let title = counted(
        credits,
        if language == Language::VIETNAMESE { "credit" } else { "credit|credits" },
        language,
    );
    let amount = amount(session["amount_total"].as_i64().unwrap_or(0), &text(&session["currency"]), language);
    Some(Shown { provider: "Stripe", title, amount, over })
}

/// Applies the choice of the buyer and returns the URL that the buyer goes to.
pub(in crate::payments) fn choose(world: &World, id: &str, choice: Choice) -> Option<String> {
    let mut session = session(world, id)?;
    match choice {
        // The provider sends no message, and the session stays open.
        Choice::Cancel => return Some(text(&session["cancel_url"])),
        Choice::Pay => {
            session["status"] = json!("complete");
            session["payment_status"] = json!("paid");
            session["payment_intent"] = json!(intent(world, id)?);
            tell(world, "checkout.session.completed", id, &session);
        }
        // The same result as a failed delayed payment.
        Choice::Decline => {
            session["status"] = json!("complete");
            tell(world, "checkout.session.completed", id, &session);
            tell(world, "checkout.session.async_payment_failed", id, &session);
        }
    }
    world.memory.note(Provider::Stripe, id, session.clone());
    Some(success(&session))
}

/// Refunds a part of a payment.
pub(super) fn refund(world: &World, asked: &Asked) -> Result<Value, Reply> {
    let id = asked.param("payment_intent").ok_or_else(|| missing("payment_intent"))?;
    let refusal = |code, message: &str| {
        error(StatusCode::BAD_REQUEST, "invalid_request_error", Some(code), message, Some("payment_intent"))
    };
    let made = id.strip_prefix(INTENT_PREFIX).and_then(|id| unseal(&world.payments.secret, INTENTS, id));
    let made = made.ok_or_else(|| refusal("resource_missing", "No such payment_intent"))?;
    let before = refunded(world, id);
    let left = made["a"].as_u64().unwrap_or(0).saturating_sub(before);
    let wanted = asked.param("amount").map_or(Some(left), |amount| amount.parse().ok());
    let Some(wanted) = wanted.filter(|wanted| (1..=left).contains(wanted)) else {
        return Err(refusal(
            "charge_already_refunded",
            "The refund is greater than what is left of the charge.",
        ));
    };
    world.memory.note(Provider::Stripe, id, json!(before + wanted));
    let refund = format!("re_{}", Seed::of(&[id, &before.to_string()]).hex(24));
    tell(world, "charge.refunded", &refund, &charge(world, id, &made));
    Ok(json!({
        "id": refund, "object": "refund", "amount": wanted, "currency": made["c"], "payment_intent": id, "status": "succeeded",
    }))
}

/// Replaces the id of the payment with the whole payment.
pub(super) fn expand(world: &World, session: &mut Value) {
    let Some(id) = session["payment_intent"].as_str().map(str::to_owned) else { return };
    let made = id.strip_prefix(INTENT_PREFIX).and_then(|id| unseal(&world.payments.secret, INTENTS, id));
    if let Some(made) = made {
        let charge = charge(world, &id, &made);
        session["payment_intent"] = json!({ "id": id, "object": "payment_intent", "latest_charge": charge });
    }
}

/// The payment of a session. Its id contains the amount.
fn intent(world: &World, session: &str) -> Option<String> {
    let made = unseal(&world.payments.secret, PURPOSE, session.strip_prefix(SESSION_PREFIX)?)?;
    let paid = json!({ "a": made["a"], "c": made["c"], "i": made["i"], "n": made["n"] });
    Some(format!("{INTENT_PREFIX}{}", seal(&world.payments.secret, INTENTS, &paid)))
}

fn refunded(world: &World, intent: &str) -> u64 {
    world.memory.recall(Provider::Stripe, intent).and_then(|sum| sum.as_u64()).unwrap_or(0)
}

fn charge(world: &World, intent: &str, made: &Value) -> Value {
    let refunded = refunded(world, intent);
    json!({
        "id": format!("ch_{}", Seed::of(&[intent]).hex(24)), "object": "charge", "amount": made["a"],
        "amount_captured": made["a"], "amount_refunded": refunded, "currency": made["c"], "metadata": made["i"],
        "paid": true, "payment_intent": intent, "refunded": json!(refunded) == made["a"], "status": "succeeded",
    })
}

/// Sends a message; equal events have equal ids.
fn tell(world: &World, kind: &str, about: &str, object: &Value) {
    let id = format!("evt_{}", Seed::of(&[kind, about]).hex(24));
    let time = now();
    let event = json!({
        "id": id, "object": "event", "api_version": "2026-10-28.endive", "created": time, "data": { "object": object },
        "livemode": false, "pending_webhooks": 1, "request": { "id": Value::Null, "idempotency_key": Value::Null },
        "type": kind,
    });
    let body = event.to_string();
    let parts = [time.to_string(), ".".to_owned(), body.clone()];
    let signature = code_digits(&world.payments.secret, &parts.each_ref().map(String::as_bytes));
    let signature = Some(format!("t={time},v1={signature}"));
    world.payments.send(Message { provider: PURPOSE, signature, body });
}

fn success(session: &Value) -> String {
    text(&session["success_url"]).replace("{CHECKOUT_SESSION_ID}", &text(&session["id"]))
}

fn amount(amount: i64, currency: &str, language: Language) -> String {
    let point = if language == Language::VIETNAMESE { ',' } else { '.' };
    match currency {
        "vnd" => format!("{} VND", grouped(amount, language)),
        other => {
            format!("{}{point}{:02} {}", grouped(amount / 100, language), amount % 100, other.to_uppercase())
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
