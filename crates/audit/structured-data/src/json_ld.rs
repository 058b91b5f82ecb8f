//! Reads items from JSON-LD scripts.
//!
//! A script is read as by a JSON-LD processor, as far as pages need it: graphs, lists, value objects,
//! references, reverse properties, inline contexts. The recursion is as deep as [`crate::json`] allows.

mod context;
mod duplicates;
#[cfg(test)]
mod tests;

use seo::dom::NodeId;
use url::Url;

use self::context::{Context, Word};
use crate::json::{self, Json, Member, Node};
use crate::limits::{MAX_NAME, MAX_TEXT, MAX_TYPES, cut};
use crate::model::{Format, Item, ItemId, Place, PropertyValue, StructuredData, Value};
use crate::namespace::{Namespace, absolute};
use crate::problem::{Problem, Problems, Rule};

/// Keywords that add nothing to an item by themselves.
const SILENT: [&str; 6] = ["@context", "@index", "@language", "@direction", "@base", "@version"];
const KEYWORDS: [&str; 10] =
    ["@id", "@type", "@value", "@graph", "@list", "@set", "@reverse", "@included", "@nest", "@json"];

/// Reads the items of a script.
pub(crate) fn read(
    script: NodeId,
    text: &str,
    base: &Url,
    data: &mut StructuredData,
    problems: &mut Problems,
) {
    let document = match json::parse(text) {
        Ok(document) => document,
        Err(fault) => {
            problems.push(|| syntax_problem(script, fault));
            return;
        }
    };
    duplicates::report(script, &document, problems);
    let mut reader = Reader { script, base, data, problems };
    reader.document(&document);
}

fn syntax_problem(script: NodeId, fault: json::Fault) -> Problem {
    let place = Place::in_script(script, fault.offset);
    let problem = Problem::new(Rule::Syntax, place, &format!("The script is not JSON: {}.", fault.message));
    match fault.fix {
        Some(fix) => problem.fixed_by(fix),
        None => problem,
    }
}

struct Reader<'r> {
    script: NodeId,
    base: &'r Url,
    data: &'r mut StructuredData,
    problems: &'r mut Problems,
}

/// The members of an object by meaning.
struct Parts<'n> {
    types: Vec<&'n Node<'n>>,
    id: Option<&'n Node<'n>>,
    value: Option<&'n Node<'n>>,
    graphs: Vec<&'n Node<'n>>,
    reverse: Option<&'n Node<'n>>,
    properties: Vec<&'n Member<'n>>,
    /// Keywords that JSON-LD does not define.
    strange: Vec<&'n Member<'n>>,
}

