//! A model whose answers can't be used: they are requested again, or the article fails with the true reason
//! and costs nothing. A finished body is delivered.

use super::model::{Model, Spoilt, prompt};
use super::*;
use crate::support::query;

pub(super) const WORDS: i64 = 1500;

/// Requests an article with the live key and waits for the end; checks that exactly what was delivered was
/// charged.
pub(super) async fn outcome(server: &TestServer) -> Value {
    let before = balance(server, &server.live_key).await.0;
    let request = json!({"focusKeyword": KEYWORD, "targetWordCount": WORDS, "imageOption": 0});
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let body = done(server, &server.live_key, &id).await;
    let expected = if body["status"] == "completed" { price(&body["article"]) } else { 0 };
    assert_eq!(body["billing"]["chargedCredits"], expected, "{}", body["billing"]);
    assert_eq!(balance(server, &server.live_key).await, (before - expected, 0));
    body
}

fn message(body: &Value) -> &str {
    assert_eq!(
        (&body["status"], &body["error"]["code"]),
        (&json!("failed"), &json!("upstream_failed")),
        "{body}"
    );
    body["error"]["message"].as_str().unwrap()
}

fn warnings(body: &Value) -> String {
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    body["warnings"].to_string()
}

#[tokio::test]
async fn an_answer_that_is_cut_off_once_is_requested_with_twice_the_limit() {
    let model =
        Model::start(|form, number| (form == "outline" && number == 1).then_some(Spoilt::CutOff)).await;
    let body = outcome(&by_sections(&model)).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let limits: Vec<u64> =
        model.requests("outline").iter().map(|request| request["max_tokens"].as_u64().unwrap()).collect();
    assert_eq!(limits, [limits[0], limits[0] * 2]);
}

#[tokio::test]
async fn an_answer_that_is_always_cut_off_fails_with_the_limit() {
    let model = Model::start(|form, _| (form == "outline").then_some(Spoilt::CutOff)).await;
    let body = outcome(&by_sections(&model)).await;
    assert!(message(&body).contains("it was cut off at the limit of"), "{}", message(&body));
    assert_eq!(model.requests("outline").len(), 3);
}

#[tokio::test]
async fn broken_answers_are_requested_again_with_the_reason() {
    let model = Model::start(|form, number| match (form, number) {
        ("outline", 1) => Some(Spoilt::Prose),
        ("opening", 1) => Some(Spoilt::OtherForm),
        _ => None,
    })
    .await;
    let body = outcome(&by_sections(&model)).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let second = model.requests("outline")[1].clone();
    let second = prompt(&second);
    assert!(second.contains("could not be used") && second.contains("not JSON"), "{second}");
    assert!(model.requests("opening")[1].to_string().contains("another form"));
}

#[tokio::test]
async fn answers_that_are_broken_three_times_fail_with_the_reason() {
    let model = Model::start(|form, _| (form == "outline").then_some(Spoilt::Prose)).await;
    let body = outcome(&by_sections(&model)).await;
    assert!(message(&body).contains("the answer is not JSON"), "{}", message(&body));
    assert_eq!(model.requests("outline").len(), 3);
    let model = Model::start(|form, _| (form == "outline").then_some(Spoilt::OtherForm)).await;
    let body = outcome(&by_sections(&model)).await;
    assert!(message(&body).contains("JSON of another form"), "{}", message(&body));
}

#[tokio::test]
async fn json_without_its_last_brace_is_requested_again() {
    let model =
        Model::start(|form, number| (form == "first_draft" && number == 1).then_some(Spoilt::Unclosed)).await;
    let body = outcome(&model.rankwright()).await;
    assert!(sections(&body).len() >= 4, "{body}");
    let second = model.requests("first_draft")[1].clone();
    assert!(prompt(&second).contains("could not be used"), "{}", prompt(&second));
    assert!(model.requests("outline").is_empty(), "nobody plans what is written freely");

    let model = Model::start(|form, _| (form == "outline").then_some(Spoilt::Unclosed)).await;
    let body = outcome(&by_sections(&model)).await;
    assert!(message(&body).contains("the answer is not JSON"), "{}", message(&body));
    assert_eq!(model.requests("outline").len(), 3);
}

