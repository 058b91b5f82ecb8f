//! The forms of answers, in the subset of JSON Schema that every vendor takes.

use serde_json::{Value, json};

/// An object that has all of these properties and no others.
fn object(properties: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Value> =
        properties.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({ "type": "object", "properties": properties, "required": names, "additionalProperties": false })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn list(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}

pub(super) fn outline() -> Value {
    let points = list(&text("what the section says, one point"));
    let level = |children: Option<Value>| {
        let mut properties = vec![("heading", text("short and specific")), ("points", points.clone())];
        properties.extend(children.map(|children| ("children", list(&children))));
        object(&properties)
    };
    object(&[
        ("title", text("holds the search query, 40 to 65 characters")),
        ("sections", list(&level(Some(level(None))))),
        ("questions", list(&text("a question as searchers ask it"))),
    ])
}

pub(super) fn section() -> Value {
    let kinds = json!({ "type": "string", "enum": ["paragraph", "bullets", "steps", "table", "quote"] });
    let block = object(&[
        ("kind", kinds),
        ("text", text("of a paragraph or quote; the caption of a table")),
        ("items", list(&text("of bullets or steps"))),
        ("columns", list(&text("a column's name"))),
        ("rows", list(&list(&text("a cell")))),
    ]);
    let part = object(&[("section", text("the number of the plan's line")), ("blocks", list(&block))]);
    object(&[("parts", list(&part))])
}

pub(super) fn opening() -> Value {
    object(&[
        ("introduction", list(&text("a paragraph"))),
        ("conclusion_heading", text("specific to the topic, never just Conclusion")),
        ("conclusion", list(&text("a paragraph"))),
    ])
}

pub(super) fn questions() -> Value {
    let item =
        object(&[("question", text("as it was given")), ("answer", text("one paragraph of 40 to 60 words"))]);
    object(&[("heading", text("the heading above the questions")), ("items", list(&item))])
}

pub(super) fn labels() -> Value {
    object(&[
        ("title", text("the headline, with the search query")),
        ("meta_title", text("51 to 60 characters, with the search query")),
        ("meta_description", text("121 to 156 characters, with the search query")),
        ("excerpt", text("two sentences")),
    ])
}
