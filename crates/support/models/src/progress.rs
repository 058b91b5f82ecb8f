//! The progress of a download, for display.

use std::fmt;

use crate::catalogue::Source;
use crate::error::Attempt;

/// Receives every stage. It is called from the task that downloads, so it must not block.
pub type Progress<'a> = dyn Fn(&Stage<'_>) + Send + Sync + 'a;

/// A stage of a download.
#[derive(Debug)]
pub enum Stage<'a> {
    /// A client downloads a package.
    Downloading(&'a Source),
    /// The file is extracted from the package and verified.
    Unpacking(&'a Source),
    /// The attempt failed; the next source is tried if there is one.
    Failed(&'a Attempt),
}

impl fmt::Display for Stage<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Downloading(source) => {
                write!(formatter, "{} downloads {} {}", source.client.name(), source.package, source.version)
            }
            Self::Unpacking(source) => {
                const MEGABYTE: f64 = 1e6;
                #[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
                let megabytes = source.bytes as f64 / MEGABYTE;
                write!(formatter, "{megabytes:.1} MB of {} are unpacked and checked", source.package)
            }
            Self::Failed(attempt) => write!(formatter, "{attempt}"),
        }
    }
}
