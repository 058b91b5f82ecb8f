//! Search results, one file per engine.

pub mod brave;
pub mod dataforseo;
pub mod searxng;
pub mod serpapi;
pub mod serper;
pub mod web;

mod entries;
mod page;

use domain::search::{Device, SerpQuery};
use ports::{EngineFailure, FailureKind};

use crate::http::Provider;

/// Refuses requests for mobile results, which the engine does not have.
fn desktop_only(provider: &Provider, query: &SerpQuery) -> Result<(), EngineFailure> {
    match query.device {
        Device::Desktop => Ok(()),
        Device::Mobile => Err(provider.failure(FailureKind::Unsuitable, "does not show what phones get")),
    }
}
