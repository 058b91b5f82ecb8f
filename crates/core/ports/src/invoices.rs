//! The storage of invoices.

use async_trait::async_trait;
use domain::invoices::{Invoice, Party};
use domain::ledger::Purse;
use domain::purchases::PurchaseId;

use crate::StoreError;

#[async_trait]
pub trait InvoiceStore: Send + Sync {
    /// Issues an invoice with the next number of its mode; the number in `invoice` is ignored. If the
    /// purchase has an invoice already, that one is returned unchanged.
    async fn issue_invoice(&self, invoice: &Invoice) -> Result<Invoice, StoreError>;
    /// The invoice of a purchase.
    async fn invoice(&self, purchase: PurchaseId) -> Result<Option<Invoice>, StoreError>;
    /// The buyer on the latest invoice of a purse.
    async fn latest_buyer(&self, purse: Purse) -> Result<Option<Party>, StoreError>;
}
