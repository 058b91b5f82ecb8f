//! A purchase and the rules by which reports of its provider change it.
//!
//! A report can only advance the status and raise the refund. So the order of reports does not matter, and a
//! report that arrives twice changes nothing the second time.

use uuid::Builder;

use super::{CreditQuantity, Money, PaymentProviderName, PurchaseId, Report};
use crate::Timestamp;
use crate::credits::Credits;
use crate::ledger::{Entry, GrantSource, PostingId, Purse, Request};
use crate::webhooks::code;

/// The status of a purchase. Each status is further than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PurchaseStatus {
    /// The purchase waits for the payment.
    Open,
    /// The payment did not succeed.
    Failed,
    /// The time to pay has expired. A later payment still counts.
    Expired,
    /// The buyer cancelled the payment.
    Cancelled,
    /// The provider reported another amount than the price; an operator must check it.
    Mismatched,
    /// The payment has arrived.
    Paid,
    /// Part of the price was refunded.
    PartlyRefunded,
    /// All of the price was refunded.
    Refunded,
}

impl PurchaseStatus {
    pub const ALL: [Self; 8] = [
        Self::Open,
        Self::Failed,
        Self::Expired,
        Self::Cancelled,
        Self::Mismatched,
        Self::Paid,
        Self::PartlyRefunded,
        Self::Refunded,
    ];

    /// The name in the API and the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Failed => "failed",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
            Self::Mismatched => "mismatched",
            Self::Paid => "paid",
            Self::PartlyRefunded => "partly_refunded",
            Self::Refunded => "refunded",
        }
    }

    /// The status of a stored name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }
}

/// A purchase of credits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purchase {
    pub id: PurchaseId,
    /// The purse that receives the credits.
    pub purse: Purse,
    /// The credits that are bought.
    pub order: CreditQuantity,
    /// The price of the credits.
    pub price: Money,
    /// The provider that takes the payment.
    pub provider: PaymentProviderName,
    /// When it was started.
    pub created_at: Timestamp,
    /// Until when it can be paid.
    pub expires_at: Timestamp,
    /// The status of the purchase.
    pub status: PurchaseStatus,
    /// The provider's id of the checkout.
    pub reference: Option<String>,
    /// The URL where the buyer pays.
    pub checkout_url: Option<String>,
    /// The provider's id of the payment.
    pub payment: Option<String>,
    /// When the payment was first reported; it never changes afterwards.
    pub paid_at: Option<Timestamp>,
    /// Whether the ledger has the credits.
    pub granted: bool,
    /// The total refund, in the unit of the price.
    pub refunded: i64,
    /// Credits that are to be taken back now.
    pub reversal: Option<Reversal>,
    /// How many times credits were taken back.
    pub reversals: u32,
    /// Credits that were taken back.
    pub reversed: Credits,
    /// Credits that were to be taken back and had been spent.
    pub owed: Credits,
    /// A problem that an operator should check.
    pub problem: Option<String>,
}

/// One reversal of credits. It is stored before it is carried out, so that a repetition has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversal {
    /// How many credits at most.
    pub credits: Credits,
    /// When it was decided.
    pub at: Timestamp,
}

impl Purchase {
    /// Applies a report. Returns whether anything changed.
    pub fn hear(&mut self, report: &Report, at: Timestamp) -> bool {
        let before = self.clone();
        match report {
            Report::Paid { amount, payment } => {
                self.payment = self.payment.take().or_else(|| payment.clone());
                self.hear_payment(*amount, at);
            }
            Report::Failed => self.advance(PurchaseStatus::Failed),
            Report::Expired => self.advance(PurchaseStatus::Expired),
            Report::Cancelled => self.advance(PurchaseStatus::Cancelled),
            Report::Refunded { total } if total.currency == self.price.currency => {
                self.refunded = self.refunded.max(total.amount.min(self.price.amount));
            }
            Report::Refunded { total } => {
                self.problem = Some(format!("{total} were refunded of a price of {}", self.price));
            }
        }
        self.draw_conclusions(at);
        *self != before
    }

    /// Whether a report of a payment contradicts the price.
    #[must_use]
    pub fn is_contradicted_by(&self, report: &Report) -> bool {
        matches!(report, Report::Paid { amount, .. } if self.paid_at.is_none() && !self.is_covered_by(*amount))
    }

