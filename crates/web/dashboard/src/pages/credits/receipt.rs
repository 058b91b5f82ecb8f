//! One purchase: its status, and its receipt once it is paid.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::Timestamp;
use domain::purchases::{Money, Purchase, PurchaseId, PurchaseStatus};

use super::{QueryParams, Texts, brand, buying, status_words};
use crate::answer::page;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::state::Dashboard;
use crate::visit::SignedIn;

#[derive(Template)]
#[template(path = "receipt.html")]
struct ReceiptPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    id: String,
    class: &'static str,
    state: &'static str,
    at: Timestamp,
    account: &'a str,
    email: String,
    provider: &'static str,
    reference: Option<String>,
    credits: i64,
    price: Money,
    refunded: Option<(i64, Money)>,
    total: Money,
    is_paid: bool,
    pay_at: Option<&'a str>,
    expires_at: Timestamp,
    is_open: bool,
    is_mismatched: bool,
    /// The text of the link to the invoice.
    invoice: Option<&'static str>,
    /// What the operator can do to enable invoices.
    hint: Option<&'static str>,
}

pub(crate) async fn show_purchase(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Path(id): Path<String>,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let id: PurchaseId = id.parse().map_err(|_| PageError::NotFound)?;
    let purchase = dashboard.buy_credits.find(visit.purse(), id).await.map_err(buying::failure)?;
    let purchase = purchase.ok_or(PageError::NotFound)?;
    let words = Texts::of(visit.language);
    let is_paid = purchase.paid_at.is_some();
    let notice = (is_paid && params.done.as_deref() == Some("paid")).then_some(words.done_paid);
    let title = if is_paid { words.receipt } else { words.purchase };
    let frame = visit.frame(&dashboard, Section::Credits, title).await?.telling(notice);
    let (class, state) = status_words(purchase.status, words);
    let receipt = ReceiptPage {
        frame: &frame,
        words,
        id: purchase.id.to_string(),
        class,
        state,
        at: purchase.paid_at.unwrap_or(purchase.created_at),
        account: visit.visit.account.name.as_str(),
        email: visit.visit.person.email.to_string(),
        provider: brand(purchase.provider),
        reference: purchase.payment.as_deref().or(purchase.reference.as_deref()).map(short),
        credits: purchase.order.credits().as_i64(),
        price: purchase.price,
        refunded: refund(&purchase),
        total: Money { amount: purchase.price.amount - purchase.refunded, ..purchase.price },
        is_paid,
        pay_at: pay_at(&purchase, dashboard.clock.now()),
        expires_at: purchase.expires_at,
        is_open: purchase.status == PurchaseStatus::Open,
        is_mismatched: purchase.status == PurchaseStatus::Mismatched,
        invoice: invoice_link(&dashboard, &purchase, words).await?,
        hint: (is_paid && visit.visit.operator && !dashboard.invoices.has_seller())
            .then_some(words.no_seller),
    };
    page(&frame, &receipt)
}

async fn invoice_link(
    dashboard: &Dashboard,
    purchase: &Purchase,
    words: &Texts,
) -> Result<Option<&'static str>, PageError> {
    let is_offered = purchase.paid_at.is_some() && dashboard.invoices.has_seller();
    let is_issued = dashboard.invoices.find(purchase).await?.is_some();
    Ok(if is_issued { Some(words.open_invoice) } else { is_offered.then_some(words.create_invoice) })
}

/// A provider's payment reference can have hundreds of characters. Support needs the first ones.
fn short(reference: &str) -> String {
    const MOST: usize = 40;
    match reference.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &reference[..end]),
        None => reference.to_owned(),
    }
}

/// The removed credits and the refunded money, as a line of the receipt.
fn refund(purchase: &Purchase) -> Option<(i64, Money)> {
    let money = Money { amount: -purchase.refunded, ..purchase.price };
    (purchase.refunded > 0).then(|| (-purchase.reversed.as_i64(), money))
}

fn pay_at(purchase: &Purchase, now: Timestamp) -> Option<&str> {
    let is_payable = purchase.status == PurchaseStatus::Open && now < purchase.expires_at;
    let url = purchase.checkout_url.as_deref().filter(|_| is_payable)?;
    (url.starts_with("https://") || url.starts_with("http://")).then_some(url)
}
