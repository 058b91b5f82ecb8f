//! The second draft of an article: when it is delivered, and when the first one is.

use super::model::{Model, Spoilt, prompt};
use super::spoilt_answers::{WORDS, outcome};
use super::*;

const HEADINGS: [&str; 5] =
    ["What to buy", "Brew it overnight", "Keep it cold", "When cold brew coffee goes wrong", "Start tonight"];

/// A second draft with the text of the first, other headings, an FAQ and metadata.
fn draft() -> Spoilt {
    let answer = |question: &str| {
        let answer = "Yes, cold brew coffee keeps for days if the jar is closed, and a clean lid helps it more than anything else.";
        json!({ "question": question, "answer": answer })
    };
    let questions = ["Does it keep?", "Does the lid matter?", "Is it strong?", "Can it be warmed?"];
    let rest = json!({
        "problems": ["The headings say too little."],
        "faq_heading": "Questions",
        "faq": questions.map(answer),
        "title": "How to make cold brew coffee that keeps for days",
        "meta_title": "How to make cold brew coffee at home, and keep it fresh",
        "meta_description": "How to make cold brew coffee at home: what to buy, how long it stands, how it keeps, and what to do when a batch goes wrong.",
        "excerpt": "How to make cold brew coffee at home. It keeps for days.",
    });
    Spoilt::Reheaded(rest, &HEADINGS)
}

fn headings(sections: &Value) -> Vec<&str> {
    sections.as_array().unwrap().iter().map(|section| section["heading"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn it_is_delivered_with_its_own_headings_and_its_outline() {
    let model = Model::start(|form, _| (form == "second_draft").then(draft)).await;
    let body = outcome(&model.rankwright()).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let article = &body["article"];
    assert_eq!(headings(&article["sections"]), HEADINGS);
    let outline = article["outline"].as_array().unwrap().iter().filter(|entry| entry["level"] == 2);
    let outline: Vec<&str> = outline.map(|entry| entry["heading"].as_str().unwrap()).collect();
    let body = HEADINGS.len() - 1;
    assert_eq!(outline[..body], HEADINGS[..body], "the outline is that of the second draft");
    assert_eq!(article["faq"].as_array().unwrap().len(), 4);
    let requested =
        ["first_draft", "second_draft", "questions", "labels"].map(|form| model.requests(form).len());
    assert_eq!(requested, [1, 1, 0, 0], "the second draft brings FAQ and metadata");
}

#[tokio::test]
async fn headings_of_the_customer_stay() {
    let model = Model::start(|form, _| (form == "second_draft").then(draft)).await;
    let server = model.rankwright();
    let wanted = ["The beans", "The water", "The jar", "The glass"];
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": WORDS, "imageOption": 0, "outline": wanted});
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let body = done(&server, &server.live_key, &id).await;
    assert_eq!(headings(&body["article"]["sections"])[..4], wanted, "{}", body["error"]);
    let requests = model.requests("second_draft");
    assert!(requests.len() > 1, "it is requested again");
    assert!(prompt(&requests[1]).contains("must have the customer's headings"));
}

#[tokio::test]
async fn without_a_usable_one_the_first_is_delivered() {
    for spoilt in [Spoilt::Prose, Spoilt::CutOff, Spoilt::Replaced(json!({ "article": "" }))] {
        let model = Model::start(move |form, _| (form == "second_draft").then(|| spoilt.clone())).await;
        let body = outcome(&model.rankwright()).await;
        assert_eq!(body["status"], "completed", "{}", body["error"]);
        let sections = headings(&body["article"]["sections"]);
        assert!(sections.len() > 4 && !sections.contains(&"Start tonight"), "{sections:?}");
    }
}
