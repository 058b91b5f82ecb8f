//! Outbound adapters, one file per provider, and the chains that they form.
//!
//! [`catalogue`] lists all engines with their settings; [`chain`] and [`hedge`] call them.

pub mod catalogue;
pub mod chain;
pub mod hedge;
pub mod http;
pub mod image;
pub mod indexing;
pub mod keywords;
pub mod link;
pub mod mail;
pub mod payments;
pub mod redis_rates;
pub mod serp;
pub mod settings;
pub mod suggest;
pub mod text;
pub mod vitals;

mod dataforseo;
mod gemini;
mod google;
mod locale;
mod markup;
mod openai;
mod wire;

pub use chain::Chain;
pub use hedge::Hedged;
pub use http::ProviderClient;
pub use settings::{BaseUrl, SetupError};
