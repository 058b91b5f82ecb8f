//! The OpenAPI 3.1 document. Paths and schemas come from the handlers; what holds for every operation (errors, headers)
//! is added here from the error catalogue, so that the document can't fall behind.

pub(crate) mod names;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::error::{ApiError, ErrorBody};
use crate::error_catalogue::ErrorCode;
use crate::router::{api_routes, operations_routes};
use crate::state::ApiState;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Rankwright API",
        version = "1.0",
        description = "Autonomous SEO articles, images, search-result analysis, keyword research and on-page audits, billed in \
            prepaid credits (100,000 credits = 1.00 USD).",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    tags(
        (name = "service", description = "What this service is"),
        (name = "account", description = "The account behind the key"),
        (name = "credits", description = "Prices and balances"),
        (name = "articles", description = "Articles from a keyword: ordering, watching and publishing them"),
        (name = "analysis", description = "What ranks for a search, and why"),
        (name = "images", description = "Pictures without lettering, stored for good"),
        (name = "keywords", description = "What people search for, and how often"),
        (name = "audits", description = "What helps or harms a page in search"),
        (name = "operations", description = "For whoever runs the service"),
    ),
    components(schemas(ErrorBody)),
)]
struct Skeleton;

/// The document for a service that customers reach at `public_url`.
#[must_use]
pub fn document(public_url: &str) -> Value {
    let documented = OpenApiRouter::<ApiState>::with_openapi(Skeleton::openapi())
        .merge(operations_routes())
        .merge(api_routes());
    let mut document = serde_json::to_value(documented.get_openapi()).unwrap_or_default();
    document["servers"] = json!([{"url": public_url}]);
    document["components"]["securitySchemes"] = json!({"apiKey": {
        "type": "http", "scheme": "bearer", "bearerFormat": "svc_live_… or svc_test_…",
        "description": "A key from the dashboard or from `rankwright key create`.",
    }});
    document["components"]["headers"] = shared_headers();
    document["components"]["responses"] = shared_responses();
    document["components"]["parameters"] = json!({"IdempotencyKey": {
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "Makes a repeated call safe: within 24 hours the same key and body get the first reply again, uncharged.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]{1,255}$"},
        "example": "order-2026-11-15-0001",
    }});
    if let Some(paths) = document["paths"].as_object_mut() {
        for operation in paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
            complete(operation);
        }
    }
    document
}

fn complete(operation: &mut Value) {
    let has_key = operation.get("security").is_some();
    let has_body = operation.get("requestBody").is_some();
    let has_parameters = operation.get("parameters").is_some();
    let names_object = operation["parameters"]
        .as_array()
        .is_some_and(|parameters| parameters.iter().any(|parameter| parameter["in"] == "path"));
    if has_body {
        let key = json!({"$ref": "#/components/parameters/IdempotencyKey"});
        match operation.get_mut("parameters").and_then(Value::as_array_mut) {
            Some(parameters) => parameters.push(key),
            None => operation["parameters"] = json!([key]),
        }
    }
    let for_operators = operation["tags"] == json!(["operations"]);
    let is_charged = operation
        .pointer("/responses/200/content/application~1json/schema/$ref")
        .is_some_and(|schema| schema.as_str().unwrap_or_default().contains("/Charged_"));
    let name = operation["operationId"].as_str().unwrap_or_default();
    let may_come_too_late = BOUND_TO_A_STATE.contains(&name);
    let reads_body = has_body || WITHOUT_FIELDS.contains(&name);
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for response in responses.values_mut() {
        let names: &[&str] = if for_operators { &ALWAYS[..2] } else { &ALWAYS };
        let charged: &[&str] = if is_charged { &CHARGED } else { &[] };
        response["headers"] =
            names.iter().chain(charged).map(|name| (*name, header_reference(name))).collect();
        if response["description"] == "" {
            response["description"] = json!("Success");
        }
    }
    let mut statuses = if for_operators { vec![] } else { vec![406, 408, 429, 431, 500, 503, 504] };
    if has_key {
        statuses.extend([401, 403]);
    }
    if reads_body {
        statuses.extend([400, 413, 415, 422]);
    } else {
        statuses.retain(|status| *status != 408);
    }
    if is_charged {
        statuses.extend([402, 409, 502]);
    }
    if may_come_too_late {
        statuses.push(409);
    }
    if has_parameters {
        statuses.push(422);
    }
    if names_object {
        statuses.push(404);
    }
    for status in statuses {
        responses
            .entry(status.to_string())
            .or_insert_with(|| json!({"$ref": format!("#/components/responses/Error{status}")}));
    }
}

