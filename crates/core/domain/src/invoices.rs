//! Invoices of purchases. An invoice never changes after it was issued.

use crate::Timestamp;
use crate::api_keys::KeyMode;
use crate::purchases::{Money, PurchaseId};

/// The seller or buyer, as an invoice names them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Party {
    /// The name of the company or person.
    pub name: String,
    /// The postal address; may have several lines.
    pub address: String,
    /// The tax number; may be empty.
    pub tax_id: String,
}

/// Why a party can't be named on an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidParty {
    /// The name is empty, too long or has control characters.
    #[error("the name must be one line of 1 to {most} characters", most = Party::LONGEST_LINE)]
    Name,
    /// The address is empty, too long or has control characters.
    #[error("the postal address must have 1 to {most} characters", most = Party::LONGEST_ADDRESS)]
    Address,
    /// The tax number is too long or has control characters.
    #[error("the tax number must be one line of at most {most} characters", most = Party::LONGEST_LINE)]
    TaxId,
}

impl Party {
    /// The longest name and tax number, in characters.
    pub const LONGEST_LINE: usize = 100;
    /// The longest address, in characters.
    pub const LONGEST_ADDRESS: usize = 500;

    /// A party that an invoice can name.
    pub fn new(name: &str, address: &str, tax_id: &str) -> Result<Self, InvalidParty> {
        let is_line =
            |text: &str| text.chars().count() <= Self::LONGEST_LINE && !text.chars().any(char::is_control);
        let (name, address, tax_id) = (name.trim(), address.trim().replace("\r\n", "\n"), tax_id.trim());
        let is_text = |text: &str| {
            text.chars().count() <= Self::LONGEST_ADDRESS
                && text.chars().all(|letter| letter == '\n' || !letter.is_control())
        };
        if name.is_empty() || !is_line(name) {
            return Err(InvalidParty::Name);
        }
        if address.is_empty() || !is_text(&address) {
            return Err(InvalidParty::Address);
        }
        if !is_line(tax_id) {
            return Err(InvalidParty::TaxId);
        }
        Ok(Self { name: name.to_owned(), address, tax_id: tax_id.to_owned() })
    }
}

/// A tax that prices include.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tax {
    /// The name of the tax, such as `VAT`; empty if there is none.
    pub name: String,
    /// Its rate in hundredths of a percent: 1000 is 10 %.
    pub rate: u32,
}

impl Tax {
    /// The part of a sum that is tax, rounded half up.
    #[must_use]
    pub fn included_in(&self, sum: Money) -> Money {
        const WHOLE: i64 = 10_000;
        let rate = i64::from(self.rate);
        let amount = (sum.amount.saturating_mul(rate) * 2 + WHOLE + rate) / (2 * (WHOLE + rate));
        Money { amount, ..sum }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    /// The purchase that it is for.
    pub purchase: PurchaseId,
    /// Live or test; test purchases are numbered separately.
    pub mode: KeyMode,
    /// Its number: one more than the number of the invoice before.
    pub number: u32,
    /// When it was issued.
    pub issued_at: Timestamp,
    /// The party that sells.
    pub seller: Party,
    /// The party that buys.
    pub buyer: Party,
    /// The tax that the price includes.
    pub tax: Tax,
}

impl Invoice {
    /// The number as it is printed.
    #[must_use]
    pub fn label(&self) -> String {
        let prefix = if self.mode == KeyMode::Test { "TEST-" } else { "INV-" };
        format!("{prefix}{:06}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::purchases::Currency;

    #[test]
    fn parties_have_a_name_and_an_address() {
        let party = Party::new(" Trà Việt ", "1 Hàng Bài\r\nHà Nội", "0101234567").unwrap();
        assert_eq!((party.name.as_str(), party.address.as_str()), ("Trà Việt", "1 Hàng Bài\nHà Nội"));
        assert_eq!(Party::new("", "a", ""), Err(InvalidParty::Name));
        assert_eq!(Party::new("a\nb", "a", ""), Err(InvalidParty::Name));
        assert_eq!(Party::new("a", " ", ""), Err(InvalidParty::Address));
        assert_eq!(Party::new("a", &"b".repeat(501), ""), Err(InvalidParty::Address));
        assert_eq!(Party::new("a", "b", "c\u{7}"), Err(InvalidParty::TaxId));
    }

    #[test]
    fn tax_is_a_part_of_the_price() {
        let included = |rate, amount| {
            let sum = Money { amount, currency: Currency::Usd };
            Tax { name: "VAT".to_owned(), rate }.included_in(sum).amount
        };
        assert_eq!(included(1_000, 1_100), 100);
        assert_eq!(included(1_000, 500), 45);
        assert_eq!(included(1_900, 500), 80);
        assert_eq!(included(0, 500), 0);
    }
}
