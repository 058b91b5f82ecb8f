//! Buying credits: a purchase is started, paid at a provider, reported back, and granted exactly once.
//!
//! A provider's report is first stored with the purchase, and then posted to the ledger under an id that is
//! derived from the purchase. A process that dies in between leaves an unsettled purchase, which the next
//! message or the next `sweep` settles.

mod hearing;
mod refunding;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ledger::Purse;
use domain::purchases::{
    CreditQuantity, Currency, Money, Pack, PaymentProviderName, Purchase, PurchaseId, PurchaseStatus,
};
use ports::payments::{Added, ReturnUrls, WebhookRefusal};
use ports::{Clock, EngineFailure, Ledger, LedgerError, PaymentProvider, PurchaseStore, StoreError};
use url::Url;

pub use hearing::{Received, Swept};
pub use refunding::RefundInput;

/// How long a purchase can be paid.
const TIME_TO_PAY: Duration = Duration::from_hours(3);
/// The maximum number of open purchases of one purse.
const MOST_OPEN: u32 = 50;
/// The maximum length of a URL to which a buyer returns.
const LONGEST_RETURN: usize = 400;

/// One provider of a mode.
#[derive(Clone)]
pub enum PaymentChannel {
    Enabled(Arc<dyn PaymentProvider>),
    /// The provider is not configured; these settings are missing.
    NotConfigured(&'static [&'static str]),
}

/// The providers of a mode.
#[derive(Clone)]
pub struct PaymentChannels {
    /// Stripe, or its stand-in.
    pub stripe: PaymentChannel,
    /// payOS, or its stand-in.
    pub payos: PaymentChannel,
}

impl PaymentChannels {
    const fn of(&self, provider: PaymentProviderName) -> &PaymentChannel {
        match provider {
            PaymentProviderName::Stripe => &self.stripe,
            PaymentProviderName::Payos => &self.payos,
        }
    }
}

/// A provider as buyers see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderOffer {
    pub provider: PaymentProviderName,
    /// The currencies that it accepts.
    pub currencies: &'static [Currency],
    /// What an operator must set before anything can be bought here; empty if all is set.
    pub missing: &'static [&'static str],
}

/// A purchase to be started.
#[derive(Debug, Clone)]
pub struct NewPurchase<'a> {
    pub purse: Purse,
    pub order: CreditQuantity,
    pub provider: PaymentProviderName,
    pub currency: Currency,
    /// The URL to which the buyer returns after paying; the id is added as `purchase`.
    pub paid: &'a Url,
    /// The URL to which the buyer returns without paying; the id is added as `purchase`.
    pub cancelled: &'a Url,
    /// Calls with the same key start the same purchase.
    pub key: Option<&'a str>,
}

