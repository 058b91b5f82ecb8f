//! A purchase and the rules by which reports of its provider change it.
//!
//! Whatever a report says only ever adds to what is known: the most advanced status, the highest refund. So the order of
//! reports does not matter, and a report that comes twice changes nothing the second time.

use uuid::Builder;

use super::{CreditQuantity, Money, PaymentProviderName, PurchaseId, Report};
use crate::Timestamp;
use crate::credits::Credits;
use crate::ledger::{Entry, GrantSource, PostingId, Purse, Request};
use crate::webhooks::code;

/// How far a purchase got, each further than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PurchaseStatus {
    /// Waits for the money.
    Open,
    /// The payment did not succeed.
    Failed,
    /// Nobody paid in time. Money that comes later still counts.
    Expired,
    /// The buyer thought better of it.
    Cancelled,
    /// The provider reported another sum than the price; an operator must look.
    Mismatched,
    /// The money is there.
    Paid,
    /// Part of it was paid back.
    PartlyRefunded,
    /// All of it was paid back.
    Refunded,
}

impl PurchaseStatus {
    /// All of them.
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
    /// Identifier.
    pub id: PurchaseId,
    /// Whose credits.
    pub purse: Purse,
    /// What is bought.
    pub order: CreditQuantity,
    /// For how much.
    pub price: Money,
    /// Who takes the money.
    pub provider: PaymentProviderName,
    /// When it was begun.
    pub created_at: Timestamp,
    /// Until when it can be paid.
    pub expires_at: Timestamp,
    /// How far it got.
    pub status: PurchaseStatus,
    /// The provider's name for the checkout.
    pub reference: Option<String>,
    /// Where the buyer pays.
    pub checkout_url: Option<String>,
    /// The provider's name for the payment.
    pub payment: Option<String>,
    /// When we first heard that it was paid; it never changes afterwards.
    pub paid_at: Option<Timestamp>,
    /// Whether the ledger has the credits.
    pub granted: bool,
    /// How much was paid back in all, in the unit of the price.
    pub refunded: i64,
    /// Credits that are to be taken back now.
    pub reversal: Option<Reversal>,
    /// How many times credits were taken back.
    pub reversals: u32,
    /// Credits that were taken back.
    pub reversed: Credits,
    /// Credits that were to be taken back and had been spent.
    pub owed: Credits,
    /// What an operator should know.
    pub problem: Option<String>,
}

/// One taking back of credits. It is decided before it is done, so that doing it twice is doing it once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversal {
    /// How many credits at most.
    pub credits: Credits,
    /// When it was decided.
    pub at: Timestamp,
}

impl Purchase {
    /// Takes a report in. Whether anything changed.
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

    /// Whether a report says of a payment what does not fit the price.
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

    /// What the ledger is asked for: the same request however often, so that it is granted once.
    #[must_use]
    pub fn grant(&self) -> Option<Request> {
        let at = self.paid_at?;
        let entry = Entry::Grant { amount: self.order.credits(), source: GrantSource::Paid };
        Some(self.request(self.posting(b"grant", 0, at), entry, "credits/purchase", at))
    }

    /// What the ledger is asked for to take credits back, the same however often.
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

    /// Notes that the ledger has the credits.
    pub fn note_granted(&mut self) {
        self.granted = true;
    }

    /// Notes how many credits the ledger took back in the reversal of this number; any other is over.
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

    /// An id that sorts by the time of the posting and follows from the purchase.
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
