//! API keys: signed tokens that prove account, scopes and expiry without a lookup.
//!
//! ```text
//! svc_live_<64 base-62 characters: body ‖ tag><6 base-62 characters: CRC32>
//! ```
//! The body holds all claims; the tag is an HMAC-SHA256 over prefix and body, so a test key can't become a live one.
//! The CRC catches typing errors, and lets scanners recognise a leaked key, before any secret is involved.

mod access_rules;
mod keyring;
mod scopes;
mod token;

pub use access_rules::AccessRules;
pub use keyring::{InvalidKeyring, Keyring, RotateError};
pub use scopes::{Scope, Scopes, UnknownScope};
pub use token::{ApiKey, KeyRefusal, TOKEN_LENGTH};

use crate::Timestamp;
use crate::accounts::AccountName;
use crate::credits::Credits;
use crate::ids::{AccountId, ApiKeyId};

/// Whether a key spends real credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyMode {
    /// Real credits, real providers.
    Live,
    /// The test ledger and the sandbox.
    Test,
}

impl KeyMode {
    /// The name on the command line and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Test => "test",
        }
    }

    /// What every key of this mode begins with.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Live => "svc_live_",
            Self::Test => "svc_test_",
        }
    }
}

/// The account, permissions and validity that a key proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    /// Real or test credits.
    pub mode: KeyMode,
    /// The account that pays.
    pub account: AccountId,
    /// The id of the key.
    pub key: ApiKeyId,
    /// The permissions of the key.
    pub scopes: Scopes,
    /// The account's key epoch when it was minted.
    pub epoch: u16,
    /// When it was minted.
    pub issued: Minute,
    /// From when on it is refused; `None` means never.
    pub expires: Option<Minute>,
}

/// A time at the resolution that keys carry: whole minutes since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minute(u32);

impl Minute {
    /// The minute that contains this instant, within 1970 to 10136.
    #[must_use]
    pub fn containing(instant: Timestamp) -> Self {
        Self(u32::try_from(instant.as_second().max(0) / 60).unwrap_or(u32::MAX))
    }

    /// The first instant of the minute.
    #[must_use]
    pub fn start(self) -> Timestamp {
        Timestamp::from_second(i64::from(self.0) * 60).unwrap_or(Timestamp::MAX)
    }

    pub(crate) const fn from_u32(minutes: u32) -> Self {
        Self(minutes)
    }

    pub(crate) const fn as_u32(self) -> u32 {
        self.0
    }
}

/// What is stored about a key. The key itself is shown only once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKeyRecord {
    pub id: ApiKeyId,
    /// The account that owns it.
    pub account: AccountId,
    /// The name that people see; the rules are the same as for accounts.
    pub name: AccountName,
    /// Real or test credits.
    pub mode: KeyMode,
    /// The permissions of the key.
    pub scopes: Scopes,
    /// The account's key epoch when it was minted.
    pub epoch: u16,
    /// The last four characters, so that people can tell keys apart.
    pub last_four: String,
    /// When it was minted.
    pub created_at: Timestamp,
    /// From when on it is refused.
    pub expires_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// The most that it may spend in a calendar month.
    pub monthly_limit: Option<Credits>,
    /// When it was last used, to about a minute.
    pub last_used_at: Option<Timestamp>,
}
