//! What `object_store` leaves out for disks: creating the directory, reading in pieces of a good size, and
//! removing whole trees.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream;
use ports::ObjectKey;

/// `object_store` would read 8 KiB at a time, each on a thread of its own.
const PIECE: u64 = 128 * 1024;

/// The root of a storage on disk.
#[derive(Debug, Clone)]
pub(crate) struct Directory(PathBuf);

impl Directory {
    /// Opens a directory, and creates it if necessary. Only the owner can read a created one.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        let directory = Self(path.canonicalize()?);
        sync_parent(&directory.0)?;
        directory.probe()?;
        Ok(directory)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Tests whether files can be written. No key begins with a dot, so the file can't collide with an
    /// object.
    pub(crate) fn probe(&self) -> io::Result<()> {
        let file = self.0.join(".probe");
        let written = fs::write(&file, [0; 4096]);
        let removed = unless_gone(fs::remove_file(&file));
        written.and(removed)
    }

    /// Removes everything below a key, including what interrupted writers left, and returns how many objects
    /// there were.
    pub(crate) fn remove_below(&self, key: &ObjectKey) -> io::Result<u64> {
        let tree = self.0.join(key.as_str());
        let objects = remove_tree(&tree)?;
        unless_gone(sync_parent(&tree))?;
        Ok(objects)
    }
}

/// Without this a power cut could undo a creation or removal.
fn sync_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |parent| File::open(parent)?.sync_all())
}

fn remove_tree(directory: &Path) -> io::Result<u64> {
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if names_nothing(&error) => return Ok(0),
        Err(error) => return Err(error),
    };
    let mut objects = 0;
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            objects += remove_tree(&entry.path())?;
        } else {
            unless_gone(fs::remove_file(entry.path()))?;
            objects += u64::from(is_object(&entry.file_name().to_string_lossy()));
        }
    }
    match fs::remove_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(objects),
        removed => unless_gone(removed).map(|()| objects),
    }
}

/// Files that are still being written have a `#` in their name.
fn is_object(file_name: &str) -> bool {
    !file_name.contains('#')
}

fn names_nothing(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | InvalidFilename)
}

fn unless_gone(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if names_nothing(&error) => Ok(()),
        result => result,
    }
}

/// Reads part of a file piece by piece, on threads that may block.
pub(crate) fn pieces(
    file: File,
    range: Range<u64>,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    stream::try_unfold((file, range), |(mut file, rest)| async move {
        if rest.is_empty() {
            return Ok(None);
        }
        let read = blocking(move || {
            let piece = read_piece(&mut file, &rest)?;
            Ok((piece, file, rest))
        });
        let (piece, file, rest) = read.await?;
        let start = rest.start + piece.len() as u64;
        Ok(Some((piece, (file, start..rest.end))))
    })
}

fn read_piece(file: &mut File, rest: &Range<u64>) -> io::Result<Bytes> {
    let wanted = PIECE.min(rest.end - rest.start);
    let mut piece = Vec::with_capacity(usize::try_from(wanted).map_err(io::Error::other)?);
    file.seek(SeekFrom::Start(rest.start))?;
    file.take(wanted).read_to_end(&mut piece)?;
    if piece.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(piece.into()) }
}

/// Runs blocking work on a thread for it.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(io::Error::other(error)))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use futures_util::TryStreamExt;

    use super::*;

    fn key(text: &str) -> ObjectKey {
        ObjectKey::parse(text).unwrap()
    }

    #[test]
    fn a_new_directory_is_private_and_stays_empty() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("data/media");
        let directory = Directory::open(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_is_no_directory() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(Directory::open(file.path()).is_err());
        assert!(Directory::open(&file.path().join("below")).is_err());
    }

    #[test]
    fn leftovers_go_with_the_tree_but_do_not_count() {
        let root = tempfile::tempdir().unwrap();
        let directory = Directory::open(root.path()).unwrap();
        fs::create_dir_all(root.path().join("a/b/c")).unwrap();
        for file in ["a/b/one.webp", "a/b/c/two.webp", "a/b/c/two.webp#1", "a/beside.webp"] {
            fs::write(root.path().join(file), "x").unwrap();
        }
        assert_eq!(directory.remove_below(&key("a/b")).unwrap(), 2);
        assert!(!root.path().join("a/b").exists());
        assert!(root.path().join("a/beside.webp").exists());
        assert_eq!(directory.remove_below(&key("a/b")).unwrap(), 0);
        assert_eq!(directory.remove_below(&key("a/beside.webp")).unwrap(), 0);
        assert!(root.path().join("a/beside.webp").exists());
    }

    #[test]
    fn links_are_removed_and_not_followed() {
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let directory = Directory::open(root.path()).unwrap();
        fs::write(outside.path().join("precious"), "x").unwrap();
        fs::create_dir(root.path().join("a")).unwrap();
        std::os::unix::fs::symlink(outside.path(), root.path().join("a/link")).unwrap();
        directory.remove_below(&key("a")).unwrap();
        assert!(!root.path().join("a").exists());
        assert!(outside.path().join("precious").exists());
    }

    #[tokio::test]
    async fn a_file_that_shrinks_while_read_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "short").unwrap();
        let read: io::Result<Vec<Bytes>> = pieces(file.reopen().unwrap(), 0..100).try_collect().await;
        assert_eq!(read.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
