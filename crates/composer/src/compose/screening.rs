//! What can't be said in other words is left out before anything is planned on it.

use std::collections::BTreeMap;

use domain::articles::research::SourceNumber;

use crate::facts::{Content, Fact, Facts, Unit, Unused, UnusedReason};
use crate::wording::{Candidates, Tolerance};

/// A passage that lost more than all but one in this many of its words is a remnant.
const REMNANT: usize = 3;

/// Takes out what can't be said, and returns what could still be quoted.
pub(super) fn keep_sayable(
    facts: &mut Facts,
    candidates: &Candidates<'_>,
    tolerance: Tolerance,
) -> Vec<Fact> {
    let mut unsayable: Vec<Fact> = Vec::new();
    let before = words_by_passage(&facts.units);
    let mut left: Vec<Unused> = Vec::new();
    let mut leave = |fact: &Fact, reason| {
        left.extend(fact.evidence.iter().map(|evidence| Unused { evidence: *evidence, reason }));
    };
    let sayable =
        |fact: &Fact| candidates.of(&fact.text).iter().any(|candidate| candidate.is_within(tolerance));
    for unit in &mut facts.units {
        match &mut unit.content {
            Content::Prose(sentences) => {
                let mut broken = false;
                sentences.retain(|fact| {
                    let kept = sayable(fact) && !(broken && fact.leans);
                    if !kept {
                        leave(
                            fact,
                            if broken && fact.leans {
                                UnusedReason::Dangling
                            } else {
                                UnusedReason::Verbatim
                            },
                        );
                    }
                    if !kept && !fact.leans {
                        unsayable.push(fact.clone());
                    }
                    broken = !kept;
                    kept
                });
            }
            Content::List { ordered, items, .. } => {
                let gaps = items.iter().any(|item| !item.iter().all(sayable));
                items.retain(|item| {
                    let kept = if *ordered { !gaps } else { item.iter().all(sayable) };
                    if !kept {
                        for fact in item {
                            leave(fact, UnusedReason::Verbatim);
                        }
                    }
                    kept
                });
            }
            Content::Table { .. } => {}
        }
    }
    facts.units.retain(|unit| match &unit.content {
        Content::Prose(sentences) => !sentences.is_empty(),
        Content::List { items, .. } => !items.is_empty(),
        Content::Table { .. } => true,
    });
    facts.unused.extend(left);
    drop_remnants(facts, &before);
    unsayable
}

/// Words of prose by source and heading.
type Passages = BTreeMap<(SourceNumber, Option<String>), usize>;

fn words_by_passage(units: &[Unit]) -> Passages {
    let mut words = Passages::new();
    for unit in units.iter().filter(|unit| unit.is_prose()) {
        *words.entry((unit.source, unit.heading.clone())).or_insert(0) += unit.words();
    }
    words
}

/// Leaves out passages of which so little is left that it makes no sense any more.
fn drop_remnants(facts: &mut Facts, before: &Passages) {
    let after = words_by_passage(&facts.units);
    let unused = &mut facts.unused;
    facts.units.retain(|unit| {
        let passage = (unit.source, unit.heading.clone());
        let words = |passages: &Passages| passages.get(&passage).copied().unwrap_or_default();
        let kept = !unit.is_prose() || words(&after) * REMNANT >= words(before);
        if !kept {
            let dangling = |evidence| Unused { evidence, reason: UnusedReason::Dangling };
            unused.extend(unit.evidence().into_iter().map(dangling));
        }
        kept
    });
}
