//! Reports of providers about purchases, and the postings that follow from them.

use std::time::Duration;

use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ledger::{Refusal, Request};
use domain::purchases::{PaymentProviderName, Purchase, PurchaseId, PurchaseStatus, Report};
use ports::payments::{PaymentEvent, Webhook};
use ports::{LedgerError, PaymentProvider};

use super::{BuyCredits, BuyCreditsError};

/// How many purchases one run of `sweep` processes.
const SWEPT: u32 = 50;
const BETWEEN_CHECKS: Duration = Duration::from_mins(5);
/// How long an expired purchase is still looked up, in case it was paid at the last moment.
const GRACE: Duration = Duration::from_mins(30);

/// The outcome of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// It is not about a purchase of ours.
    Ignored,
    /// It is about a purchase that does not exist.
    Unknown,
    /// The purchase as it is now.
    Heard(Box<Purchase>),
}

/// The result of a run of `sweep`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// Purchases whose postings are now complete.
    pub settled: usize,
    /// Open purchases that were looked up at their providers.
    pub looked_up: usize,
}

impl BuyCredits {
    /// Receives a message of a provider. Nothing is recorded of a message that is not the provider's own.
    pub async fn receive(
        &self,
        name: PaymentProviderName,
        mode: KeyMode,
        signature: Option<&str>,
        body: &[u8],
    ) -> Result<Received, BuyCreditsError> {
        let provider = self.provider(name, mode)?;
        let webhook = Webhook { signature, body, now: self.clock.now() };
        let Some(event) = provider.read_webhook(&webhook)? else { return Ok(Received::Ignored) };
        let purchase = self.purchases.meant_purchase(name, mode, &event.subject).await?;
        let Some(purchase) = purchase.filter(|purchase| is_meant(purchase, &event)) else {
            tracing::info!(
                provider = name.as_str(),
                event = event.id,
                "a message is about no purchase of ours"
            );
            return Ok(Received::Unknown);
        };
        let reports = reports_of(provider, &purchase, event.report).await;
        let purchase = self.purchases.hear(purchase.id, Some(&event.id), &reports, self.clock.now()).await?;
        Ok(Received::Heard(Box::new(self.settle(purchase).await?)))
    }

    /// Looks up a purchase at its provider, for buyers who return before the provider's message and for
    /// messages that were lost.
    pub async fn check(&self, id: PurchaseId) -> Result<Purchase, BuyCreditsError> {
        let purchase = self.purchases.purchase(id).await?.ok_or(BuyCreditsError::NotFound(id))?;
        let provider = self.provider(purchase.provider, purchase.purse.mode)?;
        let mut reports = provider.look_up(&purchase).await?;
        let now = self.clock.now();
        let is_over = purchase.expires_at.saturating_add(GRACE).is_ok_and(|end| end < now);
        if reports.is_empty() && is_over && purchase.status == PurchaseStatus::Open {
            reports.push(Report::Expired);
        }
        if reports.is_empty() {
            return self.settle(purchase).await;
        }
        let purchase = self.purchases.hear(id, None, &reports, now).await?;
        self.settle(purchase).await
    }

    /// Settles purchases that a process left unsettled, and looks up those whose messages may have been lost.
    pub async fn sweep(&self) -> Result<Swept, BuyCreditsError> {
        let mut swept = Swept::default();
        for purchase in self.purchases.unsettled_purchases(SWEPT).await? {
            let id = purchase.id;
            match self.settle(purchase).await {
                Ok(_) => swept.settled += 1,
                Err(error) => tracing::warn!(purchase = %id, %error, "a purchase could not be settled"),
            }
        }
        let now = self.clock.now();
        let next = now.saturating_add(BETWEEN_CHECKS).unwrap_or(now);
        for purchase in self.purchases.claim_open_purchases(now, next, SWEPT).await? {
            match self.check(purchase.id).await {
                Ok(_) => swept.looked_up += 1,
                Err(error) => {
                    tracing::warn!(purchase = %purchase.id, %error, "a purchase could not be looked up");
                }
            }
        }
        Ok(swept)
    }

    /// Makes the postings that the purchase requires. Their ids are derived from the purchase, so repeating
    /// them changes nothing.
    pub(super) async fn settle(&self, mut purchase: Purchase) -> Result<Purchase, BuyCreditsError> {
        if let Some(request) = purchase.grant().filter(|_| !purchase.granted) {
            self.post_once(request).await?;
            purchase = self.purchases.note_granted(purchase.id).await?;
            tracing::info!(purchase = %purchase.id, credits = %purchase.order.credits(), "bought credits were granted");
        }
        while let Some(request) = purchase.reverse() {
            let taken = self.post_once(request).await?;
            let number = purchase.reversals;
            purchase = self.purchases.note_reversed(purchase.id, number, taken, self.clock.now()).await?;
            tracing::info!(purchase = %purchase.id, credits = %taken, owed = %purchase.owed, "credits were taken back");
        }
        Ok(purchase)
    }

    /// Makes a posting unless it exists. Returns how many credits it moved.
    async fn post_once(&self, request: Request) -> Result<Credits, BuyCreditsError> {
        let (purse, id) = (request.purse, request.id);
        match self.ledger.post(request, None).await {
            Ok(posting) => Ok(posting.amount),
            Err(LedgerError::Refused(Refusal::Duplicate)) => {
                let page = self.ledger.postings(purse, Some(id.successor()), 1).await?;
                let posting = page.into_iter().find(|posting| posting.id == id);
                posting.map(|posting| posting.amount).ok_or_else(|| {
                    let reason = format!("the posting {id} is there and can't be read");
                    BuyCreditsError::Ledger(LedgerError::Unavailable(reason.into()))
                })
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// The provider may serve others with the same account, so a purchase is ours only if the checkout is too.
fn is_meant(purchase: &Purchase, event: &PaymentEvent) -> bool {
    match (&purchase.reference, &event.subject.reference) {
        (Some(known), Some(named)) => known == named,
        _ => true,
    }
}

/// The reports of a message; if its amount differs from the price, the provider is queried instead, as a
/// payment may come in parts.
async fn reports_of(provider: &dyn PaymentProvider, purchase: &Purchase, report: Report) -> Vec<Report> {
    if !purchase.is_contradicted_by(&report) {
        return vec![report];
    }
    match provider.look_up(purchase).await {
        Ok(reports) if !reports.is_empty() => reports,
        Ok(_) => vec![report],
        Err(failure) => {
            tracing::warn!(purchase = %purchase.id, %failure, "a provider could not be asked about an odd payment");
            vec![report]
        }
    }
}
