//! API calls as source code, as pages show them.

use crate::explorer::Call;
use crate::explorer::samples::{Language, sample, sample_to_html};
use askama::filters::Safe;

/// A call in one programming language.
pub(crate) struct Sample {
    /// The anchor within the page.
    pub(crate) id: &'static str,
    /// The name of the language.
    pub(crate) name: String,
    /// The code with syntax colours.
    pub(crate) html: Safe<String>,
}

impl Sample {
    /// The call to a service whose public URL is `public_url`.
    pub(crate) fn new(language: Language, call: &Call, public_url: &str) -> Self {
        Self {
            id: language.as_str(),
            name: language.to_string(),
            // The explorer escapes the text that it colours.
            html: Safe(sample_to_html(language, &sample(language, call, public_url))),
        }
    }
}
