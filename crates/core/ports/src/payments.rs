//! Payment providers, and the purchases that are made through them.

use async_trait::async_trait;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ledger::Purse;
use domain::purchases::{Money, PaymentProviderName, Purchase, PurchaseId, Report};

use crate::{EngineFailure, StoreError};

#[async_trait]
pub trait PaymentProvider: Send + Sync {
    fn provider(&self) -> PaymentProviderName;
    /// Opens a page on which the purchase can be paid. A repeated call for the same purchase returns the same
    /// page if the provider can recognise it.
    async fn open_checkout(
        &self,
        purchase: &Purchase,
        returns: &ReturnUrls,
    ) -> Result<Checkout, EngineFailure>;
    /// What the provider reports about a purchase; empty while the payment is pending.
    async fn look_up(&self, purchase: &Purchase) -> Result<Vec<Report>, EngineFailure>;
    /// Verifies that a message is the provider's and recent, and parses it. `None` if it is not about a
    /// purchase of ours.
    fn read_webhook(&self, webhook: &Webhook<'_>) -> Result<Option<PaymentEvent>, WebhookRefusal>;
    /// Refunds a part of the price. Repeating a call with the same `key` refunds nothing more. Returns the
    /// total that was refunded.
    async fn refund(&self, purchase: &Purchase, amount: Money, key: &str) -> Result<Money, EngineFailure>;
}

/// Where the provider's page sends the buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnUrls {
    pub paid: String,
    pub cancelled: String,
}

/// A page on which a purchase is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// The provider's identifier of the page.
    pub reference: String,
    pub url: String,
}

/// A provider's message as it was received.
#[derive(Debug, Clone, Copy)]
pub struct Webhook<'a> {
    /// The header with the signature, for providers that sign in a header.
    pub signature: Option<&'a str>,
    /// The bytes as they were sent.
    pub body: &'a [u8],
    pub now: Timestamp,
}

/// A provider's message after parsing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentEvent {
    /// Stays the same whenever the provider sends this message again.
    pub id: String,
    /// The purchase that it is about.
    pub subject: PaymentSubject,
    pub report: Report,
}

/// The identifiers by which a provider refers to a purchase; at least one is set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PaymentSubject {
    /// Our identifier of the purchase.
    pub purchase: Option<PurchaseId>,
    /// Our number of the purchase.
    pub order_code: Option<i64>,
    /// The provider's identifier of the checkout.
    pub reference: Option<String>,
    /// The provider's identifier of the payment.
    pub payment: Option<String>,
}

/// Why a message was rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WebhookRefusal {
    /// It is not signed, or not by the provider.
    #[error("the signature is missing or wrong")]
    Signature,
    /// It was signed too long ago.
    #[error("the message is too old")]
    Stale,
    /// It is not in the provider's format.
    #[error("the message can't be read: {0}")]
    Malformed(String),
}

/// The outcome of adding a purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Added {
    /// The purchase was added.
    New,
    /// A purchase with the same key exists; nothing was added.
    Known(Box<Purchase>),
    /// The purse has reached its limit of open purchases; nothing was added.
    TooMany,
}

/// Purchases. [`Purchase`] itself decides how it changes, inside the transaction.
#[async_trait]
pub trait PurchaseStore: Send + Sync {
    /// Adds a purchase, unless the purse has one with `key`, or `most_open` open ones.
    async fn add_purchase(
        &self,
        purchase: &Purchase,
        key: Option<&str>,
        most_open: u32,
    ) -> Result<Added, StoreError>;
    /// A purchase of any purse.
    async fn purchase(&self, id: PurchaseId) -> Result<Option<Purchase>, StoreError>;
    /// Purchases of a purse, or of all, older than `before`, newest first.
    async fn purchases(
        &self,
        purse: Option<Purse>,
        before: Option<PurchaseId>,
        limit: u32,
    ) -> Result<Vec<Purchase>, StoreError>;
    /// The purchase that a provider refers to, by any identifier that is known.
    async fn meant_purchase(
        &self,
        provider: PaymentProviderName,
        mode: KeyMode,
        subject: &PaymentSubject,
    ) -> Result<Option<Purchase>, StoreError>;
    /// Records the page on which a purchase is paid.
    async fn note_checkout(&self, id: PurchaseId, checkout: &Checkout) -> Result<Purchase, StoreError>;
    /// Ends a purchase whose page could not be opened, and frees its key.
    async fn note_failed_start(&self, id: PurchaseId, problem: &str) -> Result<Purchase, StoreError>;
    /// Applies reports to a purchase. A message whose id is already recorded changes nothing; the purchase is
    /// returned all the same.
    async fn hear(
        &self,
        id: PurchaseId,
        message: Option<&str>,
        reports: &[Report],
        at: Timestamp,
    ) -> Result<Purchase, StoreError>;
    /// Records that the credits are in the ledger.
    async fn note_granted(&self, id: PurchaseId) -> Result<Purchase, StoreError>;
    /// Records how many credits the ledger took back in the reversal of this number.
    async fn note_reversed(
        &self,
        id: PurchaseId,
        number: u32,
        taken: Credits,
        at: Timestamp,
    ) -> Result<Purchase, StoreError>;
    /// Purchases whose postings are missing from the ledger in part or in full, oldest first.
    async fn unsettled_purchases(&self, limit: u32) -> Result<Vec<Purchase>, StoreError>;
    /// Claims open purchases that are due for a look-up, each for one node only; they are due again at
    /// `next`.
    async fn claim_open_purchases(
        &self,
        now: Timestamp,
        next: Timestamp,
        limit: u32,
    ) -> Result<Vec<Purchase>, StoreError>;
}
