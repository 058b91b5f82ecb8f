//! What a page declares, in one form for JSON-LD, microdata and `RDFa`.
//!
//! Items stand in one list and refer to each other by [`ItemId`], so that data of any shape, circles included, is walked
//! and dropped without recursion.

use seo::dom::NodeId;
use url::Url;

use crate::limits::{MAX_ITEMS, MAX_PROPERTIES, MAX_VALUES};
use crate::problem::Problem;

/// How an item was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// A script of JSON-LD.
    JsonLd,
    /// Attributes of microdata.
    Microdata,
    /// Attributes of `RDFa` Lite.
    Rdfa,
}

impl Format {
    /// The name for machines.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JsonLd => "json-ld",
            Self::Microdata => "microdata",
            Self::Rdfa => "rdfa",
        }
    }
}

/// Where something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The element: the script of JSON-LD, the element with the attributes otherwise.
    pub node: NodeId,
    /// The byte in the script's text, for JSON-LD.
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

/// An item of one [`StructuredData`].
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
    /// A text; addresses and dates too.
    Text(String),
    /// A number of JSON.
    Number(f64),
    /// `true` or `false` of JSON.
    Bool(bool),
    /// Another item.
    Item(ItemId),
    /// The identifier of an item that stands elsewhere.
    Reference(String),
    /// `null` of JSON.
    Null,
}

/// A value, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct PropertyValue {
    /// The value.
    pub value: Value,
    /// Where it stands.
    pub place: Place,
}

/// A property of schema.org with all its values, in the order of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// The short name: `author`.
    pub name: String,
    /// Where it stands first.
    pub place: Place,
    /// The values.
    pub values: Vec<PropertyValue>,
}

/// A thing that the page declares.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Short names of schema.org: `Article`.
    pub types: Vec<String>,
    /// Types of other vocabularies, as they are written.
    pub other_types: Vec<String>,
    /// The identifier, as an absolute address where it can be one.
    pub id: Option<String>,
    /// The properties of schema.org's vocabulary, in the order of the page.
    pub properties: Vec<Property>,
    /// How it was written.
    pub format: Format,
    /// Where it begins.
    pub place: Place,
    /// Where its type stands.
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

    /// The values of a property; none if it has no such property.
    #[must_use]
    pub fn values(&self, name: &str) -> &[PropertyValue] {
        self.property(name).map_or(&[], |property| &property.values)
    }

    /// Adds a value and says where it can be found again.
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

/// A value of an item that is filled in later.
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
    /// What was wrong before there were items.
    pub(crate) faults: Vec<Problem>,
    /// How many more of these there were.
    pub(crate) left_out_faults: usize,
    pub(crate) left_out_items: usize,
    /// What relative addresses are relative to, if not to the page.
    pub(crate) base: Option<Url>,
}

impl StructuredData {
    /// All items, nested ones too.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The items that are no other item's value, in the order of the page.
    #[must_use]
    pub fn roots(&self) -> &[ItemId] {
        &self.roots
    }

    /// One item.
    #[must_use]
    pub fn item(&self, id: ItemId) -> &Item {
        &self.items[id.index()]
    }

    /// How many items were left out because there are too many.
    #[must_use]
    pub fn left_out_items(&self) -> usize {
        self.left_out_items
    }

    /// Whether the page declares nothing: not even something broken.
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

    /// Keeps an item unless there are too many.
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
