//! The messages of the `DevTools` protocol as they cross the pipe.

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Serialize)]
pub(crate) struct Outgoing<'a> {
    pub(crate) id: u64,
    pub(crate) method: &'a str,
    pub(crate) params: Value,
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    pub(crate) session: Option<&'a str>,
}

#[derive(Deserialize)]
pub(crate) struct Incoming {
    pub(crate) id: Option<u64>,
    pub(crate) method: Option<String>,
    #[serde(default)]
    pub(crate) params: Value,
    #[serde(default)]
    pub(crate) result: Value,
    pub(crate) error: Option<Refusal>,
    #[serde(rename = "sessionId")]
    pub(crate) session: Option<String>,
}

/// Why the browser refused a command.
#[derive(Debug, Deserialize)]
pub(crate) struct Refusal {
    #[serde(default)]
    pub(crate) message: String,
}

#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) session: Option<String>,
    pub(crate) method: String,
    pub(crate) params: Value,
}

impl Event {
    /// The event's parameters, or `None` if they have another form.
    pub(crate) fn read<T: serde::de::DeserializeOwned>(self) -> Option<T> {
        let read = serde_json::from_value(self.params);
        read.inspect_err(|error| tracing::debug!(%error, method = self.method, "an event was not understood"))
            .ok()
    }
}
