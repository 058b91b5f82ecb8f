//! Stripe Checkout: sessions, refunds, and the messages about both.

mod objects;
mod webhook;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::counts::counted;
use domain::locale::Language;
use domain::purchases::{Currency, Money, PaymentProviderName, Purchase, Report};
use ports::payments::{Checkout, PaymentEvent, ReturnUrls, Webhook, WebhookRefusal};
use ports::{EngineFailure, FailureKind, PaymentProvider};
use reqwest::RequestBuilder;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use self::objects::{ErrorBody, RefundObject, Session};
use super::{ATTEMPT_LIMIT, Connected, name, page_address};
use crate::http::{Provider, ProviderClient, Reply};
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};

const NAME: &str = "stripe";
/// The API version whose responses are read here.
const VERSION: &str = "2026-10-28.endive";
const NEEDS: &[&str] = &["payments.stripe.secret_key", "payments.stripe.webhook_secret"];
const RETRIES: u32 = 2;
const PAUSE: Duration = Duration::from_millis(500);

/// Settings below `payments.stripe`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The account's secret key, `sk_…` or `rk_…`.
    #[serde(serialize_with = "hidden")]
    pub secret_key: Option<SecretString>,
    /// The secret that signs messages to `/webhooks/stripe`, `whsec_…`.
    #[serde(serialize_with = "hidden")]
    pub webhook_secret: Option<SecretString>,
    /// The base URL of the API.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            secret_key: None,
            webhook_secret: None,
            base_url: BaseUrl::of_provider("https://api.stripe.com"),
        }
    }
}

impl Settings {
    pub(super) fn sandbox(base: &Url, secret: &SecretString) -> Self {
        Self {
            secret_key: Some(sandbox_credential()),
            webhook_secret: Some(secret.clone()),
            base_url: BaseUrl::in_sandbox(base, "stripe"),
        }
    }
}

pub(super) fn connect(settings: &Settings, client: &ProviderClient) -> Result<Connected, SetupError> {
    if settings.secret_key.is_none() && settings.webhook_secret.is_none() {
        return Ok(Err(NEEDS));
    }
    let secret_key = required(settings.secret_key.as_ref(), NAME, NEEDS[0])?;
    let webhook_secret = required(settings.webhook_secret.as_ref(), NAME, NEEDS[1])?;
    let secrets = vec![secret_key.clone(), webhook_secret.clone()];
    Ok(Ok(Arc::new(Stripe {
        provider: Provider::new(NAME, client, secrets),
        base_url: settings.base_url.clone(),
        secret_key,
        webhook_secret,
    })))
}

struct Stripe {
    provider: Provider,
    base_url: BaseUrl,
    secret_key: SecretString,
    webhook_secret: SecretString,
}

impl Stripe {
    fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        request
            .bearer_auth(self.secret_key.expose_secret())
            .header("stripe-version", VERSION)
            .timeout(ATTEMPT_LIMIT)
    }

    /// Makes a change; the idempotency key keeps it from being made twice.
    async fn post(&self, path: &str, key: &str, form: &[(String, String)]) -> Result<Reply, EngineFailure> {
        let request = || self.provider.post(self.base_url.at(path)).header("idempotency-key", key).form(form);
        self.call(|| self.signed(request())).await
    }

    /// Calls until the answer is one that a retry would not change.
    async fn call(&self, request: impl Fn() -> RequestBuilder) -> Result<Reply, EngineFailure> {
        for attempt in 0..RETRIES {
            let outcome = self.provider.send(request()).await;
            if !outcome.as_ref().map_or(true, is_worth_another_try) {
                return self.checked(outcome?);
            }
            tokio::time::sleep(PAUSE * 2_u32.pow(attempt)).await;
        }
        self.checked(self.provider.send(request()).await?)
    }

    fn checked(&self, reply: Reply) -> Result<Reply, EngineFailure> {
        if reply.status.is_success() {
            return Ok(reply);
        }
        let error: Option<ErrorBody> = self.provider.json(&reply).ok();
        Err(self.provider.status_failure(&reply, error.as_ref().map(|body| body.error.message.as_str())))
    }
}