/// Why a purchase or a refund failed.
#[derive(Debug, thiserror::Error)]
pub enum BuyCreditsError {
    /// The provider is not configured.
    #[error("{} is not set up; the operator must set {}", provider.as_str(), settings.join(" and "))]
    NotConfigured {
        provider: PaymentProviderName,
        /// The settings that are missing.
        settings: &'static [&'static str],
    },
    /// The provider does not take this currency.
    #[error("{} does not accept {}", provider.as_str(), currency.as_str())]
    Currency {
        provider: PaymentProviderName,
        /// The currency that was requested.
        currency: Currency,
    },
    /// A URL to return to is too long.
    #[error("the return URL has more than 400 characters")]
    ReturnTooLong,
    /// The key was used for another purchase.
    #[error("the key was used for another purchase")]
    KeyReused,
    /// The purse has too many open purchases.
    #[error("50 purchases are not paid yet, and more are not allowed at once")]
    TooManyOpen,
    /// There is no such purchase.
    #[error("there is no purchase {0}")]
    NotFound(PurchaseId),
    /// The call to the provider failed.
    #[error(transparent)]
    Provider(#[from] EngineFailure),
    /// A message of a provider was rejected.
    #[error(transparent)]
    Webhook(#[from] WebhookRefusal),
    /// The amount exceeds what can still be refunded.
    #[error("{left} of the price can be paid back, in whole cents or đồng and not less than one")]
    NotRefundable {
        /// What can still be refunded.
        left: Money,
    },
    /// The credits were already spent.
    #[error("{needed} credits would be taken back and {available} are available")]
    Spent {
        /// The credits that would be taken back.
        needed: Credits,
        available: Credits,
    },
    /// The provider has no automatic refunds.
    #[error("{} pays nothing back by itself; transfer the money and record that it was paid by hand", .0.as_str())]
    OnlyByHand(PaymentProviderName),
    /// Purchases could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The ledger refused or failed.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

#[derive(Clone)]
pub struct BuyCredits {
    purchases: Arc<dyn PurchaseStore>,
    ledger: Arc<dyn Ledger>,
    clock: Arc<dyn Clock>,
    live: PaymentChannels,
    test: PaymentChannels,
}

impl BuyCredits {
    /// Creates the use case. Test purchases never reach a live provider, and live ones never a stand-in.
    #[must_use]
    pub fn new(
        purchases: Arc<dyn PurchaseStore>,
        ledger: Arc<dyn Ledger>,
        clock: Arc<dyn Clock>,
        (live, test): (PaymentChannels, PaymentChannels),
    ) -> Self {
        Self { purchases, ledger, clock, live, test }
    }

    /// The packs on offer. Other numbers of credits can be bought, too.
    #[must_use]
    pub const fn packs() -> &'static [Pack] {
        &Pack::ALL
    }

    /// The payment providers of a mode.
    #[must_use]
    pub fn providers(&self, mode: KeyMode) -> Vec<ProviderOffer> {
        let offer = |provider: PaymentProviderName| ProviderOffer {
            provider,
            currencies: provider.currencies(),
            missing: match self.payment_channels(mode).of(provider) {
                PaymentChannel::Enabled(_) => &[],
                PaymentChannel::NotConfigured(settings) => settings,
            },
        };
        PaymentProviderName::ALL.into_iter().map(offer).collect()
    }

    /// Starts a purchase. The buyer pays at its `checkout_url`.
    pub async fn start(&self, new: NewPurchase<'_>) -> Result<Purchase, BuyCreditsError> {
        let provider = self.provider(new.provider, new.purse.mode)?;
        if !new.provider.currencies().contains(&new.currency) {
            return Err(BuyCreditsError::Currency { provider: new.provider, currency: new.currency });
        }
        if [new.paid, new.cancelled].iter().any(|url| url.as_str().len() > LONGEST_RETURN) {
            return Err(BuyCreditsError::ReturnTooLong);
        }
        let purchase = self.draft(&new);
        let purchase = match self.purchases.add_purchase(&purchase, new.key, MOST_OPEN).await? {
            Added::New => purchase,
            Added::TooMany => return Err(BuyCreditsError::TooManyOpen),
            Added::Known(known) if is_of(&known, &new) => *known,
            Added::Known(_) => return Err(BuyCreditsError::KeyReused),
        };
        if purchase.checkout_url.is_some() {
            return Ok(purchase);
        }
        match provider.open_checkout(&purchase, &returns(&new, purchase.id)).await {
            Ok(checkout) => Ok(self.purchases.note_checkout(purchase.id, &checkout).await?),
            Err(failure) => {
                tracing::warn!(purchase = %purchase.id, %failure, "no page could be opened to pay a purchase");
                self.purchases.note_failed_start(purchase.id, &failure.to_string()).await?;
                Err(failure.into())
            }
        }
    }

    /// Purchases of a purse older than `before`, newest first.
    pub async fn list(
        &self,
        purse: Purse,
        before: Option<PurchaseId>,
        limit: u32,
    ) -> Result<Vec<Purchase>, BuyCreditsError> {
        Ok(self.purchases.purchases(Some(purse), before, limit).await?)
    }

    /// Purchases of all accounts older than `before`, newest first, for operators.
    pub async fn list_all(
        &self,
        before: Option<PurchaseId>,
        limit: u32,
    ) -> Result<Vec<Purchase>, BuyCreditsError> {
        Ok(self.purchases.purchases(None, before, limit).await?)
    }

    /// A purchase of this purse.
    pub async fn find(&self, purse: Purse, id: PurchaseId) -> Result<Option<Purchase>, BuyCreditsError> {
        Ok(self.purchases.purchase(id).await?.filter(|purchase| purchase.purse == purse))
    }

    fn draft(&self, new: &NewPurchase<'_>) -> Purchase {
        let now = self.clock.now();
        Purchase {
            id: PurchaseId::generate(),
            purse: new.purse,
            order: new.order,
            price: new.order.price(new.currency),
            provider: new.provider,
            created_at: now,
            expires_at: now.saturating_add(TIME_TO_PAY).unwrap_or(now),
            status: PurchaseStatus::Open,
            reference: None,
            checkout_url: None,
            payment: None,
            paid_at: None,
            granted: false,
            refunded: 0,
            reversal: None,
            reversals: 0,
            reversed: Credits::ZERO,
            owed: Credits::ZERO,
            problem: None,
        }
    }

    const fn payment_channels(&self, mode: KeyMode) -> &PaymentChannels {
        match mode {
            KeyMode::Live => &self.live,
            KeyMode::Test => &self.test,
        }
    }

    fn provider(
        &self,
        provider: PaymentProviderName,
        mode: KeyMode,
    ) -> Result<&dyn PaymentProvider, BuyCreditsError> {
        match self.payment_channels(mode).of(provider) {
            PaymentChannel::Enabled(provider) => Ok(provider.as_ref()),
            PaymentChannel::NotConfigured(settings) => {
                Err(BuyCreditsError::NotConfigured { provider, settings })
            }
        }
    }
}

fn is_of(known: &Purchase, new: &NewPurchase<'_>) -> bool {
    (known.order, known.provider, known.price) == (new.order, new.provider, new.order.price(new.currency))
}

fn returns(new: &NewPurchase<'_>, id: PurchaseId) -> ReturnUrls {
    let with_purchase = |url: &Url| {
        let mut url = url.clone();
        url.query_pairs_mut().append_pair("purchase", &id.to_string());
        String::from(url)
    };
    ReturnUrls { paid: with_purchase(new.paid), cancelled: with_purchase(new.cancelled) }
}
