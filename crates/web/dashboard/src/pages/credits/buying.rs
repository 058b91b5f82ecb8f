//! Starts a purchase, sends the buyer to the provider to pay, and checks the purchase when the buyer returns.

use application::buy_credits::{BuyCreditsError, NewPurchase};
use axum::extract::{Query, State};
use axum::response::Response;
use domain::api_keys::KeyMode;
use domain::purchases::{
    CreditQuantity, Currency, PaymentProviderName, Purchase, PurchaseId, PurchaseStatus,
};
use http::StatusCode;
use serde::Deserialize;
use url::Url;

use super::{Chosen, QueryParams, Texts, list, ordered, paid_with};
use crate::failure::PageError;
use crate::form::Form;
use crate::form_about::{FormAbout, known};
use crate::redirects;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// The origin of a provider's checkout. If it ever differs, buyers get a link instead of a redirect.
const fn checkout_origin(provider: PaymentProviderName) -> &'static str {
    match provider {
        PaymentProviderName::Stripe => "https://checkout.stripe.com",
        PaymentProviderName::Payos => "https://pay.payos.vn",
    }
}

/// The origins that the form of a mode may lead to. Browsers also apply the form policy to redirects.
pub(super) fn origins(dashboard: &Dashboard, mode: KeyMode) -> Vec<String> {
    if mode == KeyMode::Test {
        return origin(&dashboard.settings.public_url).into_iter().collect();
    }
    let offers = dashboard.buy_credits.providers(mode);
    let open = offers.iter().filter(|offer| offer.missing.is_empty());
    open.map(|offer| checkout_origin(offer.provider).to_owned()).collect()
}

fn origin(address: &str) -> Option<String> {
    let url = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    Some(url.origin().ascii_serialization())
}

pub(super) fn failure(error: BuyCreditsError) -> PageError {
    match error {
        BuyCreditsError::NotFound(_) => PageError::NotFound,
        BuyCreditsError::Store(error) => error.into(),
        BuyCreditsError::Ledger(error) => error.into(),
        error => PageError::unavailable(&error),
    }
}

/// Starts a purchase and redirects to the provider.
pub(crate) async fn buy(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    form: Form,
) -> Result<Response, PageError> {
    visit.prove(&form)?;
    let words = Texts::of(visit.language);
    let chosen = Chosen { pack: form.text("pack"), custom: form.text("credits"), pay: form.text("pay") };
    let fault = match (ordered(chosen.pack, chosen.custom), paid_with(chosen.pay)) {
        (None, _) => words.fault_order,
        (_, None) => words.fault_no_provider,
        (Some(order), Some(with)) => match begin(&dashboard, &visit, order, with, form.text("once")).await {
            Ok(purchase) => return Ok(redirects::see(&checkout(&dashboard, &purchase))),
            Err(BuyCreditsError::NotConfigured { .. } | BuyCreditsError::Currency { .. }) => {
                words.fault_no_provider
            }
            Err(BuyCreditsError::TooManyOpen) => words.fault_many,
            Err(BuyCreditsError::Provider(_)) => words.fault_provider,
            Err(error) => return Err(failure(error)),
        },
    };
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    list(&dashboard, &visit, status, &QueryParams::default(), Some(fault), &chosen).await
}

/// Sending the same page twice starts one purchase. With another choice, it starts another.
async fn begin(
    dashboard: &Dashboard,
    visit: &SignedIn,
    order: CreditQuantity,
    (provider, currency): (PaymentProviderName, Currency),
    once: &str,
) -> Result<Purchase, BuyCreditsError> {
    let url = |query: &str| {
        let address = format!("{}/dashboard/credits/return{query}", dashboard.settings.public_url);
        Url::parse(&address).map_err(|_| BuyCreditsError::ReturnTooLong)
    };
    let (paid, cancelled) = (url("")?, url("?cancelled=1")?);
    let once = once.parse::<PurchaseId>().map(|id| format!("dashboard {id}")).ok();
    let new = NewPurchase {
        purse: visit.purse(),
        order,
        provider,
        currency,
        paid: &paid,
        cancelled: &cancelled,
        key: once.as_deref(),
    };
    match Box::pin(dashboard.buy_credits.start(new.clone())).await {
        Err(BuyCreditsError::KeyReused) => {
            Box::pin(dashboard.buy_credits.start(NewPurchase { key: None, ..new })).await
        }
        outcome => outcome,
    }
}

/// The provider's page, or our own page with a link to it if browsers would block the redirect.
fn checkout(dashboard: &Dashboard, purchase: &Purchase) -> String {
    let known = origins(dashboard, purchase.purse.mode);
    let url = purchase.checkout_url.clone().filter(|url| origin(url).is_some_and(|it| known.contains(&it)));
    url.unwrap_or_else(|| place(purchase.id))
}

fn place(id: PurchaseId) -> String {
    format!("/dashboard/credits/purchases/{id}")
}

/// The query parameter that the provider's page adds to our URL.
#[derive(Deserialize)]
pub(crate) struct Return {
    purchase: Option<String>,
}

/// The page to which buyers return. It queries the provider at once, because the webhook may be slower than
/// the buyer.
pub(crate) async fn returned(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(query): Query<Return>,
) -> Result<Response, PageError> {
    let id = query.purchase.as_deref().unwrap_or_default();
    look(&dashboard, &visit, known(id)?).await
}

/// Queries the provider for the status of a purchase.
pub(crate) async fn look_again(sent: FormAbout<PurchaseId>) -> Result<Response, PageError> {
    look(&sent.dashboard, &sent.visit, sent.id).await
}

async fn look(dashboard: &Dashboard, visit: &SignedIn, id: PurchaseId) -> Result<Response, PageError> {
    let purchase = dashboard.buy_credits.find(visit.purse(), id).await.map_err(failure)?;
    purchase.ok_or(PageError::NotFound)?;
    let checked = Box::pin(dashboard.buy_credits.check(id)).await;
    let paid = match checked {
        Ok(purchase) => purchase.status == PurchaseStatus::Paid && purchase.granted,
        // The page shows the last known status, and the webhook of the provider may still arrive.
        Err(BuyCreditsError::Provider(error)) => {
            tracing::warn!(purchase = %id, %error, "a provider could not be asked about a purchase");
            false
        }
        Err(error) => return Err(failure(error)),
    };
    let address = place(id);
    Ok(redirects::see(&if paid { format!("{address}?done=paid") } else { address }))
}
