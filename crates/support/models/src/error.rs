//! Why a model is not there, in words that say what to do.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::catalogue::{Client, Model, Source};

/// Why a model can't be had.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ModelError {
    /// It is not there, and may not be fetched.
    #[error("the model {model} is missing and fetching is switched off; {by_hand}")]
    Offline {
        /// The model's name.
        model: &'static str,
        /// How to do without fetching.
        by_hand: ByHand,
    },
    /// The file that is there is another one, and the right one may not be fetched.
    #[error("the file of the model {model} is not the pinned one and fetching is switched off; {by_hand}")]
    Altered {
        /// The model's name.
        model: &'static str,
        /// How to do without fetching.
        by_hand: ByHand,
    },
    /// There is nobody to fetch it.
    #[error("the model {model} is missing and {}, or {by_hand}", none_installed(clients))]
    NoClient {
        /// The model's name.
        model: &'static str,
        /// The clients that would do.
        clients: Vec<Client>,
        /// How to do without fetching.
        by_hand: ByHand,
    },
    /// No source had it.
    #[error("the model {model} can't be fetched: {}; try again, or {by_hand}", listed(attempts))]
    Failed {
        /// The model's name.
        model: &'static str,
        /// What was tried.
        attempts: Vec<Attempt>,
        /// How to do without fetching.
        by_hand: ByHand,
    },
    /// There is no place to keep it.
    #[error("models can't be kept in {}: {source}", directory.display())]
    Directory {
        /// Where they would be.
        directory: PathBuf,
        /// What the system says.
        source: Arc<io::Error>,
    },
}

/// How a person can provide a model.
#[derive(Debug, Clone)]
pub struct ByHand {
    source: Option<&'static Source>,
    path: PathBuf,
}

/// A source that did not have it.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// Who was asked.
    pub client: Client,
    /// The package that was asked for.
    pub package: &'static str,
    /// What stood in the way.
    pub obstacle: Obstacle,
}

/// What stood in the way of one source.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Obstacle {
    /// There is no such client.
    #[error("it is not installed")]
    NotInstalled,
    /// The client failed; its last words.
    #[error("it ended with {status}: {output}")]
    Ended {
        /// How it ended.
        status: String,
        /// Its last lines.
        output: String,
    },
    /// The client took too long.
    #[error("it took more than {minutes} minutes")]
    TooSlow {
        /// How long it was given.
        minutes: u64,
    },
    /// The client was content, but there is no package.
    #[error("it left no package")]
    NoPackage,
    /// The package is not one, or is broken.
    #[error("the package can't be read: {0}")]
    Unreadable(Arc<io::Error>),
    /// The package has no such file.
    #[error("the package has no file {0}")]
    NoFile(&'static str),
    /// The file is not the one that was tried.
    #[error("the package holds another file: {found} instead of {expected}")]
    OtherFile {
        /// What the file is.
        found: String,
        /// What it should be.
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
    /// The error for what was tried.
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
