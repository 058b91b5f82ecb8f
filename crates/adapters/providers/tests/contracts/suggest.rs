use domain::keywords::{Completion, SuggestQuery, SuggestSource};
use ports::{EngineFailure, FailureKind};
use providers::catalogue::SuggestSettings;
use rstest::rstest;
use wiremock::ResponseTemplate;

use crate::stand_in::{StandIn, client, html, json};

fn query() -> SuggestQuery {
    SuggestQuery {
        text: "giày chạy bộ".to_owned(),
        country: Some("vn".parse().unwrap()),
        language: "vi".parse().unwrap(),
    }
}

async fn call(
    source: SuggestSource,
    reply: ResponseTemplate,
    query: &SuggestQuery,
) -> (Vec<String>, Result<Vec<Completion>, EngineFailure>) {
    let provider = StandIn::new(reply).await;
    let settings = SuggestSettings::sandbox(&provider.address());
    let answer = settings.engine(source, &client()).unwrap().unwrap().call(query).await;
    (provider.requests().await, answer)
}

/// The feeds have the content type of scripts.
fn script(body: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw(body, "text/javascript; charset=UTF-8")
}

const CHROME: &str = include_str!("../fixtures/suggest_google_chrome.json");
const LIST: &str = include_str!("../fixtures/suggest_ddg_list.json");
const AMAZON: &str = include_str!("../fixtures/suggest_amazon.json");

#[rstest]
#[case("google", SuggestSource::Google, script(CHROME))]
#[case("google_firefox", SuggestSource::Google, script(include_str!("../fixtures/suggest_google_firefox.json")))]
#[case("youtube", SuggestSource::YouTube, script(CHROME))]
#[case("bing", SuggestSource::Bing, json(200, include_str!("../fixtures/suggest_bing_osjson.json")))]
#[case("bing_page", SuggestSource::Bing, json(200, include_str!("../fixtures/suggest_bing_as.json")))]
#[case("duckduckgo", SuggestSource::DuckDuckGo, script(LIST))]
#[case("duckduckgo_objects", SuggestSource::DuckDuckGo, script(include_str!("../fixtures/suggest_ddg_objects.json")))]
#[tokio::test]
async fn contracts(#[case] name: &str, #[case] source: SuggestSource, #[case] reply: ResponseTemplate) {
    let (requests, completions) = call(source, reply, &query()).await;
    insta::assert_snapshot!(format!("suggest_{name}_request"), requests.join("\n\n"));
    insta::assert_json_snapshot!(format!("suggest_{name}_completions"), completions.unwrap());
}

#[tokio::test]
async fn amazon_asks_the_shop_of_the_country() {
    let german = SuggestQuery {
        text: "laufschuhe".to_owned(),
        country: Some("de".parse().unwrap()),
        language: "de".parse().unwrap(),
    };
    let (requests, completions) = call(SuggestSource::Amazon, json(200, AMAZON), &german).await;
    insta::assert_snapshot!("suggest_amazon_request", requests.join("\n\n"));
    insta::assert_json_snapshot!("suggest_amazon_completions", completions.unwrap());

    let (requests, answer) = call(SuggestSource::Amazon, json(200, AMAZON), &query()).await;
    assert_eq!((requests.len(), answer.unwrap_err().kind), (0, FailureKind::Unsuitable));
}

#[tokio::test]
async fn without_a_country_the_usual_one_or_none_is_asked_for() {
    let mut sent = Vec::new();
    for language in ["en", "de"] {
        let query = SuggestQuery { text: "x".to_owned(), country: None, language: language.parse().unwrap() };
        for source in SuggestSource::ALL {
            sent.extend(call(source, json(500, ""), &query).await.0);
        }
    }
    insta::assert_snapshot!("suggest_without_country", sent.join("\n\n"));
}

#[rstest]
#[case::google(SuggestSource::Google, r#"["x",[],[],[],{}]"#)]
#[case::bing(SuggestSource::Bing, r#"["x",[]]"#)]
#[case::bing_page(SuggestSource::Bing, r#"{"s":[]}"#)]
#[case::duckduckgo(SuggestSource::DuckDuckGo, r#"["x",[]]"#)]
#[case::duckduckgo_objects(SuggestSource::DuckDuckGo, "[]")]
#[tokio::test]
async fn no_completions_are_an_answer(#[case] source: SuggestSource, #[case] body: &str) {
    assert_eq!(call(source, script(body), &query()).await.1, Ok(Vec::new()));
}

#[rstest]
fn every_feed(
    #[values(
        SuggestSource::Google,
        SuggestSource::YouTube,
        SuggestSource::Bing,
        SuggestSource::DuckDuckGo,
        SuggestSource::Amazon
    )]
    source: SuggestSource,
    #[values(
        (html(200, include_str!("../fixtures/suggest_blocked.html")), FailureKind::Blocked),
        (json(200, "\"text\""), FailureKind::Blocked),
        (html(403, "no"), FailureKind::Blocked),
        (html(302, "").insert_header("location", "https://www.google.com/sorry/index"), FailureKind::Blocked),
        (html(429, ""), FailureKind::Throttled),
        (html(500, ""), FailureKind::Broken)
    )]
    told: (ResponseTemplate, FailureKind),
) {
    let (reply, kind) = told;
    let query = SuggestQuery { country: None, ..query() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let failure = runtime.block_on(call(source, reply, &query)).1.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
}

#[rstest]
#[case::cut_off(SuggestSource::Google, r#"["x",["a"#)]
#[case::other_list(SuggestSource::Google, r#"["x",{"a":1}]"#)]
#[case::numbers(SuggestSource::DuckDuckGo, "[1,2]")]
#[tokio::test]
async fn lists_of_another_form_are_broken(#[case] source: SuggestSource, #[case] body: &str) {
    assert_eq!(call(source, script(body), &query()).await.1.unwrap_err().kind, FailureKind::Broken);
}

#[tokio::test]
async fn scores_that_do_not_fit_the_phrases_are_ignored() {
    let body =
        r#"["x",["a","b"],[],[],{"google:suggestrelevance":[601],"google:suggesttype":["NAVIGATION"]}]"#;
    let completions = call(SuggestSource::Google, script(body), &query()).await.1.unwrap();
    assert!(completions.iter().all(|completion| completion.score.is_none() && !completion.navigational));
}

#[tokio::test]
async fn latin_letters_are_read_by_the_charset_of_the_reply() {
    let body = b"[\"caf\",[\"caf\xe9\"]]".as_slice();
    let reply = ResponseTemplate::new(200).set_body_raw(body, "text/javascript; charset=ISO-8859-1");
    let completions = call(SuggestSource::Google, reply, &query()).await.1.unwrap();
    assert_eq!(completions[0].keyword, "café");
}
