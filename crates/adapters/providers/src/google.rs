//! What Google's APIs share: the format of errors, and access tokens.

pub(crate) mod access;
pub(crate) mod error;
pub(crate) mod service_account;
