//! API keys of the caller's account and mode. A key can't grant more than it has, and secrets are not shown
//! again.

mod object;

use application::issue_api_key::{IssueApiKeyError, NewApiKey};
use application::limit_api_key::LimitApiKeyError;
use application::manage_keys::ManageKeys;
use axum::Extension;
use axum::extract::State;
use domain::accounts::AccountName;
use domain::api_keys::{ApiKeyRecord, Claims, Minute, Scope, Scopes};
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::Meta;
use crate::caller::{Caller, KeysScope};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::idempotency::{FreeAnswer, Repeatable};
use crate::json::{AcceptsJson, Json};
use crate::openapi::names;
use crate::paging::{Cut, Page};
use crate::path::Path;
use crate::state::ApiState;
use crate::validation::Problems;
use object::{CreatedKeyReply, KeyReply, KeysReply, StoredKeyObject};

const DAYS: std::ops::RangeInclusive<u32> = 1..=36_500;
const LONGEST_NAME: usize = 100;

/// List API keys.
///
/// Returns the keys of the account and mode, newest first, revoked and expired ones too, without their secrets. Free.
#[utoipa::path(
    get, path = "/v1/keys", operation_id = "listKeys", tag = "account",
    security(("apiKey" = ["keys"])), params(Page<ApiKeyId>),
    responses((status = 200, description = "A page of keys.", body = KeysReply))
)]
pub(crate) async fn list(
    caller: Caller<KeysScope>,
    _: AcceptsJson,
    Page(wanted): Page<ApiKeyId>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<KeysReply>, ApiError> {
    let keys = wanted.after_cursor(keys(&state, &caller.claims).await?, |key| key.id);
    let Cut { data, has_more, next_cursor } = wanted.cut(keys, |key| key.id.to_string());
    Ok(Json(KeysReply {
        success: true,
        data: data.iter().map(StoredKeyObject::from).collect(),
        has_more,
        next_cursor,
        meta: Meta::new(&context, &caller.claims),
    }))
}

/// A new API key.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"name": "Production site", "scopes": ["articles"], "expiresInDays": 365}))]
pub(crate) struct CreateKeyRequest {
    /// A name by which you recognise the key.
    #[schema(min_length = 1, max_length = 100, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    name: String,
    /// What the key may do: scopes that the calling key has. Without it, the same as the calling key.
    #[serde(default)]
    #[schema(value_type = Option<Vec<names::Scope>>, min_items = 1)]
    scopes: Option<Vec<String>>,
    /// In how many days the key expires. Without it, never. The key never expires later than the calling key.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 36500)]
    expires_in_days: Option<u32>,
    /// The most credits that the key may spend in a calendar month (UTC). Without it, there is no limit.
    #[serde(default)]
    #[schema(minimum = 0)]
    monthly_limit_credits: Option<i64>,
}

impl CreateKeyRequest {
    fn check(self, claims: &Claims, keys: &ManageKeys) -> Result<NewApiKey, ApiError> {
        let mut problems = Problems::default();
        let name = AccountName::new(&problems.text("name", &self.name, LONGEST_NAME));
        let scopes = self.scopes.map_or(claims.scopes, |names| {
            if names.is_empty() {
                problems.add("scopes", "required", "must have at least one scope");
            }
            let mut scope = |(index, name): (usize, &String)| match name.parse::<Scope>() {
                Ok(scope) if claims.scopes.allow(scope) => Some(scope),
                Ok(_) => {
                    let message = format!("the calling key does not have the scope {name}");
                    problems.add(&format!("scopes[{index}]"), "not_allowed", message);
                    None
                }
                Err(error) => {
                    problems.add(&format!("scopes[{index}]"), "not_allowed", error.to_string());
                    None
                }
            };
            names.iter().enumerate().filter_map(&mut scope).collect::<Scopes>()
        });
        problems.range("expiresInDays", self.expires_in_days, &DAYS);
        problems.range("monthlyLimitCredits", self.monthly_limit_credits, &(0..=i64::MAX));
        problems.finish()?;
        let wanted = self.expires_in_days.and_then(|days| keys.in_days(days));
        let own = claims.expires.map(Minute::start);
        Ok(NewApiKey {
            account: claims.account,
            name: name.map_err(|_| ApiError::plain(ErrorCode::InternalError))?,
            mode: claims.mode,
            scopes,
            expires_at: wanted.into_iter().chain(own).min(),
            monthly_limit: self.monthly_limit_credits.map(Credits::new),
        })
    }
}

/// Create an API key.
///
/// Creates a key of the same account and mode. The key is in the response. A key with a monthly limit cannot create keys: the call
/// returns `insufficient_scope`. Free.
#[utoipa::path(
    post, path = "/v1/keys", operation_id = "createKey", tag = "account",
    security(("apiKey" = ["keys"])), request_body = CreateKeyRequest,
    responses((status = 200, description = "The key was created.", body = CreatedKeyReply))
)]
pub(crate) async fn create(
    caller: Caller<KeysScope>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
    Repeatable { request, once }: Repeatable<CreateKeyRequest>,
) -> Result<FreeAnswer, ApiError> {
    let claims = caller.claims;
    let new = request.check(&claims, &state.keys)?;
    let meta = Meta::new(&context, &claims);
    let making = state.clone();
    let work = async move {
        refuse_limited(&making, &claims).await?;
        let (_, record) = making.keys.make(new).await.map_err(ApiError::from)?;
        Ok::<_, ApiError>(KeyReply { success: true, key: StoredKeyObject::from(&record), meta })
    };
    let answer = once.with_key_only(claims.key).answer(&state, caller.purse(), work).await?;
    // The key is not stored with the reply. If the call is retried, it is signed again.
    let id = answer.text("keyId").and_then(|id| id.parse().ok());
    let id = id.ok_or_else(|| ApiError::plain(ErrorCode::NotFound))?;
    let record = find(&state, &claims, id).await?;
    Ok(answer.with("key", &json!(state.keys.sign_again(&record).reveal())))
}

