//! The use case on a real store.

use domain::jobs::DeliveryState;

use super::scene::{Scene, input};
use serde_json::json;

use super::*;
use crate::notify_account::NotifyAccount;

type Outcome<T> = Result<T, ManageWebhooksError>;

fn is_missing<T>(outcome: &Outcome<T>) -> bool {
    matches!(outcome, Err(ManageWebhooksError::Missing))
}

#[tokio::test]
async fn endpoints_are_added_and_changed() {
    let scene = Scene::open().await;
    let (keep, purse) = (&scene.keep, scene.purse);
    let added = scene.add().await;
    assert!(added.is_enabled() && added.events == Events::all());
    assert_eq!(keep.list(purse).await.unwrap(), std::slice::from_ref(&added));
    let other = EndpointInput {
        url: "http://hooks.example.com:8080/b".to_owned(),
        events: vec!["article.failed".to_owned()],
        description: "  Second ".to_owned(),
    };
    keep.change(purse, added.id, &other).await.unwrap();
    let changed = keep.read(purse, added.id).await.unwrap();
    assert_eq!((changed.url.as_str(), changed.description.as_str()), (other.url.as_str(), "Second"));
    assert_eq!(changed.events.iter().collect::<Vec<_>>(), [EventKind::ArticleFailed]);
    keep.disable(purse, added.id).await.unwrap();
    assert_eq!(keep.read(purse, added.id).await.unwrap().disabled, Some(DisabledReason::Owner));
    keep.enable(purse, added.id).await.unwrap();
    assert!(keep.read(purse, added.id).await.unwrap().is_enabled());
    keep.delete(purse, added.id).await.unwrap();
    assert!(is_missing(&keep.read(purse, added.id).await));
}

#[tokio::test]
async fn wishes_that_make_no_sense_name_their_field() {
    let scene = Scene::open().await;
    let added = scene.add().await;
    let sane = input("https://hooks.example.com/");
    let with_events = |events: &[&str]| EndpointInput {
        events: events.iter().map(|event| (*event).to_owned()).collect(),
        ..sane.clone()
    };
    let described = |text: &str| EndpointInput { description: text.to_owned(), ..sane.clone() };
    let refused = [
        (input(""), "url"),
        (input("hooks.example.com"), "url"),
        (input("ftp://hooks.example.com/"), "url"),
        (input(&format!("https://hooks.example.com/{}", "a".repeat(2048))), "url"),
        (with_events(&[]), "events"),
        (with_events(&["article.completed", "article.eaten"]), "events"),
        (described(&"ă".repeat(201)), "description"),
        (described("two\nlines"), "description"),
    ];
    for (input, field) in refused {
        let outcome = scene.keep.add(scene.purse, &input).await;
        assert_eq!(outcome.unwrap_err().field(), Some(field), "{input:?}");
        let outcome = scene.keep.change(scene.purse, added.id, &input).await;
        assert_eq!(outcome.unwrap_err().field(), Some(field), "{input:?}");
    }
    scene.keep.add(scene.purse, &described(&"ă".repeat(200))).await.unwrap();
    assert_eq!(scene.keep.list(scene.purse).await.unwrap().len(), 2);
}

#[tokio::test]
async fn an_account_has_ten_endpoints_at_most() {
    let scene = Scene::open().await;
    for _ in 0..WebhookEndpoint::MOST {
        scene.add().await;
    }
    let one_more = scene.keep.add(scene.purse, &input("https://hooks.example.com/")).await;
    assert!(matches!(one_more, Err(ManageWebhooksError::TooMany)));
    scene.keep.add(scene.stranger, &input("https://hooks.example.com/")).await.unwrap();
}

#[tokio::test]
async fn secrets_give_way_within_a_day() {
    let scene = Scene::open().await;
    let (keep, purse) = (&scene.keep, scene.purse);
    let id = scene.add().await.id;
    let first = keep.secrets(purse, id).await.unwrap();
    assert!(first.previous.is_none());
    let rotated = keep.rotate(purse, id, Rotation::Overlapping).await.unwrap();
    assert_ne!(rotated.current.reveal(), first.current.reveal());
    let (previous, until) = rotated.previous.unwrap();
    assert_eq!(previous.reveal(), first.current.reveal());
    assert_eq!(until, scene.clock.now() + Keys::OVERLAP);
    scene.clock.forward(Keys::OVERLAP);
    let later = keep.secrets(purse, id).await.unwrap();
    assert_eq!(later.current.reveal(), rotated.current.reveal());
    assert!(later.previous.is_none(), "the old one is forgotten");
    keep.rotate(purse, id, Rotation::Overlapping).await.unwrap();
    let at_once = keep.rotate(purse, id, Rotation::AtOnce).await.unwrap();
    assert!(at_once.previous.is_none(), "nothing of before is left");
}

