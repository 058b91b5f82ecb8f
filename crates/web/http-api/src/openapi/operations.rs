//! What applies to every operation: its errors, and the headers of its responses.

use serde_json::{Map, Value, json};

use super::errors::{ErrorResponses, Trait};
use super::header_reference;
use super::schemas::CHARGED_REPLY;

/// Operations other than POST that take an idempotency key.
const REPEATABLE: [&str; 2] = ["cancelArticle", "saveBriefAnswers"];
/// Operations that need no body and accept no fields in it.
const WITHOUT_FIELDS: [&str; 2] = ["publishArticle", "unpublishArticle"];
/// Operations whose replies have an entity tag.
const VERSIONED: [&str; 2] = ["getArticle", "getArticleStatus"];
pub(super) const ALWAYS: [&str; 4] = ["X-Request-Id", "X-Api-Version", "RateLimit-Policy", "RateLimit"];
const CHARGED: [&str; 3] = ["X-Credits-Charged", "X-Credits-Balance", "Idempotency-Replayed"];

const REPEATED: [&str; 2] = ["X-Credits-Charged", "Idempotency-Replayed"];

pub(super) fn complete(document: &mut Value) {
    let mut errors = ErrorResponses::default();
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    for (method, operation) in paths.filter_map(Value::as_object_mut).flatten() {
        complete_one(method, operation, &mut errors);
    }
    document["components"]["responses"] = errors.into_components();
}

fn complete_one(method: &str, operation: &mut Value, errors: &mut ErrorResponses) {
    if let Some(summary) =
        operation["summary"].as_str().map(|summary| summary.trim_end_matches('.').to_owned())
    {
        operation["summary"] = json!(summary);
    }
    let has_key = operation.get("security").is_some();
    if !has_key {
        operation["security"] = json!([]);
    }
    let has_scope = operation.pointer("/security/0/apiKey/0").is_some();
    let has_body = operation.get("requestBody").is_some();
    let has = |place: &str| {
        let parameters = operation["parameters"].as_array();
        parameters.is_some_and(|parameters| parameters.iter().any(|parameter| parameter["in"] == place))
    };
    let (names_object, has_query) = (has("path"), has("query"));
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
    let traits = [
        (!for_operators, Trait::ForCustomers),
        (has_key, Trait::WithKey),
        (has_scope, Trait::WithScope),
        (has_query, Trait::WithQuery),
        (reads_body, Trait::WithBody),
        (names_object, Trait::OfObject),
        (is_charged, Trait::Charged),
        (is_repeatable, Trait::Repeatable),
    ];
    let traits: Vec<Trait> = traits.into_iter().filter(|(applies, _)| *applies).map(|(_, of)| of).collect();
    for (status, response) in errors.of(&name, &traits) {
        responses.entry(status).or_insert(response);
    }
}
