//! Emails through an SMTP server.

use std::time::Duration;

use async_trait::async_trait;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use ports::{EmailMessage, MailError, Mailer};
use secrecy::ExposeSecret;
use uuid::Uuid;

use crate::mail::settings::{MailSettings, MailSetupError, MailTls};

/// Sends emails to an SMTP server, each over its own connection: there are few.
pub struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl SmtpMailer {
    /// The time limit of one exchange with the server.
    const ANSWER_LIMIT: Duration = Duration::from_secs(10);
    /// The time limit of all exchanges of one email.
    const LETTER_LIMIT: Duration = Duration::from_secs(30);
    /// The longest subject, in bytes.
    const LONGEST_SUBJECT: usize = 500;

    /// A mailer for the server in the settings; `None` if they name no server.
    pub fn new(settings: &MailSettings) -> Result<Option<Self>, MailSetupError> {
        settings.check()?;
        let Some(host) = &settings.host else { return Ok(None) };
        let from = settings.sender()?;
        let tls = match settings.tls {
            MailTls::None => Tls::None,
            MailTls::Starttls => Tls::Required(tls_parameters(host, settings)?),
            MailTls::Implicit => Tls::Wrapper(tls_parameters(host, settings)?),
        };
        // The name warns of connections without encryption, which only the setting `none` makes.
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(settings.port())
            .tls(tls)
            .hello_name(ClientId::Domain(from.email.domain().to_owned()))
            .timeout(Some(Self::ANSWER_LIMIT));
        if let (Some(user), Some(password)) = (&settings.user, &settings.password) {
            let credentials = Credentials::new(user.clone(), password.expose_secret().to_owned());
            builder = builder.credentials(credentials);
        }
        Ok(Some(Self { transport: builder.build(), from }))
    }

    /// Checks that the server responds and accepts our password.
    pub async fn check(&self) -> Result<(), MailError> {
        let greeted = in_time(self.transport.test_connection()).await?;
        if greeted {
            Ok(())
        } else {
            Err(MailError::Unavailable("it does not answer as one does".to_owned()))
        }
    }

    fn message(&self, email: &EmailMessage) -> Result<Message, MailError> {
        let flawed = |flaw: &str| MailError::EmailMessage(flaw.to_owned());
        let to: Address = email.to.parse().map_err(|_| flawed("the address is none"))?;
        if email.subject.len() > Self::LONGEST_SUBJECT || email.subject.chars().any(char::is_control) {
            return Err(flawed("the subject is not one short line"));
        }
        let id = format!("<{}@{}>", Uuid::now_v7().simple(), self.from.email.domain());
        // Keeps auto-responders from answering.
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(&email.subject)
            .message_id(Some(id))
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .header(ContentType::TEXT_PLAIN)
            .body(email.text.clone())
            .map_err(|error| MailError::EmailMessage(error.to_string()))
    }
}

fn tls_parameters(host: &str, settings: &MailSettings) -> Result<TlsParameters, MailSetupError> {
    let mut parameters = TlsParameters::builder(host.to_owned());
    if let Some(file) = &settings.ca_file {
        let refuse = |reason: String| MailSetupError::new("mail.ca_file", reason);
        let pem = std::fs::read(file).map_err(|error| refuse(format!("can't be read: {error}")))?;
        let certificate =
            Certificate::from_pem(&pem).map_err(|error| refuse(format!("holds no certificate: {error}")))?;
        parameters = parameters.add_root_certificate(certificate);
    }
    parameters.build_rustls().map_err(|error| MailSetupError::new("mail.host", error.to_string()))
}

async fn in_time<T>(
    work: impl Future<Output = Result<T, lettre::transport::smtp::Error>>,
) -> Result<T, MailError> {
    match tokio::time::timeout(SmtpMailer::LETTER_LIMIT, work).await {
        Ok(outcome) => outcome.map_err(|error| failure(&error)),
        Err(_) => Err(MailError::Unavailable("it takes too long".to_owned())),
    }
}

/// With its causes, because the error itself only says that there is one.
fn failure(error: &lettre::transport::smtp::Error) -> MailError {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let said = inner.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        cause = inner.source();
    }
    if error.is_permanent() { MailError::Refused(text) } else { MailError::Unavailable(text) }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, email: &EmailMessage) -> Result<(), MailError> {
        let message = self.message(email)?;
        in_time(self.transport.send(message)).await.map(|_| ())
    }
}
