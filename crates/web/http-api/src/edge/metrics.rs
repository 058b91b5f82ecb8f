//! Counts requests. Metric handles are cached by label, because a lookup by name costs more than counting.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use http::Method;
use metrics::{Counter, Histogram, counter, histogram};

/// Counters and latencies by method, route and status.
#[derive(Default)]
pub(crate) struct RequestMetrics {
    routes: RwLock<HashMap<String, Outcomes>>,
}

/// Handles of one route by method and status.
type Outcomes = HashMap<(&'static str, u16), Handles>;

struct Handles {
    requests: Counter,
    latency: Histogram,
}

impl RequestMetrics {
    pub(crate) fn record(&self, method: &Method, route: &str, status: u16, elapsed: Duration) {
        let method = label(method);
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(handles) = routes.get(route).and_then(|outcomes| outcomes.get(&(method, status))) {
            return handles.count(elapsed);
        }
        drop(routes);
        let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
        let outcomes = routes.entry(route.to_owned()).or_default();
        outcomes
            .entry((method, status))
            .or_insert_with(|| Handles::new(method, route, status))
            .count(elapsed);
    }
}

impl Handles {
    fn new(method: &'static str, route: &str, status: u16) -> Self {
        let (route, status) = (route.to_owned(), status.to_string());
        Self {
            latency: histogram!("http_request_duration_seconds", "route" => route.clone()),
            requests: counter!("http_requests_total", "method" => method, "route" => route, "status" => status),
        }
    }

    fn count(&self, elapsed: Duration) {
        self.requests.increment(1);
        self.latency.record(elapsed.as_secs_f64());
    }
}

/// Clients can send any method, but the number of labels must stay small.
pub(super) fn label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}
