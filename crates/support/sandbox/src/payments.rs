//! Payment providers. They take payments without money: on their checkout pages, a button stands in for a
//! card or a bank.

pub(crate) mod checkout;
pub(crate) mod courier;
pub(crate) mod payment_stand_ins;
pub(crate) mod payos;
mod seal;
pub(crate) mod stripe;
