//! Storing and reading an image of 200 KB on disk, compared with a floor: the same bytes written and synced,
//! or read, by plain calls.

#![expect(clippy::expect_used, reason = "a benchmark that cannot start has nothing to say")]

use std::fs::{self, File};
use std::io::Write;

use bytes::Bytes;
use divan::{Bencher, black_box};
use futures_util::TryStreamExt;
use objects::{ObjectStorage, StorageSettings};
use ports::objects::{ObjectKey, Objects};
use tempfile::TempDir;
use tokio::runtime::Runtime;

const LENGTH: usize = 200_000;

fn main() {
    divan::main();
}

struct Place {
    directory: TempDir,
    runtime: Runtime,
    storage: ObjectStorage,
    key: ObjectKey,
    picture: Bytes,
}

impl Place {
    fn new() -> Self {
        let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary directory");
        let storage = ObjectStorage::open(&StorageSettings::default(), directory.path()).expect("a storage");
        Self {
            directory,
            runtime: Runtime::new().expect("a runtime"),
            storage,
            key: ObjectKey::parse("account/picture.webp").expect("a key"),
            picture: Bytes::from(vec![7; LENGTH]),
        }
    }

    fn put(&self) {
        let stored = self.storage.put(&self.key, "image/webp", self.picture.clone());
        self.runtime.block_on(stored).expect("it is stored");
    }
}

#[divan::bench]
fn put(bencher: Bencher<'_, '_>) {
    let place = Place::new();
    place.put();
    bencher.bench_local(|| place.put());
}

#[divan::bench]
fn put_floor_write_sync_rename_sync(bencher: Bencher<'_, '_>) {
    let place = Place::new();
    let (staged, file) = (place.directory.path().join("staged"), place.directory.path().join("picture"));
    bencher.bench_local(|| {
        let mut staging = File::create(&staged).expect("a file");
        staging.write_all(&place.picture).expect("it is written");
        staging.sync_all().expect("it is synced");
        fs::rename(&staged, &file).expect("it is renamed");
        File::open(place.directory.path()).and_then(|directory| directory.sync_all()).expect("it is synced");
    });
}

#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let place = Place::new();
    place.put();
    bencher.bench_local(|| {
        place.runtime.block_on(async {
            let body = place.storage.read(&place.key, None).await.expect("it is there");
            let read = body.pieces.try_fold(0, |sum, piece| async move { Ok(sum + piece.len()) }).await;
            assert_eq!(black_box(read.expect("it is read")), LENGTH);
        });
    });
}

#[divan::bench]
fn read_floor(bencher: Bencher<'_, '_>) {
    let place = Place::new();
    let file = place.directory.path().join("picture");
    fs::write(&file, &place.picture).expect("it is written");
    bencher.bench_local(|| fs::read(black_box(&file)).expect("it is read"));
}
