//! Emails over real connections to a small mail server in the process.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod mail_server;

use std::time::Duration;

use mail_server::{Behaviour, MailServer};
use ports::{EmailMessage, MailError, Mailer};
use providers::mail::{MailSettings, MailTls, SmtpMailer};
use tokio::net::TcpListener;

fn email() -> EmailMessage {
    EmailMessage {
        to: "ann@example.org".to_owned(),
        subject: "Xác nhận địa chỉ của bạn".to_owned(),
        text: "Xin chào,\n\nhttps://rankwright.example/confirm?token=abc\n.\nBye\n".to_owned(),
    }
}

fn settings(server: &MailServer, tls: MailTls) -> MailSettings {
    MailSettings {
        host: Some("localhost".to_owned()),
        port: Some(server.port),
        tls,
        from: Some("Rankwright <noreply@rankwright.example>".to_owned()),
        ca_file: Some(server.ca_file()),
        ..MailSettings::default()
    }
}

fn with_password(settings: MailSettings) -> MailSettings {
    MailSettings { user: Some("user".to_owned()), password: Some("secret".into()), ..settings }
}

fn mailer(settings: &MailSettings) -> SmtpMailer {
    SmtpMailer::new(settings).unwrap().unwrap()
}

#[tokio::test]
async fn letters_arrive_whole() {
    let server = MailServer::open(Behaviour::default()).await;
    mailer(&settings(&server, MailTls::None)).send(&email()).await.unwrap();
    let received = server.next().await;
    assert_eq!(received.from, "<noreply@rankwright.example>");
    assert_eq!(received.to, ["<ann@example.org>"]);
    assert!(!received.encrypted && received.credentials.is_none());
    for header in [
        "From: Rankwright <noreply@rankwright.example>\r\n",
        "To: ann@example.org\r\n",
        "Auto-Submitted: auto-generated\r\n",
        "Content-Type: text/plain; charset=utf-8\r\n",
    ] {
        assert!(received.data.contains(header), "{header:?} in {}", received.data);
    }
    assert!(received.data.contains("@rankwright.example>\r\n"), "the id names its maker: {}", received.data);
    assert!(!received.data.contains("Xác nhận"), "what is not ASCII is encoded in headers");
}

#[tokio::test]
async fn letters_and_passwords_are_encrypted_where_the_settings_say_so() {
    let server = MailServer::open(Behaviour { offers_encryption: true, ..Behaviour::default() }).await;
    mailer(&with_password(settings(&server, MailTls::Starttls))).send(&email()).await.unwrap();
    let received = server.next().await;
    assert!(received.encrypted);
    assert_eq!(received.credentials.as_deref(), Some("\0user\0secret"));
}

#[tokio::test]
async fn encryption_can_begin_with_the_first_byte() {
    let server = MailServer::open(Behaviour { encrypts_at_once: true, ..Behaviour::default() }).await;
    mailer(&with_password(settings(&server, MailTls::Implicit))).send(&email()).await.unwrap();
    assert!(server.next().await.encrypted);
}

#[tokio::test]
async fn nothing_is_sent_in_the_clear_instead() {
    let server = MailServer::open(Behaviour::default()).await;
    let error =
        mailer(&with_password(settings(&server, MailTls::Starttls))).send(&email()).await.unwrap_err();
    assert!(matches!(error, MailError::Unavailable(_)), "{error}");
    assert_eq!(server.emails().await, 0);
}

#[tokio::test]
async fn servers_that_nobody_vouches_for_get_nothing() {
    let server = MailServer::open(Behaviour { offers_encryption: true, ..Behaviour::default() }).await;
    let strangers = MailSettings { ca_file: None, ..with_password(settings(&server, MailTls::Starttls)) };
    let error = mailer(&strangers).send(&email()).await.unwrap_err();
    assert!(
        matches!(error, MailError::Unavailable(_)) && error.to_string().contains("certificate"),
        "{error}"
    );
    assert_eq!(server.emails().await, 0);
}

#[tokio::test]
async fn refusals_are_told_from_outages() {
    let refusing =
        MailServer::open(Behaviour { recipient: "550 no such user", ..Behaviour::default() }).await;
    let error = mailer(&settings(&refusing, MailTls::None)).send(&email()).await.unwrap_err();
    assert!(matches!(&error, MailError::Refused(text) if text.contains("no such user")), "{error}");
    let busy = MailServer::open(Behaviour { recipient: "451 come back later", ..Behaviour::default() }).await;
    let error = mailer(&settings(&busy, MailTls::None)).send(&email()).await.unwrap_err();
    assert!(matches!(error, MailError::Unavailable(_)), "{error}");
}

#[tokio::test]
async fn servers_are_greeted_to_see_whether_they_answer() {
    let server = MailServer::open(Behaviour { offers_encryption: true, ..Behaviour::default() }).await;
    mailer(&with_password(settings(&server, MailTls::Starttls))).check().await.unwrap();
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let gone = MailSettings { port: Some(nobody), ..settings(&server, MailTls::None) };
    assert!(matches!(mailer(&gone).check().await, Err(MailError::Unavailable(_))));
}

#[tokio::test]
async fn letters_that_nobody_can_get_are_not_sent() {
    let server = MailServer::open(Behaviour::default()).await;
    let mailer = mailer(&settings(&server, MailTls::None));
    for (to, subject) in [
        ("nobody", "Hello"),
        ("a@example.org\r\nRCPT TO:<b@example.org>", "Hello"),
        ("a@example.org", "Hello\r\nBcc: b@example.org"),
        ("a@example.org", &"long ".repeat(200)),
    ] {
        let email = EmailMessage { to: to.to_owned(), subject: subject.to_owned(), ..email() };
        assert!(matches!(mailer.send(&email).await, Err(MailError::EmailMessage(_))), "{to:?} {subject:?}");
    }
    assert_eq!(server.emails().await, 0);
}

#[tokio::test(start_paused = true)]
async fn silent_servers_are_left_in_time() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = MailSettings {
        host: Some("127.0.0.1".to_owned()),
        port: Some(listener.local_addr().unwrap().port()),
        tls: MailTls::None,
        from: Some("noreply@rankwright.example".to_owned()),
        ..MailSettings::default()
    };
    let mailer = mailer(&silent);
    let sent = tokio::time::timeout(Duration::from_mins(1), mailer.send(&letter_in_ascii())).await;
    assert!(matches!(sent, Ok(Err(MailError::Unavailable(_)))), "{sent:?}");
}

fn letter_in_ascii() -> EmailMessage {
    EmailMessage { subject: "Hello".to_owned(), ..email() }
}

#[test]
fn certificates_that_are_none_are_refused_by_name() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let settings = |path: std::path::PathBuf| MailSettings {
        host: Some("localhost".to_owned()),
        from: Some("noreply@rankwright.example".to_owned()),
        ca_file: Some(path),
        ..MailSettings::default()
    };
    std::fs::write(file.path(), "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n").unwrap();
    for path in [file.path().to_owned(), "/nowhere/ca.pem".into()] {
        match SmtpMailer::new(&settings(path)) {
            Err(error) => assert_eq!(error.setting, "mail.ca_file"),
            Ok(_) => panic!("a file without a certificate was taken"),
        }
    }
}
