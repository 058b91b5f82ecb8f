//! Search engines that are notified of pages.

use std::sync::Arc;
use std::time::Duration;

use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{KeyPair, RSA_PKCS1_2048_8192_SHA256, RsaKeyPair, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use domain::Timestamp;
use ports::indexing::NoticeKind;
use ports::{Clock, Engine, EngineFailure, FailureKind, IndexingNotice, IndexingReceipt};
use providers::catalogue::{IndexingEngineName, IndexingSettings};
use providers::indexing::IndexingLink;
use providers::indexing::indexnow::SiteKey;
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::stand_in::{StandIn, client, html, json as reply};

const PUBLISHED: &str = include_str!("../fixtures/google_indexing_publish_200.json");
const TOKEN: &str = include_str!("../fixtures/google_oauth_token.json");

const TOKEN_PATH: &str = "/google-oauth/token";
const PUBLISH_PATH: &str = "/google-indexing/v3/urlNotifications:publish";

/// Noon in London on 15 November 2026, four in the morning in California.
struct Noon;

impl Clock for Noon {
    fn now(&self) -> Timestamp {
        "2026-11-15T12:00:00Z".parse().unwrap()
    }
}

fn notice(kind: NoticeKind) -> IndexingNotice {
    IndexingNotice {
        url: "https://example.com/cà-phê?a=1&b=2".parse().unwrap(),
        kind,
        sitemap_url: "https://example.com/sitemap.xml".parse().unwrap(),
    }
}

fn connect(settings: &IndexingSettings) -> Result<Vec<Arc<IndexingLink>>, providers::SetupError> {
    let site = SiteKey {
        key: "0123456789abcdef".to_owned(),
        location: "https://example.com/0123456789abcdef.txt".parse().unwrap(),
    };
    let clock: Arc<dyn Clock> = Arc::new(Noon);
    settings.engines(&client(), &site, &clock)
}

async fn notify_at(
    provider: &StandIn,
    engine: IndexingEngineName,
    configure: impl FnOnce(&mut IndexingSettings),
) -> Result<IndexingReceipt, EngineFailure> {
    let mut settings =
        IndexingSettings { engines: vec![engine], ..IndexingSettings::sandbox(&provider.address()) };
    configure(&mut settings);
    connect(&settings).unwrap()[0].call(&notice(NoticeKind::Updated)).await
}

/// The result of an engine that gets this reply; access tokens are served as well.
async fn notify(
    engine: IndexingEngineName,
    reply_to_notice: ResponseTemplate,
) -> Result<IndexingReceipt, EngineFailure> {
    let path = match engine {
        IndexingEngineName::Indexnow => "/indexnow/indexnow",
        IndexingEngineName::GoogleIndexing => PUBLISH_PATH,
        IndexingEngineName::SearchConsole => {
            "/search-console/webmasters/v3/sites/https%3A%2F%2Fexample.com%2F/sitemaps/https%3A%2F%2Fexample.com%2Fsitemap.xml"
        }
    };
    let provider = StandIn::at([
        (TOKEN_PATH, reply(200, TOKEN)),
        (path, reply_to_notice.clone()),
        (TOKEN_PATH, reply(200, TOKEN)),
        (path, reply_to_notice),
    ])
    .await;
    notify_at(&provider, engine, |_| {}).await
}

/// The requests, with assertions left out: their parts are checked elsewhere.
fn shown(requests: &[String]) -> String {
    let lines = requests.iter().map(|request| match request.split_once("assertion=") {
        Some((before, _)) => format!("{before}assertion=JWT"),
        None => request.clone(),
    });
    lines.collect::<Vec<_>>().join("\n\n")
}

#[tokio::test]
async fn everybody_is_told_in_their_own_words() {
    let provider = StandIn::new(reply(200, TOKEN)).await;
    let settings = IndexingSettings::sandbox(&provider.address());
    for engine in connect(&settings).unwrap() {
        for kind in [NoticeKind::Updated, NoticeKind::Deleted] {
            assert_eq!(engine.call(&notice(kind)).await, Ok(IndexingReceipt { http_status: 200 }));
        }
    }
    insta::assert_snapshot!("indexing_requests", shown(&provider.requests().await));
}

#[tokio::test]
async fn a_property_may_be_named() {
    let provider = StandIn::new(reply(200, TOKEN)).await;
    let named = |settings: &mut IndexingSettings| {
        settings.search_console.site = Some("sc-domain:example.com".to_owned());
    };
    notify_at(&provider, IndexingEngineName::SearchConsole, named).await.unwrap();
    let requests = provider.requests().await;
    assert!(
        requests[1]
            .starts_with("PUT /search-console/webmasters/v3/sites/sc-domain%3Aexample.com/sitemaps/https")
    );
}

/// A key file with its own key, and the key.
fn account() -> (Value, RsaKeyPair) {
    let key = RsaKeyPair::generate(KeySize::Rsa2048).unwrap();
    let der: Pkcs8V1Der<'_> = key.as_der().unwrap();
    let body = STANDARD.encode(der.as_ref());
    let lines: Vec<&str> = body.as_bytes().chunks(64).map(|line| str::from_utf8(line).unwrap()).collect();
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", lines.join("\n"));
    let file = json!({
        "type": "service_account", "project_id": "p", "private_key_id": "kid-1", "private_key": pem,
        "client_email": "me@p.iam.gserviceaccount.com", "token_uri": "https://elsewhere.example/token",
    });
    (file, key)
}

#[tokio::test]
async fn assertions_are_signed_as_google_wants_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("account.json");
    let (file, key) = account();
    std::fs::write(&path, file.to_string()).unwrap();
    let provider = StandIn::new(reply(200, TOKEN)).await;
    let own = |settings: &mut IndexingSettings| {
        settings.google_indexing.service_account = None;
        settings.google_indexing.service_account_file = Some(path);
    };
    notify_at(&provider, IndexingEngineName::GoogleIndexing, own).await.unwrap();
    let requests = provider.requests().await;
    assert!(requests[1].contains("authorization: Bearer ya29.fixture"), "{}", requests[1]);

    let assertion = requests[0].split_once("assertion=").unwrap().1;
    let (signed, signature) = assertion.rsplit_once('.').unwrap();
    let public = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key.public_key());
    public.verify(signed.as_bytes(), &URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
    let decoded =
        |part: &str| -> Value { serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap() };
    let (header, claims) = signed.split_once('.').unwrap();
    assert_eq!(decoded(header), json!({ "typ": "JWT", "alg": "RS256", "kid": "kid-1" }));
    assert_eq!(
        decoded(claims),
        json!({
            "iss": "me@p.iam.gserviceaccount.com", "scope": "https://www.googleapis.com/auth/indexing",
            "aud": "https://oauth2.googleapis.com/token", "iat": 1_794_744_000, "exp": 1_794_747_600,
        })
    );
}

