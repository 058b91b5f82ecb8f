//! Checks by hash whether a file is the pinned one. Each file is read once, as long as it does not change.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::catalogue::Source;
use crate::package::hexadecimal;

/// The hashes of files that were read.
#[derive(Debug, Default)]
pub(crate) struct Inspected(Mutex<HashMap<PathBuf, (Identity, String)>>);

/// The attributes that change when a file is rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
    length: u64,
    modified: Option<SystemTime>,
}

impl Inspected {
    /// Whether a file is the one of a source. A file that can't be read is not.
    pub(crate) async fn is_one_of(&self, sources: &[Source], path: &Path) -> bool {
        let hash = self.hash_of(path).await;
        hash.is_some_and(|hash| sources.iter().any(|source| source.sha256 == hash))
    }

    async fn hash_of(&self, path: &Path) -> Option<String> {
        let identity = Identity::of(path)?;
        let known =
            self.lock().get(path).filter(|(known, _)| *known == identity).map(|(_, hash)| hash.clone());
        if known.is_some() {
            return known;
        }
        let read = path.to_owned();
        let hash = tokio::task::spawn_blocking(move || read_hash(&read)).await.ok()?.ok()?;
        self.lock().insert(path.to_owned(), (identity, hash.clone()));
        Some(hash)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PathBuf, (Identity, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Identity {
    fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            length: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }
}

fn read_hash(path: &Path) -> io::Result<String> {
    let (mut file, mut digest) = (File::open(path)?, Sha256::new());
    let mut piece = vec![0; 64 * 1024];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hexadecimal(&digest.finalize())),
            read => digest.update(&piece[..read]),
        }
    }
}
