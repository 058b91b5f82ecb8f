//! Signing up, in and out, and what keeps others from doing it in somebody's name.

mod belongings;
mod briefs;
pub(crate) mod browser;
mod every_address;
mod forms;
mod hostile_forms;
mod hostile_text;
mod second_factor;
mod sign_in;
mod things;

use browser::{Browser, PASSWORD};

use crate::support::{builder, eventually, send, server};

#[tokio::test]
async fn from_signing_up_to_a_revoked_key() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let page = browser.read("/dashboard/keys").await;
    assert!(page.contains("No keys yet"), "{page}");

    let made =
        browser.send("/dashboard/keys", &[("name", "Laptop"), ("mode", "test"), ("scope", "account")]).await;
    let key = made.text_between("svc_test_", "<").map(|rest| format!("svc_test_{rest}")).unwrap();
    let account = || server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&key);
    let (status, body) = send(account()).await;
    assert_eq!(
        (status, body["balance"]["availableCredits"].is_number() || body.is_object()),
        (200, true),
        "{body}"
    );

    let page = browser.read("/dashboard/keys").await;
    assert!(page.contains("Laptop") && !page.contains(&key), "the key is shown once");
    let id = page.split("popovertarget=\"revoke-").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let answer = browser.send(&format!("/dashboard/keys/{id}/revoke"), &[]).await;
    assert_eq!(answer.location(), "/dashboard/keys?done=revoked");
    eventually(401, account).await;
}

#[tokio::test]
async fn a_key_that_can_not_be_is_told_at_its_fields() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let fields = [("name", " "), ("mode", "live"), ("expires", "2020-01-01"), ("limit", "-4")];
    let answer = browser.send("/dashboard/keys", &fields).await;
    assert_eq!(answer.status, 422);
    for field in ["#name", "#scopes", "#expires", "#limit"] {
        assert!(answer.body.contains(&format!("href=\"{field}\"")), "{field}: {}", answer.body);
    }
    assert!(answer.body.contains("No keys yet"));
}

#[tokio::test]
async fn the_owner_takes_over_the_first_account_once() {
    let server = server();
    let path = server.first_sign_in.strip_prefix(&server.url).unwrap().to_owned();
    let mut browser = Browser::new(&server);
    assert!(browser.read(&path).await.contains("Take over the account"));
    let fields = [("email", "owner@example.com"), ("password", PASSWORD)];
    let answer = browser.send_bare(&path, &fields).await;
    assert_eq!(answer.location(), "/dashboard", "{}", answer.body);
    let settings = browser.read("/dashboard/settings").await;
    let (_, account) = send(server.get("/v1/account")).await;
    assert!(settings.contains(account["accountId"].as_str().unwrap_or("owner@example.com")));

    let mut other = Browser::new(&server);
    assert_eq!(other.get(&path).await.status, 404);
    let again = other.send_bare(&path, &[("email", "b@example.com"), ("password", PASSWORD)]).await;
    assert_eq!(again.status, 422);
}

#[tokio::test]
async fn where_sign_up_is_closed_nobody_signs_up() {
    let server = builder().set("DASHBOARD__SIGN_UP", "false").start();
    let mut browser = Browser::new(&server);
    assert!(browser.read("/signup").await.contains("Ask the operator"));
    let start = browser.read("/").await;
    assert!(start.contains("href=\"/login\"") && !start.contains("href=\"/signup\""), "{start}");
    let answer = browser.send_bare("/signup", &[("email", "a@example.com"), ("password", PASSWORD)]).await;
    assert_eq!(answer.status, 404);
}

#[tokio::test]
async fn pages_for_everybody_lead_inside_whoever_is_signed_in() {
    let server = server();
    let mut browser = Browser::new(&server);
    let before = browser.get("/").await;
    assert!(before.body.contains("href=\"/signup\"") && !before.body.contains("href=\"/dashboard\""));
    assert_eq!(before.headers["cache-control"], "no-cache");
    browser.sign_up("lan@example.com").await;
    let after = browser.get("/").await;
    assert!(after.body.contains("href=\"/dashboard\"") && !after.body.contains("href=\"/signup\""));
    assert_eq!(after.headers["cache-control"], "private, no-cache", "nobody else may be shown it");
}

#[tokio::test]
async fn a_form_that_is_sent_twice_is_charged_once() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let _ = browser.send("/dashboard/mode", &[("mode", "test")]).await;
    let page = browser.get("/dashboard/audits").await;
    let once = page.text_between("name=\"once\" value=\"", "\"").unwrap();
    let fields = [("url", "https://my-blog.example/tea"), ("once", once.as_str())];
    let (first, second) =
        (browser.send("/dashboard/audits", &fields).await, browser.send("/dashboard/audits", &fields).await);
    assert!(first.location().starts_with("/reports/"), "{} {}", first.status, first.body);
    assert_eq!(first.location(), second.location());
    let charged = browser.read("/dashboard/ledger").await.matches("seo/audit").count();
    assert_eq!(charged, 2, "one hold and one capture");
}

#[tokio::test]
async fn pages_are_read_in_the_readers_language() {
    let server = server();
    let mut browser = Browser::new(&server);
    assert!(browser.read("/login").await.contains("<html lang=\"en\""));
    browser.language = Some("vi-VN,vi;q=0.9,en;q=0.5");
    assert!(browser.read("/login").await.contains("Đăng nhập"));
    let answer = browser.send_bare("/preferences", &[("language", "en")]).await;
    assert_eq!(answer.status, 303);
    assert!(browser.read("/login").await.contains("<html lang=\"en\""));
}

#[tokio::test]
async fn what_is_signed_out_leads_to_the_door() {
    let server = server();
    let mut browser = Browser::new(&server);
    for path in ["/dashboard", "/dashboard/keys", "/dashboard/settings"] {
        let answer = browser.get(path).await;
        assert_eq!((answer.status, answer.location()), (303, "/login"), "{path}");
    }
    let answer = browser.get("/dashboard/no-such-page").await;
    assert_eq!(answer.status, 404);
    assert!(answer.body.contains("There is no such page"));
}
