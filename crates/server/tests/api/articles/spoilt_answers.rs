//! A model whose answers can't be used: they are requested again, or the article fails with the true reason and costs nothing. A body
//! that is finished is delivered.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};

use sandbox::{Sandbox, SandboxOptions};
use wiremock::matchers;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use super::*;

/// What is wrong with an answer.
#[derive(Debug, Clone, Copy)]
enum Spoilt {
    CutOff,
    Prose,
    OtherForm,
    KeyRefused,
}

/// Spoils the answer of a form, at its first, second, … request.
type Script = fn(&str, usize) -> Option<Spoilt>;

/// A model that speaks `OpenAI`'s format: the sandbox writes, and a script spoils what it wrote.
struct Model {
    server: MockServer,
    _sandbox: Sandbox,
    requests: Arc<Mutex<Vec<Value>>>,
}

impl Model {
    async fn start(script: Script) -> Self {
        let sandbox = Sandbox::start(SandboxOptions::default()).await.unwrap();
        let (address, requests) = (sandbox.address(), Arc::new(Mutex::new(Vec::new())));
        let seen = requests.clone();
        let answer = move |request: &Request| {
            let mut request: Value = serde_json::from_slice(&request.body).unwrap();
            let form = form(&request);
            let number = {
                let mut seen = seen.lock().unwrap();
                seen.push(request.clone());
                seen.iter().filter(|earlier| self::form(earlier) == form).count()
            };
            request["stream"] = json!(false);
            request.as_object_mut().unwrap().remove("stream_options");
            spoilt(written_by(address, &request), script(&form, number))
        };
        let server = MockServer::start().await;
        Mock::given(matchers::any()).respond_with(answer).mount(&server).await;
        Self { server, _sandbox: sandbox, requests }
    }

    /// A server that writes with this model.
    fn rankwright(&self) -> TestServer {
        builder()
            .set("TEXT__ENGINES", "openai")
            .set("TEXT__OPENAI__BASE_URL", format!("{}/v1", self.server.uri()))
            .set("TEXT__OPENAI__API_KEY", "sk-of-the-operator")
            .start()
    }

    /// What was requested in this form.
    fn requests(&self, form: &str) -> Vec<Value> {
        let requests = self.requests.lock().unwrap();
        requests.iter().filter(|request| self::form(request) == form).cloned().collect()
    }
}

fn form(request: &Value) -> String {
    request["response_format"]["json_schema"]["name"].as_str().unwrap_or_default().to_owned()
}

/// The sandbox's answer to a request.
fn written_by(sandbox: SocketAddr, request: &Value) -> Value {
    let body = request.to_string();
    let mut stream = TcpStream::connect(sandbox).unwrap();
    write!(
        stream,
        "POST /openai/v1/chat/completions HTTP/1.1\r\nhost: {sandbox}\r\nauthorization: Bearer sandbox\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    let (_, answer) = reply.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(answer).unwrap()
}

fn spoilt(mut answer: Value, spoilt: Option<Spoilt>) -> ResponseTemplate {
    let choice = &mut answer["choices"][0];
    match spoilt {
        None => {}
        Some(Spoilt::CutOff) => {
            let text = choice["message"]["content"].as_str().unwrap();
            let half: String = text.chars().take(text.chars().count() / 2).collect();
            choice["message"]["content"] = json!(half);
            choice["finish_reason"] = json!("length");
        }
        Some(Spoilt::Prose) => choice["message"]["content"] = json!("I would rather talk about it."),
        Some(Spoilt::OtherForm) => {
            let other = json!({ "title": ["a"], "sections": 3, "parts": 3, "items": 3, "introduction": 3 });
            choice["message"]["content"] = json!(other.to_string());
        }
        Some(Spoilt::KeyRefused) => {
            let error = json!({
                "message": "Incorrect API key provided: sk-of-the. Check your plan and billing details.",
                "type": "invalid_request_error", "param": null, "code": "invalid_api_key",
            });
            return ResponseTemplate::new(401).set_body_json(json!({ "error": error }));
        }
    }
    ResponseTemplate::new(200).set_body_json(answer)
}

/// Requests an article with the live key and waits for the end; checks that what was charged is what was delivered.
async fn outcome(server: &TestServer) -> Value {
    let before = balance(server, &server.live_key).await.0;
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "never"});
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
    let body = outcome(&model.rankwright()).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let limits: Vec<u64> =
        model.requests("outline").iter().map(|request| request["max_tokens"].as_u64().unwrap()).collect();
    assert_eq!(limits, [limits[0], limits[0] * 2]);
}

#[tokio::test]
async fn an_answer_that_is_always_cut_off_fails_with_the_limit() {
    let model = Model::start(|form, _| (form == "outline").then_some(Spoilt::CutOff)).await;
    let body = outcome(&model.rankwright()).await;
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
    let body = outcome(&model.rankwright()).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let second = model.requests("outline")[1]["messages"][1]["content"].as_str().unwrap().to_owned();
    assert!(second.contains("could not be used") && second.contains("not JSON"), "{second}");
    assert!(model.requests("opening")[1].to_string().contains("another form"));
}

#[tokio::test]
async fn answers_that_are_broken_three_times_fail_with_the_reason() {
    let model = Model::start(|form, _| (form == "outline").then_some(Spoilt::Prose)).await;
    let body = outcome(&model.rankwright()).await;
    assert!(message(&body).contains("the answer is not JSON"), "{}", message(&body));
    assert_eq!(model.requests("outline").len(), 3);
    let model = Model::start(|form, _| (form == "outline").then_some(Spoilt::OtherForm)).await;
    let body = outcome(&model.rankwright()).await;
    assert!(message(&body).contains("JSON of another form"), "{}", message(&body));
}

#[tokio::test]
async fn a_finished_body_is_delivered_without_metadata_and_faq_of_the_model() {
    let model = Model::start(|form, _| match form {
        "labels" => Some(Spoilt::Prose),
        "questions" => Some(Spoilt::CutOff),
        _ => None,
    })
    .await;
    let body = outcome(&model.rankwright()).await;
    let warnings = warnings(&body);
    assert!(
        warnings.contains("the metadata could not be written")
            && warnings.contains("the FAQ could not be written")
    );
    let article = &body["article"];
    for line in ["title", "metaTitle", "metaDescription", "excerpt"] {
        assert!(article[line].as_str().is_some_and(|line| line.len() > 10), "{line}: {}", article[line]);
    }
    assert!(article["faq"].as_array().is_none_or(Vec::is_empty), "{}", article["faq"]);
}

#[tokio::test]
async fn customers_do_not_read_about_the_operators_key() {
    let model = Model::start(|_, _| Some(Spoilt::KeyRefused)).await;
    let server = model.rankwright();
    let body = outcome(&server).await;
    let message = message(&body);
    assert!(
        message.contains("openai refused the request because of its account; the operator has been told"),
        "{message}"
    );
    let told = body.to_string();
    for words in ["API key", "sk-of-the", "billing details", "invalid_api_key"] {
        assert!(!told.contains(words), "{words}: {told}");
    }
    let log = server.log_with("Incorrect API key provided");
    assert!(!log.contains("sk-of-the-operator"), "the log has no secrets");
}
