//! Messages to customers' servers: signed, retried, in the envelope of Standard Webhooks.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use application::manage_webhooks::{EndpointInput, ManageWebhooks};
use domain::api_keys::KeyMode;
use domain::ledger::Purse;
use domain::webhooks::WebhookSecrets;
use domain::webhooks::endpoints::{EndpointId, EventKind, Rotation};
use ports::InstallationStore;
use ports::clock::SystemClock;
use ports::webhooks::DeliveryFilter;
use store::Database;

use super::*;

/// A message as it arrived.
struct Arrived {
    headers: HashMap<String, String>,
    body: String,
}

/// Receives messages; answers the first `refusals` with 503.
fn receiver(refusals: usize) -> (String, u16, Receiver<Arrived>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, received) = channel();
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut lines = Vec::new();
            loop {
                let mut line = String::new();
                if reader.read_line(&mut line).unwrap() == 0 || line.trim().is_empty() {
                    break;
                }
                lines.push(line.trim().to_owned());
            }
            let headers: HashMap<String, String> = lines
                .iter()
                .filter_map(|line| line.split_once(": "))
                .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                .collect();
            let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            let status = if number < refusals { "503 Service Unavailable" } else { "204 No Content" };
            write!(stream, "HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").unwrap();
            if sender.send(Arrived { headers, body: String::from_utf8(body).unwrap() }).is_err() {
                return;
            }
        }
    });
    (format!("http://127.0.0.1:{port}/hook"), port, received)
}

fn server_for(port: u16) -> TestServer {
    builder().set("FETCH__ALLOW", "127.0.0.0/8").set("FETCH__PORTS", format!("80,443,{port}")).start()
}

/// The signature that any library of Standard Webhooks computes.
fn signature(secret: &str, signed: &str) -> String {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(signed.as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

fn next(received: &Receiver<Arrived>) -> Arrived {
    received.recv_timeout(testkit::HANG_LIMIT).unwrap()
}

#[tokio::test]
async fn customers_are_told_with_a_signature_that_verifies() {
    let (url, port, received) = receiver(0);
    let server = server_for(port);
    let secret =
        ok(test_get(&server, "/v1/account")).await["webhooks"]["secret"].as_str().unwrap().to_owned();
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "webhookUrl": url});
    let body = written(&server, &request).await;
    assert_eq!(body["publication"]["status"], "published");
    let mut kinds = Vec::new();
    while !(kinds.contains(&"article.completed".to_owned())
        && kinds.contains(&"article.published".to_owned())
        && kinds.contains(&"indexing.dispatched".to_owned()))
    {
        let message = next(&received);
        let header = |name: &str| message.headers[name].clone();
        let signed = format!("{}.{}.{}", header("webhook-id"), header("webhook-timestamp"), message.body);
        assert_eq!(header("webhook-signature"), signature(&secret, &signed));
        assert_eq!(header("content-type"), "application/json");
        assert!(header("user-agent").starts_with("Rankwright-Webhooks/1."), "{}", header("user-agent"));
        let told: Value = serde_json::from_str(&message.body).unwrap();
        assert_eq!((&told["data"]["articleId"], &told["livemode"]), (&body["articleId"], &json!(false)));
        kinds.push(told["type"].as_str().unwrap().to_owned());
    }
}

#[tokio::test]
async fn a_refused_message_comes_again_under_the_same_id() {
    let (url, port, received) = receiver(1);
    let server = server_for(port);
    let request = json!({
        "focusKeyword": format!("{KEYWORD} sandbox-fault:garbage-text"), "imageOption": 0, "webhookUrl": url,
    });
    assert_eq!(written(&server, &request).await["status"], "failed");
    let (first, second) = (next(&received), next(&received));
    assert_eq!(first.headers["webhook-id"], second.headers["webhook-id"]);
    assert_eq!(first.body, second.body);
    let told: Value = serde_json::from_str(&first.body).unwrap();
    assert_eq!(
        (&told["type"], &told["data"]["error"]["code"]),
        (&json!("article.failed"), &json!("upstream_failed"))
    );
}

#[tokio::test]
async fn private_addresses_get_no_messages() {
    let (url, _, received) = receiver(0);
    let server = server();
    let request = json!({"focusKeyword": KEYWORD, "imageOption": 0, "publish": "never", "webhookUrl": url, "mode": "outline"});
    let id = id_of(&ordered(&server, &request).await);
    ok(server.http.delete(format!("{}/v1/articles/{id}", server.url)).bearer_auth(&server.test_key)).await;
    let log = server.log_with("a message was given up");
    assert!(!log.contains("svc_"));
    assert!(received.try_recv().is_err());
}

/// The test account's endpoints, changed in the database as another node would.
struct Endpoints {
    keep: ManageWebhooks,
    purse: Purse,
}

