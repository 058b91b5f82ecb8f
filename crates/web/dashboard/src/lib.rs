//! Pages for people, made on the server: they work without script, in English and Vietnamese, and load nothing from elsewhere.
//!
//! What a page changes about credits, articles, images and audits it changes as a client of the API, through [`InProcessApi`], so that
//! nothing is allowed here that is refused there.

mod addresses;
mod answer;
mod api_client;
mod assets;
mod cookies;
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