/// As the provider's own libraries decide: its header takes precedence, otherwise conflicts and server errors
/// are retried.
fn is_worth_another_try(reply: &Reply) -> bool {
    match reply.headers.get("stripe-should-retry").and_then(|value| value.to_str().ok()) {
        Some("true") => true,
        Some("false") => false,
        _ => reply.status.as_u16() == 409 || reply.status.is_server_error(),
    }
}

#[async_trait]
impl PaymentProvider for Stripe {
    fn provider(&self) -> PaymentProviderName {
        PaymentProviderName::Stripe
    }

    async fn open_checkout(
        &self,
        purchase: &Purchase,
        returns: &ReturnUrls,
    ) -> Result<Checkout, EngineFailure> {
        let key = format!("{}-checkout", purchase.id);
        let reply = self.post("/v1/checkout/sessions", &key, &session_form(purchase, returns)).await?;
        let session: Session = self.provider.json(&reply)?;
        let fits = session.amount_total == Some(purchase.price.amount)
            && session.currency.as_deref().and_then(Currency::from_name) == Some(purchase.price.currency);
        if !fits {
            return Err(self.provider.failure(FailureKind::Broken, "opened a page with another price"));
        }
        Ok(Checkout {
            reference: name(&self.provider, &session.id)?,
            url: page_address(&self.provider, session.url.as_deref().unwrap_or_default())?,
        })
    }

    async fn look_up(&self, purchase: &Purchase) -> Result<Vec<Report>, EngineFailure> {
        let Some(reference) = &purchase.reference else { return Ok(Vec::new()) };
        let address = self.base_url.at(&format!("/v1/checkout/sessions/{reference}"));
        let expand = [("expand[]", "payment_intent.latest_charge")];
        let reply = self.call(|| self.signed(self.provider.get(address.clone()).query(&expand))).await?;
        let session: Session = self.provider.json(&reply)?;
        let reports = session.reports();
        reports.map_err(|problem| self.provider.failure(FailureKind::Broken, problem))
    }

    fn read_webhook(&self, webhook: &Webhook<'_>) -> Result<Option<PaymentEvent>, WebhookRefusal> {
        webhook::check(&self.webhook_secret, webhook)?;
        webhook::read(webhook.body)
    }

    async fn refund(&self, purchase: &Purchase, amount: Money, key: &str) -> Result<Money, EngineFailure> {
        let Some(payment) = &purchase.payment else {
            let reason = "was skipped: its name for the payment is not known";
            return Err(self.provider.failure(FailureKind::Unsuitable, reason));
        };
        let form = [
            ("payment_intent".to_owned(), payment.clone()),
            ("amount".to_owned(), amount.amount.to_string()),
            ("metadata[purchase]".to_owned(), purchase.id.to_string()),
        ];
        let reply = self.post("/v1/refunds", key, &form).await?;
        let refund: RefundObject = self.provider.json(&reply)?;
        if matches!(refund.status.as_deref(), Some("failed" | "canceled")) {
            return Err(self.provider.failure(FailureKind::Unsuitable, "could not pay the money back"));
        }
        Ok(Money { amount: purchase.refunded + refund.amount, ..amount })
    }
}

fn session_form(purchase: &Purchase, returns: &ReturnUrls) -> Vec<(String, String)> {
    let id = purchase.id.to_string();
    let credits = purchase.order.credits();
    let fields = [
        ("mode", "payment".to_owned()),
        ("success_url", returns.paid.clone()),
        ("cancel_url", returns.cancelled.clone()),
        ("client_reference_id", id.clone()),
        ("metadata[purchase]", id.clone()),
        ("metadata[credits]", credits.to_string()),
        ("payment_intent_data[metadata][purchase]", id),
        ("expires_at", purchase.expires_at.as_second().to_string()),
        ("line_items[0][quantity]", "1".to_owned()),
        ("line_items[0][price_data][currency]", purchase.price.currency.as_str().to_owned()),
        ("line_items[0][price_data][unit_amount]", purchase.price.amount.to_string()),
        (
            "line_items[0][price_data][product_data][name]",
            counted(credits.as_i64(), "credit|credits", Language::ENGLISH),
        ),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
