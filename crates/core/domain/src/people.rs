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

/// A person who may sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub id: PersonId,
    /// The account whose keys and credits they see.
    pub account: AccountId,
    /// Their email address, which they sign in with.
    pub email: Email,
    /// When they confirmed their email address.
    pub confirmed_at: Option<Timestamp>,
    /// The argon2id hash of their password.
    pub password_hash: String,
    /// The language of pages and emails.
    pub language: Language,
    /// The second factor, once it is set up.
    pub second_factor: SecondFactor,
    /// When they signed up.
    pub created_at: Timestamp,
}

/// The state of a person's second factor: codes of an authenticator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecondFactor {
    /// Which of the secrets that derive from the installation's secret is theirs. A new one invalidates older
    /// ones.
    pub generation: u32,
    /// Since when codes are required; `None` if they are not.
    pub enabled_at: Option<Timestamp>,
    /// The last code that was accepted. No code is accepted twice.
    pub last_step: CodeStep,
}

/// A browser that is signed in, or in the process of signing in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The hash of the browser's secret.
    pub digest: Digest,
    /// The person who signs in.
    pub person: PersonId,
    /// The stage of signing in.
    pub stage: SessionStage,
    /// Whether the pages show live or test credits.
    pub mode: KeyMode,
    /// The IP address that it was opened from.
    pub address: String,
    /// The browser's user agent, cut to a bounded length.
    pub agent: String,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it was last used, to within some minutes.
    pub seen_at: Timestamp,
    pub expires_at: Timestamp,
}

impl Session {
    const LONGEST_AGENT: usize = 200;

    /// The user agent in a header, as it is stored.
    #[must_use]
    pub fn agent_from(header: &str) -> String {
        header.chars().filter(|letter| !letter.is_control()).take(Self::LONGEST_AGENT).collect()
    }
}

/// The stage of signing in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionStage {
    /// The password was right; a code is still required.
    Half,
    /// The person is signed in.
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

/// What a link that was sent to a person lets them do, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Confirm their email address.
    ConfirmEmail,
    /// Choose a new password.
    ResetPassword,
    /// Sign up for an account that has no person, such as the owner's account of a new installation.
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
    /// The hash of its secret.
    pub digest: Digest,
    /// What it lets its bearer do.
    pub purpose: LinkPurpose,
    /// The account that it is for.
    pub account: AccountId,
    /// The person that it is for; a claim has none.
    pub person: Option<PersonId>,
    pub expires_at: Timestamp,
}
