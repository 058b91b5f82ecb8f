//! What Gemini's models for images and for texts share: the form of their names, and the format of errors.

use ports::EngineFailure;

use crate::google::error::GoogleError;
use crate::http::{Provider, Reply};
use crate::settings::SetupError;

/// Checks a model or a version, which become path segments of the URL; `setting` is the setting's name, and
/// `example` shows the form.
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
