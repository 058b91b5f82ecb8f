//! Values of elements, read in the same way for microdata and `RDFa`.

use seo::dom::{Element, NodeId};
use url::Url;

use crate::limits::{MAX_NAME, MAX_TEXT, cut};
use crate::model::{ItemId, Place, PropertyValue, Slot, StructuredData, Value};
use crate::namespace::absolute;

/// Adds a value under each of the names.
pub(crate) fn add<'n>(
    data: &mut StructuredData,
    item: ItemId,
    names: impl IntoIterator<Item = &'n str>,
    node: NodeId,
    value: &Value,
) -> Vec<Slot> {
    let place = Place::element(node);
    let item = data.item_mut(item);
    let added = names.into_iter().filter_map(|name| {
        item.add(cut(name, MAX_NAME), place, PropertyValue { value: value.clone(), place })
    });
    added.collect()
}

/// The value in an attribute; `None` if the element's text is the value.
pub(crate) fn value(element: &Element<'_>, base: &Url) -> Option<Value> {
    let text = |text: &str| Value::Text(cut(text.trim(), MAX_TEXT).to_owned());
    // The standard defines it for `meta` only, but search engines read it on any element.
    if let Some(content) = element.attribute("content") {
        return Some(text(content));
    }
    let (name, is_address) = match element.name() {
        "meta" => return Some(text("")),
        "audio" | "embed" | "iframe" | "img" | "source" | "track" | "video" => ("src", true),
        "a" | "area" | "link" => ("href", true),
        "object" => ("data", true),
        "data" | "meter" => ("value", false),
        "time" => ("datetime", false),
        _ => return None,
    };
    let value = element.attribute(name);
    match (value, is_address) {
        (Some(value), true) => Some(Value::Text(absolute(base, cut(value, MAX_TEXT)))),
        (Some(value), false) => Some(text(value)),
        (None, true) if element.name() != "a" => Some(text("")),
        (None, _) => None,
    }
}
