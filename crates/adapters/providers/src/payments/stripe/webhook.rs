//! Messages of Stripe: signed with a timestamp over the bytes as sent.

use domain::purchases::Report;
use ports::payments::{PaymentEvent, PaymentSubject, Webhook, WebhookRefusal};
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::Value;

use super::objects::{Charge, Session};
use crate::payments::LONGEST_NAME;
use crate::payments::signature::is_signed;

const TOLERANCE_SECONDS: i64 = 300;

/// Checks `Stripe-Signature: t=…,v1=…`. During a change of secrets there are two `v1` values; other schemes
/// are ignored.
pub(super) fn check(secret: &SecretString, webhook: &Webhook<'_>) -> Result<(), WebhookRefusal> {
    let header = webhook.signature.ok_or(WebhookRefusal::Signature)?;
    let fields = || header.split(',').filter_map(|field| field.trim().split_once('='));
    let time = fields().find(|(name, _)| *name == "t").map(|(_, value)| value);
    let time = time.ok_or(WebhookRefusal::Signature)?;
    let seconds: i64 = time.parse().map_err(|_| WebhookRefusal::Signature)?;
    let parts = [time.as_bytes(), b".", webhook.body];
    let mut signatures = fields().filter(|(name, _)| *name == "v1");
    if !signatures.any(|(_, signature)| is_signed(secret, &parts, signature)) {
        return Err(WebhookRefusal::Signature);
    }
    if seconds < webhook.now.as_second().saturating_sub(TOLERANCE_SECONDS) {
        return Err(WebhookRefusal::Stale);
    }
    Ok(())
}

#[derive(Deserialize)]
struct Event {
    object: String,
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

/// Reads a message whose signature was checked.
pub(super) fn read(body: &[u8]) -> Result<Option<PaymentEvent>, WebhookRefusal> {
    let event: Event = serde_json::from_slice(body).map_err(|error| malformed(&error))?;
    if event.object != "event" {
        let problem = format!("{:?} is not the kind of message that is taken here", event.object);
        return Err(WebhookRefusal::Malformed(problem));
    }
    if event.id.is_empty() || event.id.len() > LONGEST_NAME {
        return Err(WebhookRefusal::Malformed("the message has no id".to_owned()));
    }
    let Some(data) = event.data else { return Ok(None) };
    let about = match event.kind.as_str() {
        "checkout.session.completed" | "checkout.session.async_payment_succeeded" => {
            of_session(data.object, Session::payment)?
        }
        "checkout.session.async_payment_failed" => of_session(data.object, |_| Ok(Some(Report::Failed)))?,
        "checkout.session.expired" => of_session(data.object, |_| Ok(Some(Report::Expired)))?,
        "charge.refunded" => of_charge(data.object)?,
        _ => None,
    };
    Ok(about.map(|(subject, report)| PaymentEvent { id: event.id, subject, report }))
}

type About = (PaymentSubject, Report);

fn of_session(
    object: Value,
    report: impl Fn(&Session) -> Result<Option<Report>, String>,
) -> Result<Option<About>, WebhookRefusal> {
    let session: Session = serde_json::from_value(object).map_err(|error| malformed(&error))?;
    let Some(subject) = session.subject() else { return Ok(None) };
    let report = report(&session).map_err(WebhookRefusal::Malformed)?;
    Ok(report.map(|report| (subject, report)))
}

/// Reads a charge. One in a currency that we do not sell in belongs to another application of the same
/// account.
fn of_charge(object: Value) -> Result<Option<About>, WebhookRefusal> {
    let charge: Charge = serde_json::from_value(object).map_err(|error| malformed(&error))?;
    Ok(charge.report().ok().map(|report| (charge.subject(), report)))
}

fn malformed(error: &serde_json::Error) -> WebhookRefusal {
    WebhookRefusal::Malformed(error.to_string())
}
