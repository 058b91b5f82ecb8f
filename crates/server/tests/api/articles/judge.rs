//! The text engine's grade of a finished article: only if the operator enables it, and without any effect.

use super::model::{Model, Spoilt};
use super::spoilt_answers::outcome;
use super::*;
use crate::people::browser::{Browser, PASSWORD};

const CRITERIA: [&str; 5] = ["answer", "evidence", "completeness", "order", "wording"];

async fn judging(
    script: impl Fn(&str, usize) -> Option<Spoilt> + Send + Sync + 'static,
) -> (Model, TestServer) {
    let model = Model::start(script).await;
    let server = model.builder().set("QUALITY__JUDGE", "true").start();
    (model, server)
}

/// The fields of `quality` without the judge, which does not affect them.
fn measured(body: &Value) -> Value {
    let mut quality = body["article"]["quality"].clone();
    quality.as_object_mut().unwrap().remove("judge");
    quality
}

#[tokio::test]
async fn an_article_is_graded_beside_its_checks_and_nothing_else_changes() {
    let plain = Model::start(|_, _| None).await;
    let without = outcome(&plain.builder().start()).await;
    assert_eq!(without["article"]["quality"].get("judge"), None);
    assert_eq!(without["billing"].get("judge"), None);
    assert!(plain.requests("grades").is_empty(), "it is off unless set");

    let (model, server) = judging(|_, _| None).await;
    let body = outcome(&server).await;
    let judge = &body["article"]["quality"]["judge"];
    assert_eq!(
        (&judge["status"], &judge["engine"], &judge["problem"]),
        (&json!("graded"), &json!("openai"), &Value::Null)
    );
    let grades = judge["grades"].as_array().unwrap();
    assert_eq!(grades.iter().map(|grade| grade["criterion"].as_str().unwrap()).collect::<Vec<_>>(), CRITERIA);
    for grade in grades {
        assert!((1..=5).contains(&grade["grade"].as_u64().unwrap()), "{grade}");
        assert!(!grade["reason"].as_str().unwrap().is_empty(), "{grade}");
    }
    assert_eq!(measured(&body), measured(&without));
    assert_eq!(body["publication"]["status"], without["publication"]["status"]);
    assert_eq!(body["billing"]["chargedCredits"], without["billing"]["chargedCredits"]);
    let billing = &body["billing"]["judge"];
    assert_eq!((&billing["calls"], &billing["credits"]), (&json!(1), &json!(0)));
    assert!(
        billing["inputTokens"].as_u64() > Some(1_000) && billing["outputTokens"].as_u64() > Some(50),
        "{billing}"
    );
    assert_eq!(model.requests("grades").len(), 1);

    let mut customer = Browser::new(&server);
    let path = server.first_sign_in.strip_prefix(&server.url).unwrap().to_owned();
    let _ = customer.send_bare(&path, &[("email", "owner@example.com"), ("password", PASSWORD)]).await;
    let id = body["articleId"].as_str().unwrap();
    let page = customer.read(&format!("/dashboard/articles/{id}")).await;
    assert!(page.contains("Opinion of the text engine") && page.contains("<strong>3/5</strong>"), "{page}");

    let path = format!("/v1/articles/{id}/sections/1/regenerate");
    let _ = ok(server.post(&path, &json!({ "instructions": "Give an example." }))).await;
    let more = |now: &Value| now["billing"]["chargedCredits"] != body["billing"]["chargedCredits"];
    let again = status_when(&server, &server.live_key, id, more).await;
    assert_eq!(again["article"]["quality"]["judge"]["status"], "graded");
    assert_eq!(again["billing"]["judge"]["calls"], 2, "the new text is graded as well");
}

#[tokio::test]
async fn a_judge_without_a_usable_answer_leaves_the_article_as_it_is() {
    let (model, server) = judging(|form, _| (form == "grades").then_some(Spoilt::Prose)).await;
    let body = outcome(&server).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let judge = &body["article"]["quality"]["judge"];
    assert_eq!((&judge["status"], &judge["grades"]), (&json!("failed"), &json!([])));
    assert!(judge["problem"].as_str().unwrap().contains("the answer is not JSON"), "{judge}");
    assert_eq!(body["billing"]["judge"]["calls"], model.requests("grades").len());
    assert!(body["article"]["quality"]["score"].is_number());
}

#[tokio::test]
async fn a_judge_that_fails_does_not_make_the_article_wait() {
    let (model, server) = judging(|form, _| (form == "grades").then_some(Spoilt::KeyRefused)).await;
    let body = outcome(&server).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let judge = &body["article"]["quality"]["judge"];
    assert!(judge["problem"].as_str().unwrap().contains("because of its account"), "{judge}");
    assert_eq!(model.requests("grades").len(), 1);
    assert!(!body.to_string().contains("sk-of-the"), "{judge}");
}

#[tokio::test]
async fn test_keys_get_the_sandboxs_grades() {
    let server = builder().set("QUALITY__JUDGE", "true").start();
    for keyword in [KEYWORD, "how to polish a brass doorknob", "cách pha cà phê phin"] {
        let language = if keyword.is_ascii() { "en" } else { "vi" };
        let request = json!({"focusKeyword": keyword, "language": language, "targetWordCount": 1500, "imageOption": 0, "publish": "never"});
        let body = written(&server, &request).await;
        let judge = &body["article"]["quality"]["judge"];
        assert_eq!(
            (&judge["status"], &judge["engine"]),
            (&json!("graded"), &json!("sandbox")),
            "{keyword}: {judge}"
        );
    }
}
