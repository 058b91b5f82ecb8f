//! Settings and the engines that they configure.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::images::{DrawingRequest, ImageSize, ImageStyle, SourceType};
use domain::keywords::{IdeaSeed, IdeasQuery, KeywordIdea, SuggestQuery, SuggestSource};
use domain::search::{Device, SerpQuery};
use ports::images::{Drawing, Drawn};
use ports::{CallMeter, Capability, Engine, EngineFailure, ServeError, TextRequest};
use providers::SetupError;
use providers::catalogue::{
    IMAGES, ImageSettings, IndexingSettings, KEYWORDS, KeywordSettings, SERP, SUGGEST, SerpSettings,
    SuggestSettings, TEXT, TextEngineName, TextSettings, VITALS, VitalsSettings,
};
use rstest::rstest;
use serde_json::{Value, json};
use url::Url;

use crate::stand_in::{self, StandIn, client};

const LIMIT: Duration = Duration::from_secs(5);

fn sandbox() -> Url {
    "http://127.0.0.1:4010".parse().unwrap()
}

#[test]
fn engines_are_called_like_in_the_settings() {
    let named = |name: Value, engine: &str| assert_eq!(name, json!(engine));
    let serp = SerpSettings::sandbox(&sandbox());
    for name in &serp.engines {
        named(json!(name), serp.engine(*name, &client()).unwrap().unwrap().name());
    }
    let suggest = SuggestSettings::sandbox(&sandbox());
    for name in &suggest.engines {
        named(json!(name), suggest.engine(*name, &client()).unwrap().unwrap().name());
    }
    let keywords = KeywordSettings::sandbox(&sandbox());
    for name in &keywords.engines {
        if let Some(engine) = keywords.engine(*name, &client()).unwrap() {
            named(json!(name), engine.name());
        }
    }
    let image = ImageSettings::sandbox(&sandbox());
    assert_eq!(image.engines.len(), 5);
    for name in &image.engines {
        named(json!(name), image.engine(*name, &client()).unwrap().unwrap().name());
    }
    let text = TextSettings::sandbox(&sandbox());
    assert_eq!(text.engines.len(), 4);
    for name in &text.engines {
        named(json!(name), text.engine(*name, &client()).unwrap().unwrap().name());
    }
    let vitals = VitalsSettings::sandbox(&sandbox());
    assert_eq!(vitals.engines.len(), 2);
    for name in &vitals.engines {
        named(json!(name), vitals.engine(*name, &client()).unwrap().unwrap().name());
    }
}

#[test]
fn settings_are_written_as_they_are_read_with_secrets_hidden() {
    let shown = json!({
        "serp": SerpSettings::sandbox(&sandbox()),
        "suggest": SuggestSettings::default(),
        "keywords": KeywordSettings::default(),
        "image": ImageSettings::default(),
        "text": TextSettings::default(),
        "indexing": IndexingSettings::default(),
        "vitals": VitalsSettings::default(),
    });
    insta::assert_json_snapshot!("settings", shown);
    let images = json!(ImageSettings::default());
    assert_eq!(json!(serde_json::from_value::<ImageSettings>(images.clone()).unwrap()), images);
    let texts = json!(TextSettings::default());
    assert_eq!(json!(serde_json::from_value::<TextSettings>(texts.clone()).unwrap()), texts);
    let vitals = json!(VitalsSettings::default());
    assert_eq!(json!(serde_json::from_value::<VitalsSettings>(vitals.clone()).unwrap()), vitals);
    let indexing = json!(IndexingSettings::default());
    assert_eq!(json!(serde_json::from_value::<IndexingSettings>(indexing.clone()).unwrap()), indexing);
    let defaults = (json!(SerpSettings::default()), json!(KeywordSettings::default()));
    assert_eq!(json!(serde_json::from_value::<SerpSettings>(defaults.0.clone()).unwrap()), defaults.0);
    assert_eq!(json!(serde_json::from_value::<KeywordSettings>(defaults.1.clone()).unwrap()), defaults.1);
}

#[test]
fn wrong_names_are_refused_with_those_allowed() {
    let error = serde_json::from_value::<SerpSettings>(json!({ "engines": ["bingo"] })).unwrap_err();
    insta::assert_snapshot!("wrong_engine", error);
    assert!(serde_json::from_value::<SerpSettings>(json!({ "serpapi": { "key": "x" } })).is_err());
}

