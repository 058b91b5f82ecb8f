//! Notifies an account's endpoints of an event that concerns the account, once.

use std::sync::Arc;

use domain::credits::Credits;
use domain::jobs::Audience;
use domain::ledger::Purse;
use domain::webhooks::endpoints::EventKind;
use ports::{Clock, DeliveryLog, StoreError};
use serde_json::{Value, json};

use crate::article_events::outbox_message;

#[derive(Clone)]
pub struct NotifyAccount {
    log: Arc<dyn DeliveryLog>,
    clock: Arc<dyn Clock>,
}

impl NotifyAccount {
    #[must_use]
    pub fn new(log: Arc<dyn DeliveryLog>, clock: Arc<dyn Clock>) -> Self {
        Self { log, clock }
    }

    /// Notifies every endpoint that subscribes to such events. The name of the occasion, such as `credits.low 2026-11-17`, prevents
    /// a second notification; `false` if there was one before.
    pub async fn notify(
        &self,
        purse: Purse,
        kind: EventKind,
        data: &Value,
        occasion: &str,
    ) -> Result<bool, StoreError> {
        let message = outbox_message(purse, Audience::Endpoints, kind, data, self.clock.now());
        self.log.enqueue_once(occasion, &message).await
    }
    /// Notifies that a balance fell below the owner's threshold.
    pub async fn credits_low(
        &self,
        purse: Purse,
        available: Credits,
        threshold: Credits,
        occasion: &str,
    ) -> Result<bool, StoreError> {
        let data = json!({"availableCredits": available.as_i64(), "thresholdCredits": threshold.as_i64()});
        self.notify(purse, EventKind::CreditsLow, &data, occasion).await
    }
}
