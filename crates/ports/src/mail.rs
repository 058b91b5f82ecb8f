//! Letters to people.

use async_trait::async_trait;
use domain::people::Email;

/// A letter in plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// To whom.
    pub to: Email,
    /// What it is about.
    pub subject: String,
    /// What it says.
    pub body: String,
}

/// Why a letter was not sent.
#[derive(Debug, thiserror::Error)]
#[error("the letter could not be sent: {0}")]
pub struct MailError(pub String);

/// Sends letters.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands a letter over for delivery.
    async fn send(&self, letter: &Letter) -> Result<(), MailError>;
}
