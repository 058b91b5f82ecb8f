//! The bodies that a call sent and received, and the playground form that repeats the call.

use crate::explorer::Endpoint;
use crate::explorer::json_view::json_to_html;
use askama::filters::Safe;
use domain::requests::{NoteId, RequestNote, StoredBodies};
use serde_json::Value;

use super::Texts;
use crate::failure::PageError;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// The bodies of a call as its page shows them.
pub(super) struct Bodies {
    pub(super) path: String,
    sent: Body,
    received: Body,
    /// The URL of the playground with this call.
    pub(super) again: Option<String>,
}

pub(super) enum Body {
    Empty,
    /// It was too long or not text.
    Missing,
    Json(Safe<String>),
    /// A body that is not JSON.
    Text(String),
}

impl Bodies {
    pub(super) async fn of(dashboard: &Dashboard, note: &RequestNote) -> Result<Option<Self>, PageError> {
        let Some(stored) = dashboard.bodies.read(note.purse, note.id).await? else { return Ok(None) };
        let endpoints = dashboard.reference.endpoints().iter();
        let called = endpoints.filter(|endpoint| endpoint.method.as_str() == note.method);
        let same = called.filter(|endpoint| filled_from(endpoint, &stored).is_some());
        let again = same.map(|endpoint| endpoint.operation_id.as_str()).next();
        Ok(Some(Self {
            again: again.map(|operation| format!("/dashboard/playground/{operation}?call={}", note.id)),
            sent: Body::new(stored.request),
            received: Body::new(stored.response),
            path: stored.path,
        }))
    }

    /// Both bodies with their headings.
    pub(super) fn parts(&self, words: &Texts) -> [(&'static str, &Body); 2] {
        [(words.sent, &self.sent), (words.received, &self.received)]
    }
}

impl Body {
    fn new(stored: Option<String>) -> Self {
        let Some(text) = stored else { return Self::Missing };
        if text.is_empty() {
            return Self::Empty;
        }
        let value: Option<Value> = serde_json::from_str(&text).ok();
        let shown = value.as_ref().map(json_to_html).filter(|shown| !shown.is_cut);
        shown.map_or(Self::Text(text), |shown| Self::Json(Safe(shown.html)))
    }
}

/// The form of a call with the values of an earlier call, if they were stored.
pub(crate) async fn stored_form(
    dashboard: &Dashboard,
    visit: &SignedIn,
    endpoint: &Endpoint,
    note: &str,
) -> Result<Option<Vec<(String, String)>>, PageError> {
    let Ok(note) = note.parse::<NoteId>() else { return Ok(None) };
    let stored = dashboard.bodies.read(visit.purse(), note).await?;
    Ok(stored.and_then(|stored| filled_from(endpoint, &stored)))
}

/// The form with the sent values; `None` if they can't be sent again.
fn filled_from(endpoint: &Endpoint, stored: &StoredBodies) -> Option<Vec<(String, String)>> {
    let sent = stored.request.as_deref()?;
    let body: Option<Value> = if sent.is_empty() { None } else { Some(serde_json::from_str(sent).ok()?) };
    endpoint.filled_from(&stored.path, body.as_ref())
}
