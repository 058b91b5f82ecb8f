//! A model with `OpenAI`'s format: the sandbox writes the answers, and a script spoils them.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};

use sandbox::{Sandbox, SandboxOptions};
use testkit::ServerBuilder;
use wiremock::matchers;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use super::*;

/// How an answer is spoilt.
#[derive(Debug, Clone)]
pub(super) enum Spoilt {
    CutOff,
    Prose,
    OtherForm,
    KeyRefused,
    Overloaded,
    /// The answer never comes.
    Silent,
    /// A section, or a first draft, has this percentage of its words.
    Length(usize),
    /// A section, or a first draft, has one more paragraph.
    AlsoSays(String),
    /// Every section, or the first draft, is padded to this percentage of its words.
    Padded(usize),
    /// A revision deletes the sentence that begins like this.
    Deletes(String),
    /// The answer ends normally, but without its last closing brace.
    Unclosed,
    /// An FAQ has this many answers.
    Answers(usize),
    /// The answer is something else.
    Replaced(Value),
    /// A second draft with these other parts and the text of the first, under other main headings.
    Reheaded(Value, &'static [&'static str]),
}

/// Spoils the answer of a form, by the number of the request.
type Script = Box<dyn Fn(&str, usize) -> Option<Spoilt> + Send + Sync>;

pub(super) struct Model {
    server: MockServer,
    _sandbox: Sandbox,
    requests: Arc<Mutex<Vec<Value>>>,
    script: Arc<Mutex<Script>>,
    /// The input and output tokens of all answers.
    used: Arc<Mutex<(u64, u64)>>,
}

impl Model {
    pub(super) async fn start(
        script: impl Fn(&str, usize) -> Option<Spoilt> + Send + Sync + 'static,
    ) -> Self {
        let sandbox = Sandbox::start(SandboxOptions::default()).await.unwrap();
        let (address, requests) = (sandbox.address(), Arc::new(Mutex::new(Vec::new())));
        let script: Arc<Mutex<Script>> = Arc::new(Mutex::new(Box::new(script)));
        let used = Arc::new(Mutex::new((0, 0)));
        let (seen, followed, counted) = (requests.clone(), script.clone(), used.clone());
        let first_draft = Mutex::new(String::new());
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
            let spoilt = followed.lock().unwrap()(&form, number);
            if let Some(Spoilt::Length(percent)) = spoilt {
                request["messages"][1]["content"] = json!(with_other_lengths(prompt(&request), percent));
            }
            let answer = written_by(address, &request);
            let tokens = |name: &str| answer["usage"][name].as_u64().unwrap();
            let (read, written) = (tokens("prompt_tokens"), tokens("completion_tokens"));
            if form == "first_draft" {
                let written = content(&answer["choices"][0]);
                written["article"].as_str().unwrap_or_default().clone_into(&mut first_draft.lock().unwrap());
            }
            let spoilt = spoilt.map(|spoilt| match spoilt {
                Spoilt::Reheaded(mut draft, headings) => {
                    draft["article"] = json!(reheaded(&first_draft.lock().unwrap(), headings));
                    Spoilt::Replaced(draft)
                }
                spoilt => spoilt,
            });
            let reply = spoil(answer, spoilt, prompt(&request));
            let mut counted = counted.lock().unwrap();
            *counted = (counted.0 + read, counted.1 + written);
            reply
        };
        let server = MockServer::start().await;
        Mock::given(matchers::any()).respond_with(answer).mount(&server).await;
        Self { server, _sandbox: sandbox, requests, script, used }
    }

    /// Replaces the script from now on.
    pub(super) fn follow(&self, script: impl Fn(&str, usize) -> Option<Spoilt> + Send + Sync + 'static) {
        *self.script.lock().unwrap() = Box::new(script);
    }

    /// A server that uses this model.
    pub(super) fn builder(&self) -> ServerBuilder {
        builder()
            .set("TEXT__ENGINES", "openai")
            .set("TEXT__OPENAI__BASE_URL", format!("{}/v1", self.server.uri()))
            .set("TEXT__OPENAI__API_KEY", "sk-of-the-operator")
    }

    pub(super) fn rankwright(&self) -> TestServer {
        self.builder().start()
    }

    /// The number of requests, and the input and output tokens.
    pub(super) fn used(&self) -> (u64, u64, u64) {
        let (read, written) = *self.used.lock().unwrap();
        (u64::try_from(self.requests.lock().unwrap().len()).unwrap(), read, written)
    }

    /// The headings of the requested sections, in order.
    pub(super) fn planned(&self) -> Vec<String> {
        let requests = self.requests.lock().unwrap();
        let lines = requests.iter().flat_map(|request| prompt(request).lines()).filter_map(plan_line);
        let top = lines.filter_map(|(number, before, _)| {
            let heading = before.split_once('⟦')?.1.split_once('⟧')?.0;
            Some((number.parse().ok()?, heading.to_owned()))
        });
        top.collect::<BTreeMap<u32, String>>().into_values().collect()
    }

    /// The requests with this form.
    pub(super) fn requests(&self, form: &str) -> Vec<Value> {
        let requests = self.requests.lock().unwrap();
        requests.iter().filter(|request| self::form(request) == form).cloned().collect()
    }
}

/// The form of a request, with the number of the section if it is one.
fn form(request: &Value) -> String {
    let name = request["response_format"]["json_schema"]["name"].as_str().unwrap_or_default();
    let planned = prompt(request).lines().find_map(|line| Some(plan_line(line)?.0));
    let section = planned.filter(|_| name == "section");
    section.map_or_else(|| name.to_owned(), |number| format!("{name} {number}"))
}

