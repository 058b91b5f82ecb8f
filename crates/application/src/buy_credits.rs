//! Credits are bought: a purchase is begun, paid at a vendor, heard of, and granted exactly once.
//!
//! What a vendor says is first taken down with the purchase, and then done in the ledger under an id that follows from the
//! purchase. A process that dies in between leaves a purchase that is not settled, which the next message or the sweep settles.

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
    CreditOrder, Currency, Money, Pack, PaymentVendor, Purchase, PurchaseId, PurchaseStatus,
};
use ports::payments::{Added, ReturnUrls, WebhookRefusal};
use ports::{Clock, EngineFailure, Ledger, LedgerError, PaymentProvider, PurchaseStore, StoreError};
use url::Url;

pub use hearing::{Received, Swept};
pub use refunding::RefundOrder;

/// How long a purchase can be paid.
const TIME_TO_PAY: Duration = Duration::from_hours(3);
/// Open purchases of one purse at a time.
const MOST_OPEN: u32 = 50;
/// The longest address that a buyer returns to.
const LONGEST_RETURN: usize = 400;

/// One vendor of a mode.
#[derive(Clone)]
pub enum Till {
    /// Takes money.
    Open(Arc<dyn PaymentProvider>),
    /// Is not configured; these settings are missing.
    Closed(&'static [&'static str]),
}

/// The vendors of a mode.
#[derive(Clone)]
pub struct Tills {
    /// Stripe, or its stand-in.
    pub stripe: Till,
    /// payOS, or its stand-in.
    pub payos: Till,
}

impl Tills {
    const fn of(&self, vendor: PaymentVendor) -> &Till {
        match vendor {
            PaymentVendor::Stripe => &self.stripe,
            PaymentVendor::Payos => &self.payos,
        }
    }
}

/// A vendor as buyers see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VendorOffer {
    /// Who.
    pub vendor: PaymentVendor,
    /// What can be paid in.
    pub currencies: &'static [Currency],
    /// What an operator must set before anything can be bought here; nothing if all is set.
    pub missing: &'static [&'static str],
}

/// A purchase to be begun.
#[derive(Debug, Clone)]
pub struct NewPurchase<'a> {
    /// Whose credits.
    pub purse: Purse,
    /// How many.
    pub order: CreditOrder,
    /// Who takes the money.
    pub vendor: PaymentVendor,
    /// In what.
    pub currency: Currency,
    /// Where the buyer goes after paying; the purchase is added as `purchase`.
    pub paid: &'a Url,
    /// Where the buyer goes without paying; the purchase is added as `purchase`.
    pub cancelled: &'a Url,
    /// The same key begins the same purchase.
    pub key: Option<&'a str>,
}

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub enum BuyCreditsError {
    /// The vendor is not configured.
    #[error("{} is not set up; the operator must set {}", vendor.as_str(), settings.join(" and "))]
    NotConfigured {
        /// Who.
        vendor: PaymentVendor,
        /// What is missing.
        settings: &'static [&'static str],
    },
    /// The vendor does not take this currency.
    #[error("{} does not accept {}", vendor.as_str(), currency.as_str())]
    Currency {
        /// Who.
        vendor: PaymentVendor,
        /// What was asked for.
        currency: Currency,
    },
    /// An address to return to is too long.
    #[error("the return URL has more than 400 characters")]
    ReturnTooLong,
    /// The key was used for another purchase.
    #[error("the key was used for another purchase")]
    KeyReused,
    /// The purse has many open purchases.
    #[error("50 purchases are not paid yet, and more are not allowed at once")]
    TooManyOpen,
    /// There is no such purchase.
    #[error("there is no purchase {0}")]
    NotFound(PurchaseId),
    /// The vendor did not do it.
    #[error(transparent)]
    Vendor(#[from] EngineFailure),
    /// A message was not believed.
    #[error(transparent)]
    Webhook(#[from] WebhookRefusal),
    /// More than is left of the price can't be paid back.
    #[error("{left} of the price can be paid back, in whole cents or đồng and not less than one")]
    NotRefundable {
        /// What is left.
        left: Money,
    },
    /// The credits were spent.
    #[error("{needed} credits would be taken back and {available} are available")]
    Spent {
        /// What would be taken back.
        needed: Credits,
        /// What is there.
        available: Credits,
    },
    /// The vendor pays nothing back by itself.
    #[error("{} pays nothing back by itself; transfer the money and record that it was paid by hand", .0.as_str())]
    OnlyByHand(PaymentVendor),
    /// Purchases can't be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The ledger did not do it.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// Buys credits.
#[derive(Clone)]
pub struct BuyCredits {
    purchases: Arc<dyn PurchaseStore>,
    ledger: Arc<dyn Ledger>,
    clock: Arc<dyn Clock>,
    live: Tills,
    test: Tills,
}

impl BuyCredits {
    /// Wires the use case. Test purchases never reach a live vendor, nor live ones a stand-in.
    #[must_use]
    pub fn new(
        purchases: Arc<dyn PurchaseStore>,
        ledger: Arc<dyn Ledger>,
        clock: Arc<dyn Clock>,
        (live, test): (Tills, Tills),
    ) -> Self {
        Self { purchases, ledger, clock, live, test }
    }

    /// What is offered. Other numbers of credits can be ordered too.
    #[must_use]
    pub const fn packs() -> &'static [Pack] {
        &Pack::ALL
    }

    /// Who takes money in a mode.
    #[must_use]
    pub fn vendors(&self, mode: KeyMode) -> Vec<VendorOffer> {
        let offer = |vendor: PaymentVendor| VendorOffer {
            vendor,
            currencies: vendor.currencies(),
            missing: match self.tills(mode).of(vendor) {
                Till::Open(_) => &[],
                Till::Closed(settings) => settings,
            },
        };
        PaymentVendor::ALL.into_iter().map(offer).collect()
    }

    /// Begins a purchase. The buyer pays at its `checkout_url`.
    pub async fn start(&self, new: NewPurchase<'_>) -> Result<Purchase, BuyCreditsError> {
        let provider = self.provider(new.vendor, new.purse.mode)?;
        if !new.vendor.currencies().contains(&new.currency) {
            return Err(BuyCreditsError::Currency { vendor: new.vendor, currency: new.currency });
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

    /// Everybody's purchases older than `before`, newest first, for operators.
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
            vendor: new.vendor,
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

    const fn tills(&self, mode: KeyMode) -> &Tills {
        match mode {
            KeyMode::Live => &self.live,
            KeyMode::Test => &self.test,
        }
    }

    fn provider(
        &self,
        vendor: PaymentVendor,
        mode: KeyMode,
    ) -> Result<&dyn PaymentProvider, BuyCreditsError> {
        match self.tills(mode).of(vendor) {
            Till::Open(provider) => Ok(provider.as_ref()),
            Till::Closed(settings) => Err(BuyCreditsError::NotConfigured { vendor, settings }),
        }
    }
}

fn is_of(known: &Purchase, new: &NewPurchase<'_>) -> bool {
    (known.order, known.vendor, known.price) == (new.order, new.vendor, new.order.price(new.currency))
}

fn returns(new: &NewPurchase<'_>, id: PurchaseId) -> ReturnUrls {
    let with_purchase = |url: &Url| {
        let mut url = url.clone();
        url.query_pairs_mut().append_pair("purchase", &id.to_string());
        String::from(url)
    };
    ReturnUrls { paid: with_purchase(new.paid), cancelled: with_purchase(new.cancelled) }
}
