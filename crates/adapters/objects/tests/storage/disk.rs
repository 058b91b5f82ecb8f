//! What is specific to disks.

use std::fs;
use std::path::Path;
use std::process::Command;

use bytes::Bytes;
use objects::{ObjectStorage, StorageSettings};
use ports::HealthCheck;
use ports::objects::Objects;
use serde_json::json;
use tempfile::TempDir;

use crate::{is_missing, key, opened, reason};

/// A storage in a directory of its own.
pub(crate) struct OnDisk {
    pub(crate) storage: ObjectStorage,
    directory: TempDir,
}

impl OnDisk {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let storage = opened(json!({"url": format!("file:{}", directory.path().display())}));
        Self { storage, directory }
    }
}

fn files(directory: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.push(entry.path().display().to_string());
        }
    }
    found
}

#[tokio::test]
async fn the_default_is_the_given_directory() {
    let parent = tempfile::tempdir().unwrap();
    let media = parent.path().join("media");
    let storage = ObjectStorage::open(&StorageSettings::default(), &media).unwrap();
    storage.put(&key("a/b.webp"), "image/webp", Bytes::from_static(b"x")).await.unwrap();
    assert_eq!(fs::read(media.join("a/b.webp")).unwrap(), b"x");
    assert_eq!(files(&media).len(), 1, "nothing else is left there");
}

#[test]
fn a_directory_that_cannot_be_used_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let error = ObjectStorage::open(&StorageSettings::default(), file.path()).unwrap_err().to_string();
    let start = format!("the directory {} of storage.url can't be used: ", file.path().display());
    assert!(error.starts_with(&start), "{error}");
}

#[test]
fn objects_are_public_below_the_service_or_the_cdn() {
    let place = OnDisk::new();
    assert_eq!(place.storage.public_url("https://api.example/"), "https://api.example/media");
    let url = format!("file:{}", place.directory.path().display());
    let behind_cdn = opened(json!({"url": url, "cdn_url": "https://cdn.example/pictures/"}));
    assert_eq!(behind_cdn.public_url("https://api.example"), "https://cdn.example/pictures");
}

#[tokio::test]
async fn directories_are_no_objects() {
    let place = OnDisk::new();
    place.storage.put(&key("a/b.webp"), "image/webp", Bytes::from_static(b"x")).await.unwrap();
    assert!(is_missing(&place.storage, "a").await);
    place.storage.delete(&key("a")).await.unwrap();
    assert!(!is_missing(&place.storage, "a/b.webp").await);
}

#[tokio::test]
async fn names_that_no_file_can_have_are_missing() {
    let place = OnDisk::new();
    place.storage.put(&key("file.webp"), "image/webp", Bytes::from_static(b"x")).await.unwrap();
    let long = format!("a/{}.webp", "b".repeat(300));
    for text in ["file.webp/below.webp", long.as_str()] {
        assert!(is_missing(&place.storage, text).await);
        place.storage.delete(&key(text)).await.unwrap();
        assert_eq!(place.storage.delete_below(&key(text)).await.unwrap(), 0);
    }
}

#[tokio::test]
async fn deleting_below_leaves_no_empty_directories() {
    let place = OnDisk::new();
    place.storage.put(&key("a/b/c/d.webp"), "image/webp", Bytes::from_static(b"x")).await.unwrap();
    place.storage.delete_below(&key("a/b")).await.unwrap();
    assert!(place.directory.path().join("a").exists());
    assert!(!place.directory.path().join("a/b").exists());
}

#[tokio::test]
async fn a_directory_that_vanished_is_reported() {
    let place = OnDisk::new();
    fs::remove_dir(place.directory.path()).unwrap();
    fs::write(place.directory.path(), "a file in its place").unwrap();
    let error = place.storage.check().await.unwrap_err();
    assert!(error.to_string().starts_with("the object storage is not available: "), "{error}");
    let put = place.storage.put(&key("a.webp"), "image/webp", Bytes::from_static(b"x")).await;
    assert!(!reason(put).is_empty());
    fs::remove_file(place.directory.path()).unwrap();
}

/// A limit on the length of files is the closest a test can come to a full disk without being root.
#[test]
fn a_full_disk_is_called_full_and_keeps_nothing() {
    let child = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "disk::behind_a_file_size_limit", "--ignored", "--nocapture"])
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "{output}{}", String::from_utf8_lossy(&child.stderr));
    assert!(output.contains("1 passed"), "{output}");
}

#[tokio::test]
#[ignore = "runs as a process of its own, see above"]
async fn behind_a_file_size_limit() {
    let place = OnDisk::new();
    let put = place.storage.put(&key("a/large.webp"), "image/webp", vec![1; 200_000].into()).await;
    assert_eq!(reason(put), "the disk is full");
    assert_eq!(files(place.directory.path()), Vec::<String>::new());
    place.storage.put(&key("a/small.webp"), "image/webp", vec![1; 2_000].into()).await.unwrap();
}
