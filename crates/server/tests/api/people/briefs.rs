//! From a keyword to an article in the dashboard: the form's options, the brief, its questions, and the
//! article from the answers.

use serde_json::Value;
use testkit::TestServer;

use super::browser::{Answer, Browser};
use super::hostile_text::{HOSTILE, check_answer, shows};
use super::things::{Things, between, shown};
use crate::support::{builder, send, server};

const FORM: &str = "/dashboard/articles/new";

/// The content of a textarea.
fn typed(page: &str, name: &str) -> String {
    let field = page.split(&format!("name=\"{name}\"")).nth(1).unwrap();
    between(field, ">", "</textarea>").trim().to_owned()
}

#[tokio::test]
async fn the_form_offers_what_is_configured() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let _ = browser.send("/dashboard/mode", &[("mode", "live")]).await;
    let live = browser.read(FORM).await;
    assert!(live.contains("name=\"make\" value=\"model\" disabled"), "{live}");
    for option in application::text_setup::TEXT_ENGINE_OPTIONS {
        let variable = option.environment.lines().next().unwrap();
        assert!(live.contains(variable), "{variable}: {live}");
    }
    assert!(live.contains("2,000 credits"), "{live}");
    let _ = browser.send("/dashboard/mode", &[("mode", "test")]).await;
    let test = browser.read(FORM).await;
    assert!(test.contains("Article with the model sandbox") && !test.contains(" disabled>"), "{test}");
    assert!(!test.contains("RANKWRIGHT_TEXT__ENGINES"), "{test}");
}

#[tokio::test]
async fn the_model_is_offered_by_its_name() {
    let engine = [("TEXT__ENGINES", "openai"), ("TEXT__OPENAI__MODEL", "qwen3-14b")];
    let builder = engine.iter().fold(builder(), |builder, (name, value)| builder.set(name, *value));
    let server = builder.set("TEXT__OPENAI__BASE_URL", "http://127.0.0.1:9/v1").start();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let _ = browser.send("/dashboard/mode", &[("mode", "live")]).await;
    let form = browser.read(FORM).await;
    assert!(form.contains("Article with the model qwen3-14b"), "{form}");
}

#[tokio::test]
async fn a_stale_choice_of_the_model_is_refused_with_what_to_do() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let _ = browser.send("/dashboard/mode", &[("mode", "live")]).await;
    let answer =
        browser.send(FORM, &[("make", "model"), ("focusKeyword", "cold brew"), ("once", "form-1")]).await;
    assert_eq!(answer.status, 503, "{}", answer.body);
    assert!(answer.body.contains("No text engine is configured"), "{}", answer.body);
    assert!(answer.body.contains("<details class=\"more set-up\" open>"), "{}", answer.body);
    assert!(answer.body.contains("value=\"cold brew\""), "what was typed stays: {}", answer.body);
}

/// Submits the form, and returns the id of what it created.
async fn created(browser: &mut Browser, fields: &[(&str, &str)]) -> String {
    let once = between(&browser.read(FORM).await, "name=\"once\" value=\"", "\"");
    let fields: Vec<(&str, &str)> = fields.iter().copied().chain([("once", once.as_str())]).collect();
    let sent = browser.send(FORM, &fields).await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    sent.location().strip_prefix("/dashboard/articles/").unwrap().to_owned()
}

async fn status(server: &TestServer, key: &str, id: &str) -> Value {
    let request = server.http.get(format!("{}/v1/articles/{id}/status", server.url)).bearer_auth(key);
    send(request).await.1
}