#[rstest]
#[case::lasting(3_599, 1)]
#[case::about_to_end(60, 2)]
#[tokio::test]
async fn tokens_are_kept_until_a_minute_before_their_end(#[case] seconds: u64, #[case] exchanges: usize) {
    let token = json!({ "access_token": "t", "expires_in": seconds, "token_type": "Bearer" }).to_string();
    let provider = StandIn::new(reply(200, &token)).await;
    let settings = IndexingSettings {
        engines: vec![IndexingEngineName::GoogleIndexing],
        ..IndexingSettings::sandbox(&provider.address())
    };
    let engines = connect(&settings).unwrap();
    for _ in 0..2 {
        engines[0].call(&notice(NoticeKind::Updated)).await.unwrap();
    }
    let requests = provider.requests().await;
    assert_eq!(requests.iter().filter(|request| request.contains(TOKEN_PATH)).count(), exchanges);
}

#[tokio::test]
async fn a_token_that_was_withdrawn_is_replaced_once() {
    let unknown = || reply(401, r#"{"error":{"code":401,"status":"UNAUTHENTICATED"}}"#);
    let provider = StandIn::at([
        (TOKEN_PATH, reply(200, TOKEN)),
        (PUBLISH_PATH, unknown()),
        (TOKEN_PATH, reply(200, TOKEN)),
        (PUBLISH_PATH, reply(200, PUBLISHED)),
    ])
    .await;
    let told = notify_at(&provider, IndexingEngineName::GoogleIndexing, |_| {}).await;
    assert_eq!((told.unwrap().http_status, provider.requests().await.len()), (200, 4));
    assert_eq!(
        notify(IndexingEngineName::GoogleIndexing, unknown()).await.unwrap_err().kind,
        FailureKind::Refused
    );
}

#[rstest]
#[case::invalid(400, FailureKind::Unsuitable)]
#[case::unknown(401, FailureKind::Refused)]
#[case::forbidden(403, FailureKind::Refused)]
#[case::other_host(422, FailureKind::Unsuitable)]
#[case::too_many(429, FailureKind::Throttled)]
#[case::broken(500, FailureKind::Broken)]
#[case::busy(503, FailureKind::Throttled)]
#[tokio::test]
async fn statuses_tell_what_passes(#[case] status: u16, #[case] kind: FailureKind) {
    for engine in
        [IndexingEngineName::Indexnow, IndexingEngineName::GoogleIndexing, IndexingEngineName::SearchConsole]
    {
        let answer = html(status, "").insert_header("retry-after", "9");
        let failure = notify(engine, answer).await.unwrap_err();
        assert_eq!((failure.kind, failure.retry_after), (kind, Some(Duration::from_secs(9))), "{engine:?}");
    }
}

#[tokio::test]
async fn a_notice_that_is_being_checked_is_taken() {
    let receipt = notify(IndexingEngineName::Indexnow, html(202, "")).await.unwrap();
    assert_eq!(receipt.http_status, 202);
}

#[tokio::test]
async fn google_says_why() {
    let forbidden = reply(403, include_str!("../fixtures/google_indexing_403.json"));
    let failure = notify(IndexingEngineName::GoogleIndexing, forbidden).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Refused);
    assert!(failure.reason.ends_with("Failed to verify the URL ownership."), "{failure}");
    let exhausted = reply(429, include_str!("../fixtures/google_indexing_429.json"));
    let failure = notify(IndexingEngineName::GoogleIndexing, exhausted).await.unwrap_err();
    let until_midnight = Duration::from_hours(20);
    assert_eq!((failure.kind, failure.retry_after), (FailureKind::Throttled, Some(until_midnight)));
}

