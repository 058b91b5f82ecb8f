//! The revocations, suspensions and settings that every node checks before it answers a call.

use std::collections::{HashMap, HashSet};

use super::Claims;
use crate::ids::{AccountId, ApiKeyId};

/// A snapshot of what was revoked, suspended or turned on, small enough to keep in memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccessRules {
    /// Single keys that were revoked.
    pub keys: HashSet<ApiKeyId>,
    /// Accounts whose keys were all revoked at least once, with the lowest epoch that still counts.
    pub minimum_epochs: HashMap<AccountId, u16>,
    /// Accounts that may not call at all.
    pub suspended: HashSet<AccountId>,
    /// Accounts that have the bodies of their calls stored.
    pub stores_bodies: HashSet<AccountId>,
}

impl AccessRules {
    /// Whether the key was revoked, alone or with all keys of its account.
    #[must_use]
    pub fn revoke(&self, claims: &Claims) -> bool {
        self.keys.contains(&claims.key)
            || self.minimum_epochs.get(&claims.account).is_some_and(|minimum| claims.epoch < *minimum)
    }
}
