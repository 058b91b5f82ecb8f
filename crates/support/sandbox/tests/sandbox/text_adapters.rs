//! Tests that the adapters of text models read every response and every fault of the stand-ins.

use std::sync::Arc;
use std::time::Duration;

use ports::text::{Ending, JsonForm};
use ports::{
    CallMeter, Capability, Engine, EngineFailure, FailureKind, ServeError, TextRequest, WrittenText,
};
use providers::ProviderClient;
use providers::catalogue::{TextEngineName, TextSettings};
use reqwest::Url;
use serde_json::{Value, json};

use crate::support::Running;

const MODELS: [TextEngineName; 4] =
    [TextEngineName::Openai, TextEngineName::Anthropic, TextEngineName::Gemini, TextEngineName::Ollama];
const LIMIT: Duration = Duration::from_mins(1);

fn settings(running: &Running) -> TextSettings {
    TextSettings::sandbox(&Url::parse(&format!("http://{}", running.sandbox.address())).unwrap())
}

fn client() -> ProviderClient {
    ProviderClient::new("sandbox tests").unwrap()
}

fn engine(running: &Running, name: TextEngineName) -> Arc<dyn Engine<TextRequest, WrittenText>> {
    settings(running).engine(name, &client()).unwrap().unwrap()
}

fn order(words: &str) -> TextRequest {
    TextRequest {
        system: "You write plainly.".to_owned(),
        prompt: format!("Explain how to make cold brew coffee at home. {words}"),
        form: None,
        max_tokens: 4_000,
        doublings: 0,
        meter: CallMeter::default(),
    }
}

fn with_form(order: TextRequest) -> TextRequest {
    let schema = json!({
        "type": "object", "additionalProperties": false, "required": ["title", "paragraphs"],
        "properties": {
            "title": { "type": "string" },
            "paragraphs": { "type": "array", "items": { "type": "string" } },
        },
    });
    TextRequest { form: Some(JsonForm { name: "section", schema }), ..order }
}

async fn write(running: &Running, name: TextEngineName, words: &str) -> Result<WrittenText, EngineFailure> {
    engine(running, name).call(&order(words)).await
}

#[tokio::test]
async fn every_text_adapter_reads_the_same_text() {
    let running = Running::start().await;
    let first = write(&running, MODELS[0], "").await.unwrap();
    assert!(first.text.to_lowercase().contains("cold brew") && first.text.contains("\n\n"), "{}", first.text);
    for name in MODELS {
        let written = write(&running, name, "").await.unwrap();
        assert_eq!((&written.text, written.ending), (&first.text, Ending::Complete), "{name:?}");
        let usage = written.usage.unwrap();
        assert!(usage.input > 10 && usage.output > 50, "{name:?}: {usage:?}");
        let short = TextRequest { max_tokens: 5, ..order("") };
        let written = engine(&running, name).call(&short).await.unwrap();
        assert_eq!((written.text.chars().count(), written.ending), (20, Ending::CutOff), "{name:?}");
    }
}

#[tokio::test]
async fn every_text_adapter_gets_the_form_it_asks_for() {
    let running = Running::start().await;
    for name in MODELS {
        let written = engine(&running, name).call(&with_form(order(""))).await.unwrap();
        let value: Value = serde_json::from_str(&written.text).unwrap();
        assert!(value["title"].is_string() && value["paragraphs"].is_array(), "{name:?}: {value}");
    }
}

#[tokio::test]
async fn every_text_adapter_tells_faults_from_answers() {
    let running = Running::start().await;
    for name in MODELS {
        let fails = async |fault: &str| {
            write(&running, name, &format!("sandbox-fault:{fault}")).await.unwrap_err().kind
        };
        assert_eq!(fails("429").await, FailureKind::Throttled, "{name:?}");
        assert_eq!(fails("500").await, FailureKind::Broken, "{name:?}");
        assert_eq!(fails("503").await, FailureKind::Throttled, "{name:?}");
        assert_eq!(fails("401").await, FailureKind::Refused, "{name:?}");
        assert_eq!(fails("declined").await, FailureKind::Declined, "{name:?}");
        assert_eq!(fails("cut").await, FailureKind::Broken, "{name:?}");
        assert_eq!(fails("malformed").await, FailureKind::Broken, "half a stream: {name:?}");
        assert_eq!(fails("truncated").await, FailureKind::Broken, "a cut in the middle: {name:?}");
        assert_eq!(fails("empty").await, FailureKind::Broken, "{name:?}");
    }
}

#[tokio::test]
async fn texts_can_be_flawed() {
    let running = Running::start().await;
    for name in MODELS {
        let clean = write(&running, name, "").await.unwrap().text;
        let flawed =
            async |flaw: &str| write(&running, name, &format!("sandbox-fault:{flaw}")).await.unwrap().text;
        assert_eq!(flawed("short-text").await.split_whitespace().count(), 2, "{name:?}");
        assert!(flawed("long-text").await.starts_with(&format!("{clean} {clean}")), "{name:?}");
        let repeated = flawed("repeated-text").await;
        let sentence = repeated.split_inclusive(". ").next().unwrap();
        assert!(repeated.matches(sentence.trim_end()).count() >= 3, "{name:?}: {repeated}");
        assert_eq!(flawed("garbage-text").await.chars().rev().collect::<String>(), clean, "{name:?}");
        assert_ne!(flawed("once-short-text").await, clean, "{name:?}");
        assert_eq!(flawed("once-short-text").await, clean, "{name:?}");
        let garbage = with_form(order("sandbox-fault:garbage-text"));
        let garbage = engine(&running, name).call(&garbage).await.unwrap().text;
        assert!(serde_json::from_str::<Value>(&garbage).is_err(), "{name:?}");
    }
}

#[tokio::test]
async fn a_chain_of_models_retries_falls_through_and_ends_with_who_declines() {
    let running = Running::start().await;
    let chain = settings(&running).chain(&client()).unwrap();
    let serve = async |words: &str| chain.serve(&order(words), LIMIT).await;
    let served = serve("sandbox-fault:once-500").await.unwrap();
    assert_eq!(served.engine, "openai", "a fault that passes is waited for");
    let served = serve("sandbox-fault:openai=401 sandbox-fault:anthropic=401").await.unwrap();
    assert_eq!(served.engine, "gemini");
    let ServeError::Failed { failures } = serve("sandbox-fault:openai=declined").await.unwrap_err() else {
        panic!("engines are configured");
    };
    let told: Vec<_> = failures.iter().map(|failure| (failure.engine, failure.kind)).collect();
    assert_eq!(told, [("openai", FailureKind::Declined)]);
}
