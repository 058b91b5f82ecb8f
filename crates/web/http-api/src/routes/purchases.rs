//! Purchases of credits of the caller's account and mode.

use application::buy_credits::{BuyCreditsError, NewPurchase};
use axum::Extension;
use axum::extract::State;
use domain::credits::Credits;
use domain::purchases::{CreditQuantity, Currency, PaymentProviderName, Purchase, PurchaseId};
use ports::ServeError;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::{Meta, time};
use crate::caller::{Caller, PurchasesScope};
use crate::edge::RequestContext;
use crate::error::{ApiError, ErrorDetail};
use crate::error_catalogue::ErrorCode;
use crate::idempotency::{FreeAnswer, Repeatable};
use crate::json::{AcceptsJson, Json};
use crate::openapi::names;
use crate::paging::{Cut, Page};
use crate::path::Path;
use crate::state::ApiState;
use crate::validation::Problems;

/// A purchase of credits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditPurchase)]
struct PurchaseObject {
    /// The id of the purchase.
    #[schema(example = "pur_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    purchase_id: String,
    #[schema(value_type = names::PurchaseStatus, example = "paid")]
    status: &'static str,
    /// The number of credits.
    #[schema(example = 500_000)]
    credits: i64,
    /// The price in the smallest unit of the currency: cents or đồng.
    #[schema(example = 500)]
    amount: i64,
    #[schema(value_type = names::PurchaseCurrency, example = "usd")]
    currency: &'static str,
    #[schema(value_type = names::PaymentProvider, example = "stripe")]
    provider: &'static str,
    /// The page on which you pay; `null` if the provider opened none.
    #[schema(format = "uri")]
    checkout_url: Option<String>,
    /// The refunded amount, in the unit of `amount`.
    #[schema(example = 0)]
    refunded_amount: i64,
    /// When the purchase was started.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    created_at: String,
    /// When the checkout expires.
    #[schema(format = "date-time", example = "2026-11-15T15:00:00.000Z")]
    expires_at: String,
    /// When it was paid; `null` if it was not.
    #[schema(format = "date-time")]
    paid_at: Option<String>,
}

impl From<&Purchase> for PurchaseObject {
    fn from(purchase: &Purchase) -> Self {
        Self {
            purchase_id: purchase.id.to_string(),
            status: purchase.status.as_str(),
            credits: purchase.order.credits().as_i64(),
            amount: purchase.price.amount,
            currency: purchase.price.currency.as_str(),
            provider: purchase.provider.as_str(),
            checkout_url: purchase.checkout_url.clone(),
            refunded_amount: purchase.refunded,
            created_at: time(purchase.created_at),
            expires_at: time(purchase.expires_at),
            paid_at: purchase.paid_at.map(time),
        }
    }
}

/// A purchase of credits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditPurchaseResult)]
pub(crate) struct PurchaseReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    #[serde(flatten)]
    #[schema(inline)]
    purchase: PurchaseObject,
    meta: Meta,
}

/// A page of purchases, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditPurchaseList)]
pub(crate) struct PurchasesReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The purchases, newest first.
    data: Vec<PurchaseObject>,
    /// Whether there is another page.
    has_more: bool,
    /// The `cursor` of the next page; `null` on the last one.
    next_cursor: Option<String>,
    meta: Meta,
}