impl Endpoints {
    async fn of(server: &TestServer) -> Self {
        let url = format!("sqlite:{}", server.data_dir().join("rankwright.db").display());
        let database = Arc::new(Database::open(&url).await.unwrap());
        let secret = database.installation_secret("never taken: there is one").await.unwrap();
        let secrets = WebhookSecrets::new(secret.into());
        let keep = ManageWebhooks::new(database.clone(), database, secrets, Arc::new(SystemClock));
        let account = ok(test_get(server, "/v1/account")).await;
        let account = account["account"]["accountId"].as_str().unwrap().parse().unwrap();
        Self { keep, purse: Purse { account, mode: KeyMode::Test } }
    }

    async fn add(&self, url: &str, events: &[EventKind]) -> EndpointId {
        let events = events.iter().map(|kind| kind.as_str().to_owned()).collect();
        let input = EndpointInput { url: url.to_owned(), events, description: String::new() };
        self.keep.add(self.purse, &input).await.unwrap().id
    }

    async fn secret(&self, id: EndpointId) -> String {
        self.keep.secrets(self.purse, id).await.unwrap().current.reveal()
    }
}

fn is_signed_with(message: &Arrived, secrets: &[String]) -> bool {
    let header = |name: &str| message.headers[name].clone();
    let signed = format!("{}.{}.{}", header("webhook-id"), header("webhook-timestamp"), message.body);
    let signatures: Vec<String> = secrets.iter().map(|secret| signature(secret, &signed)).collect();
    header("webhook-signature") == signatures.join(" ")
}

fn kind(message: &Arrived) -> String {
    let told: Value = serde_json::from_str(&message.body).unwrap();
    told["type"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn endpoints_of_the_account_are_told_beside_the_address_of_the_order() {
    let (url, port, received) = receiver(0);
    let (endpoint_url, endpoint_port, endpoint_received) = receiver(0);
    let server = builder()
        .set("FETCH__ALLOW", "127.0.0.0/8")
        .set("FETCH__PORTS", format!("80,443,{port},{endpoint_port}"))
        .start();
    let endpoints = Endpoints::of(&server).await;
    let id = endpoints.add(&endpoint_url, &[EventKind::ArticleFailed, EventKind::ArticleCancelled]).await;
    let secret = endpoints.secret(id).await;
    let request = json!({
        "focusKeyword": format!("{KEYWORD} sandbox-fault:garbage-text"), "imageOption": 0, "webhookUrl": url,
    });
    assert_eq!(written(&server, &request).await["status"], "failed");
    let (own, account) = (next(&received), next(&endpoint_received));
    assert_eq!((kind(&own), kind(&account)), ("article.failed".to_owned(), "article.failed".to_owned()));
    assert_eq!(own.headers["webhook-id"], account.headers["webhook-id"], "it is one event");
    assert_eq!(own.body, account.body);
    assert!(is_signed_with(&account, std::slice::from_ref(&secret)));
    assert!(!is_signed_with(&own, &[secret]), "each has a secret of its own");
}

#[tokio::test]
async fn endpoints_are_tried_and_their_secrets_rotated() {
    let (url, port, received) = receiver(0);
    let server = server_for(port);
    let endpoints = Endpoints::of(&server).await;
    let (keep, purse) = (&endpoints.keep, endpoints.purse);
    let id = endpoints.add(&url, &[EventKind::ArticleCompleted]).await;
    let first = endpoints.secret(id).await;
    keep.send_example(purse, id, EventKind::Ping).await.unwrap();
    let ping = next(&received);
    assert_eq!(kind(&ping), "ping");
    assert!(ping.body.contains(r#""livemode":false"#), "{}", ping.body);
    assert!(is_signed_with(&ping, std::slice::from_ref(&first)));
    let second = keep.rotate(purse, id, Rotation::Overlapping).await.unwrap().current.reveal();
    keep.send_example(purse, id, EventKind::Ping).await.unwrap();
    assert!(is_signed_with(&next(&received), &[second, first]));
    let third = keep.rotate(purse, id, Rotation::AtOnce).await.unwrap().current.reveal();
    keep.send_example(purse, id, EventKind::Ping).await.unwrap();
    let last = next(&received);
    assert!(is_signed_with(&last, &[third]));
    let deliveries = keep.deliveries(purse, DeliveryFilter::default(), None, 10).await.unwrap();
    assert_eq!(deliveries.len(), 3);
    assert_eq!(deliveries[0].message.event.to_string(), last.headers["webhook-id"]);
}

#[tokio::test]
async fn endpoints_at_private_addresses_get_no_messages() {
    let (url, _, received) = receiver(0);
    let server = server();
    let endpoints = Endpoints::of(&server).await;
    let id = endpoints.add(&url, &[EventKind::ArticleCompleted]).await;
    endpoints.keep.send_example(endpoints.purse, id, EventKind::Ping).await.unwrap();
    assert!(server.log_with("a message was given up").contains(&url));
    assert!(received.try_recv().is_err());
}
