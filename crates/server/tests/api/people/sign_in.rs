//! Passwords: right, wrong, guessed, forgotten and changed.

use super::browser::{Browser, PASSWORD};
use crate::support::{builder, server};

#[tokio::test]
async fn the_right_password_opens_and_the_wrong_one_says_nothing() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let out = browser.send("/dashboard/logout", &[]).await;
    assert_eq!(out.location(), "/login");
    assert_eq!(browser.get("/dashboard").await.status, 303);

    let wrong = browser.log_in("lan@example.com", "correct horse batterx").await;
    let unknown = browser.log_in("nobody@example.com", PASSWORD).await;
    assert_eq!((wrong.status, unknown.status), (422, 422));
    let same = |body: &str| body.replace("lan@example.com", "").replace("nobody@example.com", "");
    assert_eq!(same(&wrong.body), same(&unknown.body), "nobody learns who has an account");
    let right = browser.log_in("Lan@Example.com ", PASSWORD).await;
    assert_eq!((right.status, right.location()), (303, "/dashboard/keys"));
}

#[tokio::test]
async fn whoever_guesses_has_to_wait() {
    let server = server();
    let mut victim = Browser::new(&server);
    victim.sign_up("lan@example.com").await;
    let mut guesser = Browser::new(&server);
    for guess in 0..6 {
        assert_eq!(guesser.log_in("lan@example.com", &format!("wrong guess {guess}")).await.status, 422);
    }
    assert_eq!(guesser.log_in("lan@example.com", "wrong guess 7").await.status, 429);
    assert_eq!(guesser.log_in("lan@example.com", PASSWORD).await.status, 429, "the right one waits as well");
    assert_eq!(victim.get("/dashboard").await.status, 200, "who is signed in stays so");
    let mut other = Browser::new(&server);
    other.sign_up("minh@example.com").await;
}

#[tokio::test]
async fn a_planted_session_is_not_taken_over() {
    let server = server();
    let mut attacker = Browser::new(&server);
    attacker.sign_up("attacker@example.com").await;
    let planted = attacker.cookies["__Host-session"].clone();
    let mut victim = Browser::new(&server);
    victim.sign_up("victim@example.com").await;
    victim.cookies.insert("__Host-session".to_owned(), planted.clone());
    let _ = victim.log_in("victim@example.com", PASSWORD).await;
    assert_ne!(victim.cookies["__Host-session"], planted, "signing in makes a new session");
    assert!(victim.read("/dashboard/settings").await.contains("victim@example.com"));
    assert!(attacker.read("/dashboard/settings").await.contains("attacker@example.com"));
    victim.cookies.insert("__Host-session".to_owned(), "0".repeat(43));
    assert_eq!(victim.get("/dashboard").await.status, 303);
}

#[tokio::test]
async fn an_address_belongs_to_one_person() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let mut other = Browser::new(&server);
    let fields = [("email", "LAN@example.com"), ("password", "another long one")];
    let answer = other.send_bare("/signup", &fields).await;
    assert_eq!(answer.status, 422);
    assert!(answer.body.contains("email-error"));
    let weak = other.send_bare("/signup", &[("email", "b@example.com"), ("password", "password12")]).await;
    assert!(weak.status == 422 && weak.body.contains("password-error"));
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_by_a_letter_once() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let mut forgetful = Browser::new(&server);
    let known = forgetful.send_bare("/forgot", &[("email", "lan@example.com")]).await;
    let unknown = forgetful.send_bare("/forgot", &[("email", "nobody@example.com")]).await;
    assert_eq!((known.status, &known.body), (200, &unknown.body), "nobody learns who has an account");

    let log = server.log_with("/reset/");
    let path = log.split(&server.url).find(|rest| rest.starts_with("/reset/")).unwrap();
    let path: String = path.chars().take("/reset/".len() + 43).collect();
    assert_eq!(forgetful.send_bare(&path, &[("password", "short")]).await.status, 422);
    let done = forgetful.send_bare(&path, &[("password", "a brand new phrase")]).await;
    assert_eq!(done.location(), "/login?done=reset");
    assert_eq!(forgetful.send_bare(&path, &[("password", "yet another phrase")]).await.status, 404);
    assert_eq!(browser.get("/dashboard").await.status, 303, "everybody has to sign in again");
    assert_eq!(forgetful.log_in("lan@example.com", PASSWORD).await.status, 422);
    assert_eq!(forgetful.log_in("lan@example.com", "a brand new phrase").await.status, 303);
}

