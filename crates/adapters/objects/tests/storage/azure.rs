//! Azure containers: where requests go, and that they are signed.

use base64::prelude::{BASE64_STANDARD, Engine};
use bytes::Bytes;
use ports::objects::Objects;
use serde_json::json;

use crate::stand_in::{self, header};
use crate::{is_missing, key, opened, whole};

#[tokio::test]
async fn requests_are_signed_with_the_accounts_key() {
    let cloud = stand_in::start("BlobNotFound").await;
    let storage = opened(json!({
        "url": "az://my-pictures/live",
        "endpoint": cloud.uri(),
        "account": "acme",
        "access_key": BASE64_STANDARD.encode("a key of the account"),
    }));
    storage.put(&key("a/b.webp"), "image/webp", Bytes::from_static(b"a picture")).await.unwrap();
    assert_eq!(whole(&storage, "a/b.webp").await, b"a picture");

    let requests = cloud.received_requests().await.unwrap();
    assert_eq!(requests.len(), 2);
    for request in &requests {
        assert_eq!(request.url.path(), "/my-pictures/live/a/b.webp");
        assert!(header(request, "authorization").starts_with("SharedKey acme:"));
    }
    assert_eq!(header(&requests[0], "x-ms-blob-type"), "BlockBlob");
    assert_eq!(header(&requests[0], "x-ms-blob-content-type"), "image/webp");
    assert_eq!(header(&requests[0], "x-ms-blob-cache-control"), "public, max-age=31536000, immutable");
    assert!(is_missing(&storage, "a/c.webp").await);
}
