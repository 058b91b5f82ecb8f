//! Checks structured data against our guarantees.

use std::collections::HashSet;

use domain::Timestamp;
use serde_json::Value;
use url::Url;

/// The required properties of each type. Google requires a few of them and recommends the rest.
const REQUIRED: &[(&str, &[&str])] = &[
    ("BlogPosting", &["headline", "datePublished", "dateModified", "author.name", "author.url", "publisher"]),
    ("WebPage", &["url", "name", "inLanguage", "isPartOf"]),
    ("CollectionPage", &["url", "name", "inLanguage", "isPartOf"]),
    ("FAQPage", &["mainEntity"]),
    ("Question", &["name", "acceptedAnswer.text"]),
    ("Answer", &["text"]),
    ("BreadcrumbList", &["itemListElement"]),
    ("ListItem", &["position", "name"]),
    ("ImageObject", &["contentUrl", "width", "height", "caption"]),
    ("WebSite", &["url", "name", "publisher"]),
    ("Organization", &["name"]),
    ("Person", &["name", "url"]),
    ("CreativeWork", &["name"]),
];
const TIMES: [&str; 2] = ["datePublished", "dateModified"];
const ADDRESSES: [&str; 5] = ["url", "contentUrl", "thumbnailUrl", "item", "digitalSourceType"];
/// Deeper data than ours is not checked.
const DEEPEST: usize = 8;

/// The problems of the structured data, in words; empty if it meets our guarantees.
#[must_use]
pub fn problems(data: &Value) -> Vec<String> {
    let mut check = Check::default();
    if data["@context"] != "https://schema.org" {
        check.problems.push("@context is not https://schema.org".to_owned());
    }
    let nodes = data["@graph"].as_array().map_or(&[][..], Vec::as_slice);
    for wanted in ["BlogPosting", "WebPage", "BreadcrumbList", "WebSite", "Organization"] {
        if !nodes.iter().any(|node| node["@type"] == wanted) {
            check.problems.push(format!("{wanted} is missing from the graph"));
        }
    }
    for node in nodes {
        check.top_level(node);
    }
    for node in nodes {
        check.value(node, "@graph", 0);
    }
    check.images(nodes);
    check.dangling();
    check.problems
}

#[derive(Default)]
struct Check {
    problems: Vec<String>,
    defined: HashSet<String>,
    referred: Vec<String>,
}

impl Check {
    /// Each node of the graph is defined once.
    fn top_level(&mut self, node: &Value) {
        match node["@id"].as_str() {
            None => self.problems.push(format!("{} has no @id", name_of(node))),
            Some(id) if !self.defined.insert(id.to_owned()) => {
                self.problems.push(format!("{id} is defined twice"));
            }
            Some(_) => {}
        }
    }

    fn value(&mut self, value: &Value, property: &str, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.value(value, property, depth + 1)),
            Value::Object(fields) if fields.len() == 1 && fields.contains_key("@id") => {
                self.referred.extend(value["@id"].as_str().map(str::to_owned));
            }
            Value::Object(fields) => {
                self.node(value, property);
                for (name, value) in fields {
                    self.value(value, name, depth + 1);
                }
            }
            Value::String(text) => self.text(text, property),
            Value::Null => self.problems.push(format!("{property} is null")),
            Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn node(&mut self, node: &Value, property: &str) {
        let Some(kind) = node["@type"].as_str() else {
            self.problems.push(format!("{property} has no @type"));
            return;
        };
        let Some((_, required)) = REQUIRED.iter().find(|(known, _)| *known == kind) else {
            self.problems.push(format!("{kind} is a type that we do not use"));
            return;
        };
        self.defined.extend(node["@id"].as_str().map(str::to_owned));
        for path in *required {
            if !has(node, path) {
                self.problems.push(format!("{} has no {path}", name_of(node)));
            }
        }
        if kind == "BreadcrumbList" {
            self.trail(&node["itemListElement"]);
        }
    }

    /// Positions count from 1, and every entry but the last has a link.
    fn trail(&mut self, entries: &Value) {
        let entries = entries.as_array().map_or(&[][..], Vec::as_slice);
        for (index, entry) in entries.iter().enumerate() {
            if entry["position"] != index + 1 {
                self.problems.push(format!("ListItem {} has another position", index + 1));
            }
            if index + 1 < entries.len() && !has(entry, "item") {
                self.problems.push(format!("ListItem {} has no item", index + 1));
            }
        }
    }

    fn text(&mut self, text: &str, property: &str) {
        if TIMES.contains(&property) && text.parse::<Timestamp>().is_err() {
            self.problems.push(format!("{property} is no time: {text}"));
        }
        if ADDRESSES.contains(&property) && !is_web_address(text) {
            self.problems.push(format!("{property} is no full address: {text}"));
        }
    }

    /// An article with images must name them.
    fn images(&mut self, nodes: &[Value]) {
        let pictured = nodes.iter().any(|node| node["@type"] == "ImageObject");
        let named = nodes.iter().any(|node| node["@type"] == "BlogPosting" && has(node, "image"));
        if pictured && !named {
            self.problems.push("BlogPosting has no image".to_owned());
        }
    }

    fn dangling(&mut self) {
        let dangling = self.referred.iter().filter(|id| !self.defined.contains(*id));
        self.problems.extend(dangling.map(|id| format!("{id} is referred to and not defined")));
    }
}

fn name_of(node: &Value) -> &str {
    node["@type"].as_str().unwrap_or("a node")
}

/// Whether the path has a value.
fn has(node: &Value, path: &str) -> bool {
    let found = path.split('.').fold(node, |node, name| &node[name]);
    match found {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(values) => !values.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => true,
    }
}

fn is_web_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}
