//! Actions of operators on other accounts. Each is logged with the operator who did it.

use application::buy_credits::{BuyCreditsError, RefundInput};
use application::manage_accounts::ManageAccountsError;
use axum::response::Response;
use domain::accounts::AccountStatus;
use domain::api_keys::KeyMode;
use domain::ids::AccountId;
use domain::ledger::Purse;
use domain::purchases::PurchaseId;

use super::purchase_failure;
use crate::failure::PageError;
use crate::form_about::FormAbout;
use crate::redirects;

fn after(done: &str, outcome: Result<(), ManageAccountsError>) -> Result<Response, PageError> {
    let fault = match outcome {
        Ok(()) => return Ok(redirects::see(&format!("{}?done={done}", super::PLACE))),
        Err(ManageAccountsError::Amount) => "amount",
        Err(ManageAccountsError::Reason) => "reason",
        Err(ManageAccountsError::Owner) => "owner",
        Err(ManageAccountsError::Missing(_)) => return Err(PageError::NotFound),
        Err(ManageAccountsError::Store(error)) => return Err(error.into()),
        Err(ManageAccountsError::Ledger(error)) => return Err(error.into()),
    };
    Ok(redirects::see(&format!("{}?fault={fault}", super::PLACE)))
}

pub(crate) async fn grant(sent: FormAbout<AccountId>) -> Result<Response, PageError> {
    let FormAbout { dashboard, visit, id: account, form } = sent;
    visit.require_operator()?;
    let mode = if form.text("mode") == KeyMode::Test.as_str() { KeyMode::Test } else { KeyMode::Live };
    let amount = form.text("credits").parse().unwrap_or(0);
    let granted = dashboard.customers.grant(Purse { account, mode }, amount, form.text("reason")).await;
    if let Ok(posting) = &granted {
        tracing::info!(operator = %visit.visit.person.id, %account, credits = amount, posting = %posting.id, "credits were granted");
    }
    after("grant", granted.map(|_| ()))
}

pub(crate) async fn suspend(sent: FormAbout<AccountId>) -> Result<Response, PageError> {
    set_status(sent, AccountStatus::Suspended).await
}

/// Reinstates a suspended account.
pub(crate) async fn reinstate(sent: FormAbout<AccountId>) -> Result<Response, PageError> {
    set_status(sent, AccountStatus::Active).await
}

async fn set_status(sent: FormAbout<AccountId>, status: AccountStatus) -> Result<Response, PageError> {
    let FormAbout { dashboard, visit, id: account, .. } = sent;
    visit.require_operator()?;
    let outcome = dashboard.customers.set_status(account, status).await;
    if outcome.is_ok() {
        tracing::info!(operator = %visit.visit.person.id, %account, status = status.as_str(), "an account was changed");
    }
    after("status", outcome)
}

/// Refunds a purchase through its provider.
pub(crate) async fn refund(sent: FormAbout<PurchaseId>) -> Result<Response, PageError> {
    let FormAbout { dashboard, visit, id: purchase, form } = sent;
    visit.require_operator()?;
    let typed = Some(form.text("amount")).filter(|text| !text.is_empty());
    // Text that is not a number becomes 0, which is not a valid amount.
    let amount = typed.map(|text| text.parse().unwrap_or(0));
    let (by_hand, even_if_spent) = (form.is_set("by_hand"), form.is_set("even_if_spent"));
    let order = RefundInput { purchase, amount, by_hand, even_if_spent };
    let fault = match Box::pin(dashboard.buy_credits.refund(order)).await {
        Ok(_) => {
            tracing::info!(operator = %visit.visit.person.id, %purchase, ?amount, by_hand, "a purchase was refunded");
            return Ok(redirects::see(&format!("{}?done=refund", super::PLACE)));
        }
        Err(BuyCreditsError::NotRefundable { .. }) => "refundable",
        Err(BuyCreditsError::Spent { .. }) => "spent",
        Err(BuyCreditsError::OnlyByHand(_)) => "by_hand",
        Err(error @ (BuyCreditsError::Provider(_) | BuyCreditsError::NotConfigured { .. })) => {
            tracing::warn!(%purchase, %error, "a purchase could not be refunded");
            "provider"
        }
        Err(error) => return Err(purchase_failure(error)),
    };
    Ok(redirects::see(&format!("{}?fault={fault}", super::PLACE)))
}
