//! A `DevTools` session with one target of the browser.

use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::connection::Connection;
use crate::failure::CallError;

/// The time limit for everything that does not depend on a server.
pub(crate) const CALL_LIMIT: Duration = Duration::from_secs(10);

/// A session with a target, or with the browser itself.
#[derive(Clone)]
pub(crate) struct Session {
    connection: Arc<Connection>,
    id: Option<Arc<str>>,
}

impl Session {
    pub(crate) fn of_browser(connection: Arc<Connection>) -> Self {
        Self { connection, id: None }
    }

    pub(crate) fn with_target(&self, id: &str) -> Self {
        Self { connection: Arc::clone(&self.connection), id: Some(id.into()) }
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Calls a method and reads the answer.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        method: &str,
        params: Value,
    ) -> Result<T, CallError> {
        self.call_within(CALL_LIMIT, method, params).await
    }

    /// As [`Self::call`], with a custom limit.
    pub(crate) async fn call_within<T: DeserializeOwned>(
        &self,
        limit: Duration,
        method: &str,
        params: Value,
    ) -> Result<T, CallError> {
        let answer = self.connection.call(self.id.as_deref(), method, params, limit).await?;
        Ok(serde_json::from_value(answer)?)
    }

    /// Calls a method that returns nothing.
    pub(crate) async fn command(&self, method: &str, params: Value) -> Result<(), CallError> {
        self.call::<Value>(method, params).await.map(drop)
    }

    /// Turns on the events of a domain.
    pub(crate) async fn enable(&self, domain: &str) -> Result<(), CallError> {
        self.command(&format!("{domain}.enable"), json!({})).await
    }

    /// Calls a method without waiting for its answer.
    pub(crate) fn try_send(&self, method: &str, params: Value) {
        self.connection.sender().try_send(self.id.as_deref(), method, params);
    }
}
