//! Settings below `billing`.

use application::issue_invoice::Seller;
use domain::invoices::{InvalidParty, Party, Tax};
use serde::{Deserialize, Serialize};

use super::settings::Problem;

/// The seller of credits, for invoices.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct BillingSettings {
    /// The seller's name; without it there are no invoices.
    pub(crate) seller_name: Option<String>,
    /// The seller's postal address.
    pub(crate) seller_address: Option<String>,
    /// The seller's tax number.
    pub(crate) seller_tax_id: Option<String>,
    /// The name of the tax that prices include.
    pub(crate) tax_name: Option<String>,
    /// The rate of the tax in percent.
    pub(crate) tax_percent: Option<f64>,
}

impl BillingSettings {
    /// The seller, if the settings name one.
    pub(crate) fn seller(&self) -> Result<Option<Seller>, Problem> {
        let Some(name) = self.seller_name.as_deref() else { return Ok(None) };
        let text = |text: Option<&String>| text.cloned().unwrap_or_default();
        let party = Party::new(name, &text(self.seller_address.as_ref()), &text(self.seller_tax_id.as_ref()));
        let party =
            party.map_err(|error| Problem { name: seller_setting(error), reason: error.to_string() })?;
        let percent = self.tax_percent.unwrap_or_default();
        if !(0.0..=100.0).contains(&percent) {
            return Err(Problem {
                name: "billing.tax_percent",
                reason: format!("{percent} is not in 0..100"),
            });
        }
        // Two decimals of a percent are enough for every tax.
        let rate = format!("{:.0}", percent * 100.0).parse().unwrap_or_default();
        Ok(Some(Seller { party, tax: Tax { name: text(self.tax_name.as_ref()), rate } }))
    }
}

const fn seller_setting(error: InvalidParty) -> &'static str {
    match error {
        InvalidParty::Name => "billing.seller_name",
        InvalidParty::Address => "billing.seller_address",
        InvalidParty::TaxId => "billing.seller_tax_id",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seller_needs_an_address_and_a_tax_its_rate() {
        let seller = |address: Option<&str>, tax_percent| {
            let billing = BillingSettings {
                seller_name: Some("Tea Ltd".to_owned()),
                seller_address: address.map(str::to_owned),
                tax_name: Some("VAT".to_owned()),
                tax_percent,
                ..BillingSettings::default()
            };
            billing
                .seller()
                .map(|seller| seller.map(|seller| seller.tax.rate))
                .map_err(|problem| problem.name)
        };
        assert!(matches!(BillingSettings::default().seller(), Ok(None)));
        assert_eq!(seller(Some("1 Tea Street"), Some(8.25)), Ok(Some(825)));
        assert_eq!(seller(None, None), Err("billing.seller_address"));
        assert_eq!(seller(Some("1 Tea Street"), Some(120.0)), Err("billing.tax_percent"));
    }
}
