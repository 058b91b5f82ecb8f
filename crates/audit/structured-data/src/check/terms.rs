//! Checks that types and properties exist in schema.org, belong together, and are still in use.

use super::{Check, Visit, Words};
use crate::model::{Format, Property};
use crate::problem::Rule;
use crate::vocabulary::{self, Standing, vocabulary};

impl<'a> Check<'a> {
    pub(super) fn terms(&mut self, visit: Visit<'a>) {
        self.types(visit);
        let has_unknown_type = visit.item.types.iter().any(|name| vocabulary().type_named(name).is_none());
        for property in &visit.item.properties {
            match vocabulary().property(base_name(&property.name)) {
                None => self.unknown_property(visit, property),
                Some(known) => {
                    self.deprecated(visit, property, known.standing);
                    if !has_unknown_type && !visit.item.types.is_empty() {
                        self.domain(visit, property, known);
                    }
                }
            }
        }
    }

    fn types(&mut self, visit: Visit<'a>) {
        let place = visit.item.type_place;
        // Themes leave empty `itemscope` attributes that describe nothing.
        let is_bare = visit.item.properties.is_empty() && visit.item.format != Format::JsonLd;
        // Where any type is allowed, a name and a URL are enough, as in the items of breadcrumbs.
        let may_be_anything = visit.via.is_some_and(|via| ranges(via).contains(&"Thing"));
        if !is_bare && !may_be_anything && self.graph.is_untyped(visit.id) {
            self.note(visit, Rule::TypeMissing, place, "", || missing_type(visit));
        }
        for name in &visit.item.types {
            let Some(known) = vocabulary().type_named(name) else {
                let near = self.suggester.nearest(name, vocabulary().type_names(), |_| false);
                self.note(visit, Rule::TypeUnknown, place, "", || unknown("type", name, near));
                continue;
            };
            if known.standing.is_deprecated() {
                self.note(visit, Rule::DeprecatedTerm, place, "", || {
                    deprecated("type", name, known.standing)
                });
            }
        }
    }

    fn unknown_property(&mut self, visit: Visit<'a>, property: &'a Property) {
        let lineage = self.graph.lineage(visit.id);
        let fits = |name: &str| {
            let known = vocabulary().property(name);
            known.is_some_and(|known| known.domains.iter().any(|domain| lineage.contains(domain)))
        };
        let near = self.suggester.nearest(&property.name, vocabulary().property_names(), fits);
        self.note(visit, Rule::PropertyUnknown, property.place, &property.name, || {
            unknown("property", &property.name, near)
        });
    }

    fn deprecated(&mut self, visit: Visit<'a>, property: &'a Property, standing: Standing) {
        if standing.is_deprecated() {
            self.note(visit, Rule::DeprecatedTerm, property.place, &property.name, || {
                deprecated("property", &property.name, standing)
            });
        }
    }

    fn domain(&mut self, visit: Visit<'a>, property: &'a Property, known: &vocabulary::Property) {
        let lineage = self.graph.lineage(visit.id);
        // A role is placed between an item and its value and has the same property as the item.
        let is_role = lineage.contains(&"Role") && visit.via == Some(&property.name);
        let is_action_input = base_name(&property.name) != property.name;
        if is_role || is_action_input || known.domains.iter().any(|domain| lineage.contains(domain)) {
            return;
        }
        self.note(visit, Rule::PropertyDomain, property.place, &property.name, || {
            let types = visit.item.types.join(" and ");
            let name = &property.name;
            Words::new(format!("{name} is no property of {types}.")).fixed_by(format!(
                "It belongs to {}. Move it there, or take another property of {types}.",
                listed(&known.domains, "and")
            ))
        });
    }
}

/// The property without the ending by which actions declare their input and output.
pub(super) fn base_name(property: &str) -> &str {
    property.strip_suffix("-input").or_else(|| property.strip_suffix("-output")).unwrap_or(property)
}

fn ranges(property: &str) -> &'static [&'static str] {
    vocabulary().property(property).map_or(&[][..], |known| &known.ranges)
}

fn missing_type(visit: Visit<'_>) -> Words {
    let ranges = visit.via.map_or(&[][..], ranges);
    let things: Vec<_> = ranges.iter().copied().filter(|range| !vocabulary().is_data_type(range)).collect();
    let words = Words::new("The item has no type, so nobody knows what it is.");
    match things.as_slice() {
        [] | ["Thing"] => {
            words.fixed_by("Say what it is with @type (JSON-LD), itemtype (microdata) or typeof (RDFa).")
        }
        _ => words.fixed_by(format!("Give it the type {}.", listed(&things, "or"))),
    }
}

fn unknown(kind: &str, name: &str, near: Option<&str>) -> Words {
    match near {
        Some(near) => Words::new(format!("schema.org has no {kind} {name}; did you mean {near}?"))
            .fixed_by(format!("Write {near}.")),
        None => Words::new(format!("schema.org has no {kind} {name}."))
            .fixed_by(format!("Remove it, or find the right {kind} on schema.org.")),
    }
}

pub(super) fn deprecated(kind: &str, name: &str, standing: Standing) -> Words {
    match vocabulary().replacement(standing) {
        Some(replacement) => {
            Words::new(format!("schema.org has replaced the {kind} {name} by {replacement}."))
                .fixed_by(format!("Use {replacement}."))
        }
        None => Words::new(format!("schema.org has put away the {kind} {name}.")).fixed_by("Remove it."),
    }
}

/// The maximum number of names in a list.
const MAX_LISTED: usize = 6;

/// Names as a list in a sentence.
pub(super) fn listed(names: &[&str], word: &str) -> String {
    let shown = &names[..names.len().min(MAX_LISTED)];
    match shown {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [..] if names.len() > MAX_LISTED => format!("{} …", shown.join(", ")),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
