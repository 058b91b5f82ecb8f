//! Sign-up, sign-in and sign-out, and the protection against doing it in another person's name.

mod belongings;
mod briefs;
pub(crate) mod browser;
mod endpoints;
mod every_address;
mod forms;
mod hostile_forms;
mod hostile_text;
mod invoices;
mod request_log;
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
    assert!(page.contains("No API keys yet"), "{page}");

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
    assert!(answer.body.contains("No API keys yet"));
}

#[tokio::test]
async fn the_owner_takes_over_the_first_account_once() {
    let server = server();
    let path = server.first_sign_in.strip_prefix(&server.url).unwrap().to_owned();
    let mut browser = Browser::new(&server);
    assert!(browser.read(&path).await.contains("Set up your account"));
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
    assert!(browser.read("/signup").await.contains("Contact the operator"));
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
    let (first, second) = (first.report(), second.report());
    assert_eq!(first, second);
    let report = browser.read(&first).await;
    assert!(report.contains("https://my-blog.example/tea") && report.contains("id=\"issues\""), "{report}");
    let charged = browser.read("/dashboard/ledger").await.matches("seo/audit").count();
    assert_eq!(charged, 1, "a call has one line");
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
    assert!(answer.body.contains("Page not found"));
}

#[tokio::test]
async fn new_customers_start_in_test_mode_with_steps_to_their_first_article() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let page = browser.read("/dashboard").await;
    assert!(page.contains("Test mode: calls run in the sandbox"), "{page}");
    let steps = ["Create an API key", "Make your first call with it", "Request your first article"];
    let places = steps.map(|step| page.find(step));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
    assert_eq!(page.matches("<li class=\"done\">").count(), 0);

    let key = people_key(&mut browser).await;
    let page = browser.read("/dashboard").await;
    assert_eq!(page.matches("<li class=\"done\">").count(), 1, "{page}");
    let account = server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&key);
    assert_eq!(send(account).await.0, 200);
    things::shown(&mut browser, "/dashboard", "Make your first call with it<span class=\"hush\">").await;
    let article = serde_json::json!({"focusKeyword": "cold brew coffee", "targetWordCount": 1500});
    let request =
        server.http.post(format!("{}/v1/articles/generate", server.url)).bearer_auth(&key).json(&article);
    assert_eq!(send(request).await.0, 200);
    let page = browser.read("/dashboard").await;
    assert!(!page.contains("id=\"first-steps\""), "all steps are done: {page}");
}

async fn people_key(browser: &mut Browser) -> String {
    let fields = [("name", "Laptop"), ("mode", "test"), ("scope", "account"), ("scope", "articles")];
    let made = browser.send("/dashboard/keys", &fields).await;
    made.text_between("svc_test_", "<").map(|rest| format!("svc_test_{rest}")).unwrap()
}

#[tokio::test]
async fn whoever_has_live_credits_starts_in_live_mode() {
    let server = server();
    let path = server.first_sign_in.strip_prefix(&server.url).unwrap().to_owned();
    let mut owner = Browser::new(&server);
    let fields = [("email", "owner@example.com"), ("password", PASSWORD)];
    assert_eq!(owner.send_bare(&path, &fields).await.status, 303);
    assert!(
        !owner.read("/dashboard").await.contains("Test mode: calls run"),
        "the owner was granted live credits"
    );
}

#[tokio::test]
async fn times_are_shown_in_the_zone_of_the_reader() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let page = browser.read("/dashboard/settings").await;
    assert!(page.contains("Times in UTC") && page.contains(" UTC</time>"), "{page}");
    let chosen = browser.send_bare("/preferences", &[("timezone", "Asia/Ho_Chi_Minh")]).await;
    assert_eq!(chosen.status, 303);
    let page = browser.read("/dashboard/settings").await;
    assert!(page.contains("Times in Asia/Ho_Chi_Minh") && page.contains(" UTC+7</time>"), "{page}");
    assert!(page.contains("<option selected>Asia/Ho_Chi_Minh</option>"));
    let _ = browser.send_bare("/preferences", &[("timezone", "auto.Europe/Berlin")]).await;
    assert!(
        browser.read("/dashboard/settings").await.contains("Times in Asia/Ho_Chi_Minh"),
        "a choice stays"
    );
    let _ = browser.send_bare("/preferences", &[("timezone", "auto")]).await;
    assert!(browser.read("/dashboard/settings").await.contains("Times in UTC"));

    let mut other = Browser::new(&server);
    let fields = [("email", "minh@example.com"), ("password", PASSWORD), ("timezone", "auto.Europe/Berlin")];
    assert_eq!(other.send_bare("/signup", &fields).await.status, 303);
    assert!(other.read("/dashboard").await.contains("Times in Europe/Berlin"));
}

