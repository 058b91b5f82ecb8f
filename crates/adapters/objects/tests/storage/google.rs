//! Google buckets: where requests go, and that they carry a token.

use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD, Engine};
use bytes::Bytes;
use ports::objects::Objects;
use rcgen::{KeyPair, PKCS_RSA_SHA256, RsaKeySize};
use serde_json::{Value, json};

use crate::stand_in::{self, header};
use crate::{is_missing, key, opened, whole};

fn service_account() -> tempfile::NamedTempFile {
    let private = KeyPair::generate_rsa_for(&PKCS_RSA_SHA256, RsaKeySize::_2048).unwrap();
    let encoded = BASE64_STANDARD.encode(private.serialize_der());
    let file = tempfile::NamedTempFile::new().unwrap();
    let account = json!({
        "type": "service_account",
        "private_key": format!("-----BEGIN PRIVATE KEY-----\n{encoded}\n-----END PRIVATE KEY-----\n"),
        "private_key_id": "key-1",
        "client_email": "pictures@project.example",
    });
    std::fs::write(file.path(), account.to_string()).unwrap();
    file
}

#[tokio::test]
async fn requests_carry_a_token_of_the_service_account() {
    let cloud = stand_in::start("NoSuchKey").await;
    let account = service_account();
    let storage = opened(json!({
        "url": "gs://my-pictures/live",
        "endpoint": cloud.uri(),
        "service_account_file": account.path(),
    }));
    storage.put(&key("a/b.webp"), "image/webp", Bytes::from_static(b"a picture")).await.unwrap();
    assert_eq!(whole(&storage, "a/b.webp").await, b"a picture");
    storage.delete(&key("a/b.webp")).await.unwrap();
    assert!(is_missing(&storage, "a/b.webp").await);

    let requests = cloud.received_requests().await.unwrap();
    assert_eq!(requests.len(), 4);
    for request in &requests {
        assert_eq!(request.url.path(), "/my%2Dpictures/live%2Fa%2Fb%2Ewebp");
        let token = header(request, "authorization").strip_prefix("Bearer ").unwrap();
        let claims = BASE64_URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap();
        let claims: Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["iss"], "pictures@project.example");
    }
    assert_eq!(header(&requests[0], "content-type"), "image/webp");
    assert_eq!(header(&requests[0], "cache-control"), "public, max-age=31536000, immutable");
}
