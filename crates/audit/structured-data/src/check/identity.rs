//! Finds identifiers without an item, and duplicate items.

use rustc_hash::FxHashMap;
use url::{Position, Url};

use super::{Check, Visit, Words};
use crate::model::{ItemId, Value};
use crate::namespace::short_name;
use crate::problem::Rule;

/// Properties whose values differ between two different things of the same name.
const DISTINGUISHING: [&str; 9] =
    ["url", "sku", "mpn", "gtin", "gtin13", "productID", "startDate", "datePublished", "contentUrl"];
/// Types of which several items often have the same name.
const PLENTIFUL: [&str; 6] = ["Review", "Offer", "ListItem", "Comment", "MediaObject", "Rating"];

impl<'a> Check<'a> {
    /// Reports references to items that the page does not describe.
    pub(super) fn references(&mut self, visit: Visit<'a>) {
        for property in &visit.item.properties {
            for value in &property.values {
                let Value::Reference(identifier) = &value.value else { continue };
                if self.graph.is_defined(identifier) || !belongs_here(identifier, self.subject.url) {
                    continue;
                }
                self.note(visit, Rule::DanglingId, value.place, &property.name, || {
                    Words::new(format!("Nothing on the page has the identifier {identifier}.")).fixed_by(
                        "Describe the item on this page with that @id, or write the item out where it is referred to.",
                    )
                });
            }
        }
    }

    /// Reports roots that describe the same thing as an earlier root.
    pub(super) fn duplicate_entities(&mut self) {
        let mut first: FxHashMap<(Vec<&str>, &str), ItemId> = FxHashMap::default();
        for root in &self.graph.data.roots {
            let item = self.graph.item(*root);
            let name =
                ["name", "headline", "title"].into_iter().find_map(|name| self.graph.text(*root, name));
            let Some(key) = name.or(item.id.as_deref()).filter(|key| !key.is_empty()) else { continue };
            if item.types.is_empty()
                || item.properties.is_empty()
                || PLENTIFUL.iter().any(|name| self.graph.is_a(*root, name))
            {
                continue;
            }
            let mut types: Vec<_> = item.types.iter().map(String::as_str).collect();
            types.sort_unstable();
            match first.entry((types, key)).or_insert(*root) {
                same if same == root => {}
                other if self.are_different(*other, *root) => {}
                other => {
                    let words = duplicate_words(
                        &item.types.join(" and "),
                        key,
                        item.format == self.graph.item(*other).format,
                    );
                    let trail = self.trail.root(&item.types[0]);
                    let visit = Visit { id: *root, item, root: *root, trail, via: None };
                    self.note(visit, Rule::DuplicateEntity, item.place, "", || words);
                }
            }
        }
    }

    fn are_different(&self, one: ItemId, other: ItemId) -> bool {
        let (first, second) = (self.graph.item(one), self.graph.item(other));
        DISTINGUISHING.iter().any(|name| {
            let (first, second) = (first.values(name), second.values(name));
            let is_shared = first.iter().any(|value| second.iter().any(|same| value.value == same.value));
            !first.is_empty() && !second.is_empty() && !is_shared
        })
    }
}

fn duplicate_words(types: &str, key: &str, is_same_format: bool) -> Words {
    let ways = if is_same_format { "twice" } else { "in two formats" };
    Words::new(format!("The {types} “{key}” is declared {ways}."))
        .fixed_by("Declare it once, and refer to it by its @id elsewhere.")
}

/// Whether an identifier names a part of this site's pages rather than a page or something elsewhere: search
/// engines read one page at a time.
fn belongs_here(identifier: &str, page: &Url) -> bool {
    if identifier.starts_with("_:") {
        return true;
    }
    if short_name(identifier).is_some() {
        return false;
    }
    Url::parse(identifier).is_ok_and(|address| {
        address.host() == page.host()
            && address.fragment().is_some_and(|fragment| !fragment.is_empty())
            && !address[Position::BeforeHost..Position::AfterPort].is_empty()
    })
}
