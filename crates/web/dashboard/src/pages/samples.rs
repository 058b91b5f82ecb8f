//! A call as source code, as pages show it.

use askama::filters::Safe;
use explorer::Call;
use explorer::samples::{Language, sample, sample_to_html};

/// A call in one language.
pub(crate) struct Sample {
    /// For addresses within the page.
    pub(crate) id: &'static str,
    /// What the language is called.
    pub(crate) name: String,
    /// The code in colours.
    pub(crate) html: Safe<String>,
}

impl Sample {
    /// The call to a service that customers reach at `public_url`.
    pub(crate) fn new(language: Language, call: &Call, public_url: &str) -> Self {
        Self {
            id: language.as_str(),
            name: language.to_string(),
            // The explorer escapes what it colours.
            html: Safe(sample_to_html(language, &sample(language, call, public_url))),
        }
    }
}
