//! Letters to people.

use async_trait::async_trait;

/// An email to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailMessage {
    /// The address of whom it is for.
    pub to: String,
    /// What it is about, in one line.
    pub subject: String,
    /// What it says, without markup.
    pub text: String,
}

/// Why an email was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Nobody can have this address, or the subject can't stand in a header.
    #[error("the email can't be addressed: {0}")]
    EmailMessage(String),
    /// The mail server said no; it will say so again.
    #[error("the mail server refused the email: {0}")]
    Refused(String),
    /// The mail server did not answer, or not now.
    #[error("the mail server can't be reached: {0}")]
    Unavailable(String),
}

/// Sends emails.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends an email: hands it over to somebody who promises to deliver it.
    async fn send(&self, letter: &EmailMessage) -> Result<(), MailError>;
}