impl Reader<'_> {
    fn place(&self, offset: u32) -> Place {
        Place::in_script(self.script, offset)
    }

    fn document(&mut self, document: &Node<'_>) {
        match &document.value {
            Json::Object(members) => self.top(document, members),
            Json::Array(items) => {
                for item in items {
                    if let Json::Object(members) = &item.value {
                        self.top(item, members);
                    } else {
                        self.document(item);
                    }
                }
            }
            _ => {
                let place = self.place(document.offset);
                self.problems.push(|| {
                    Problem::new(Rule::Syntax, place, "The script holds a single value instead of an object.")
                        .fixed_by("JSON-LD is an object { … } or a list of objects.")
                });
            }
        }
    }

    /// Reads a top-level object, which has no outer context.
    fn top(&mut self, node: &Node<'_>, members: &[Member<'_>]) {
        let is_declared = members.iter().any(|member| member.key == "@context");
        if !is_declared && !members.is_empty() {
            let place = self.place(node.offset);
            self.problems.push(|| {
                Problem::new(
                    Rule::ContextMissing,
                    place,
                    "The object has no @context, so its words mean nothing.",
                )
                .fixed_by("Add \"@context\": \"https://schema.org\" as its first property.")
            });
        }
        // Without a context, words are assumed to be schema.org's, so that other problems than the missing
        // context can be found.
        let around = Context::new(if is_declared { Namespace::Other } else { Namespace::SchemaOrg });
        if let Some(Value::Item(item)) = self.object(node, members, &around) {
            self.data.roots.push(item);
        }
    }

    /// Reads items that are not values of another item.
    fn roots(&mut self, node: &Node<'_>, context: &Context) {
        match &node.value {
            Json::Array(items) => {
                for item in items {
                    self.roots(item, context);
                }
            }
            Json::Object(members) => {
                if let Some(Value::Item(item)) = self.object(node, members, context) {
                    self.data.roots.push(item);
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, node: &Node<'_>, members: &[Member<'_>], around: &Context) -> Option<Value> {
        let context = self.context(members, around);
        let parts = Parts::sort(members, &context);
        if let Some(value) = parts.value {
            return literal(value);
        }
        if parts.is_reference() {
            return parts
                .id
                .and_then(|id| id.value.as_text())
                .map(|id| Value::Reference(self.identifier(id)));
        }
        let item = self.item(node, &parts, &context);
        for graph in &parts.graphs {
            self.roots(graph, &context);
        }
        item.map(Value::Item)
    }

    fn context(&mut self, members: &[Member<'_>], around: &Context) -> Context {
        let Some(declared) = members.iter().rfind(|member| member.key == "@context") else {
            return around.clone();
        };
        let (context, complaint) = around.with(&declared.value);
        if let Some((message, fix)) = complaint {
            let place = self.place(declared.value.offset);
            self.problems.push(|| {
                Problem::new(Rule::ContextMissing, place, &capitalised(&format!("{message}."))).fixed_by(fix)
            });
        }
        context
    }

    /// Reads the item that an object describes. Items of other vocabularies are skipped, but not the items
    /// inside them.
    fn item(&mut self, node: &Node<'_>, parts: &Parts<'_>, context: &Context) -> Option<ItemId> {
        let place = self.place(node.offset);
        let mut item = Item::new(Format::JsonLd, place);
        item.id = parts.id.and_then(|id| id.value.as_text()).map(|id| self.identifier(id));
        self.types(&mut item, parts, context);
        let is_foreign = context.namespace == Namespace::Other && item.types.is_empty();
        let is_empty = item.types.is_empty()
            && item.other_types.is_empty()
            && parts.properties.is_empty()
            && parts.strange.is_empty()
            && parts.reverse.is_none();
        if is_foreign || (is_empty && !parts.graphs.is_empty()) {
            for member in &parts.properties {
                self.roots(&member.value, context);
            }
            return None;
        }
        let id = self.data.push(item)?;
        self.strange_keywords(parts);
        for member in &parts.properties {
            self.property(id, member, context);
        }
        if let Some(reverse) = parts.reverse {
            self.reverse(id, reverse, context);
        }
        Some(id)
    }

    fn types(&self, item: &mut Item, parts: &Parts<'_>, context: &Context) {
        let Some(first) = parts.types.first() else { return };
        item.type_place = self.place(first.offset);
        for node in parts.types.iter().take(MAX_TYPES) {
            let Json::Text(name) = &node.value else { continue };
            let name = cut(name.trim(), MAX_NAME);
            match context.word(name) {
                Word::Term(name) if !name.is_empty() => item.types.push(name.to_owned()),
                Word::Foreign => item.other_types.push(name.to_owned()),
                Word::Term(_) | Word::Keyword(_) => {}
            }
        }
    }

    fn property(&mut self, item: ItemId, member: &Member<'_>, context: &Context) {
        let Word::Term(name) = context.word(&member.key) else {
            self.roots(&member.value, context);
            return;
        };
        let name = cut(name, MAX_NAME);
        let place = self.place(member.offset);
        let mut values = Vec::new();
        self.values(&member.value, context, &mut values);
        for value in values {
            self.data.item_mut(item).add(name, place, value);
        }
    }

    /// Reads all values of a property. Lists and sets are not items.
    fn values(&mut self, node: &Node<'_>, context: &Context, values: &mut Vec<PropertyValue>) {
        let value = match &node.value {
            Json::Array(items) => {
                for item in items {
                    self.values(item, context, values);
                }
                return;
            }
            Json::Object(members) => {
                if let Some(list) = list_of(members, context) {
                    self.values(list, context, values);
                    return;
                }
                self.object(node, members, context)
            }
            _ => literal(node),
        };
        values.extend(value.map(|value| PropertyValue { value, place: self.place(node.offset) }));
    }

    /// Adds this item as a value to the items of `@reverse`.
    fn reverse(&mut self, item: ItemId, reverse: &Node<'_>, context: &Context) {
        let Json::Object(members) = &reverse.value else { return };
        for member in members.iter().filter(|member| !member.is_overridden) {
            let Word::Term(name) = context.word(&member.key) else { continue };
            let mut values = Vec::new();
            self.values(&member.value, context, &mut values);
            for holder in values {
                if let Value::Item(holding) = holder.value {
                    let value = PropertyValue { value: Value::Item(item), place: holder.place };
                    self.data.item_mut(holding).add(name, holder.place, value);
                    self.data.roots.push(holding);
                }
            }
        }
    }

    fn strange_keywords(&mut self, parts: &Parts<'_>) {
        for member in &parts.strange {
            let place = self.place(member.offset);
            let key = cut(&member.key, MAX_NAME);
            self.problems.push(|| {
                let message = format!("{key} is no keyword of JSON-LD and is ignored.");
                Problem::new(Rule::PropertyUnknown, place, &message).at(key).fixed_by(keyword_advice(key))
            });
        }
    }

    fn identifier(&self, id: &str) -> String {
        absolute(self.base, cut(id, MAX_NAME))
    }
}

impl<'n> Parts<'n> {
    fn sort(members: &'n [Member<'n>], context: &Context) -> Self {
        let mut parts = Self {
            types: Vec::new(),
            id: None,
            value: None,
            graphs: Vec::new(),
            reverse: None,
            properties: Vec::new(),
            strange: Vec::new(),
        };
        for member in members.iter().filter(|member| !member.is_overridden) {
            match context.word(&member.key) {
                Word::Keyword(keyword) => parts.keyword(keyword, member),
                Word::Term(_) | Word::Foreign => parts.properties.push(member),
            }
        }
        parts
    }

    fn keyword(&mut self, keyword: &str, member: &'n Member<'n>) {
        let node = &member.value;
        match keyword {
            "@type" => match &node.value {
                Json::Array(types) => self.types.extend(types),
                _ => self.types.push(node),
            },
            "@id" => self.id = Some(node),
            "@value" => self.value = Some(node),
            "@graph" | "@included" => self.graphs.push(node),
            "@reverse" => self.reverse = Some(node),
            "@list" | "@set" | "@nest" | "@json" => {}
            silent if SILENT.contains(&silent) => {}
            _ => self.strange.push(member),
        }
    }

    fn is_reference(&self) -> bool {
        self.id.is_some()
            && self.types.is_empty()
            && self.graphs.is_empty()
            && self.reverse.is_none()
            && self.properties.is_empty()
            && self.strange.is_empty()
    }
}

/// The content of `@list` or `@set`, which are not items.
fn list_of<'n>(members: &'n [Member<'n>], context: &Context) -> Option<&'n Node<'n>> {
    let is_list = |member: &&Member<'_>| matches!(context.word(&member.key), Word::Keyword("@list" | "@set"));
    members.iter().rfind(is_list).map(|member| &member.value)
}

fn literal(node: &Node<'_>) -> Option<Value> {
    match &node.value {
        Json::Null => Some(Value::Null),
        Json::Bool(flag) => Some(Value::Bool(*flag)),
        Json::Number(number) => Some(Value::Number(*number)),
        Json::Text(text) => Some(Value::Text(cut(text, MAX_TEXT).to_owned())),
        Json::Array(_) | Json::Object(_) => None,
    }
}

fn keyword_advice(key: &str) -> String {
    let lower = key.to_ascii_lowercase();
    if KEYWORDS.contains(&lower.as_str()) || SILENT.contains(&lower.as_str()) {
        return format!("Write {lower}.");
    }
    format!("Properties of schema.org have no @: write {}.", key.trim_start_matches('@'))
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}
