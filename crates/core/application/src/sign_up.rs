//! Signing up: a new person with a new account, or with one that waits for its person.

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::accounts::AccountName;
use domain::ids::{AccountId, PersonId};
use domain::locale::Language;
use domain::people::{
    CodeStep, Email, InvalidEmail, Link, LinkPurpose, NewPassword, Person, SecondFactor, SecretToken,
    SessionStage, WeakPassword,
};
use ports::{Clock, LinkStore, PeopleStore, StoreError};

use crate::manage_person::{ManagePerson, ManagePersonError};
use crate::manage_sessions::{ManageSessions, OpenSessionError, Visitor};
use crate::open_account::{OpenAccount, OpenAccountError};
use crate::passwords::{PasswordError, Passwords};
use crate::sign_in_throttle::{SignInThrottle, ThrottleSubjects};

/// What a new person fills in.
#[derive(Debug, Clone)]
pub struct NewPerson<'a> {
    pub email: &'a str,
    pub password: &'a str,
    /// Language of pages and emails.
    pub language: Language,
}

/// Why a person was not signed up.
#[derive(Debug, thiserror::Error)]
pub enum SignUpError {
    /// The email address, the password, or both are not acceptable.
    #[error("the email address or the password can't be used")]
    Fields {
        /// What is wrong with the email address.
        email: Option<InvalidEmail>,
        /// What is wrong with the password.
        password: Option<WeakPassword>,
    },
    /// A person already signs in with this email address.
    #[error("there is already an account with this email address")]
    Taken,
    /// The link was already used, or has expired.
    #[error("the link was used, or is too old")]
    LinkEnded,
    #[error("too many tries; the next is possible in {} seconds", .0.as_secs())]
    TooMany(Duration),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The account could not be opened.
    #[error(transparent)]
    Account(#[from] OpenAccountError),
    /// No session could be opened.
    #[error(transparent)]
    Session(#[from] OpenSessionError),
    /// The password could not be hashed.
    #[error(transparent)]
    Hash(#[from] PasswordError),
    /// The first email could not be prepared.
    #[error(transparent)]
    EmailMessage(#[from] ManagePersonError),
}

#[derive(Clone)]
pub struct SignUp {
    people: Arc<dyn PeopleStore>,
    links: Arc<dyn LinkStore>,
    open_account: Arc<OpenAccount>,
    sessions: ManageSessions,
    passwords: Passwords,
    sign_in_throttle: SignInThrottle,
    manage_person: ManagePerson,
    clock: Arc<dyn Clock>,
}

/// The dependencies of [`SignUp`].
pub struct SignUpParts {
    pub people: Arc<dyn PeopleStore>,
    pub links: Arc<dyn LinkStore>,
    pub open_account: Arc<OpenAccount>,
    pub sessions: ManageSessions,
    pub passwords: Passwords,
    pub sign_in_throttle: SignInThrottle,
    pub manage_person: ManagePerson,
    pub clock: Arc<dyn Clock>,
}

impl SignUp {
    /// How long a link to claim an account is valid.
    const CLAIM: Duration = Duration::from_hours(7 * 24);

    #[must_use]
    pub fn new(parts: SignUpParts) -> Self {
        let SignUpParts {
            people,
            links,
            open_account,
            sessions,
            passwords,
            sign_in_throttle,
            manage_person,
            clock,
        } = parts;
        Self { people, links, open_account, sessions, passwords, sign_in_throttle, manage_person, clock }
    }

    /// Opens an account for a new person and signs them in.
    pub async fn sign_up(&self, new: NewPerson<'_>, visitor: &Visitor) -> Result<SecretToken, SignUpError> {
        let (email, password) = check(&new)?;
        // Probing which email addresses are taken is slowed down like guessing passwords.
        let suspects = ThrottleSubjects::new(email.as_str(), &visitor.address);
        if let Some(wait) = self.sign_in_throttle.wait(&suspects).await? {
            return Err(SignUpError::TooMany(wait));
        }
        let name = AccountName::new(email.as_str()).map_err(|_| SignUpError::email())?;
        let account = self.open_account.draft(name).map_err(OpenAccountError::Randomness)?;
        let person = self.draft(account.id, email, &password, new.language).await?;
        if !self.people.sign_up(&account, &person).await? {
            self.sign_in_throttle.fail(&suspects).await?;
            return Err(SignUpError::Taken);
        }
        self.open_account.welcome(account.id).await.map_err(OpenAccountError::Credits)?;
        self.manage_person.send_confirmation(&person).await?;
        Ok(self.sessions.open(person.id, SessionStage::Full, visitor).await?)
    }

    /// Creates a link by which a person joins an account.
    pub async fn invite(&self, account: AccountId) -> Result<SecretToken, SignUpError> {
        let token = SecretToken::random().map_err(OpenSessionError::Randomness)?;
        let link = Link {
            digest: token.digest(),
            purpose: LinkPurpose::ClaimAccount,
            account,
            person: None,
            expires_at: self.clock.now().checked_add(Self::CLAIM).unwrap_or(Timestamp::MAX),
        };
        self.links.add_link(&link).await?;
        Ok(token)
    }

    /// Whether an invitation is still valid.
    pub async fn is_invited(&self, token: &SecretToken) -> Result<bool, StoreError> {
        let link = self.links.link(&token.digest(), self.clock.now()).await?;
        Ok(link.is_some_and(|link| link.purpose == LinkPurpose::ClaimAccount))
    }

    /// Adds a person to the account that they were invited to, and signs them in.
    pub async fn accept(
        &self,
        token: &SecretToken,
        new: NewPerson<'_>,
        visitor: &Visitor,
    ) -> Result<SecretToken, SignUpError> {
        let (email, password) = check(&new)?;
        let now = self.clock.now();
        let link = self.links.link(&token.digest(), now).await?.ok_or(SignUpError::LinkEnded)?;
        let person = self.draft(link.account, email, &password, new.language).await?;
        if self.people.person_by_email(&person.email).await?.is_some() {
            return Err(SignUpError::Taken);
        }
        if !self.people.claim_account(&link.digest, &person, now).await? {
            return Err(SignUpError::LinkEnded);
        }
        self.manage_person.send_confirmation(&person).await?;
        Ok(self.sessions.open(person.id, SessionStage::Full, visitor).await?)
    }

    async fn draft(
        &self,
        account: AccountId,
        email: Email,
        password: &NewPassword,
        language: Language,
    ) -> Result<Person, SignUpError> {
        Ok(Person {
            id: PersonId::random().map_err(OpenSessionError::Randomness)?,
            account,
            email,
            confirmed_at: None,
            password_hash: self.passwords.hash(password).await?,
            language,
            second_factor: SecondFactor { generation: 0, enabled_at: None, last_step: CodeStep(0) },
            created_at: self.clock.now(),
        })
    }
}

impl SignUpError {
    const fn email() -> Self {
        Self::Fields { email: Some(InvalidEmail), password: None }
    }
}

/// Checks both fields, so that everything that is wrong is shown at once.
fn check(new: &NewPerson<'_>) -> Result<(Email, NewPassword), SignUpError> {
    let email: Email = new.email.parse().map_err(|error| SignUpError::Fields {
        email: Some(error),
        password: NewPassword::weakness(new.password),
    })?;
    let password = NewPassword::new(new.password, &email)
        .map_err(|weak| SignUpError::Fields { email: None, password: Some(weak) })?;
    Ok((email, password))
}
