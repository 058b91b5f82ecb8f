//! The profile folder of one run of the browser. It is removed with the run, or at the next start if this
//! process was killed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const PREFIX: &str = "rankwright-browser-";
const LOCK: &str = "owner.lock";
const ATTEMPTS: u32 = 20;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(100);

/// A new folder below the system's temporary folder. Removed when dropped.
pub(crate) struct Profile {
    path: PathBuf,
    /// Held for as long as this process runs, as a sign for others.
    _lock: File,
}

impl Profile {
    pub(crate) fn create() -> io::Result<Self> {
        let parent = std::env::temp_dir();
        remove_orphans(&parent);
        loop {
            let name = unused_name();
            // Locked before it gets its name, so that no other process takes it for an orphan.
            let unnamed = parent.join(format!(".{name}"));
            match make_private(&unnamed) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    let lock = File::create(unnamed.join(LOCK))?;
                    lock.lock()?;
                    let path = parent.join(name);
                    fs::rename(unnamed, &path)?;
                    return Ok(Self { path, _lock: lock });
                }
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        if fs::remove_dir_all(&self.path).is_ok() {
            return;
        }
        // The browser may still be writing while it ends. What remains is removed as an orphan at the next
        // start.
        let path = std::mem::take(&mut self.path);
        std::thread::spawn(move || {
            let removed = (0..ATTEMPTS).any(|_| {
                std::thread::sleep(BETWEEN_ATTEMPTS);
                fs::remove_dir_all(&path).is_ok()
            });
            tracing::debug!(removed, path = %path.display(), "a browser left its folder behind");
        });
    }
}

fn unused_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("{PREFIX}{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(unix)]
fn make_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn make_private(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// Whether a folder has a name that [`unused_name`] makes: other programs use the temporary folder too.
fn is_ours(name: &str) -> bool {
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    let numbers = name.strip_prefix(PREFIX).and_then(|numbers| numbers.split_once('-'));
    numbers.is_some_and(|(process, count)| is_number(process) && is_number(count))
}

/// Removes what killed processes left: folders whose lock nobody holds, or that lost it in an interrupted
/// removal.
fn remove_orphans(parent: &Path) {
    let folders = fs::read_dir(parent).into_iter().flatten().flatten();
    for folder in folders.filter(|folder| is_ours(&folder.file_name().to_string_lossy())) {
        let is_orphan = match File::open(folder.path().join(LOCK)) {
            Ok(lock) => lock.try_lock().is_ok(),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        if is_orphan {
            let _ = fs::remove_dir_all(folder.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        fs::write(path.join("file"), "").unwrap();
        path
    }

    #[test]
    fn a_profile_goes_with_its_owner_and_orphans_with_the_next() {
        let living = Profile::create().unwrap();
        let (unlocked, half_removed) = (folder(&unused_name()), folder(&unused_name()));
        let of_others = folder(&format!("{PREFIX}{}", std::process::id()));
        fs::write(unlocked.join(LOCK), "").unwrap();
        let next = Profile::create().unwrap();
        assert!(living.path().is_dir() && next.path().is_dir() && living.path() != next.path());
        assert!(!unlocked.exists() && !half_removed.exists());
        let path = next.path().to_owned();
        drop(next);
        assert!(!path.exists());
        assert!(of_others.exists());
        fs::remove_dir_all(of_others).unwrap();
    }
}
