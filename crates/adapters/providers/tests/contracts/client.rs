//! What holds for every provider: bounds, redirects, and no secrets in errors.

use std::time::Duration;

use domain::images::{DrawingRequest, ImageSize, ImageStyle};
use domain::keywords::{Completion, IdeaSeed, IdeasQuery, SuggestQuery};
use domain::search::{Device, SerpPage, SerpQuery};
use domain::vitals::FieldQuery;
use ports::{EngineFailure, FailureKind};
use providers::catalogue::{
    ImageEngineName, ImageSettings, KeywordEngineName, KeywordSettings, SerpEngineName, SerpSettings,
    SuggestSettings, TextSettings, VitalsSettings,
};
use rstest::rstest;
use secrecy::SecretString;
use url::Url;
use wiremock::ResponseTemplate;

use crate::stand_in::{StandIn, client, html, json};
use crate::texts;

const NOWHERE: &str = "http://127.0.0.1:1";
const SECRET: &str = "a-key-that-nobody-may-read";

fn query() -> SerpQuery {
    SerpQuery {
        text: "x".to_owned(),
        country: None,
        language: "en".parse().unwrap(),
        device: Device::Desktop,
    }
}

async fn serper(reply: ResponseTemplate) -> Result<SerpPage, EngineFailure> {
    let provider = StandIn::new(reply).await;
    let settings = SerpSettings::sandbox(&provider.address());
    settings.engine(SerpEngineName::Serper, &client()).unwrap().unwrap().call(&query()).await
}

async fn google(reply: ResponseTemplate) -> Result<Vec<Completion>, EngineFailure> {
    let provider = StandIn::new(reply).await;
    let settings = SuggestSettings::sandbox(&provider.address());
    let question = SuggestQuery { text: "x".to_owned(), country: None, language: "en".parse().unwrap() };
    let engine = settings.engine(settings.engines[0], &client()).unwrap().unwrap();
    engine.call(&question).await
}

#[tokio::test]
async fn long_bodies_are_not_read_to_their_end() {
    let failure = serper(json(200, &" ".repeat(4 * 1024 * 1024 + 1))).await.unwrap_err();
    assert_eq!(
        (failure.kind, failure.reason.as_str()),
        (FailureKind::Broken, "sent more than 4194304 bytes")
    );
}

#[tokio::test]
async fn compressed_bodies_count_with_the_length_that_they_unfold_to() {
    let packed = include_bytes!("../fixtures/five_mebibytes_of_spaces.gz");
    let reply = ResponseTemplate::new(200)
        .insert_header("content-encoding", "gzip")
        .set_body_raw(packed.as_slice(), "application/json");
    let failure = serper(reply).await.unwrap_err();
    assert_eq!(
        (failure.kind, failure.reason.as_str()),
        (FailureKind::Broken, "sent more than 4194304 bytes")
    );
}

#[rstest]
#[case::captcha("https://www.google.com/sorry/index?continue=x", FailureKind::Blocked)]
#[case::elsewhere("/somewhere", FailureKind::Broken)]
#[tokio::test]
async fn redirects_are_not_followed(#[case] location: &str, #[case] kind: FailureKind) {
    let reply = html(302, "").insert_header("location", location);
    assert_eq!(google(reply).await.unwrap_err().kind, kind);
}

#[rstest]
#[case::too_many(429, "7", FailureKind::Throttled, Some(7))]
#[case::unavailable(503, "Sun, 15 Nov 2026 12:00:30 GMT", FailureKind::Throttled, Some(30))]
#[case::broken(500, "soon", FailureKind::Broken, None)]
#[tokio::test]
async fn waits_that_providers_ask_for_are_kept(
    #[case] status: u16,
    #[case] retry_after: &str,
    #[case] kind: FailureKind,
    #[case] wait: Option<u64>,
) {
    let reply = json(status, "{}")
        .insert_header("retry-after", retry_after)
        .insert_header("date", "Sun, 15 Nov 2026 12:00:00 GMT");
    let failure = serper(reply).await.unwrap_err();
    assert_eq!((failure.kind, failure.retry_after), (kind, wait.map(Duration::from_secs)));
}