#[tokio::test]
async fn an_audit_stays_in_the_dashboard_until_it_is_deleted() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let once = browser.get("/dashboard/audits").await.text_between("name=\"once\" value=\"", "\"").unwrap();
    let bad = browser.send("/dashboard/audits", &[("url", "nonsense"), ("once", &once)]).await;
    assert_eq!(bad.status, 422, "what is wrong with the form is told at once");
    let fields = [("url", "https://my-blog.example/tea"), ("once", once.as_str()), ("checkLinks", "on")];
    let place = browser.send("/dashboard/audits", &fields).await.report();
    let page = browser.read(&place).await;
    let link = |page: &str| things::between(page, "id=\"shared\">", "<").replace(&server.url, "");
    let shared = link(&page);
    let mut stranger = Browser::new(&server);
    assert_eq!((stranger.get(&shared).await.status, stranger.get(&place).await.status), (200, 303));

    let unshared = browser.send(&format!("{place}/unshare"), &[]).await;
    assert_eq!(unshared.location(), format!("{place}?done=unshared"));
    assert_eq!(stranger.get(&shared).await.status, 404, "the old link is dead");
    let fresh = link(&browser.read(&place).await);
    assert_eq!(stranger.get(&fresh).await.status, 200);

    let deleted = browser.send(&format!("{place}/delete"), &[]).await;
    assert_eq!(deleted.location(), "/dashboard/audits?done=deleted");
    assert_eq!((browser.get(&place).await.status, stranger.get(&fresh).await.status), (404, 404));
    assert_eq!(browser.send(&format!("{place}/delete"), &[]).await.status, 404);
}

#[tokio::test]
async fn an_article_is_copied_and_its_failed_checks_come_first() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let key = people_key(&mut browser).await;
    let article =
        serde_json::json!({"focusKeyword": "cold brew coffee", "targetWordCount": 1500, "publish": "never"});
    let request =
        server.http.post(format!("{}/v1/articles/generate", server.url)).bearer_auth(&key).json(&article);
    let (_, made) = send(request).await;
    let place = format!("/dashboard/articles/{}", made["articleId"].as_str().unwrap());
    let page = things::shown(&mut browser, &place, "data-copy-link").await;
    let (failed, passed) = (page.find("class=\"broken\""), page.find("checks passed</summary>").unwrap());
    assert!(failed.is_none_or(|failed| failed < passed));
    assert!(
        passed < page.find("not measured</summary>").unwrap(),
        "what does not apply comes last and closed"
    );
    let html = browser.get(&format!("{place}/download/copy-html")).await;
    assert_eq!(
        html.headers["content-type"], "text/plain; charset=utf-8",
        "a browser shows it and runs nothing"
    );
    assert!(html.body.starts_with("<article"), "{}", html.body);
    let markdown = browser.get(&format!("{place}/download/copy-markdown")).await;
    assert!(markdown.body.starts_with("# "), "{}", markdown.body);
    assert_eq!(browser.get(&format!("{place}/download/copy-pdf")).await.status, 404);
}

#[tokio::test]
async fn the_playground_is_searched_and_starts_with_what_there_is() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let all = browser.read("/dashboard/playground").await;
    let found = browser.read("/dashboard/playground?q=delete+IMAGE").await;
    let calls = |page: &str| page.matches("href=\"/dashboard/playground/").count();
    assert!(calls(&all) > 20 && calls(&found) == 1, "{} {}", calls(&all), calls(&found));
    assert!(browser.read("/dashboard/playground?q=no+such+call").await.contains("No call matches."));
    let empty = browser.read("/dashboard/playground/getImage").await;
    assert!(!empty.contains("value=\"img_") && !empty.contains("Must be filled in"), "{empty}");
    let drawn = [("prompt", "a cup of tea"), ("style", "abstract"), ("once", "form-0000000000000001")];
    let drawn = browser.send("/dashboard/images", &drawn).await;
    let id = drawn.location().rsplit('/').next().unwrap().split('?').next().unwrap().to_owned();
    let filled = browser.read("/dashboard/playground/getImage").await;
    assert!(filled.contains(&format!("value=\"{id}\"")), "{id}: {filled}");
    let forms = [("getKey", "key_"), ("getWebhookEndpoint", "whe_"), ("getPurchase", "pur_")];
    for (call, kind) in forms {
        let form = browser.read(&format!("/dashboard/playground/{call}")).await;
        assert!(!form.contains(&format!("value=\"{kind}")), "{call}: {form}");
    }
    let made =
        browser.send("/dashboard/keys", &[("name", "shop"), ("mode", "test"), ("scope", "audit")]).await;
    assert_eq!(made.status, 200, "{}", made.body);
    assert!(browser.read("/dashboard/playground/getKey").await.contains("value=\"key_"));
}
