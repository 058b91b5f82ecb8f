//! Tests of the samples: each is run, and the request that arrives is compared with the call.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/receiver.rs"]
mod receiver;

use std::process::{Command, Output};

use dashboard::explorer::samples::{KEY_VARIABLE, Language, sample};
use dashboard::explorer::{Call, Method, Reply};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use receiver::{Received, Receiver};
use serde_json::{Value, json};
use syn::visit::Visit;

const KEY: &str = "svc_test_0123456789";
const CASES: usize = 40;

fn get(path: &str) -> Call {
    let path = path.to_owned();
    Call { method: Method::Get, path, headers: vec![], body: None, needs_key: true, reply: Reply::Json }
}

fn post(path: &str, body: Value) -> Call {
    Call { method: Method::Post, body: Some(body), ..get(path) }
}

/// Texts with a special meaning to a shell, a page, a format, or a terminal.
fn hostile() -> Vec<Call> {
    let texts = [
        "'; echo injected; '",
        "\"; echo injected; \"",
        "$(echo injected)",
        "`echo injected`",
        "${API_KEY}",
        "\\",
        "\\'",
        "\\n \\u0041 \\x41",
        "line\nline\r\nline\ttab",
        "</script><script>alert(1)</script>",
        "<!-- ]]>",
        "%s %d {} {0} {name}",
        "@/etc/passwd",
        "END_OF_BODY\nEND_OF_BODY",
        "\u{0}\u{1}\u{7f}\u{9b}2J",
        "\u{2028}\u{2029}\u{feff}",
        "\u{202e}txt.exe",
        "Phở 👩\u{200d}🚀 \u{10ffff} \u{e0041}",
        "\"#\"##\"###",
        "r#\"",
        "'''\"\"\"",
        "!history !!",
        "\\u{41}",
        "#{x} #$x",
        "~ * ? [a-z]",
        "\u{fffd}\u{fffe}",
    ];
    let mut calls: Vec<Call> = texts
        .iter()
        .map(|text| post("/v1/a", json!({"text": text, *text: [text, {"deep": text}]})))
        .collect();
    calls.push(post(
        "/v1/numbers",
        json!([
            0,
            -1,
            1.5,
            1e300,
            i64::MIN,
            u64::MAX,
            9_007_199_254_740_993_i64,
            true,
            false,
            null,
            {},
            [],
            ""
        ]),
    ));
    calls.push(post("/v1/prototype", json!({"__proto__": {"a": 1}, "b": 2})));
    calls.push(post("/v1/large", json!({"html": "it's large\n".repeat(30_000)})));
    calls.push(get("/v1/a%20b/c%27d?e=%24%28f%29&g=%22%60"));
    calls.push(Call { needs_key: false, ..get("/v1") });
    calls.push(Call {
        headers: vec![("Idempotency-Key".into(), "a 'b' \"c\" $d `e` \\ {f} #".into())],
        ..post("/v1/a", json!({}))
    });
    calls.push(Call { method: Method::Delete, ..get("/v1/a") });
    calls.push(Call { method: Method::Post, ..get("/v1/a/publish") });
    calls.push(Call { reply: Reply::Events, ..get("/v1/a/events") });
    calls
}

fn any_call() -> impl Strategy<Value = Call> {
    let text = || "\\PC{0,30}|[\\x00-\\x{ff}'\"\\\\$`!#<>/]{0,30}|(['\"#\\\\\n]){0,8}";
    let leaf = prop_oneof![
        text().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null)
    ];
    let value = leaf.prop_recursive(3, 16, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..4).prop_map(|fields| fields.into_iter().collect()),
        ]
    });
    let method = prop_oneof![Just(Method::Post), Just(Method::Put), Just(Method::Patch)];
    (method, prop::option::of("[!-~]([ -~]{0,20}[!-~])?"), value).prop_map(|(method, header, value)| {
        let headers = header.map(|value| ("Idempotency-Key".to_owned(), value)).into_iter().collect();
        Call { method, headers, ..post("/v1/any", value) }
    })
}

/// The hostile calls and some random ones.
fn calls() -> Vec<Call> {
    let mut runner = TestRunner::deterministic();
    let by_chance = (0..CASES).map(|_| any_call().new_tree(&mut runner).unwrap().current());
    hostile().into_iter().chain(by_chance).collect()
}

/// Numbers by value: `1.0` and `1` are equal in the languages.
fn by_size(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => format!("{:e}", number.as_f64().unwrap()).into(),
        Value::Number(number) => number.clone().into(),
        Value::Array(items) => items.iter().map(by_size).collect(),
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), by_size(field))).collect(),
        other => other.clone(),
    }
}

