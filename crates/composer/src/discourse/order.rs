//! The order of facts within a topic: the source that says most about it leads, and each source's passage stays whole, because its
//! sentences were written to follow each other.

use domain::articles::research::SourceNumber;

use crate::facts::{Content, FactKind, Unit};
use crate::lexicon::Lexicon;
use crate::terms::Bag;
use crate::topics::Role;

/// From this likeness on, a sentence that stands alone adds to a passage.
const ADDS: f32 = 0.2;
/// How far apart units of one passage may be, because those between them went elsewhere.
const GAP: usize = 3;

/// The units of a topic in reading order, by passages.
pub(crate) fn ordered(topic: &[usize], units: &[Unit], lexicon: &Lexicon) -> Vec<Vec<usize>> {
    let Some(leader) = leader(topic, units) else { return Vec::new() };
    let (single, mut passages): (Vec<Vec<usize>>, Vec<Vec<usize>>) = passages(topic, units)
        .into_iter()
        .partition(|passage| passage.len() == 1 && units[passage[0]].is_prose());
    let role = |passage: &[usize]| Role::of(units[passage[0]].heading.as_slice(), lexicon);
    passages
        .sort_by_key(|passage| (!defines(passage, units), role(passage), units[passage[0]].source != leader));
    for alone in single {
        let bag = units[alone[0]].bag();
        let likeness = |passage: &[usize]| {
            Bag::sum(
                passage
                    .iter()
                    .map(|unit| units[*unit].bag())
                    .collect::<Vec<_>>()
                    .iter()
                    .map(|bag| (bag, 1.0)),
            )
            .likeness(&bag)
        };
        let best = passages
            .iter_mut()
            .filter(|passage| passage.iter().all(|unit| units[*unit].is_prose()))
            .max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
        match best {
            Some(passage) if likeness(passage) >= ADDS => passage.extend(alone),
            _ => passages.push(alone),
        }
    }
    for passage in &mut passages {
        introduce(passage, units);
    }
    passages
}

/// A table stands behind the first words about it.
fn introduce(passage: &mut [usize], units: &[Unit]) {
    let opens = passage.first().is_some_and(|unit| matches!(units[*unit].content, Content::Table { .. }));
    let leads = |unit: &usize| {
        units[*unit].is_prose() && units[*unit].facts().next().is_some_and(|fact| !fact.is_told())
    };
    if let Some(prose) = passage.iter().position(leads).filter(|_| opens) {
        passage[..=prose].rotate_right(1);
    }
}

/// Units that stood together in their source.
pub(crate) fn passages(topic: &[usize], units: &[Unit]) -> Vec<Vec<usize>> {
    let mut passages: Vec<Vec<usize>> = Vec::new();
    for unit in topic.iter().copied() {
        let follows = |known: usize| {
            units[known].source == units[unit].source
                && units[known].heading == units[unit].heading
                && unit - known <= GAP
        };
        match passages.last_mut() {
            Some(passage) if passage.last().is_some_and(|known| follows(*known)) => passage.push(unit),
            _ => passages.push(vec![unit]),
        }
    }
    passages
}

/// The source with most words about the topic; the first of equals.
fn leader(topic: &[usize], units: &[Unit]) -> Option<SourceNumber> {
    let words = |source: SourceNumber| {
        topic
            .iter()
            .filter(|unit| units[**unit].source == source)
            .map(|unit| units[*unit].words())
            .sum::<usize>()
    };
    topic.iter().map(|unit| units[*unit].source).rev().max_by_key(|source| words(*source))
}

/// What something is comes before what is said of it.
fn defines(passage: &[usize], units: &[Unit]) -> bool {
    match passage.first().map(|unit| &units[*unit].content) {
        Some(Content::Prose(facts)) => facts.first().is_some_and(|fact| fact.kind == FactKind::Definition),
        _ => false,
    }
}
