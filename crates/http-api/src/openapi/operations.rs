//! What holds for every operation: its errors, and the headers of its responses.

use serde_json::{Value, json};

use super::header_reference;
use super::schemas::CHARGED_REPLY;

/// Operations that an article's state may not allow.
const BOUND_TO_A_STATE: [&str; 7] = [
    "previewArticle",
    "cancelArticle",
    "approveOutline",
    "publishArticle",
    "editArticle",
    "restoreArticleVersion",
    "unpublishArticle",
];
/// Operations that call a payment provider.
const PAID_ELSEWHERE: &str = "createPurchase";
/// Operations beside the POST ones that take an idempotency key.
const REPEATABLE: [&str; 2] = ["cancelArticle", "saveBriefAnswers"];
/// Operations that need no body, and take none that has fields.
const WITHOUT_FIELDS: [&str; 2] = ["publishArticle", "unpublishArticle"];
/// Operations whose replies have a version.
const VERSIONED: [&str; 2] = ["getArticle", "getArticleStatus"];
pub(super) const ALWAYS: [&str; 4] = ["X-Request-Id", "X-Api-Version", "RateLimit-Policy", "RateLimit"];
const CHARGED: [&str; 3] = ["X-Credits-Charged", "X-Credits-Balance", "Idempotency-Replayed"];

const REPEATED: [&str; 2] = ["X-Credits-Charged", "Idempotency-Replayed"];

/// Completes all operations.
pub(super) fn complete(document: &mut Value) {
    let Some(paths) = document["paths"].as_object_mut() else { return };
    for (method, operation) in paths.values_mut().filter_map(Value::as_object_mut).flatten() {
        complete_one(method, operation);
    }
}

fn complete_one(method: &str, operation: &mut Value) {
    if let Some(summary) =
        operation["summary"].as_str().map(|summary| summary.trim_end_matches('.').to_owned())
    {
        operation["summary"] = json!(summary);
    }
    let has_key = operation.get("security").is_some();
    if !has_key {
        operation["security"] = json!([]);
    }
    let has_body = operation.get("requestBody").is_some();
    let has_parameters = operation.get("parameters").is_some();
    let names_object = operation["parameters"]
        .as_array()
        .is_some_and(|parameters| parameters.iter().any(|parameter| parameter["in"] == "path"));
    let name = operation["operationId"].as_str().unwrap_or_default().to_owned();
    let is_repeatable = method == "post" || REPEATABLE.contains(&name.as_str());
    if is_repeatable {
        let key = json!({"$ref": "#/components/parameters/IdempotencyKey"});
        match operation.get_mut("parameters").and_then(Value::as_array_mut) {
            Some(parameters) => parameters.push(key),
            None => operation["parameters"] = json!([key]),
        }
    }
    let for_operators = operation["tags"] == json!(["operations"]);
    let is_charged = operation
        .pointer("/responses/200/content/application~1json/schema/$ref")
        .is_some_and(|schema| schema.as_str().unwrap_or_default().contains(CHARGED_REPLY));
    let may_come_too_late = BOUND_TO_A_STATE.contains(&name.as_str());
    let reads_body = has_body || WITHOUT_FIELDS.contains(&name.as_str());
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for response in responses.values_mut() {
        let names: &[&str] = if for_operators { &ALWAYS[..2] } else { &ALWAYS };
        let charged: &[&str] = match (is_charged, is_repeatable) {
            (true, _) => &CHARGED,
            (false, true) => &REPEATED,
            (false, false) => &[],
        };
        let version: &[&str] =
            if VERSIONED.contains(&name.as_str()) { &["ETag", "Preference-Applied"] } else { &[] };
        let all = names.iter().chain(charged).chain(version);
        response["headers"] = all.map(|name| (*name, header_reference(name))).collect();
    }
    let mut statuses = if for_operators { vec![405] } else { vec![405, 406, 408, 429, 431, 500, 503, 504] };
    if has_key {
        statuses.extend([401, 403]);
    }
    if reads_body {
        statuses.extend([400, 413, 415, 422]);
    } else {
        statuses.retain(|status| *status != 408);
    }
    if is_charged {
        statuses.extend([402, 502]);
    }
    if is_repeatable {
        statuses.extend([400, 409, 422]);
    }
    if name == PAID_ELSEWHERE {
        statuses.push(502);
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
