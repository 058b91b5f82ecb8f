//! Webhook deliveries and their results.

use std::time::Duration;

use crate::explorer::json_view::json_to_html;
use askama::Template;
use askama::filters::Safe;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::jobs::{Delivery, DeliveryState, MessageId};
use domain::webhooks::endpoints::EventKind;

use super::{PLACE, QueryParams, Texts, after, failure};
use crate::answer::page;
use crate::failure::PageError;
use crate::form_about::{FormAbout, known};
use crate::frame::{Frame, Section};
use crate::state::Dashboard;
use crate::visit::SignedIn;

pub(super) struct DeliveryRow {
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) target: String,
    pub(super) class: &'static str,
    pub(super) state: &'static str,
    pub(super) answer: Option<u16>,
    pub(super) attempts: u32,
    pub(super) tried_at: Option<Timestamp>,
    pub(super) problem: Option<String>,
}

impl DeliveryRow {
    pub(super) fn of(delivery: &Delivery, words: &Texts) -> Self {
        let (class, state) = delivery_words(delivery.state, words);
        Self {
            id: delivery.message.id.to_string(),
            kind: delivery.message.kind.map_or(words.message, EventKind::as_str),
            target: delivery.message.target.clone(),
            class,
            state,
            answer: delivery.http_status,
            attempts: delivery.attempts,
            tried_at: delivery.tried_at,
            problem: delivery.problem.clone(),
        }
    }
}

/// The colour and the name of a state.
pub(super) const fn delivery_words(state: DeliveryState, words: &Texts) -> (&'static str, &'static str) {
    match state {
        DeliveryState::Pending => ("badge busy", words.pending),
        DeliveryState::Accepted => ("badge good", words.accepted),
        DeliveryState::Failed => ("badge bad", words.failed),
    }
}

struct AttemptRow {
    at: Timestamp,
    answer: Option<u16>,
    class: &'static str,
    problem: Option<String>,
    took: Duration,
}

const fn answer_class(status: Option<u16>) -> &'static str {
    match status {
        Some(200..300) => "badge good",
        Some(_) => "badge bad",
        None => "badge warn",
    }
}

#[derive(Template)]
#[template(path = "delivery.html")]
struct DeliveryPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    fault: Option<&'static str>,
    row: DeliveryRow,
    event: String,
    created_at: Timestamp,
    next_try: Option<Timestamp>,
    problem: Option<String>,
    attempts: Vec<AttemptRow>,
    body: Safe<String>,
}

/// One delivery with its last attempts.
pub(crate) async fn show_delivery(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let history = dashboard.webhooks.delivery(visit.purse(), known(&id)?).await.map_err(failure)?;
    let delivery = history.delivery;
    let row = DeliveryRow::of(&delivery, words);
    let frame = visit.frame(&dashboard, Section::Webhooks, row.kind).await?.telling(params.notice(words));
    let attempt = |attempt: domain::jobs::PastAttempt| AttemptRow {
        at: attempt.at,
        answer: attempt.http_status,
        class: answer_class(attempt.http_status),
        problem: attempt.problem,
        took: attempt.took,
    };
    let body = delivery.message.body;
    let value = serde_json::from_str(&body).unwrap_or(serde_json::Value::String(body));
    let delivery_page = DeliveryPage {
        frame: &frame,
        words,
        fault: params.fault(words),
        row,
        event: delivery.message.event.to_string(),
        created_at: delivery.message.created_at,
        next_try: delivery.next_try,
        problem: delivery.problem,
        attempts: history.attempts.into_iter().map(attempt).collect(),
        body: Safe(json_to_html(&value).html),
    };
    page(&frame, &delivery_page)
}

/// Sends a message again.
pub(crate) async fn resend(sent: FormAbout<MessageId>) -> Result<Response, PageError> {
    let outcome = sent.dashboard.webhooks.resend(sent.visit.purse(), sent.id).await;
    after(&format!("{PLACE}/deliveries/{}", sent.id), outcome, "resent")
}
