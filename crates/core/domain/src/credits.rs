//! Credits, the unit of account: 100,000 credits are 1.00 USD. They are whole numbers and never expire.

use std::fmt;

/// An amount of credits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Credits(i64);

impl Credits {
    pub const ZERO: Self = Self(0);
    /// How many credits one US dollar buys.
    pub const PER_USD: i64 = 100_000;
    /// How many Vietnamese đồng count as one US dollar.
    pub const VND_PER_USD: i64 = 25_000;

    #[must_use]
    pub const fn new(amount: i64) -> Self {
        Self(amount)
    }

    /// The amount as a number.
    #[must_use]
    pub const fn as_i64(self) -> i64 {
        self.0
    }

    /// The sum, unless it can't be represented.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) => Some(Self(sum)),
            None => None,
        }
    }

    /// The price in US dollars with five decimals, which is exact.
    #[must_use]
    pub fn to_usd(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let amount = self.0.unsigned_abs();
        let per_usd = Self::PER_USD.unsigned_abs();
        format!("{sign}{}.{:05}", amount / per_usd, amount % per_usd)
    }
}

impl From<i64> for Credits {
    fn from(amount: i64) -> Self {
        Self(amount)
    }
}

impl fmt::Display for Credits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_exact() {
        assert_eq!(Credits::new(100_000).to_usd(), "1.00000");
        assert_eq!(Credits::new(5_000).to_usd(), "0.05000");
        assert_eq!(Credits::new(1).to_usd(), "0.00001");
        assert_eq!(Credits::new(-250_001).to_usd(), "-2.50001");
        assert_eq!(Credits::new(i64::MIN).to_usd(), "-92233720368547.75808");
    }
}
