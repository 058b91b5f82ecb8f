//! Pure types and rules of Rankwright. Nothing here depends on HTTP, SQL or a provider.

pub mod accounts;
pub mod api_keys;
pub mod articles;
pub mod audits;
mod base62;
pub mod calendar;
pub mod counts;
pub mod credits;
pub mod ids;
pub mod images;
pub mod indexing;
pub mod invoices;
pub mod jobs;
pub mod keywords;
pub mod ledger;
pub mod locale;
pub mod people;
pub mod prices;
pub mod purchases;
pub mod rendering;
pub mod requests;
pub mod result_limits;
pub mod search;
pub mod vitals;
pub mod webhooks;

/// A point in time, UTC.
pub use jiff::Timestamp;
