//! Checks what Google requires and recommends for its rich results.

mod table;

use self::table::{Alternative, Level, Need, features};
use super::graph::Graph;
use super::selector::Values;
use super::terms::listed;
use super::values::dates::moment;
use super::{Check, Visit, Words};
use crate::model::{ItemId, Place, Value};
use crate::problem::Rule;
use crate::report::Feature;

/// The maximum number of values that a path examines.
const MAX_VALUES: usize = 100;

/// An item that must meet a need, and the path to it from the item that has the feature.
struct Target {
    item: ItemId,
    way: String,
}

impl<'a> Check<'a> {
    pub(super) fn requirements(&mut self, visit: Visit<'a>) {
        for feature in features() {
            if !feature.selector.matches(&self.graph, visit.id) {
                continue;
            }
            let mut missing = Vec::new();
            let mut is_complete = true;
            for need in &feature.needs {
                is_complete &= self.need(visit, feature.name, need, &mut missing);
            }
            for property in &feature.things {
                is_complete &= self.only_things(visit, property);
            }
            for property in &feature.zoned {
                self.zoned(visit, property);
            }
            self.note_feature(visit.root, Feature { name: feature.name, is_complete });
        }
    }

    /// Whether a need is met or optional.
    fn need(
        &mut self,
        visit: Visit<'a>,
        feature: &'static str,
        need: &'static Need,
        missing: &mut Vec<&'static str>,
    ) -> bool {
        let Some(at) = &need.at else {
            return self.own_need(visit, feature, need, missing);
        };
        let mut targets = targets(&self.graph, visit.id, at, &mut self.targets_left);
        if need.but_last {
            targets.pop();
        }
        let mut is_met = true;
        for target in targets {
            if !need.is_met(&self.graph, target.item) {
                let place = self.graph.item(target.item).place;
                self.missing(visit, feature, need, &target.way, place);
                is_met &= need.level != Level::Required;
            }
        }
        if need.level == Level::Recommended && at.of.is_none() {
            self.texts_for_things(visit, at, need);
        }
        is_met
    }

    fn own_need(
        &mut self,
        visit: Visit<'a>,
        feature: &'static str,
        need: &'static Need,
        missing: &mut Vec<&'static str>,
    ) -> bool {
        let is_required = need.level == Level::Required;
        if need.is_met(&self.graph, visit.id) {
            return true;
        }
        let names: Vec<_> = need.alternatives.iter().map(|alternative| alternative.text).collect();
        // Alternatives of an unmet required group are not recommended again.
        if !is_required && names.iter().all(|name| missing.contains(name)) {
            return true;
        }
        missing.extend(names);
        self.missing(visit, feature, need, "", visit.item.place);
        !is_required
    }

    fn missing(&mut self, visit: Visit<'a>, feature: &str, need: &Need, way: &str, place: Place) {
        let rule = match need.level {
            Level::Required => Rule::RequiredMissing,
            Level::Recommended => Rule::RecommendedMissing,
        };
        let first = need
            .alternatives
            .first()
            .map_or("", |alternative| alternative.parts.first().map_or("", |part| part));
        let step = if way.is_empty() { first.to_owned() } else { format!("{way} > {first}") };
        self.note(visit, rule, place, &step, || words(need, feature, way));
    }

    /// Reports texts where an item with properties is recommended.
    fn texts_for_things(&mut self, visit: Visit<'a>, at: &Values, need: &Need) {
        // Reported once per property: for its name.
        let is_name = need.alternatives.first().is_some_and(|alternative| alternative.text == "name");
        let [property] = at.path.as_slice() else { return };
        if !is_name {
            return;
        }
        for place in texts(&self.graph, visit.id, property) {
            self.note(visit, Rule::RecommendedMissing, place, property, || {
                Words::new(format!("{property} is a text; Google recommends an item with a type and a name."))
                    .fixed_by("Write it as an item of its own: { \"@type\": …, \"name\": …, \"url\": … }.")
            });
        }
    }

