//! Stripe's objects, with the fields that are read.

use domain::purchases::{Currency, Money, PurchaseId, Report};
use ports::payments::PaymentSubject;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct ErrorBody {
    pub(super) error: ErrorObject,
}

#[derive(Debug, Deserialize)]
pub(super) struct ErrorObject {
    #[serde(default)]
    pub(super) message: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct RefundObject {
    pub(super) amount: i64,
    pub(super) status: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Session {
    pub(super) id: String,
    pub(super) url: Option<String>,
    pub(super) amount_total: Option<i64>,
    pub(super) currency: Option<String>,
    status: Option<String>,
    payment_status: Option<String>,
    client_reference_id: Option<String>,
    payment_intent: Option<Intent>,
}

/// A payment: only its id, or the whole object.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Intent {
    Id(String),
    Whole { id: String, latest_charge: Option<LatestCharge> },
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum LatestCharge {
    Whole(Box<Charge>),
    Id(#[expect(dead_code, reason = "only told apart from a whole one")] String),
}

/// A charge, with its refunded amount.
#[derive(Debug, Deserialize)]
pub(super) struct Charge {
    amount_refunded: i64,
    currency: String,
    payment_intent: Option<String>,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Debug, Default, Deserialize)]
struct Metadata {
    purchase: Option<String>,
}

impl Intent {
    fn id(&self) -> &str {
        match self {
            Self::Id(id) | Self::Whole { id, .. } => id,
        }
    }

    fn charge(&self) -> Option<&Charge> {
        match self {
            Self::Whole { latest_charge: Some(LatestCharge::Whole(charge)), .. } => Some(charge),
            _ => None,
        }
    }
}

impl Session {
    /// Our purchase; `None` if the session belongs to another application of the same account.
    pub(super) fn subject(&self) -> Option<PaymentSubject> {
        let purchase: PurchaseId = self.client_reference_id.as_deref()?.parse().ok()?;
        let reference = Some(self.id.clone());
        Some(PaymentSubject { purchase: Some(purchase), reference, ..PaymentSubject::default() })
    }

    /// The payment, if there is one.
    pub(super) fn payment(&self) -> Result<Option<Report>, String> {
        if !matches!(self.payment_status.as_deref(), Some("paid" | "no_payment_required")) {
            return Ok(None);
        }
        let amount = money(self.amount_total, self.currency.as_deref())?;
        let payment = self.payment_intent.as_ref().map(|intent| intent.id().to_owned());
        Ok(Some(Report::Paid { amount, payment }))
    }

    /// Everything that the session reports.
    pub(super) fn reports(&self) -> Result<Vec<Report>, String> {
        let mut reports: Vec<Report> = self.payment()?.into_iter().collect();
        if self.status.as_deref() == Some("expired") {
            reports.push(Report::Expired);
        }
        if let Some(charge) = self.payment_intent.as_ref().and_then(Intent::charge)
            && charge.amount_refunded > 0
        {
            reports.push(charge.report()?);
        }
        Ok(reports)
    }
}

impl Charge {
    pub(super) fn subject(&self) -> PaymentSubject {
        let purchase = self.metadata.purchase.as_deref().and_then(|id| id.parse().ok());
        PaymentSubject { purchase, payment: self.payment_intent.clone(), ..PaymentSubject::default() }
    }

    pub(super) fn report(&self) -> Result<Report, String> {
        Ok(Report::Refunded { total: money(Some(self.amount_refunded), Some(&self.currency))? })
    }
}

fn money(amount: Option<i64>, currency: Option<&str>) -> Result<Money, String> {
    let currency = currency.and_then(Currency::from_name).ok_or("tells of a currency that is not sold in")?;
    Ok(Money { amount: amount.ok_or("tells of no amount")?, currency })
}
