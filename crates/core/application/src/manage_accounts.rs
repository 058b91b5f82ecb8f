//! Accounts, as the operator of the installation sees them.

use std::sync::Arc;

use domain::accounts::{Account, AccountStatus};
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ids::AccountId;
use domain::ledger::{Balance, GrantSource, Posting, Purse};
use ports::{AccountStore, Ledger, LedgerError, PeopleStore, StoreError};

use crate::grant_credits::GrantCredits;

/// An account with its people and credits.
#[derive(Debug, Clone)]
pub struct Customer {
    pub account: Account,
    /// The email addresses of its people.
    pub people: Vec<String>,
    pub live: Balance,
    pub test: Balance,
}

/// Why the action was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum ManageAccountsError {
    /// There is no such account.
    #[error("there is no account {0}")]
    Missing(AccountId),
    /// The operator would lock themselves out.
    #[error("the account that runs the installation can't be suspended")]
    Owner,
    /// This number of credits can't be granted.
    #[error("1 to {most} credits can be granted at once", most = ManageAccounts::MOST_GRANTED)]
    Amount,
    /// The reason does not fit into one line of a list.
    #[error("the reason must be one line of 1 to 200 characters")]
    Reason,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

pub struct ManageAccounts {
    accounts: Arc<dyn AccountStore>,
    people: Arc<dyn PeopleStore>,
    ledger: Arc<dyn Ledger>,
    grant: GrantCredits,
}

impl ManageAccounts {
    /// The maximum that is granted at once: a typing mistake must not be worth more than 1,000 USD.
    pub const MOST_GRANTED: i64 = 100_000_000;
    const LONGEST_REASON: usize = 200;

    #[must_use]
    pub fn new(
        accounts: Arc<dyn AccountStore>,
        people: Arc<dyn PeopleStore>,
        ledger: Arc<dyn Ledger>,
        grant: GrantCredits,
    ) -> Self {
        Self { accounts, people, ledger, grant }
    }

    /// Accounts, newest first, from the given offset on, and whether there are more. An empty `search` finds
    /// all; otherwise it is a part of an account's name or id.
    pub async fn list(
        &self,
        search: &str,
        skipped: usize,
        limit: usize,
    ) -> Result<(Vec<Customer>, bool), ManageAccountsError> {
        let wanted = search.to_lowercase();
        let mut found = self.accounts.accounts().await?;
        found.reverse();
        found.retain(|account| {
            account.name.as_str().to_lowercase().contains(&wanted) || account.id.to_string().contains(search)
        });
        let more = found.len() > skipped.saturating_add(limit);
        let mut customers = Vec::new();
        for account in found.into_iter().skip(skipped).take(limit) {
            customers.push(self.customer(account).await?);
        }
        Ok((customers, more))
    }

    async fn customer(&self, account: Account) -> Result<Customer, ManageAccountsError> {
        let people = self.people.people_of(account.id).await?;
        let purse = |mode| Purse { account: account.id, mode };
        Ok(Customer {
            people: people.iter().map(|person| person.email.to_string()).collect(),
            live: self.ledger.balance(purse(KeyMode::Live)).await?,
            test: self.ledger.balance(purse(KeyMode::Test)).await?,
            account,
        })
    }

    /// Grants credits to an account, with the reason in its ledger.
    pub async fn grant(
        &self,
        purse: Purse,
        amount: i64,
        reason: &str,
    ) -> Result<Posting, ManageAccountsError> {
        if !(1..=Self::MOST_GRANTED).contains(&amount) {
            return Err(ManageAccountsError::Amount);
        }
        let length = reason.chars().count();
        if length == 0 || length > Self::LONGEST_REASON || reason.chars().any(char::is_control) {
            return Err(ManageAccountsError::Reason);
        }
        self.find(purse.account).await?;
        Ok(self.grant.grant(purse, Credits::new(amount), GrantSource::Promotional, reason).await?)
    }

    /// Suspends or reinstates an account.
    pub async fn set_status(&self, id: AccountId, status: AccountStatus) -> Result<(), ManageAccountsError> {
        self.find(id).await?;
        if status == AccountStatus::Suspended && self.people.owner().await? == Some(id) {
            return Err(ManageAccountsError::Owner);
        }
        Ok(self.accounts.set_account_status(id, status).await?)
    }

    async fn find(&self, id: AccountId) -> Result<Account, ManageAccountsError> {
        self.accounts.account(id).await?.ok_or(ManageAccountsError::Missing(id))
    }
}
