//! Credits: the balance, the limits, and buying more.

mod buying;
mod invoice;
mod receipt;
mod rules;
mod words;

pub(crate) use buying::{buy, look_again, returned};
pub(crate) use invoice::{issue_invoice, show_invoice};
pub(crate) use receipt::show_purchase;
pub(crate) use rules::{limit_key, set_alert};

use application::buy_credits::{BuyCredits, ProviderOffer};
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::calendar::Month;
use domain::credits::Credits;
use domain::purchases::{
    CreditQuantity, Currency, Money, PaymentProviderName, Purchase, PurchaseId, PurchaseStatus,
};
use http::StatusCode;
use serde::Deserialize;

use crate::answer::page_with;
use crate::failure::PageError;
use crate::frame::{Frame, Section};
use crate::key_names::KeyNames;
use crate::redirects::with_query;
use crate::state::Dashboard;
use crate::visit::SignedIn;
use words::Texts;

/// Purchases on one page.
const PAGE: u32 = 20;
const PLACE: &str = "/dashboard/credits";

/// A pack in the form.
struct PackChoice {
    name: &'static str,
    credits: i64,
    usd: Money,
    vnd: Money,
    chosen: bool,
}

/// A payment option in the form.
struct PayChoice {
    value: String,
    name: &'static str,
    hint: &'static str,
    currency: String,
    chosen: bool,
}

/// A provider that is not configured yet.
struct ClosedChannel {
    name: &'static str,
    settings: String,
}

struct LimitRow {
    id: String,
    name: String,
    shown: String,
    spent: i64,
    limit: Option<i64>,
}

impl LimitRow {
    /// Whether nine tenths of the limit are spent.
    fn is_nearly_spent(&self) -> bool {
        self.limit.is_some_and(|limit| self.spent.saturating_mul(10) >= limit.saturating_mul(9))
    }
}

struct PurchaseRow {
    id: String,
    at: domain::Timestamp,
    credits: i64,
    price: Money,
    provider: &'static str,
    class: &'static str,
    state: &'static str,
    has_receipt: bool,
}

#[derive(Template)]
#[template(path = "credits.html")]
struct CreditsPage<'a> {
    frame: &'a Frame,
    words: &'static Texts,
    fault: Option<&'static str>,
    available: i64,
    held: i64,
    spent: i64,
    packs: Vec<PackChoice>,
    custom_chosen: bool,
    custom: &'a str,
    pays: Vec<PayChoice>,
    closed: Vec<ClosedChannel>,
    operator: bool,
    once: String,
    threshold: String,
    limits: Vec<LimitRow>,
    purchases: Vec<PurchaseRow>,
    older: Option<String>,
}

#[derive(Deserialize, Default)]
pub(crate) struct QueryParams {
    done: Option<String>,
    fault: Option<String>,
    before: Option<String>,
}

/// The earlier choice in the form.
#[derive(Default)]
struct Chosen<'a> {
    pack: &'a str,
    custom: &'a str,
    pay: &'a str,
}

pub(crate) async fn show(
    State(dashboard): State<Dashboard>,
    visit: SignedIn,
    Query(params): Query<QueryParams>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let fault = match params.fault.as_deref() {
        Some("alert") => Some(words.fault_alert),
        Some("limit") => Some(words.fault_limit),
        _ => None,
    };
    list(&dashboard, &visit, StatusCode::OK, &params, fault, &Chosen::default()).await
}

