//! What forms and addresses of others can't do.

use super::browser::Browser;
use crate::support::server;

/// Every form behind the door.
const FORMS: [&str; 11] = [
    "/dashboard/logout",
    "/dashboard/mode",
    "/dashboard/keys",
    "/dashboard/keys/key_00000000001/revoke",
    "/dashboard/keys/key_00000000001/rotate",
    "/dashboard/settings/password",
    "/dashboard/settings/codes",
    "/dashboard/settings/codes/off",
    "/dashboard/settings/codes/recovery",
    "/dashboard/settings/sessions/end",
    "/dashboard/settings/sessions/end-others",
];

#[tokio::test]
async fn forms_of_other_sites_do_nothing() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let token = browser.token.clone();
    for path in FORMS {
        let without = browser.send_bare(path, &[("mode", "test"), ("name", "x"), ("scope", "audit")]).await;
        assert_eq!(without.status, 403, "{path} without the token");
        let wrong = browser.send_bare(path, &[("csrf", &"x".repeat(43)), ("mode", "test")]).await;
        assert_eq!(wrong.status, 403, "{path} with a wrong token");
        browser.origin = "https://evil.example".to_owned();
        let foreign = browser.send_bare(path, &[("csrf", &token), ("mode", "test")]).await;
        assert_eq!(foreign.status, 403, "{path} from elsewhere");
        browser.origin = server.url.clone();
    }
    browser.origin = "https://evil.example".to_owned();
    for path in ["/login", "/signup", "/forgot", "/preferences"] {
        let answer = browser.send_bare(path, &[("email", "lan@example.com"), ("password", "x")]).await;
        assert_eq!(answer.status, 403, "{path}");
    }
    assert!(browser.read("/dashboard/keys").await.contains("No keys yet"));
}

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
async fn what_is_somebody_elses_is_not_there() {
    let server = server();
    let (mut lan, mut minh) = (Browser::new(&server), Browser::new(&server));
    lan.sign_up("lan@example.com").await;
    minh.sign_up("minh@example.com").await;
    let _ = lan.send("/dashboard/keys", &[("name", "Laptop"), ("mode", "test"), ("scope", "audit")]).await;
    let page = lan.read("/dashboard/keys").await;
    let id = page.split("popovertarget=\"revoke-").nth(1).unwrap().split('"').next().unwrap().to_owned();
    for deed in ["revoke", "rotate"] {
        assert_eq!(minh.send(&format!("/dashboard/keys/{id}/{deed}"), &[]).await.status, 404, "{deed}");
    }
    assert!(!lan.read("/dashboard/keys").await.contains("Revoked"));

    let mut second = Browser::new(&server);
    let _ = second.log_in("lan@example.com", super::PASSWORD).await;
    let settings = lan.read("/dashboard/settings").await;
    let session =
        settings.split("name=\"session\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let _ = minh.send("/dashboard/settings/sessions/end", &[("session", &session)]).await;
    assert_eq!(second.get("/dashboard").await.status, 200, "only its owner ends a session");
    let _ = lan.send("/dashboard/settings/sessions/end", &[("session", &session)]).await;
    assert_eq!(second.get("/dashboard").await.status, 303);
}

#[tokio::test]
async fn text_of_people_is_text() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
    let made =
        browser.send("/dashboard/keys", &[("name", hostile), ("mode", "test"), ("scope", "audit")]).await;
    let list = browser.read("/dashboard/keys").await;
    let refused =
        browser.send("/dashboard/keys", &[("name", hostile), ("expires", hostile), ("limit", hostile)]).await;
    let log_in =
        browser.send_bare("/login", &[("email", hostile), ("password", "x"), ("next", hostile)]).await;
    let signing_up = browser.send_bare("/signup", &[("email", hostile), ("password", hostile)]).await;
    for page in [&made.body, &list, &refused.body, &log_in.body, &signing_up.body] {
        assert!(
            !page.contains("<script>alert") && !page.contains("<img src=x") && !page.contains("\"'>"),
            "{page}"
        );
    }
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

#[tokio::test]
async fn pages_can_not_be_framed_nor_read_from_elsewhere() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    for path in
        ["/signup", "/pricing", "/dashboard", "/dashboard/keys", "/dashboard/settings", "/dashboard/none"]
    {
        let answer = browser.get(path).await;
        let header = |name: &str| answer.headers.get(name).map_or("", |value| value.to_str().unwrap());
        assert_eq!(header("x-frame-options"), "DENY", "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        let policy = header("content-security-policy");
        for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(rule), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(header("access-control-allow-origin"), "", "{path}");
    }
    let inside = browser.get("/dashboard/keys").await;
    assert_eq!(inside.headers["cache-control"], "no-store");
    let (name, cookie) = browser.cookies.iter().find(|(name, _)| name.contains("session")).unwrap();
    assert_eq!((name.as_str(), cookie.len()), ("__Host-session", 43));
}
