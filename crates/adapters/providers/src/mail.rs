//! Emails through the operator's SMTP server, or into the log without one.

mod log;
mod settings;
mod smtp;

use std::sync::Arc;

use ports::Mailer;

pub use log::LogMailer;
pub use settings::{MailSettings, MailSetupError, MailTls};
pub use smtp::SmtpMailer;

/// The mailer of these settings: an SMTP server, or the log, where the operator finds the emails.
pub fn open(settings: &MailSettings) -> Result<Arc<dyn Mailer>, MailSetupError> {
    Ok(match SmtpMailer::new(settings)? {
        Some(mailer) => Arc::new(mailer),
        None => Arc::new(LogMailer),
    })
}