async fn list(
    dashboard: &Dashboard,
    visit: &SignedIn,
    status: StatusCode,
    params: &QueryParams,
    fault: Option<&'static str>,
    chosen: &Chosen<'_>,
) -> Result<Response, PageError> {
    let words = Texts::of(visit.language);
    let notice = match params.done.as_deref() {
        Some("alert") => Some(words.done_alert),
        Some("limit") => Some(words.done_limit),
        _ => None,
    };
    let mut frame = visit.frame(dashboard, Section::Credits, words.title).await?.telling(notice);
    frame.checkout_origins = buying::origins(dashboard, visit.mode());
    let purse = visit.purse();
    let balance = dashboard.accounts.balance(purse).await?;
    let offers = dashboard.buy_credits.providers(visit.mode());
    let (limits, spent) = limit_rows(dashboard, visit).await?;
    let threshold =
        dashboard.alerts.threshold(purse).await.map_err(|error| PageError::unavailable(&error))?;
    let (purchases, older) = purchase_rows(dashboard, visit, params.before.as_deref()).await?;
    let credits_page = CreditsPage {
        frame: &frame,
        words,
        fault,
        available: balance.available.as_i64(),
        held: balance.held.as_i64(),
        spent,
        packs: packs(chosen),
        custom_chosen: chosen.pack == "custom",
        custom: chosen.custom,
        pays: pays(&offers, words, chosen),
        closed: closed(&offers, words),
        operator: visit.visit.operator,
        once: PurchaseId::generate().to_string(),
        threshold: threshold.map(|credits| credits.to_string()).unwrap_or_default(),
        limits,
        purchases,
        older,
    };
    page_with(status, &frame, &credits_page)
}

fn packs(chosen: &Chosen<'_>) -> Vec<PackChoice> {
    let packs = BuyCredits::packs();
    let is_chosen = |index: usize, name: &str| name == chosen.pack || (chosen.pack.is_empty() && index == 0);
    let choice = |(index, pack): (usize, &domain::purchases::Pack)| PackChoice {
        name: pack.name,
        credits: pack.order.credits().as_i64(),
        usd: pack.order.price(Currency::Usd),
        vnd: pack.order.price(Currency::Vnd),
        chosen: is_chosen(index, pack.name),
    };
    packs.iter().enumerate().map(choice).collect()
}

const fn provider_name(provider: PaymentProviderName, words: &Texts) -> &'static str {
    match provider {
        PaymentProviderName::Stripe => words.card,
        PaymentProviderName::Payos => words.transfer,
    }
}

/// The name under which people know a provider.
const fn brand(provider: PaymentProviderName) -> &'static str {
    match provider {
        PaymentProviderName::Stripe => "Stripe",
        PaymentProviderName::Payos => "payOS",
    }
}

fn pays(offers: &[ProviderOffer], words: &Texts, chosen: &Chosen<'_>) -> Vec<PayChoice> {
    let mut choices = Vec::new();
    for offer in offers.iter().filter(|offer| offer.missing.is_empty()) {
        for currency in offer.currencies {
            let value = format!("{}-{}", offer.provider.as_str(), currency.as_str());
            choices.push(PayChoice {
                chosen: value == chosen.pay || (chosen.pay.is_empty() && choices.is_empty()),
                value,
                name: provider_name(offer.provider, words),
                hint: match offer.provider {
                    PaymentProviderName::Stripe => words.card_hint,
                    PaymentProviderName::Payos => words.transfer_hint,
                },
                currency: currency.as_str().to_uppercase(),
            });
        }
    }
    choices
}

fn closed(offers: &[ProviderOffer], words: &Texts) -> Vec<ClosedChannel> {
    let missing = offers.iter().filter(|offer| !offer.missing.is_empty());
    missing
        .map(|offer| ClosedChannel {
            name: provider_name(offer.provider, words),
            settings: offer.missing.join(", "),
        })
        .collect()
}

/// The keys that can spend, and the total that all keys spent this month.
async fn limit_rows(dashboard: &Dashboard, visit: &SignedIn) -> Result<(Vec<LimitRow>, i64), PageError> {
    let now = dashboard.clock.now();
    let first_day = Month::containing(now).first_day();
    let usage = dashboard.accounts.usage_by_key(visit.purse(), first_day).await?;
    let spent_by = |id| {
        let own = usage.iter().filter(|day| day.key == Some(id));
        own.map(|day| day.usage.credits.as_i64()).sum::<i64>()
    };
    let names = KeyNames::of(dashboard, visit).await?;
    let usable = names.records().iter().filter(|record| {
        let expired = record.expires_at.is_some_and(|end| end <= now);
        record.mode == visit.mode() && record.revoked_at.is_none() && !expired
    });
    let rows = usable.map(|record| LimitRow {
        id: record.id.to_string(),
        name: record.name.to_string(),
        shown: format!("{}…{}", record.mode.prefix(), record.last_four),
        spent: spent_by(record.id),
        limit: record.monthly_limit.map(Credits::as_i64),
    });
    let rows = rows.collect();
    Ok((rows, usage.iter().map(|day| day.usage.credits.as_i64()).sum()))
}

