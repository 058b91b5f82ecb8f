//! Tests that the production adapters read every response and every fault of the stand-ins.

use std::sync::Arc;
use std::time::Duration;

use domain::images::{DrawingRequest, ImageSize, ImageStyle};
use domain::keywords::{IdeaSeed, IdeasQuery, SuggestQuery, SuggestSource};
use domain::locale::Language;
use domain::search::{Device, SerpFeature, SerpPage, SerpQuery};
use ports::images::{Drawing, Drawn};
use ports::{Capability, Engine, EngineFailure, FailureKind, ServeError};
use providers::ProviderClient;
use providers::catalogue::{
    ImageEngineName, ImageSettings, KeywordEngineName, KeywordSettings, SerpEngineName, SerpSettings,
    SuggestSettings,
};
use reqwest::Url;
use serde_json::Value;

use crate::support::Running;

const ENGINES: [SerpEngineName; 6] = [
    SerpEngineName::Serpapi,
    SerpEngineName::Serper,
    SerpEngineName::Dataforseo,
    SerpEngineName::Brave,
    SerpEngineName::Searxng,
    SerpEngineName::Web,
];

fn base(running: &Running) -> Url {
    Url::parse(&format!("http://{}", running.sandbox.address())).unwrap()
}

fn client() -> ProviderClient {
    ProviderClient::new("sandbox tests").unwrap()
}

fn serp(running: &Running, name: SerpEngineName) -> Arc<dyn Engine<SerpQuery, SerpPage>> {
    SerpSettings::sandbox(&base(running)).engine(name, &client()).unwrap().unwrap()
}

fn query(text: &str) -> SerpQuery {
    SerpQuery { text: text.to_owned(), country: None, language: Language::ENGLISH, device: Device::Desktop }
}

#[tokio::test]
async fn every_search_adapter_reads_the_same_results() {
    let running = Running::start().await;
    for text in ["how to make cold brew coffee", "quantum gardening", "100% cotton + c++ & <b>"] {
        let first = serp(&running, ENGINES[0]).call(&query(text)).await.unwrap();
        assert_eq!(first.results.len(), 10, "{text}");
        for name in ENGINES {
            let page = serp(&running, name).call(&query(text)).await.unwrap();
            let seen = |page: &SerpPage| {
                let entry = |result: &domain::search::OrganicResult| {
                    (result.position, result.url.clone(), result.title.clone(), result.snippet.clone())
                };
                page.results.iter().map(entry).collect::<Vec<_>>()
            };
            assert_eq!(seen(&page), seen(&first), "{name:?}");
        }
    }
}

#[tokio::test]
async fn search_adapters_read_questions_and_features() {
    let running = Running::start().await;
    for name in [SerpEngineName::Serpapi, SerpEngineName::Serper, SerpEngineName::Dataforseo] {
        let page = serp(&running, name).call(&query("how to make cold brew coffee")).await.unwrap();
        assert_eq!(page.people_also_ask.len(), 5, "{name:?}");
        assert_eq!(page.people_also_ask.iter().filter(|asked| asked.answer.is_none()).count(), 1, "{name:?}");
        assert_eq!(page.related_searches.len(), 8, "{name:?}");
        for feature in [SerpFeature::FeaturedSnippet, SerpFeature::Videos, SerpFeature::Images] {
            assert!(page.features.contains(&feature), "{name:?} shows {feature:?}: {:?}", page.features);
        }
    }
}

#[tokio::test]
async fn an_empty_result_is_a_success_for_every_search_adapter() {
    let running = Running::start().await;
    for name in ENGINES {
        let page = serp(&running, name).call(&query("tea sandbox-empty")).await;
        assert_eq!(page.unwrap().results, [], "{name:?}");
    }
}

