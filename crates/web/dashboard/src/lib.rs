//! Pages for people, rendered on the server. They work without script, in English and Vietnamese, and load
//! nothing from other hosts.
//!
//! Pages change credits, articles, images and audits only as clients of the API, through [`InProcessApi`], so
//! that they allow nothing that the API refuses.

mod addresses;
mod answer;
mod api_client;
mod assets;
mod cookies;
pub mod explorer;
mod failure;
mod faults;
mod figures;
mod form;
mod form_about;
mod frame;
mod in_process_api;
mod key_names;
mod language;
mod pages;
mod places;
mod redirects;
mod state;
mod texts;
mod visit;
mod zone;

pub use in_process_api::InProcessApi;
pub use pages::{ExplainedError, PLACES, Reference, Site, addresses, public_pages, site};
pub use state::{Dashboard, DashboardParts, DashboardSettings, EngineFinding, EngineWatch, UrlRules};