#[tokio::test]
async fn an_account_that_google_does_not_know_is_refused() {
    let denied = reply(400, include_str!("../fixtures/google_oauth_invalid_grant.json"));
    let provider = StandIn::at([(TOKEN_PATH, denied)]).await;
    let failure = notify_at(&provider, IndexingEngineName::SearchConsole, |_| {}).await.unwrap_err();
    assert_eq!((failure.engine, failure.kind), ("search_console", FailureKind::Refused));
}

#[tokio::test]
async fn an_engine_that_refuses_is_left_alone() {
    let provider = StandIn::new(html(403, "")).await;
    let settings = IndexingSettings { stand_ins: false, ..IndexingSettings::sandbox(&provider.address()) };
    let engines = connect(&settings).unwrap();
    assert_eq!(engines[0].call(&notice(NoticeKind::Updated)).await.unwrap_err().kind, FailureKind::Refused);
    let skipped = engines[0].call(&notice(NoticeKind::Updated)).await.unwrap_err();
    assert_eq!(skipped.kind, FailureKind::Skipped);
    assert!(skipped.retry_after.is_some() && provider.requests().await.len() == 1);
}

#[rstest]
#[case::missing(json!({ "engines": ["google_indexing"] }), "indexing.google_indexing.service_account_file is not set")]
#[case::missing_too(json!({ "engines": ["search_console"] }), "indexing.search_console.service_account_file is not set")]
#[case::unreadable(
    json!({ "engines": ["search_console"], "search_console": { "service_account_file": "/nowhere.json" } }),
    "indexing.search_console.service_account_file can't be read"
)]
#[case::both(
    json!({ "engines": ["search_console"], "search_console": { "service_account_file": "x", "service_account": "y" } }),
    "indexing.search_console.service_account and indexing.search_console.service_account_file exclude each other"
)]
#[case::no_json(
    json!({ "engines": ["google_indexing"], "google_indexing": { "service_account": "secret" } }),
    "indexing.google_indexing.service_account is not the JSON key file"
)]
#[case::twice(json!({ "engines": ["indexnow", "indexnow"] }), "indexing.engines names an engine twice")]
fn what_an_indexing_engine_needs_is_named(#[case] settings: Value, #[case] message: &str) {
    let settings: IndexingSettings = serde_json::from_value(settings).unwrap();
    let error = connect(&settings).err().unwrap().to_string();
    assert!(error.starts_with(message) && !error.contains("secret"), "{error}");
}

#[rstest]
#[case::user("type", json!("authorized_user"), "is not the key file of a service account")]
#[case::no_pem("private_key", json!("secret"), "holds a private_key that is not PEM")]
#[case::no_key(
    "private_key", json!("-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n"), "holds a private_key that is not an RSA key"
)]
fn key_files_of_others_are_refused(#[case] field: &str, #[case] value: Value, #[case] message: &str) {
    let (mut file, _) = account();
    file[field] = value;
    let settings = json!({
        "engines": ["google_indexing"], "google_indexing": { "service_account": file.to_string() },
    });
    let error = connect(&serde_json::from_value(settings).unwrap()).err().unwrap().to_string();
    assert!(error.contains(message) && !error.contains("secret"), "{error}");
}
