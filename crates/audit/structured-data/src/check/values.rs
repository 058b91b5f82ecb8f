//! Checks that values are of the kind that their properties expect.
//!
//! schema.org allows a text wherever it expects an item, and so do the validators. So only texts with an
//! exact format are checked: dates, durations, URLs, numbers, members of enumerations, currencies.

mod amounts;
pub(super) mod dates;
mod listings;
mod literals;
mod ratings;

use self::literals::Kinds;
use super::graph::says_something;
use super::terms::{base_name, deprecated, listed};
use super::{Check, Visit, Words};
use crate::model::{ItemId, Property, PropertyValue, Value};
use crate::namespace::short_name;
use crate::problem::Rule;
use crate::vocabulary::{self, vocabulary};

/// The expected kind of a value, in words.
pub(super) struct Expected {
    /// The kind, to complete “is no …”.
    kind: String,
    fix: String,
}

impl Expected {
    fn new(kind: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { kind: kind.into(), fix: fix.into() }
    }
}

impl<'a> Check<'a> {
    pub(super) fn values(&mut self, visit: Visit<'a>) {
        for property in &visit.item.properties {
            let Some(known) = vocabulary().property(&property.name) else { continue };
            let kinds = Kinds::of(&property.name, known);
            for value in property.values.iter().filter(|value| says_something(&value.value)) {
                self.value(visit, property, known, &kinds, value);
            }
        }
        self.rating(visit);
        self.position(visit);
        self.free_products(visit);
    }

    fn value(
        &mut self,
        visit: Visit<'a>,
        property: &'a Property,
        known: &'static vocabulary::Property,
        kinds: &Kinds,
        value: &'a PropertyValue,
    ) {
        if let Value::Item(item) = value.value {
            self.item_in_range(visit, property, known, value, item);
            return;
        }
        self.deprecated_member(visit, property, value);
        let expected = amounts::expected(&property.name, &value.value)
            .or_else(|| kinds.expected(&mut self.suggester, &value.value));
        if let Some(Expected { kind, fix }) = expected {
            self.note(visit, Rule::ValueType, value.place, &property.name, || {
                Words::new(format!("{} of {} is no {kind}.", shown(&value.value), property.name))
                    .fixed_by(fix)
            });
        }
    }

    /// Whether an item is of a type that the property expects.
    fn item_in_range(
        &mut self,
        visit: Visit<'a>,
        property: &'a Property,
        known: &'static vocabulary::Property,
        value: &'a PropertyValue,
        item: ItemId,
    ) {
        let lineage = self.graph.lineage(item);
        let types = &self.graph.item(item).types;
        let is_judged = !lineage.is_empty()
            && self.graph.item(item).other_types.is_empty()
            && types.iter().all(|name| vocabulary().type_named(name).is_some())
            && base_name(&property.name) == property.name;
        let fits = known.ranges.iter().any(|range| {
            // A less specific type is not wrong.
            *range == "Thing"
                || lineage.contains(range)
                || types.iter().any(|name| vocabulary().is_a(range, name))
        });
        if !is_judged || fits || lineage.contains(&"Role") {
            return;
        }
        self.note(visit, Rule::ValueType, value.place, &property.name, || {
            let ranges = listed(&known.ranges, "or");
            Words::new(format!("{} takes no {}.", property.name, types.join(" and ")))
                .fixed_by(format!("It takes {ranges}."))
        });
    }

    fn deprecated_member(&mut self, visit: Visit<'a>, property: &'a Property, value: &'a PropertyValue) {
        let (Value::Text(text) | Value::Reference(text)) = &value.value else { return };
        let Some(name) = short_name(text) else { return };
        let Some(member) = vocabulary().member(name).filter(|member| member.standing.is_deprecated()) else {
            return;
        };
        self.note(visit, Rule::DeprecatedTerm, value.place, &property.name, || {
            deprecated("value", name, member.standing)
        });
    }
}

/// The longest part of a value that a message quotes, in characters.
const MAX_SHOWN: usize = 60;

/// A value as quoted in messages.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) | Value::Reference(text) => {
            let mut shown: String = text.chars().take(MAX_SHOWN).collect();
            if shown.len() < text.len() {
                shown.push('…');
            }
            format!("The value “{shown}”")
        }
        Value::Number(number) => format!("The value {number}"),
        Value::Bool(flag) => format!("The value {flag}"),
        Value::Item(_) | Value::Null => "The value".to_owned(),
    }
}
