//! Letters over real connections to a small mail server in the process.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod post_office;

use std::time::Duration;

use mailer::{MailSettings, MailTls, SmtpMailer};
use ports::{Letter, MailError, Mailer};
use post_office::{Manners, PostOffice};
use tokio::net::TcpListener;

fn letter() -> Letter {
    Letter {
        to: "ann@example.org".to_owned(),
        subject: "Xác nhận địa chỉ của bạn".to_owned(),
        text: "Xin chào,\n\nhttps://rankwright.example/confirm?token=abc\n.\nBye\n".to_owned(),
    }
}

fn settings(office: &PostOffice, tls: MailTls) -> MailSettings {
    MailSettings {
        host: Some("localhost".to_owned()),
        port: Some(office.port),
        tls,
        from: Some("Rankwright <noreply@rankwright.example>".to_owned()),
        ca_file: Some(office.ca_file()),
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
    let office = PostOffice::open(Manners::default()).await;
    mailer(&settings(&office, MailTls::None)).send(&letter()).await.unwrap();
    let received = office.next().await;
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
    let office = PostOffice::open(Manners { offers_encryption: true, ..Manners::default() }).await;
    mailer(&with_password(settings(&office, MailTls::Starttls))).send(&letter()).await.unwrap();
    let received = office.next().await;
    assert!(received.encrypted);
    assert_eq!(received.credentials.as_deref(), Some("\0user\0secret"));
}

#[tokio::test]
async fn encryption_can_begin_with_the_first_byte() {
    let office = PostOffice::open(Manners { encrypts_at_once: true, ..Manners::default() }).await;
    mailer(&with_password(settings(&office, MailTls::Implicit))).send(&letter()).await.unwrap();
    assert!(office.next().await.encrypted);
}

#[tokio::test]
async fn nothing_is_sent_in_the_clear_instead() {
    let office = PostOffice::open(Manners::default()).await;
    let error =
        mailer(&with_password(settings(&office, MailTls::Starttls))).send(&letter()).await.unwrap_err();
    assert!(matches!(error, MailError::Unavailable(_)), "{error}");
    assert_eq!(office.letters().await, 0);
}

#[tokio::test]
async fn servers_that_nobody_vouches_for_get_nothing() {
    let office = PostOffice::open(Manners { offers_encryption: true, ..Manners::default() }).await;
    let strangers = MailSettings { ca_file: None, ..with_password(settings(&office, MailTls::Starttls)) };
    let error = mailer(&strangers).send(&letter()).await.unwrap_err();
    assert!(
        matches!(error, MailError::Unavailable(_)) && error.to_string().contains("certificate"),
        "{error}"
    );
    assert_eq!(office.letters().await, 0);
}

#[tokio::test]
async fn refusals_are_told_from_outages() {
    let refusing = PostOffice::open(Manners { recipient: "550 no such user", ..Manners::default() }).await;
    let error = mailer(&settings(&refusing, MailTls::None)).send(&letter()).await.unwrap_err();
    assert!(matches!(&error, MailError::Refused(text) if text.contains("no such user")), "{error}");
    let busy = PostOffice::open(Manners { recipient: "451 come back later", ..Manners::default() }).await;
    let error = mailer(&settings(&busy, MailTls::None)).send(&letter()).await.unwrap_err();
    assert!(matches!(error, MailError::Unavailable(_)), "{error}");
}

#[tokio::test]
async fn servers_are_greeted_to_see_whether_they_answer() {
    let office = PostOffice::open(Manners { offers_encryption: true, ..Manners::default() }).await;
    mailer(&with_password(settings(&office, MailTls::Starttls))).check().await.unwrap();
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let gone = MailSettings { port: Some(nobody), ..settings(&office, MailTls::None) };
    assert!(matches!(mailer(&gone).check().await, Err(MailError::Unavailable(_))));
}

#[tokio::test]
async fn letters_that_nobody_can_get_are_not_sent() {
    let office = PostOffice::open(Manners::default()).await;
    let mailer = mailer(&settings(&office, MailTls::None));
    for (to, subject) in [
        ("nobody", "Hello"),
        ("a@example.org\r\nRCPT TO:<b@example.org>", "Hello"),
        ("a@example.org", "Hello\r\nBcc: b@example.org"),
        ("a@example.org", &"long ".repeat(200)),
    ] {
        let letter = Letter { to: to.to_owned(), subject: subject.to_owned(), ..letter() };
        assert!(matches!(mailer.send(&letter).await, Err(MailError::Letter(_))), "{to:?} {subject:?}");
    }
    assert_eq!(office.letters().await, 0);
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

fn letter_in_ascii() -> Letter {
    Letter { subject: "Hello".to_owned(), ..letter() }
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
