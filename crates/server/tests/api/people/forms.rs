//! Forms are accepted only from the pages of one session, and lead only there.

use super::browser::Browser;
use crate::support::server;

#[tokio::test]
async fn a_token_of_one_session_is_worth_nothing_in_another() {
    let server = server();
    let (mut lan, mut minh) = (Browser::new(&server), Browser::new(&server));
    lan.sign_up("lan@example.com").await;
    minh.sign_up("minh@example.com").await;
    minh.token = lan.token.clone();
    assert_eq!(minh.send("/dashboard/keys", &[("name", "x"), ("scope", "audit")]).await.status, 403);
}

#[tokio::test]
async fn nobody_is_sent_to_other_sites() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    for next in ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"] {
        let query = form_urlencoded(next);
        let answer = browser.get(&format!("/login?next={query}")).await;
        assert_eq!((answer.status, answer.location()), (303, "/dashboard"), "{next}");
        let mut fresh = Browser::new(&server);
        let fields = [("email", "lan@example.com"), ("password", super::PASSWORD), ("next", next)];
        assert_eq!(fresh.send_bare("/login", &fields).await.location(), "/dashboard", "{next}");
    }
}

fn form_urlencoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
