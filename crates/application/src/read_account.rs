//! The account behind a key.

use std::sync::Arc;
use std::time::Duration;

use domain::accounts::Account;
use domain::ids::AccountId;
use moka::future::Cache;
use ports::{AccountStore, StoreError};

/// Reads accounts. Names change rarely and every call may want them, so answers may be a second old.
pub struct ReadAccount {
    store: Arc<dyn AccountStore>,
    recent: Cache<AccountId, Option<Arc<Account>>>,
}

impl ReadAccount {
    const FRESH_FOR: Duration = Duration::from_secs(1);
    const REMEMBERED: u64 = 10_000;

    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn AccountStore>) -> Self {
        let recent = Cache::builder().max_capacity(Self::REMEMBERED).time_to_live(Self::FRESH_FOR).build();
        Self { store, recent }
    }

    /// The account, if it exists.
    pub async fn read(&self, id: AccountId) -> Result<Option<Arc<Account>>, Arc<StoreError>> {
        self.recent.try_get_with(id, async { Ok(self.store.account(id).await?.map(Arc::new)) }).await
    }
}
