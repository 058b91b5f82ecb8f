//! Payment providers. They take orders and never money: everything stays unpaid.

pub(crate) mod payos;
pub(crate) mod stripe;
