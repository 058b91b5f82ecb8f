//! Purchases of credits: quantities, prices, payment providers, and reports of payments.
//!
//! A price is exact: 100,000 credits are 1.00 USD and 25,000 VND, whatever the amount.

mod record;

pub use record::{Purchase, PurchaseStatus, Reversal};

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret, SecretString};

use crate::credits::Credits;
use crate::ids::sortable_id;
use crate::webhooks::code;

sortable_id!(
    /// Identifies a purchase, `pur_…`.
    PurchaseId,
    "pur_"
);

impl PurchaseId {
    const EPOCH_SECOND: u64 = 1_735_689_600;
    const RANDOM_BITS: u32 = 22;

    /// The number of this purchase, for providers that identify purchases by numbers below 2^53: seconds
    /// since 2025, then random bits.
    #[must_use]
    pub const fn order_code(self) -> i64 {
        let (high, low) = self.0.as_u64_pair();
        let seconds = ((high >> 16) / 1_000).saturating_sub(Self::EPOCH_SECOND) & 0x7fff_ffff;
        let random = low & ((1 << Self::RANDOM_BITS) - 1);
        // No purchase has the number zero.
        let code = ((seconds << Self::RANDOM_BITS) | random).cast_signed();
        if code == 0 { 1 } else { code }
    }
}

/// The currency of an amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Currency {
    /// US dollars, counted in cents.
    Usd,
    /// Vietnamese đồng, which have no smaller unit.
    Vnd,
}

impl Currency {
    pub const ALL: [Self; 2] = [Self::Usd, Self::Vnd];

    /// The name in the API, in the database and at Stripe.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Usd => "usd",
            Self::Vnd => "vnd",
        }
    }

    /// The currency of a name, in capitals or not.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str().eq_ignore_ascii_case(name))
    }
}

/// An amount of money in the smallest unit of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Money {
    pub amount: i64,
    /// The currency of the amount.
    pub currency: Currency,
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.currency {
            Currency::Usd => {
                let sign = if self.amount < 0 { "-" } else { "" };
                let cents = self.amount.unsigned_abs();
                write!(f, "{sign}{}.{:02} USD", cents / 100, cents % 100)
            }
            Currency::Vnd => write!(f, "{} VND", self.amount),
        }
    }
}

/// A payment provider. Test purchases go to the sandbox's stand-in of the same provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentProviderName {
    /// Stripe Checkout: cards and the other methods of Stripe.
    Stripe,
    /// payOS: transfers between Vietnamese banks.
    Payos,
}

impl PaymentProviderName {
    pub const ALL: [Self; 2] = [Self::Stripe, Self::Payos];

    /// The name in the API, the database, settings and paths.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stripe => "stripe",
            Self::Payos => "payos",
        }
    }

    /// The provider of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }

    /// The currencies that it accepts, the usual one first.
    #[must_use]
    pub const fn currencies(self) -> &'static [Currency] {
        match self {
            Self::Stripe => &[Currency::Usd, Currency::Vnd],
            Self::Payos => &[Currency::Vnd],
        }
    }
}

/// The number of credits to buy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CreditQuantity(Credits);

/// A number of credits that can't be bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("credits are sold by the thousand, from 100,000 to 100,000,000 at a time")]
pub struct InvalidQuantity;

impl CreditQuantity {
    /// The fewest credits in one purchase: providers refuse payments of a few cents.
    pub const FEWEST: Credits = Credits::new(100_000);
    /// The most credits in one purchase.
    pub const MOST: Credits = Credits::new(100_000_000);
    /// What a cent buys, so that every price is exact in both currencies.
    pub const STEP: Credits = Credits::new(1_000);

    /// A number of credits, if it can be bought.
    pub const fn new(credits: Credits) -> Result<Self, InvalidQuantity> {
        let number = credits.as_i64();
        let within = Self::FEWEST.as_i64() <= number && number <= Self::MOST.as_i64();
        if within && number % Self::STEP.as_i64() == 0 { Ok(Self(credits)) } else { Err(InvalidQuantity) }
    }

