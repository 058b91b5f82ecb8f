//! Sending emails to people.

use async_trait::async_trait;

/// An email to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailMessage {
    /// The email address of the recipient.
    pub to: String,
    /// The subject on one line.
    pub subject: String,
    /// The body as plain text.
    pub text: String,
}

/// Why an email was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The email address is not possible, or the subject can't stand in a header.
    #[error("the email can't be addressed: {0}")]
    EmailMessage(String),
    /// The mail server refused the email permanently.
    #[error("the mail server refused the email: {0}")]
    Refused(String),
    /// The mail server did not answer, or refused the email for now.
    #[error("the mail server can't be reached: {0}")]
    Unavailable(String),
}

#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends an email: hands it over to a server that takes responsibility for its delivery.
    async fn send(&self, letter: &EmailMessage) -> Result<(), MailError>;
}
