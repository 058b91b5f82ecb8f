//! Pages for people, made on the server: they work without script, in English and Vietnamese, and load nothing from elsewhere.
//!
//! What a page changes about credits, articles, pictures and audits it changes as a client of the API, through [`ApiDoor`], so that
//! nothing is allowed here that is refused there.

mod addresses;
mod answer;
mod api_client;
mod api_door;
mod assets;
mod cookies;
mod failure;
mod faults;
mod figures;
mod form;
mod form_about;
mod frame;
mod key_names;
mod language;
mod pages;
mod places;
mod redirects;
mod state;
mod texts;
mod visit;
mod zone;

pub use api_door::ApiDoor;
pub use pages::{ExplainedError, PLACES, Reference, Site, addresses, public_pages, site};
pub use state::{Dashboard, DashboardParts, DashboardSettings, EngineFinding, EngineWatch, UrlRules};
