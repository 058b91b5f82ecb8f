//! The account behind a key: its profile, balance, usage and statement.

use std::sync::Arc;
use std::time::Duration;

use domain::accounts::Account;
use domain::ids::AccountId;
use domain::ledger::{Balance, Posting, PostingFilter, PostingId, Purse};
use moka::future::Cache;
use ports::ledger::{KeyUsageDay, UsageDay};
use ports::{AccountStore, Clock, Ledger, LedgerError, StoreError};

/// Why an account could not be read.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ReadAccountError {
    #[error(transparent)]
    Store(#[from] Arc<StoreError>),
    #[error(transparent)]
    Ledger(#[from] Arc<LedgerError>),
}

/// An account with its credits.
#[derive(Debug, Clone)]
pub struct AccountView {
    pub account: Arc<Account>,
    /// The balance at this moment.
    pub balance: Balance,
    /// What it spent in the last thirty days, by day and call.
    pub usage: Arc<Vec<UsageDay>>,
}

/// Reads accounts. Profiles and usage may be a second old, because every call may need them; balances may
/// not.
pub struct ReadAccount {
    accounts: Arc<dyn AccountStore>,
    ledger: Arc<dyn Ledger>,
    clock: Arc<dyn Clock>,
    profiles: Cache<AccountId, Option<Arc<Account>>>,
    usage: Cache<Purse, Arc<Vec<UsageDay>>>,
}

impl ReadAccount {
    const FRESH_FOR: Duration = Duration::from_secs(1);
    const REMEMBERED: u64 = 10_000;
    const USAGE_DAYS: i64 = 30;
    const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

    #[must_use]
    pub fn new(accounts: Arc<dyn AccountStore>, ledger: Arc<dyn Ledger>, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, ledger, clock, profiles: recent(), usage: recent() }
    }

    /// The account, if it exists.
    pub async fn read(&self, purse: Purse) -> Result<Option<AccountView>, ReadAccountError> {
        let Some(account) = self.profile(purse.account).await? else { return Ok(None) };
        let balance = self.ledger.balance(purse).await.map_err(Arc::new)?;
        let usage = self.usage(purse).await?;
        Ok(Some(AccountView { account, balance, usage }))
    }

    /// A cache look-up is much cheaper than coalescing with concurrent loads.
    async fn profile(&self, id: AccountId) -> Result<Option<Arc<Account>>, Arc<StoreError>> {
        if let Some(known) = self.profiles.get(&id).await {
            return Ok(known);
        }
        self.profiles.try_get_with(id, async { Ok(self.accounts.account(id).await?.map(Arc::new)) }).await
    }

    async fn usage(&self, purse: Purse) -> Result<Arc<Vec<UsageDay>>, Arc<LedgerError>> {
        if let Some(known) = self.usage.get(&purse).await {
            return Ok(known);
        }
        let today = self.clock.now().as_second().div_euclid(Self::SECONDS_PER_DAY);
        let first_day = today - Self::USAGE_DAYS + 1;
        self.usage
            .try_get_with(purse, async { self.ledger.usage(purse, first_day).await.map(Arc::new) })
            .await
    }

    /// The balance of a purse at this moment.
    pub async fn balance(&self, purse: Purse) -> Result<Balance, LedgerError> {
        self.ledger.balance(purse).await
    }

    /// Postings before `before`, newest first.
    pub async fn statement(
        &self,
        purse: Purse,
        before: Option<PostingId>,
        limit: u32,
    ) -> Result<Vec<Posting>, LedgerError> {
        self.ledger.postings(purse, before, limit).await
    }

    /// Postings before `before` that match `filter`, newest first.
    pub async fn find_postings(
        &self,
        purse: Purse,
        filter: &PostingFilter,
        before: Option<PostingId>,
        limit: u32,
    ) -> Result<Vec<Posting>, LedgerError> {
        self.ledger.find_postings(purse, filter, before, limit).await
    }

    /// What was spent from `first_day` on, by day, call and key.
    pub async fn usage_by_key(&self, purse: Purse, first_day: i64) -> Result<Vec<KeyUsageDay>, LedgerError> {
        self.ledger.usage_by_key(purse, first_day).await
    }
}

fn recent<K, V>() -> Cache<K, V>
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    Cache::builder().max_capacity(ReadAccount::REMEMBERED).time_to_live(ReadAccount::FRESH_FOR).build()
}
