//! Tests of the Core Web Vitals.

use serde_json::{Value, json};

use crate::support::{self, Running, list, names, ok};

#[tokio::test]
async fn pagespeed_measures_in_the_laboratory_and_the_field() {
    let running = Running::start().await;
    let path = "/pagespeed/pagespeedonline/v5/runPagespeed?url=https%3A%2F%2Fcustomer.test%2Fa&key=sandbox";
    let body = ok(running.get(&format!("{path}&strategy=mobile&category=PERFORMANCE&category=SEO"))).await;
    assert_eq!(
        (&body["kind"], &body["id"]),
        (&json!("pagespeedonline#result"), &json!("https://customer.test/a"))
    );
    assert_eq!(names(&body["lighthouseResult"]["categories"]), ["performance", "seo"]);
    let audits = &body["lighthouseResult"]["audits"];
    for name in [
        "largest-contentful-paint",
        "cumulative-layout-shift",
        "total-blocking-time",
        "first-contentful-paint",
    ] {
        assert!(audits[name]["numericValue"].is_number(), "{name}");
        assert_eq!(audits[name]["id"], name);
    }
    let metrics = &body["loadingExperience"]["metrics"];
    assert_eq!(list(&metrics["LARGEST_CONTENTFUL_PAINT_MS"]["distributions"]).len(), 3);
    assert!(metrics["CUMULATIVE_LAYOUT_SHIFT_SCORE"]["percentile"].is_u64());
    assert!(matches!(
        body["loadingExperience"]["overall_category"].as_str(),
        Some("FAST" | "AVERAGE" | "SLOW")
    ));
    let desktop = ok(running.get(path)).await;
    assert_eq!(names(&desktop["lighthouseResult"]["categories"]), ["performance"]);
    let lcp = |body: &Value| {
        body["lighthouseResult"]["audits"]["largest-contentful-paint"]["numericValue"].as_u64()
    };
    assert!(lcp(&body) > lcp(&desktop), "phones are slower");
    assert_eq!(desktop, ok(running.get(path)).await);
}

#[tokio::test]
async fn pagespeed_without_field_data_and_with_errors() {
    let running = Running::start().await;
    let path = "/pagespeed/pagespeedonline/v5/runPagespeed";
    let body = ok(running.get(&format!("{path}?url=https://customer.test/sandbox-empty"))).await;
    assert!(body["loadingExperience"]["metrics"].is_null());
    assert_eq!(support::json(running.get(&format!("{path}?url=nothing"))).await.0, 400);
    assert_eq!(
        support::json(running.get(&format!("{path}?url=https://a.test&strategy=TABLET"))).await.0,
        400
    );
    assert_eq!(support::json(running.get(&format!("{path}?url=https://a.test&key=other"))).await.0, 403);
}

#[tokio::test]
async fn crux_tells_layout_shifts_as_text() {
    let running = Running::start().await;
    let post = |body: Value| running.post("/crux/v1/records:queryRecord?key=sandbox").json(&body);
    let body = ok(post(json!({ "origin": "https://customer.test", "formFactor": "PHONE" }))).await;
    let record = &body["record"];
    assert_eq!(record["key"], json!({ "origin": "https://customer.test", "formFactor": "PHONE" }));
    let shift = &record["metrics"]["cumulative_layout_shift"];
    assert!(shift["percentiles"]["p75"].is_string() && shift["histogram"][0]["end"] == "0.10");
    let paint = &record["metrics"]["largest_contentful_paint"];
    assert!(paint["percentiles"]["p75"].is_u64() && paint["histogram"][2]["end"].is_null());
    let page =
        ok(post(json!({ "url": "https://customer.test/a", "metrics": ["interaction_to_next_paint"] }))).await;
    assert_eq!(names(&page["record"]["metrics"]), ["interaction_to_next_paint"]);
    assert_eq!(page["urlNormalizationDetails"]["normalizedUrl"], "https://customer.test/a");
}

#[tokio::test]
async fn crux_has_no_data_for_some_and_refuses_others() {
    let running = Running::start().await;
    let post = |body: Value| running.post("/crux/v1/records:queryRecord?key=sandbox").json(&body);
    let (status, body) = support::json(post(json!({ "url": "https://customer.test/sandbox-empty" }))).await;
    assert_eq!((status, &body["error"]["message"]), (404, &json!("chrome ux report data not found")));
    for bad in
        [json!({}), json!({ "url": "https://a.test", "origin": "https://a.test" }), json!({ "url": "x" })]
    {
        assert_eq!(support::json(post(bad.clone())).await.0, 400, "{bad}");
    }
    assert_eq!(support::json(running.post("/crux/v1/records:queryRecord").json(&json!({}))).await.0, 403);
}
