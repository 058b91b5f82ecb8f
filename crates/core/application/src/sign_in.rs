//! Signing in: a password, then a code if the person has turned codes on.

use std::sync::Arc;
use std::time::Duration;

use domain::people::{Email, OneTimeSecrets, Person, RecoveryCode, SecretToken, SessionStage};
use ports::{Clock, PeopleStore, StoreError};

use crate::manage_sessions::{ManageSessions, OpenSessionError, Visit, Visitor};
use crate::passwords::{PasswordError, Passwords};
use crate::sign_in_throttle::{SignInThrottle, ThrottleSubjects};

/// Why a person can't sign in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// The email address, the password or the code is wrong. Which one is not revealed.
    #[error("that is not right")]
    Wrong,
    #[error("too many tries; the next is possible in {} seconds", .0.as_secs())]
    TooMany(Duration),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No session could be opened.
    #[error(transparent)]
    Session(#[from] OpenSessionError),
    /// The password could not be compared.
    #[error(transparent)]
    Password(#[from] PasswordError),
}

/// A browser that has signed in.
#[derive(Debug)]
pub struct SignedIn {
    /// The secret that it sends from now on.
    pub token: SecretToken,
    /// Whether a code is still required.
    pub stage: SessionStage,
}

#[derive(Clone)]
pub struct SignIn {
    people: Arc<dyn PeopleStore>,
    sessions: ManageSessions,
    passwords: Passwords,
    throttle: SignInThrottle,
    secrets: OneTimeSecrets,
    clock: Arc<dyn Clock>,
}

impl SignIn {
    #[must_use]
    pub fn new(
        people: Arc<dyn PeopleStore>,
        sessions: ManageSessions,
        passwords: Passwords,
        throttle: SignInThrottle,
        secrets: OneTimeSecrets,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { people, sessions, passwords, throttle, secrets, clock }
    }

    /// Checks email address and password.
    pub async fn with_password(
        &self,
        email: &str,
        password: &str,
        visitor: &Visitor,
    ) -> Result<SignedIn, SignInError> {
        let email: Email = email.parse().map_err(|_| SignInError::Wrong)?;
        let suspects = ThrottleSubjects::new(email.as_str(), &visitor.address);
        self.admit(&suspects).await?;
        let person = self.people.person_by_email(&email).await?;
        let hash = person.as_ref().map(|person| person.password_hash.as_str());
        let same = self.passwords.matches(password, hash).await?;
        let Some(person) = person.filter(|_| same) else {
            self.throttle.fail(&suspects).await?;
            return Err(SignInError::Wrong);
        };
        let stage =
            if person.second_factor.enabled_at.is_some() { SessionStage::Half } else { SessionStage::Full };
        if stage == SessionStage::Full {
            self.throttle.succeed(&suspects).await?;
        }
        Ok(SignedIn { token: self.sessions.open(person.id, stage, visitor).await?, stage })
    }

    /// Checks a code of the authenticator, or a recovery code. The browser gets another secret, so that one
    /// that was known before becomes worthless.
    pub async fn with_code(
        &self,
        half: &Visit,
        code: &str,
        visitor: &Visitor,
    ) -> Result<SecretToken, SignInError> {
        let suspects = ThrottleSubjects::new(half.person.email.as_str(), &visitor.address);
        self.admit(&suspects).await?;
        if !self.accept(&half.person, code).await? {
            self.throttle.fail(&suspects).await?;
            return Err(SignInError::Wrong);
        }
        self.throttle.succeed(&suspects).await?;
        self.sessions.leave(&half.session).await?;
        Ok(self.sessions.open(half.person.id, SessionStage::Full, visitor).await?)
    }

    async fn accept(&self, person: &Person, code: &str) -> Result<bool, StoreError> {
        let factor = person.second_factor;
        let secret = self.secrets.of(person.id, factor.generation);
        if let Some(step) = secret.accept(code, self.clock.now(), factor.last_step) {
            return self.people.use_code(person.id, step).await;
        }
        match code.parse::<RecoveryCode>() {
            Ok(code) => self.people.use_recovery_code(person.id, &code.digest()).await,
            Err(_) => Ok(false),
        }
    }

    async fn admit(&self, suspects: &ThrottleSubjects) -> Result<(), SignInError> {
        match self.throttle.wait(suspects).await? {
            Some(wait) => Err(SignInError::TooMany(wait)),
            None => Ok(()),
        }
    }
}