#[rstest]
#[case::serpapi(json!({ "engines": ["serpapi"] }), "serp.serpapi.api_key")]
#[case::blank(json!({ "engines": ["serper"], "serper": { "api_key": " " } }), "serp.serper.api_key")]
#[case::dataforseo(json!({ "engines": ["dataforseo"], "dataforseo": { "login": "x" } }), "serp.dataforseo.password")]
#[case::brave(json!({ "engines": ["web", "brave"] }), "serp.brave.api_key")]
#[case::searxng(json!({ "engines": ["searxng"] }), "serp.searxng.base_url")]
#[case::twice(json!({ "engines": ["web", "web"] }), "serp.engines")]
fn what_a_listed_engine_needs_is_named(#[case] settings: Value, #[case] setting: &str) {
    let settings: SerpSettings = serde_json::from_value(settings).unwrap();
    let error = settings.chain(&client()).err().unwrap();
    assert!(error.to_string().starts_with(setting), "{error}");
}

#[test]
fn every_needed_setting_is_in_the_list_of_its_capability() {
    let without_settings =
        SerpSettings { engines: SerpSettings::sandbox(&sandbox()).engines, ..SerpSettings::default() };
    for name in &without_settings.engines {
        if let Err(SetupError::Missing { setting, .. }) = without_settings.engine(*name, &client()) {
            assert!(SERP.settings.contains(&setting), "{setting}");
        }
    }
    let without_settings = KeywordSettings::default();
    for name in KeywordSettings::sandbox(&sandbox()).engines {
        if let Err(SetupError::Missing { setting, .. }) = without_settings.engine(name, &client()) {
            assert!(KEYWORDS.settings.contains(&setting), "{setting}");
        }
    }
    let without_settings = ImageSettings::default();
    for name in ImageSettings::sandbox(&sandbox()).engines {
        if let Err(SetupError::Missing { setting, .. }) = without_settings.engine(name, &client()) {
            assert!(IMAGES.settings.contains(&setting), "{setting}");
        }
    }
    let without_settings = TextSettings::default();
    let mut without_key = Vec::new();
    for name in TextSettings::sandbox(&sandbox()).engines {
        match without_settings.engine(name, &client()) {
            Err(SetupError::Missing { setting, .. }) => {
                assert!(TEXT.settings.contains(&setting), "{setting}");
            }
            Err(error) => panic!("{name:?}: {error}"),
            Ok(_) => without_key.push(name),
        }
    }
    assert_eq!(without_key, [TextEngineName::Ollama]);
    let without_settings = VitalsSettings::default();
    for name in VitalsSettings::sandbox(&sandbox()).engines {
        let Err(SetupError::Missing { setting, .. }) = without_settings.engine(name, &client()) else {
            panic!("{name:?} needs a key")
        };
        assert!(VITALS.settings.contains(&setting), "{setting}");
    }
    assert_eq!(SUGGEST.settings, ["suggest.engines"]);
}

#[rstest]
#[case::digits("customer_id", "12345", "keywords.google_ads.customer_id must have ten digits")]
#[case::manager("login_customer_id", "abc", "keywords.google_ads.login_customer_id must have ten digits")]
#[case::version("version", "26/../x", "keywords.google_ads.version must look like v26")]
#[case::currency("currency", "dollars", "keywords.google_ads.currency must have three capital letters")]
#[tokio::test]
async fn values_that_google_ads_would_refuse_are_refused_at_the_start(
    #[case] setting: &str,
    #[case] value: &str,
    #[case] message: &str,
) {
    let mut settings = json!({
        "engines": ["google_ads"],
        "google_ads": { "customer_id": "1234567890", "client_id": "a", "client_secret": "b", "refresh_token": "c" },
    });
    settings["google_ads"][setting] = json!(value);
    let settings: KeywordSettings = serde_json::from_value(settings).unwrap();
    let error = settings.chain(&client(), &imported()).err().unwrap();
    assert!(error.to_string().starts_with(message), "{error}");
}

