//! The model is loaded once, when it is needed, and let go when it is not.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/tiny.rs"]
mod tiny;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use local_text::{LazyModel, Weights};
use ports::language_model::LanguageModelSource;
use tempfile::TempDir;
use tokio::time::sleep;

const IDLE: Duration = Duration::from_mins(10);

/// Weights that count how often they were asked for.
struct Counted {
    path: Result<PathBuf, String>,
    asked: AtomicUsize,
}

impl Counted {
    fn new(path: Result<PathBuf, String>) -> Arc<Self> {
        Arc::new(Self { path, asked: AtomicUsize::new(0) })
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl Weights for Counted {
    async fn path(&self) -> Result<PathBuf, String> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.path.clone()
    }
}

fn tiny_weights() -> (TempDir, Arc<Counted>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.gguf");
    std::fs::write(&path, tiny::file()).unwrap();
    (folder, Counted::new(Ok(path)))
}

#[tokio::test(start_paused = true)]
async fn it_is_loaded_once_while_it_is_used() {
    let (_folder, weights) = tiny_weights();
    let model = LazyModel::new(weights.clone(), IDLE);
    assert_eq!(weights.asked(), 0);
    let (first, second) = tokio::join!(model.ready(), model.ready());
    assert_eq!(first.unwrap().name(), "tiny-1K");
    drop(second);
    for _ in 0..10 {
        sleep(IDLE / 2).await;
        assert!(model.ready().await.is_ok());
    }
    assert_eq!(weights.asked(), 1);
}

#[tokio::test(start_paused = true)]
async fn it_is_let_go_when_nobody_asks() {
    let (_folder, weights) = tiny_weights();
    let model = LazyModel::new(weights.clone(), IDLE);
    let watched = Arc::downgrade(&model.ready().await.unwrap());
    sleep(IDLE / 2).await;
    assert!(watched.upgrade().is_some());
    sleep(IDLE * 2).await;
    assert!(watched.upgrade().is_none());
    assert!(model.ready().await.is_ok());
    assert_eq!(weights.asked(), 2);
}

#[tokio::test(start_paused = true)]
async fn who_works_with_it_keeps_it() {
    let (_folder, weights) = tiny_weights();
    let model = LazyModel::new(weights.clone(), IDLE);
    let held = model.ready().await.unwrap();
    sleep(IDLE * 10).await;
    assert!(Arc::ptr_eq(&held, &model.ready().await.unwrap()));
    assert_eq!(weights.asked(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_remembered_for_a_while() {
    let weights = Counted::new(Err("fetch it".to_owned()));
    let model = LazyModel::new(weights.clone(), IDLE);
    for _ in 0..3 {
        assert_eq!(model.ready().await.err().unwrap().to_string(), "fetch it");
    }
    assert_eq!(weights.asked(), 1);
    sleep(LazyModel::TRY_AGAIN_AFTER).await;
    assert!(model.ready().await.is_err());
    assert_eq!(weights.asked(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_file_that_is_none_is_a_failure() {
    let model = LazyModel::new(Counted::new(Ok(PathBuf::from("no-such-file.gguf"))), IDLE);
    let error = model.ready().await.err().unwrap().to_string();
    assert!(error.starts_with("the language model could not be loaded: the file can't be read: "), "{error}");
}
