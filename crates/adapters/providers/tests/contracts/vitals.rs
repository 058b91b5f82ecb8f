//! Field data of Core Web Vitals.

use std::time::Duration;

use domain::search::Device;
use domain::vitals::{FieldQuery, FieldScope, FieldVitals, Metric};
use ports::{Capability, EngineFailure, FailureKind, ServeError};
use providers::catalogue::{VITALS, VitalsEngineName, VitalsSettings};
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::stand_in::{self, StandIn, client, html};

const RECORD: &str = include_str!("../fixtures/crux_query_record.json");
const NO_RECORD: &str = include_str!("../fixtures/crux_404.json");
const RUN: &str = include_str!("../fixtures/psi_runpagespeed.json");
const QUERY_RECORD: &str = "/crux/v1/records:queryRecord";
const LIMIT: Duration = Duration::from_secs(5);

type Answer = Result<Option<FieldVitals>, EngineFailure>;

fn query() -> FieldQuery {
    FieldQuery { url: "https://example.com/cà-phê?a=1&b=2".to_owned(), device: Device::Mobile }
}

fn reply(status: u16, body: &str) -> ResponseTemplate {
    stand_in::json(status, body)
}

async fn call_at(provider: &StandIn, engine: VitalsEngineName, query: &FieldQuery) -> Answer {
    let settings = VitalsSettings::sandbox(&provider.address());
    settings.engine(engine, &client()).unwrap().unwrap().call(query).await
}

async fn call(engine: VitalsEngineName, reply: ResponseTemplate) -> Answer {
    call_at(&StandIn::new(reply).await, engine, &query()).await
}

/// The answer to a record with these metrics.
async fn crux(metrics: Value) -> Answer {
    let record = json!({ "record": { "key": {}, "metrics": metrics } });
    call(VitalsEngineName::Crux, reply(200, &record.to_string())).await
}

/// The answer to a run with these experiences.
async fn pagespeed(page: Value, origin: Value) -> Answer {
    let run = json!({
        "kind": "pagespeedonline#result", "loadingExperience": page, "originLoadingExperience": origin,
    });
    call(VitalsEngineName::Pagespeed, reply(200, &run.to_string())).await
}

#[rstest]
#[case("crux", VitalsEngineName::Crux, RECORD)]
#[case("pagespeed", VitalsEngineName::Pagespeed, RUN)]
#[tokio::test]
async fn contracts(#[case] name: &str, #[case] engine: VitalsEngineName, #[case] body: &str) {
    let provider = StandIn::new(reply(200, body)).await;
    let found = call_at(&provider, engine, &query()).await;
    call_at(&provider, engine, &FieldQuery { device: Device::Desktop, ..query() }).await.unwrap();
    insta::assert_snapshot!(format!("vitals_{name}_requests"), provider.requests().await.join("\n\n"));
    insta::assert_json_snapshot!(format!("vitals_{name}_field"), found.unwrap());
}

#[tokio::test]
async fn crux_asks_for_the_origin_of_a_page_without_data() {
    let replies = [(QUERY_RECORD, reply(404, NO_RECORD)), (QUERY_RECORD, reply(200, RECORD))];
    let provider = StandIn::at(replies).await;
    let found = call_at(&provider, VitalsEngineName::Crux, &query()).await.unwrap().unwrap();
    assert_eq!((found.scope, found.lcp.unwrap().p75), (FieldScope::Origin, 2213.0));
    insta::assert_snapshot!("vitals_crux_origin_requests", provider.requests().await.join("\n\n"));
}

#[rstest]
#[case::no_record(reply(404, NO_RECORD))]
#[case::no_metrics(reply(200, r#"{"record":{"key":{},"metrics":{}}}"#))]
#[case::others_only(reply(200, r#"{"record":{"metrics":{"form_factors":{"fractions":{"phone":1}}}}}"#))]
#[tokio::test]
async fn crux_without_data_of_page_and_origin_answers(#[case] reply: ResponseTemplate) {
    let provider = StandIn::new(reply).await;
    assert_eq!(call_at(&provider, VitalsEngineName::Crux, &query()).await, Ok(None));
    assert_eq!(provider.requests().await.len(), 2);
}

#[tokio::test]
async fn a_failure_for_the_origin_is_no_empty_answer() {
    let provider =
        StandIn::at([(QUERY_RECORD, reply(404, NO_RECORD)), (QUERY_RECORD, reply(500, "oops"))]).await;
    let failure = call_at(&provider, VitalsEngineName::Crux, &query()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Broken);
}

fn experience(percentile: u32) -> Value {
    json!({ "metrics": { "LARGEST_CONTENTFUL_PAINT_MS": { "percentile": percentile } } })
}

