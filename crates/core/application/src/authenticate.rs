//! Decides who is calling and what they may do, from memory alone.

use std::sync::Arc;

use arc_swap::ArcSwap;
use domain::api_keys::{AccessRules, Claims, KeyRefusal, Keyring, Scope};
use domain::ids::AccountId;
use ports::Clock;

/// Why a caller is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccessRefusal {
    /// The key is not accepted.
    #[error("the API key is not valid")]
    Key(#[from] KeyRefusal),
    /// The key is genuine but lacks the permission.
    #[error("the API key lacks the scope {}", .0.as_str())]
    Scope(Scope),
    /// The account may not call at present.
    #[error("the account is suspended")]
    Suspended,
}

/// Verifies keys against the keyring and the latest known access rules.
pub struct Authenticator {
    keyring: Keyring,
    rules: ArcSwap<AccessRules>,
    clock: Arc<dyn Clock>,
}

impl Authenticator {
    /// An authenticator without any revocations.
    #[must_use]
    pub fn new(keyring: Keyring, clock: Arc<dyn Clock>) -> Self {
        Self { keyring, rules: ArcSwap::default(), clock }
    }

    /// Parses a key and verifies that it is genuine, unexpired and not revoked.
    pub fn identify(&self, token: &str) -> Result<Claims, KeyRefusal> {
        let claims = self.keyring.verify(token, self.clock.now())?;
        if self.rules.load().revoke(&claims) {
            return Err(KeyRefusal::Revoked);
        }
        Ok(claims)
    }

    /// Whether an identified caller may do something that needs `scope`; `None` needs any genuine key.
    pub fn authorise(&self, claims: &Claims, scope: Option<Scope>) -> Result<(), AccessRefusal> {
        if let Some(scope) = scope
            && !claims.scopes.allow(scope)
        {
            return Err(AccessRefusal::Scope(scope));
        }
        if self.rules.load().suspended.contains(&claims.account) {
            return Err(AccessRefusal::Suspended);
        }
        Ok(())
    }

    /// Whether bodies of the account's calls are stored.
    #[must_use]
    pub fn stores_bodies(&self, account: AccountId) -> bool {
        self.rules.load().stores_bodies.contains(&account)
    }

    /// Replaces the rules with a newer snapshot.
    pub fn update_rules(&self, rules: AccessRules) {
        self.rules.store(Arc::new(rules));
    }
}