    /// The number of credits.
    #[must_use]
    pub const fn credits(self) -> Credits {
        self.0
    }

    #[must_use]
    pub const fn price(self, currency: Currency) -> Money {
        let per_dollar = match currency {
            Currency::Usd => 100,
            Currency::Vnd => Credits::VND_PER_USD,
        };
        Money { amount: self.0.as_i64() * per_dollar / Credits::PER_USD, currency }
    }
}

/// A number of credits that is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pack {
    /// Its name in URLs and forms.
    pub name: &'static str,
    /// The credits that it contains.
    pub order: CreditQuantity,
}

impl Pack {
    /// All packs that are offered, smallest first. Every other number of credits can be bought too, at the
    /// same rate.
    pub const ALL: [Self; 4] = [
        Self { name: "starter", order: CreditQuantity(Credits::new(500_000)) },
        Self { name: "standard", order: CreditQuantity(Credits::new(2_000_000)) },
        Self { name: "plus", order: CreditQuantity(Credits::new(5_000_000)) },
        Self { name: "business", order: CreditQuantity(Credits::new(20_000_000)) },
    ];

    /// The pack of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pack| pack.name == name)
    }
}

/// The secret that the payment stand-ins of an installation sign with. It derives from the installation's own
/// secret.
#[must_use]
pub fn sandbox_secret(installation: &SecretString) -> SecretString {
    let bytes = code(installation.expose_secret().as_bytes(), &[b"payments of the sandbox"]);
    SecretString::from(URL_SAFE_NO_PAD.encode(bytes))
}

/// A provider's report about a purchase. Reports may arrive twice, late and in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// The payment has arrived.
    Paid {
        /// The amount that was paid.
        amount: Money,
        /// The provider's id of the payment, by which it can be refunded.
        payment: Option<String>,
    },
    /// The payment did not succeed.
    Failed,
    /// The time to pay has expired.
    Expired,
    /// The buyer cancelled the payment.
    Cancelled,
    /// Part or all of the payment was refunded.
    Refunded {
        /// The total refund, including earlier ones.
        total: Money,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_exact_in_both_currencies() {
        for pack in Pack::ALL {
            assert_eq!(CreditQuantity::new(pack.order.credits()), Ok(pack.order), "{}", pack.name);
        }
        let price = |credits, currency| CreditQuantity::new(Credits::new(credits)).unwrap().price(currency);
        assert_eq!(price(100_000, Currency::Usd), Money { amount: 100, currency: Currency::Usd });
        assert_eq!(price(100_000, Currency::Vnd), Money { amount: 25_000, currency: Currency::Vnd });
        assert_eq!(price(101_000, Currency::Usd).to_string(), "1.01 USD");
        assert_eq!(price(101_000, Currency::Vnd).to_string(), "25250 VND");
    }

    #[test]
    fn odd_orders_are_refused() {
        for credits in [i64::MIN, -100_000, 0, 1_000, 99_000, 100_001, 100_500, 100_001_000, i64::MAX] {
            assert_eq!(CreditQuantity::new(Credits::new(credits)), Err(InvalidQuantity), "{credits}");
        }
    }

    #[test]
    fn order_codes_are_numbers_that_providers_take() {
        let codes: std::collections::HashSet<i64> =
            (0..1_000).map(|_| PurchaseId::generate().order_code()).collect();
        assert!(codes.len() > 990, "{} of 1000 differ", codes.len());
        assert!(codes.iter().all(|code| (1..1 << 53).contains(code)));
        assert_eq!(PurchaseId::from(uuid::Uuid::nil()).order_code(), 1);
        assert!((1..1 << 53).contains(&PurchaseId::from(uuid::Uuid::max()).order_code()));
    }
}
