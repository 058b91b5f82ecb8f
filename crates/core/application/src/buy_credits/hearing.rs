//! What providers say of purchases, and what the ledger is asked for because of it.

use std::time::Duration;

use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ledger::{Refusal, Request};
use domain::purchases::{PaymentProviderName, Purchase, PurchaseId, PurchaseStatus, Report};
use ports::payments::{PaymentEvent, Webhook};
use ports::{LedgerError, PaymentProvider};

use super::{BuyCredits, BuyCreditsError};

/// How many purchases one sweep looks at.
const SWEPT: u32 = 50;
const BETWEEN_CHECKS: Duration = Duration::from_mins(5);
/// How long after its end a purchase is still asked for, in case it was paid in the last moment.
const GRACE: Duration = Duration::from_mins(30);

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// It is about nothing of ours.
    Ignored,
    /// It is about a purchase that we do not know.
    Unknown,
    /// The purchase as it is now.
    Heard(Box<Purchase>),
}

/// What a sweep did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// Purchases that the ledger now has everything of.
    pub settled: usize,
    /// Open purchases that their providers were asked about.
    pub looked_up: usize,
}

impl BuyCredits {
    /// Takes a message of a provider. Nothing is recorded of one that is not the provider's own.
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

    /// Asks the provider how a purchase stands, for buyers who return before its message and for messages that were lost.
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

    /// Settles what a process left unsettled, and asks about purchases whose messages may have been lost.
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

    /// Does in the ledger what the purchase asks for. Everything has an id that follows from the purchase, so whoever does it again
    /// finds it done.
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

    /// Makes a posting unless it is there. How many credits it moved.
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

/// What a message says; if it tells of another sum than the price, what the provider says when asked, as a payment may come in parts.
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
