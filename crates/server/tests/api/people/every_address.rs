//! What every page guarantees against forms of other sites, people who are not signed in, and frames. Every
//! page is listed here.

use super::browser::{Answer, Browser};
use super::things::Things;
use crate::support::server;

/// The least number of forms that change something of the person who is signed in.
const FORMS: usize = 40;
const INSIDE: &str = "/dashboard";

/// A URL with `0` instead of every parameter.
fn anywhere(address: &str) -> String {
    let mut pieces = address.split('{');
    let mut path = pieces.next().unwrap().to_owned();
    for piece in pieces {
        path.push('0');
        path.push_str(piece.split_once('}').unwrap().1);
    }
    path
}

fn is_led_out(answer: &Answer) -> bool {
    (answer.status, answer.location()) == (303, "/login")
}

#[tokio::test]
async fn forms_of_other_sites_do_nothing() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let token = browser.token.clone();
    let mut forms = 0;
    for address in dashboard::addresses().iter().filter(|address| address.starts_with(INSIDE)) {
        let path = anywhere(address);
        let without = browser.send_bare(&path, &[("mode", "test"), ("name", "x"), ("scope", "audit")]).await;
        let wrong = browser.send_bare(&path, &[("csrf", &"x".repeat(43)), ("mode", "test")]).await;
        browser.origin = "https://evil.example".to_owned();
        let foreign = browser.send_bare(&path, &[("csrf", &token), ("mode", "test")]).await;
        browser.origin.clone_from(&server.url);
        let answers = [without.status, wrong.status, foreign.status];
        assert!(answers == [403; 3] || answers == [405; 3], "{address}: {answers:?}");
        forms += usize::from(answers == [403; 3]);
    }
    assert!(forms >= FORMS, "{forms}");
    assert!(browser.read("/dashboard/keys").await.contains("No API keys yet"));
}

#[tokio::test]
async fn forms_before_the_door_are_taken_from_our_own_pages_only() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.origin = "https://evil.example".to_owned();
    let mut forms = 0;
    for address in dashboard::addresses().iter().filter(|address| !address.starts_with(INSIDE)) {
        let fields = [("email", "lan@example.com"), ("password", super::PASSWORD), ("language", "vi")];
        let answer = browser.send_bare(&anywhere(address), &fields).await;
        // No sign-in is half-way, so there is no form for a code.
        let is_refused = matches!(answer.status, 403 | 405) || is_led_out(&answer);
        assert!(is_refused && browser.cookies.is_empty(), "{address}: {}", answer.status);
        forms += usize::from(answer.status == 403);
    }
    assert!(forms >= 4, "{forms}");
    browser.origin.clone_from(&server.url);
    assert_eq!(browser.log_in("lan@example.com", super::PASSWORD).await.status, 422, "nobody was signed up");
}

#[tokio::test]
async fn every_page_behind_the_door_leads_to_it() {
    let server = server();
    let mut stranger = Browser::new(&server);
    let (mut pages, mut forms) = (0, 0);
    for address in dashboard::addresses().iter().filter(|address| address.starts_with(INSIDE)) {
        let path = anywhere(address);
        let read = stranger.get(&path).await;
        assert!(is_led_out(&read) || read.status == 405, "{address}: {}", read.status);
        let sent = stranger.send_bare(&path, &[("csrf", &"x".repeat(43)), ("mode", "test")]).await;
        assert!(is_led_out(&sent) || sent.status == 405, "{address}: {}", sent.status);
        pages += usize::from(is_led_out(&read));
        forms += usize::from(is_led_out(&sent));
    }
    assert!(pages >= 25 && forms >= FORMS, "{pages} {forms}");
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

/// What holds for a page, and partly for every other response.
fn check(address: &str, answer: &Answer) {
    assert_eq!(header(answer, "x-content-type-options"), "nosniff", "{address}");
    // Programs on any origin may read `/`. Browsers send no cookies there, so that it reveals nothing about a
    // person.
    let readers = if address == "/" { "*" } else { "" };
    assert_eq!(header(answer, "access-control-allow-origin"), readers, "{address}");
    assert_eq!(header(answer, "access-control-allow-credentials"), "", "{address}");
    if answer.status == 200 && address.starts_with(INSIDE) {
        assert_eq!(header(answer, "cache-control"), "no-store", "{address}");
    }
    let is_saved = header(answer, "content-disposition").starts_with("attachment");
    if is_saved || !header(answer, "content-type").starts_with("text/html") {
        return;
    }
    assert_eq!(header(answer, "x-frame-options"), "DENY", "{address}");
    let policy = header(answer, "content-security-policy");
    for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
        assert!(policy.contains(rule), "{address}: {policy}");
    }
    assert!(!policy.contains("unsafe"), "{address}: {policy}");
}

#[tokio::test]
async fn no_page_can_be_framed_nor_read_from_elsewhere() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let things = Box::pin(Things::make(&server, &mut browser, "tea")).await;
    let mut pages = 0;
    for address in dashboard::addresses() {
        let answer = browser.get(&things.fill(&address)).await;
        if matches!(answer.status, 303 | 308 | 405) {
            continue;
        }
        check(&address, &answer);
        pages += usize::from(answer.status == 200);
    }
    assert!(pages >= 30, "{pages}");
    check("/dashboard/none", &browser.get("/dashboard/none").await);
}

#[tokio::test]
async fn a_session_is_bound_to_its_host() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let (name, cookie) = browser.cookies.iter().find(|(name, _)| name.contains("session")).unwrap();
    assert_eq!((name.as_str(), cookie.len()), ("__Host-session", 43));
}
