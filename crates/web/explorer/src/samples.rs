//! A call as source code that can be pasted and run. The key is read from the environment, so that samples can be shown to anybody.

mod colours;
mod curl;
mod python;
mod rust;
mod typescript;

use std::fmt;

use crate::request::Call;

pub use colours::sample_to_html;

/// The environment variable that holds the key.
pub const KEY_VARIABLE: &str = "API_KEY";

/// A language that samples are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// A shell with curl.
    Curl,
    /// TypeScript with `fetch`, as a module for Node, Deno or Bun; it is JavaScript as well.
    TypeScript,
    /// Python 3 with its standard library alone, so that nothing has to be installed.
    Python,
    /// Rust with reqwest and tokio.
    Rust,
}

impl Language {
    /// Every language, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::Curl, Self::TypeScript, Self::Python, Self::Rust];

    /// For the page's addresses.
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

/// The call to a service at `base_url`, which has no slash at its end, as source code.
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