#[rstest]
#[case::openai(json!({ "engines": ["openai"] }), "image.openai.api_key is not set")]
#[case::gemini(json!({ "engines": ["builtin", "gemini"] }), "image.gemini.api_key is not set")]
#[case::model(json!({ "engines": ["gemini"], "gemini": { "api_key": "x", "model": "../x" } }), "image.gemini.model must look like")]
#[case::stability(json!({ "engines": ["stability"] }), "image.stability.api_key is not set")]
#[case::user(json!({ "engines": ["automatic1111"], "automatic1111": { "user": "x" } }), "image.automatic1111.user and")]
#[case::checkpoint(json!({ "engines": ["comfyui"] }), "image.comfyui.checkpoint is not set")]
#[case::workflow(json!({ "engines": ["comfyui"], "comfyui": { "workflow": "/nowhere.json" } }), "image.comfyui.workflow can't be read")]
#[case::twice(json!({ "engines": ["builtin", "builtin"] }), "image.engines names an engine twice")]
fn what_an_image_engine_needs_is_named(#[case] settings: Value, #[case] message: &str) {
    let settings: ImageSettings = serde_json::from_value(settings).unwrap();
    let error = settings.chains(&client(), &builtin()).err().unwrap();
    assert!(error.to_string().starts_with(message), "{error}");
}

#[rstest]
#[case::openai(json!({ "engines": ["openai"] }), "text.openai.api_key is not set")]
#[case::temperature(
    json!({ "engines": ["openai"], "openai": { "api_key": "x", "temperature": 2.5 } }), "text.openai.temperature must be between"
)]
#[case::ollama(json!({ "engines": ["ollama"], "ollama": { "model": " " } }), "text.ollama.model must be the name")]
#[case::behind(json!({ "engines": ["ollama", "anthropic"] }), "text.anthropic.api_key is not set")]
#[case::model(json!({ "engines": ["gemini"], "gemini": { "api_key": "x", "model": "../x" } }), "text.gemini.model must look like")]
#[case::version(json!({ "engines": ["gemini"], "gemini": { "api_key": "x", "version": "" } }), "text.gemini.version must look like")]
#[case::twice(json!({ "engines": ["ollama", "ollama"] }), "text.engines names an engine twice")]
fn what_a_text_engine_needs_is_named(#[case] settings: Value, #[case] message: &str) {
    let settings: TextSettings = serde_json::from_value(settings).unwrap();
    let error = settings.chain(&client()).err().unwrap();
    assert!(error.to_string().starts_with(message), "{error}");
}

#[tokio::test]
async fn no_provider_writes_unless_told_so() {
    let settings = TextSettings::default();
    let order = TextRequest {
        system: String::new(),
        prompt: "x".to_owned(),
        form: None,
        max_tokens: 9,
        doublings: 0,
        meter: CallMeter::default(),
    };
    let error = settings.chain(&client()).unwrap().serve(&order, LIMIT).await.unwrap_err();
    assert_eq!(error, ServeError::NotConfigured { capability: "texts", settings: TEXT.settings });
}

#[test]
fn servers_of_ones_own_need_no_key() {
    for settings in [
        json!({ "engines": ["openai"], "openai": { "base_url": "http://127.0.0.1:8080/v1" } }),
        json!({ "engines": ["ollama"] }),
    ] {
        let settings: TextSettings = serde_json::from_value(settings).unwrap();
        assert!(settings.chain(&client()).is_ok());
    }
}

struct Builtin;

#[async_trait]
impl Engine<DrawingRequest, Drawing> for Builtin {
    fn name(&self) -> &'static str {
        "builtin"
    }

    async fn call(&self, order: &DrawingRequest) -> Result<Drawing, EngineFailure> {
        Ok(Drawing {
            depicted: None,
            picture: Drawn::File("mine".into()),
            model: "builtin".to_owned(),
            seed: Some(order.seed),
            source_type: SourceType::AlgorithmicMedia,
        })
    }
}

fn builtin() -> Arc<dyn Engine<DrawingRequest, Drawing>> {
    Arc::new(Builtin)
}

#[tokio::test]
async fn pictures_are_drawn_by_the_caller_unless_told_otherwise() {
    let (chain, own) = ImageSettings::default().chains(&client(), &builtin()).unwrap();
    let order = DrawingRequest {
        prompt: "x".to_owned(),
        language: "en".parse().unwrap(),
        style: ImageStyle::default(),
        size: ImageSize::default(),
        seed: 7,
        allow_text: false,
    };
    for chain in [chain, own.unwrap()] {
        let served = chain.serve(&order, LIMIT).await.unwrap();
        assert_eq!((served.engine, served.answer.seed), ("builtin", Some(7)));
    }
    let (_, own) =
        ImageSettings::sandbox(&"http://127.0.0.1:1".parse().unwrap()).chains(&client(), &builtin()).unwrap();
    assert!(own.is_none(), "it was not listed");
}

