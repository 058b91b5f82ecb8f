//! Reads items from the attributes of `RDFa` Lite: `vocab`, `typeof`, `property`, `resource`, `prefix`.

#[cfg(test)]
mod tests;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use seo::dom::{Element, NodeId};
use url::Url;

use crate::attributes;
use crate::limits::{MAX_NAME, MAX_TYPES, cut};
use crate::model::{Format, Item, ItemId, Place, Slot, StructuredData, Value};
use crate::namespace::{Namespace, absolute, is_address, short_name};
use crate::text_capture::TextCapture;

/// The maximum number of prefixes.
const MAX_PREFIXES: usize = 50;

/// The state of the reader.
#[derive(Debug, Default)]
pub(crate) struct Rdfa {
    open: Vec<Open>,
    capture: TextCapture,
    /// The items that have an identifier.
    known: FxHashMap<String, ItemId>,
}

/// An open element with a meaning for `RDFa`.
#[derive(Debug)]
struct Open {
    node: NodeId,
    scope: Scope,
    /// Values whose text is still incomplete, and where it began.
    captured: Option<(ItemId, Vec<Slot>, usize)>,
}

/// The context inside an element.
#[derive(Debug, Clone)]
struct Scope {
    namespace: Namespace,
    prefixes: Rc<FxHashMap<String, Namespace>>,
    /// The item that properties belong to.
    item: Option<ItemId>,
}

impl Default for Scope {
    fn default() -> Self {
        Self { namespace: Namespace::Other, prefixes: Rc::default(), item: None }
    }
}

impl Scope {
    fn declare(&mut self, element: &Element<'_>) {
        if let Some(vocabulary) = element.attribute("vocab") {
            self.namespace = Namespace::of(vocabulary);
        }
        if let Some(declared) = element.attribute("prefix") {
            let prefixes = Rc::make_mut(&mut self.prefixes);
            let mut words = declared.split_ascii_whitespace();
            while let (Some(prefix), Some(address)) = (words.next(), words.next()) {
                if prefixes.len() < MAX_PREFIXES {
                    prefixes.insert(prefix.trim_end_matches(':').to_lowercase(), Namespace::of(address));
                }
            }
        }
    }

    /// The short name of a schema.org term.
    fn term<'n>(&self, name: &'n str) -> Option<&'n str> {
        if is_address(name) {
            return short_name(name);
        }
        let Some((prefix, term)) = name.split_once(':') else {
            return (self.namespace == Namespace::SchemaOrg).then_some(name);
        };
        let prefix = prefix.to_lowercase();
        let known = self.prefixes.get(&prefix).copied();
        let ours = known.map_or(prefix == "schema", |namespace| namespace == Namespace::SchemaOrg);
        (ours && !term.is_empty()).then_some(term)
    }
}

impl Rdfa {
    pub(crate) fn enter(
        &mut self,
        node: NodeId,
        element: &Element<'_>,
        base: &Url,
        data: &mut StructuredData,
    ) {
        let declared = element.attribute("typeof");
        let redefines = element.attribute("vocab").is_some() || element.attribute("prefix").is_some();
        if declared.is_none() && !redefines && self.open.is_empty() {
            return;
        }
        let mut scope = self.open.last().map(|open| open.scope.clone()).unwrap_or_default();
        let holder = scope.item;
        if redefines {
            scope.declare(element);
        }
        let names = element.attribute("property").unwrap_or_default();
        let names: Vec<_> = names.split_ascii_whitespace().filter_map(|name| scope.term(name)).collect();
        let mut captured = None;
        if let Some(types) = declared {
            scope.item = self.begin_item(node, element, types, &scope, base, data);
            match (holder, scope.item) {
                (Some(holder), Some(item)) if !names.is_empty() => {
                    attributes::add(data, holder, names, node, &Value::Item(item));
                }
                (_, Some(item)) => data.roots.push(item),
                (_, None) => {}
            }
        } else if let (Some(holder), false) = (holder, names.is_empty()) {
            captured = self.property(holder, &names, node, element, base, data);
        } else if let Some(subject) = subject(element, names.is_empty()) {
            scope.item = self.continued_item(node, subject, &scope, base, data);
        }
        if declared.is_some() || redefines || captured.is_some() || scope.item != holder {
            self.open.push(Open { node, scope, captured });
        }
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.capture.push(text);
    }

    pub(crate) fn leave(&mut self, node: NodeId, data: &mut StructuredData) {
        let Some(open) = self.open.pop_if(|open| open.node == node) else { return };
        if let Some((item, slots, start)) = open.captured {
            let text = self.capture.end(start);
            for slot in slots {
                data.item_mut(item).set(slot, Value::Text(text.clone()));
            }
        }
    }

    fn property(
        &mut self,
        holder: ItemId,
        names: &[&str],
        node: NodeId,
        element: &Element<'_>,
        base: &Url,
        data: &mut StructuredData,
    ) -> Option<(ItemId, Vec<Slot>, usize)> {
        let value = match (element.attribute("content"), element.attribute("resource")) {
            (None, Some(resource)) => Some(Value::Reference(absolute(base, cut(resource, MAX_NAME)))),
            _ => attributes::value(element, base),
        };
        if let Some(value) = value {
            attributes::add(data, holder, names.iter().copied(), node, &value);
            return None;
        }
        let slots = attributes::add(data, holder, names.iter().copied(), node, &Value::Null);
        (!slots.is_empty()).then(|| (holder, slots, self.capture.begin()))
    }

    fn begin_item(
        &mut self,
        node: NodeId,
        element: &Element<'_>,
        types: &str,
        scope: &Scope,
        base: &Url,
        data: &mut StructuredData,
    ) -> Option<ItemId> {
        let mut item = Item::new(Format::Rdfa, Place::element(node));
        for name in types.split_ascii_whitespace().take(MAX_TYPES) {
            let name = cut(name, MAX_NAME);
            match scope.term(name) {
                Some(short) => item.types.push(short.to_owned()),
                None => item.other_types.push(name.to_owned()),
            }
        }
        if item.types.is_empty() && (!item.other_types.is_empty() || scope.namespace == Namespace::Other) {
            return None;
        }
        let id = element.attribute("resource").or_else(|| element.attribute("about"));
        item.id = id.map(|id| absolute(base, cut(id, MAX_NAME)));
        let id = item.id.clone();
        let item = data.push(item)?;
        if let Some(id) = id {
            self.known.entry(id).or_insert(item);
        }
        Some(item)
    }

    /// An item that adds to a thing described elsewhere.
    fn continued_item(
        &mut self,
        node: NodeId,
        subject: &str,
        scope: &Scope,
        base: &Url,
        data: &mut StructuredData,
    ) -> Option<ItemId> {
        if scope.namespace == Namespace::Other {
            return None;
        }
        let id = absolute(base, cut(subject, MAX_NAME));
        if let Some(known) = self.known.get(&id) {
            return Some(*known);
        }
        let mut item = Item::new(Format::Rdfa, Place::element(node));
        item.id = Some(id.clone());
        let item = data.push(item)?;
        self.known.insert(id, item);
        data.roots.push(item);
        Some(item)
    }
}

/// The subject of an element's content that has no type.
fn subject<'e>(element: &Element<'e>, has_no_property: bool) -> Option<&'e str> {
    element.attribute("about").or_else(|| element.attribute("resource").filter(|_| has_no_property))
}
