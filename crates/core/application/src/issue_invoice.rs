//! Issues invoices of paid purchases.

use std::sync::Arc;

use domain::invoices::{InvalidParty, Invoice, Party, Tax};
use domain::ledger::Purse;
use domain::purchases::Purchase;
use ports::{Clock, InvoiceStore, StoreError};

/// The seller, as the operator configured it.
#[derive(Debug, Clone)]
pub struct Seller {
    pub party: Party,
    /// The tax that prices include.
    pub tax: Tax,
}

/// Why no invoice was issued.
#[derive(Debug, thiserror::Error)]
pub enum IssueInvoiceError {
    /// The purchase is not paid.
    #[error("the purchase is not paid")]
    NotPaid,
    /// The operator has not configured the seller.
    #[error("no seller is set (billing.seller_name)")]
    NoSeller,
    /// The buyer's details are not valid.
    #[error(transparent)]
    Buyer(#[from] InvalidParty),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone)]
pub struct IssueInvoice {
    invoices: Arc<dyn InvoiceStore>,
    seller: Option<Seller>,
    clock: Arc<dyn Clock>,
}

impl IssueInvoice {
    /// Creates the use case. Without a seller there are no invoices.
    #[must_use]
    pub fn new(invoices: Arc<dyn InvoiceStore>, seller: Option<Seller>, clock: Arc<dyn Clock>) -> Self {
        Self { invoices, seller, clock }
    }

    /// Whether invoices can be issued.
    #[must_use]
    pub const fn has_seller(&self) -> bool {
        self.seller.is_some()
    }

    /// Issues the invoice of a purchase; an invoice that exists already stays as it is.
    pub async fn issue(
        &self,
        purchase: &Purchase,
        name: &str,
        address: &str,
        tax_id: &str,
    ) -> Result<Invoice, IssueInvoiceError> {
        if purchase.paid_at.is_none() {
            return Err(IssueInvoiceError::NotPaid);
        }
        let Seller { party, tax } = self.seller.clone().ok_or(IssueInvoiceError::NoSeller)?;
        let invoice = Invoice {
            purchase: purchase.id,
            mode: purchase.purse.mode,
            // The store assigns the number.
            number: 0,
            issued_at: self.clock.now(),
            seller: party,
            buyer: Party::new(name, address, tax_id)?,
            tax,
        };
        Ok(self.invoices.issue_invoice(&invoice).await?)
    }

    /// The invoice of a purchase, if it was issued.
    pub async fn find(&self, purchase: &Purchase) -> Result<Option<Invoice>, StoreError> {
        self.invoices.invoice(purchase.id).await
    }

    /// The buyer on the latest invoice of a purse, for the next form.
    pub async fn latest_buyer(&self, purse: Purse) -> Result<Option<Party>, StoreError> {
        self.invoices.latest_buyer(purse).await
    }
}
