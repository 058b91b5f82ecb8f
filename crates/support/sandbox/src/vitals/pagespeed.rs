//! `PageSpeed` Insights: `GET /pagespeedonline/v5/runPagespeed`. The 75th percentile of layout shifts is in hundredths.

use http::{Method, StatusCode};
use serde_json::{Map, Value, json};
use url::Url;

use super::{Figures, Metric, Rating};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::google_error;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(crate) struct PageSpeed;

impl StandIn for PageSpeed {
    /// The service also accepts requests without a key.
    fn admits(&self, asked: &Asked) -> bool {
        asked.header("x-goog-api-key").or_else(|| asked.param("key")).is_none_or(|key| key == CREDENTIAL)
    }

    fn answer(&self, _world: &World, asked: &Asked) -> Reply {
        if asked.path != "/pagespeedonline/v5/runPagespeed" || asked.method != Method::GET {
            return google_error::not_found("Requested entity was not found.");
        }
        let url = asked.param("url").and_then(|url| Url::parse(url).ok());
        let Some(url) = url.filter(|url| matches!(url.scheme(), "http" | "https")) else {
            return google_error::invalid("Invalid value at 'url'.");
        };
        let strategy = asked.param("strategy").unwrap_or("DESKTOP").to_ascii_uppercase();
        if !matches!(strategy.as_str(), "MOBILE" | "DESKTOP") {
            return google_error::invalid("Invalid value at 'strategy'.");
        }
        let figures = Figures::of(url.as_str(), strategy == "MOBILE");
        let origin = Url::parse(&url.origin().ascii_serialization())
            .map_or(String::new(), |origin| origin.to_string());
        let mut body = json!({
            "captchaResult": "CAPTCHA_NOT_NEEDED", "kind": "pagespeedonline#result", "id": url.as_str(),
            "lighthouseResult": lighthouse(&url, &figures, asked),
            "analysisUTCTimestamp": "2026-11-01T00:00:00.000Z",
        });
        body["loadingExperience"] =
            if asked.empty { json!({ "initial_url": url.as_str() }) } else { field(url.as_str(), &figures) };
        body["originLoadingExperience"] = if asked.empty {
            json!({ "initial_url": url.as_str() })
        } else {
            field(&origin, &Figures::of(&origin, strategy == "MOBILE"))
        };
        Reply::ok(&body)
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => google_error::unregistered(),
            Failure::Blocked => google_error::reply(
                StatusCode::INTERNAL_SERVER_ERROR,
                "INTERNAL",
                "Lighthouse returned error: FAILED_DOCUMENT_REQUEST. Lighthouse was unable to reliably load the page you \
                 requested.",
            ),
            other => google_error::failure(other),
        }
    }
}

fn field_name(metric: Metric) -> &'static str {
    match metric {
        Metric::LargestContentfulPaint => "LARGEST_CONTENTFUL_PAINT_MS",
        Metric::InteractionToNextPaint => "INTERACTION_TO_NEXT_PAINT",
        Metric::CumulativeLayoutShift => "CUMULATIVE_LAYOUT_SHIFT_SCORE",
        Metric::FirstContentfulPaint => "FIRST_CONTENTFUL_PAINT_MS",
        Metric::TimeToFirstByte => "EXPERIMENTAL_TIME_TO_FIRST_BYTE",
    }
}

fn category(rating: Rating) -> &'static str {
    match rating {
        Rating::Good => "FAST",
        Rating::Middling => "AVERAGE",
        Rating::Poor => "SLOW",
    }
}

