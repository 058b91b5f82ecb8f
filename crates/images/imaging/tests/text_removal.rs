//! The network is loaded once; a failure is cached for a limited time.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use imaging::{LazyTextCleaner, Weights};
use ports::images::{Pixels, TextRemovalSource};
use tokio::sync::Semaphore;

/// Weights that appear when they are permitted to, and count how often they were requested.
struct Counted {
    path: Result<PathBuf, String>,
    asked: AtomicU32,
    may_come: Semaphore,
}

impl Counted {
    fn new(path: Result<PathBuf, String>) -> Arc<Self> {
        Arc::new(Self { path, asked: AtomicU32::new(0), may_come: Semaphore::new(1) })
    }

    fn asked(&self) -> u32 {
        self.asked.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl Weights for Counted {
    async fn path(&self) -> Result<PathBuf, String> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let _turn = self.may_come.acquire().await.unwrap();
        self.path.clone()
    }
}

async fn failure(cleaner: &LazyTextCleaner) -> String {
    cleaner.ready().await.err().unwrap().to_string()
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_remembered_for_a_minute() {
    let weights = Counted::new(Err("run `rankwright models pull`".to_owned()));
    let cleaner = LazyTextCleaner::new(weights.clone());
    for _ in 0..3 {
        assert_eq!(failure(&cleaner).await, "run `rankwright models pull`");
    }
    assert_eq!(weights.asked(), 1);

    tokio::time::advance(LazyTextCleaner::TRY_AGAIN_AFTER).await;
    failure(&cleaner).await;
    assert_eq!(weights.asked(), 2);
}

#[tokio::test]
async fn a_file_that_is_no_network_is_a_failure() {
    let cleaner = LazyTextCleaner::new(Counted::new(Ok(PathBuf::from("no-such-file.onnx"))));
    assert!(!failure(&cleaner).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_attempt_outlives_those_who_wait_for_it() {
    let weights = Counted::new(Err("nowhere to be found".to_owned()));
    let cleaner = LazyTextCleaner::new(weights.clone());
    let held = weights.may_come.acquire().await.unwrap();
    let gave_up = tokio::time::timeout(Duration::from_secs(5), cleaner.ready()).await;
    assert!(gave_up.is_err());

    drop(held);
    assert_eq!(failure(&cleaner).await, "nowhere to be found");
    assert_eq!(weights.asked(), 1);
}

#[tokio::test]
async fn the_network_is_loaded_once_and_leaves_clean_pictures_alone() {
    let folder = std::env::var_os("TEST_MODELS").expect(
        "set TEST_MODELS to a folder with text-detection.onnx, which `rankwright models pull` fetches",
    );
    let weights = Counted::new(Ok(PathBuf::from(folder).join("text-detection.onnx")));
    let cleaner = LazyTextCleaner::new(weights.clone());
    let (one, other) = tokio::join!(cleaner.ready(), cleaner.ready());
    assert!(Arc::ptr_eq(&one.unwrap(), &other.unwrap()));
    assert_eq!(weights.asked(), 1);

    let removal = cleaner.ready().await.unwrap();
    assert!(!removal.detector().is_empty());
    let row: Vec<u8> = (0..=255).flat_map(|shade| [shade, 90, 160]).collect();
    let clean = Pixels::new(256, 192, row.repeat(192)).unwrap();
    let outcome = removal.clean(clean.clone()).unwrap();
    assert!(outcome.pixels == clean);
    assert_eq!((outcome.regions_found, outcome.regions_left), (0, 0));
}