#[tokio::test]
async fn every_search_adapter_tells_faults_from_answers() {
    let running = Running::start().await;
    for name in ENGINES {
        let engine = serp(&running, name);
        let fails = async |fault: &str| {
            engine.call(&query(&format!("tea sandbox-fault:{fault}"))).await.unwrap_err().kind
        };
        assert_eq!(fails("429").await, FailureKind::Throttled, "{name:?}");
        assert_eq!(fails("500").await, FailureKind::Broken, "{name:?}");
        assert_eq!(fails("cut").await, FailureKind::Broken, "{name:?}");
        assert_eq!(fails("truncated").await, FailureKind::Broken, "{name:?}");
        // The web engine has no credentials, and half a page of its results is valid.
        if name != SerpEngineName::Web {
            assert_eq!(fails("401").await, FailureKind::Refused, "{name:?}");
            assert_eq!(fails("malformed").await, FailureKind::Broken, "{name:?}");
        }
        let blocked = fails("blocked").await;
        assert_ne!(blocked, FailureKind::Unsuitable, "{name:?}");
        let again = query("tea sandbox-fault:once-503");
        assert!(engine.call(&again).await.is_err(), "{name:?}");
        assert_eq!(engine.call(&again).await.unwrap().results.len(), 10, "{name:?}");
    }
    let web = serp(&running, SerpEngineName::Web).call(&query("tea sandbox-fault:blocked")).await;
    assert_eq!(web.unwrap_err().kind, FailureKind::Blocked);
}

#[tokio::test]
async fn every_feed_adapter_reads_completions_and_blocks() {
    let running = Running::start().await;
    let settings = SuggestSettings::sandbox(&base(&running));
    for source in SuggestSource::ALL {
        let engine = settings.engine(source, &client()).unwrap().unwrap();
        let call = async |text: &str| {
            engine
                .call(&SuggestQuery { text: text.to_owned(), country: None, language: Language::ENGLISH })
                .await
        };
        let completions = call("cold brew").await.unwrap();
        assert!(completions.len() >= 5, "{source:?}");
        assert!(completions.iter().all(|completion| completion.keyword.contains("cold brew")), "{source:?}");
        assert_eq!(call("sandbox-empty").await.unwrap(), [], "{source:?}");
        for (fault, kind) in
            [("blocked", FailureKind::Blocked), ("500", FailureKind::Broken), ("cut", FailureKind::Broken)]
        {
            let failure = call(&format!("tea sandbox-fault:{fault}")).await.unwrap_err();
            assert_eq!(failure.kind, kind, "{source:?} {fault}");
        }
        let throttled = call("tea sandbox-fault:429-9").await.unwrap_err();
        assert_eq!(throttled.retry_after, Some(Duration::from_secs(9)), "{source:?}");
    }
}

#[tokio::test]
async fn every_keyword_adapter_reads_the_same_figures() {
    let running = Running::start().await;
    let settings = KeywordSettings::sandbox(&base(&running));
    let call = async |name: KeywordEngineName, seed: IdeaSeed| {
        let engine = settings.engine(name, &client()).unwrap().unwrap();
        engine.call(&IdeasQuery { seed, country: None, language: Language::ENGLISH }).await
    };
    for name in [KeywordEngineName::GoogleAds, KeywordEngineName::Dataforseo] {
        let ideas = call(name, IdeaSeed::Keywords(vec!["cold brew coffee".to_owned()])).await.unwrap();
        assert!(ideas.len() >= 25, "{name:?}");
        let first = &ideas[0];
        assert_eq!(
            (first.keyword.as_str(), first.average_searches),
            ("cold brew coffee", Some(90_500)),
            "{name:?}"
        );
        assert_eq!((first.months.len(), first.competition_index), (12, Some(62)), "{name:?}");
        assert_eq!(first.bid.as_ref().unwrap().low, Some(0.42), "{name:?}");
        let by_url =
            IdeaSeed::Url("https://beanboard.example/t/is-24-hours-too-long-for-cold-brew".to_owned());
        assert_eq!(call(name, by_url).await.unwrap().len(), 25, "{name:?}");
        let empty = IdeaSeed::Keywords(vec!["tea sandbox-empty".to_owned()]);
        assert_eq!(call(name, empty).await.unwrap(), [], "{name:?}");
        let throttled = IdeaSeed::Keywords(vec!["tea sandbox-fault:429".to_owned()]);
        assert_eq!(call(name, throttled).await.unwrap_err().kind, FailureKind::Throttled, "{name:?}");
    }
    let journal: Value = running.get("/__sandbox/journal").send().await.unwrap().json().await.unwrap();
    assert!(journal.to_string().contains("\"provider\":\"google-oauth\""), "a token was fetched");
}

const MODELS: [ImageEngineName; 5] = [
    ImageEngineName::Openai,
    ImageEngineName::Gemini,
    ImageEngineName::Stability,
    ImageEngineName::Automatic1111,
    ImageEngineName::Comfyui,
];

