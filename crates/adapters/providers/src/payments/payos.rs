//! payOS: payment links for transfers between Vietnamese banks. Requests, responses and messages are all
//! signed.

mod signing;

use std::sync::Arc;

use async_trait::async_trait;
use domain::counts::counted;
use domain::locale::Language;
use domain::purchases::{Currency, Money, PaymentProviderName, Purchase, Report};
use ports::payments::{Checkout, PaymentEvent, PaymentSubject, ReturnUrls, Webhook, WebhookRefusal};
use ports::{EngineFailure, FailureKind, PaymentProvider};
use reqwest::RequestBuilder;
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use url::Url;

use self::signing::{is_signed_data, sign_order};
use super::{ATTEMPT_LIMIT, Connected, LONGEST_NAME, name, page_address};
use crate::http::{Provider, ProviderClient};
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};

const NAME: &str = "payos";
const NEEDS: &[&str] = &["payments.payos.client_id", "payments.payos.api_key", "payments.payos.checksum_key"];
const SUCCESS: &str = "00";
const LINKS: &str = "/v2/payment-requests";

/// Settings below `payments.payos`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The channel's client id.
    #[serde(serialize_with = "hidden")]
    pub client_id: Option<SecretString>,
    /// The key that signs requests, responses and messages.
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// The base URL of the API.
    #[serde(serialize_with = "hidden")]
    pub checksum_key: Option<SecretString>,
    /// Where the interface is.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            client_id: None,
            api_key: None,
            checksum_key: None,
            base_url: BaseUrl::of_provider("https://api-merchant.payos.vn"),
        }
    }
}

impl Settings {
    pub(super) fn sandbox(base: &Url, secret: &SecretString) -> Self {
        Self {
            client_id: Some(sandbox_credential()),
            api_key: Some(sandbox_credential()),
            checksum_key: Some(secret.clone()),
            base_url: BaseUrl::in_sandbox(base, "payos"),
        }
    }
}

pub(super) fn connect(settings: &Settings, client: &ProviderClient) -> Result<Connected, SetupError> {
    let given = [&settings.client_id, &settings.api_key, &settings.checksum_key];
    if given.iter().all(|secret| secret.is_none()) {
        return Ok(Err(NEEDS));
    }
    let client_id = required(settings.client_id.as_ref(), NAME, NEEDS[0])?;
    let api_key = required(settings.api_key.as_ref(), NAME, NEEDS[1])?;
    let checksum_key = required(settings.checksum_key.as_ref(), NAME, NEEDS[2])?;
    let secrets = vec![client_id.clone(), api_key.clone(), checksum_key.clone()];
    Ok(Ok(Arc::new(PayOs {
        provider: Provider::new(NAME, client, secrets),
        base_url: settings.base_url.clone(),
        client_id,
        api_key,
        checksum_key,
    })))
}

struct PayOs {
    provider: Provider,
    base_url: BaseUrl,
    client_id: SecretString,
    api_key: SecretString,
    checksum_key: SecretString,
}