#[tokio::test]
async fn pagespeed_tells_the_page_from_its_origin() {
    let seen = |answer: Answer| {
        let found = answer.unwrap().unwrap();
        (found.scope, found.lcp.unwrap().p75)
    };
    let nothing = || json!({ "initial_url": "https://example.com/" });
    let mut fallback = experience(3);
    fallback["origin_fallback"] = json!(true);
    assert_eq!(seen(pagespeed(experience(1), experience(2)).await), (FieldScope::Page, 1.0));
    assert_eq!(seen(pagespeed(nothing(), experience(2)).await), (FieldScope::Origin, 2.0));
    assert_eq!(seen(pagespeed(Value::Null, experience(2)).await), (FieldScope::Origin, 2.0));
    assert_eq!(seen(pagespeed(fallback, experience(3)).await), (FieldScope::Origin, 3.0));
    assert_eq!(seen(pagespeed(experience(1), json!("odd")).await), (FieldScope::Page, 1.0));
    assert_eq!(pagespeed(nothing(), nothing()).await, Ok(None));
    let alone = call(VitalsEngineName::Pagespeed, reply(200, r#"{"kind":"pagespeedonline#result"}"#)).await;
    assert_eq!(alone, Ok(None));
}

#[tokio::test]
async fn figures_are_read_from_numbers_and_texts_and_may_be_missing() {
    let found = crux(json!({
        "largest_contentful_paint": {
            "histogram": [{ "start": 0, "density": "0.5" }, { "start": 2500 }, { "start": 4000, "density": "NaN" }],
            "percentiles": { "p75": "2213" },
        },
        "interaction_to_next_paint": { "histogram": [{ "density": 1 }], "percentiles": { "p75": 126 } },
        "cumulative_layout_shift": { "percentiles": { "p75": 0.05 } },
        "first_contentful_paint": { "histogram": [{ "density": 0.5 }], "percentiles": { "p75": "NaN" } },
        "experimental_time_to_first_byte": { "percentiles": [] },
    }))
    .await
    .unwrap()
    .unwrap();
    let lcp = found.lcp.unwrap();
    assert_eq!((lcp.p75, lcp.good, lcp.needs_improvement, lcp.poor), (2213.0, Some(0.5), None, None));
    assert_eq!(found.inp.map(|inp| (inp.p75, inp.good)), Some((126.0, None)), "one bin has no rating");
    assert_eq!(found.cls.map(|cls| cls.p75), Some(0.05));
    assert_eq!((found.fcp, found.ttfb, found.period), (None, None, None));
}

#[tokio::test]
async fn figures_that_nobody_can_have_measured_are_left_out() {
    let metrics = json!({
        "largest_contentful_paint": { "percentiles": { "p75": -1 } },
        "cumulative_layout_shift": {
            "histogram": [{ "density": 1.5 }, { "density": -0.1 }, { "density": 1 }],
            "percentiles": { "p75": "0.00" },
        },
    });
    let found = crux(metrics).await.unwrap().unwrap();
    let cls = found.cls.unwrap();
    assert_eq!((cls.p75, cls.good, cls.needs_improvement, cls.poor), (0.0, None, None, Some(1.0)));
    assert!(Metric::ALL.iter().filter(|metric| found.of(**metric).is_some()).eq([&Metric::Cls]));
}

#[rstest]
#[case::no_day(json!({ "firstDate": { "year": 2026, "month": 13, "day": 1 }, "lastDate": { "year": 2026, "month": 1, "day": 1 } }))]
#[case::partial(json!({ "firstDate": { "year": 2026 }, "lastDate": { "year": 2026, "month": 1, "day": 1 } }))]
#[case::huge(json!({ "firstDate": { "year": 99_999_999, "month": 1, "day": 1 } }))]
#[case::text(json!("October"))]
#[tokio::test]
async fn a_period_that_can_not_be_read_costs_only_itself(#[case] period: Value) {
    let metrics = json!({ "largest_contentful_paint": { "percentiles": { "p75": 1 } } });
    let record = json!({ "record": { "metrics": metrics, "collectionPeriod": period } });
    let found = call(VitalsEngineName::Crux, reply(200, &record.to_string())).await.unwrap().unwrap();
    assert_eq!((found.lcp.map(|lcp| lcp.p75), found.period), (Some(1.0), None));
}

fn google(status: u16, name: &str, message: &str, details: &Value) -> ResponseTemplate {
    let error = json!({ "code": status, "message": message, "status": name, "details": details });
    reply(status, &json!({ "error": error }).to_string())
}

fn quota() -> ResponseTemplate {
    let delay = json!([{ "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "17s" }]);
    google(429, "RESOURCE_EXHAUSTED", "Quota exceeded.", &delay)
}

fn wrong_key() -> ResponseTemplate {
    google(400, "INVALID_ARGUMENT", "API key not valid.", &json!([{ "reason": "API_KEY_INVALID" }]))
}

#[rstest]
#[case::quota(quota(), FailureKind::Throttled, 17)]
#[case::key(wrong_key(), FailureKind::Refused, 0)]
#[case::not_enabled(google(403, "PERMISSION_DENIED", "Not enabled.", &json!([])), FailureKind::Refused, 0)]
#[case::invalid(google(400, "INVALID_ARGUMENT", "Invalid url.", &json!([])), FailureKind::Unsuitable, 0)]
#[case::internal(google(500, "INTERNAL", "Internal error.", &json!([])), FailureKind::Broken, 0)]
#[case::unavailable(google(503, "UNAVAILABLE", "Later.", &json!([])), FailureKind::Throttled, 0)]
#[case::no_such_path(html(404, "<html>Not Found</html>"), FailureKind::Broken, 0)]
#[case::no_json(html(200, "<html>"), FailureKind::Broken, 0)]
#[case::nothing(reply(200, "{}"), FailureKind::Broken, 0)]
#[case::list(reply(200, "[]"), FailureKind::Broken, 0)]
#[case::cut(reply(200, &RECORD[..200]), FailureKind::Broken, 0)]
#[case::long(reply(200, &" ".repeat(4 * 1024 * 1024 + 1)), FailureKind::Broken, 0)]
#[case::deep(reply(200, &"[".repeat(100_000)), FailureKind::Broken, 0)]
#[tokio::test]
async fn failures_are_told_from_missing_data(
    #[case] reply: ResponseTemplate,
    #[case] kind: FailureKind,
    #[case] wait: u64,
) {
    for engine in [VitalsEngineName::Crux, VitalsEngineName::Pagespeed] {
        let failure = call(engine, reply.clone()).await.unwrap_err();
        let waits = failure.retry_after.unwrap_or_default();
        assert_eq!((failure.kind, waits), (kind, Duration::from_secs(wait)), "{engine:?}: {failure}");
    }
}

#[rstest]
#[case::crux(VitalsEngineName::Crux, r#"{"record":{"metrics":[]}}"#)]
#[case::crux_figures(VitalsEngineName::Crux, r#"{"record":{"metrics":{"largest_contentful_paint":7}}}"#)]
#[case::crux_bare(VitalsEngineName::Crux, r#"{"record":{"metrics":{"largest_contentful_paint":{}}}}"#)]
#[case::crux_numbers(
    VitalsEngineName::Crux,
    r#"{"record":{"metrics":{"largest_contentful_paint":{"percentiles":{"p75":1e999}}}}}"#
)]
#[case::pagespeed(VitalsEngineName::Pagespeed, r#"{"kind":"x","loadingExperience":"slow"}"#)]
#[case::pagespeed_figures(
    VitalsEngineName::Pagespeed,
    r#"{"kind":"x","loadingExperience":{"metrics":{"INTERACTION_TO_NEXT_PAINT":{"percentile":"slow"}}}}"#
)]
#[tokio::test]
async fn other_forms_are_no_missing_data(#[case] engine: VitalsEngineName, #[case] body: &str) {
    let failure = call(engine, reply(200, body)).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Broken, "{failure}");
}

