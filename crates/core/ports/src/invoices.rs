//! Where invoices are kept.

use async_trait::async_trait;
use domain::invoices::{Invoice, Party};
use domain::ledger::Purse;
use domain::purchases::PurchaseId;

use crate::StoreError;

/// Keeps invoices.
#[async_trait]
pub trait InvoiceStore: Send + Sync {
    /// Issues an invoice with the next number of its mode, whatever number it has; a purchase that has one keeps that, and what it says.
    async fn issue_invoice(&self, invoice: &Invoice) -> Result<Invoice, StoreError>;
    /// The invoice of a purchase.
    async fn invoice(&self, purchase: PurchaseId) -> Result<Option<Invoice>, StoreError>;
    /// Whom the latest invoice of a purse names as the buyer.
    async fn latest_buyer(&self, purse: Purse) -> Result<Option<Party>, StoreError>;
}
