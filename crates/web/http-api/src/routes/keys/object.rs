//! The API key in API responses.

use domain::api_keys::{ApiKeyRecord, Scope};
use domain::credits::Credits;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::{Meta, time};
use crate::openapi::names;

/// An API key without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoredApiKey)]
pub(super) struct StoredKeyObject {
    /// The id of the key. It is not the key itself.
    #[schema(example = "key_0Zk3bQx9LmP")]
    key_id: String,
    /// The name of the key.
    #[schema(example = "Production site")]
    name: String,
    /// The last four characters of the key.
    #[schema(example = "x7Qp")]
    last_four: String,
    /// What the key may do.
    #[schema(value_type = Vec<names::Scope>, example = json!(["articles"]))]
    scopes: Vec<&'static str>,
    /// The most credits that the key may spend in a calendar month (UTC); `null` if there is no limit.
    #[schema(example = 500_000)]
    monthly_limit_credits: Option<i64>,
    /// When the key was created.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    created_at: String,
    /// When the key expires; `null` if it does not.
    #[schema(format = "date-time")]
    expires_at: Option<String>,
    /// When the key was revoked; `null` if it was not.
    #[schema(format = "date-time")]
    revoked_at: Option<String>,
    /// When the key was last used, to about a minute; `null` if it never was.
    #[schema(format = "date-time")]
    last_used_at: Option<String>,
}

impl From<&ApiKeyRecord> for StoredKeyObject {
    fn from(record: &ApiKeyRecord) -> Self {
        Self {
            key_id: record.id.to_string(),
            name: record.name.to_string(),
            last_four: record.last_four.clone(),
            scopes: record.scopes.iter().map(Scope::as_str).collect(),
            monthly_limit_credits: record.monthly_limit.map(Credits::as_i64),
            created_at: time(record.created_at),
            expires_at: record.expires_at.map(time),
            revoked_at: record.revoked_at.map(time),
            last_used_at: record.last_used_at.map(time),
        }
    }
}

/// An API key without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKeyResult)]
pub(crate) struct KeyReply {
    #[schema(value_type = names::True, inline)]
    pub(super) success: bool,
    #[serde(flatten)]
    #[schema(inline)]
    pub(super) key: StoredKeyObject,
    pub(super) meta: Meta,
}

/// An API key that was created, with its secret.
// Only its schema is used: the secret is added to the reply after that is stored.
#[derive(ToSchema)]
#[schema(as = CreatedApiKey)]
#[expect(dead_code, reason = "it stands for the reply in the reference")]
pub(crate) struct CreatedKeyReply {
    #[schema(inline)]
    #[serde(flatten)]
    reply: KeyReply,
    /// The key. Store it now: it is returned again only if you repeat the request with the same `Idempotency-Key`.
    #[schema(example = "svc_live_…")]
    key: String,
}

/// A page of API keys, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKeyList)]
pub(crate) struct KeysReply {
    #[schema(value_type = names::True, inline)]
    pub(super) success: bool,
    /// The keys, newest first.
    pub(super) data: Vec<StoredKeyObject>,
    /// Whether there is another page.
    pub(super) has_more: bool,
    /// The `cursor` of the next page; `null` on the last one.
    pub(super) next_cursor: Option<String>,
    pub(super) meta: Meta,
}
