//! Authentication as a parameter: a handler that takes a [`Caller`] can't be reached without a key that may call it.

use std::marker::PhantomData;

use application::authenticate::AccessRefusal;
use axum::extract::FromRequestParts;
use domain::api_keys::{Claims, Scope};
use domain::ledger::Purse;
use http::request::Parts;

use crate::edge::Identity;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::state::ApiState;

/// The permission that a handler needs.
pub(crate) trait Permission: Send + Sync {
    const SCOPE: Option<Scope>;
}

/// Any valid key, whatever its scopes.
pub(crate) struct AnyKey;

impl Permission for AnyKey {
    const SCOPE: Option<Scope> = None;
}

pub(crate) struct AccountScope;

impl Permission for AccountScope {
    const SCOPE: Option<Scope> = Some(Scope::Account);
}

pub(crate) struct AnalysisScope;

impl Permission for AnalysisScope {
    const SCOPE: Option<Scope> = Some(Scope::Analysis);
}

pub(crate) struct ArticlesScope;

impl Permission for ArticlesScope {
    const SCOPE: Option<Scope> = Some(Scope::Articles);
}

pub(crate) struct ImagesScope;

impl Permission for ImagesScope {
    const SCOPE: Option<Scope> = Some(Scope::Images);
}

pub(crate) struct KeywordsScope;

impl Permission for KeywordsScope {
    const SCOPE: Option<Scope> = Some(Scope::Keywords);
}

pub(crate) struct AuditScope;

impl Permission for AuditScope {
    const SCOPE: Option<Scope> = Some(Scope::Audit);
}

pub(crate) struct WebhooksScope;

impl Permission for WebhooksScope {
    const SCOPE: Option<Scope> = Some(Scope::Webhooks);
}

pub(crate) struct KeysScope;

impl Permission for KeysScope {
    const SCOPE: Option<Scope> = Some(Scope::Keys);
}

pub(crate) struct PurchasesScope;

impl Permission for PurchasesScope {
    const SCOPE: Option<Scope> = Some(Scope::Purchases);
}

/// A caller whose key has permission `P`.
pub(crate) struct Caller<P> {
    pub(crate) claims: Claims,
    permission: PhantomData<P>,
}

impl<P> Caller<P> {
    /// The purse that the caller spends from.
    pub(crate) fn purse(&self) -> Purse {
        Purse { account: self.claims.account, mode: self.claims.mode }
    }
}

impl<P: Permission> FromRequestParts<ApiState> for Caller<P> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let claims = match parts.extensions.get::<Identity>() {
            Some(Identity::Proven(claims)) => *claims,
            Some(Identity::Refused(refusal)) => return Err(AccessRefusal::Key(*refusal).into()),
            Some(Identity::Absent) | None => return Err(ApiError::plain(ErrorCode::MissingApiKey)),
        };
        state.authenticator.authorise(&claims, P::SCOPE)?;
        Ok(Self { claims, permission: PhantomData })
    }
}
