//! The on-page audit as pure functions: a page is read in one walk ([`Document`]), its surroundings are
//! passed in ([`Facts`]), and every check of the [`registry`] examines these facts. No function waits, sends
//! requests or reads the clock.

pub mod check;
mod checks;
pub mod compare;
pub mod document;
pub mod facts;
pub mod gist;
mod language_tags;
pub mod listing;
pub mod loss;
pub mod registry;
pub mod report;
pub mod robots;
pub mod run;
mod schema;
mod score;
pub mod sheet;
pub mod sitemap;
mod structured;
pub mod summary;
pub mod vitals_score;
pub mod wanted;

pub use check::{Category, Check, Evidence, Finding, Needs, Outcome, Seen, Severity};
pub use document::Document;
pub use facts::Facts;