#[tokio::test]
async fn what_others_have_is_missing() {
    let scene = Scene::open().await;
    let (keep, stranger) = (&scene.keep, scene.stranger);
    let id = scene.add().await.id;
    keep.send_example(scene.purse, id, EventKind::Ping).await.unwrap();
    let message = scene.deliveries().await[0].message.id;
    assert!(is_missing(&keep.read(stranger, id).await));
    assert!(is_missing(&keep.change(stranger, id, &input("https://evil.example/")).await));
    assert!(is_missing(&keep.enable(stranger, id).await));
    assert!(is_missing(&keep.disable(stranger, id).await));
    assert!(is_missing(&keep.delete(stranger, id).await));
    assert!(is_missing(&keep.secrets(stranger, id).await));
    assert!(is_missing(&keep.rotate(stranger, id, Rotation::AtOnce).await));
    assert!(is_missing(&keep.send_example(stranger, id, EventKind::Ping).await));
    assert!(is_missing(&keep.delivery(stranger, message).await));
    assert!(is_missing(&keep.resend(stranger, message).await));
    let filter = DeliveryFilter { endpoint: Some(id), state: None };
    assert_eq!(keep.deliveries(stranger, filter, None, 10).await.unwrap(), []);
    assert_eq!(keep.list(stranger).await.unwrap(), []);
}

#[tokio::test]
async fn endpoints_are_tried_now_and_then() {
    let scene = Scene::open().await;
    let (keep, purse) = (&scene.keep, scene.purse);
    let only_failures =
        EndpointInput { events: vec!["article.failed".to_owned()], ..input("https://a.example/") };
    let id = keep.add(purse, &only_failures).await.unwrap().id;
    for _ in 0..ManageWebhooks::MOST_TESTS {
        keep.send_example(purse, id, EventKind::Ping).await.unwrap();
    }
    assert!(matches!(
        keep.send_example(purse, id, EventKind::Ping).await,
        Err(ManageWebhooksError::TooManyTests)
    ));
    scene.clock.forward(Duration::from_mins(2));
    keep.send_example(purse, id, EventKind::Ping).await.unwrap();
    let newest = scene.deliveries().await.remove(0).message;
    assert_eq!((newest.kind, newest.endpoint), (Some(EventKind::Ping), Some(id)));
    let body: serde_json::Value = serde_json::from_str(&newest.body).unwrap();
    assert_eq!((&body["type"], &body["data"]["endpointId"]), (&json!("ping"), &json!(id.to_string())));
    assert_eq!(body["livemode"], true);
    keep.disable(purse, id).await.unwrap();
    assert!(matches!(
        keep.send_example(purse, id, EventKind::Ping).await,
        Err(ManageWebhooksError::Disabled)
    ));
    assert!(matches!(keep.resend(purse, newest.id).await, Err(ManageWebhooksError::Disabled)));
    keep.enable(purse, id).await.unwrap();
    keep.resend(purse, newest.id).await.unwrap();
    assert_eq!(keep.delivery(purse, newest.id).await.unwrap().delivery.state, DeliveryState::Pending);
}

#[tokio::test]
async fn an_account_is_told_of_an_occasion_once() {
    let scene = Scene::open().await;
    let notify = NotifyAccount::new(scene.database.clone(), scene.clock.clone());
    scene.add().await;
    let failures = EndpointInput { events: vec!["article.failed".to_owned()], ..input("https://a.example/") };
    scene.keep.add(scene.purse, &failures).await.unwrap();
    let data = json!({"availableCredits": 900, "thresholdCredits": 1_000});
    let tell =
        async |occasion| notify.notify(scene.purse, EventKind::CreditsLow, &data, occasion).await.unwrap();
    assert!(tell("low of November").await);
    assert!(!tell("low of November").await);
    let told = scene.deliveries().await;
    assert_eq!(told.len(), 1, "only who wants it, and once");
    let body: serde_json::Value = serde_json::from_str(&told[0].message.body).unwrap();
    let data = json!({"availableCredits": 900, "thresholdCredits": 1_000});
    assert_eq!((&body["type"], &body["data"]), (&json!("credits.low"), &data));
    assert_eq!(body["livemode"], true);
    assert!(tell("low of December").await);
    assert_eq!(scene.deliveries().await.len(), 2);
}

#[tokio::test]
async fn messages_are_kept_for_thirty_days() {
    let scene = Scene::open().await;
    let id = scene.add().await.id;
    scene.keep.send_example(scene.purse, id, EventKind::Ping).await.unwrap();
    // Waiting messages are never deleted; these fail.
    scene.keep.disable(scene.purse, id).await.unwrap();
    scene.clock.forward(ManageWebhooks::KEPT);
    assert_eq!(scene.keep.delete_old().await.unwrap(), 0);
    scene.clock.forward(Duration::from_secs(1));
    assert_eq!(scene.keep.delete_old().await.unwrap(), 1);
    assert_eq!(scene.deliveries().await, []);
}
