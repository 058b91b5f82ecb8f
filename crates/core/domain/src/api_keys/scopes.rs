//! What a key may do.

use std::fmt;
use std::str::FromStr;

/// A permission of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Articles: generate, read, publish.
    Articles,
    Images,
    Analysis,
    /// Suggestions and keyword ideas.
    Keywords,
    Audit,
    Account,
    /// Webhook endpoints: create, change, test, delete, deliveries.
    Webhooks,
    /// API keys: create, limit, revoke.
    Keys,
    /// Purchases of credits: start and read.
    Purchases,
}

impl Scope {
    /// Every scope, in the order of its bit.
    pub const ALL: [Self; 9] = [
        Self::Articles,
        Self::Images,
        Self::Analysis,
        Self::Keywords,
        Self::Audit,
        Self::Account,
        Self::Webhooks,
        Self::Keys,
        Self::Purchases,
    ];

    /// The name in the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Articles => "articles",
            Self::Images => "images",
            Self::Analysis => "analysis",
            Self::Keywords => "keywords",
            Self::Audit => "audit",
            Self::Account => "account",
            Self::Webhooks => "webhooks",
            Self::Keys => "keys",
            Self::Purchases => "purchases",
        }
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// A name that is not a scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a scope; allowed are {allowed}", allowed = Scope::ALL.map(Scope::as_str).join(", "))]
pub struct UnknownScope(String);

impl FromStr for Scope {
    type Err = UnknownScope;

    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        Self::ALL
            .into_iter()
            .find(|scope| scope.as_str() == text)
            .ok_or_else(|| UnknownScope(text.chars().take(64).collect()))
    }
}

/// A set of scopes. Bits that a later version may define are kept and mean nothing here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Scopes(u32);

impl Scopes {
    /// Every scope of this version.
    #[must_use]
    pub fn all() -> Self {
        Self::from_iter(Scope::ALL)
    }

    /// Whether the set holds `scope`.
    #[must_use]
    pub const fn allow(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// The scopes in the set.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.allow(*scope))
    }

    /// Whether nothing is allowed.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }

    /// The set as a bitmap.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of a bitmap.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

impl fmt::Debug for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