fn order(prompt: &str) -> DrawingRequest {
    DrawingRequest {
        prompt: prompt.to_owned(),
        language: Language::ENGLISH,
        style: ImageStyle::Photo,
        size: ImageSize::Square,
        seed: 7,
        allow_text: false,
    }
}

async fn draw(running: &Running, name: ImageEngineName, prompt: &str) -> Result<Drawing, EngineFailure> {
    let engine = ImageSettings::sandbox(&base(running)).engine(name, &client()).unwrap().unwrap();
    engine.call(&order(prompt)).await
}

/// The file that a provider returns.
async fn file(running: &Running, name: ImageEngineName, prompt: &str) -> Vec<u8> {
    match draw(running, name, prompt).await.unwrap().picture {
        Drawn::File(file) => file.to_vec(),
        Drawn::Pixels(_) => Vec::new(),
    }
}

#[tokio::test]
async fn every_image_adapter_reads_pictures_and_what_is_wrong_with_them() {
    let running = Running::start().await;
    for name in MODELS {
        let clean = file(&running, name, "a cat").await;
        assert!(clean.starts_with(b"\x89PNG"), "{name:?}");
        assert_eq!(clean, file(&running, name, "a cat").await, "{name:?}");
        let flawed = async |flaw: &str| file(&running, name, &format!("sandbox-fault:{flaw} a cat")).await;
        assert!(
            flawed("truncated-picture").await == clean[..clean.len() / 2],
            "{name:?}: the word leaves no trace"
        );
        assert!(flawed("wrong-type").await.starts_with(b"GIF89a"), "{name:?}");
        let (some, full) = (flawed("lettering").await, flawed("stubborn-lettering").await);
        assert!(some != clean && full != clean && some != full, "{name:?}");
        let (huge, bomb) = (flawed("huge").await, flawed("bomb").await);
        assert_eq!(huge[16..20], 60_000_u32.to_be_bytes(), "{name:?}");
        assert_eq!(bomb[16..20], 32_768_u32.to_be_bytes(), "{name:?}");
        assert!(huge.len() < 1_000 && bomb.len() < 2_000_000, "{name:?}");
        assert!(flawed("once-stubborn-lettering").await != clean, "{name:?}");
        assert!(flawed("once-stubborn-lettering").await == clean, "{name:?}");
    }
}

#[tokio::test]
async fn every_image_adapter_tells_faults_from_answers() {
    let running = Running::start().await;
    for name in MODELS {
        let fails = async |fault: &str| {
            draw(&running, name, &format!("a cat sandbox-fault:{fault}")).await.unwrap_err().kind
        };
        assert_eq!(fails("429").await, FailureKind::Throttled, "{name:?}");
        assert_eq!(fails("500").await, FailureKind::Broken, "{name:?}");
        assert_eq!(fails("401").await, FailureKind::Refused, "{name:?}");
        assert_eq!(fails("cut").await, FailureKind::Broken, "{name:?}");
        let (declined, empty) = match name {
            ImageEngineName::Gemini => (FailureKind::Declined, FailureKind::Unsuitable),
            ImageEngineName::Stability => (FailureKind::Declined, FailureKind::Declined),
            ImageEngineName::Openai => (FailureKind::Declined, FailureKind::Broken),
            // Self-hosted models draw everything.
            _ => (FailureKind::Refused, FailureKind::Broken),
        };
        assert_eq!(fails("declined").await, declined, "{name:?}");
        assert_eq!(fails("empty").await, empty, "{name:?}");
    }
}

#[tokio::test]
async fn a_prompt_that_one_model_declines_is_passed_to_no_other() {
    let running = Running::start().await;
    let settings = ImageSettings::sandbox(&base(&running));
    let unused: Arc<dyn Engine<DrawingRequest, Drawing>> =
        settings.engine(ImageEngineName::Openai, &client()).unwrap().unwrap();
    let (chain, _) = settings.chains(&client(), &unused).unwrap();
    let serve = async |prompt: &str| chain.serve(&order(prompt), Duration::from_mins(1)).await;
    let served = serve("a cat sandbox-fault:openai=401 sandbox-fault:gemini=500").await.unwrap();
    assert_eq!(served.engine, "stability");
    let ServeError::Failed { failures } = serve("a cat sandbox-fault:openai=declined").await.unwrap_err()
    else {
        panic!("engines are configured");
    };
    let told: Vec<_> = failures.iter().map(|failure| (failure.engine, failure.kind)).collect();
    assert_eq!(told, [("openai", FailureKind::Declined)]);
}
