//! The Chrome UX Report: `POST /v1/records:queryRecord`. Layout shifts are strings, other values numbers.

use http::Method;
use serde_json::{Map, Value, json};
use url::Url;

use super::{Figures, Metric};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::google_error;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::world::World;

pub(crate) struct Crux;

impl StandIn for Crux {
    fn admits(&self, asked: &Asked) -> bool {
        asked.header("x-goog-api-key").or_else(|| asked.param("key")) == Some(CREDENTIAL)
    }

    fn answer(&self, _world: &World, asked: &Asked) -> Reply {
        if asked.path != "/v1/records:queryRecord" || asked.method != Method::POST {
            return google_error::not_found("Requested entity was not found.");
        }
        let request = asked.json();
        let (name, address) = match (request["url"].as_str(), request["origin"].as_str()) {
            (Some(url), None) => ("url", url),
            (None, Some(origin)) => ("origin", origin),
            _ => return google_error::invalid("Exactly one of url and origin must be set."),
        };
        let Ok(address) = Url::parse(address) else {
            return google_error::invalid("The address is not valid.");
        };
        let device = request["formFactor"].as_str().filter(|device| *device != "ALL_FORM_FACTORS");
        if device.is_some_and(|device| !matches!(device, "PHONE" | "DESKTOP" | "TABLET")) {
            return google_error::invalid("Invalid value at 'form_factor'.");
        }
        if asked.empty {
            return google_error::not_found("chrome ux report data not found");
        }
        let shown =
            if name == "origin" { address.origin().ascii_serialization() } else { address.to_string() };
        Reply::ok(&record(name, &shown, device, &request["metrics"]))
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => google_error::unregistered(),
            other => google_error::failure(other),
        }
    }
}

fn record(name: &str, address: &str, device: Option<&str>, asked_for: &Value) -> Value {
    let figures = Figures::of(address, device == Some("PHONE"));
    let wanted = |metric: &Metric| {
        asked_for.as_array().is_none_or(|names| names.is_empty() || names.contains(&json!(metric.name())))
    };
    let metrics: Map<String, Value> = Metric::ALL
        .into_iter()
        .filter(wanted)
        .map(|metric| (metric.name().to_owned(), measured(&figures, metric)))
        .collect();
    let mut key = Map::from_iter([(name.to_owned(), json!(address))]);
    key.extend(device.map(|device| ("formFactor".to_owned(), json!(device))));
    let mut body = json!({ "record": {
        "key": key, "metrics": metrics,
        "collectionPeriod": {
            "firstDate": { "year": 2026, "month": 10, "day": 4 }, "lastDate": { "year": 2026, "month": 10, "day": 31 },
        },
    } });
    if name == "url" {
        body["urlNormalizationDetails"] = json!({ "originalUrl": address, "normalizedUrl": address });
    }
    body
}

fn measured(figures: &Figures, metric: Metric) -> Value {
    let (good, poor) = metric.thresholds();
    let shown = |value: u64| match metric {
        Metric::CumulativeLayoutShift => json!(format!("{}.{:02}", value / 100, value % 100)),
        _ => json!(value),
    };
    let [first, second, third] = figures.rating(metric).shares();
    json!({
        "histogram": [
            { "start": shown(0), "end": shown(good), "density": first },
            { "start": shown(good), "end": shown(poor), "density": second },
            { "start": shown(poor), "density": third },
        ],
        "percentiles": { "p75": shown(figures.value(metric)) },
    })
}
