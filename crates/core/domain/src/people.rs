//! People who sign in to the dashboard: each belongs to one account.

mod attempts;
mod email;
mod one_time_codes;
mod password;
mod recovery_codes;
mod tokens;

pub use attempts::{Attempts, Throttle};
pub use email::{Email, InvalidEmail};
pub use one_time_codes::{CodeStep, OneTimeSecret, OneTimeSecrets};
pub use password::{NewPassword, WeakPassword};
pub use recovery_codes::{InvalidRecoveryCode, RecoveryCode};
pub use tokens::{Digest, InvalidToken, SecretToken};

use crate::Timestamp;
use crate::api_keys::KeyMode;
use crate::ids::{AccountId, PersonId};
use crate::locale::Language;

/// Somebody who may sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Identifier.
    pub id: PersonId,
    /// Whose keys and credits they see.
    pub account: AccountId,
    /// Where emails reach them, and the name they sign in with.
    pub email: Email,
    /// When they proved that emails reach them.
    pub confirmed_at: Option<Timestamp>,
    /// Their password, as argon2id keeps it.
    pub password_hash: String,
    /// The language of pages and emails.
    pub language: Language,
    /// The second factor, once it is set up.
    pub second_factor: SecondFactor,
    /// When they signed up.
    pub created_at: Timestamp,
}

/// Where somebody stands with codes of an authenticator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecondFactor {
    /// Which of the secrets that derive from the installation's is theirs. A new one makes older ones useless.
    pub generation: u32,
    /// Since when codes are asked for; `None` means that they are not.
    pub enabled_at: Option<Timestamp>,
    /// The last code that was taken: none is taken twice.
    pub last_step: CodeStep,
}

/// A browser that is signed in, or on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// What the browser's secret hashes to.
    pub digest: Digest,
    /// Who.
    pub person: PersonId,
    /// How far they are.
    pub stage: SessionStage,
    /// Whose credits the pages show.
    pub mode: KeyMode,
    /// The address it was opened from.
    pub address: String,
    /// What the browser calls itself, cut to a sane length.
    pub agent: String,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it was last used, to within some minutes.
    pub seen_at: Timestamp,
    /// When it ends.
    pub expires_at: Timestamp,
}

impl Session {
    const LONGEST_AGENT: usize = 200;

    /// What a browser calls itself, as it is kept.
    #[must_use]
    pub fn agent_from(header: &str) -> String {
        header.chars().filter(|letter| !letter.is_control()).take(Self::LONGEST_AGENT).collect()
    }
}

/// How far somebody is with signing in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionStage {
    /// The password was right; a code is still asked for.
    Half,
    /// Signed in.
    Full,
}

impl SessionStage {
    /// The name in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::Full => "full",
        }
    }

    /// The stage of a stored name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Half, Self::Full].into_iter().find(|stage| stage.as_str() == name)
    }
}

/// What a link that was sent to somebody lets them do, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Prove that emails reach them.
    ConfirmEmail,
    /// Choose a new password.
    ResetPassword,
    /// Become the person of an account that has none, such as the owner's of a new installation.
    ClaimAccount,
}

impl LinkPurpose {
    const ALL: [Self; 3] = [Self::ConfirmEmail, Self::ResetPassword, Self::ClaimAccount];

    /// The name in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ConfirmEmail => "confirm_email",
            Self::ResetPassword => "reset_password",
            Self::ClaimAccount => "claim_account",
        }
    }

    /// The purpose of a stored name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.as_str() == name)
    }
}

/// A link that was made and not yet used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What its secret hashes to.
    pub digest: Digest,
    /// What it lets its bearer do.
    pub purpose: LinkPurpose,
    /// The account it is about.
    pub account: AccountId,
    /// The person it is about; a claim has none.
    pub person: Option<PersonId>,
    /// When it ends.
    pub expires_at: Timestamp,
}
