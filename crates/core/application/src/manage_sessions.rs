//! Manages the sessions of signed-in browsers: opening, recognising, listing and ending them.

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::accounts::Account;
use domain::api_keys::KeyMode;
use domain::ids::{AccountId, PersonId};
use domain::ledger::{PostingFilter, Purse};
use domain::people::{Digest, Person, SecretToken, Session, SessionStage, Throttle};
use ports::{AccountStore, Clock, Ledger, LedgerError, PeopleStore, SessionStore, StoreError};

/// Why a session was not opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenSessionError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The operating system gave no randomness.
    #[error("no randomness from the operating system")]
    Randomness(#[from] getrandom::Error),
}

/// Where a request comes from.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The IP address of the machine.
    pub address: String,
    /// The user agent of the browser.
    pub agent: String,
}

/// A person whose session was recognised.
#[derive(Debug, Clone)]
pub struct Visit {
    pub session: Session,
    pub person: Person,
    pub account: Account,
    /// Whether their account runs the installation.
    pub operator: bool,
}

#[derive(Clone)]
pub struct ManageSessions {
    sessions: Arc<dyn SessionStore>,
    people: Arc<dyn PeopleStore>,
    accounts: Arc<dyn AccountStore>,
    ledger: Arc<dyn Ledger>,
    clock: Arc<dyn Clock>,
}

impl ManageSessions {
    /// How long a session lasts without being used.
    const IDLE: Duration = Duration::from_hours(14 * 24);
    /// How long a session lasts at most.
    const LONGEST: Duration = Duration::from_hours(90 * 24);
    /// How long a password is valid without its code.
    const HALF: Duration = Duration::from_mins(10);
    /// Uses within this time of each other are one write.
    const TOUCH_AFTER: Duration = Duration::from_mins(5);

    #[must_use]
    pub fn new(
        sessions: Arc<dyn SessionStore>,
        people: Arc<dyn PeopleStore>,
        accounts: Arc<dyn AccountStore>,
        ledger: Arc<dyn Ledger>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { sessions, people, accounts, ledger, clock }
    }

    /// Opens a session. Only the return value holds its secret. It shows test credits until the account has
    /// had live ones.
    pub async fn open(
        &self,
        person: PersonId,
        stage: SessionStage,
        visitor: &Visitor,
    ) -> Result<SecretToken, OpenSessionError> {
        let now = self.clock.now();
        let token = SecretToken::random()?;
        let lasts = match stage {
            SessionStage::Half => Self::HALF,
            SessionStage::Full => Self::IDLE,
        };
        let session = Session {
            digest: token.digest(),
            person,
            stage,
            mode: self.first_mode(person).await?,
            address: visitor.address.clone(),
            agent: Session::agent_from(&visitor.agent),
            created_at: now,
            seen_at: now,
            expires_at: later(now, lasts),
        };
        self.sessions.add_session(&session).await?;
        Ok(token)
    }

    async fn first_mode(&self, person: PersonId) -> Result<KeyMode, OpenSessionError> {
        let Some(person) = self.people.person(person).await? else { return Ok(KeyMode::Test) };
        let live = Purse { account: person.account, mode: KeyMode::Live };
        let postings = self.ledger.find_postings(live, &PostingFilter::default(), None, 1).await?;
        Ok(if postings.is_empty() { KeyMode::Test } else { KeyMode::Live })
    }

    /// The session and the person behind a token.
    pub async fn find(&self, token: &SecretToken) -> Result<Option<Visit>, StoreError> {
        let now = self.clock.now();
        let Some(session) = self.sessions.session(&token.digest(), now).await? else { return Ok(None) };
        let Some(person) = self.people.person(session.person).await? else { return Ok(None) };
        let Some(account) = self.accounts.account(person.account).await? else { return Ok(None) };
        self.touch(&session, now).await?;
        let operator = self.people.owner().await? == Some(account.id);
        Ok(Some(Visit { session, person, account, operator }))
    }

    async fn touch(&self, session: &Session, now: Timestamp) -> Result<(), StoreError> {
        if session.stage == SessionStage::Half || now < later(session.seen_at, Self::TOUCH_AFTER) {
            return Ok(());
        }
        let until = later(now, Self::IDLE).min(later(session.created_at, Self::LONGEST));
        self.sessions.touch_session(&session.digest, now, until).await
    }

    /// All open sessions of a person.
    pub async fn list(&self, person: PersonId) -> Result<Vec<Session>, StoreError> {
        self.sessions.sessions_of(person, self.clock.now()).await
    }

    /// Ends the session of this name, if it belongs to the person.
    pub async fn end(&self, person: PersonId, name: &str) -> Result<(), StoreError> {
        for session in self.list(person).await?.iter().filter(|session| session.digest.name() == name) {
            self.sessions.end_session(person, &session.digest).await?;
        }
        Ok(())
    }

    pub async fn leave(&self, session: &Session) -> Result<(), StoreError> {
        self.sessions.end_session(session.person, &session.digest).await
    }

    /// Ends all sessions of a person except `keep`.
    pub async fn end_all(&self, person: PersonId, keep: Option<&Digest>) -> Result<u64, StoreError> {
        self.sessions.end_sessions(person, keep).await
    }

    /// Changes whether the pages show live or test credits.
    pub async fn show(&self, session: &Session, mode: KeyMode) -> Result<(), StoreError> {
        self.sessions.set_session_mode(&session.digest, mode).await
    }

    /// Deletes sessions and links that have ended, and old attempts.
    pub async fn delete_ended(&self) -> Result<u64, StoreError> {
        let now = self.clock.now();
        self.sessions.delete_ended(now, Throttle::ignores_before(now)).await
    }

    /// The account that runs the installation, if no person signs in for it yet.
    pub async fn unclaimed_owner(&self) -> Result<Option<AccountId>, StoreError> {
        let Some(owner) = self.people.owner().await? else { return Ok(None) };
        Ok(self.people.people_of(owner).await?.is_empty().then_some(owner))
    }
}

fn later(moment: Timestamp, by: Duration) -> Timestamp {
    moment.checked_add(by).unwrap_or(Timestamp::MAX)
}
