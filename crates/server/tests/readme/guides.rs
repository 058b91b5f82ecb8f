//! Every program of the guides runs against a server, with a test key, and prints the documented output.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::{Value, json};
use testkit::{ServerBuilder, TestServer};

use crate::programs::{Program, command, programs, run, runs_typescript};

const GUIDES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guides");
/// The language of each program, in order, and a part of what it prints.
type Expected = &'static [(&'static str, &'static str)];
const EXPECTED: [(&str, Expected); 11] = [
    (
        "articles",
        &[
            ("sh", "\"status\":\"processing\""),
            ("sh", "\"status\":\"completed\""),
            ("sh", "HTTP/1.1 200"),
            ("sh", "event: status"),
            ("sh", "\"success\":true"),
            ("sh", "\"success\":true"),
            ("sh", "\"success\":true"),
            ("sh", "\"success\":true"),
            ("sh", "\"success\":true"),
            ("sh", "\"success\":true"),
            ("sh", "\"status\":\"processing\""),
        ],
    ),
    (
        "briefs",
        &[
            ("sh", "\"status\":\"processing\""),
            ("sh", "\"queryType\""),
            ("sh", "\"success\":true"),
            ("python", "art_"),
        ],
    ),
    (
        "credits",
        &[
            ("sh", "\"estimatedCredits\":17000"),
            ("sh", "cost_limit_exceeded"),
            ("sh", "\"accountId\""),
            ("sh", "\"transactionId\""),
        ],
    ),
    (
        "errors",
        &[
            ("sh", "\"field\":\"targetWordCount\""),
            ("python", "cold brew coffee"),
            ("typescript", "cold brew coffee"),
        ],
    ),
    ("idempotency", &[("sh", "\"articleId\""), ("python", "charged 0 replayed true")]),
    ("images", &[("sh", "\"variants\""), ("python", "480w"), ("sh", "\"deleted\":true")]),
    (
        "pagination",
        &[
            ("sh", "\"hasMore\""),
            ("python", "art_"),
            ("typescript", "hold"),
            ("bash", "/media/"),
            ("python", ""),
        ],
    ),
    (
        "quick-start",
        &[("sh", ""), ("bash", "cold brew"), ("python", "cold brew"), ("typescript", "cold brew")],
    ),
    ("rate-limits", &[("sh", "ratelimit: "), ("python", "60 requests sent"), ("typescript", "green tea")]),
    ("sandbox", &[("sh", "retry-after: 60")]),
    ("webhooks", &[("python", ""), ("typescript", ""), ("bash", SIGNATURE)]),
];
/// The signature of the message in the guide to webhooks.
const SIGNATURE: &str = "4b8fizjxcwZZNZg2mQAt+IHVrH+mW/5cBMMVnqyonRE=";

fn guide(name: &str) -> Vec<Program> {
    programs(&std::fs::read_to_string(format!("{GUIDES}/{name}.md")).unwrap())
}

fn expected(name: &str) -> Expected {
    EXPECTED.iter().find(|(guide, _)| *guide == name).unwrap().1
}

fn start(requests_per_second: Option<&str>) -> TestServer {
    let server = ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright"));
    match requests_per_second {
        Some(limit) => server.set("LIMITS__TEST_REQUESTS_PER_SECOND", limit).start(),
        None => server.start(),
    }
}

async fn post(server: &TestServer, path: &str, body: Value) -> Value {
    server.test_post(path, &body).send().await.unwrap().json().await.unwrap()
}

/// An article, or a brief, that is done or waits for approval.
async fn article(server: &TestServer, keyword: &str, mode: &str) -> String {
    let order = json!({"focusKeyword": keyword, "mode": mode, "targetWordCount": 1500, "imageOption": 0});
    let id = post(server, "/v1/articles/generate", order).await["articleId"].as_str().unwrap().to_owned();
    loop {
        let read = server.http.get(format!("{}/v1/articles/{id}", server.url)).header("prefer", "wait=25");
        let found: Value = read.bearer_auth(&server.test_key).send().await.unwrap().json().await.unwrap();
        if found["status"] != "processing" || found["stage"] == "approval" {
            return id;
        }
    }
}

