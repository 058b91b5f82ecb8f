//! What Gemini's models for images and for texts share: how they are named, and how the interface complains.

use ports::EngineFailure;

use crate::google::error::GoogleError;
use crate::http::{Provider, Reply};
use crate::settings::SetupError;

/// A model or a version, which are steps of the address; `setting` is its name, and `example` shows its form.
pub(crate) fn checked_step<'a>(
    step: &'a str,
    setting: &'static str,
    example: &str,
) -> Result<&'a str, SetupError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    if !step.is_empty() && step.bytes().all(plain) {
        return Ok(step);
    }
    Err(SetupError::Invalid { setting, reason: format!("must look like {example}") })
}

/// The failure that a reply stands for.
pub(crate) fn refusal(provider: &Provider, reply: &Reply) -> EngineFailure {
    GoogleError::of(provider, reply).failure(provider, reply)
}
