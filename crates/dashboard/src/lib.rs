//! Pages for people, made on the server: they work without script, in English and Vietnamese, and load nothing from elsewhere.
//!
//! What a page changes about credits, articles, pictures and audits it changes as a client of the API, through [`ApiDoor`], so that
//! nothing is allowed here that is refused there.

mod answer;
mod assets;
mod cookies;
mod failure;
mod figures;
mod form;
mod frame;
mod language;
mod pages;
mod redirects;
mod state;
mod texts;
mod visit;

pub use pages::{Site, site};
pub use state::{ApiDoor, Dashboard, DashboardParts, DashboardSettings};
