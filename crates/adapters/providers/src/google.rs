//! What Google's interfaces share: how they complain, and who may enter.

pub(crate) mod access;
pub(crate) mod error;
pub(crate) mod service_account;
