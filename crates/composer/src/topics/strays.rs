//! Sentences that no heading holds are sorted under the topics that other sources have headings for.
//!
//! Neighbours mostly belong together, so a change of topic costs something, more so within a paragraph: the cheapest way through the whole
//! source is taken.
//! What is like no topic is left for a topic of its own.

use super::Topic;
use super::passages::Passage;
use crate::corpus::Corpus;
use crate::facts::Unit;
use crate::terms::Bag;

/// What a change of topic costs within a paragraph, and from one to the next.
const CHANGE: f32 = 0.12;
const CHANGE_OF_PARAGRAPH: f32 = 0.04;
/// The likeness that a sentence has to no topic at all. Pairs of syllables, which Vietnamese is compared by, are shared less often.
const NOWHERE: f32 = 0.155;
const NOWHERE_IN_PAIRS: f32 = 0.105;
/// What the words of a topic's headings weigh against its sentences.
const HEADING: f32 = 0.7;
/// How many sentences of a topic a stray one is compared with. A topic with many words would else be like everything.
const NEAREST: usize = 2;
/// A run of sentences between two of one topic belongs to it, if it is no longer than this.
const ASIDE: usize = 1;
/// What the words of a neighbour weigh.
const NEIGHBOUR: f32 = 0.5;

/// What a topic is recognised by.
struct Likely {
    sentences: Vec<Bag>,
    heading: Bag,
}

