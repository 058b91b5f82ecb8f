//! What the text of an article costs the operator. Customers pay by other rates and do not see it.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Calls to text engines and what they used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spending {
    /// All calls, successful or not.
    pub calls: u32,
    /// Calls that repeat another call because it failed or its reply could not be used.
    pub retries: u32,
    /// Tokens that models read.
    pub input_tokens: u64,
    /// Tokens that models wrote, thoughts included.
    pub output_tokens: u64,
    /// What the replies with a known price cost, in billionths of a US dollar: a token costs a thousand of them and less.
    pub nanodollars: u64,
    /// Replies whose price is not known.
    pub unpriced: u32,
}

impl Spending {
    /// The total cost in billionths of a US dollar; `None` unless the price of every reply is known.
    #[must_use]
    pub fn cost(&self) -> Option<u64> {
        (self.unpriced == 0).then_some(self.nanodollars)
    }
}

impl AddAssign for Spending {
    fn add_assign(&mut self, other: Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.retries = self.retries.saturating_add(other.retries);
        self.input_tokens = self.input_tokens.saturating_add(other.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(other.output_tokens);
        self.nanodollars = self.nanodollars.saturating_add(other.nanodollars);
        self.unpriced = self.unpriced.saturating_add(other.unpriced);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_with_an_unknown_part_is_unknown() {
        let known = Spending { calls: 1, nanodollars: 5, ..Spending::default() };
        let mut sum = known;
        sum += known;
        assert_eq!(sum.cost(), Some(10));
        sum += Spending { calls: 1, unpriced: 1, ..Spending::default() };
        assert_eq!((sum.calls, sum.nanodollars, sum.cost()), (3, 10, None));
    }
}
