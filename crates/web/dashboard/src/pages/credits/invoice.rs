//! The invoice of a purchase, which is issued once with the buyer's details and then can be printed.

use application::issue_invoice::IssueInvoiceError;
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::api_keys::KeyMode;
use domain::invoices::{InvalidParty, Invoice, Party};
use domain::purchases::{Money, Purchase, PurchaseId};
use http::StatusCode;

use super::{Texts, buying};
use crate::answer::page_with;
use crate::failure::PageError;
use crate::form_about::{FormAbout, known};
use crate::frame::{Frame, Section};
use crate::redirects;
use crate::state::Dashboard;
use crate::visit::SignedIn;

#[derive(Template)]
#[template(path = "invoice.html")]
struct InvoicePage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    id: String,
    invoice: &'a Invoice,
    credits: i64,
    price: Money,
    net: Money,
    tax: Option<Money>,
    tax_rate: String,
    is_test: bool,
}

#[derive(Template)]
#[template(path = "invoice_form.html")]
struct FormPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    id: String,
    buyer: Party,
    fault: Option<&'static str>,
}

async fn find(dashboard: &Dashboard, visit: &SignedIn, id: PurchaseId) -> Result<Purchase, PageError> {
    let purchase = dashboard.buy_credits.find(visit.purse(), id).await.map_err(buying::failure)?;
    purchase.ok_or(PageError::NotFound)
}

fn place(id: PurchaseId) -> String {
    format!("/dashboard/credits/purchases/{id}/invoice")
}

/// Shows the invoice, or the form for the buyer's details, or the receipt if there can be no invoice.
pub(crate) async fn show_invoice(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let purchase = find(&dashboard, &visit, known(&id)?).await?;
    if let Some(invoice) = dashboard.invoices.find(&purchase).await? {
        return printed(&dashboard, &visit, &purchase, &invoice).await;
    }
    if purchase.paid_at.is_none() || !dashboard.invoices.has_seller() {
        return Ok(redirects::see(&format!("/dashboard/credits/purchases/{}", purchase.id)));
    }
    let buyer = dashboard.invoices.latest_buyer(visit.purse()).await?.unwrap_or_default();
    form(&dashboard, &visit, &purchase, buyer, None).await
}

pub(crate) async fn issue_invoice(sent: FormAbout<PurchaseId>) -> Result<Response, PageError> {
    let purchase = find(&sent.dashboard, &sent.visit, sent.id).await?;
    let [name, address, tax_id] = ["name", "address", "taxId"].map(|field| sent.form.text(field));
    let words = Texts::of(sent.visit.language);
    let fault = match sent.dashboard.invoices.issue(&purchase, name, address, tax_id).await {
        Ok(_) => return Ok(redirects::see(&place(sent.id))),
        Err(IssueInvoiceError::Buyer(InvalidParty::Name)) => words.fault_buyer_name,
        Err(IssueInvoiceError::Buyer(InvalidParty::Address)) => words.fault_buyer_address,
        Err(IssueInvoiceError::Buyer(InvalidParty::TaxId)) => words.fault_tax_id,
        Err(IssueInvoiceError::NotPaid | IssueInvoiceError::NoSeller) => return Err(PageError::NotFound),
        Err(IssueInvoiceError::Store(error)) => return Err(error.into()),
    };
    let typed = Party { name: name.to_owned(), address: address.to_owned(), tax_id: tax_id.to_owned() };
    form(&sent.dashboard, &sent.visit, &purchase, typed, Some(fault)).await
}

async fn form(
    dashboard: &Dashboard,
    visit: &SignedIn,
    purchase: &Purchase,
    buyer: Party,
    fault: Option<&'static str>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Credits, words.invoice).await?;
    let status = if fault.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page_with(status, &frame, &FormPage { frame: &frame, words, id: purchase.id.to_string(), buyer, fault })
}

async fn printed(
    dashboard: &Dashboard,
    visit: &SignedIn,
    purchase: &Purchase,
    invoice: &Invoice,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let frame = visit.frame(dashboard, Section::Credits, &invoice.label()).await?;
    let tax = invoice.tax.included_in(purchase.price);
    let invoice_page = InvoicePage {
        frame: &frame,
        words,
        id: purchase.id.to_string(),
        invoice,
        credits: purchase.order.credits().as_i64(),
        price: purchase.price,
        net: Money { amount: purchase.price.amount - tax.amount, ..purchase.price },
        tax: (invoice.tax.rate > 0).then_some(tax),
        tax_rate: rate(invoice.tax.rate),
        is_test: invoice.mode == KeyMode::Test,
    };
    page_with(StatusCode::OK, &frame, &invoice_page)
}

/// Hundredths of a percent without trailing zeros: `10 %`, `8.25 %`.
fn rate(hundredths: u32) -> String {
    let decimals = format!("{:02}", hundredths % 100);
    let decimals = decimals.trim_end_matches('0');
    let point = if decimals.is_empty() { "" } else { "." };
    format!("{}{point}{decimals} %", hundredths / 100)
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn rates_have_only_decimals_that_say_something() {
        assert_eq!([1_000, 825, 750, 0].map(rate), ["10 %", "8.25 %", "7.5 %", "0 %"]);
    }
}