#[tokio::test]
async fn a_provider_that_is_not_there_is_unreachable() {
    let settings = SerpSettings::sandbox(&NOWHERE.parse().unwrap());
    let engine = settings.engine(SerpEngineName::Serpapi, &client()).unwrap().unwrap();
    let failure = engine.call(&query()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unreachable);
    assert!(failure.reason.starts_with("could not be reached: "), "{failure}");
}

/// The errors of every provider with a secret when it is called at `address`.
async fn complaints(address: &Url) -> Vec<String> {
    let secret = || Some(SecretString::from(SECRET));
    let mut serp = SerpSettings::sandbox(address);
    (serp.serpapi.api_key, serp.serper.api_key, serp.brave.api_key) = (secret(), secret(), secret());
    (serp.dataforseo.login, serp.dataforseo.password) = (secret(), secret());
    let mut keywords = KeywordSettings::sandbox(address);
    let ads = &mut keywords.google_ads;
    (ads.client_secret, ads.refresh_token, ads.developer_token) = (secret(), secret(), secret());
    (keywords.dataforseo.login, keywords.dataforseo.password) = (secret(), secret());

    let mut image = ImageSettings::sandbox(address);
    (image.openai.api_key, image.gemini.api_key, image.stability.api_key) = (secret(), secret(), secret());
    (image.automatic1111.user, image.automatic1111.password) = (Some("me".to_owned()), secret());

    let mut text = TextSettings::sandbox(address);
    (text.openai.api_key, text.anthropic.api_key, text.gemini.api_key) = (secret(), secret(), secret());

    let mut vitals = VitalsSettings::sandbox(address);
    (vitals.crux.api_key, vitals.pagespeed.api_key) = (secret(), secret());

    let mut said = vec![format!("{serp:?}{keywords:?}{image:?}{text:?}{vitals:?}")];
    said.push(serde_json::to_string(&(&serp, &keywords, &image, &text, &vitals)).unwrap());
    let page = FieldQuery { url: "https://a.example/".to_owned(), device: Device::Mobile };
    for name in vitals.engines.clone() {
        let engine = vitals.engine(name, &client()).unwrap().unwrap();
        said.push(engine.call(&page).await.unwrap_err().to_string());
    }
    for name in text.engines.clone() {
        let engine = text.engine(name, &client()).unwrap().unwrap();
        said.push(engine.call(&texts::order()).await.unwrap_err().to_string());
    }
    for name in serp.engines.clone() {
        let engine = serp.engine(name, &client()).unwrap().unwrap();
        said.push(engine.call(&query()).await.unwrap_err().to_string());
    }
    let seed = IdeaSeed::Keywords(vec!["x".to_owned()]);
    let question = IdeasQuery { seed, country: None, language: "en".parse().unwrap() };
    for name in [KeywordEngineName::GoogleAds, KeywordEngineName::Dataforseo] {
        let engine = keywords.engine(name, &client()).unwrap().unwrap();
        said.push(engine.call(&question).await.unwrap_err().to_string());
    }
    let order = DrawingRequest {
        prompt: "x".to_owned(),
        language: "en".parse().unwrap(),
        style: ImageStyle::default(),
        size: ImageSize::default(),
        seed: 1,
        allow_text: false,
    };
    for name in image.engines.iter().copied().filter(|name| *name != ImageEngineName::Comfyui) {
        let engine = image.engine(name, &client()).unwrap().unwrap();
        said.push(engine.call(&order).await.unwrap_err().to_string());
    }
    said
}

#[tokio::test]
async fn no_secret_is_repeated() {
    let mut said = complaints(&NOWHERE.parse().unwrap()).await;
    // A secret at the position where long texts are cut must not leak its first half.
    for padding in ["", &"x ".repeat(95)] {
        for status in [400, 401, 422, 429, 500] {
            let words = format!("{padding} bad key {SECRET}");
            let flat = serde_json::json!({
                "error": words, "message": words, "status_message": words, "error_description": words,
                "errors": [words],
            });
            let nested =
                serde_json::json!({ "error": { "message": words, "status": words, "details": words } });
            for echo in [flat, nested] {
                let provider = StandIn::new(json(status, &echo.to_string())).await;
                said.extend(complaints(&provider.address()).await);
            }
        }
    }
    assert!(said.iter().any(|text| text.contains("bad key (secret)")), "words of providers are passed on");
    for text in said {
        assert!(!text.contains(&SECRET[..8]), "{text}");
    }
}
