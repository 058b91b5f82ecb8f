//! The declared data of a page, in one model for JSON-LD, microdata and `RDFa`.
//!
//! Items are stored in one list and refer to each other by [`ItemId`], so that data of any shape, including
//! cycles, is processed and dropped without recursion.

use seo::dom::NodeId;
use url::Url;

use crate::limits::{MAX_ITEMS, MAX_PROPERTIES, MAX_VALUES};
use crate::problem::Problem;

/// The format of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    JsonLd,
    Microdata,
    /// Attributes of `RDFa` Lite.
    Rdfa,
}

impl Format {
    /// The identifier of the format.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JsonLd => "json-ld",
            Self::Microdata => "microdata",
            Self::Rdfa => "rdfa",
        }
    }
}

/// A place in the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The element: the script for JSON-LD, else the element with the attributes.
    pub node: NodeId,
    /// The byte offset in the script's text, for JSON-LD.
    pub offset_in_text: Option<u32>,
}

impl Place {
    pub(crate) fn element(node: NodeId) -> Self {
        Self { node, offset_in_text: None }
    }

    pub(crate) fn in_script(node: NodeId, offset: u32) -> Self {
        Self { node, offset_in_text: Some(offset) }
    }
}

/// The index of an item in its [`StructuredData`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ItemId(u32);

impl ItemId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The value of a property.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text, including URLs and dates.
    Text(String),
    Number(f64),
    Bool(bool),
    Item(ItemId),
    /// The identifier of an item elsewhere.
    Reference(String),
    /// A JSON `null`.
    Null,
}

/// A value with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct PropertyValue {
    pub value: Value,
    /// The place of the value.
    pub place: Place,
}

/// A property of schema.org with all its values, in the order of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// The short name, such as `author`.
    pub name: String,
    /// The place of its first value.
    pub place: Place,
    /// The values in the order of the page.
    pub values: Vec<PropertyValue>,
}

/// A thing that the page declares.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Short names of schema.org types, such as `Article`.
    pub types: Vec<String>,
    /// Types of other vocabularies, as they are written.
    pub other_types: Vec<String>,
    /// The identifier, as an absolute URL if possible.
    pub id: Option<String>,
    /// The properties of schema.org's vocabulary, in the order of the page.
    pub properties: Vec<Property>,
    /// The format of the item.
    pub format: Format,
    /// The place where it begins.
    pub place: Place,
    /// The place of its type.
    pub type_place: Place,
}

impl Item {
    pub(crate) fn new(format: Format, place: Place) -> Self {
        Self {
            types: Vec::new(),
            other_types: Vec::new(),
            id: None,
            properties: Vec::new(),
            format,
            place,
            type_place: place,
        }
    }

    /// The property of this name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The values of a property; empty if the item does not have it.
    #[must_use]
    pub fn values(&self, name: &str) -> &[PropertyValue] {
        self.property(name).map_or(&[], |property| &property.values)
    }

    /// Adds a value and returns its slot.
    pub(crate) fn add(&mut self, name: &str, place: Place, value: PropertyValue) -> Option<Slot> {
        let known = self.properties.iter().position(|property| property.name == name);
        let property = known.or_else(|| {
            if self.properties.len() == MAX_PROPERTIES {
                return None;
            }
            self.properties.push(Property { name: name.to_owned(), place, values: Vec::new() });
            Some(self.properties.len() - 1)
        })?;
        let values = &mut self.properties[property].values;
        if values.len() == MAX_VALUES {
            return None;
        }
        values.push(value);
        Some(Slot { property, value: values.len() - 1 })
    }

    pub(crate) fn set(&mut self, slot: Slot, value: Value) {
        self.properties[slot.property].values[slot.value].value = value;
    }
}

/// The position of a value that is completed later.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    property: usize,
    value: usize,
}

/// Everything that a page declares.
#[derive(Debug, Clone, Default)]
pub struct StructuredData {
    pub(crate) items: Vec<Item>,
    pub(crate) roots: Vec<ItemId>,
    /// Problems found before there were items.
    pub(crate) faults: Vec<Problem>,
    /// The number of such problems beyond the limit.
    pub(crate) left_out_faults: usize,
    pub(crate) left_out_items: usize,
    /// The base of relative URLs, if it is not the page.
    pub(crate) base: Option<Url>,
}

impl StructuredData {
    /// All items, including nested ones.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The items that are not values of another item, in the order of the page.
    #[must_use]
    pub fn roots(&self) -> &[ItemId] {
        &self.roots
    }

    /// The item with this id.
    #[must_use]
    pub fn item(&self, id: ItemId) -> &Item {
        &self.items[id.index()]
    }

    /// How many items were left out because there are too many.
    #[must_use]
    pub fn left_out_items(&self) -> usize {
        self.left_out_items
    }

    /// Whether the page declares nothing, not even anything invalid.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.faults.is_empty()
    }

    pub(crate) fn item_mut(&mut self, id: ItemId) -> &mut Item {
        &mut self.items[id.index()]
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..u32::try_from(self.items.len()).unwrap_or(u32::MAX)).map(ItemId)
    }

    /// Adds an item unless there are too many.
    pub(crate) fn push(&mut self, item: Item) -> Option<ItemId> {
        if self.items.len() == MAX_ITEMS {
            self.left_out_items += 1;
            return None;
        }
        let id = ItemId(u32::try_from(self.items.len()).ok()?);
        self.items.push(item);
        Some(id)
    }
}
