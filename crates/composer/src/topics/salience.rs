//! Which units are worth their room, when there is not enough for all.

use std::collections::BTreeSet;

use super::{Role, Topic};
use crate::corpus::Corpus;
use crate::discourse::passages;
use crate::facts::{Content, Fact, FactKind, Unit};

/// A topic with fewer words is no topic.
const LEAST_WORDS: usize = 45;

/// From this likeness on, a small topic joins another one.
const JOINS: f32 = 0.25;
/// What is left of a topic that must stay.
const LEAST_UNITS: usize = 3;
/// What the best passage of a topic is worth beyond the others.
const FIRST: f32 = 0.8;
/// What a topic at the end of its sources loses.
const LATE: f32 = 0.5;
/// By how many words the last sentence may exceed the room.
const SPILL: usize = 15;
/// What an event that only its teller can place loses.
const TOLD: f32 = 2.0;

/// Units with what they are worth.
pub(crate) struct Pool {
    /// What each unit is worth.
    pub(crate) salience: Vec<f32>,
    /// How many words each takes.
    pub(crate) words: Vec<usize>,
}

impl Pool {
    pub(crate) fn of(units: &[Unit], topics: &[Topic], corpus: &Corpus<'_>) -> Self {
        let mut salience = vec![0.0; units.len()];
        for topic in topics {
            for unit in &topic.units {
                salience[*unit] = worth(&units[*unit], topic, corpus);
            }
        }
        Self { salience, words: units.iter().map(Unit::words).collect() }
    }

    fn words_of(&self, units: impl IntoIterator<Item = usize>) -> usize {
        units.into_iter().map(|unit| self.words[unit]).sum()
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of sources are small")]
fn worth(unit: &Unit, topic: &Topic, corpus: &Corpus<'_>) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    for fact in unit.facts() {
        let agreed = fact.sources.len().saturating_sub(1) as f32;
        sum += kind(fact.kind) + 0.4 * agreed.min(3.0) + 0.3 * corpus.vocabulary.keyword_share(&fact.text);
        count += 1.0;
    }
    let facts = if count > 0.0 { sum / count } else { 1.6 };
    let told = if unit.facts().next().is_some_and(Fact::is_told) { TOLD } else { 0.0 };
    let whole = if matches!(unit.content, Content::Prose(_)) { 0.0 } else { 0.4 };
    facts + whole - told + unit.bag().likeness(&topic.bag) + 0.2 * (topic.sources.len() as f32 - 1.0).min(3.0)
}

const fn kind(kind: FactKind) -> f32 {
    match kind {
        FactKind::Definition | FactKind::Step => 1.2,
        FactKind::Number | FactKind::Recommendation | FactKind::Warning => 1.1,
        FactKind::Cause | FactKind::Comparison => 1.0,
        FactKind::Advantage | FactKind::Disadvantage => 0.9,
        FactKind::Example | FactKind::Statement => 0.7,
        FactKind::History => 0.6,
        FactKind::Opinion => 0.3,
    }
}

/// Takes the best passages until the words are used up, and leaves each topic with the units of those. Topics that are left with
/// next to nothing go, and others get their room.
pub(crate) fn choose(mut topics: Vec<Topic>, pool: &Pool, units: &[Unit], words: usize) -> Vec<Topic> {
    loop {
        let taken = best(&topics, pool, units, words);
        let left =
            |topic: &Topic| pool.words_of(topic.units.iter().copied().filter(|unit| taken.contains(unit)));
        let weakest = (0..topics.len()).min_by_key(|index| left(&topics[*index]));
        match weakest {
            Some(index) if topics.len() > 4 && left(&topics[index]) < LEAST_WORDS => {
                merge_or_drop(&mut topics, index);
            }
            _ => {
                for topic in &mut topics {
                    topic.units.retain(|unit| taken.contains(unit));
                }
                topics.retain(|topic| !topic.units.is_empty());
                return topics;
            }
        }
    }
}

/// Leaves topics with the units of their best passages, as far as the words go. No topic goes or joins another.
pub(crate) fn keep_best(topics: &mut [Option<Topic>], pool: &Pool, units: &[Unit], words: usize) {
    let all: Vec<Topic> = topics.iter().flatten().cloned().collect();
    let taken = best(&all, pool, units, words);
    for topic in topics.iter_mut().flatten() {
        if topic.units.iter().any(|unit| taken.contains(unit)) {
            topic.units.retain(|unit| taken.contains(unit));
        } else {
            topic.units.truncate(LEAST_UNITS);
        }
    }
}

/// The units of the best passages. Every topic has its best passage before any has a second one, and a passage that is cut at its
/// end to fit is only taken if enough of it is left.
#[expect(clippy::cast_precision_loss, reason = "passages have few units")]
fn best(topics: &[Topic], pool: &Pool, units: &[Unit], words: usize) -> BTreeSet<usize> {
    let worth = |passage: &[usize]| {
        passage.iter().map(|unit| pool.salience[*unit]).sum::<f32>() / passage.len().max(1) as f32
    };
    let mut ranked: Vec<(f32, Vec<usize>)> = Vec::new();
    for topic in topics {
        let mut own: Vec<(f32, Vec<usize>)> = passages(&topic.units, units)
            .into_iter()
            .map(|passage| (worth(&passage) + weight(topic), passage))
            .collect();
        own.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        let told = |passage: &[usize]| units[passage[0]].facts().next().is_some_and(Fact::is_told);
        if let Some((worth, _)) = own.first_mut().filter(|(_, passage)| !told(passage)) {
            *worth += FIRST;
        }
        ranked.extend(own);
    }
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut room = words;
    for (_, passage) in ranked {
        let fitting = fitting(&passage, pool, room);
        let told = pool.words_of(fitting.iter().copied());
        let torn = fitting.len() < passage.len() && told < LEAST_WORDS;
        if !torn {
            room = room.saturating_sub(told);
            taken.extend(fitting);
        }
    }
    taken
}

/// The beginning of a passage that fits: what follows a gap would miss what it follows from.
fn fitting(passage: &[usize], pool: &Pool, mut room: usize) -> Vec<usize> {
    let mut fitting = Vec::new();
    for unit in passage {
        if pool.words[*unit] > room + SPILL {
            break;
        }
        room = room.saturating_sub(pool.words[*unit]);
        fitting.push(*unit);
    }
    fitting
}

/// What a topic is worth beyond its sentences: what leads to the rest is missed most, what no source has a heading for least.
fn weight(topic: &Topic) -> f32 {
    let kind = match topic.role {
        Role::What | Role::Why => 0.25,
        _ if topic.headings.is_empty() => -0.4,
        _ => 0.0,
    };
    // Writers begin with what readers need most.
    kind - LATE * topic.position
}

/// A topic that is too small joins the one that it is most like, or goes if it is like none.
fn merge_or_drop(topics: &mut Vec<Topic>, index: usize) {
    let small = topics.remove(index);
    let likeness =
        |topic: &Topic| topic.bag.likeness(&small.bag) + if topic.role == small.role { 0.04 } else { 0.0 };
    let best = topics.iter_mut().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    if let Some(topic) = best
        && likeness(topic) > JOINS
    {
        topic.units.extend(small.units);
        topic.units.sort_unstable();
        topic.sources.extend(small.sources);
        topic.sources.sort_unstable();
        topic.sources.dedup();
    }
}
