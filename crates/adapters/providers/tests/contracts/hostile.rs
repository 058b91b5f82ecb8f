//! Replies of any form: every adapter answers or fails, and none panics.

use std::sync::{Arc, Mutex};

use domain::images::{DrawingRequest, ImageSize, ImageStyle};
use domain::keywords::{IdeaSeed, IdeasQuery, SuggestQuery};
use domain::search::{Device, SerpQuery, TOP_RESULTS};
use domain::vitals::{FieldQuery, Metric};
use ports::images::Drawn;
use ports::text::Ending;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use providers::ProviderClient;
use providers::catalogue::{
    ImageSettings, KeywordSettings, SerpSettings, SuggestSettings, TextSettings, VitalsSettings,
};
use serde_json::{Value, json};
use url::Url;
use wiremock::matchers;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use crate::stand_in::client;
use crate::texts;

/// Words of all providers, so that malformed values occur in fields that are read.
const WORDS: [&str; 70] = [
    "LARGEST_CONTENTFUL_PAINT_MS",
    "Success",
    "access_token",
    "answers",
    "b64_json",
    "blockReason",
    "candidates",
    "choices",
    "competition",
    "content",
    "content_block_delta",
    "data",
    "delta",
    "details",
    "error",
    "expanded_element",
    "expires_in",
    "faq",
    "finishReason",
    "finish_reason",
    "images",
    "info",
    "inlineData",
    "items",
    "keyword",
    "keywordIdeaMetrics",
    "keyword_data",
    "largest_contentful_paint",
    "link",
    "loadingExperience",
    "message",
    "message_delta",
    "metrics",
    "month",
    "monthlySearchVolumes",
    "monthly_searches",
    "node_errors",
    "organic",
    "organic_results",
    "outputs",
    "p75",
    "parts",
    "peopleAlsoAsk",
    "percentile",
    "percentiles",
    "phrase",
    "promptFeedback",
    "prompt_id",
    "q",
    "question",
    "record",
    "result",
    "results",
    "s",
    "search",
    "searchParameters",
    "search_metadata",
    "status",
    "status_code",
    "status_str",
    "stop",
    "stop_reason",
    "suggestions",
    "tasks",
    "text",
    "text_delta",
    "thought",
    "type",
    "url",
    "usage",
];

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(|flag| json!(flag)),
        any::<i64>().prop_map(|number| json!(number)),
        any::<f64>().prop_map(|number| json!(number)),
        Just(json!(20000)),
        prop::sample::select(WORDS.as_slice()).prop_map(|word| json!(word)),
        ".{0,12}".prop_map(|text| json!(text)),
        Just(json!("https://a.example/<b>&amp;")),
        Just(json!("iVBORw==")),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        let key = prop::sample::select(WORDS.as_slice()).prop_map(str::to_owned);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            prop::collection::hash_map(key, inner, 0..6).prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => value().prop_map(|value| value.to_string().into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..200),
        1 => Just(format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000)).into_bytes()),
    ]
}

async fn call_everyone(base: &Url, client: &ProviderClient) {
    let english = "en".parse().unwrap();
    let serp = SerpSettings::sandbox(base);
    let query = SerpQuery { text: "x".to_owned(), country: None, language: english, device: Device::Desktop };
    for name in &serp.engines {
        let page = serp.engine(*name, client).unwrap().unwrap().call(&query).await.unwrap_or_default();
        assert!(page.results.len() <= TOP_RESULTS);
        assert!(page.results.iter().all(|result| Url::parse(&result.url).is_ok()));
    }
    let suggest = SuggestSettings::sandbox(base);
    let query = SuggestQuery { text: "x".to_owned(), country: None, language: english };
    for name in &suggest.engines {
        let engine = suggest.engine(*name, client).unwrap().unwrap();
        let completions = engine.call(&query).await.unwrap_or_default();
        assert!(completions.iter().all(|completion| !completion.keyword.is_empty()));
    }
    let keywords = KeywordSettings::sandbox(base);
    let seed = IdeaSeed::Keywords(vec!["x".to_owned()]);
    let query = IdeasQuery { seed, country: None, language: english };
    for name in &keywords.engines {
        if let Some(engine) = keywords.engine(*name, client).unwrap() {
            let ideas = engine.call(&query).await.unwrap_or_default();
            assert!(ideas.iter().flat_map(|idea| &idea.months).all(|month| (1..=12).contains(&month.month)));
        }
    }
}

async fn figures_of_everyone(base: &Url, client: &ProviderClient) {
    let vitals = VitalsSettings::sandbox(base);
    let query = FieldQuery { url: "https://a.example/".to_owned(), device: Device::Mobile };
    for name in &vitals.engines {
        if let Ok(Some(found)) = vitals.engine(*name, client).unwrap().unwrap().call(&query).await {
            let mut figures = Metric::ALL.into_iter().filter_map(|metric| found.of(metric)).peekable();
            assert!(figures.peek().is_some(), "{name:?}");
            assert!(figures.all(|figures| figures.p75.is_finite() && figures.p75 >= 0.0), "{name:?}");
        }
    }
}

async fn order_of_everyone(base: &Url, client: &ProviderClient) {
    let image = ImageSettings::sandbox(base);
    let order = DrawingRequest {
        prompt: "x".to_owned(),
        language: "en".parse().unwrap(),
        style: ImageStyle::default(),
        size: ImageSize::default(),
        seed: 1,
        allow_text: false,
    };
    for name in &image.engines {
        if let Ok(drawing) = image.engine(*name, client).unwrap().unwrap().call(&order).await {
            assert!(matches!(drawing.picture, Drawn::File(file) if !file.is_empty()), "{name:?}");
        }
    }
}

async fn texts_of_everyone(base: &Url, client: &ProviderClient) {
    let text = TextSettings::sandbox(base);
    for name in &text.engines {
        let engine = text.engine(*name, client).unwrap().unwrap();
        if let Ok(written) = engine.call(&texts::order()).await {
            assert!(!written.text.is_empty() || written.ending == Ending::CutOff, "{name:?}");
        }
    }
}

#[test]
fn no_reply_is_too_odd() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let reply = Arc::new(Mutex::new(Vec::new()));
    let told = reply.clone();
    let server = runtime.block_on(MockServer::start());
    let answer = move |request: &Request| {
        if request.url.path().starts_with("/google-oauth") {
            return ResponseTemplate::new(200)
                .set_body_json(json!({ "access_token": "x", "expires_in": 3600 }));
        }
        let body = told.lock().unwrap().clone();
        // Some replies come as a whole, some as an event.
        if request.url.query() == Some("alt=sse") || request.headers.contains_key("anthropic-version") {
            let event = [b"data: ".as_slice(), &body, b"\n\n"].concat();
            return ResponseTemplate::new(200).set_body_raw(event, "text/event-stream");
        }
        ResponseTemplate::new(200).set_body_raw(body, "application/json")
    };
    runtime.block_on(Mock::given(matchers::any()).respond_with(answer).mount(&server));
    let client = client();
    let base = server.uri().parse().unwrap();
    TestRunner::new(Config { cases: 64, ..Config::default() })
        .run(&body(), |body| {
            *reply.lock().unwrap() = body;
            runtime.block_on(call_everyone(&base, &client));
            runtime.block_on(figures_of_everyone(&base, &client));
            runtime.block_on(order_of_everyone(&base, &client));
            runtime.block_on(texts_of_everyone(&base, &client));
            Ok(())
        })
        .unwrap();
}
