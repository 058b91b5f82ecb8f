//! What several sources say is one fact; where their numbers differ, the difference is a fact of its own.

use std::collections::BTreeSet;

use super::{Content, Difference, Fact, Unit, Unused, UnusedReason};
use crate::text::{count, padded};

/// From this likeness on, two sentences say the same.
const SAME: f32 = 0.62;
/// Enough, if the shorter one has little that the longer one lacks.
const CONTAINED: (f32, f32) = (0.48, 0.78);
/// From this likeness on, two numbers with the same unit may be about the same thing.
const SAME_MEASURE: f32 = 0.5;
/// The longest number that is quoted, in words.
const LONGEST_VALUE: usize = 8;

/// Where a fact stands: unit, item, sentence.
type Place = (usize, usize, usize);

enum Bond {
    Same,
    Differs(Difference),
}

pub(super) fn unite(units: &mut Vec<Unit>, unused: &mut Vec<Unused>) {
    let places = places(units);
    let mut gone: BTreeSet<Place> = BTreeSet::new();
    for (index, one) in places.iter().enumerate() {
        for other in &places[index + 1..] {
            if gone.contains(one) {
                break;
            }
            if !gone.contains(other) && one.0 != other.0 {
                join(units, *one, *other, &mut gone, unused);
            }
        }
    }
    remove(units, &gone, unused);
}

/// All sentences that can be compared: steps can't, because a procedure with a gap is worse than one told twice.
fn places(units: &[Unit]) -> Vec<Place> {
    let mut places = Vec::new();
    for (unit, content) in units.iter().map(|unit| &unit.content).enumerate() {
        match content {
            Content::Prose(facts) => places.extend((0..facts.len()).map(|sentence| (unit, 0, sentence))),
            Content::List { ordered: false, items, .. } => {
                places.extend(
                    items
                        .iter()
                        .enumerate()
                        .filter(|(_, item)| item.len() == 1)
                        .map(|(item, _)| (unit, item, 0)),
                );
            }
            _ => {}
        }
    }
    places
}

fn at(units: &[Unit], (unit, item, sentence): Place) -> Option<&Fact> {
    match &units.get(unit)?.content {
        Content::Prose(facts) => facts.get(sentence),
        Content::List { items, .. } => items.get(item)?.get(sentence),
        Content::Table { .. } => None,
    }
}

fn at_mut(units: &mut [Unit], (unit, item, sentence): Place) -> Option<&mut Fact> {
    match &mut units.get_mut(unit)?.content {
        Content::Prose(facts) => facts.get_mut(sentence),
        Content::List { items, .. } => items.get_mut(item)?.get_mut(sentence),
        Content::Table { .. } => None,
    }
}

fn join(units: &mut [Unit], one: Place, other: Place, gone: &mut BTreeSet<Place>, unused: &mut Vec<Unused>) {
    let (Some(first), Some(second)) = (at(units, one), at(units, other)) else { return };
    let (kept, dropped) =
        if is_better(units, other, second, one, first) { (other, one) } else { (one, other) };
    let (Some(kept_fact), Some(dropped_fact)) = (at(units, kept), at(units, dropped)) else { return };
    let Some(bond) = bond(kept_fact, dropped_fact) else { return };
    let dropped_fact = dropped_fact.clone();
    let Some(fact) = at_mut(units, kept) else { return };
    match bond {
        Bond::Same => {
            for source in dropped_fact.sources {
                if !fact.sources.contains(&source) {
                    fact.sources.push(source);
                }
            }
            fact.evidence.extend(&dropped_fact.evidence);
            if !dropped_fact.leans {
                fact.siblings.push(dropped_fact.text);
            }
        }
        Bond::Differs(difference) => {
            if fact.differs.is_empty() {
                fact.differs.push(difference);
            } else {
                unused.push(Unused { evidence: difference.evidence, reason: UnusedReason::Repeated });
            }
        }
    }
    gone.insert(dropped);
}

