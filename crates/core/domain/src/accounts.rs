//! Accounts, which own keys and credits.

use std::fmt;

use crate::Timestamp;
use crate::ids::AccountId;

/// An account as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Identifier, also inside every key of the account.
    pub id: AccountId,
    /// The name that people see.
    pub name: AccountName,
    /// Whether it may call the API.
    pub status: AccountStatus,
    /// Keys minted under an earlier epoch are refused.
    pub key_epoch: u16,
    /// When it was opened.
    pub created_at: Timestamp,
}

/// Whether an account may call the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountStatus {
    /// The account may call the API.
    Active,
    /// Every call is answered with `account_suspended`.
    Suspended,
}

impl AccountStatus {
    /// The name in the API and the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Suspended => "suspended",
        }
    }
}

/// A name of 1 to 100 printable characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountName(String);

/// Why a name was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to 100 printable characters")]
pub struct InvalidName;

impl AccountName {
    const LONGEST: usize = 100;

    /// Checks and trims a name.
    pub fn new(text: &str) -> Result<Self, InvalidName> {
        let name = text.trim();
        let length = name.chars().count();
        if length == 0 || length > Self::LONGEST || name.chars().any(char::is_control) {
            return Err(InvalidName);
        }
        Ok(Self(name.to_owned()))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
