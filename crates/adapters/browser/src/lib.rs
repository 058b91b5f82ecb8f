//! A headless Chromium that loads hostile pages and reports what it observed.
//!
//! Guarantees: every page is loaded in a fresh context that is always disposed of afterwards. All traffic
//! goes through a proxy that the caller provides, or is answered by a fetcher; there is no other route. No
//! page can delay a page load beyond its deadline, open windows, download files or keep the browser from
//! serving the next page load. The browser is started at first need, restarted when it dies, and ends with
//! this process.

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