/// Operations that an article's state may not allow.
const BOUND_TO_A_STATE: [&str; 5] =
    ["cancelArticle", "approveOutline", "publishArticle", "editArticle", "unpublishArticle"];
/// Operations that need no body, and take none that has fields.
const WITHOUT_FIELDS: [&str; 2] = ["publishArticle", "unpublishArticle"];
const ALWAYS: [&str; 4] = ["X-Request-Id", "X-Api-Version", "RateLimit-Policy", "RateLimit"];
const CHARGED: [&str; 3] = ["X-Credits-Charged", "X-Credits-Balance", "Idempotency-Replayed"];

fn header_reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/headers/{name}")})
}

fn shared_headers() -> Value {
    let header = |description: &str, example: &str| json!({"description": description, "schema": {"type": "string"}, "example": example, "required": true});
    json!({
        "X-Request-Id": header("The request's id: yours where you sent a sane one.", "req_01k9zq6j4v8f0t3w5y7a9c1e2g"),
        "X-Api-Version": header("The version of the API.", "1.0"),
        "RateLimit-Policy": header("Requests (q) per window of seconds (w).", "\"default\";q=100;w=1"),
        "RateLimit": header("Requests that remain (r) for the next seconds (t).", "\"default\";r=99;t=1"),
        "Retry-After": {
            "description": "Seconds to wait before the next try.", "schema": {"type": "integer"}, "example": 1, "required": true,
        },
        "X-Credits-Charged": header("Credits that the call cost.", "500"),
        "X-Credits-Balance": header("Credits that are left.", "999500"),
        "Idempotency-Replayed": {
            "description": "`true` if this is the reply to an earlier call with the same key.",
            "schema": {"type": "string"}, "example": "true", "required": false,
        },
        "WWW-Authenticate": header("How to authenticate.", "Bearer"),
    })
}

/// One response per status, with an example for every code that has it.
fn shared_responses() -> Value {
    let mut by_status = BTreeMap::<u16, Vec<ErrorCode>>::new();
    for code in ErrorCode::ALL.iter().copied() {
        by_status.entry(code.entry().status.as_u16()).or_default().push(code);
    }
    let responses = by_status.into_iter().map(|(status, codes)| {
        let mut headers: Map<String, Value> =
            ALWAYS.iter().map(|name| ((*name).to_owned(), header_reference(name))).collect();
        let special = match status {
            401 => Some("WWW-Authenticate"),
            429 | 503 => Some("Retry-After"),
            _ => None,
        };
        if let Some(name) = special {
            headers.insert(name.to_owned(), header_reference(name));
        }
        let description: Vec<String> =
            codes.iter().map(|code| format!("`{}`: {}", code.entry().name, code.entry().meaning)).collect();
        let examples: Map<String, Value> = codes
            .iter()
            .map(|code| (code.entry().name.to_owned(), json!({"value": ApiError::example(*code)})))
            .collect();
        let response = json!({
            "description": description.join(" "),
            "headers": headers,
            "content": {"application/json": {
                "schema": {"$ref": "#/components/schemas/ErrorBody"},
                "examples": examples,
            }},
        });
        (format!("Error{status}"), response)
    });
    Value::Object(responses.collect())
}
