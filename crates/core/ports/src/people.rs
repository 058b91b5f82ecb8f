//! People who sign in, their browsers and their links. Each method is one whole transaction.

use async_trait::async_trait;
use domain::Timestamp;
use domain::accounts::Account;
use domain::api_keys::KeyMode;
use domain::ids::{AccountId, PersonId};
use domain::locale::Language;
use domain::people::{Attempts, CodeStep, Digest, Email, Link, Person, SecondFactor, Session};

use crate::StoreError;

#[async_trait]
pub trait PeopleStore: Send + Sync {
    /// Adds a person together with their new account; `false` if the email address is taken, and then nothing
    /// was added.
    async fn sign_up(&self, account: &Account, person: &Person) -> Result<bool, StoreError>;
    /// Adds a person to an account by a link to claim it, which is used up; `false` if the email address is
    /// taken or the link is no longer valid.
    async fn claim_account(&self, link: &Digest, person: &Person, now: Timestamp)
    -> Result<bool, StoreError>;
    async fn person(&self, id: PersonId) -> Result<Option<Person>, StoreError>;
    /// The person who signs in with an email address.
    async fn person_by_email(&self, email: &Email) -> Result<Option<Person>, StoreError>;
    /// The people of an account, oldest first.
    async fn people_of(&self, account: AccountId) -> Result<Vec<Person>, StoreError>;
    /// The account that runs the installation.
    async fn owner(&self) -> Result<Option<AccountId>, StoreError>;
    /// Changes the password. Ends all sessions except `keep`, and all links to reset it.
    async fn set_password(
        &self,
        person: PersonId,
        hash: &str,
        keep: Option<&Digest>,
    ) -> Result<(), StoreError>;
    /// Changes the email address, which then is not confirmed, and ends all links that were sent to the old
    /// one; `false` if the email address is taken, and then nothing was changed.
    async fn set_email(&self, person: PersonId, email: &Email) -> Result<bool, StoreError>;
    /// Records that emails reach a person.
    async fn confirm_email(&self, person: PersonId, at: Timestamp) -> Result<(), StoreError>;
    /// Changes the language of pages and emails.
    async fn set_language(&self, person: PersonId, language: Language) -> Result<(), StoreError>;
    /// Changes the second factor and replaces all recovery codes. Ends all sessions except `keep`.
    async fn set_second_factor(
        &self,
        person: PersonId,
        factor: SecondFactor,
        recovery_codes: &[Digest],
        keep: &Digest,
    ) -> Result<(), StoreError>;
    /// Uses up a code of an authenticator; `false` if it, or a later one, was already used.
    async fn use_code(&self, person: PersonId, step: CodeStep) -> Result<bool, StoreError>;
    /// Uses up a recovery code; `false` if there is no such code.
    async fn use_recovery_code(&self, person: PersonId, code: &Digest) -> Result<bool, StoreError>;
    /// How many recovery codes are left.
    async fn recovery_codes_left(&self, person: PersonId) -> Result<u32, StoreError>;
}

/// Sessions of browsers that are signed in, or are signing in.
#[async_trait]
pub trait SessionStore: Send + Sync {
    async fn add_session(&self, session: &Session) -> Result<(), StoreError>;
    /// A session that has not ended.
    async fn session(&self, digest: &Digest, now: Timestamp) -> Result<Option<Session>, StoreError>;
    /// The sessions of a person, last used first.
    async fn sessions_of(&self, person: PersonId, now: Timestamp) -> Result<Vec<Session>, StoreError>;
    /// Records when a session was used, and until when it lasts now.
    async fn touch_session(
        &self,
        digest: &Digest,
        seen: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError>;
    /// Changes whether the pages of a session show live or test credits.
    async fn set_session_mode(&self, digest: &Digest, mode: KeyMode) -> Result<(), StoreError>;
    /// Ends one session of a person; ending it again changes nothing.
    async fn end_session(&self, person: PersonId, digest: &Digest) -> Result<(), StoreError>;
    /// Ends all sessions of a person except `keep`.
    async fn end_sessions(&self, person: PersonId, keep: Option<&Digest>) -> Result<u64, StoreError>;
    /// Deletes sessions and links that have ended, and attempts from before `attempts_before`.
    async fn delete_ended(&self, now: Timestamp, attempts_before: Timestamp) -> Result<u64, StoreError>;
}

/// Links that were sent to people, and counts of failed attempts.
#[async_trait]
pub trait LinkStore: Send + Sync {
    /// Adds a link, in place of older ones for the same purpose, account and person.
    async fn add_link(&self, link: &Link) -> Result<(), StoreError>;
    /// A link that is still valid; it is not used up.
    async fn link(&self, digest: &Digest, now: Timestamp) -> Result<Option<Link>, StoreError>;
    /// Uses up a link; `None` if it was already used or has ended.
    async fn use_link(&self, digest: &Digest, now: Timestamp) -> Result<Option<Link>, StoreError>;
    /// How often a subject failed.
    async fn attempts(&self, subject: &Digest) -> Result<Option<Attempts>, StoreError>;
    /// Records one more failure and returns the failures so far.
    async fn note_failure(&self, subject: &Digest, now: Timestamp) -> Result<Attempts, StoreError>;
    /// Deletes the failures of a subject that succeeded.
    async fn delete_failures(&self, subject: &Digest) -> Result<(), StoreError>;
}
