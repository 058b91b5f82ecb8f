//! Streams that end anywhere: a text is passed on complete, or not at all.

use std::sync::{Arc, Mutex};

use ports::{FailureKind, WrittenText};
use providers::catalogue::{TextEngineName, TextSettings};
use rstest::rstest;
use wiremock::matchers;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use crate::stand_in::client;
use crate::texts::{ANTHROPIC_STREAM, GEMINI_STREAM, LLAMA_STREAM, OPENAI_STREAM, order};

#[rstest]
#[case::openai(TextEngineName::Openai, OPENAI_STREAM)]
#[case::own_server(TextEngineName::Openai, LLAMA_STREAM)]
#[case::anthropic(TextEngineName::Anthropic, ANTHROPIC_STREAM)]
#[case::gemini(TextEngineName::Gemini, GEMINI_STREAM)]
#[tokio::test]
async fn no_half_text_passes_for_a_whole_one(#[case] engine: TextEngineName, #[case] stream: &'static str) {
    let length = Arc::new(Mutex::new(stream.len()));
    let told = length.clone();
    let server = MockServer::start().await;
    let answer = move |_: &Request| {
        let part = &stream.as_bytes()[..*told.lock().unwrap()];
        ResponseTemplate::new(200).set_body_raw(part, "text/event-stream")
    };
    Mock::given(matchers::any()).respond_with(answer).mount(&server).await;
    let settings = TextSettings::sandbox(&server.uri().parse().unwrap());
    let engine = settings.engine(engine, &client()).unwrap().unwrap();
    let whole = engine.call(&order()).await.unwrap();
    let mut complete = 0;
    for cut in 0..stream.len() {
        *length.lock().unwrap() = cut;
        match engine.call(&order()).await {
            // The figures come after the text, so they may be missing.
            Ok(written) => {
                let usage = whole.usage;
                assert_eq!(WrittenText { usage, ..written }, whole, "{cut}");
                complete += 1;
            }
            Err(failure) => assert_eq!(failure.kind, FailureKind::Broken, "{cut}: {failure}"),
        }
    }
    assert!(complete < stream.len() / 2, "most of the stream is needed");
}
