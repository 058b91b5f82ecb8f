//! The endpoints of an account: their events, their secrets, and the deliveries to them.

#[cfg(test)]
pub(crate) mod scene;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::jobs::{Audience, Delivery, EventId, MessageId};
use domain::ledger::Purse;
use domain::webhooks::endpoints::{
    DisabledReason, EndpointId, EventKind, Events, Health, InvalidEvents, Keys, Rotation, WebhookEndpoint,
};
use domain::webhooks::{WebhookSecret, WebhookSecrets};
use ports::webhooks::{DeliveryFilter, DeliveryHistory, EndpointDetails};
use ports::{Clock, DeliveryLog, EndpointStore, StoreError};
use url::Url;

use crate::article_events::{example_data, outbox_message};

/// An endpoint as a request describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointInput {
    pub url: String,
    /// The names of the events that it gets.
    pub events: Vec<String>,
    /// The owner's description of it; may be empty.
    pub description: String,
}

/// Why a request about endpoints failed.
#[derive(Debug, thiserror::Error)]
pub enum ManageWebhooksError {
    /// The account has no such endpoint or message.
    #[error("there is no such endpoint or message")]
    Missing,
    /// The URL is not valid.
    #[error("must be an absolute http or https URL of at most {most} bytes", most = WebhookEndpoint::LONGEST_URL)]
    Url,
    /// The choice of events is not valid.
    #[error(transparent)]
    Events(#[from] InvalidEvents),
    /// The description does not fit into one line of a list.
    #[error("must be one line of at most {most} characters", most = WebhookEndpoint::LONGEST_DESCRIPTION)]
    Description,
    /// The account has reached its limit of endpoints.
    #[error("an account may have {most} endpoints in each mode", most = WebhookEndpoint::MOST)]
    TooMany,
    /// The endpoint is disabled and gets no messages.
    #[error("the endpoint is disabled; enable it first")]
    Disabled,
    /// The message is being sent already.
    #[error("the message is being sent right now")]
    BeingSent,
    /// The endpoint was tested often enough for now.
    #[error("the endpoint was tested {most} times in the last minute; wait a moment", most = ManageWebhooks::MOST_TESTS)]
    TooManyTests,
    /// Another request changed the endpoint at the same moment.
    #[error("the endpoint was changed elsewhere at the same time; read it again")]
    Changed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ManageWebhooksError {
    /// The field of the request that is wrong, if one is.
    #[must_use]
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::Url => Some("url"),
            Self::Events(_) => Some("events"),
            Self::Description => Some("description"),
            _ => None,
        }
    }
}

/// The secrets that receivers verify with.
#[derive(Clone)]
pub struct EndpointSecrets {
    /// The secret in use.
    pub current: WebhookSecret,
    /// The previous one, and until when messages are signed with it too, if they still are.
    pub previous: Option<(WebhookSecret, Timestamp)>,
}

/// Manages endpoints. Those of another account or mode are reported as missing.
#[derive(Clone)]
pub struct ManageWebhooks {
    endpoints: Arc<dyn EndpointStore>,
    log: Arc<dyn DeliveryLog>,
    secrets: WebhookSecrets,
    clock: Arc<dyn Clock>,
}

impl ManageWebhooks {
    /// How long messages are kept.
    pub const KEPT: Duration = Duration::from_hours(30 * 24);
    /// How often an endpoint may be tested within a minute: each test sends a request to a server that may
    /// belong to a third party.
    pub const MOST_TESTS: u32 = 5;
    /// Messages that are deleted at a time.
    const BATCH: u32 = 500;

    #[must_use]
    pub fn new(
        endpoints: Arc<dyn EndpointStore>,
        log: Arc<dyn DeliveryLog>,
        secrets: WebhookSecrets,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { endpoints, log, secrets, clock }
    }

    /// All endpoints, oldest first.
    pub async fn list(&self, purse: Purse) -> Result<Vec<WebhookEndpoint>, ManageWebhooksError> {
        Ok(self.endpoints.endpoints(purse).await?)
    }

    pub async fn read(&self, purse: Purse, id: EndpointId) -> Result<WebhookEndpoint, ManageWebhooksError> {
        self.endpoints.endpoint(purse, id).await?.ok_or(ManageWebhooksError::Missing)
    }

    /// Adds an endpoint, which is enabled from the start.
    pub async fn add(
        &self,
        purse: Purse,
        input: &EndpointInput,
    ) -> Result<WebhookEndpoint, ManageWebhooksError> {
        let EndpointDetails { url, events, description } = input.check()?;
        let endpoint = WebhookEndpoint {
            id: EndpointId::generate(),
            purse,
            url,
            events,
            description,
            keys: Keys::FIRST,
            disabled: None,
            health: Health::default(),
            created_at: self.clock.now(),
        };
        let added = self.endpoints.add_endpoint(&endpoint, WebhookEndpoint::MOST).await?;
        if added { Ok(endpoint) } else { Err(ManageWebhooksError::TooMany) }
    }

    /// Changes an endpoint. Waiting messages go to the new URL.
    pub async fn change(
        &self,
        purse: Purse,
        id: EndpointId,
        input: &EndpointInput,
    ) -> Result<(), ManageWebhooksError> {
        let details = input.check()?;
        found(self.endpoints.change_endpoint(purse, id, &details).await?)
    }