#[tokio::test]
async fn sections_that_are_too_long_are_shortened_on_request() {
    let model = Model::start(|form, number| {
        (form.starts_with("section ") && number == 1).then_some(Spoilt::Padded(115))
    })
    .await;
    let body = outcome(&by_sections(&model)).await;
    assert_eq!(behind_body(&model, &body), 1, "the conclusion");
    let words = body["article"]["wordCount"].as_i64().unwrap();
    assert!((words - WORDS).abs() * 10 <= WORDS, "{words}");
    let sections = 1..=model.planned().len();
    let requests: Vec<Vec<Value>> =
        sections.map(|number| model.requests(&format!("section {number}"))).collect();
    for section in &requests {
        assert_eq!(section.len(), 2, "each is written twice, and not more often");
        assert!(prompt(&section[1]).contains("is too long"), "{}", prompt(&section[1]));
    }
    assert!(!body["article"]["markdown"].as_str().unwrap().contains("filler"));
}

#[tokio::test]
async fn sections_that_stay_too_long_are_delivered_whole_and_told() {
    let model = Model::start(|form, _| form.starts_with("section ").then_some(Spoilt::Padded(115))).await;
    let body = outcome(&by_sections(&model)).await;
    assert_eq!(behind_body(&model, &body), 1, "the conclusion");
    let requests: Vec<Value> =
        (1..=model.planned().len()).flat_map(|number| model.requests(&format!("section {number}"))).collect();
    assert_eq!(requests.len(), model.planned().len() * 2, "nobody is asked a third time");
    let words = body["article"]["wordCount"].as_i64().unwrap();
    let is_off = (words - WORDS).abs() * 10 > WORDS;
    let reason = body["publication"]["reason"].as_str().unwrap_or_default();
    assert!(words > WORDS && reason.contains("he length differs by") == is_off, "{words} words: {reason}");
}

