//! The reasons why a model is unavailable, in messages that say what to do.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalogue::{Client, Model, Source};

/// Why a model is unavailable.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ModelError {
    /// The model is absent and must not be downloaded.
    #[error("the model {model} is missing and fetching is switched off; {by_hand}")]
    Offline {
        model: &'static str,
        /// How to provide the model by hand.
        by_hand: ByHand,
    },
    /// The file is not the pinned one, which must not be downloaded.
    #[error("the file of the model {model} is not the pinned one and fetching is switched off; {by_hand}")]
    Altered {
        model: &'static str,
        /// How to provide the model by hand.
        by_hand: ByHand,
    },
    /// No client is installed.
    #[error("the model {model} is missing and {}, or {by_hand}", none_installed(clients))]
    NoClient {
        model: &'static str,
        /// The clients that could download it.
        clients: Vec<Client>,
        /// How to provide the model by hand.
        by_hand: ByHand,
    },
    #[error("the model {model} can't be fetched: {}; try again, or {by_hand}", listed(attempts))]
    Failed {
        model: &'static str,
        attempts: Vec<Attempt>,
        /// How to provide the model by hand.
        by_hand: ByHand,
    },
    /// The directory of the models can't be used.
    #[error("models can't be kept in {}: {source}", directory.display())]
    Directory {
        /// The path of the directory.
        directory: PathBuf,
        /// The error of the operating system.
        source: Arc<io::Error>,
    },
}

/// How an administrator can provide a model.
#[derive(Debug, Clone)]
pub struct ByHand {
    source: Option<&'static Source>,
    path: PathBuf,
}

/// A failed attempt to use a source.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// The client that was run.
    pub client: Client,
    /// The package that was requested.
    pub package: &'static str,
    /// The reason for the failure.
    pub obstacle: Obstacle,
}

/// Why a source failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Obstacle {
    /// The client is not installed.
    #[error("it is not installed")]
    NotInstalled,
    /// The client exited with an error.
    #[error("it ended with {status}: {output}")]
    Ended {
        status: String,
        /// The last lines of its output.
        output: String,
    },
    /// The client exceeded its time limit.
    #[error("it took more than {minutes} minutes")]
    TooSlow { minutes: u64 },
    /// The client succeeded, but there is no package.
    #[error("it left no package")]
    NoPackage,
    /// The package is invalid or damaged.
    #[error("the package can't be read: {0}")]
    Unreadable(Arc<io::Error>),
    /// The package has no such file.
    #[error("the package has no file {0}")]
    NoFile(&'static str),
    /// The file is not the pinned one.
    #[error("the package holds another file: {found} instead of {expected}")]
    OtherFile {
        /// The actual hash or length.
        found: String,
        /// The expected hash or length.
        expected: String,
    },
    /// The file can't be written.
    #[error("the file can't be written: {0}")]
    NotWritten(Arc<io::Error>),
}

impl ByHand {
    pub(crate) fn new(model: &Model, path: &Path) -> Self {
        Self { source: model.sources.first(), path: path.to_owned() }
    }
}

impl ModelError {
    /// The error after all attempts.
    pub(crate) fn after(model: &Model, attempts: Vec<Attempt>, path: &Path) -> Self {
        let by_hand = ByHand::new(model, path);
        let nobody = attempts.iter().all(|attempt| matches!(attempt.obstacle, Obstacle::NotInstalled));
        if nobody {
            let clients = attempts.iter().map(|attempt| attempt.client).collect();
            return Self::NoClient { model: model.name, clients, by_hand };
        }
        Self::Failed { model: model.name, attempts, by_hand }
    }
}

impl fmt::Display for ByHand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.source {
            Some(source) => write!(
                formatter,
                "put the file {} of the {} package {} {} (sha256 {}) at {path} by hand",
                source.file,
                source.client.name(),
                source.package,
                source.version,
                source.sha256
            ),
            None => write!(formatter, "put it at {path} by hand"),
        }
    }
}

impl fmt::Display for Attempt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} was asked for {}, but {}", self.client.name(), self.package, self.obstacle)
    }
}

fn none_installed(clients: &[Client]) -> String {
    match clients {
        [one] => format!("{} is not installed; install it", one.name()),
        [first, second] => {
            format!("neither {} nor {} is installed; install one", first.name(), second.name())
        }
        _ => "nothing that could fetch it is installed; install one of them".to_owned(),
    }
}

fn listed(attempts: &[Attempt]) -> String {
    attempts.iter().map(Attempt::to_string).collect::<Vec<_>>().join("; ")
}
