//! Calls for texts are counted with their tokens and, where the operator has set prices, their cost.

use std::sync::Arc;

use domain::articles::spending::Spending;
use ports::{CallMeter, Tally, TextRequest};
use providers::catalogue::{TextEngineName, TextSettings};
use rstest::rstest;
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::stand_in::json as reply;
use crate::texts::{ANTHROPIC_STREAM, GEMINI_STREAM, OPENAI_STREAM, call_with, events, order, said};

/// The cost of two calls that get the same reply.
async fn spent(
    configure: impl Fn(&mut TextSettings),
    engine: TextEngineName,
    reply: &ResponseTemplate,
) -> Spending {
    let tally = Arc::new(Tally::default());
    let order = TextRequest { meter: CallMeter::new(tally.clone()), ..order() };
    for _ in 0..2 {
        let _ = call_with(&configure, engine, reply.clone(), &order).await;
    }
    tally.take()
}

fn priced(settings: &mut TextSettings) {
    let (input, output) =
        (serde_json::from_value(json!(0.5)).unwrap(), serde_json::from_value(json!(4)).unwrap());
    (settings.openai.input_price, settings.openai.output_price) = (Some(input), Some(output));
    (settings.anthropic.input_price, settings.anthropic.output_price) = (Some(input), Some(output));
    (settings.gemini.input_price, settings.gemini.output_price) = (Some(input), Some(output));
}

#[rstest]
#[case(TextEngineName::Openai, OPENAI_STREAM, (2, 9))]
#[case(TextEngineName::Anthropic, ANTHROPIC_STREAM, (12, 15))]
#[case(TextEngineName::Gemini, GEMINI_STREAM, (5, 9))]
#[tokio::test]
async fn replies_are_counted(
    #[case] engine: TextEngineName,
    #[case] stream: &str,
    #[case] (input, output): (u64, u64),
) {
    let counted = Spending {
        calls: 2,
        retries: 1,
        input_tokens: 2 * input,
        output_tokens: 2 * output,
        nanodollars: 2 * (input * 500 + output * 4_000),
        unpriced: 0,
    };
    assert_eq!(spent(priced, engine, &events(stream)).await, counted);
    let unknown = Spending { nanodollars: 0, unpriced: 2, ..counted };
    assert_eq!(spent(|_| {}, engine, &events(stream)).await, unknown, "nobody set a price");
}

#[tokio::test]
async fn a_reply_without_tokens_has_no_known_cost() {
    let silent = said(&[json!({ "choices": [{ "delta": { "content": "a" }, "finish_reason": "stop" }] })]);
    let counted = spent(priced, TextEngineName::Openai, &silent).await;
    assert_eq!((counted.calls, counted.input_tokens, counted.cost()), (2, 0, None));
}

#[tokio::test]
async fn an_error_costs_nothing_unless_its_provider_says_so() {
    let counted = spent(priced, TextEngineName::Openai, &reply(500, "{}")).await;
    assert_eq!(counted, Spending { calls: 2, retries: 1, ..Spending::default() });
    let broken = said(&[
        json!({ "type": "message_start", "message": { "usage": { "input_tokens": 10, "output_tokens": 1 } } }),
        json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } }),
    ]);
    let counted = spent(priced, TextEngineName::Anthropic, &broken).await;
    assert_eq!((counted.input_tokens, counted.output_tokens, counted.cost()), (20, 2, Some(18_000)));
}