    fn is_covered_by(&self, amount: Money) -> bool {
        amount.currency == self.price.currency && amount.amount >= self.price.amount
    }

    fn hear_payment(&mut self, amount: Money, at: Timestamp) {
        if self.paid_at.is_some() {
            return;
        }
        if self.is_covered_by(amount) {
            self.paid_at = Some(at);
            self.problem = None;
        } else {
            self.problem = Some(format!("{amount} were paid of a price of {}", self.price));
            self.advance(PurchaseStatus::Mismatched);
        }
    }

    fn advance(&mut self, status: PurchaseStatus) {
        self.status = self.status.max(status);
    }

    fn draw_conclusions(&mut self, at: Timestamp) {
        if self.paid_at.is_none() {
            return;
        }
        self.advance(match self.refunded {
            ..=0 => PurchaseStatus::Paid,
            part if part < self.price.amount => PurchaseStatus::PartlyRefunded,
            _ => PurchaseStatus::Refunded,
        });
        let due = self.worth(self.refunded).as_i64() - self.reversed.as_i64() - self.owed.as_i64();
        if self.reversal.is_none() && due > 0 {
            self.reversal = Some(Reversal { credits: Credits::new(due), at });
        }
    }

    /// How many of the credits a part of the price bought.
    #[must_use]
    pub fn worth(&self, part: i64) -> Credits {
        let product = i128::from(self.order.credits().as_i64()) * i128::from(part);
        let credits = product.checked_div(i128::from(self.price.amount)).unwrap_or(0);
        Credits::new(i64::try_from(credits).unwrap_or(0))
    }

    /// What is left of the price.
    #[must_use]
    pub const fn refundable(&self) -> Money {
        let left = if self.paid_at.is_some() { self.price.amount - self.refunded } else { 0 };
        Money { amount: left, currency: self.price.currency }
    }

    /// Whether the ledger has everything that it should.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        (self.paid_at.is_none() || self.granted) && self.reversal.is_none()
    }

    /// The request that grants the credits. It is always the same, so that the ledger grants them once.
    #[must_use]
    pub fn grant(&self) -> Option<Request> {
        let at = self.paid_at?;
        let entry = Entry::Grant { amount: self.order.credits(), source: GrantSource::Paid };
        Some(self.request(self.posting(b"grant", 0, at), entry, "credits/purchase", at))
    }

    /// The request that takes credits back. It is always the same for one reversal.
    #[must_use]
    pub fn reverse(&self) -> Option<Request> {
        let Reversal { credits, at } = self.reversal?;
        let of = self.posting(b"grant", 0, self.paid_at?);
        let entry = Entry::Reverse { of, amount: credits };
        Some(self.request(self.posting(b"reverse", self.reversals, at), entry, "credits/refund", at))
    }

    fn request(&self, id: PostingId, entry: Entry, purpose: &str, at: Timestamp) -> Request {
        let purpose = format!("{purpose} {}", self.id);
        Request { id, purse: self.purse, entry, key: None, purpose, at }
    }

    /// Records that the ledger has the credits.
    pub fn note_granted(&mut self) {
        self.granted = true;
    }

    /// Records how many credits the ledger took back in the reversal of this number. Any other reversal is
    /// over.
    pub fn note_reversed(&mut self, number: u32, taken: Credits, at: Timestamp) {
        if number != self.reversals {
            return;
        }
        let Some(Reversal { credits, .. }) = self.reversal.take() else { return };
        self.reversals += 1;
        self.reversed = Credits::new(self.reversed.as_i64() + taken.as_i64());
        self.owed = Credits::new(self.owed.as_i64() + credits.as_i64() - taken.as_i64());
        self.draw_conclusions(at);
    }

    /// An id that sorts by the time of the posting and derives from the purchase.
    fn posting(&self, kind: &[u8], number: u32, at: Timestamp) -> PostingId {
        let purchase = self.id.as_uuid();
        let digest = code(purchase.as_bytes(), &[b"posting", kind, &number.to_be_bytes()]);
        let mut random = [0; 10];
        for (place, byte) in random.iter_mut().zip(digest) {
            *place = byte;
        }
        let milliseconds = u64::try_from(at.as_millisecond()).unwrap_or(0);
        PostingId::from(Builder::from_unix_timestamp_millis(milliseconds, &random).into_uuid())
    }
}

#[cfg(test)]
mod tests;