impl Likely {
    fn of(topic: &Topic, headed: &[Passage], corpus: &Corpus<'_>) -> Self {
        let own = headed.iter().filter(|passage| topic.units.contains(&passage.units[0]));
        let headings: Vec<Bag> =
            topic.headings.iter().map(|heading| corpus.vocabulary.bag(heading)).collect();
        Self {
            sentences: own.flat_map(|passage| passage.unit_bags.iter().cloned()).collect(),
            heading: Bag::sum(headings.iter().map(|bag| (bag, 1.0))),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a few sentences are compared")]
    fn likeness(&self, bag: &Bag) -> f32 {
        let mut all: Vec<f32> = self.sentences.iter().map(|sentence| sentence.likeness(bag)).collect();
        all.sort_by(|one, other| other.total_cmp(one));
        let nearest = all.iter().take(NEAREST).sum::<f32>() / NEAREST as f32;
        nearest + HEADING * self.heading.likeness(bag)
    }
}

/// A unit without a heading.
struct Stray {
    unit: usize,
    /// Its own words and, by half, those of its neighbours in the paragraph: a single sentence has too few.
    bag: Bag,
    /// Whether the one before stands in another paragraph.
    opens: bool,
}

/// Puts the units of passages into topics, and returns the runs of units that are like none.
pub(super) fn assign(
    bare: &[Passage],
    headed: &[Passage],
    all: &[Unit],
    topics: &mut [Topic],
    corpus: &Corpus<'_>,
) -> Vec<Vec<usize>> {
    let likely: Vec<Likely> = topics.iter().map(|topic| Likely::of(topic, headed, corpus)).collect();
    let mut sources: Vec<_> = bare.iter().map(|passage| passage.source).collect();
    sources.dedup();
    let nowhere = if corpus.lexicon.is_english() { NOWHERE } else { NOWHERE_IN_PAIRS };
    let mut homeless: Vec<Vec<usize>> = Vec::new();
    for source in sources {
        let own = bare.iter().filter(|passage| passage.source == source);
        let units: Vec<(usize, &Bag)> =
            own.flat_map(|passage| passage.units.iter().copied().zip(&passage.unit_bags)).collect();
        let strays = in_context(&units, all);
        // What stands before the first heading leads to all of them.
        let leads = headed.iter().any(|passage| passage.source == source);
        let path = if leads { vec![None; strays.len()] } else { smooth(cheapest(&strays, &likely, nowhere)) };
        let mut before = Some(0);
        for (Stray { unit, .. }, topic) in strays.iter().zip(path) {
            match (topic, homeless.last_mut()) {
                (Some(topic), _) => {
                    topics[topic].units.push(*unit);
                    topics[topic].units.sort_unstable();
                    if !topics[topic].sources.contains(&source) {
                        topics[topic].sources.push(source);
                    }
                }
                (None, Some(run)) if before.is_none() => run.push(*unit),
                (None, _) => homeless.push(vec![*unit]),
            }
            before = topic;
        }
    }
    homeless
}

/// The topic that a whole passage is most like, if it is like one at all.
pub(super) fn nearest(
    piece: &[usize],
    units: &[Unit],
    headed: &[Passage],
    topics: &[Topic],
    corpus: &Corpus<'_>,
) -> Option<usize> {
    let bags: Vec<Bag> = piece.iter().map(|unit| units[*unit].bag()).collect();
    let bag = Bag::sum(bags.iter().map(|bag| (bag, 1.0)));
    let least = if corpus.lexicon.is_english() { NOWHERE } else { NOWHERE_IN_PAIRS };
    let likely = topics.iter().enumerate().filter(|(_, topic)| !topic.headings.is_empty());
    let likely = likely.map(|(index, topic)| (Likely::of(topic, headed, corpus).likeness(&bag), index));
    let best = likely.max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|(likeness, _)| *likeness >= least).map(|(_, index)| index)
}

/// Puts a passage into a topic.
pub(super) fn join(piece: &[usize], units: &[Unit], topic: &mut Topic) {
    topic.units.extend(piece);
    topic.units.sort_unstable();
    topic.sources.extend(piece.iter().map(|unit| units[*unit].source));
    topic.sources.sort_unstable();
    topic.sources.dedup();
}

fn in_context(units: &[(usize, &Bag)], all: &[Unit]) -> Vec<Stray> {
    let together = |one: usize, other: usize| all[units[one].0].is_in_paragraph_of(&all[units[other].0]);
    let stray = |at: usize| {
        let before = at.checked_sub(1).filter(|before| together(*before, at));
        let after = Some(at + 1).filter(|after| *after < units.len() && together(at, *after));
        let near = before.into_iter().chain(after).map(|near| (units[near].1, NEIGHBOUR));
        Stray { unit: units[at].0, bag: Bag::sum(near.chain([(units[at].1, 1.0)])), opens: before.is_none() }
    };
    (0..units.len()).map(stray).collect()
}

/// A sentence between two of one topic is an aside of it.
fn smooth(mut path: Vec<Option<usize>>) -> Vec<Option<usize>> {
    for at in 1..path.len().saturating_sub(ASIDE) {
        if path[at - 1] == path[at + 1] && path[at - 1].is_some() {
            path[at] = path[at - 1];
        }
    }
    path
}

/// The topic of each unit, along the way that is cheapest as a whole.
fn cheapest(units: &[Stray], topics: &[Likely], nowhere: f32) -> Vec<Option<usize>> {
    let states = topics.len() + 1;
    let gain = |bag: &Bag, state: usize| topics.get(state).map_or(nowhere, |topic| topic.likeness(bag));
    let mut total: Vec<f32> = vec![0.0; states];
    let mut from: Vec<Vec<usize>> = Vec::new();
    for Stray { bag, opens, .. } in units {
        let change = if *opens { CHANGE_OF_PARAGRAPH } else { CHANGE };
        let best = (0..states).max_by(|one, other| total[*one].total_cmp(&total[*other])).unwrap_or(0);
        let mut next = Vec::with_capacity(states);
        let mut came = Vec::with_capacity(states);
        for state in 0..states {
            let stays = total[state] >= total[best] - change;
            came.push(if stays { state } else { best });
            next.push(if stays { total[state] } else { total[best] - change } + gain(bag, state));
        }
        total = next;
        from.push(came);
    }
    let mut state = (0..states).max_by(|one, other| total[*one].total_cmp(&total[*other])).unwrap_or(0);
    let mut path = Vec::with_capacity(units.len());
    for came in from.iter().rev() {
        path.push((state < topics.len()).then_some(state));
        state = came[state];
    }
    path.reverse();
    path
}