/// Get an API key.
///
/// Returns a key of the account and mode, without its secret. Free.
#[utoipa::path(
    get, path = "/v1/keys/{keyId}", operation_id = "getKey", tag = "account", security(("apiKey" = ["keys"])),
    params(("keyId" = String, Path, description = "The id of the key.", example = "key_0Zk3bQx9LmP")),
    responses((status = 200, description = "The key.", body = KeyReply))
)]
pub(crate) async fn read(
    caller: Caller<KeysScope>,
    _: AcceptsJson,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<KeyReply>, ApiError> {
    let record = find(&state, &caller.claims, known(&id)?).await?;
    let meta = Meta::new(&context, &caller.claims);
    Ok(Json(KeyReply { success: true, key: StoredKeyObject::from(&record), meta }))
}

/// A change of a key's monthly limit. Send either `monthlyLimitCredits` or `removeMonthlyLimit`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"monthlyLimitCredits": 500_000}))]
pub(crate) struct UpdateKeyRequest {
    /// The most credits that the key may spend in a calendar month (UTC).
    #[serde(default)]
    #[schema(minimum = 0)]
    monthly_limit_credits: Option<i64>,
    /// Send `true` to remove the limit.
    #[serde(default)]
    #[schema(value_type = Option<names::True>, inline)]
    remove_monthly_limit: Option<bool>,
}

impl UpdateKeyRequest {
    fn check(&self) -> Result<Option<Credits>, ApiError> {
        let mut problems = Problems::default();
        problems.range("monthlyLimitCredits", self.monthly_limit_credits, &(0..=i64::MAX));
        let removes = self.remove_monthly_limit.unwrap_or_default();
        if self.monthly_limit_credits.is_some() == removes {
            let message = "send either monthlyLimitCredits or removeMonthlyLimit";
            problems.add("monthlyLimitCredits", "required", message);
        }
        problems.finish()?;
        Ok(self.monthly_limit_credits.map(Credits::new))
    }
}

/// Change the limit of an API key.
///
/// Sets or removes the monthly limit of a key. It applies from the next charge on and counts what was spent before. A key with a monthly
/// limit cannot change limits, and no key can change those of keys with scopes that it does not have: the call returns
/// `insufficient_scope`. Free.
#[utoipa::path(
    patch, path = "/v1/keys/{keyId}", operation_id = "updateKey", tag = "account", security(("apiKey" = ["keys"])),
    params(("keyId" = String, Path, description = "The id of the key.", example = "key_0Zk3bQx9LmP")),
    request_body = UpdateKeyRequest,
    responses((status = 200, description = "The key was changed.", body = KeyReply))
)]
pub(crate) async fn update(
    caller: Caller<KeysScope>,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
    Json(request): Json<UpdateKeyRequest>,
) -> Result<Json<KeyReply>, ApiError> {
    let limit = request.check()?;
    let claims = &caller.claims;
    let record = find(&state, claims, known(&id)?).await?;
    refuse_limited(&state, claims).await?;
    if !record.scopes.iter().all(|scope| claims.scopes.allow(scope)) {
        let message = "the key has scopes that the calling key does not have";
        return Err(ApiError::new(ErrorCode::InsufficientScope, message));
    }
    state.key_limits.limit(claims.account, record.id, limit).await.map_err(ApiError::from)?;
    let record = find(&state, claims, record.id).await?;
    let meta = Meta::new(&context, claims);
    Ok(Json(KeyReply { success: true, key: StoredKeyObject::from(&record), meta }))
}