    /// Enables an endpoint again. Messages that failed meanwhile can be sent again one by one.
    pub async fn enable(&self, purse: Purse, id: EndpointId) -> Result<(), ManageWebhooksError> {
        found(self.endpoints.enable_endpoint(purse, id).await?)
    }

    /// Stops messages to an endpoint; waiting ones fail.
    pub async fn disable(&self, purse: Purse, id: EndpointId) -> Result<(), ManageWebhooksError> {
        found(self.endpoints.disable_endpoint(purse, id, DisabledReason::Owner).await?)
    }

    /// Removes an endpoint with its messages.
    pub async fn delete(&self, purse: Purse, id: EndpointId) -> Result<(), ManageWebhooksError> {
        found(self.endpoints.delete_endpoint(purse, id).await?)
    }

    /// The secrets that currently sign messages to an endpoint.
    pub async fn secrets(
        &self,
        purse: Purse,
        id: EndpointId,
    ) -> Result<EndpointSecrets, ManageWebhooksError> {
        let keys = self.read(purse, id).await?.keys;
        Ok(self.derive(id, keys))
    }

    fn derive(&self, id: EndpointId, keys: Keys) -> EndpointSecrets {
        let previous = keys.valid(self.clock.now()).nth(1).zip(keys.previous_until);
        EndpointSecrets {
            current: self.secrets.of_endpoint(id, keys.generation),
            previous: previous.map(|(generation, until)| (self.secrets.of_endpoint(id, generation), until)),
        }
    }

    /// Gives an endpoint a new secret.
    pub async fn rotate(
        &self,
        purse: Purse,
        id: EndpointId,
        rotation: Rotation,
    ) -> Result<EndpointSecrets, ManageWebhooksError> {
        let before = self.read(purse, id).await?.keys;
        let after = before.rotated(rotation, self.clock.now());
        let replaced = self.endpoints.replace_keys(purse, id, before, after).await?;
        if replaced { Ok(self.derive(id, after)) } else { Err(ManageWebhooksError::Changed) }
    }

    /// Messages to the account's servers older than `before`, newest first.
    pub async fn deliveries(
        &self,
        purse: Purse,
        filter: DeliveryFilter,
        before: Option<MessageId>,
        limit: u32,
    ) -> Result<Vec<Delivery>, ManageWebhooksError> {
        Ok(self.log.deliveries(purse, filter, before, limit).await?)
    }

    /// One message with its last attempts.
    pub async fn delivery(
        &self,
        purse: Purse,
        id: MessageId,
    ) -> Result<DeliveryHistory, ManageWebhooksError> {
        self.log.delivery(purse, id).await?.ok_or(ManageWebhooksError::Missing)
    }

    /// Sends a message again under the same event id, so that a receiver recognises a repetition.
    pub async fn resend(&self, purse: Purse, id: MessageId) -> Result<(), ManageWebhooksError> {
        let message = self.delivery(purse, id).await?.delivery.message;
        if let Some(endpoint) = message.endpoint {
            self.enabled(purse, endpoint).await?;
        }
        let resent = self.log.resend(purse, id, self.clock.now()).await?;
        if resent { Ok(()) } else { Err(ManageWebhooksError::BeingSent) }
    }

    /// Sends an example of an event to an endpoint, whichever events it is subscribed to, and returns the id
    /// of the event. The outcome is in the list of deliveries.
    pub async fn send_example(
        &self,
        purse: Purse,
        id: EndpointId,
        kind: EventKind,
    ) -> Result<EventId, ManageWebhooksError> {
        self.enabled(purse, id).await?;
        let at = self.clock.now();
        let tried = self.log.count_messages(id, kind, at - Duration::from_mins(1)).await?;
        if tried >= Self::MOST_TESTS {
            return Err(ManageWebhooksError::TooManyTests);
        }
        let example = outbox_message(purse, Audience::Endpoint(id), kind, &example_data(kind, id), at);
        self.log.enqueue(&example).await?;
        Ok(example.event)
    }

    async fn enabled(&self, purse: Purse, id: EndpointId) -> Result<(), ManageWebhooksError> {
        let enabled = self.read(purse, id).await?.is_enabled();
        if enabled { Ok(()) } else { Err(ManageWebhooksError::Disabled) }
    }

    /// Deletes messages that are too old, and returns their number.
    pub async fn delete_old(&self) -> Result<u64, StoreError> {
        let oldest = self.clock.now() - Self::KEPT;
        let mut forgotten = 0;
        loop {
            let gone = self.log.delete_messages(oldest, Self::BATCH).await?;
            forgotten += gone;
            if gone < u64::from(Self::BATCH) {
                return Ok(forgotten);
            }
        }
    }
}

impl EndpointInput {
    fn check(&self) -> Result<EndpointDetails, ManageWebhooksError> {
        let url = Url::parse(&self.url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = url.filter(|_| self.url.len() <= WebhookEndpoint::LONGEST_URL);
        let description = self.description.trim();
        let long = description.chars().count() > WebhookEndpoint::LONGEST_DESCRIPTION;
        if long || description.chars().any(char::is_control) {
            return Err(ManageWebhooksError::Description);
        }
        Ok(EndpointDetails {
            url: String::from(url.ok_or(ManageWebhooksError::Url)?),
            events: Events::named(self.events.iter().map(String::as_str))?,
            description: description.to_owned(),
        })
    }
}

fn found(is_there: bool) -> Result<(), ManageWebhooksError> {
    if is_there { Ok(()) } else { Err(ManageWebhooksError::Missing) }
}
