//! The store ports on SQLite and PostgreSQL.
//!
//! One SQL text serves both wherever the dialect allows; the differences are in `sqlite.rs` and
//! `postgres.rs`. Times are microseconds since 1970 and identifiers are integers, which both databases
//! compare and index alike.

mod access;
mod accounts;
mod alerts;
mod answers;
mod api_keys;
mod article_costs;
mod article_versions;
mod articles;
mod audits;
mod backlog;
mod database;
mod deliveries;
mod endpoints;
mod error;
mod fault;
mod images;
mod invoices;
mod jobs;
mod keywords;
mod ledger;
mod outbox;
mod people;
mod postgres;
mod purchases;
mod requests;
mod sessions;
mod side_file;
mod sql_types;
mod sqlite;

pub use answers::AnswerStore;
pub use database::{Database, OpenError};
pub use ledger::LedgerStore;
pub use requests::RequestLogStore;
