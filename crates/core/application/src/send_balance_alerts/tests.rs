//! Alerts, with a real store and a clock that is moved by hand.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use domain::Timestamp;
use domain::accounts::{Account, AccountName, AccountStatus};
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ids::AccountId;
use domain::ledger::{Entry, GrantSource, PostingId, Purse, Request};
use ports::{AccountStore, AlertError, Ledger};
use store::{Database, LedgerStore};

use super::*;
use crate::low_balance_threshold::{LowBalanceThreshold, LowBalanceThresholdError};

struct Hand(Mutex<Timestamp>);

impl Hand {
    fn move_by(&self, time: Duration) {
        let mut now = self.0.lock().unwrap();
        *now += time;
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records the alerts that it gets, and fails on request.
#[derive(Default)]
struct Ear {
    heard: Mutex<Vec<LowBalance>>,
    deaf: Mutex<bool>,
}

impl Ear {
    fn set_deaf(&self, deaf: bool) {
        *self.deaf.lock().unwrap() = deaf;
    }

    fn heard(&self) -> Vec<LowBalance> {
        std::mem::take(&mut *self.heard.lock().unwrap())
    }
}

#[async_trait]
impl AlertSink for Ear {
    fn name(&self) -> &'static str {
        "ear"
    }

    async fn notify(&self, alert: &LowBalance) -> Result<(), AlertError> {
        if *self.deaf.lock().unwrap() {
            return Err("deaf".into());
        }
        self.heard.lock().unwrap().push(*alert);
        Ok(())
    }
}

struct Scene {
    ledger: LedgerStore,
    purse: Purse,
    clock: Arc<Hand>,
    ear: Arc<Ear>,
    alerts: SendBalanceAlerts,
    _guard: testkit::TestDatabase,
}

impl Scene {
    /// A purse with 1,000 credits and a threshold of 500.
    async fn open() -> Self {
        let guard = testkit::fresh_sqlite();
        let database = Arc::new(Database::open(&guard.url).await.unwrap());
        let ledger = LedgerStore::start(&database).await.unwrap();
        let clock = Arc::new(Hand(Mutex::new(Timestamp::from_second(1_000_000).unwrap())));
        let account = Account {
            id: AccountId::from(1),
            name: AccountName::new("Test").unwrap(),
            status: AccountStatus::Active,
            key_epoch: 0,
            created_at: clock.now(),
        };
        database.add_account(&account).await.unwrap();
        let purse = Purse { account: account.id, mode: KeyMode::Live };
        let watch = LowBalanceThreshold::new(database.clone());
        assert_eq!(watch.threshold(purse).await.unwrap(), None);
        let zero = watch.set_threshold(purse, Some(Credits::ZERO)).await.unwrap_err();
        assert!(matches!(zero, LowBalanceThresholdError::NotAboveZero));
        watch.set_threshold(purse, Some(Credits::new(500))).await.unwrap();
        assert_eq!(watch.threshold(purse).await.unwrap(), Some(Credits::new(500)));
        let ear = Arc::new(Ear::default());
        let alerts = SendBalanceAlerts::new(database, vec![ear.clone()], clock.clone());
        let scene = Self { ledger, purse, clock, ear, alerts, _guard: guard };
        scene.post(Entry::Grant { amount: Credits::new(1_000), source: GrantSource::Paid }).await;
        scene
    }

    async fn post(&self, entry: Entry) -> PostingId {
        let (id, purpose, at) = (PostingId::generate(), "test".to_owned(), self.clock.now());
        let request = Request { id, purse: self.purse, entry, key: None, purpose, at };
        self.ledger.post(request, None).await.unwrap().id
    }

    async fn charge(&self, amount: i64) -> PostingId {
        self.post(Entry::Charge { amount: Credits::new(amount) }).await
    }
}

#[tokio::test]
async fn an_owner_is_told_once() {
    let scene = Scene::open().await;
    scene.charge(500).await;
    assert_eq!(scene.alerts.send().await.unwrap(), 0, "what the owner wants is still there");
    let culprit = scene.charge(1).await;
    scene.charge(1).await;
    assert_eq!(scene.alerts.send().await.unwrap(), 1);
    let heard = scene.ear.heard();
    assert_eq!(heard.len(), 1);
    assert_eq!((heard[0].id, heard[0].purse, heard[0].at), (culprit, scene.purse, scene.clock.now()));
    assert_eq!((heard[0].threshold, heard[0].available), (Credits::new(500), Credits::new(499)));
    scene.clock.move_by(SendBalanceAlerts::LEASE);
    assert_eq!(scene.alerts.send().await.unwrap(), 0);
}

#[tokio::test]
async fn a_failure_is_tried_again_under_the_same_id() {
    let scene = Scene::open().await;
    let culprit = scene.charge(700).await;
    scene.ear.set_deaf(true);
    assert_eq!(scene.alerts.send().await.unwrap(), 0);
    scene.ear.set_deaf(false);
    assert_eq!(scene.alerts.send().await.unwrap(), 0, "a pause is made");
    scene.clock.move_by(SendBalanceAlerts::LEASE);
    assert_eq!(scene.alerts.send().await.unwrap(), 1);
    assert_eq!(scene.ear.heard().iter().map(|alert| alert.id).collect::<Vec<_>>(), [culprit]);
}

#[tokio::test]
async fn what_could_not_be_told_in_a_day_is_given_up() {
    let scene = Scene::open().await;
    scene.charge(700).await;
    scene.ear.set_deaf(true);
    scene.clock.move_by(SendBalanceAlerts::TRIED_FOR);
    assert_eq!(scene.alerts.send().await.unwrap(), 0);
    scene.ear.set_deaf(false);
    scene.clock.move_by(SendBalanceAlerts::LEASE);
    assert_eq!(scene.alerts.send().await.unwrap(), 0);
    assert_eq!(scene.alerts.delete_old().await.unwrap(), 0);
    scene.clock.move_by(SendBalanceAlerts::KEPT);
    assert_eq!(scene.alerts.delete_old().await.unwrap(), 1);
}