fn serp_query() -> SerpQuery {
    SerpQuery {
        text: "x".to_owned(),
        country: None,
        language: "en".parse().unwrap(),
        device: Device::Desktop,
    }
}

#[tokio::test]
async fn without_engines_the_settings_that_configure_one_are_named() {
    let chain = SerpSettings::default().chain(&client()).unwrap();
    let error = chain.serve(&serp_query(), LIMIT).await.unwrap_err();
    assert_eq!(error, ServeError::NotConfigured { capability: "search results", settings: SERP.settings });
    assert_eq!(SERP.settings[..2], ["serp.engines", "serp.serpapi.api_key"]);
}

struct Imported;

#[async_trait]
impl Engine<IdeasQuery, Vec<KeywordIdea>> for Imported {
    fn name(&self) -> &'static str {
        "imported"
    }

    async fn call(&self, _: &IdeasQuery) -> Result<Vec<KeywordIdea>, EngineFailure> {
        Ok(vec![KeywordIdea { keyword: "mine".to_owned(), ..KeywordIdea::default() }])
    }
}

fn imported() -> Arc<dyn Engine<IdeasQuery, Vec<KeywordIdea>>> {
    Arc::new(Imported)
}

#[tokio::test]
async fn imported_keywords_come_from_the_caller() {
    let chain = KeywordSettings::default().chain(&client(), &imported()).unwrap();
    let seed = IdeaSeed::Keywords(vec!["x".to_owned()]);
    let question = IdeasQuery { seed, country: None, language: "en".parse().unwrap() };
    let served = chain.serve(&question, LIMIT).await.unwrap();
    assert_eq!((served.engine, served.answer[0].keyword.as_str()), ("imported", "mine"));
}

#[tokio::test]
async fn feeds_are_asked_by_name_or_as_web_searches_and_share_their_circuits() {
    let provider = StandIn::new(stand_in::html(403, "no")).await;
    let settings = SuggestSettings { stand_ins: false, ..SuggestSettings::sandbox(&provider.address()) };
    let feeds = settings.feeds(&client()).unwrap();
    let question = SuggestQuery { text: "x".to_owned(), country: None, language: "en".parse().unwrap() };

    let engines = |error: ServeError| match error {
        ServeError::Failed { failures } => failures.iter().map(|failure| failure.engine).collect::<Vec<_>>(),
        ServeError::NotConfigured { .. } => Vec::new(),
    };
    let youtube = feeds.of(Some(SuggestSource::YouTube)).serve(&question, LIMIT).await.unwrap_err();
    assert_eq!(engines(youtube), ["youtube"]);
    let any = feeds.of(None).serve(&question, LIMIT).await.unwrap_err();
    assert_eq!(engines(any), ["google", "duckduckgo", "bing"]);
    let asked = provider.requests().await.len();
    let google = feeds.of(Some(SuggestSource::Google)).serve(&question, LIMIT).await.unwrap_err();
    assert_eq!(engines(google), ["google"]);
    assert_eq!(provider.requests().await.len(), asked, "the circuit is open for both");
    assert_eq!(feeds.status().len(), 5);
}

#[tokio::test]
async fn a_stand_in_is_asked_again_whatever_it_did() {
    let provider = StandIn::new(stand_in::html(403, "no")).await;
    let feeds = SuggestSettings::sandbox(&provider.address()).feeds(&client()).unwrap();
    let question = SuggestQuery { text: "x".to_owned(), country: None, language: "en".parse().unwrap() };
    for _ in 0..6 {
        let asked = provider.requests().await.len();
        assert!(feeds.of(Some(SuggestSource::Google)).serve(&question, LIMIT).await.is_err());
        assert!(provider.requests().await.len() > asked);
    }
}

#[tokio::test]
async fn feeds_that_are_not_listed_are_not_configured() {
    let settings: SuggestSettings = serde_json::from_value(json!({ "engines": ["youtube"] })).unwrap();
    let feeds = settings.feeds(&client()).unwrap();
    let question = SuggestQuery { text: "x".to_owned(), country: None, language: "en".parse().unwrap() };
    for source in [None, Some(SuggestSource::Google)] {
        let error = feeds.of(source).serve(&question, LIMIT).await.unwrap_err();
        assert_eq!(
            error,
            ServeError::NotConfigured { capability: "autocomplete", settings: SUGGEST.settings }
        );
    }
}
