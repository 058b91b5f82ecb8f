//! The storage on disk, in a real S3 server that checks signatures, and against what Google and Azure document.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod azure;
mod contract;
mod disk;
mod google;
mod s3;
mod s3_server;
mod stand_in;

use bytes::Bytes;
use futures_util::TryStreamExt;
use objects::{ObjectStorage, StorageSettings};
use ports::objects::{ObjectBody, ObjectError, ObjectKey, Objects};

fn key(text: &str) -> ObjectKey {
    ObjectKey::parse(text).unwrap()
}

/// A storage with these settings.
fn opened(settings: serde_json::Value) -> ObjectStorage {
    let settings: StorageSettings = serde_json::from_value(settings).unwrap();
    ObjectStorage::open(&settings, std::path::Path::new("/nowhere")).unwrap()
}

async fn collected(body: ObjectBody) -> Vec<u8> {
    let pieces: Vec<Bytes> = body.pieces.try_collect().await.unwrap();
    pieces.concat()
}

async fn whole(objects: &dyn Objects, text: &str) -> Vec<u8> {
    collected(objects.read(&key(text), None).await.unwrap()).await
}

async fn is_missing(objects: &dyn Objects, text: &str) -> bool {
    match objects.read(&key(text), None).await {
        Ok(_) => false,
        Err(ObjectError::Missing(missing)) => missing == key(text),
        Err(error) => panic!("{error}"),
    }
}

fn reason<T>(result: Result<T, ObjectError>) -> String {
    match result {
        Err(ObjectError::Unavailable { reason, .. }) => reason,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it should fail"),
    }
}