/// List purchases.
///
/// Returns the purchases of credits of the key's account and mode, newest first. Free.
#[utoipa::path(
    get, path = "/v1/purchases", operation_id = "listPurchases", tag = "credits",
    security(("apiKey" = ["purchases"])), params(Page<PurchaseId>),
    responses((status = 200, description = "A page of purchases.", body = PurchasesReply))
)]
pub(crate) async fn list(
    caller: Caller<PurchasesScope>,
    _: AcceptsJson,
    Page(wanted): Page<PurchaseId>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<PurchasesReply>, ApiError> {
    let read = state.buy_credits.list(caller.purse(), wanted.before, wanted.to_read()).await?;
    let Cut { data, has_more, next_cursor } = wanted.cut(read, |purchase| purchase.id.to_string());
    Ok(Json(PurchasesReply {
        success: true,
        data: data.iter().map(PurchaseObject::from).collect(),
        has_more,
        next_cursor,
        meta: Meta::new(&context, &caller.claims),
    }))
}

/// Get a purchase.
///
/// Returns a purchase of the key's account and mode. Free.
#[utoipa::path(
    get, path = "/v1/purchases/{purchaseId}", operation_id = "getPurchase", tag = "credits", security(("apiKey" = ["purchases"])),
    params(("purchaseId" = String, Path, description = "The id of the purchase.", example = "pur_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    responses((status = 200, description = "The purchase.", body = PurchaseReply))
)]
pub(crate) async fn read(
    caller: Caller<PurchasesScope>,
    _: AcceptsJson,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<PurchaseReply>, ApiError> {
    let missing = || ApiError::missing("purchase", &id);
    let purchase: PurchaseId = id.parse().map_err(|_| missing())?;
    let purchase = state.buy_credits.find(caller.purse(), purchase).await?.ok_or_else(missing)?;
    let meta = Meta::new(&context, &caller.claims);
    Ok(Json(PurchaseReply { success: true, purchase: PurchaseObject::from(&purchase), meta }))
}

/// What to buy, and how to pay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"credits": 500_000}))]
pub(crate) struct CreatePurchaseRequest {
    /// The number of credits to buy. Must be a multiple of 1,000.
    #[schema(minimum = 100_000, maximum = 100_000_000, multiple_of = 1_000, example = 500_000)]
    credits: i64,
    /// Who takes the payment. Without it, `stripe`.
    #[serde(default)]
    provider: Option<ProviderName>,
    /// The currency. Without it, the first that the provider accepts: `usd` with `stripe`, `vnd` with `payos`, which accepts no other.
    #[serde(default)]
    currency: Option<CurrencyName>,
    /// Where to return to after the payment. The id of the purchase is added as the query parameter `purchase`. Without it, the dashboard.
    #[serde(default)]
    #[schema(format = "uri", max_length = 400)]
    success_url: Option<String>,
    /// Where to return to without a payment. The id of the purchase is added as the query parameter `purchase`. Without it, the dashboard.
    #[serde(default)]
    #[schema(format = "uri", max_length = 400)]
    cancel_url: Option<String>,
}

/// A payment provider.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ChosenPaymentProvider)]
enum ProviderName {
    Stripe,
    Payos,
}

/// A currency.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ChosenCurrency)]
enum CurrencyName {
    Usd,
    Vnd,
}

/// A request that passed the checks.
struct Checked {
    order: CreditQuantity,
    provider: PaymentProviderName,
    currency: Currency,
    paid: Url,
    cancelled: Url,
}

impl CreatePurchaseRequest {
    fn check(&self, public_url: &str) -> Result<Checked, ApiError> {
        let mut problems = Problems::default();
        let order = CreditQuantity::new(Credits::new(self.credits));
        if let Err(error) = order {
            problems.add("credits", "out_of_range", error.to_string());
        }
        let provider = match self.provider.unwrap_or(ProviderName::Stripe) {
            ProviderName::Stripe => PaymentProviderName::Stripe,
            ProviderName::Payos => PaymentProviderName::Payos,
        };
        let currency = match self.currency {
            Some(CurrencyName::Usd) => Currency::Usd,
            Some(CurrencyName::Vnd) => Currency::Vnd,
            None => provider.currencies().first().copied().unwrap_or(Currency::Usd),
        };
        let paid = problems.url("successUrl", self.success_url.as_deref());
        let cancelled = problems.url("cancelUrl", self.cancel_url.as_deref());
        problems.finish()?;
        let internal = || ApiError::plain(ErrorCode::InternalError);
        let dashboard = |query: &str| {
            Url::parse(&format!("{public_url}/dashboard/credits/return{query}")).map_err(|_| internal())
        };
        Ok(Checked {
            order: order.map_err(|_| internal())?,
            provider,
            currency,
            paid: paid.map_or_else(|| dashboard(""), Ok)?,
            cancelled: cancelled.map_or_else(|| dashboard("?cancelled=1"), Ok)?,
        })
    }
}

/// Create a purchase.
///
/// Starts a purchase of credits: 100,000 credits cost 1.00 USD or 25,000 VND. A person pays on the page at `checkoutUrl`; the credits are
/// added when the payment is confirmed. Test keys buy test credits on a page of the sandbox. Free.
#[utoipa::path(
    post, path = "/v1/purchases", operation_id = "createPurchase", tag = "credits",
    security(("apiKey" = ["purchases"])), request_body = CreatePurchaseRequest,
    responses((status = 200, description = "The purchase was started.", body = PurchaseReply))
)]
pub(crate) async fn create(
    caller: Caller<PurchasesScope>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
    Repeatable { request, once }: Repeatable<CreatePurchaseRequest>,
) -> Result<FreeAnswer, ApiError> {
    let checked = request.check(&state.settings.public_url)?;
    let (purse, meta) = (caller.purse(), Meta::new(&context, &caller.claims));
    let buying = state.clone();
    let work = async move {
        let Checked { order, provider, currency, paid, cancelled } = checked;
        let new =
            NewPurchase { purse, order, provider, currency, paid: &paid, cancelled: &cancelled, key: None };
        let purchase = Box::pin(buying.buy_credits.start(new)).await?;
        Ok::<_, ApiError>(PurchaseReply { success: true, purchase: PurchaseObject::from(&purchase), meta })
    };
    once.answer(&state, purse, work).await
}

impl From<BuyCreditsError> for ApiError {
    fn from(error: BuyCreditsError) -> Self {
        let message = error.to_string();
        let invalid = |field: &str, code| {
            let (field, message) = (field.to_owned(), message.clone());
            Self::validation(vec![ErrorDetail { field, code, message }])
        };
        match error {
            BuyCreditsError::NotConfigured { .. } => Self::new(ErrorCode::ProviderNotConfigured, message),
            BuyCreditsError::Currency { .. } => invalid("currency", "not_allowed"),
            BuyCreditsError::ReturnTooLong => invalid("successUrl", "out_of_range"),
            BuyCreditsError::KeyReused => Self::plain(ErrorCode::IdempotencyKeyReused),
            BuyCreditsError::TooManyOpen => Self::new(ErrorCode::Conflict, message),
            BuyCreditsError::NotFound(_) => Self::plain(ErrorCode::NotFound),
            BuyCreditsError::Provider(failure) => Self::from(&ServeError::Failed { failures: vec![failure] }),
            BuyCreditsError::Store(error) => Self::from(&error),
            BuyCreditsError::Ledger(error) => Self::from(&error),
            BuyCreditsError::Webhook(_)
            | BuyCreditsError::NotRefundable { .. }
            | BuyCreditsError::Spent { .. }
            | BuyCreditsError::OnlyByHand(_) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "a purchase could not be read or started"
                );
                Self::plain(ErrorCode::InternalError)
            }
        }
    }
}
