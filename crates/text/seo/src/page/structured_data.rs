//! Schema.org declarations of a page: JSON-LD, microdata and `RDFa`.
//!
//! Only the main things of a page are read, not the things that they refer to: the type of a review's author
//! is irrelevant for the page.

use std::collections::HashSet;

use jiff::civil::Date;
use serde_json::{Map, Value};

use super::dates::date;
use crate::dom::{Dom, Element};

/// The most types and questions that are kept.
const MAX_TYPES: usize = 50;
const MAX_QUESTIONS: usize = 50;
/// The longest answer, in bytes.
const MAX_ANSWER: usize = 4000;

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FaqEntry {
    pub(super) question: String,
    pub(super) answer: Option<String>,
}

/// The declarations so far.
#[derive(Debug, Default)]
pub(super) struct StructuredData {
    pub(super) types: Vec<String>,
    pub(super) published: Option<Date>,
    pub(super) modified: Option<Date>,
    pub(super) faq: Vec<FaqEntry>,
    /// Property names of the things that indicate the kind of a page.
    pub(super) properties: HashSet<&'static str>,
}

/// Properties that indicate the kind of a page.
const TELLING: [&str; 8] = [
    "address",
    "offers",
    "openingHours",
    "openingHoursSpecification",
    "price",
    "streetAddress",
    "telephone",
    "geo",
];

impl StructuredData {
    /// Reads the attributes of microdata and `RDFa`.
    pub(super) fn element(&mut self, element: &Element<'_>) {
        // A thing that is the value of a property belongs to another thing.
        let property = element.attribute("itemprop").or_else(|| element.attribute("property"));
        if let Some(property) = property {
            self.note_property(property);
        } else {
            let declared = [element.attribute("itemtype"), element.attribute("typeof")];
            for name in declared.into_iter().flatten().flat_map(str::split_ascii_whitespace) {
                self.add_type(name);
            }
        }
    }

    /// Reads the text of a JSON-LD script. Invalid JSON is ignored.
    pub(super) fn json(&mut self, text: &str) {
        let Ok(document) = serde_json::from_str::<Value>(text.trim()) else { return };
        for thing in things(&document) {
            self.thing(thing);
        }
    }

    fn thing(&mut self, thing: &Map<String, Value>) {
        for name in strings(thing.get("@type")) {
            self.add_type(name);
        }
        for property in thing.keys() {
            self.note_property(property);
        }
        let day = |name: &str| thing.get(name).and_then(Value::as_str).and_then(date);
        self.published = self.published.or_else(|| day("datePublished"));
        self.modified = self.modified.or_else(|| day("dateModified"));
        self.question(thing);
        for entity in thing.get("mainEntity").into_iter().flat_map(things) {
            self.question(entity);
        }
    }

    fn question(&mut self, thing: &Map<String, Value>) {
        if self.faq.len() >= MAX_QUESTIONS
            || !strings(thing.get("@type")).any(|name| name.ends_with("Question"))
        {
            return;
        }
        let text = |thing: &Map<String, Value>, name: &str| {
            thing.get(name)?.as_str().map(plain).filter(|text| !text.is_empty())
        };
        let Some(question) = text(thing, "name").or_else(|| text(thing, "text")) else { return };
        let answer = ["acceptedAnswer", "suggestedAnswer"]
            .into_iter()
            .filter_map(|name| thing.get(name))
            .flat_map(things)
            .find_map(|answer| text(answer, "text"));
        self.faq.push(FaqEntry { question, answer });
    }

    fn add_type(&mut self, name: &str) {
        let name = name.rsplit(['/', '#', ':']).next().unwrap_or_default();
        let sensible =
            !name.is_empty() && name.len() <= 60 && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if sensible && self.types.len() < MAX_TYPES && self.types.iter().all(|known| known != name) {
            self.types.push(name.to_owned());
        }
    }

    fn note_property(&mut self, property: &str) {
        self.properties.extend(TELLING.into_iter().find(|telling| *telling == property));
    }
}

/// The top-level things of a document: itself, the items of an array, the members of `@graph`.
fn things(value: &Value) -> impl Iterator<Item = &Map<String, Value>> {
    let mut found = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Object(thing) => {
                found.push(thing);
                open.extend(thing.get("@graph"));
            }
            _ => {}
        }
    }
    found.into_iter()
}

fn strings(value: Option<&Value>) -> impl Iterator<Item = &str> {
    let items = match value {
        Some(Value::Array(items)) => items.as_slice(),
        Some(other) => std::slice::from_ref(other),
        None => &[],
    };
    items.iter().filter_map(Value::as_str)
}

/// Plain text of answers, which may contain markup.
fn plain(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MAX_ANSWER)];
    let dom = Dom::parse(text);
    dom.text_content(dom.document())
}