#[tokio::test]
async fn answers_become_the_article() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let key = super::things::test_key(&mut browser, "Laptop").await;
    let keyword = "how to make cold brew coffee";
    let brief =
        created(&mut browser, &[("make", "brief"), ("focusKeyword", keyword), ("language", "en")]).await;
    let place = format!("/dashboard/briefs/{brief}");
    let page = shown(&mut browser, &place, "id=\"interview\"").await;
    assert_eq!(browser.get(&format!("/dashboard/articles/{brief}")).await.location(), place);
    let fields: Vec<String> = page
        .split(" name=\"answer-")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap_or_default().to_owned())
        .collect();
    assert!(fields.len() >= 3, "{page}");
    let names: Vec<String> = fields.iter().map(|id| format!("answer-{id}")).collect();
    let said = "We grind 100 grams of coffee coarsely and pour 800 grams of cold water over it.\r\n\r\nIt steeps for 14 hours.";
    let answers = [(names[0].as_str(), said), (names[1].as_str(), ""), ("then", "stay")];
    let saved = browser.send(&format!("{place}/answers"), &answers).await;
    assert_eq!(saved.location(), format!("{place}?done=saved#interview"), "{}", saved.body);
    let page = browser.read(&place).await;
    assert!(typed(&page, &names[0]).ends_with("It steeps for 14 hours."), "{page}");
    assert_eq!(status(&server, &key, &brief).await["brief"]["answers"].as_array().unwrap().len(), 1);

    let onward =
        browser.send(&format!("{place}/answers"), &[(names[0].as_str(), said), ("then", "article")]).await;
    assert_eq!(onward.location(), format!("{FORM}?make=notes&brief={brief}"), "{}", onward.body);
    let form = browser.read(onward.location()).await;
    let notes = typed(&form, "ownTexts");
    assert!(notes.starts_with("## ") && notes.ends_with("It steeps for 14 hours."), "{notes}");
    assert!(form.contains(&format!("value=\"{keyword}\"")), "{form}");

    let fields = [
        ("make", "notes"),
        ("focusKeyword", keyword),
        ("language", "en"),
        ("ownTexts", &notes),
        ("imageOption", "0"),
    ];
    let article = created(&mut browser, &fields).await;
    let place = format!("/dashboard/articles/{article}");
    let page = shown(&mut browser, &place, "class=\"prose\"").await;
    assert!(page.contains("800 grams of cold water") && page.contains("Needs your review"), "{page}");
    assert!(!page.contains("class=\"dial\"") && page.contains("Not graded"), "{page}");
    let published = browser.send(&format!("{place}/publish"), &[]).await;
    assert_eq!(published.location(), format!("{place}?done=published"), "{}", published.body);
    let list = browser.read("/dashboard/articles").await;
    assert!(list.contains(">Brief</td>") && list.contains(">From notes</td>"), "{list}");
}

fn check_kept(answer: &Answer, name: &str, text: &str) {
    check_answer(name, answer);
    assert!(shows(&answer.body), "{}", answer.body);
    let count = |text: &str| text.matches("rwx onload").count();
    assert_eq!(count(&typed(&answer.body, name)), count(text), "{name}");
}

#[tokio::test]
async fn answers_that_are_not_taken_stay_on_the_page() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let things = Box::pin(Things::make(&server, &mut browser, "tea")).await;
    let place = things.fill("/dashboard/briefs/{id}");
    let page = browser.read(&place).await;
    let names: Vec<String> = page
        .split(" name=\"answer-")
        .skip(1)
        .map(|rest| format!("answer-{}", rest.split('"').next().unwrap_or_default().to_owned()))
        .collect();
    let before = status(&server, &things.key, things.id("brief")).await["brief"]["answers"].clone();
    let long = HOSTILE.repeat(200);
    let fields = [(names[0].as_str(), long.as_str()), (names[1].as_str(), HOSTILE), ("then", "article")];
    let refused = browser.send(&format!("{place}/answers"), &fields).await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert!(refused.body.contains(&format!("href=\"#{}\"", names[0])), "{}", refused.body);
    check_kept(&refused, &names[0], &long);
    check_kept(&refused, &names[1], HOSTILE);
    let unknown =
        browser.send(&format!("{place}/answers"), &[("answer-q_0", "x"), (&names[1], HOSTILE)]).await;
    assert_eq!(unknown.status, 422, "{}", unknown.body);
    check_kept(&unknown, &names[1], HOSTILE);
    let empty = browser.send(&format!("{place}/answers"), &[("then", "article")]).await;
    assert_eq!(empty.status, 422, "{}", empty.body);
    let after = status(&server, &things.key, things.id("brief")).await["brief"]["answers"].clone();
    assert!(before.as_array().is_some_and(|answers| answers.len() == 1), "{before}");
    assert_eq!(after, before);
}
