//! Refunds that operators request.

use domain::credits::Credits;
use domain::purchases::{Money, PaymentProviderName, Purchase, PurchaseId, Report};

use super::{BuyCredits, BuyCreditsError};

/// A refund as an operator requests it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundInput {
    pub purchase: PurchaseId,
    /// The number of cents or đồng; all that is left if not given.
    pub amount: Option<i64>,
    /// The money was already paid back by other means, so the refund is only recorded.
    pub by_hand: bool,
    /// Refunds even if some of the credits were spent; what is missing is recorded as owed.
    pub even_if_spent: bool,
}

impl BuyCredits {
    /// Refunds money and takes back the credits that it bought.
    pub async fn refund(&self, order: RefundInput) -> Result<Purchase, BuyCreditsError> {
        let id = order.purchase;
        let purchase = self.purchases.purchase(id).await?.ok_or(BuyCreditsError::NotFound(id))?;
        let purchase = self.settle(purchase).await?;
        let left = purchase.refundable();
        let amount = order.amount.unwrap_or(left.amount);
        if !(1..=left.amount).contains(&amount) {
            return Err(BuyCreditsError::NotRefundable { left });
        }
        if !order.even_if_spent {
            self.check_that_credits_are_there(&purchase, amount).await?;
        }
        let total = if order.by_hand {
            Money { amount: purchase.refunded + amount, ..left }
        } else {
            self.pay_back(&purchase, Money { amount, ..left }).await?
        };
        let report = Report::Refunded { total };
        let purchase = self.purchases.hear(id, None, &[report], self.clock.now()).await?;
        self.settle(purchase).await
    }

    async fn check_that_credits_are_there(
        &self,
        purchase: &Purchase,
        amount: i64,
    ) -> Result<(), BuyCreditsError> {
        let (before, after) = (purchase.worth(purchase.refunded), purchase.worth(purchase.refunded + amount));
        let needed = Credits::new(after.as_i64() - before.as_i64());
        let available = self.ledger.balance(purchase.purse).await?.available;
        if needed > available { Err(BuyCreditsError::Spent { needed, available }) } else { Ok(()) }
    }

    /// The key contains how much was refunded before, so that repeating a request whose answer was lost is
    /// not a second refund.
    async fn pay_back(&self, purchase: &Purchase, amount: Money) -> Result<Money, BuyCreditsError> {
        if purchase.provider == PaymentProviderName::Payos {
            return Err(BuyCreditsError::OnlyByHand(purchase.provider));
        }
        let provider = self.provider(purchase.provider, purchase.purse.mode)?;
        let key = format!("{}-refund-{}-{}", purchase.id, purchase.refunded, amount.amount);
        Ok(provider.refund(purchase, amount, &key).await?)
    }
}