/// Runs the programs of a guide, and fails with the output of one that printed something else.
fn check(name: &str, server: &TestServer, variables: impl Fn(&Program) -> Vec<(&'static str, String)>) {
    let (programs, expected) = (guide(name), expected(name));
    let languages: Vec<&str> = programs.iter().map(|program| program.language.as_str()).collect();
    let known: Vec<&str> = expected.iter().map(|(language, _)| *language).collect();
    assert_eq!(languages, known, "the programs of {name} are others than those that are expected here");
    for (program, (_, part)) in programs.iter().zip(expected) {
        if program.language == "typescript" && !runs_typescript() {
            continue;
        }
        let variables = variables(program);
        let given: Vec<(&str, &str)> =
            variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let run = run(program, server, &server.test_key, &given);
        let printed = format!("{name}:\n{}\n{}\n{}", program.source, run.stdout, run.stderr);
        assert!(run.is_success, "{printed}");
        assert!(run.stdout.contains(part), "{part} is missing in what is printed by {printed}");
    }
}

#[test]
fn every_guide_is_run() {
    let files = std::fs::read_dir(GUIDES).unwrap().map(|entry| entry.unwrap().file_name());
    let files: BTreeSet<String> = files.map(|name| name.into_string().unwrap()).collect();
    let known: BTreeSet<String> = EXPECTED.iter().map(|(name, _)| format!("{name}.md")).collect();
    assert_eq!(files, known);
}

#[tokio::test]
async fn the_programs_of_guides_to_articles_work() {
    let server = start(Some("1000"));
    let topic = "how to compost at home";
    let completed = article(&server, topic, "full").await;
    let (approved, cancelled) =
        (article(&server, topic, "outline").await, article(&server, topic, "outline").await);
    let brief = article(&server, "how to make a sourdough starter", "brief").await;
    check("articles", &server, |program| {
        let id = match program.source.as_str() {
            source if source.contains("/approve") => &approved,
            source if source.contains("-X DELETE") => &cancelled,
            _ => &completed,
        };
        vec![("ARTICLE_ID", id.clone())]
    });
    check("briefs", &server, |_| vec![("BRIEF_ID", brief.clone())]);
    check("quick-start", &server, |_| Vec::new());
}

#[tokio::test]
async fn the_programs_of_other_guides_work() {
    let server = start(Some("1000"));
    article(&server, "how to make cold brew coffee", "full").await;
    let image = post(&server, "/v1/images/generate", json!({"prompt": "a calm lake at dawn"})).await;
    let image = image["imageId"].as_str().unwrap();
    for name in ["credits", "errors", "idempotency", "images", "pagination", "sandbox"] {
        check(name, &server, |_| vec![("IMAGE_ID", image.to_owned())]);
    }
}

/// With the default rate limits.
#[test]
fn the_programs_of_the_guide_to_rate_limits_wait() {
    let server = start(None);
    check("rate-limits", &server, |_| Vec::new());
}

/// A program of the guide that waits for messages. It stops when dropped.
struct Receiver {
    child: Child,
    url: String,
}

impl Receiver {
    async fn start(program: &Program, secret: &str, directory: &Path) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let source = program.source.replace("8490", &port.to_string());
        let program = Program { language: program.language.clone(), source };
        let mut command = command(&program, directory);
        let child = command.env("WEBHOOK_SECRET", secret).stdout(Stdio::piped()).spawn().unwrap();
        let mut receiver = Self { child, url: format!("http://127.0.0.1:{port}") };
        while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert_eq!(receiver.child.try_wait().unwrap(), None, "the program of the guide has ended");
            tokio::task::yield_now().await;
        }
        receiver
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// The value of a variable in the program that signs by hand.
fn variable<'a>(source: &'a str, name: &str) -> &'a str {
    let line = source.lines().find_map(|line| line.strip_prefix(&format!("{name}="))).unwrap();
    line.split("  #").next().unwrap().trim_matches('\'')
}

fn signed_by_hand(program: &Program, timestamp: &str) -> String {
    let source = program.source.replace(variable(&program.source, "timestamp"), timestamp);
    let program = Program { language: program.language.clone(), source };
    let directory = tempfile::tempdir().unwrap();
    let output = command(&program, directory.path()).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// They accept a message that was signed now, and refuse one that is old or was changed.
#[tokio::test]
async fn the_programs_of_the_guide_to_webhooks_verify_messages() {
    let (calls, programs): (Vec<Program>, Vec<Program>) =
        guide("webhooks").into_iter().partition(|program| program.language == "sh");
    if !calls.is_empty() {
        let server = start(None);
        for call in &calls {
            let run = run(call, &server, &server.test_key, &[]);
            assert!(run.stdout.contains("\"success\":true"), "{}\n{}{}", call.source, run.stdout, run.stderr);
        }
    }
    let languages: Vec<&str> = programs.iter().map(|program| program.language.as_str()).collect();
    let known: Vec<&str> = expected("webhooks").iter().map(|(language, _)| *language).collect();
    assert_eq!(languages, known);
    let by_hand = &programs[2];
    let (id, body) = (variable(&by_hand.source, "id"), variable(&by_hand.source, "body"));
    let old = variable(&by_hand.source, "timestamp");
    assert_eq!(signed_by_hand(by_hand, old), SIGNATURE);
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs().to_string();
    let signature = signed_by_hand(by_hand, &now);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    for program in &programs[..2] {
        if program.language == "typescript" && !runs_typescript() {
            continue;
        }
        let directory = tempfile::tempdir().unwrap();
        let secret = format!("whsec_{}", variable(&by_hand.source, "secret"));
        let mut receiver = Receiver::start(program, &secret, directory.path()).await;
        for (timestamp, signature, body, status) in [
            (old, SIGNATURE, body.to_owned(), 401),
            (now.as_str(), signature.as_str(), format!("{body} "), 401),
            (now.as_str(), SIGNATURE, body.to_owned(), 401),
            ("soon", signature.as_str(), body.to_owned(), 401),
            (now.as_str(), signature.as_str(), body.to_owned(), 204),
        ] {
            let request =
                http.post(&receiver.url).header("webhook-id", id).header("webhook-timestamp", timestamp);
            // The signature of a rotated secret comes before ours.
            let request = request.header("webhook-signature", format!("v1,AAAA v1,{signature}"));
            let response = request.body(body).send().await.unwrap();
            assert_eq!(response.status(), status, "{} {timestamp} {signature}", program.language);
        }
        let mut printed = String::new();
        BufReader::new(receiver.child.stdout.take().unwrap()).read_line(&mut printed).unwrap();
        assert!(printed.contains(id) && printed.contains("ping"), "{printed}");
    }
}
