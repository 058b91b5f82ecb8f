//! The second draft of an article: when it is delivered, and when the first one is.

use super::model::{Model, Spoilt, prompt};
use super::spoilt_answers::{WORDS, outcome};
use super::*;

const HEADINGS: [&str; 5] =
    ["What to buy", "Brew it overnight", "Keep it cold", "Serve it", "When cold brew coffee goes wrong"];

fn paragraph(subject: &str, part: usize) -> String {
    let sentence = |number: usize| {
        let (word, other) =
            (["slow", "calm", "plain", "clear"][number % 4], ["jar", "filter", "lid"][number % 3]);
        format!(
            "A {word} start helps with the {subject} when the {other} of part {part} waits on shelf {number}. "
        )
    };
    (0..11).map(sentence).collect::<String>() + "\n\n"
}

/// A second draft of about the requested length, whose second section has one below it.
fn draft(headings: &[&str]) -> Value {
    let section = |(part, heading): (usize, &&str)| {
        let below = "Grind cold brew coffee coarsely";
        let below = (part == 1).then(|| format!("### {below}\n\n{}", paragraph(below, part)));
        format!("## {heading}\n\n{}{}", paragraph(heading, part), below.unwrap_or_default())
    };
    let introduction = paragraph("cold brew coffee", 9);
    let sections: String = headings.iter().enumerate().map(section).collect();
    let conclusion = "## Start tonight\n\nFill the jar tonight and taste the coffee in the morning.\n";
    let answer = |question: &str| {
        let answer = "Yes, cold brew coffee keeps for days if the jar is closed, and a clean lid helps it more than anything else.";
        json!({ "question": question, "answer": answer })
    };
    let questions = ["Does it keep?", "Does the lid matter?", "Is it strong?", "Can it be warmed?"];
    json!({
        "problems": ["The order is not the reader's."],
        "article": format!("{introduction}{sections}{conclusion}"),
        "faq_heading": "Questions",
        "faq": questions.map(answer),
        "title": "How to make cold brew coffee that keeps for days",
        "meta_title": "How to make cold brew coffee at home, and keep it fresh",
        "meta_description": "How to make cold brew coffee at home: what to buy, how long it stands, how it keeps, and what to do when a batch goes wrong.",
        "excerpt": "How to make cold brew coffee at home. It keeps for days.",
    })
}

fn headings(sections: &Value) -> Vec<&str> {
    sections.as_array().unwrap().iter().map(|section| section["heading"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn it_is_delivered_with_its_own_headings_and_its_outline() {
    let model =
        Model::start(|form, _| (form == "second_draft").then(|| Spoilt::Replaced(draft(&HEADINGS)))).await;
    let body = outcome(&model.rankwright()).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let article = &body["article"];
    let written = headings(&article["sections"]);
    assert_eq!(written[..HEADINGS.len()], HEADINGS);
    assert_eq!(written[HEADINGS.len()..], ["Start tonight"]);
    let below = &article["sections"][1]["children"];
    assert_eq!(headings(below), ["Grind cold brew coffee coarsely"]);
    assert_eq!(headings(&body["outline"]["sections"]), HEADINGS, "the outline is that of the second draft");
    assert_eq!(article["faq"].as_array().unwrap().len(), 4);
    let requested =
        ["first_draft", "second_draft", "questions", "labels"].map(|form| model.requests(form).len());
    assert_eq!(requested, [1, 1, 0, 0], "the second draft brings FAQ and metadata");
}

#[tokio::test]
async fn headings_of_the_customer_stay() {
    let model =
        Model::start(|form, _| (form == "second_draft").then(|| Spoilt::Replaced(draft(&HEADINGS)))).await;
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
