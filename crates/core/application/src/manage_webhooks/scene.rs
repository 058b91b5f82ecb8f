//! An account on SQLite with a clock that is moved by hand.

use std::sync::atomic::{AtomicI64, Ordering};

use domain::accounts::{Account, AccountName, AccountStatus};
use domain::api_keys::KeyMode;
use domain::ids::AccountId;
use ports::AccountStore;
use store::Database;
use testkit::TestDatabase;

use super::*;

pub(crate) struct Scene {
    pub(crate) database: Arc<Database>,
    pub(crate) clock: Arc<HandClock>,
    pub(crate) secrets: WebhookSecrets,
    pub(crate) keep: ManageWebhooks,
    pub(crate) purse: Purse,
    pub(crate) stranger: Purse,
    _guard: TestDatabase,
}

/// A clock that is set by hand, in seconds.
pub(crate) struct HandClock(AtomicI64);

impl HandClock {
    pub(crate) fn forward(&self, duration: Duration) {
        self.0.fetch_add(i64::try_from(duration.as_secs()).unwrap(), Ordering::SeqCst);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.load(Ordering::SeqCst)).unwrap()
    }
}

impl Scene {
    pub(crate) async fn open() -> Self {
        let guard = testkit::fresh_sqlite();
        let database = Arc::new(Database::open(&guard.url).await.unwrap());
        let clock = Arc::new(HandClock(AtomicI64::new(1_790_000_000)));
        let mut purses = Vec::new();
        for id in [1, 2] {
            let account = Account {
                id: AccountId::from(id),
                name: AccountName::new("Test").unwrap(),
                status: AccountStatus::Active,
                key_epoch: 0,
                created_at: clock.now(),
            };
            database.add_account(&account).await.unwrap();
            purses.push(Purse { account: account.id, mode: KeyMode::Live });
        }
        let secrets = WebhookSecrets::new("installation".into());
        let keep = ManageWebhooks::new(database.clone(), database.clone(), secrets.clone(), clock.clone());
        Self { database, clock, secrets, keep, purse: purses[0], stranger: purses[1], _guard: guard }
    }

    pub(crate) async fn add(&self) -> WebhookEndpoint {
        self.keep.add(self.purse, &input("https://hooks.example.com/a")).await.unwrap()
    }

    /// All deliveries of the account, newest first.
    pub(crate) async fn deliveries(&self) -> Vec<Delivery> {
        self.keep.deliveries(self.purse, DeliveryFilter::default(), None, 100).await.unwrap()
    }
}

pub(crate) fn input(url: &str) -> EndpointInput {
    let events = EventKind::CHOICES.map(|kind| kind.as_str().to_owned()).to_vec();
    EndpointInput { url: url.to_owned(), events, description: "Main".to_owned() }
}