fn assert_same(call: &Call, received: &Received) {
    assert_eq!(
        (received.method.as_str(), received.target.as_str()),
        (call.method.as_str(), call.path.as_str())
    );
    let key = call.needs_key.then(|| format!("Bearer {KEY}"));
    assert_eq!(received.header("authorization"), key.as_deref());
    for (name, value) in &call.headers {
        assert_eq!(received.header(name), Some(value.as_str()));
    }
    match &call.body {
        Some(body) => {
            assert_eq!(received.header("content-type"), Some("application/json"));
            let arrived: Value = serde_json::from_slice(&received.body).unwrap();
            assert_eq!(by_size(&arrived), by_size(body));
        }
        None => assert!(received.body.is_empty()),
    }
}

/// Runs the samples in sequence in one process.
fn run(language: Language, program: &str, file: &str, join: impl Fn(String) -> String) {
    let receiver = Receiver::start();
    let calls = calls();
    let source: String = calls.iter().map(|call| join(sample(language, call, &receiver.url))).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file);
    std::fs::write(&path, source).unwrap();
    let mut command = Command::new(program);
    let Output { status, stdout, stderr } =
        command.arg(&path).env(KEY_VARIABLE, KEY).env("no_proxy", "*").env("NO_PROXY", "*").output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{stderr}");
    assert!(!stdout.contains("injected") && !stderr.contains("injected"), "{stdout}\n{stderr}");
    assert_eq!(stdout.matches("success").count(), calls.len(), "every answer is printed: {stdout}");
    let arrived = receiver.received();
    assert_eq!(arrived.len(), calls.len());
    for (call, received) in calls.iter().zip(&arrived) {
        assert_same(call, received);
    }
}

#[test]
fn curl_sends_the_call() {
    run(Language::Curl, "bash", "sample.sh", |sample| format!("set -e\n{sample}echo\n"));
}

#[test]
fn python_sends_the_call() {
    run(Language::Python, "python3", "sample.py", |sample| sample);
}

/// Node is not part of the setup, unlike the others. From 22.18 on it runs TypeScript, and rejects invalid
/// TypeScript.
#[test]
fn typescript_sends_the_call() {
    let Ok(Output { stdout, .. }) = Command::new("node").arg("--version").output() else { return };
    let version = String::from_utf8(stdout).unwrap();
    let numbers =
        version.trim().trim_start_matches('v').split('.').map(|number| number.parse::<u32>().unwrap());
    let is_typed = numbers.collect::<Vec<_>>() >= vec![22, 18];
    let file = if is_typed { "sample.mts" } else { "sample.mjs" };
    run(Language::TypeScript, "node", file, |sample| format!("{{\n{sample}}}\n"));
}

/// The texts of a program in source order.
#[derive(Default)]
struct Texts(Vec<String>);

impl Visit<'_> for Texts {
    fn visit_lit_str(&mut self, text: &syn::LitStr) {
        self.0.push(text.value());
    }
}

fn assert_rust_says(call: &Call) {
    let source = sample(Language::Rust, call, "https://api.example");
    let mut texts = Texts::default();
    texts.visit_file(&syn::parse_file(&source).unwrap());
    let mut texts = texts.0.into_iter();
    let mut expected = vec![format!("https://api.example{}", call.path)];
    expected.extend(call.needs_key.then(|| KEY_VARIABLE.to_owned()));
    expected.extend(call.headers.iter().flat_map(|(name, value)| [name.clone(), value.clone()]));
    expected
        .extend(call.body.iter().flat_map(|_| ["Content-Type".to_owned(), "application/json".to_owned()]));
    for expected in expected {
        assert_eq!(texts.next(), Some(expected));
    }
    if let Some(body) = &call.body {
        let written: Value = serde_json::from_str(&texts.next().unwrap()).unwrap();
        assert_eq!(written, *body);
    }
    assert_eq!(texts.next(), None);
}

#[test]
fn rust_says_the_call() {
    hostile().iter().for_each(assert_rust_says);
}

proptest! {
    #[test]
    fn rust_says_any_call(call in any_call()) {
        assert_rust_says(&call);
    }

    #[test]
    fn samples_show_what_they_hold(call in any_call()) {
        for language in Language::ALL {
            let source = sample(language, &call, "https://api.example");
            prop_assert!(!source.chars().any(|letter| letter.is_control() && letter != '\n'), "{}", source);
            prop_assert!(!source.contains(['\u{202e}', '\u{2028}', '\u{feff}']), "{}", source);
        }
        prop_assert!(!sample(Language::TypeScript, &call, "https://api.example").contains("</"));
    }
}

#[test]
fn samples_read_well() {
    let order = json!({"focusKeyword": "cold brew \"coffee\" & it's $5", "imageOption": 1, "keywords": ["iced coffee", "</script>"], "maxCredits": null});
    let order = Call {
        headers: vec![("Idempotency-Key".into(), "order-1".into())],
        ..post("/v1/articles/generate", order)
    };
    for language in Language::ALL {
        insta::assert_snapshot!(
            format!("order_{}", language.as_str()),
            sample(language, &order, "https://api.example/")
        );
        let watch = Call { reply: Reply::Events, ..get("/v1/articles/art_1/events") };
        insta::assert_snapshot!(
            format!("watch_{}", language.as_str()),
            sample(language, &watch, "https://api.example")
        );
    }
}
