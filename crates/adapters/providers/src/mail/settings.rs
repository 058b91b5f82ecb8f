//! The operator's settings of the mail server.

use std::path::PathBuf;

use lettre::message::Mailbox;
use secrecy::SecretString;
use serde::{Deserialize, Serialize, Serializer};

/// Where emails are sent, and their sender.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct MailSettings {
    /// The server; without it emails go to the log.
    pub host: Option<String>,
    /// Its port, if it is not the usual one.
    pub port: Option<u16>,
    /// How the connection is encrypted.
    pub tls: MailTls,
    /// A file with certificates (PEM) that are trusted in addition to the public ones.
    pub ca_file: Option<PathBuf>,
    /// The user name, if the server requires one.
    pub user: Option<String>,
    /// The password of that user.
    #[serde(serialize_with = "hidden")]
    pub password: Option<SecretString>,
    /// The sender of emails, such as `Rankwright <noreply@example.com>`.
    pub from: Option<String>,
}

/// How the connection to the mail server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MailTls {
    /// STARTTLS after an unencrypted greeting; without encryption nothing is sent.
    #[default]
    Starttls,
    /// Encrypted from the first byte.
    Implicit,
    /// Not encrypted at all.
    None,
}

impl MailTls {
    /// The usual port for this encryption.
    #[must_use]
    pub const fn usual_port(self) -> u16 {
        match self {
            Self::Starttls => 587,
            Self::Implicit => 465,
            Self::None => 25,
        }
    }
}

/// A setting with which no email can be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{setting} {reason}")]
pub struct MailSetupError {
    /// The setting's full name.
    pub setting: &'static str,
    /// The reason, in words that continue the setting's name.
    pub reason: String,
}

impl MailSetupError {
    pub(crate) fn new(setting: &'static str, reason: impl Into<String>) -> Self {
        Self { setting, reason: reason.into() }
    }
}

impl MailSettings {
    /// Finds settings that contradict each other. Does not contact the server.
    pub fn check(&self) -> Result<(), MailSetupError> {
        let refuse = |setting, reason: &str| Err(MailSetupError::new(setting, reason));
        let Some(host) = self.host.as_deref() else {
            let others = [self.user.is_some(), self.password.is_some(), self.from.is_some()];
            let needed = others.contains(&true);
            return if needed {
                refuse("mail.host", "is not set, but other settings of mail are")
            } else {
                Ok(())
            };
        };
        if host.is_empty() || host.contains(|email: char| email.is_whitespace() || "/@".contains(email)) {
            return refuse("mail.host", "must be the name of a server, such as smtp.example.com");
        }
        if self.port == Some(0) {
            return refuse("mail.port", "must be in 1..65535");
        }
        self.sender()?;
        match (&self.user, &self.password) {
            (Some(_), None) => refuse("mail.password", "is not set, but mail.user is"),
            (None, Some(_)) => refuse("mail.user", "is not set, but mail.password is"),
            (Some(_), Some(_)) if self.tls == MailTls::None && !is_this_machine(host) => {
                refuse("mail.tls", "must not be none where a password is sent to another machine")
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn sender(&self) -> Result<Mailbox, MailSetupError> {
        let from = self.from.as_deref();
        let from = from.ok_or_else(|| MailSetupError::new("mail.from", "is not set, but mail.host is"))?;
        from.parse().map_err(|_| {
            let reason = format!("{from:?} is not an address such as Rankwright <noreply@example.com>");
            MailSetupError::new("mail.from", reason)
        })
    }

    /// The port of the mail server.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port.unwrap_or_else(|| self.tls.usual_port())
    }
}

fn is_this_machine(host: &str) -> bool {
    let address = host.parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn hidden<S: Serializer>(secret: &Option<SecretString>, serializer: S) -> Result<S::Ok, S::Error> {
    match secret {
        Some(_) => serializer.serialize_str("(set, not shown)"),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> MailSettings {
        MailSettings {
            host: Some("smtp.example.com".to_owned()),
            from: Some("Rankwright <noreply@example.com>".to_owned()),
            user: Some("user".to_owned()),
            password: Some("password".into()),
            ..MailSettings::default()
        }
    }

    fn refused(settings: &MailSettings) -> &'static str {
        settings.check().unwrap_err().setting
    }

    #[test]
    fn settings_that_do_not_go_together_are_refused_by_name() {
        assert_eq!(settings().check(), Ok(()));
        assert_eq!(MailSettings::default().check(), Ok(()), "emails go to the log");
        assert_eq!(refused(&MailSettings { host: None, ..settings() }), "mail.host");
        assert_eq!(refused(&MailSettings { host: Some("smtp://x".to_owned()), ..settings() }), "mail.host");
        assert_eq!(refused(&MailSettings { from: None, ..settings() }), "mail.from");
        assert_eq!(refused(&MailSettings { from: Some("nobody".to_owned()), ..settings() }), "mail.from");
        assert_eq!(refused(&MailSettings { password: None, ..settings() }), "mail.password");
        assert_eq!(refused(&MailSettings { user: None, ..settings() }), "mail.user");
        assert_eq!(refused(&MailSettings { port: Some(0), ..settings() }), "mail.port");
    }

    #[test]
    fn passwords_travel_in_the_clear_within_this_machine_only() {
        let in_the_clear =
            |host: &str| MailSettings { host: Some(host.to_owned()), tls: MailTls::None, ..settings() };
        assert_eq!(refused(&in_the_clear("smtp.example.com")), "mail.tls");
        for host in ["localhost", "127.0.0.1", "::1"] {
            assert_eq!(in_the_clear(host).check(), Ok(()), "{host}");
        }
        let open = MailSettings { user: None, password: None, ..in_the_clear("relay.example.com") };
        assert_eq!(open.check(), Ok(()));
    }

    #[test]
    fn ports_follow_the_encryption() {
        let port = |port, tls| MailSettings { port, tls, ..settings() }.port();
        assert_eq!(port(None, MailTls::Starttls), 587);
        assert_eq!(port(None, MailTls::Implicit), 465);
        assert_eq!(port(None, MailTls::None), 25);
        assert_eq!(port(Some(2525), MailTls::None), 2525);
    }
}
