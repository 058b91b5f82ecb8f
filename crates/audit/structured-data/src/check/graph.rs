//! The items of a page as one graph: items with the same identifier are the same thing, whatever the script
//! or format.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::limits::MAX_FELLOWS;
use crate::model::{Item, ItemId, PropertyValue, StructuredData, Value};
use crate::namespace::short_name;
use crate::vocabulary::vocabulary;

/// Properties whose values are main items although they belong to another item.
const PROMOTING: [&str; 5] = ["mainEntity", "item", "itemListElement", "hasVariant", "blogPost"];

pub(super) struct Graph<'a> {
    pub(super) data: &'a StructuredData,
    by_id: FxHashMap<&'a str, Vec<ItemId>>,
    /// The types of each item with all their ancestors.
    lineages: Vec<Vec<&'static str>>,
    roots: FxHashSet<ItemId>,
    promoted: FxHashSet<ItemId>,
    /// The items that are values of other items.
    held: FxHashSet<ItemId>,
    /// The cache of [`Self::is_on_page`].
    on_page: RefCell<FxHashMap<&'static str, bool>>,
}

impl<'a> Graph<'a> {
    pub(super) fn new(data: &'a StructuredData) -> Self {
        let mut by_id: FxHashMap<&str, Vec<ItemId>> = FxHashMap::default();
        for id in data.ids() {
            if let Some(name) = &data.item(id).id {
                let fellows = by_id.entry(name).or_default();
                if fellows.len() < MAX_FELLOWS {
                    fellows.push(id);
                }
            }
        }
        let mut graph = Self {
            data,
            by_id,
            lineages: Vec::new(),
            roots: data.roots.iter().copied().collect(),
            promoted: FxHashSet::default(),
            held: FxHashSet::default(),
            on_page: RefCell::default(),
        };
        graph.lineages = data.ids().map(|id| graph.lineage_of(id)).collect();
        graph.note_holders();
        graph
    }

    fn lineage_of(&self, id: ItemId) -> Vec<&'static str> {
        let types = self.same(id).flat_map(|same| self.item(same).types.iter().map(String::as_str));
        let further = self.values(id, "additionalType").filter_map(|value| match &value.value {
            Value::Text(name) | Value::Reference(name) => short_name(name),
            _ => None,
        });
        vocabulary().lineage(types.chain(further))
    }

    fn note_holders(&mut self) {
        for item in &self.data.items {
            for property in &item.properties {
                let promotes = PROMOTING.contains(&property.name.as_str());
                for value in &property.values {
                    let Some(target) = self.target(&value.value) else { continue };
                    self.held.insert(target);
                    if promotes {
                        self.promoted.insert(target);
                    }
                }
            }
        }
    }

    pub(super) fn item(&self, id: ItemId) -> &'a Item {
        self.data.item(id)
    }

    /// The item and the others that describe the same thing.
    fn same(&self, id: ItemId) -> impl Iterator<Item = ItemId> {
        let name = self.item(id).id.as_deref();
        let fellows = name.and_then(|name| self.by_id.get(name)).map_or(&[][..], Vec::as_slice);
        std::iter::once(id).chain(fellows.iter().copied().filter(move |fellow| *fellow != id))
    }

    pub(super) fn lineage(&self, id: ItemId) -> &[&'static str] {
        &self.lineages[id.index()]
    }

    pub(super) fn is_a(&self, id: ItemId, name: &str) -> bool {
        self.lineage(id).contains(&name)
    }

    /// Whether no description of the item has a type.
    pub(super) fn is_untyped(&self, id: ItemId) -> bool {
        self.same(id).all(|same| self.item(same).types.is_empty() && self.item(same).other_types.is_empty())
    }

    /// Whether an item is a main item, not a detail of another.
    pub(super) fn is_main(&self, id: ItemId) -> bool {
        self.roots.contains(&id) || self.promoted.contains(&id)
    }

    pub(super) fn is_held(&self, id: ItemId) -> bool {
        self.same(id).any(|same| self.held.contains(&same))
    }

    pub(super) fn is_defined(&self, identifier: &str) -> bool {
        self.by_id.contains_key(identifier)
    }

    /// The item that a value is or refers to.
    pub(super) fn target(&self, value: &Value) -> Option<ItemId> {
        match value {
            Value::Item(item) => Some(*item),
            Value::Reference(name) | Value::Text(name) => {
                let fellows = self.by_id.get(name.as_str())?;
                let typed = fellows.iter().find(|id| !self.item(**id).types.is_empty());
                typed.or(fellows.first()).copied()
            }
            Value::Number(_) | Value::Bool(_) | Value::Null => None,
        }
    }

    /// All non-empty values of a property.
    pub(super) fn values<'s>(
        &'s self,
        id: ItemId,
        name: &'s str,
    ) -> impl Iterator<Item = &'a PropertyValue> + 's {
        let values = self.same(id).flat_map(move |same| self.item(same).values(name));
        values.filter(|value| says_something(&value.value))
    }

    pub(super) fn has(&self, id: ItemId, name: &str) -> bool {
        self.values(id, name).next().is_some()
    }

    /// Whether any item of a type has a property: `Organization.hasMerchantReturnPolicy`.
    pub(super) fn is_on_page(&self, path: &'static str) -> bool {
        *self.on_page.borrow_mut().entry(path).or_insert_with(|| {
            let Some((name, property)) = path.split_once('.') else { return false };
            self.data.ids().any(|id| self.is_a(id, name) && self.has(id, property))
        })
    }

    /// The first text of a property.
    pub(super) fn text(&self, id: ItemId, name: &str) -> Option<&'a str> {
        self.values(id, name).find_map(|value| match &value.value {
            Value::Text(text) => Some(text.trim()),
            _ => None,
        })
    }
}

pub(super) fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Text(text) | Value::Reference(text) => !text.trim().is_empty(),
        Value::Number(_) | Value::Bool(_) | Value::Item(_) => true,
    }
}