    /// Reports times without a time zone.
    fn zoned(&mut self, visit: Visit<'a>, property: &'static str) {
        for value in visit.item.values(property) {
            let Value::Text(text) = &value.value else { continue };
            if moment(text).is_some_and(|moment| !moment.has_zone) {
                self.note(visit, Rule::RecommendedMissing, value.place, property, || {
                    Words::new(format!("{property} has no time with a time zone; Google recommends one."))
                        .fixed_by("Write it as 2026-11-16T09:30:00+01:00.")
                });
            }
        }
    }

    fn only_things(&mut self, visit: Visit<'a>, property: &'static str) -> bool {
        let places = texts(&self.graph, visit.id, property);
        for place in &places {
            self.note(visit, Rule::ValueType, *place, property, || {
                Words::new(format!(
                    "{property} is a plain value, but Google reads only an item with a type here."
                ))
                .fixed_by("Write it as an item of its own: { \"@type\": …, … }.")
            });
        }
        places.is_empty()
    }
}

/// The places of the values of a property that are neither items nor references.
fn texts(graph: &Graph<'_>, item: ItemId, property: &str) -> Vec<Place> {
    let plain = graph.values(item, property).filter(|value| {
        !matches!(value.value, Value::Item(_) | Value::Reference(_)) && graph.target(&value.value).is_none()
    });
    plain.map(|value| value.place).collect()
}

/// The items at the end of a path.
fn targets(graph: &Graph<'_>, item: ItemId, at: &Values, left: &mut usize) -> Vec<Target> {
    let mut targets = vec![Target { item, way: String::new() }];
    for property in &at.path {
        let mut next = Vec::new();
        for target in &targets {
            let values: Vec<_> = graph.values(target.item, property).collect();
            for (index, value) in values.iter().enumerate() {
                let Some(item) = graph.target(&value.value).filter(|_| *left > 0) else { continue };
                *left -= 1;
                let index = if values.len() > 1 { format!("[{index}]") } else { String::new() };
                let arrow = if target.way.is_empty() { "" } else { " > " };
                next.push(Target { item, way: format!("{}{arrow}{property}{index}", target.way) });
            }
        }
        targets = next;
    }
    targets.retain(|target| at.admits(graph, target.item));
    targets
}

impl Need {
    fn is_met(&self, graph: &Graph<'_>, item: ItemId) -> bool {
        self.alternatives.iter().any(|alternative| alternative.is_met(graph, item))
    }
}

impl Alternative {
    fn is_met(&self, graph: &Graph<'_>, item: ItemId) -> bool {
        self.parts.iter().all(|path| {
            if path.starts_with(|first: char| first.is_ascii_uppercase()) {
                return graph.is_on_page(path);
            }
            reaches(graph, item, path)
        })
    }
}

/// Whether there is a value at the end of a path.
fn reaches(graph: &Graph<'_>, item: ItemId, path: &str) -> bool {
    match path.split_once('.') {
        None => graph.has(item, path),
        Some((first, rest)) => graph
            .values(item, first)
            .filter_map(|value| graph.target(&value.value))
            .take(MAX_VALUES)
            .any(|target| reaches(graph, target, rest)),
    }
}

fn words(need: &Need, feature: &str, way: &str) -> Words {
    // Alternatives that are elsewhere on the page would only confuse readers of the message.
    let shown = need.alternatives.iter().map(|alternative| alternative.text);
    let names: Vec<_> =
        shown.filter(|text| !text.starts_with(|first: char| first.is_ascii_uppercase())).collect();
    let place = if way.is_empty() { String::new() } else { format!(" in {way}") };
    let feature = format!("the rich result “{feature}”");
    let message = match (need.level, names.as_slice()) {
        (Level::Required, [only]) => format!("{only} is missing{place}; Google needs it for {feature}."),
        (Level::Required, _) => {
            format!(
                "Google needs at least one of {}{place} for {feature}; none is there.",
                listed(&names, "and")
            )
        }
        (Level::Recommended, [only]) => format!("Google recommends {only}{place} for {feature}."),
        (Level::Recommended, _) => {
            format!("Google recommends one of {}{place} for {feature}.", listed(&names, "and"))
        }
    };
    Words::new(message).fixed_by(format!("Add {}.", listed(&names, "or")))
}
