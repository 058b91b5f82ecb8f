//! Webhook endpoints in the dashboard: warnings before they are saved, test events, and their deliveries.

use super::browser::Browser;
use super::things::shown;
use crate::support::server;

#[tokio::test]
async fn an_endpoint_that_nothing_reaches_is_saved_only_on_purpose() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    for (url, setting) in
        [("http://localhost:3000/hook", "fetch.allow"), ("https://hooks.example:8443/", "fetch.ports")]
    {
        let fields = [("url", url), ("event", "article.completed")];
        let warned = browser.send("/dashboard/webhooks", &fields).await;
        assert_eq!(warned.status, 422, "{}", warned.body);
        assert!(warned.body.contains(&format!("<code>{setting}</code>")), "{}", warned.body);
        assert!(warned.body.contains("name=\"anyway\"") && warned.body.contains("No endpoints yet"));
        assert!(warned.body.contains(&format!("value=\"{url}\"")), "what was typed stays: {}", warned.body);
    }
    let fields = [("url", "https://hooks.example/rankwright"), ("event", "article.completed")];
    let public = browser.send("/dashboard/webhooks", &fields).await;
    assert_eq!(public.status, 303, "{}", public.body);
    let place = public.location().split('?').next().unwrap().to_owned();
    let moved = [("url", "http://10.0.0.1/"), ("event", "article.completed")];
    assert_eq!(browser.send(&place, &moved).await.status, 422, "a change is warned about too");
}

#[tokio::test]
async fn an_endpoint_shows_its_own_deliveries_and_why_they_failed() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let mut add = async |url: &str| {
        let fields = [("url", url), ("event", "article.completed"), ("anyway", "on")];
        let added = browser.send("/dashboard/webhooks", &fields).await;
        assert_eq!(added.status, 303, "{}", added.body);
        added.location().split('?').next().unwrap().to_owned()
    };
    let (tried, other) = (add("http://127.0.0.1:9/tried").await, add("http://127.0.0.1:9/other").await);
    let page = browser.read(&tried).await;
    assert!(page.contains("credits.low: The balance dropped below your alert threshold."), "{page}");
    let sent = browser.send(&format!("{tried}/test"), &[("event", "article.completed")]).await;
    assert_eq!(sent.location(), format!("{tried}?done=tested"));
    let page = shown(&mut browser, &tried, "it points to a private network").await;
    assert!(page.contains(">article.completed</a>"), "{page}");
    let delivery =
        page.split("href=\"/dashboard/webhooks/deliveries/").nth(1).unwrap().split('"').next().unwrap();
    let delivery = browser.read(&format!("/dashboard/webhooks/deliveries/{delivery}")).await;
    assert!(delivery.contains("chargedCredits") && delivery.contains("test"), "{delivery}");
    assert!(browser.read(&other).await.contains("No deliveries yet"), "only its own");
}