pub(super) fn prompt(request: &Value) -> &str {
    request["messages"][1]["content"].as_str().unwrap()
}

/// `2.1 | heading | about 90 words`: the number of the section, the text before the words, and the words.
fn plan_line(line: &str) -> Option<(&str, &str, usize)> {
    let (number, _) = line.split_once(" | ")?;
    let (before, words) = line.strip_suffix(" words")?.rsplit_once("about ")?;
    number.starts_with(|first: char| first.is_ascii_digit()).then_some((number, before, words.parse().ok()?))
}

fn with_other_lengths(prompt: &str, percent: usize) -> String {
    const WHOLE: &str = "It should have about ";
    if let Some((before, (words, behind))) =
        prompt.split_once(WHOLE).and_then(|(before, rest)| Some((before, rest.split_once(' ')?)))
    {
        return format!("{before}{WHOLE}{} {behind}", words.parse::<usize>().unwrap() * percent / 100);
    }
    let lines = prompt.lines().map(|line| match plan_line(line) {
        Some((_, before, words)) => format!("{before}about {} words", words * percent / 100),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text with other headings of main sections, as far as the list goes.
fn reheaded(article: &str, headings: &[&str]) -> String {
    let mut others = headings.iter();
    let lines = article.lines().map(|line| match line.strip_prefix("## ").and_then(|_| others.next()) {
        Some(other) => format!("## {other}"),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
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

fn spoil(mut answer: Value, spoilt: Option<Spoilt>, prompt: &str) -> ResponseTemplate {
    let choice = &mut answer["choices"][0];
    match spoilt {
        None | Some(Spoilt::Length(_) | Spoilt::Reheaded(..)) => {}
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
        Some(Spoilt::Overloaded) => return ResponseTemplate::new(503),
        Some(Spoilt::Silent) => return ResponseTemplate::new(200).set_delay(testkit::HANG_LIMIT * 2),
        Some(Spoilt::AlsoSays(text)) => {
            let mut written = content(choice);
            match written["article"].as_str() {
                Some(article) => {
                    written["article"] = json!(article.replacen("\n## ", &format!("\n{text}\n\n## "), 1));
                }
                None => written["parts"][0]["blocks"].as_array_mut().unwrap().push(paragraph(&text)),
            }
            choice["message"]["content"] = json!(written.to_string());
        }
        Some(Spoilt::Padded(percent)) => {
            let mut written = content(choice);
            let planned: BTreeMap<&str, usize> =
                prompt.lines().filter_map(plan_line).map(|(number, _, words)| (number, words)).collect();
            if let Some(article) = written["article"].as_str() {
                let words = article.split_whitespace().count() * (percent - 100) / 100;
                written["article"] =
                    json!(article.replacen("\n## ", &format!("\n{}\n\n## ", filler(words)), 1));
            }
            for part in written["parts"].as_array_mut().into_iter().flatten() {
                let wanted = planned[part["section"].as_str().unwrap()] * percent / 100;
                pad(part, wanted);
            }
            choice["message"]["content"] = json!(written.to_string());
        }
        Some(Spoilt::Deletes(sentence)) => {
            let id = prompt
                .split_once(&format!("}} {sentence}"))
                .and_then(|(before, _)| before.rsplit('{').next());
            let edit = json!({ "id": id.unwrap(), "reason": "figure", "text": "" });
            let revision = json!({ "problems": ["It is wrong."], "edits": [edit], "rewrites": [] });
            choice["message"]["content"] = json!(revision.to_string());
        }
        Some(Spoilt::Replaced(reply)) => choice["message"]["content"] = json!(reply.to_string()),
        Some(Spoilt::Unclosed) => {
            let text = choice["message"]["content"].as_str().unwrap();
            choice["message"]["content"] = json!(text.trim_end().strip_suffix('}').unwrap());
        }
        Some(Spoilt::Answers(count)) => {
            let mut written = content(choice);
            let name = if written["faq"].is_array() { "faq" } else { "items" };
            written[name].as_array_mut().unwrap().truncate(count);
            choice["message"]["content"] = json!(written.to_string());
        }
    }
    ResponseTemplate::new(200).set_body_json(answer)
}

fn content(choice: &Value) -> Value {
    serde_json::from_str(choice["message"]["content"].as_str().unwrap()).unwrap()
}

fn paragraph(text: &str) -> Value {
    json!({ "kind": "paragraph", "text": text, "items": [], "columns": [], "rows": [] })
}

/// Adds sentences to a part until it has this many words.
fn pad(part: &mut Value, wanted: usize) {
    fn count(value: &Value) -> usize {
        match value {
            Value::String(text) => text.split_whitespace().count(),
            Value::Array(values) => values.iter().map(count).sum(),
            _ => 0,
        }
    }
    let blocks = part["blocks"].as_array_mut().unwrap();
    let texts = ["text", "items", "columns", "rows"];
    let written: usize = blocks.iter().flat_map(|block| texts.map(|name| count(&block[name]))).sum();
    let text = filler(wanted.saturating_sub(written));
    if !text.is_empty() {
        blocks.push(paragraph(&text));
    }
}

/// Sentences with this many words.
fn filler(mut words: usize) -> String {
    let mut text = String::new();
    while words > 0 {
        let length = words.min(9 + words % 5);
        let sentence: Vec<String> = (0..length).map(|at| format!("filler{}", words * 31 + at)).collect();
        text.extend(["F", &sentence.join(" ")[1..], ". "]);
        words -= length;
    }
    text
}
