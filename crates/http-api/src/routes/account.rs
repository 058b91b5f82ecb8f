//! The account behind the key.

use application::order_article::TextModel;
use axum::Extension;
use axum::extract::State;
use domain::Timestamp;
use domain::accounts::Account;
use domain::api_keys::{Claims, KeyMode, Minute, Scope};
use ports::ledger::UsageDay;
use serde::Serialize;
use utoipa::ToSchema;

use super::Meta;
use crate::caller::{AccountScope, Caller};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::json::{AcceptsJson, Json};
use crate::state::ApiState;

/// The account behind the key, and what the key may do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccountReply {
    /// Always `true`.
    #[schema(example = true)]
    success: bool,
    account: AccountObject,
    credits: CreditsObject,
    /// What was spent in the last thirty days, by day and call.
    usage: Vec<UsageObject>,
    key: KeyObject,
    limits: LimitsObject,
    capabilities: CapabilitiesObject,
    webhooks: WebhooksObject,
    meta: Meta,
}

/// What can be made with keys of this mode.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CapabilitiesObject {
    /// What writes articles; `null` if no text engine is configured. Content briefs and articles from your own notes need none.
    text_engine: Option<TextEngineObject>,
}

/// A text engine.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TextEngineObject {
    #[schema(example = "ollama")]
    name: String,
    /// The model, where the settings name one.
    #[schema(example = "qwen3:14b")]
    model: Option<String>,
}

/// How to tell that a message to your server is ours.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WebhooksObject {
    /// The secret of this account and mode, for any library of Standard Webhooks.
    #[schema(example = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")]
    secret: String,
}

/// An account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccountObject {
    /// Identifier.
    #[schema(example = "acc_0Zk3bQx9LmP")]
    account_id: String,
    /// What people call it.
    #[schema(example = "Owner")]
    name: String,
    /// `active` or `suspended`.
    #[schema(example = "active")]
    status: &'static str,
    /// When it was opened.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00Z")]
    created_at: String,
}

/// The credits of the key's mode.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CreditsObject {
    /// Free to spend.
    #[schema(example = 1_000_000)]
    balance_credits: i64,
    /// Set aside for work that is under way.
    #[schema(example = 0)]
    held_credits: i64,
    /// What is free to spend, in US dollars.
    #[schema(example = "10.00000")]
    balance_usd: String,
}

/// Credits spent on one kind of call on one day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsageObject {
    /// The day in UTC.
    #[schema(format = "date", example = "2026-11-15")]
    day: String,
    /// The call.
    #[schema(example = "seo/audit")]
    endpoint: String,
    /// How often.
    #[schema(example = 3)]
    calls: i64,
    /// For how much.
    #[schema(example = 1_500)]
    credits: i64,
}

/// The key that made the call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KeyObject {
    /// Identifier; not the key.
    #[schema(example = "key_0Zk3bQx9LmP")]
    key_id: String,
    /// What it may do.
    #[schema(example = json!(["articles", "account"]))]
    scopes: Vec<&'static str>,
    /// When it was made.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00Z")]
    issued_at: String,
    /// From when on it is refused; `null` means never.
    #[schema(format = "date-time")]
    expires_at: Option<String>,
}

/// The limits that apply to the key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LimitsObject {
    /// Requests per second with this key.
    #[schema(example = 100)]
    requests_per_second: u32,
    /// Largest request body.
    #[schema(example = 262_144)]
    body_bytes: usize,
}

/// The account behind the key: its credits and usage, what the key may do, and the limits that apply. Free.
#[utoipa::path(
    get, path = "/v1/account", operation_id = "getAccount", tag = "account",
    security(("apiKey" = ["account"])), responses((status = 200, body = AccountReply))
)]
pub(crate) async fn read(
    caller: Caller<AccountScope>,
    _: AcceptsJson,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<AccountReply>, ApiError> {
    let claims = caller.claims;
    let view = state
        .read_account
        .read(caller.purse())
        .await
        .map_err(|error| ApiError::from(&error))?
        .ok_or_else(|| ApiError::plain(ErrorCode::InvalidApiKey))?;
    Ok(Json(AccountReply {
        success: true,
        account: AccountObject::from(view.account.as_ref()),
        credits: CreditsObject {
            balance_credits: view.balance.available.as_i64(),
            held_credits: view.balance.held.as_i64(),
            balance_usd: view.balance.available.to_usd(),
        },
        usage: view.usage.iter().map(UsageObject::from).collect(),
        key: KeyObject::from(&claims),
        limits: LimitsObject {
            requests_per_second: match claims.mode {
                KeyMode::Live => state.settings.rates.live.get(),
                KeyMode::Test => state.settings.rates.test.get(),
            },
            body_bytes: state.settings.body_bytes,
        },
        capabilities: CapabilitiesObject {
            text_engine: state.articles.order.model(claims.mode).map(TextEngineObject::from),
        },
        webhooks: WebhooksObject { secret: state.articles.webhook_secrets.of(caller.purse()).reveal() },
        meta: Meta::new(&context, &claims),
    }))
}

impl From<&TextModel> for TextEngineObject {
    fn from(model: &TextModel) -> Self {
        Self { name: model.engine.clone(), model: model.model.clone() }
    }
}

impl From<&UsageDay> for UsageObject {
    fn from(usage: &UsageDay) -> Self {
        const SECONDS_PER_DAY: i64 = 24 * 60 * 60;
        let start =
            Timestamp::from_second(usage.day.saturating_mul(SECONDS_PER_DAY)).unwrap_or(Timestamp::MIN);
        Self {
            day: start.strftime("%Y-%m-%d").to_string(),
            endpoint: usage.purpose.clone(),
            calls: usage.calls,
            credits: usage.credits.as_i64(),
        }
    }
}

impl From<&Account> for AccountObject {
    fn from(account: &Account) -> Self {
        Self {
            account_id: account.id.to_string(),
            name: account.name.to_string(),
            status: account.status.as_str(),
            created_at: account.created_at.to_string(),
        }
    }
}

impl From<&Claims> for KeyObject {
    fn from(claims: &Claims) -> Self {
        let text = |minute: Minute| Timestamp::to_string(&minute.start());
        Self {
            key_id: claims.key.to_string(),
            scopes: claims.scopes.iter().map(Scope::as_str).collect(),
            issued_at: text(claims.issued),
            expires_at: claims.expires.map(text),
        }
    }
}
