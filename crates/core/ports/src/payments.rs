//! Payment providers, and the purchases that are made through them.

use async_trait::async_trait;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ledger::Purse;
use domain::purchases::{Money, PaymentProviderName, Purchase, PurchaseId, Report};

use crate::{EngineFailure, StoreError};

/// One who takes money.
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// Who it is.
    fn provider(&self) -> PaymentProviderName;
    /// Opens a page on which the purchase can be paid. Asked again for the same purchase, it is the same page where the provider
    /// can tell.
    async fn open_checkout(
        &self,
        purchase: &Purchase,
        returns: &ReturnUrls,
    ) -> Result<Checkout, EngineFailure>;
    /// What the provider knows of a purchase; nothing while it waits to be paid.
    async fn look_up(&self, purchase: &Purchase) -> Result<Vec<Report>, EngineFailure>;
    /// Checks that a message is the provider's and recent, and reads it. `None` is one that is about nothing of ours.
    fn read_webhook(&self, webhook: &Webhook<'_>) -> Result<Option<PaymentEvent>, WebhookRefusal>;
    /// Pays a part of the price back. `key` makes asking twice asking once. Tells how much was paid back in all.
    async fn refund(&self, purchase: &Purchase, amount: Money, key: &str) -> Result<Money, EngineFailure>;
}

/// Where the buyer goes from the provider's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnUrls {
    /// After paying.
    pub paid: String,
    /// Without paying.
    pub cancelled: String,
}

/// A page on which a purchase is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// The provider's name for it.
    pub reference: String,
    /// Where it is.
    pub url: String,
}

/// A message of a provider as it arrived.
#[derive(Debug, Clone, Copy)]
pub struct Webhook<'a> {
    /// The header that signs it, of providers that sign so.
    pub signature: Option<&'a str>,
    /// Its bytes as sent.
    pub body: &'a [u8],
    /// When it arrived.
    pub now: Timestamp,
}

/// A message of a provider that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentEvent {
    /// The same whenever the provider sends this message again.
    pub id: String,
    /// What it is about.
    pub subject: PaymentSubject,
    /// What it says.
    pub report: Report,
}

/// By what names a provider means a purchase; at least one is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PaymentSubject {
    /// Our own name.
    pub purchase: Option<PurchaseId>,
    /// Our own number.
    pub order_code: Option<i64>,
    /// The provider's name for the checkout.
    pub reference: Option<String>,
    /// The provider's name for the payment.
    pub payment: Option<String>,
}

/// Why a message was not believed.
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

/// What became of a new purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Added {
    /// It is kept.
    New,
    /// One with the same key was there, and nothing was added.
    Known(Box<Purchase>),
    /// The purse has as many open purchases as it may have, and nothing was added.
    TooMany,
}

/// Purchases. What changes one is decided by [`Purchase`] itself, inside the transaction.
#[async_trait]
pub trait PurchaseStore: Send + Sync {
    /// Keeps a new purchase, unless the purse has one under `key` or `most_open` that are open.
    async fn add_purchase(
        &self,
        purchase: &Purchase,
        key: Option<&str>,
        most_open: u32,
    ) -> Result<Added, StoreError>;
    /// Any purchase.
    async fn purchase(&self, id: PurchaseId) -> Result<Option<Purchase>, StoreError>;
    /// Purchases of a purse, or of all, older than `before`, newest first.
    async fn purchases(
        &self,
        purse: Option<Purse>,
        before: Option<PurchaseId>,
        limit: u32,
    ) -> Result<Vec<Purchase>, StoreError>;
    /// The purchase that a provider means, by whichever of the names is known.
    async fn meant_purchase(
        &self,
        provider: PaymentProviderName,
        mode: KeyMode,
        subject: &PaymentSubject,
    ) -> Result<Option<Purchase>, StoreError>;
    /// Notes where a purchase is paid.
    async fn note_checkout(&self, id: PurchaseId, checkout: &Checkout) -> Result<Purchase, StoreError>;
    /// Ends a purchase that no page could be opened for, and frees its key.
    async fn note_failed_start(&self, id: PurchaseId, problem: &str) -> Result<Purchase, StoreError>;
    /// Takes reports in. A message whose id was heard before changes nothing; the purchase is told all the same.
    async fn hear(
        &self,
        id: PurchaseId,
        message: Option<&str>,
        reports: &[Report],
        at: Timestamp,
    ) -> Result<Purchase, StoreError>;
    /// Notes that the ledger has the credits.
    async fn note_granted(&self, id: PurchaseId) -> Result<Purchase, StoreError>;
    /// Notes how many credits the ledger took back in the reversal of this number.
    async fn note_reversed(
        &self,
        id: PurchaseId,
        number: u32,
        taken: Credits,
        at: Timestamp,
    ) -> Result<Purchase, StoreError>;
    /// Purchases of which the ledger does not have everything that it should, oldest first.
    async fn unsettled_purchases(&self, limit: u32) -> Result<Vec<Purchase>, StoreError>;
    /// Open purchases that are due to be looked up, each told to one node only; they are due again at `next`.
    async fn claim_open_purchases(
        &self,
        now: Timestamp,
        next: Timestamp,
        limit: u32,
    ) -> Result<Vec<Purchase>, StoreError>;
}