fn field(id: &str, figures: &Figures) -> Value {
    let metrics: Map<String, Value> = Metric::ALL
        .into_iter()
        .map(|metric| {
            let (good, poor) = metric.thresholds();
            let [first, second, third] = figures.rating(metric).shares();
            let measured = json!({
                "percentile": figures.value(metric), "category": category(figures.rating(metric)),
                "distributions": [
                    { "min": 0, "max": good, "proportion": first },
                    { "min": good, "max": poor, "proportion": second },
                    { "min": poor, "proportion": third },
                ],
            });
            (field_name(metric).to_owned(), measured)
        })
        .collect();
    let vitals =
        [Metric::LargestContentfulPaint, Metric::InteractionToNextPaint, Metric::CumulativeLayoutShift];
    let worst = vitals.into_iter().map(|metric| figures.rating(metric)).max().unwrap_or(Rating::Good);
    json!({ "id": id, "initial_url": id, "overall_category": category(worst), "metrics": metrics })
}

fn lighthouse(url: &Url, figures: &Figures, asked: &Asked) -> Value {
    let asked_for: Vec<String> = form_urlencoded::parse(asked.raw_query.as_bytes())
        .filter(|(name, _)| name == "category")
        .map(|(_, value)| value.to_ascii_lowercase().replace('_', "-"))
        .collect();
    let wanted = if asked_for.is_empty() { vec!["performance".to_owned()] } else { asked_for };
    let known = [
        ("performance", "Performance"),
        ("accessibility", "Accessibility"),
        ("best-practices", "Best Practices"),
        ("seo", "SEO"),
    ];
    let categories: Map<String, Value> = known
        .into_iter()
        .filter(|(id, _)| wanted.iter().any(|name| name == id))
        .map(|(id, title)| {
            let points = u32::try_from(Seed::of(&["score", id, url.as_str()]).between(35, 100)).unwrap_or(50);
            (id.to_owned(), json!({ "id": id, "title": title, "score": f64::from(points) / 100.0 }))
        })
        .collect();
    json!({
        "requestedUrl": url.as_str(), "finalUrl": url.as_str(), "lighthouseVersion": "13.0.0",
        "fetchTime": "2026-11-01T00:00:00.000Z", "categories": categories, "audits": audits(url, figures),
        "timing": { "total": 9000.5 },
    })
}

fn audits(url: &Url, figures: &Figures) -> Value {
    let milliseconds = |id: &str, title: &str, value: u64, rating: Rating| {
        json!({
            "id": id, "title": title, "score": score(rating), "scoreDisplayMode": "numeric",
            "displayValue": format!("{}.{} s", value / 1000, value % 1000 / 100), "numericValue": value,
            "numericUnit": "millisecond",
        })
    };
    let of = |id: &str, title: &str, metric: Metric| {
        milliseconds(id, title, figures.value(metric), figures.rating(metric))
    };
    let blocking = Seed::of(&["blocking", url.as_str()]).between(20, 900);
    let blocked = match blocking {
        0..=200 => Rating::Good,
        201..=600 => Rating::Middling,
        _ => Rating::Poor,
    };
    let shift = Metric::CumulativeLayoutShift;
    let shifted = u32::try_from(figures.value(shift)).unwrap_or(u32::MAX);
    json!({
        "largest-contentful-paint": of("largest-contentful-paint", "Largest Contentful Paint", Metric::LargestContentfulPaint),
        "first-contentful-paint": of("first-contentful-paint", "First Contentful Paint", Metric::FirstContentfulPaint),
        "server-response-time": of("server-response-time", "Initial server response time", Metric::TimeToFirstByte),
        "total-blocking-time": milliseconds("total-blocking-time", "Total Blocking Time", blocking, blocked),
        "cumulative-layout-shift": {
            "id": "cumulative-layout-shift", "title": "Cumulative Layout Shift", "score": score(figures.rating(shift)),
            "scoreDisplayMode": "numeric", "displayValue": format!("{}.{:02}", shifted / 100, shifted % 100),
            "numericValue": f64::from(shifted) / 100.0, "numericUnit": "unitless",
        },
    })
}

fn score(rating: Rating) -> f64 {
    match rating {
        Rating::Good => 0.95,
        Rating::Middling => 0.6,
        Rating::Poor => 0.2,
    }
}
