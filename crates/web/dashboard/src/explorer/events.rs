//! The events that the service sends to webhook endpoints.

use serde_json::Value;

use crate::explorer::schema;
use crate::explorer::tree::{Node, tree};

/// A webhook event of the document.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookEvent {
    /// The name, such as `article.completed`.
    pub name: String,
    /// The name without dots, for links within a page.
    pub anchor: String,
    /// The condition under which it is sent.
    pub description: String,
    /// The fields of its body.
    pub fields: Vec<Node>,
    /// An example of its body.
    pub example: Option<Value>,
}

/// The events of a document, sorted by name.
#[must_use]
pub fn webhook_events(document: &Value) -> Vec<WebhookEvent> {
    let events = document.get("webhooks").and_then(Value::as_object).into_iter().flatten();
    events
        .filter_map(|(name, item)| {
            let operation = item.get("post")?;
            let content = operation.pointer("/requestBody/content/application~1json")?;
            Some(WebhookEvent {
                name: name.clone(),
                anchor: name.replace('.', "-"),
                description: operation.pointer("/requestBody/description")?.as_str()?.to_owned(),
                fields: content.get("schema").map(|schema| tree(document, schema)).unwrap_or_default(),
                example: content.as_object().and_then(schema::example).cloned(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_are_read_with_their_bodies() {
        let schema = json!({"type": "object", "properties": {"type": {"type": "string"}}});
        let content = json!({"application/json": {"schema": schema, "example": {"type": "ping"}}});
        let post = json!({"requestBody": {"description": "A test.", "content": content}});
        let document = json!({"webhooks": {"ping": {"post": post}, "broken": {}}});
        let [ping] = webhook_events(&document).try_into().unwrap();
        assert_eq!((ping.name.as_str(), ping.description.as_str()), ("ping", "A test."));
        assert_eq!(ping.fields[0].field.name, "type");
        assert_eq!(ping.example, Some(json!({"type": "ping"})));
    }
}
