//! `YouTube`'s feed, which Google serves.

use std::sync::Arc;

use domain::keywords::{Completion, SuggestQuery};
use ports::Engine;

use crate::http::ProviderClient;
use crate::settings::SetupError;

pub use super::google::Settings;
pub(crate) use super::google::policy;

#[expect(clippy::unnecessary_wraps, reason = "every engine connects in the same way")]
pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SuggestQuery, Vec<Completion>>>, SetupError> {
    Ok(settings.feed(client, "youtube", Some("yt")))
}
