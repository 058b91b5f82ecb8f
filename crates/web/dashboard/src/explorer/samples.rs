//! Source code of a call that can be pasted and run. It reads the key from the environment, so that samples
//! are safe to share.

mod colours;
mod curl;
mod python;
mod rust;
mod typescript;

use std::fmt;

use crate::explorer::request::Call;

pub use colours::sample_to_html;

/// The environment variable that holds the key.
pub const KEY_VARIABLE: &str = "API_KEY";

/// A language of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// Shell commands with curl.
    Curl,
    /// TypeScript with `fetch`, as a module for Node, Deno or Bun; it is also valid JavaScript.
    TypeScript,
    /// Python 3 with only its standard library, so that nothing has to be installed.
    Python,
    /// Rust with reqwest and tokio.
    Rust,
}

impl Language {
    /// All languages in display order.
    pub const ALL: [Self; 4] = [Self::Curl, Self::TypeScript, Self::Python, Self::Rust];

    /// The identifier in the page's URLs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Curl => "curl",
            Self::TypeScript => "typescript",
            Self::Python => "python",
            Self::Rust => "rust",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Curl => "curl",
            Self::TypeScript => "TypeScript",
            Self::Python => "Python",
            Self::Rust => "Rust",
        })
    }
}

/// The call to a service at `base_url` (without a trailing slash) as source code.
#[must_use]
pub fn sample(language: Language, call: &Call, base_url: &str) -> String {
    let url = format!("{}{}", base_url.trim_end_matches('/'), call.path);
    match language {
        Language::Curl => curl::sample(call, &url),
        Language::TypeScript => typescript::sample(call, &url),
        Language::Python => python::sample(call, &url),
        Language::Rust => rust::sample(call, &url),
    }
}