/// A response or a message.
#[derive(Deserialize)]
struct Envelope {
    code: String,
    #[serde(default)]
    desc: String,
    data: Option<Map<String, Value>>,
    signature: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Link {
    order_code: i64,
    amount: i64,
    payment_link_id: String,
    checkout_url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Standing {
    order_code: i64,
    #[serde(default)]
    amount_paid: i64,
    status: String,
    #[serde(default)]
    transactions: Vec<Transfer>,
}

#[derive(Deserialize)]
struct Transfer {
    reference: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    order_code: i64,
    amount: i64,
    reference: String,
    currency: Option<String>,
    payment_link_id: String,
    code: String,
}

impl PayOs {
    fn identified(&self, request: RequestBuilder) -> RequestBuilder {
        request
            .header("x-client-id", self.client_id.expose_secret())
            .header("x-api-key", self.api_key.expose_secret())
            .timeout(ATTEMPT_LIMIT)
    }

    /// Calls once: the provider has no idempotency keys, and refuses an order code that it already has.
    async fn call<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, EngineFailure> {
        let reply = self.provider.send(self.identified(request)).await?;
        let envelope: Result<Envelope, EngineFailure> = self.provider.json(&reply);
        if !reply.status.is_success() {
            let words = envelope.ok().map(|envelope| envelope.desc);
            return Err(self.provider.status_failure(&reply, words.as_deref()));
        }
        let envelope = envelope?;
        if envelope.code != SUCCESS {
            let words = self.provider.quote(&format!("{} {}", envelope.code, envelope.desc));
            return Err(self.provider.failure(FailureKind::Unsuitable, format!("refused: {words}")));
        }
        let unsigned = || self.provider.failure(FailureKind::Broken, "sent an answer that it did not sign");
        let data = envelope.data.ok_or_else(unsigned)?;
        if !is_signed_data(&self.checksum_key, &data, envelope.signature.as_deref()) {
            return Err(unsigned());
        }
        serde_json::from_value(Value::Object(data)).map_err(|error| self.provider.malformed(&error))
    }

    fn another_order(&self) -> EngineFailure {
        self.provider.failure(FailureKind::Broken, "answered about another order")
    }
}

#[async_trait]
impl PaymentProvider for PayOs {
    fn provider(&self) -> PaymentProviderName {
        PaymentProviderName::Payos
    }

    async fn open_checkout(
        &self,
        purchase: &Purchase,
        returns: &ReturnUrls,
    ) -> Result<Checkout, EngineFailure> {
        let (order_code, amount) = (purchase.id.order_code(), purchase.price.amount);
        let description = description(order_code);
        let mut order = json!({
            "orderCode": order_code,
            "amount": amount,
            "description": description,
            "cancelUrl": returns.cancelled,
            "returnUrl": returns.paid,
            "expiredAt": purchase.expires_at.as_second(),
            "items": [{ "name": counted(purchase.order.credits().as_i64(), "credit|credits", Language::ENGLISH), "quantity": 1, "price": amount }],
        });
        order["signature"] = json!(sign_order(&self.checksum_key, &order));
        let link: Link = self.call(self.provider.post(self.base_url.at(LINKS)).json(&order)).await?;
        if (link.order_code, link.amount) != (order_code, amount) {
            return Err(self.another_order());
        }
        Ok(Checkout {
            reference: name(&self.provider, &link.payment_link_id)?,
            url: page_address(&self.provider, &link.checkout_url)?,
        })
    }

    async fn look_up(&self, purchase: &Purchase) -> Result<Vec<Report>, EngineFailure> {
        let order_code = purchase.id.order_code();
        let wanted = purchase.reference.clone().unwrap_or_else(|| order_code.to_string());
        let address = self.base_url.at(&format!("{LINKS}/{wanted}"));
        let standing: Standing = self.call(self.provider.get(address)).await?;
        if standing.order_code != order_code {
            return Err(self.another_order());
        }
        let payment = standing.transactions.into_iter().find_map(|transfer| transfer.reference);
        let paid = Report::Paid { amount: dong(standing.amount_paid), payment };
        Ok(match standing.status.as_str() {
            "PAID" | "UNDERPAID" => vec![paid],
            "CANCELLED" => vec![Report::Cancelled],
            "EXPIRED" => vec![Report::Expired],
            "FAILED" => vec![Report::Failed],
            _ => Vec::new(),
        })
    }

    fn read_webhook(&self, webhook: &Webhook<'_>) -> Result<Option<PaymentEvent>, WebhookRefusal> {
        let malformed = |error: serde_json::Error| WebhookRefusal::Malformed(error.to_string());
        let envelope: Envelope = serde_json::from_slice(webhook.body).map_err(malformed)?;
        let data = envelope.data.ok_or(WebhookRefusal::Signature)?;
        if !is_signed_data(&self.checksum_key, &data, envelope.signature.as_deref()) {
            return Err(WebhookRefusal::Signature);
        }
        let message: Message = serde_json::from_value(Value::Object(data)).map_err(malformed)?;
        let in_dong =
            message.currency.as_deref().is_none_or(|name| Currency::from_name(name) == Some(Currency::Vnd));
        if envelope.code != SUCCESS || message.code != SUCCESS || !in_dong {
            return Ok(None);
        }
        let id = format!("{}:{}", message.payment_link_id, message.reference);
        if id.len() > LONGEST_NAME {
            return Err(WebhookRefusal::Malformed("its names are too long".to_owned()));
        }
        let subject = PaymentSubject {
            order_code: Some(message.order_code),
            reference: Some(message.payment_link_id),
            ..PaymentSubject::default()
        };
        let report = Report::Paid { amount: dong(message.amount), payment: Some(message.reference) };
        Ok(Some(PaymentEvent { id, subject, report }))
    }

    async fn refund(&self, _: &Purchase, _: Money, _: &str) -> Result<Money, EngineFailure> {
        Err(self.provider.failure(FailureKind::Unsuitable, "pays nothing back by itself"))
    }
}

const fn dong(amount: i64) -> Money {
    Money { amount, currency: Currency::Vnd }
}

/// The text of the transfer. Some banks keep nine characters of it.
fn description(order_code: i64) -> String {
    format!("RW{:07}", order_code.rem_euclid(10_000_000))
}
