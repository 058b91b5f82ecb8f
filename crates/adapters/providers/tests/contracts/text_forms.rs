//! Forms of answers as they are sent: properties in the order in which they are to be written, and no keyword
//! that a provider refuses.

use ports::TextRequest;
use ports::text::JsonForm;
use providers::catalogue::TextEngineName;
use rstest::rstest;
use serde_json::{Value, json};

use crate::texts::{ANTHROPIC_STREAM, GEMINI_STREAM, OPENAI_STREAM, call_with, events, order};

/// Names whose alphabetical order is never the order in which they are to be written.
fn form() -> JsonForm {
    let text = json!({ "type": "string", "maxLength": 200 });
    let item = json!({
        "type": "object", "properties": { "answer": text, "question": text }, "required": ["question", "answer"],
        "additionalProperties": false,
    });
    let list = json!({ "type": "array", "items": item, "minItems": 1, "maxItems": 6 });
    let names = ["title", "introduction", "heading", "blocks", "conclusion"];
    let properties = json!({
        "blocks": list, "conclusion": text, "heading": text, "introduction": text, "title": text,
    });
    let schema = json!({
        "type": "object", "properties": properties, "required": names, "additionalProperties": false,
    });
    JsonForm { name: "article", schema }
}

#[rstest]
#[case::openai(TextEngineName::Openai, OPENAI_STREAM, true)]
#[case::anthropic(TextEngineName::Anthropic, ANTHROPIC_STREAM, false)]
#[case::gemini(TextEngineName::Gemini, GEMINI_STREAM, false)]
#[tokio::test]
async fn properties_go_out_in_the_order_in_which_they_are_to_be_written(
    #[case] engine: TextEngineName,
    #[case] stream: &str,
    #[case] takes_bounds_of_lists: bool,
) {
    let order = TextRequest { form: Some(form()), ..order() };
    let (requests, written) = call_with(|_| {}, engine, events(stream), &order).await;
    assert!(written.is_ok(), "{written:?}");
    let sent = &requests[0];
    let properties = sent.split_once("\"properties\":").unwrap().1;
    let places: Vec<usize> =
        ["title", "introduction", "heading", "blocks", "question", "answer", "conclusion"]
            .iter()
            .map(|name| properties.find(&format!("\"{name}\":{{")).unwrap())
            .collect();
    assert!(places.is_sorted(), "{places:?} in {properties}");
    for bound in ["minItems", "maxItems"] {
        assert_eq!(sent.contains(bound), takes_bounds_of_lists, "{bound}: {sent}");
    }
    assert!(!sent.contains("maxLength"), "{sent}");
}

#[rstest]
#[case::openai(TextEngineName::Openai, OPENAI_STREAM, "/max_tokens")]
#[case::anthropic(TextEngineName::Anthropic, ANTHROPIC_STREAM, "/max_tokens")]
#[case::gemini(TextEngineName::Gemini, GEMINI_STREAM, "/generationConfig/maxOutputTokens")]
#[tokio::test]
async fn a_doubled_limit_doubles_the_room_for_thinking_too(
    #[case] engine: TextEngineName,
    #[case] stream: &str,
    #[case] place: &str,
) {
    for (doublings, expected) in [(0, 1_500), (1, 3_000), (2, 6_000)] {
        let order = TextRequest { doublings, ..order() };
        let configure = |settings: &mut providers::catalogue::TextSettings| {
            settings.openai.thinking_tokens = Some(1_000);
            settings.anthropic.thinking_tokens = 1_000;
            settings.gemini.thinking_tokens = 1_000;
        };
        let (requests, _) = call_with(configure, engine, events(stream), &order).await;
        let body: Value = serde_json::from_str(requests[0].lines().last().unwrap()).unwrap();
        assert_eq!(body.pointer(place), Some(&json!(expected)), "{body}");
    }
}
