//! Examples of responses, recorded from the sandbox by `scripts/record-examples` and shortened, and of webhook messages.

use serde_json::{Map, Value, json};

/// An operation with the same responses as another.
const ALIAS: (&str, &str) = ("getArticleStatus", "getArticle");
const RESPONSES: &str = include_str!("examples.json");
const WEBHOOKS: &str = include_str!("webhook_examples.json");

/// Adds an example to every response of status 200 and to every webhook.
pub(super) fn add(document: &mut Value) {
    let recorded: Map<String, Value> = serde_json::from_str(RESPONSES).unwrap_or_default();
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    for operation in paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        let Some(example) = operation["operationId"].as_str().and_then(|name| {
            let name = if name == ALIAS.0 { ALIAS.1 } else { name };
            recorded.get(name)
        }) else {
            continue;
        };
        let content = operation.pointer_mut("/responses/200/content").and_then(Value::as_object_mut);
        for media in content.into_iter().flat_map(Map::values_mut) {
            media["examples"] =
                json!({"sandbox": {"summary": "A response of the sandbox, shortened", "value": example}});
        }
    }
    let messages: Map<String, Value> = serde_json::from_str(WEBHOOKS).unwrap_or_default();
    for (event, webhook) in document["webhooks"].as_object_mut().into_iter().flatten() {
        if let Some(message) = messages.get(event) {
            webhook["post"]["requestBody"]["content"]["application/json"]["examples"] =
                json!({"message": {"summary": "A message", "value": message}});
        }
    }
}