/// Revoke an API key.
///
/// Revokes a key. Calls with it are refused within about a second. This cannot be undone. A key can revoke itself. Free.
#[utoipa::path(
    delete, path = "/v1/keys/{keyId}", operation_id = "revokeKey", tag = "account", security(("apiKey" = ["keys"])),
    params(("keyId" = String, Path, description = "The id of the key.", example = "key_0Zk3bQx9LmP")),
    responses((status = 200, description = "The key was revoked.", body = KeyReply))
)]
pub(crate) async fn revoke(
    caller: Caller<KeysScope>,
    _: AcceptsJson,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<KeyReply>, ApiError> {
    let claims = &caller.claims;
    let record = find(&state, claims, known(&id)?).await?;
    state.keys.revoke(claims.account, record.id).await.map_err(|error| ApiError::from(&error))?;
    let record = find(&state, claims, record.id).await?;
    let meta = Meta::new(&context, claims);
    Ok(Json(KeyReply { success: true, key: StoredKeyObject::from(&record), meta }))
}

/// Refuses a key with a monthly limit, because it could otherwise create keys that may spend more.
async fn refuse_limited(state: &ApiState, claims: &Claims) -> Result<(), ApiError> {
    let own = keys(state, claims).await?.into_iter().find(|key| key.id == claims.key);
    if own.is_some_and(|key| key.monthly_limit.is_some()) {
        let message = "a key with a monthly limit can't create keys or change limits";
        return Err(ApiError::new(ErrorCode::InsufficientScope, message));
    }
    Ok(())
}

/// The keys of the caller's account and mode, newest first.
async fn keys(state: &ApiState, claims: &Claims) -> Result<Vec<ApiKeyRecord>, ApiError> {
    let mut keys = state.keys.list(claims.account).await.map_err(|error| ApiError::from(&error))?;
    keys.retain(|key| key.mode == claims.mode);
    Ok(keys)
}

async fn find(state: &ApiState, claims: &Claims, id: ApiKeyId) -> Result<ApiKeyRecord, ApiError> {
    keys(state, claims).await?.into_iter().find(|key| key.id == id).ok_or_else(|| not_found(id))
}

/// Text that is not a valid id gets a 404, like the id of another account's key.
fn known(id: &str) -> Result<ApiKeyId, ApiError> {
    id.parse().map_err(|_| ApiError::missing("key", id))
}

fn not_found(id: ApiKeyId) -> ApiError {
    ApiError::missing("key", &id.to_string())
}

impl From<IssueApiKeyError> for ApiError {
    fn from(error: IssueApiKeyError) -> Self {
        match error {
            IssueApiKeyError::Store(error) => Self::from(&error),
            // The calling key has expired in the meantime.
            IssueApiKeyError::ExpiryInThePast => Self::plain(ErrorCode::InvalidApiKey),
            IssueApiKeyError::NoSuchAccount(_)
            | IssueApiKeyError::NoScopes
            | IssueApiKeyError::Randomness(_) => {
                tracing::error!(error = &error as &dyn std::error::Error, "a key could not be created");
                Self::plain(ErrorCode::InternalError)
            }
        }
    }
}

impl From<LimitApiKeyError> for ApiError {
    fn from(error: LimitApiKeyError) -> Self {
        match error {
            LimitApiKeyError::NoSuchKey(id) => not_found(id),
            LimitApiKeyError::Store(error) => Self::from(&error),
            LimitApiKeyError::Negative => Self::plain(ErrorCode::InternalError),
        }
    }
}
