//! Converts driver errors to the errors of the port.

use ports::{LedgerError, StoreError};

pub(crate) fn unavailable(error: sqlx::Error) -> StoreError {
    StoreError::Unavailable(Box::new(error))
}

pub(crate) fn unavailable_ledger(error: sqlx::Error) -> LedgerError {
    LedgerError::Unavailable(Box::new(error))
}

/// A stored value that can't be read back, named by its column.
pub(crate) fn corrupt(column: &'static str) -> StoreError {
    StoreError::Corrupt(column.to_owned())
}
