//! A headless Chromium that loads hostile pages and tells what it saw.
//!
//! What it guarantees: every page is loaded in a fresh context that is disposed of afterwards, whatever happens to the visit. All
//! traffic goes through a proxy that the caller hands in, or is answered by a fetcher; there is no road around them. No page can
//! hold a visit beyond its deadline, open windows, download files or keep the browser from serving the next visit. The browser is
//! started at first need, restarted when it dies, and dies with us.

mod chromium;
mod connection;
mod console;
mod coverage;
mod emulation;
mod failure;
mod findings;
mod frames;
mod instance;
mod interaction;
mod interception;
mod launch;
mod line;
mod load;
mod message;
mod page;
mod profile;
mod recorder;
mod requests;
mod session;
mod settings;
mod settle;
mod speed_index;
mod tab;
mod text;
mod vitals;

pub use crate::chromium::{Chromium, Health};
pub use crate::settings::BrowserSettings;