async fn purchase_rows(
    dashboard: &Dashboard,
    visit: &SignedIn,
    before: Option<&str>,
) -> Result<(Vec<PurchaseRow>, Option<String>), PageError> {
    let before: Option<PurchaseId> = before.map(str::parse).transpose().map_err(|_| PageError::NotFound)?;
    let purchases = dashboard.buy_credits.list(visit.purse(), before, PAGE).await.map_err(buying::failure)?;
    let full = u32::try_from(purchases.len()).is_ok_and(|count| count == PAGE);
    let last = purchases.last().map(|purchase| purchase.id.to_string()).filter(|_| full);
    let older = last.map(|id| with_query(PLACE, &[("before", &id)]));
    let words = Texts::of(visit.language);
    Ok((purchases.iter().map(|purchase| row(purchase, words)).collect(), older))
}

fn row(purchase: &Purchase, words: &Texts) -> PurchaseRow {
    let (class, state) = status_words(purchase.status, words);
    PurchaseRow {
        id: purchase.id.to_string(),
        at: purchase.created_at,
        credits: purchase.order.credits().as_i64(),
        price: purchase.price,
        provider: brand(purchase.provider),
        class,
        state,
        has_receipt: purchase.paid_at.is_some(),
    }
}

/// The colour and the name of a status.
const fn status_words(status: PurchaseStatus, words: &Texts) -> (&'static str, &'static str) {
    match status {
        PurchaseStatus::Open => ("badge busy", words.open),
        PurchaseStatus::Failed => ("badge bad", words.failed),
        PurchaseStatus::Expired => ("badge", words.expired),
        PurchaseStatus::Cancelled => ("badge", words.cancelled),
        PurchaseStatus::Mismatched => ("badge bad", words.mismatched),
        PurchaseStatus::Paid => ("badge good", words.paid),
        PurchaseStatus::PartlyRefunded => ("badge warn", words.partly_refunded),
        PurchaseStatus::Refunded => ("badge warn", words.refunded),
    }
}

/// The number of credits in a form.
fn ordered(pack: &str, custom: &str) -> Option<CreditQuantity> {
    if pack != "custom" {
        return domain::purchases::Pack::from_name(pack).map(|pack| pack.order);
    }
    // People type thousands separators.
    let digits: String = custom.chars().filter(|letter| !matches!(letter, ',' | '.' | ' ')).collect();
    CreditQuantity::new(Credits::new(digits.parse().ok()?)).ok()
}

/// The provider and the currency of a form.
fn paid_with(pay: &str) -> Option<(PaymentProviderName, Currency)> {
    let (provider, currency) = pay.split_once('-')?;
    Some((PaymentProviderName::from_name(provider)?, Currency::from_name(currency)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_and_other_amounts_are_ordered() {
        let credits = |pack, custom| ordered(pack, custom).map(|order| order.credits().as_i64());
        assert_eq!(credits("starter", ""), Some(500_000));
        assert_eq!(credits("custom", "1,250,000"), Some(1_250_000));
        assert_eq!(credits("custom", "1.250.000"), Some(1_250_000));
        for (pack, custom) in
            [("none", ""), ("custom", ""), ("custom", "99000"), ("custom", "100001"), ("custom", "-1")]
        {
            assert_eq!(credits(pack, custom), None, "{pack} {custom}");
        }
    }

    #[test]
    fn ways_to_pay_name_provider_and_currency() {
        assert_eq!(paid_with("stripe-usd"), Some((PaymentProviderName::Stripe, Currency::Usd)));
        assert_eq!(paid_with("payos-vnd"), Some((PaymentProviderName::Payos, Currency::Vnd)));
        for bad in ["", "stripe", "stripe-eur", "cash-usd"] {
            assert_eq!(paid_with(bad), None, "{bad}");
        }
    }
}
