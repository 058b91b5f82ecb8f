//! A section that is regenerated, while everything else stays as it is.

use super::model::{Model, Spoilt, prompt};
use super::*;

fn path(id: &str, section: usize) -> String {
    format!("/v1/articles/{id}/sections/{section}/regenerate")
}

/// The final status after an additional charge.
async fn charged_again(server: &TestServer, key: &str, before: &Value) -> Value {
    let charged = &before["billing"]["chargedCredits"];
    status_when(server, key, &id_of(before), |body| body["billing"]["chargedCredits"] != *charged).await
}

/// Checks that the sections differ in one place and everything else is the same, byte for byte.
fn only_one_differs(before: &Value, after: &Value, section: usize) {
    let (old, new) = (&before["article"], &after["article"]);
    for field in
        ["title", "slug", "metaTitle", "metaDescription", "excerpt", "faq", "images", "outline", "keywords"]
    {
        assert_eq!(old[field], new[field], "{field}");
    }
    assert_eq!((&before["warnings"], &before["publication"]), (&after["warnings"], &after["publication"]));
    let sections = |article: &Value| article["sections"].as_array().unwrap().clone();
    let (old_sections, new_sections) = (sections(old), sections(new));
    assert_eq!(old_sections.len(), new_sections.len());
    for (place, (old, new)) in old_sections.iter().zip(&new_sections).enumerate() {
        assert_eq!(old != new, place + 1 == section, "{section}: {old} {new}");
    }
    let introduction = |article: &Value| {
        let markdown = article["markdown"].as_str().unwrap();
        markdown.split_once("\n## ").unwrap().0.to_owned()
    };
    assert_eq!(introduction(old), introduction(new));
}

#[tokio::test]
async fn writing_one_section_anew_changes_no_other() {
    let server = server();
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "never"});
    let mut present = written(&server, &request).await;
    let id = id_of(&present);
    assert!(present["article"]["sources"].as_array().unwrap().len() > 1, "{}", present["article"]["sources"]);
    let body = present["article"]["sections"].as_array().unwrap().len() - 1;
    for section in 1..=body {
        ok(server.test_post(&path(&id, section), &json!({}))).await;
        let after = charged_again(&server, &server.test_key, &present).await;
        only_one_differs(&present, &after, section);
        present = after;
    }
}

#[tokio::test]
async fn instructions_reach_the_model_and_what_the_rest_says_is_not_said_again() {
    let model = Model::start(|_, _| None).await;
    let server = model.rankwright();
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "never"});
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let before = done(&server, &server.live_key, &id).await;
    assert_eq!(before["status"], "completed", "{}", before["error"]);
    let later = before["article"]["sections"][2]["markdown"].as_str().unwrap();
    let repeated = later.lines().next().unwrap().split_inclusive(". ").next().unwrap().trim().to_owned();
    assert!(repeated.split(' ').count() > 5, "{later}");
    let new = "Ask your neighbours which of the jars in their kitchens they would never give away.";
    let says = format!("{repeated} {new}");
    model.follow(move |form, _| (form == "section 2").then(|| Spoilt::AlsoSays(says.clone())));
    let instructions = "Say more about jars, and nothing about prices.";
    ok(server.post(&path(&id, 2), &json!({"instructions": instructions}))).await;
    let after = charged_again(&server, &server.live_key, &before).await;
    only_one_differs(&before, &after, 2);
    let rewritten = after["article"]["sections"][1]["markdown"].as_str().unwrap();
    assert!(rewritten.contains(new) && !rewritten.contains(&repeated), "{rewritten}");
    let requests = model.requests("section 2");
    let last = prompt(requests.last().unwrap());
    assert!(last.contains(instructions), "{last}");
    assert!(!requests[..requests.len() - 1].iter().any(|request| prompt(request).contains(instructions)));
    for (refusable, message) in
        [(" ".to_owned(), "Must not be empty."), ("x".repeat(2_001), "Must have 1 to 2,000 characters.")]
    {
        let request = server.post(&path(&id, 2), &json!({"instructions": refusable}));
        let refusal = refused(request, 422, "validation_failed").await;
        let detail = &refusal["error"]["details"][0];
        assert_eq!((&detail["field"], &detail["message"]), (&json!("instructions"), &json!(message)));
    }
}
