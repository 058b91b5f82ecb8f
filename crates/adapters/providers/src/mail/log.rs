//! For installations without a mail server: the operator reads emails in the log and passes their links on.

use async_trait::async_trait;
use ports::{EmailMessage, MailError, Mailer};

/// Writes emails to the log.
#[derive(Debug, Clone, Copy, Default)]
pub struct LogMailer;

#[async_trait]
impl Mailer for LogMailer {
    async fn send(&self, email: &EmailMessage) -> Result<(), MailError> {
        tracing::info!(
            to = email.to,
            subject = email.subject,
            links = links(&email.text),
            text = email.text,
            "email not sent (mail.host is not set); deliver this link manually"
        );
        Ok(())
    }
}

/// The URLs in a text, ready to be copied.
fn links(text: &str) -> String {
    let words = text.split_whitespace();
    words
        .filter(|word| word.starts_with("https://") || word.starts_with("http://"))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::links;

    #[test]
    fn links_stand_by_themselves() {
        let text = "Hello,\n\nopen https://a.example/x?y=1 to sign in,\nor http://b.example/\n\nBye";
        assert_eq!(links(text), "https://a.example/x?y=1 http://b.example/");
        assert_eq!(links("nothing here"), "");
    }
}
