//! The operator's settings of the browser.

use std::path::PathBuf;
use std::time::Duration;

/// How to run the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserSettings {
    /// The program; if it is not set, the usual places are searched.
    pub program: Option<PathBuf>,
    /// Pages that are loaded at once.
    pub tabs: usize,
    /// Whether to run without the browser's own sandbox; by default only as root, where Chromium does not
    /// start with it.
    pub no_sandbox: Option<bool>,
    /// How long an unused browser keeps running.
    pub idle: Duration,
}

impl Default for BrowserSettings {
    fn default() -> Self {
        Self { program: None, tabs: 2, no_sandbox: None, idle: Duration::from_mins(5) }
    }
}