/// Whether a fact should rather keep its words than another: others lean on it, it gives numbers, or it says more.
fn is_better(units: &[Unit], place: Place, fact: &Fact, other_place: Place, other: &Fact) -> bool {
    let carries = |place: Place| at(units, (place.0, place.1, place.2 + 1)).is_some();
    let rank = |place: Place, fact: &Fact| (carries(place), !fact.leans, !fact.quantities.is_empty());
    let (one, two) = (rank(place, fact), rank(other_place, other));
    one > two || (one == two && fact.bag.weight() > other.bag.weight() * 1.3)
}

fn bond(kept: &Fact, dropped: &Fact) -> Option<Bond> {
    let likeness = kept.bag.likeness(&dropped.bag);
    if likeness < CONTAINED.0 {
        return None;
    }
    let containment = kept.bag.containment(&dropped.bag);
    let same = likeness >= SAME || (likeness >= CONTAINED.0 && containment >= CONTAINED.1);
    let units = |fact: &Fact| fact.quantities.iter().map(|quantity| quantity.unit).collect::<BTreeSet<_>>();
    let (kept_units, dropped_units) = (units(kept), units(dropped));
    if dropped.quantities.iter().all(|quantity| {
        kept.quantities.iter().any(|known| known.unit == quantity.unit && known.amount == quantity.amount)
    }) {
        return (same && numbers(&dropped.text).is_subset(&numbers(&kept.text))).then_some(Bond::Same);
    }
    let single = kept_units.len() == 1
        && kept_units == dropped_units
        && kept.sources.first() != dropped.sources.first();
    if !single || dropped.leans || likeness < SAME_MEASURE || !same_subject(kept, dropped) {
        return None;
    }
    let value = value(dropped)?;
    let (evidence, source) = (*dropped.evidence.first()?, *dropped.sources.first()?);
    Some(Bond::Differs(Difference { evidence, source, value }))
}

/// The numbers of a text, with or without units.
fn numbers(text: &str) -> BTreeSet<String> {
    let line = padded(text);
    line.split_whitespace()
        .filter(|word| word.starts_with(|sign: char| sign.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

/// Whether two sentences begin with the same words of their topic: a roof's age is not a panel's.
fn same_subject(one: &Fact, other: &Fact) -> bool {
    one.subject.len() > 1 && one.subject == other.subject
}

/// The numbers of a sentence as it writes them: `16 to 24 hours`.
fn value(fact: &Fact) -> Option<String> {
    let (first, last) = (fact.quantities.first()?, fact.quantities.last()?);
    let start = fact.text.find(&first.excerpt)?;
    let end = fact.text.rfind(&last.excerpt)? + last.excerpt.len();
    let value = fact.text.get(start..end)?.trim();
    (count(value) <= LONGEST_VALUE).then(|| value.to_owned())
}

/// Takes facts out, with those that lean on them.
fn remove(units: &mut Vec<Unit>, gone: &BTreeSet<Place>, unused: &mut Vec<Unused>) {
    for (index, unit) in units.iter_mut().enumerate() {
        match &mut unit.content {
            Content::Prose(facts) => {
                let mut kept: Vec<Fact> = Vec::new();
                let mut broken = false;
                for (sentence, mut fact) in std::mem::take(facts).into_iter().enumerate() {
                    if gone.contains(&(index, 0, sentence)) {
                        broken = true;
                    } else if broken && fact.leans {
                        unused.extend(
                            fact.evidence
                                .iter()
                                .map(|number| Unused { evidence: *number, reason: UnusedReason::Dangling }),
                        );
                    } else {
                        fact.relation = fact.relation.filter(|_| !broken);
                        broken = false;
                        kept.push(fact);
                    }
                }
                *facts = kept;
            }
            Content::List { items, .. } => {
                let mut item = 0;
                items.retain(|_| {
                    item += 1;
                    !gone.contains(&(index, item - 1, 0))
                });
            }
            Content::Table { .. } => {}
        }
    }
    units.retain(|unit| match &unit.content {
        Content::Prose(facts) => !facts.is_empty(),
        Content::List { items, .. } => !items.is_empty(),
        Content::Table { .. } => true,
    });
}
