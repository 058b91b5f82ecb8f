//! What people change about themselves: password, second factor, language, and the links that they get by
//! email.

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::locale::Language;
use domain::people::{
    CodeStep, Email, InvalidEmail, Link, LinkPurpose, NewPassword, OneTimeSecret, OneTimeSecrets, Person,
    RecoveryCode, SecondFactor, SecretToken, WeakPassword,
};
use ports::{Clock, LinkStore, Mailer, PeopleStore, StoreError};

use crate::emails::{Occasion, write};
use crate::manage_sessions::{Visit, Visitor};
use crate::passwords::{PasswordError, Passwords};
use crate::sign_in_throttle::{SignInThrottle, ThrottleSubjects};

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum ManagePersonError {
    /// The current password, or the code, is wrong.
    #[error("that is not right")]
    Wrong,
    /// The new email address is not valid.
    #[error(transparent)]
    Email(#[from] InvalidEmail),
    /// Another person has the email address.
    #[error("there is already an account with this email address")]
    Taken,
    #[error("too many tries; the next is possible in {} seconds", .0.as_secs())]
    TooMany(Duration),
    /// The new password is not acceptable.
    #[error(transparent)]
    Weak(#[from] WeakPassword),
    /// The link was already used, or has expired.
    #[error("the link was used, or is too old")]
    LinkEnded,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A password could not be hashed.
    #[error(transparent)]
    Hash(#[from] PasswordError),
    /// The operating system gave no randomness.
    #[error("no randomness from the operating system")]
    Randomness(#[from] getrandom::Error),
}

#[derive(Clone)]
pub struct ManagePerson(Arc<ManagePersonParts>);

/// The dependencies of [`ManagePerson`].
pub struct ManagePersonParts {
    pub people: Arc<dyn PeopleStore>,
    pub links: Arc<dyn LinkStore>,
    pub mailer: Arc<dyn Mailer>,
    pub passwords: Passwords,
    pub sign_in_throttle: SignInThrottle,
    /// Makes secrets of authenticators.
    pub secrets: OneTimeSecrets,
    /// The public URL of the service, without a trailing slash.
    pub public_url: String,
    pub clock: Arc<dyn Clock>,
}

impl ManagePerson {
    const CONFIRM: Duration = Duration::from_hours(24);
    const RESET: Duration = Duration::from_hours(1);

    #[must_use]
    pub fn new(parts: ManagePersonParts) -> Self {
        Self(Arc::new(parts))
    }

    /// Sends a link that confirms the email address.
    pub async fn send_confirmation(&self, person: &Person) -> Result<(), ManagePersonError> {
        let token = self.add_link(person, LinkPurpose::ConfirmEmail, Self::CONFIRM).await?;
        let link = format!("{}/confirm/{}", self.0.public_url, token.reveal());
        self.send(person, Occasion::ConfirmEmail(&link)).await;
        Ok(())
    }

    /// Sends the link again, at most a few times an hour.
    pub async fn resend_confirmation(&self, visit: &Visit) -> Result<(), ManagePersonError> {
        let suspects =
            ThrottleSubjects::new(&format!("confirm {}", visit.person.email), &visit.session.address);
        self.admit(&suspects).await?;
        self.0.sign_in_throttle.fail(&suspects).await?;
        self.send_confirmation(&visit.person).await
    }

    /// Changes the email address. The old one gets a notice, the new one a link that confirms it.
    pub async fn change_email(
        &self,
        visit: &Visit,
        password: &str,
        email: &str,
    ) -> Result<(), ManagePersonError> {
        self.prove(visit, password).await?;
        let email: Email = email.parse()?;
        if email == visit.person.email {
            return Ok(());
        }
        if !self.0.people.set_email(visit.person.id, &email).await? {
            return Err(ManagePersonError::Taken);
        }
        self.send(&visit.person, Occasion::EmailChanged(&email)).await;
        self.send_confirmation(&Person { email, confirmed_at: None, ..visit.person.clone() }).await
    }

    /// Records that the email address is confirmed.
    pub async fn confirm(&self, token: &SecretToken) -> Result<(), ManagePersonError> {
        let now = self.0.clock.now();
        let link = self.0.links.use_link(&token.digest(), now).await?;
        let person =
            link.filter(|link| link.purpose == LinkPurpose::ConfirmEmail).and_then(|link| link.person);
        let person = person.ok_or(ManagePersonError::LinkEnded)?;
        Ok(self.0.people.confirm_email(person, now).await?)
    }

    /// Sends a link to set a new password, if a person signs in with this email address. The caller can't
    /// tell whether one does.
    pub async fn send_reset_link(&self, email: &str, visitor: &Visitor) -> Result<(), ManagePersonError> {
        let Ok(email) = email.parse::<Email>() else { return Ok(()) };
        let suspects = ThrottleSubjects::new(&format!("reset {email}"), &visitor.address);
        self.admit(&suspects).await?;
        self.0.sign_in_throttle.fail(&suspects).await?;
        let Some(person) = self.0.people.person_by_email(&email).await? else { return Ok(()) };
        let token = self.add_link(&person, LinkPurpose::ResetPassword, Self::RESET).await?;
        let link = format!("{}/reset/{}", self.0.public_url, token.reveal());
        self.send(&person, Occasion::ResetPassword(&link)).await;
        Ok(())
    }

    /// Whether a link to a new password is still valid.
    pub async fn may_reset(&self, token: &SecretToken) -> Result<bool, StoreError> {
        let link = self.0.links.link(&token.digest(), self.0.clock.now()).await?;
        Ok(link.is_some_and(|link| link.purpose == LinkPurpose::ResetPassword))
    }

    /// Sets the password by a link. Ends all sessions of the person.
    pub async fn reset(&self, token: &SecretToken, password: &str) -> Result<(), ManagePersonError> {
        let now = self.0.clock.now();
        let link = self.0.links.link(&token.digest(), now).await?;
        let link = link
            .filter(|link| link.purpose == LinkPurpose::ResetPassword)
            .ok_or(ManagePersonError::LinkEnded)?;
        let person = match link.person {
            Some(person) => self.0.people.person(person).await?,
            None => None,
        };
        let person = person.ok_or(ManagePersonError::LinkEnded)?;
        let password = NewPassword::new(password, &person.email)?;
        let hash = self.0.passwords.hash(&password).await?;
        self.0.links.use_link(&link.digest, now).await?.ok_or(ManagePersonError::LinkEnded)?;
        self.0.people.set_password(person.id, &hash, None).await?;
        // Using the link shows that emails arrive.
        self.0.people.confirm_email(person.id, now).await?;
        self.send(&person, Occasion::PasswordChanged).await;
        Ok(())
    }

    /// Changes the password. All other browsers have to sign in again.
    pub async fn change_password(
        &self,
        visit: &Visit,
        current: &str,
        new: &str,
    ) -> Result<(), ManagePersonError> {
        self.prove(visit, current).await?;
        let password = NewPassword::new(new, &visit.person.email)?;
        let hash = self.0.passwords.hash(&password).await?;
        self.0.people.set_password(visit.person.id, &hash, Some(&visit.session.digest)).await?;
        self.send(&visit.person, Occasion::PasswordChanged).await;
        Ok(())
    }

    /// The secret for an authenticator that is being set up. Nothing is stored until a code proves that it works.
    #[must_use]
    pub fn next_secret(&self, person: &Person) -> OneTimeSecret {
        self.0.secrets.of(person.id, person.second_factor.generation.wrapping_add(1))
    }

    /// Requires codes from now on. Only the return value holds the recovery codes.
    pub async fn enable_codes(
        &self,
        visit: &Visit,
        code: &str,
    ) -> Result<Vec<RecoveryCode>, ManagePersonError> {
        let suspects = ThrottleSubjects::new(visit.person.email.as_str(), &visit.session.address);
        self.admit(&suspects).await?;
        let now = self.0.clock.now();
        let Some(step) = self.next_secret(&visit.person).accept(code, now, CodeStep(0)) else {
            self.0.sign_in_throttle.fail(&suspects).await?;
            return Err(ManagePersonError::Wrong);
        };
        let factor = SecondFactor {
            generation: visit.person.second_factor.generation.wrapping_add(1),
            enabled_at: Some(now),
            last_step: step,
        };
        let codes = self.replace_factor(visit, factor).await?;
        self.send(&visit.person, Occasion::SecondFactorOn).await;
        Ok(codes)
    }

    /// Turns codes of the authenticator off.
    pub async fn disable_codes(&self, visit: &Visit, password: &str) -> Result<(), ManagePersonError> {
        self.prove(visit, password).await?;
        let factor = SecondFactor { enabled_at: None, ..visit.person.second_factor };
        self.0.people.set_second_factor(visit.person.id, factor, &[], &visit.session.digest).await?;
        self.send(&visit.person, Occasion::SecondFactorOff).await;
        Ok(())
    }

    /// Replaces all recovery codes.
    pub async fn new_recovery_codes(
        &self,
        visit: &Visit,
        password: &str,
    ) -> Result<Vec<RecoveryCode>, ManagePersonError> {
        self.prove(visit, password).await?;
        self.replace_factor(visit, visit.person.second_factor).await
    }

    /// How many recovery codes a person has left.
    pub async fn recovery_codes_left(&self, person: &Person) -> Result<u32, StoreError> {
        self.0.people.recovery_codes_left(person.id).await
    }

    /// Changes the language of pages and emails.
    pub async fn speak(&self, person: &Person, language: Language) -> Result<(), StoreError> {
        self.0.people.set_language(person.id, language).await
    }

    async fn replace_factor(
        &self,
        visit: &Visit,
        factor: SecondFactor,
    ) -> Result<Vec<RecoveryCode>, ManagePersonError> {
        let codes = (0..RecoveryCode::MANY).map(|_| RecoveryCode::random()).collect::<Result<Vec<_>, _>>()?;
        let digests: Vec<_> = codes.iter().map(RecoveryCode::digest).collect();
        self.0.people.set_second_factor(visit.person.id, factor, &digests, &visit.session.digest).await?;
        Ok(codes)
    }

    /// Changing how to sign in requires the password again, so that an open browser is not enough.
    async fn prove(&self, visit: &Visit, password: &str) -> Result<(), ManagePersonError> {
        let suspects = ThrottleSubjects::new(visit.person.email.as_str(), &visit.session.address);
        self.admit(&suspects).await?;
        if self.0.passwords.matches(password, Some(&visit.person.password_hash)).await? {
            return Ok(self.0.sign_in_throttle.succeed(&suspects).await?);
        }
        self.0.sign_in_throttle.fail(&suspects).await?;
        Err(ManagePersonError::Wrong)
    }

    async fn admit(&self, suspects: &ThrottleSubjects) -> Result<(), ManagePersonError> {
        match self.0.sign_in_throttle.wait(suspects).await? {
            Some(wait) => Err(ManagePersonError::TooMany(wait)),
            None => Ok(()),
        }
    }

    async fn add_link(
        &self,
        person: &Person,
        purpose: LinkPurpose,
        lasts: Duration,
    ) -> Result<SecretToken, ManagePersonError> {
        let token = SecretToken::random()?;
        let link = Link {
            digest: token.digest(),
            purpose,
            account: person.account,
            person: Some(person.id),
            expires_at: self.0.clock.now().checked_add(lasts).unwrap_or(Timestamp::MAX),
        };
        self.0.links.add_link(&link).await?;
        Ok(token)
    }

    /// A change stays even if its email can't be sent; the log informs the operator.
    async fn send(&self, person: &Person, occasion: Occasion<'_>) {
        let letter = write(&person.email, person.language, occasion);
        if let Err(error) = self.0.mailer.send(&letter).await {
            tracing::warn!(%error, person = %person.id, subject = letter.subject, "a letter was not sent");
        }
    }
}
