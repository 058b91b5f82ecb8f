//! Sentences that no heading holds are sorted under the topics that other sources have headings for.
//!
//! Neighbours mostly belong together, so a change of topic costs something: the cheapest way through the whole source is taken.

use super::Topic;
use super::passages::Passage;
use crate::terms::Bag;

/// What a change of topic costs.
const CHANGE: f32 = 0.09;
/// The likeness that a sentence has to no topic at all.
const NOWHERE: f32 = 0.05;

/// Puts the units of passages into topics. Units that are like no topic stay outside.
pub(super) fn assign(passages: &[Passage], topics: &mut [Topic]) {
    let mut sources: Vec<_> = passages.iter().map(|passage| passage.source).collect();
    sources.dedup();
    for source in sources {
        let own = passages.iter().filter(|passage| passage.source == source);
        let units: Vec<(usize, &Bag)> =
            own.flat_map(|passage| passage.units.iter().copied().zip(&passage.unit_bags)).collect();
        let path = cheapest(&units, topics);
        for ((unit, _), topic) in units.into_iter().zip(path) {
            if let Some(topic) = topic.and_then(|topic| topics.get_mut(topic)) {
                topic.units.push(unit);
                topic.units.sort_unstable();
                if !topic.sources.contains(&source) {
                    topic.sources.push(source);
                }
            }
        }
    }
}

/// The topic of each unit, along the way that is cheapest as a whole.
fn cheapest(units: &[(usize, &Bag)], topics: &[Topic]) -> Vec<Option<usize>> {
    let states = topics.len() + 1;
    let gain = |bag: &Bag, state: usize| topics.get(state).map_or(NOWHERE, |topic| bag.likeness(&topic.bag));
    let mut total: Vec<f32> = vec![0.0; states];
    let mut from: Vec<Vec<usize>> = Vec::new();
    for (_, bag) in units {
        let best = (0..states).max_by(|one, other| total[*one].total_cmp(&total[*other])).unwrap_or(0);
        let mut next = Vec::with_capacity(states);
        let mut came = Vec::with_capacity(states);
        for state in 0..states {
            let stays = total[state] >= total[best] - CHANGE;
            came.push(if stays { state } else { best });
            next.push(if stays { total[state] } else { total[best] - CHANGE } + gain(bag, state));
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
