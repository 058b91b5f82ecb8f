//! What is specific to S3: credentials, attributes, and a server that may be unavailable.

use std::fs;
use std::time::Duration;

use bytes::Bytes;
use object_store::aws::AmazonS3Builder;
use object_store::path::Path;
use object_store::{Attribute, ObjectStoreExt};
use objects::ObjectStorage;
use ports::HealthCheck;
use ports::objects::{ObjectError, Objects};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::time::Instant;

use crate::s3_server::{BUCKET, KEY_ID, S3Server, SECRET};
use crate::{key, opened, reason, stand_in};

const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A storage in a bucket of its own.
pub(crate) struct InS3 {
    pub(crate) storage: ObjectStorage,
    server: S3Server,
}

impl InS3 {
    pub(crate) async fn start() -> Self {
        let server = S3Server::start().await;
        Self { storage: storage(&server.endpoint, &format!("s3://{BUCKET}/live"), SECRET), server }
    }

    fn stored_files(&self) -> usize {
        fs::read_dir(self.server.root.path().join(BUCKET)).unwrap().count()
    }
}

fn storage(endpoint: &str, url: &str, secret: &str) -> ObjectStorage {
    opened(json!({
        "url": url,
        "endpoint": endpoint,
        "access_key_id": KEY_ID,
        "secret_access_key": secret,
    }))
}

async fn put(storage: &ObjectStorage) -> Result<(), ObjectError> {
    storage.put(&key("a/b.webp"), "image/webp", Bytes::from_static(b"x")).await
}

async fn illness(storage: &ObjectStorage) -> String {
    storage.check().await.unwrap_err().to_string()
}

#[tokio::test]
async fn type_and_caching_are_stored_below_the_prefix() {
    let place = InS3::start().await;
    put(&place.storage).await.unwrap();
    let plain = AmazonS3Builder::new()
        .with_endpoint(&place.server.endpoint)
        .with_allow_http(true)
        .with_bucket_name(BUCKET)
        .with_access_key_id(KEY_ID)
        .with_secret_access_key(SECRET)
        .build()
        .unwrap();
    let found = plain.get(&Path::from("live/a/b.webp")).await.unwrap();
    let attribute = |attribute| found.attributes.get(&attribute).map(|value| value.as_ref().to_owned());
    assert_eq!(attribute(Attribute::ContentType).as_deref(), Some("image/webp"));
    assert_eq!(attribute(Attribute::CacheControl).as_deref(), Some("public, max-age=31536000, immutable"));
}

#[tokio::test]
async fn a_wrong_secret_is_refused_and_nothing_is_stored() {
    let place = InS3::start().await;
    let stranger = storage(&place.server.endpoint, &format!("s3://{BUCKET}"), "a wrong secret");
    let refused = "it refuses our credentials (SignatureDoesNotMatch)";
    assert_eq!(reason(put(&stranger).await), refused);
    assert_eq!(reason(stranger.read(&key("a/b.webp"), None).await), refused);
    assert_eq!(reason(stranger.delete_below(&key("a")).await), refused);
    assert_eq!(illness(&stranger).await, format!("the object storage is not available: {refused}"));
    assert_eq!(place.stored_files(), 0);
}

#[tokio::test]
async fn a_missing_bucket_is_not_taken_for_missing_objects() {
    let place = InS3::start().await;
    let elsewhere = storage(&place.server.endpoint, "s3://elsewhere", SECRET);
    let missing = "the bucket does not exist";
    assert_eq!(illness(&elsewhere).await, format!("the object storage is not available: {missing}"));
    assert_eq!(reason(elsewhere.delete_below(&key("a")).await), missing);

    // The test S3 server does not check the bucket when it reads.
    let cloud = stand_in::start("NoSuchBucket").await;
    let elsewhere = storage(&cloud.uri(), "s3://elsewhere", SECRET);
    assert_eq!(reason(elsewhere.read(&key("a/b.webp"), None).await), missing);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_down_is_given_up_in_time() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let storage = storage(&format!("http://{closed}"), "s3://pictures", SECRET);
    let started = Instant::now();
    assert_eq!(reason(put(&storage).await), "it can't be reached");
    assert!(started.elapsed() <= LONGEST_WAIT, "{:?}", started.elapsed());
    assert!(illness(&storage).await.ends_with("it can't be reached"));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_is_given_up_in_time() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let storage = storage(&format!("http://{}", silent.local_addr().unwrap()), "s3://pictures", SECRET);
    let started = Instant::now();
    assert_eq!(reason(put(&storage).await), "it did not answer in time");
    assert!(started.elapsed() <= LONGEST_WAIT + Duration::from_millis(1), "{:?}", started.elapsed());
    assert_eq!(reason(storage.read(&key("a"), None).await), "it did not answer in time");
}