#[rstest]
#[case::refused(400)]
#[case::failed(500)]
#[tokio::test]
async fn a_page_that_can_not_be_loaded_says_nothing_about_pagespeed(#[case] status: u16) {
    let words = "Lighthouse returned error: FAILED_DOCUMENT_REQUEST. Unable to load the page.";
    let reply = google(status, "INTERNAL", words, &json!([]));
    let failure = call(VitalsEngineName::Pagespeed, reply).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unsuitable, "{failure}");
}

#[rstest]
#[case::other_scheme("ftp://example.com/")]
#[case::no_host("data:text/html,x")]
#[case::no_address("example.com")]
#[tokio::test]
async fn crux_is_asked_for_pages_of_the_web_only(#[case] url: &str) {
    let provider = StandIn::new(reply(200, RECORD)).await;
    let odd = FieldQuery { url: url.to_owned(), device: Device::Desktop };
    let failure = call_at(&provider, VitalsEngineName::Crux, &odd).await.unwrap_err();
    assert_eq!((failure.kind, provider.requests().await.len()), (FailureKind::Unsuitable, 0));
}

#[tokio::test]
async fn pagespeed_serves_where_crux_fails_and_not_where_it_has_no_data() {
    let run = "/pagespeed/pagespeedonline/v5/runPagespeed";
    let provider = StandIn::at([(QUERY_RECORD, wrong_key()), (run, reply(200, RUN))]).await;
    let chain = VitalsSettings::sandbox(&provider.address()).chain(&client()).unwrap();
    let served = chain.serve(&query(), LIMIT).await.unwrap();
    assert_eq!((served.engine, served.answer.unwrap().cls.unwrap().p75), ("pagespeed", 0.12));

    let provider = StandIn::new(reply(404, NO_RECORD)).await;
    let chain = VitalsSettings::sandbox(&provider.address()).chain(&client()).unwrap();
    let served = chain.serve(&query(), LIMIT).await.unwrap();
    assert_eq!((served.engine, served.answer), ("crux", None));
}

#[tokio::test]
async fn nobody_is_asked_unless_told_so() {
    let chain = VitalsSettings::default().chain(&client()).unwrap();
    let error = chain.serve(&query(), LIMIT).await.unwrap_err();
    assert_eq!(error, ServeError::NotConfigured { capability: "field data", settings: VITALS.settings });
    assert_eq!(VITALS.settings, ["vitals.engines", "vitals.crux.api_key", "vitals.pagespeed.api_key"]);
}
