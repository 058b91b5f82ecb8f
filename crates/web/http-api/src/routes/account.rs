//! The account of the API key.

use application::request_article::TextModel;
use axum::Extension;
use axum::extract::State;
use domain::Timestamp;
use domain::accounts::Account;
use domain::api_keys::{Claims, KeyMode, Minute, Scope};
use ports::ledger::UsageDay;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Meta, time};
use crate::caller::{AccountScope, Caller};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::json::{AcceptsJson, Json};
use crate::openapi::names;
use crate::state::ApiState;

/// The account of the API key, with its credits, usage and limits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountOverview)]
pub(crate) struct AccountReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    account: AccountObject,
    credits: CreditsObject,
    /// Credits spent in the last 30 days, by day and call.
    usage: Vec<UsageObject>,
    key: KeyObject,
    limits: LimitsObject,
    capabilities: CapabilitiesObject,
    webhooks: WebhooksObject,
    meta: Meta,
}

/// What this installation can make for keys of this mode.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Capabilities)]
struct CapabilitiesObject {
    /// The engine that writes articles; `null` if none is configured. Content briefs and articles from your own notes need none.
    text_engine: Option<TextEngineObject>,
}

/// A text engine.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TextEngine)]
struct TextEngineObject {
    /// The name of the engine.
    #[schema(example = "ollama")]
    name: String,
    /// The model; `null` if the settings do not name one.
    #[schema(example = "qwen3:14b")]
    model: Option<String>,
}

/// How to verify messages to the `webhookUrl` of an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookSecret)]
struct WebhooksObject {
    /// The signing secret of this account and mode, for any library of Standard Webhooks.
    #[schema(example = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")]
    secret: String,
}

/// An account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Account)]
struct AccountObject {
    /// The id of the account.
    #[schema(example = "acc_0Zk3bQx9LmP")]
    account_id: String,
    /// The name of the account.
    #[schema(example = "Owner")]
    name: String,
    #[schema(value_type = names::AccountStatus, example = "active")]
    status: &'static str,
    /// When the account was created.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    created_at: String,
}

/// The credits of the key's mode.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditBalance)]
struct CreditsObject {
    /// Available credits.
    #[schema(example = 1_000_000)]
    balance_credits: i64,
    /// Credits reserved for work in progress.
    #[schema(example = 0)]
    held_credits: i64,
    /// The available credits in US dollars.
    #[schema(example = "10.00000")]
    balance_usd: String,
}

/// Credits spent on one kind of call on one day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DailyUsage)]
struct UsageObject {
    /// The day in UTC.
    #[schema(format = "date", example = "2026-11-15")]
    day: String,
    /// The call, as a path below `/v1`.
    #[schema(example = "seo/audit")]
    endpoint: String,
    /// The number of calls.
    #[schema(example = 3)]
    calls: i64,
    /// The credits spent.
    #[schema(example = 1_500)]
    credits: i64,
}

/// The API key of the request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKey)]
struct KeyObject {
    /// The id of the key. It is not the key itself.
    #[schema(example = "key_0Zk3bQx9LmP")]
    key_id: String,
    /// What the key may do.
    #[schema(value_type = Vec<names::Scope>, example = json!(["articles", "account"]))]
    scopes: Vec<&'static str>,
    /// When the key was created.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    issued_at: String,
    /// When the key expires; `null` if it does not.
    #[schema(format = "date-time")]
    expires_at: Option<String>,
}

/// The limits of the key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeyLimits)]
struct LimitsObject {
    /// Requests per second with this key.
    #[schema(example = 100)]
    requests_per_second: u32,
    /// The largest request body in bytes. Audits of `html` accept up to 8 MiB.
    #[schema(example = 262_144)]
    body_bytes: usize,
}

/// Get the account.
///
/// Returns the account of the key: its credits and usage, the permissions of the key, and the limits. Free.
#[utoipa::path(
    get, path = "/v1/account", operation_id = "getAccount", tag = "account",
    security(("apiKey" = ["account"])),
    responses((status = 200, description = "The account and its credits.", body = AccountReply))
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
            created_at: time(account.created_at),
        }
    }
}

impl From<&Claims> for KeyObject {
    fn from(claims: &Claims) -> Self {
        let text = |minute: Minute| time(minute.start());
        Self {
            key_id: claims.key.to_string(),
            scopes: claims.scopes.iter().map(Scope::as_str).collect(),
            issued_at: text(claims.issued),
            expires_at: claims.expires.map(text),
        }
    }
}
