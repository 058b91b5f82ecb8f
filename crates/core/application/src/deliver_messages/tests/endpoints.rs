//! Messages to endpoints, from a real outbox to a receiver that records what it gets.

use std::sync::Mutex;

use domain::webhooks::endpoints::{DisabledReason, EndpointId, EventKind, Keys, Rotation};
use ports::FetchError;

use super::super::*;
use crate::manage_webhooks::scene::{Scene, input};

/// A receiver that answers with the same status every time.
struct Receiver {
    status: u16,
    requests: Mutex<Vec<FetchRequest>>,
}

#[async_trait::async_trait]
impl Fetcher for Receiver {
    async fn fetch(&self, request: FetchRequest) -> Result<ports::Fetched, FetchError> {
        let answer = answered(&request, self.status);
        self.requests.lock().unwrap().push(request);
        Ok(answer)
    }
}

fn answered(request: &FetchRequest, status: u16) -> ports::Fetched {
    ports::Fetched {
        url: request.url.clone(),
        redirects: Vec::new(),
        status,
        headers: Vec::new(),
        body: Bytes::new(),
        truncated: false,
        wire_bytes: 0,
        http_version: "HTTP/1.1",
        certificate_ends: None,
        timing: ports::fetch::FetchTiming::default(),
    }
}

impl Receiver {
    fn answering(status: u16) -> Arc<Self> {
        Arc::new(Self { status, requests: Mutex::default() })
    }

    /// The URL and the headers of the last request.
    fn last(&self) -> (String, HashMap<String, String>) {
        let requests = self.requests.lock().unwrap();
        let last = requests.last().unwrap();
        (last.url.to_string(), last.headers.iter().cloned().collect())
    }
}

/// Sends everything that is due.
async fn deliver(scene: &Scene, receiver: &Arc<Receiver>) {
    let (outbox, clock) = (scene.database.clone(), scene.clock.clone());
    let sender =
        DeliverMessages::new(outbox, receiver.clone(), IndexingEngines::new(), scene.secrets.clone(), clock);
    for message in sender.due(100).await {
        sender.send(message).await;
    }
}

async fn ping(scene: &Scene, id: EndpointId, receiver: &Arc<Receiver>) -> (String, HashMap<String, String>) {
    scene.clock.forward(Duration::from_mins(1));
    scene.keep.send_example(scene.purse, id, EventKind::Ping).await.unwrap();
    deliver(scene, receiver).await;
    receiver.last()
}

#[tokio::test]
async fn messages_are_signed_with_the_secrets_of_their_endpoint() {
    let scene = Scene::open().await;
    let receiver = Receiver::answering(204);
    let id = scene.add().await.id;
    let expected = async |secrets: &[String], headers: &HashMap<String, String>| {
        let delivery = scene.deliveries().await.remove(0).message;
        assert_eq!(headers["webhook-id"], delivery.event.to_string());
        let at = scene.clock.now();
        assert_eq!(headers["webhook-timestamp"], at.as_second().to_string());
        let current = scene.keep.secrets(scene.purse, id).await.unwrap();
        let all: Vec<_> =
            [current.current].into_iter().chain(current.previous.map(|(secret, _)| secret)).collect();
        assert_eq!(all.iter().map(WebhookSecret::reveal).collect::<Vec<_>>(), secrets);
        let signatures: Vec<String> =
            all.iter().map(|secret| secret.sign(&headers["webhook-id"], at, &delivery.body)).collect();
        assert_eq!(headers["webhook-signature"], signatures.join(" "));
    };
    let secret = |generation| scene.secrets.of_endpoint(id, generation).reveal();
    let (_, headers) = ping(&scene, id, &receiver).await;
    expected(&[secret(1)], &headers).await;
    scene.keep.rotate(scene.purse, id, Rotation::Overlapping).await.unwrap();
    let (_, headers) = ping(&scene, id, &receiver).await;
    expected(&[secret(2), secret(1)], &headers).await;
    scene.clock.forward(Keys::OVERLAP);
    let (_, headers) = ping(&scene, id, &receiver).await;
    expected(&[secret(2)], &headers).await;
}

#[tokio::test]
async fn a_message_goes_to_where_its_endpoint_is() {
    let scene = Scene::open().await;
    let receiver = Receiver::answering(200);
    let id = scene.add().await.id;
    scene.keep.send_example(scene.purse, id, EventKind::Ping).await.unwrap();
    scene.keep.change(scene.purse, id, &input("https://new.example.com/b")).await.unwrap();
    deliver(&scene, &receiver).await;
    assert_eq!(receiver.last().0, "https://new.example.com/b");
}

#[tokio::test]
async fn a_message_is_sent_again_on_demand_under_the_same_id() {
    let scene = Scene::open().await;
    let id = scene.add().await.id;
    let (refusing, taking) = (Receiver::answering(500), Receiver::answering(200));
    let (_, first) = ping(&scene, id, &refusing).await;
    let delivery = scene.deliveries().await.remove(0);
    assert_eq!((delivery.state.as_str(), delivery.http_status), ("pending", Some(500)));
    assert!(delivery.next_try > Some(scene.clock.now()));
    scene.keep.resend(scene.purse, delivery.message.id).await.unwrap();
    deliver(&scene, &taking).await;
    let (_, second) = taking.last();
    assert_eq!(first["webhook-id"], second["webhook-id"]);
    let history = scene.keep.delivery(scene.purse, delivery.message.id).await.unwrap();
    let statuses: Vec<_> = history.attempts.iter().map(|attempt| attempt.http_status).collect();
    assert_eq!((history.delivery.state.as_str(), statuses), ("accepted", vec![Some(200), Some(500)]));
}

#[tokio::test]
async fn an_endpoint_that_says_it_is_gone_is_disabled() {
    let scene = Scene::open().await;
    let id = scene.add().await.id;
    ping(&scene, id, &Receiver::answering(410)).await;
    let endpoint = scene.keep.read(scene.purse, id).await.unwrap();
    assert_eq!(endpoint.disabled, Some(DisabledReason::Gone));
    assert_eq!(scene.deliveries().await[0].state.as_str(), "failed");
}

#[tokio::test]
async fn an_endpoint_at_which_nothing_arrives_is_disabled_after_days() {
    let scene = Scene::open().await;
    let id = scene.add().await.id;
    let receiver = Receiver::answering(503);
    let mut hours = 0;
    while scene.keep.read(scene.purse, id).await.unwrap().is_enabled() {
        assert!(hours < 200, "it is disabled at some time");
        if hours % 24 == 0 {
            scene.keep.send_example(scene.purse, id, EventKind::Ping).await.unwrap();
        }
        deliver(&scene, &receiver).await;
        scene.clock.forward(Duration::from_hours(1));
        hours += 1;
    }
    assert!((120..=145).contains(&hours), "after {hours} hours");
    let endpoint = scene.keep.read(scene.purse, id).await.unwrap();
    assert_eq!(endpoint.disabled, Some(DisabledReason::Failing));
    let pending = scene.deliveries().await.into_iter().filter(|delivery| delivery.next_try.is_some());
    assert_eq!(pending.count(), 0);
}
