//! The representation of domain types in columns that both databases have.

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::ids::{AccountId, ApiKeyId};
use domain::ledger::Purse;

use crate::accounts::id_to_sql;

pub(crate) const fn mode_to_sql(mode: KeyMode) -> i64 {
    match mode {
        KeyMode::Live => 0,
        KeyMode::Test => 1,
    }
}

pub(crate) fn purse_to_sql(purse: Purse) -> (i64, i64) {
    (id_to_sql(purse.account.as_u64()), mode_to_sql(purse.mode))
}

/// A check in the schema allows only these two modes.
pub(crate) const fn mode_from_sql(mode: i64) -> KeyMode {
    if mode == 0 { KeyMode::Live } else { KeyMode::Test }
}

pub(crate) fn purse_from_sql(account: i64, mode: i64) -> Purse {
    Purse { account: AccountId::from(account.cast_unsigned()), mode: mode_from_sql(mode) }
}

/// Identifiers keep the top bit clear, so the cast loses nothing.
pub(crate) const fn key_to_sql(key: ApiKeyId) -> i64 {
    id_to_sql(key.as_u64())
}

pub(crate) fn key_from_sql(key: i64) -> ApiKeyId {
    ApiKeyId::from(key.cast_unsigned())
}

/// Part of a primary key, which can't be null; no key has this id.
const NO_KEY: i64 = -1;

pub(crate) fn usage_key_to_sql(key: Option<ApiKeyId>) -> i64 {
    key.map_or(NO_KEY, key_to_sql)
}

pub(crate) fn usage_key_from_sql(key: i64) -> Option<ApiKeyId> {
    (key != NO_KEY).then(|| key_from_sql(key))
}

/// Times are written by us and always in range; one that is not counts as long ago.
pub(crate) fn time_from_sql(microseconds: i64) -> Timestamp {
    Timestamp::from_microsecond(microseconds).unwrap_or(Timestamp::MIN)
}

/// Counts are written by us and never negative.
pub(crate) fn count_from_sql(count: i64) -> u32 {
    u32::try_from(count).unwrap_or(0)
}