#[tokio::test]
async fn a_changed_password_ends_other_sessions_only() {
    let server = server();
    let (mut here, mut there) = (Browser::new(&server), Browser::new(&server));
    here.sign_up("lan@example.com").await;
    let _ = there.log_in("lan@example.com", PASSWORD).await;
    let wrong = [("current", "not my password"), ("new", "a brand new phrase")];
    assert_eq!(here.send("/dashboard/settings/password", &wrong).await.status, 422);
    let right = [("current", PASSWORD), ("new", "a brand new phrase")];
    let answer = here.send("/dashboard/settings/password", &right).await;
    assert_eq!(answer.location(), "/dashboard/settings?done=password", "{}", answer.body);
    assert_eq!(here.get("/dashboard").await.status, 200);
    assert_eq!(there.get("/dashboard").await.status, 303);
}

#[tokio::test]
async fn an_address_is_confirmed_by_a_press() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    assert!(browser.read("/dashboard/settings").await.contains("not confirmed"));
    let log = server.log_with("/confirm/");
    let path = log.split(&server.url).find(|rest| rest.starts_with("/confirm/")).unwrap();
    let path: String = path.chars().take("/confirm/".len() + 43).collect();
    let _ = browser.read(&path).await;
    assert!(browser.read("/dashboard/settings").await.contains("not confirmed"), "a look confirms nothing");
    assert_eq!(browser.send_bare(&path, &[]).await.status, 303);
    assert!(!browser.read("/dashboard/settings").await.contains("not confirmed"));
}

#[tokio::test]
async fn the_banner_about_an_unconfirmed_email_needs_a_mail_server() {
    let without = server();
    let mut browser = Browser::new(&without);
    browser.sign_up("lan@example.com").await;
    assert!(!browser.read("/dashboard").await.contains("Confirm your email address."));
    assert!(browser.read("/dashboard/settings").await.contains("This installation sends no emails"));

    // Nothing listens there, which only the log shows.
    let with = builder()
        .set("MAIL__HOST", "127.0.0.1")
        .set("MAIL__PORT", "9")
        .set("MAIL__FROM", "noreply@example.com")
        .start();
    let mut browser = Browser::new(&with);
    browser.sign_up("lan@example.com").await;
    let page = browser.read("/dashboard").await;
    assert!(page.contains("Confirm your email address.") && page.contains("lan@example.com"), "{page}");
    let resent = browser.send("/dashboard/settings/email/resend", &[]).await;
    assert_eq!(resent.location(), "/dashboard/settings?done=resent");
}

#[tokio::test]
async fn an_email_address_is_changed_with_the_password() {
    let server = server();
    let (mut browser, mut other) = (Browser::new(&server), Browser::new(&server));
    browser.sign_up("lan@example.com").await;
    other.sign_up("minh@example.com").await;
    let mut change = async |email: &str, password: &str| {
        let fields = [("email", email), ("current", password)];
        let answer = browser.send("/dashboard/settings/email", &fields).await;
        (answer.status, answer.location().to_owned())
    };
    assert_eq!(change("new@example.com", "not my password").await.0, 422);
    assert_eq!(change("no address", PASSWORD).await.0, 422);
    assert_eq!(change("minh@example.com", PASSWORD).await.0, 422);
    let done = change("new@example.com", PASSWORD).await;
    assert_eq!(done, (303, "/dashboard/settings?done=email".to_owned()));
    assert!(browser.read("/dashboard/settings").await.contains("new@example.com"));
    let log = server.log_with("was changed to new@example.com");
    assert!(log.contains("lan@example.com"), "the old address gets a notice: {log}");
    assert_eq!(other.log_in("lan@example.com", PASSWORD).await.status, 422);
    assert_eq!(other.log_in("new@example.com", PASSWORD).await.status, 303);
}

#[tokio::test]
async fn a_form_with_two_wrong_fields_shows_both_and_a_used_invitation_leads_to_the_login() {
    let server = server();
    let mut browser = Browser::new(&server);
    let claim = server.first_sign_in.strip_prefix(&server.url).unwrap().to_owned();
    for path in ["/signup", &claim] {
        let answer = browser.send_bare(path, &[("email", "no address"), ("password", "short")]).await;
        let both = answer.body.contains("Enter an email address") && answer.body.contains("At least 10");
        assert!(answer.status == 422 && both, "{path}: {}", answer.body);
    }
    let taken = browser.send_bare(&claim, &[("email", "owner@example.com"), ("password", PASSWORD)]).await;
    assert_eq!(taken.location(), "/dashboard", "{}", taken.body);
    let mut other = Browser::new(&server);
    for path in [claim.as_str(), "/claim/made-up"] {
        let used = other.get(path).await;
        let says = used.body.contains("expired or was already used") && used.body.contains("href=\"/login\"");
        assert!(used.status == 404 && says, "{path}: {}", used.body);
        assert!(!used.body.contains("name=\"password\""), "there is no form to fill in");
    }
}