#[tokio::test]
async fn answers_that_an_faq_lacks_are_requested_once() {
    let questions = |request: &Value| -> Vec<String> {
        let (_, list) = prompt(request).split_once("Questions:\n").unwrap();
        list.lines().map_while(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
    };
    for strategy in ["sections", "whole"] {
        let model =
            Model::start(|form, number| (form == "questions" && number == 1).then_some(Spoilt::Answers(1)))
                .await;
        let body = outcome(&model.builder().set("TEXT__STRATEGY", strategy).start()).await;
        assert_eq!(body["status"], "completed", "{}", body["error"]);
        let asked = model.requests("questions");
        assert_eq!(asked.len(), 2, "{strategy}");
        let faq = body["article"]["faq"].as_array().unwrap();
        let answered: Vec<&str> = faq.iter().map(|item| item["question"].as_str().unwrap()).collect();
        assert!(answered.len() > 1, "{answered:?}");
        if strategy == "whole" {
            // The questions that the engine adds are not in the outline.
            assert!(prompt(asked.last().unwrap()).contains("would still ask"));
            continue;
        }
        let missing = questions(asked.last().unwrap());
        let answers = |question: &str| missing.iter().any(|missing| missing.contains(question));
        let before = answered.iter().filter(|question| !answers(question)).count();
        assert_eq!(before, 1, "{answered:?} {missing:?}");
    }

    let model = Model::start(|form, _| (form == "questions").then_some(Spoilt::Answers(1))).await;
    let body = outcome(&by_sections(&model)).await;
    assert_eq!(model.requests("questions").len(), 2, "only once");
    assert_eq!(body["article"]["faq"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_finished_body_is_delivered_without_metadata_and_faq_of_the_model() {
    let model = Model::start(|form, _| match form {
        "labels" => Some(Spoilt::Prose),
        "questions" => Some(Spoilt::CutOff),
        _ => None,
    })
    .await;
    let body = outcome(&by_sections(&model)).await;
    let warnings = warnings(&body);
    assert!(
        warnings.contains("he metadata could not be written")
            && warnings.contains("he FAQ could not be written")
    );
    let article = &body["article"];
    for line in ["title", "metaTitle", "metaDescription", "excerpt"] {
        assert!(article[line].as_str().is_some_and(|line| line.len() > 10), "{line}: {}", article[line]);
    }
    assert!(article["faq"].as_array().is_none_or(Vec::is_empty), "{}", article["faq"]);
}

/// The main sections of an article.
fn sections(body: &Value) -> &Vec<Value> {
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    body["article"]["sections"].as_array().unwrap()
}

/// Checks that every section of the outline is there, and returns how many others follow them.
fn behind_body(model: &Model, body: &Value) -> usize {
    let planned = model.planned();
    let headings: Vec<&str> =
        sections(body).iter().map(|section| section["heading"].as_str().unwrap()).collect();
    assert!(planned.len() >= 4 && headings.len() >= planned.len(), "{planned:?}: {headings:?}");
    assert_eq!(headings[..planned.len()], planned);
    headings.len() - planned.len()
}

#[tokio::test]
async fn a_body_without_introduction_is_delivered_and_held() {
    let model = Model::start(|form, _| (form == "opening").then_some(Spoilt::Prose)).await;
    let body = outcome(&by_sections(&model)).await;
    assert_eq!(behind_body(&model, &body), 0, "no conclusion");
    let expected = "The introduction and the conclusion could not be written and are left out";
    assert!(warnings(&body).contains(expected), "{}", body["warnings"]);
    let publication = &body["publication"];
    assert_eq!(publication["status"], "held");
    let reason = publication["reason"].as_str().unwrap();
    assert!(reason.contains("aragraphs of the introduction: 0 (at least 1)"), "{reason}");
}

/// A server that writes articles section by section.
fn by_sections(model: &Model) -> TestServer {
    model.builder().set("TEXT__STRATEGY", "sections").start()
}

#[tokio::test]
async fn a_section_that_is_spoilt_once_is_there_in_the_end() {
    for spoilt in [Spoilt::Prose, Spoilt::CutOff] {
        let script = move |form: &str, number| (form == "section 2" && number == 1).then(|| spoilt.clone());
        let model = Model::start(script).await;
        let body = outcome(&by_sections(&model)).await;
        assert_eq!(behind_body(&model, &body), 1, "the conclusion");
    }
}

#[tokio::test]
async fn a_section_that_is_always_spoilt_fails_the_article_with_the_reason() {
    for (spoilt, reason) in
        [(Spoilt::Prose, "the answer is not JSON"), (Spoilt::CutOff, "it was cut off at the limit of")]
    {
        let model = Model::start(move |form, _| (form == "section 2").then(|| spoilt.clone())).await;
        let body = outcome(&by_sections(&model)).await;
        assert!(message(&body).contains(reason), "{}", message(&body));
        assert_eq!(model.requests("section 2").len(), 3);
    }
}

#[tokio::test]
async fn an_article_that_is_always_spoilt_is_written_section_by_section() {
    for spoilt in [Spoilt::Prose, Spoilt::CutOff] {
        let model = Model::start(move |form, _| (form == "first_draft").then(|| spoilt.clone())).await;
        let body = outcome(&model.rankwright()).await;
        assert_eq!(behind_body(&model, &body), 1, "the conclusion");
        assert_eq!(model.requests("first_draft").len(), 3);
    }
}

#[tokio::test]
async fn a_first_draft_that_misses_the_length_is_whole_and_the_second_is_told() {
    for (percent, wanted) in [(115, 1..=2 * WORDS), (50, WORDS / 3..=WORDS)] {
        let script = move |form: &str, _| {
            (form == "first_draft").then_some(if percent > 100 {
                Spoilt::Padded(percent)
            } else {
                Spoilt::Length(percent)
            })
        };
        let model = Model::start(script).await;
        let body = outcome(&model.rankwright()).await;
        assert!(sections(&body).len() >= 4, "{body}");
        let words = body["article"]["wordCount"].as_i64().unwrap();
        assert!(wanted.contains(&words), "{percent}: {words}");
        let is_off = (words - WORDS).abs() * 10 > WORDS;
        let reason = body["publication"]["reason"].as_str().unwrap_or_default();
        assert_eq!(reason.contains("he length differs by"), is_off, "{percent}: {words} words: {reason}");
        let told = &model.requests("second_draft")[0];
        assert!(prompt(told).contains("the second has 1425 to 1605"), "{}", prompt(told));
    }
}

#[tokio::test]
async fn sections_of_half_their_length_are_written_again_and_the_article_is_held() {
    let model = Model::start(|form, _| form.starts_with("section ").then_some(Spoilt::Length(50))).await;
    let body = outcome(&by_sections(&model)).await;
    assert_eq!(behind_body(&model, &body), 1, "the conclusion");
    let words = body["article"]["wordCount"].as_i64().unwrap();
    assert!(words < WORDS * 9 / 10, "{words}");
    assert!(body["publication"]["reason"].as_str().unwrap().contains("he length differs by"), "{body}");
    let sections =
        (1..=model.planned().len()).flat_map(|number| model.requests(&format!("section {number}")));
    assert!(sections.into_iter().any(|request| prompt(&request).contains("is too short")));
}

#[tokio::test]
async fn without_a_second_draft_faq_and_metadata_are_requested() {
    let model = Model::start(|form, _| (form == "second_draft").then_some(Spoilt::Prose)).await;
    let body = outcome(&model.rankwright()).await;
    assert!(sections(&body).len() >= 4, "{body}");
    let faq = body["article"]["faq"].as_array().unwrap();
    assert!(!faq.is_empty() && body["article"]["metaDescription"].is_string(), "{}", body["article"]);
    assert!(!warnings(&body).contains("could not be written"), "{}", body["warnings"]);
    let requested = ["first_draft", "labels", "opening", "outline"].map(|form| model.requests(form).len());
    assert_eq!(requested, [1, 1, 0, 0]);
}

#[tokio::test]
async fn an_editor_is_told_what_checks_found_and_mends_it() {
    let wrong = "The jar costs $4,321 in every shop.";
    let model = Model::start(move |form, number| match (form, number) {
        ("first_draft", _) => Some(Spoilt::AlsoSays(wrong.to_owned())),
        ("revision", 1) => Some(Spoilt::Deletes(wrong.to_owned())),
        _ => None,
    })
    .await;
    let body = outcome(&model.rankwright()).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    for form in ["second_draft", "revision"] {
        let request = &model.requests(form)[0];
        let told = prompt(request).split_once("What checks found").unwrap().1;
        assert!(told.contains("$4,321"), "{told}");
        assert_eq!(prompt(request).contains("change nothing else"), form == "revision");
    }
    assert!(!body["article"]["markdown"].as_str().unwrap().contains("4,321"));
}

#[tokio::test]
async fn an_article_whose_model_never_answers_fails_when_its_time_is_over() {
    let model = Model::start(|_, _| Some(Spoilt::Silent)).await;
    let server = model.rankwright();
    let short = "CREATE TRIGGER short_jobs AFTER INSERT ON jobs \
        BEGIN UPDATE jobs SET deadline = NEW.run_at + 2000000 WHERE id = NEW.id; END";
    let _ = query(&server.data_dir().join("rankwright.db"), short);
    let body = outcome(&server).await;
    let (status, error) = (&body["status"], &body["error"]);
    assert_eq!((status, &error["code"]), (&json!("failed"), &json!("upstream_timeout")), "{body}");
    assert!(error["message"].as_str().unwrap().ends_with("its time ended at the stage writing"), "{error}");
    assert_eq!(model.requests("first_draft").len(), 1);
}

#[tokio::test]
async fn customers_do_not_read_about_the_operators_key() {
    let model = Model::start(|_, _| Some(Spoilt::KeyRefused)).await;
    let server = model.rankwright();
    let body = outcome(&server).await;
    let message = message(&body);
    assert!(
        message.contains("openai refused the request because of its account; the operator has been notified"),
        "{message}"
    );
    let told = body.to_string();
    for words in ["API key", "sk-of-the", "billing details", "invalid_api_key"] {
        assert!(!told.contains(words), "{words}: {told}");
    }
    let log = server.log_with("Incorrect API key provided");
    assert!(!log.contains("sk-of-the-operator"), "the log has no secrets");
}
