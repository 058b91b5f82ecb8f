//! The cost of tokens. Providers report tokens, not money, so the operator sets the prices.

use ports::text::TokenUsage;
use serde::{Deserialize, Deserializer, Serialize};

/// US dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TokenPrice(f64);

impl TokenPrice {
    const MOST: f64 = 1_000_000.0;
}

impl<'de> Deserialize<'de> for TokenPrice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let dollars = f64::deserialize(deserializer)?;
        if (0.0..=Self::MOST).contains(&dollars) {
            return Ok(Self(dollars));
        }
        Err(serde::de::Error::custom("must be US dollars per million tokens, such as 0.25"))
    }
}

/// The prices of a model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TokenPrices {
    input: TokenPrice,
    output: TokenPrice,
}

impl TokenPrices {
    /// `None` unless both prices are set.
    pub(super) fn of(input: Option<TokenPrice>, output: Option<TokenPrice>) -> Option<Self> {
        let (input, output) = input.zip(output)?;
        Some(Self { input, output })
    }

    /// The cost in billionths of a US dollar.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "tokens are far below what a float holds exactly, and the cast saturates"
    )]
    pub(super) fn nanodollars(self, usage: TokenUsage) -> u64 {
        let dollars_per_million = usage.input as f64 * self.input.0 + usage.output as f64 * self.output.0;
        (dollars_per_million * 1_000.0).round() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(dollars: f64) -> Result<TokenPrice, serde_json::Error> {
        serde_json::from_value(serde_json::json!(dollars))
    }

    #[test]
    fn a_cost_is_exact_to_a_billionth() {
        let prices = TokenPrices::of(price(0.075).ok(), price(4.5).ok()).unwrap();
        assert_eq!(prices.nanodollars(TokenUsage { input: 1_000_000, output: 0 }), 75_000_000);
        assert_eq!(prices.nanodollars(TokenUsage { input: 3, output: 1 }), 225 + 4_500);
        assert_eq!(prices.nanodollars(TokenUsage::default()), 0);
    }

    #[test]
    fn half_of_the_prices_are_none() {
        assert_eq!(TokenPrices::of(price(1.0).ok(), None), None);
        assert_eq!(TokenPrices::of(None, price(1.0).ok()), None);
    }

    #[test]
    fn a_price_is_a_sum_of_money() {
        assert!(price(0.0).is_ok());
        assert!(price(-1.0).is_err());
        assert!(serde_json::from_str::<TokenPrice>("1e300").is_err());
    }
}
