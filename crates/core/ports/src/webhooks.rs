//! Endpoints of customers and what they were told.

use async_trait::async_trait;
use domain::Timestamp;
use domain::jobs::{Delivery, DeliveryState, MessageId, OutboxMessage, PastAttempt};
use domain::ledger::Purse;
use domain::webhooks::endpoints::{DisabledReason, EndpointId, EventKind, Events, Keys, WebhookEndpoint};

use crate::StoreError;

/// What the owner of an endpoint can change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointDetails {
    /// Where messages go.
    pub url: String,
    /// What it is told of.
    pub events: Events,
    /// What its owner calls it.
    pub description: String,
}

/// Which deliveries are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeliveryFilter {
    /// Only those to this endpoint.
    pub endpoint: Option<EndpointId>,
    /// Only those in this state.
    pub state: Option<DeliveryState>,
}

/// A delivery with its last attempts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryHistory {
    /// The delivery.
    pub delivery: Delivery,
    /// Its last attempts, newest first.
    pub attempts: Vec<PastAttempt>,
}

/// Endpoints. They are asked for by purse: what another one has is not there.
#[async_trait]
pub trait EndpointStore: Send + Sync {
    /// Adds an endpoint; `false` if its purse has `most` already.
    async fn add_endpoint(&self, endpoint: &WebhookEndpoint, most: u32) -> Result<bool, StoreError>;
    /// One endpoint.
    async fn endpoint(&self, purse: Purse, id: EndpointId) -> Result<Option<WebhookEndpoint>, StoreError>;
    /// All endpoints of a purse, oldest first.
    async fn endpoints(&self, purse: Purse) -> Result<Vec<WebhookEndpoint>, StoreError>;
    /// Changes an endpoint; `false` if there is none. What waits to be sent goes to the new address.
    async fn change_endpoint(
        &self,
        purse: Purse,
        id: EndpointId,
        details: &EndpointDetails,
    ) -> Result<bool, StoreError>;
    /// Lets an endpoint have messages again, with its failures forgotten; `false` if there is none.
    async fn enable_endpoint(&self, purse: Purse, id: EndpointId) -> Result<bool, StoreError>;
    /// Stops messages to an endpoint, those that wait included; `false` if there is none.
    async fn disable_endpoint(
        &self,
        purse: Purse,
        id: EndpointId,
        reason: DisabledReason,
    ) -> Result<bool, StoreError>;
    /// Removes an endpoint with its messages; `false` if there is none.
    async fn delete_endpoint(&self, purse: Purse, id: EndpointId) -> Result<bool, StoreError>;
    /// Gives an endpoint other keys; `false` if it no longer has those before.
    async fn replace_keys(
        &self,
        purse: Purse,
        id: EndpointId,
        before: Keys,
        after: Keys,
    ) -> Result<bool, StoreError>;
}

/// What customers' servers are told, and what became of it.
#[async_trait]
pub trait DeliveryLog: Send + Sync {
    /// Writes message down.
    async fn enqueue(&self, message: &OutboxMessage) -> Result<(), StoreError>;
    /// Writes message down unless that was done before under the same name; `false` if it was, whoever was told then.
    async fn enqueue_once(&self, name: &str, message: &OutboxMessage) -> Result<bool, StoreError>;
    /// How many messages of a kind were written for an endpoint since a moment.
    async fn count_messages(
        &self,
        endpoint: EndpointId,
        kind: EventKind,
        since: Timestamp,
    ) -> Result<u32, StoreError>;
    /// Messages to customers' servers older than `before`, newest first.
    async fn deliveries(
        &self,
        purse: Purse,
        filter: DeliveryFilter,
        before: Option<MessageId>,
        limit: u32,
    ) -> Result<Vec<Delivery>, StoreError>;
    /// One message to a customer's server.
    async fn delivery(&self, purse: Purse, id: MessageId) -> Result<Option<DeliveryHistory>, StoreError>;
    /// Sends a message at once, and from then on as if it were new; `false` if it is being sent or is not there.
    async fn resend(&self, purse: Purse, id: MessageId, at: Timestamp) -> Result<bool, StoreError>;
    /// Forgets messages to customers' servers that were written before `older_than` and are over, and tells how many.
    async fn delete_messages(&self, older_than: Timestamp, limit: u32) -> Result<u64, StoreError>;
}
