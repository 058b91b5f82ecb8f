//! Reads items from the attributes of microdata: `itemscope`, `itemtype`, `itemprop`, `itemid`, `itemref`.

#[cfg(test)]
mod tests;

use rustc_hash::{FxHashMap, FxHashSet};
use seo::dom::{Dom, Element, NodeId, Step};
use url::Url;

use crate::attributes;
use crate::limits::{MAX_NAME, MAX_REFERRED_NODES, MAX_TYPES, cut};
use crate::model::{Format, Item, ItemId, Place, Slot, StructuredData, Value};
use crate::namespace::{absolute, is_address, short_name};
use crate::text_capture::TextCapture;

/// The state of the reader.
#[derive(Debug, Default)]
pub(crate) struct Microdata<'a> {
    open: Vec<Open>,
    capture: TextCapture,
    /// The items by element.
    items: FxHashMap<NodeId, ItemId>,
    /// Items with `itemref`, and the ids of the referenced elements.
    referring: Vec<(ItemId, &'a str)>,
}

/// An open element with a meaning for microdata.
#[derive(Debug)]
struct Open {
    node: NodeId,
    kind: OpenKind,
}

#[derive(Debug)]
enum OpenKind {
    /// The item that properties belong to; `None` if it is of another vocabulary.
    Scope(Option<ItemId>),
    /// Values whose text is still incomplete.
    Capture { item: ItemId, slots: Vec<Slot>, start: usize },
}

impl<'a> Microdata<'a> {
    pub(crate) fn enter(
        &mut self,
        node: NodeId,
        element: &Element<'a>,
        base: &Url,
        data: &mut StructuredData,
    ) {
        let is_item = element.attribute("itemscope").is_some();
        if !is_item && self.open.is_empty() {
            return;
        }
        let holder = self.holder();
        if is_item {
            let item = self.begin_item(node, element, base, data);
            match (holder, item, element.attribute("itemprop")) {
                (Some(holder), Some(item), Some(names)) => {
                    add(data, holder, names, node, &Value::Item(item));
                }
                (_, Some(item), _) => data.roots.push(item),
                _ => {}
            }
            self.open.push(Open { node, kind: OpenKind::Scope(item) });
        } else if let (Some(holder), Some(names)) = (holder, element.attribute("itemprop")) {
            self.property(holder, names, node, element, base, data);
        }
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.capture.push(text);
    }

    pub(crate) fn leave(&mut self, node: NodeId, data: &mut StructuredData) {
        let Some(open) = self.open.pop_if(|open| open.node == node) else { return };
        if let OpenKind::Capture { item, slots, start } = open.kind {
            let text = self.capture.end(start);
            for slot in slots {
                data.item_mut(item).set(slot, Value::Text(text.clone()));
            }
        }
    }

    fn holder(&self) -> Option<ItemId> {
        self.open.iter().rev().find_map(|open| match open.kind {
            OpenKind::Scope(item) => Some(item),
            OpenKind::Capture { .. } => None,
        })?
    }

    /// Begins the item of an element, unless all its types are of another vocabulary.
    fn begin_item(
        &mut self,
        node: NodeId,
        element: &Element<'a>,
        base: &Url,
        data: &mut StructuredData,
    ) -> Option<ItemId> {
        let mut item = Item::new(Format::Microdata, Place::element(node));
        let declared = element.attribute("itemtype").unwrap_or_default();
        for name in declared.split_ascii_whitespace().take(MAX_TYPES) {
            let name = cut(name, MAX_NAME);
            match short_name(name) {
                Some(short) => item.types.push(short.to_owned()),
                None if is_address(name) => item.other_types.push(name.to_owned()),
                // A type must be an absolute URL. A bare name is taken as schema.org's.
                None => item.types.push(name.to_owned()),
            }
        }
        if item.types.is_empty() && !item.other_types.is_empty() {
            return None;
        }
        item.id = element.attribute("itemid").map(|id| absolute(base, cut(id, MAX_NAME)));
        let item = data.push(item)?;
        self.items.insert(node, item);
        if let Some(references) = element.attribute("itemref") {
            self.referring.push((item, references));
        }
        Some(item)
    }

    fn property(
        &mut self,
        holder: ItemId,
        names: &str,
        node: NodeId,
        element: &Element<'_>,
        base: &Url,
        data: &mut StructuredData,
    ) {
        let value = attributes::value(element, base);
        let is_text = value.is_none();
        let slots = add(data, holder, names, node, &value.unwrap_or(Value::Null));
        if is_text && !slots.is_empty() {
            let start = self.capture.begin();
            self.open.push(Open { node, kind: OpenKind::Capture { item: holder, slots, start } });
        }
    }

    /// Reads the properties that items have elsewhere on the page. All items exist at this point.
    pub(crate) fn follow_references(&mut self, dom: &Dom, base: &Url, data: &mut StructuredData) {
        if self.referring.is_empty() {
            return;
        }
        let wanted: FxHashSet<&str> =
            self.referring.iter().flat_map(|(_, ids)| ids.split_ascii_whitespace()).collect();
        let found = elements_with_ids(dom, &wanted);
        let mut budget = MAX_REFERRED_NODES;
        for (item, ids) in std::mem::take(&mut self.referring) {
            for id in ids.split_ascii_whitespace() {
                if let Some(node) = found.get(id) {
                    self.read_elsewhere(dom, *node, item, base, data, &mut budget);
                }
            }
        }
    }

    fn read_elsewhere(
        &mut self,
        dom: &Dom,
        root: NodeId,
        item: ItemId,
        base: &Url,
        data: &mut StructuredData,
        budget: &mut usize,
    ) {
        let mut walk = dom.walk(root);
        while let Some(step) = walk.next() {
            let id = match step {
                Step::Leave(id) => {
                    self.leave(id, data);
                    continue;
                }
                Step::Enter(id) => id,
            };
            if *budget == 0 {
                continue;
            }
            *budget -= 1;
            let Some(element) = dom.element(id) else {
                self.capture.push(dom.text(id).unwrap_or_default());
                continue;
            };
            let names = element.attribute("itemprop");
            if element.attribute("itemscope").is_some() {
                if let (Some(names), Some(known)) = (names, self.items.get(&id)) {
                    add(data, item, names, id, &Value::Item(*known));
                    data.roots.retain(|root| root != known);
                }
                walk.skip_children();
            } else if let Some(names) = names {
                self.property(item, names, id, &element, base, data);
            }
        }
    }
}

fn elements_with_ids<'d>(dom: &'d Dom, wanted: &FxHashSet<&str>) -> FxHashMap<&'d str, NodeId> {
    let mut found = FxHashMap::default();
    for step in dom.walk(dom.document()) {
        if let Step::Enter(id) = step
            && let Some(name) = dom.element(id).and_then(|element| element.attribute("id"))
            && wanted.contains(name)
        {
            found.entry(name).or_insert(id);
        }
    }
    found
}

/// Adds a value under each of the names.
fn add(data: &mut StructuredData, item: ItemId, names: &str, node: NodeId, value: &Value) -> Vec<Slot> {
    let names = names.split_ascii_whitespace().filter_map(|name| match short_name(name) {
        Some(short) => Some(short),
        None if is_address(name) => None,
        None => Some(name),
    });
    attributes::add(data, item, names, node, value)
}
