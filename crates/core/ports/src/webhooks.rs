//! Endpoints of customers, and the messages to them.

use async_trait::async_trait;
use domain::Timestamp;
use domain::jobs::{Delivery, DeliveryState, MessageId, OutboxMessage, PastAttempt};
use domain::ledger::Purse;
use domain::webhooks::endpoints::{DisabledReason, EndpointId, EventKind, Events, Keys, WebhookEndpoint};

use crate::StoreError;

/// What the owner of an endpoint can change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointDetails {
    pub url: String,
    /// The events that it is notified of.
    pub events: Events,
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
    pub delivery: Delivery,
    /// Its last attempts, newest first.
    pub attempts: Vec<PastAttempt>,
}

/// Endpoints, looked up by purse: an endpoint of another purse is not found.
#[async_trait]
pub trait EndpointStore: Send + Sync {
    /// Adds an endpoint; `false` if its purse already has `most`.
    async fn add_endpoint(&self, endpoint: &WebhookEndpoint, most: u32) -> Result<bool, StoreError>;
    async fn endpoint(&self, purse: Purse, id: EndpointId) -> Result<Option<WebhookEndpoint>, StoreError>;
    /// All endpoints of a purse, oldest first.
    async fn endpoints(&self, purse: Purse) -> Result<Vec<WebhookEndpoint>, StoreError>;
    /// Changes an endpoint; `false` if there is none. Waiting messages go to the new URL.
    async fn change_endpoint(
        &self,
        purse: Purse,
        id: EndpointId,
        details: &EndpointDetails,
    ) -> Result<bool, StoreError>;
    /// Enables an endpoint again and resets its failures; `false` if there is none.
    async fn enable_endpoint(&self, purse: Purse, id: EndpointId) -> Result<bool, StoreError>;
    /// Stops messages to an endpoint, including waiting ones; `false` if there is none.
    async fn disable_endpoint(
        &self,
        purse: Purse,
        id: EndpointId,
        reason: DisabledReason,
    ) -> Result<bool, StoreError>;
    /// Removes an endpoint with its messages; `false` if there is none.
    async fn delete_endpoint(&self, purse: Purse, id: EndpointId) -> Result<bool, StoreError>;
    /// Replaces the keys of an endpoint; `false` if they are no longer `before`.
    async fn replace_keys(
        &self,
        purse: Purse,
        id: EndpointId,
        before: Keys,
        after: Keys,
    ) -> Result<bool, StoreError>;
}

/// Messages to customers' servers, and their deliveries.
#[async_trait]
pub trait DeliveryLog: Send + Sync {
    async fn enqueue(&self, message: &OutboxMessage) -> Result<(), StoreError>;
    /// Enqueues a message unless one was enqueued before under the same name; `false` if so, whichever
    /// endpoints were notified then.
    async fn enqueue_once(&self, name: &str, message: &OutboxMessage) -> Result<bool, StoreError>;
    /// The number of messages of a kind that were enqueued for an endpoint since a point in time.
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
    /// One message to a customer's server, with its last attempts.
    async fn delivery(&self, purse: Purse, id: MessageId) -> Result<Option<DeliveryHistory>, StoreError>;
    /// Sends a message at once, and from then on as if it were new; `false` if it is being sent or does not
    /// exist.
    async fn resend(&self, purse: Purse, id: MessageId, at: Timestamp) -> Result<bool, StoreError>;
    /// Deletes messages to customers' servers that were written before `older_than` and are over, and returns
    /// their number.
    async fn delete_messages(&self, older_than: Timestamp, limit: u32) -> Result<u64, StoreError>;
}
