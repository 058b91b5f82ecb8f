//! A purchase as it is stored.

use domain::credits::Credits;
use domain::purchases::{
    CreditQuantity, Currency, Money, PaymentProviderName, Purchase, PurchaseId, PurchaseStatus, Reversal,
};
use ports::StoreError;
use uuid::Uuid;

use crate::error::corrupt;
use crate::sql_types::{count_from_sql, purse_from_sql, time_from_sql};

/// The columns of a purchase.
macro_rules! columns {
    () => {
        "id, account_id, mode, credits, currency, price, provider, created_at, expires_at, status, reference, checkout_url, \
         payment, paid_at, granted, refunded, reversal, reversal_at, reversals, reversed, owed, problem"
    };
}
pub(super) use columns;

#[derive(sqlx::FromRow)]
pub(super) struct Columns {
    id: Uuid,
    account_id: i64,
    mode: i64,
    credits: i64,
    currency: String,
    price: i64,
    provider: String,
    created_at: i64,
    expires_at: i64,
    status: String,
    reference: Option<String>,
    checkout_url: Option<String>,
    payment: Option<String>,
    paid_at: Option<i64>,
    granted: i64,
    refunded: i64,
    reversal: Option<i64>,
    reversal_at: Option<i64>,
    reversals: i64,
    reversed: i64,
    owed: i64,
    problem: Option<String>,
}

impl Columns {
    pub(super) fn read(self) -> Result<Purchase, StoreError> {
        let currency = Currency::from_name(&self.currency).ok_or_else(|| corrupt("purchases.currency"))?;
        let order = CreditQuantity::new(Credits::new(self.credits));
        let reversal = self.reversal.zip(self.reversal_at);
        Ok(Purchase {
            id: PurchaseId::from(self.id),
            purse: purse_from_sql(self.account_id, self.mode),
            order: order.map_err(|_| corrupt("purchases.credits"))?,
            price: Money { amount: self.price, currency },
            provider: PaymentProviderName::from_name(&self.provider)
                .ok_or_else(|| corrupt("purchases.provider"))?,
            created_at: time_from_sql(self.created_at),
            expires_at: time_from_sql(self.expires_at),
            status: PurchaseStatus::from_name(&self.status).ok_or_else(|| corrupt("purchases.status"))?,
            reference: self.reference,
            checkout_url: self.checkout_url,
            payment: self.payment,
            paid_at: self.paid_at.map(time_from_sql),
            granted: self.granted != 0,
            refunded: self.refunded,
            reversal: reversal
                .map(|(credits, at)| Reversal { credits: Credits::new(credits), at: time_from_sql(at) }),
            reversals: count_from_sql(self.reversals),
            reversed: Credits::new(self.reversed),
            owed: Credits::new(self.owed),
            problem: self.problem,
        })
    }
}

pub(super) fn read_all(rows: Vec<Columns>) -> Result<Vec<Purchase>, StoreError> {
    rows.into_iter().map(Columns::read).collect()
}
