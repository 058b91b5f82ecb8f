//! Chapters: topics that a reader looks for in one place, in the order in which they are needed.

use super::{Role, Topic};

/// How many words a chapter has about.
const CHAPTER: usize = 160;
/// From this affinity on, a topic may stand below another. What is farther away has a heading of its own.
const NEAR: f32 = 0.12;
/// The most topics of one chapter.
const MOST_TOPICS: usize = 3;

/// Topics under one heading of the second level; the first stands directly below it.
#[derive(Debug, Clone)]
pub(crate) struct Chapter {
    pub(crate) topics: Vec<Topic>,
}

impl Chapter {
    /// The part that all of its topics play.
    pub(crate) fn role(&self) -> Role {
        let first = self.topics.first().map_or(Role::Other, |topic| topic.role);
        if self.topics.iter().all(|topic| topic.role == first) { first } else { Role::Other }
    }

    fn rank(&self) -> f32 {
        self.topics.iter().map(rank).fold(f32::INFINITY, f32::min)
    }
}

fn rank(topic: &Topic) -> f32 {
    // What one source of many speaks of is not what readers look for first.
    let aside = if topic.sources.len() > 1 { 0.0 } else { 0.12 };
    0.6 * topic.role.rank() + 0.4 * topic.position + aside
}

/// Puts topics into as many chapters as an article of this many words has.
pub(crate) fn chapters(topics: Vec<Topic>, words: usize) -> Vec<Chapter> {
    let wanted = (words / CHAPTER).clamp(4, 12);
    let mut chapters: Vec<Chapter> =
        topics.into_iter().map(|topic| Chapter { topics: vec![topic] }).collect();
    while chapters.len() > wanted {
        let Some((one, other)) = nearest(&chapters) else { break };
        let joined = chapters.remove(other);
        chapters[one].topics.extend(joined.topics);
    }
    for chapter in &mut chapters {
        chapter.topics.sort_by(|one, other| rank(one).total_cmp(&rank(other)));
    }
    chapters.sort_by(|one, other| one.rank().total_cmp(&other.rank()));
    chapters
}

fn nearest(chapters: &[Chapter]) -> Option<(usize, usize)> {
    let mut best: Option<(f32, usize, usize)> = None;
    for (one, first) in chapters.iter().enumerate() {
        for (other, second) in chapters.iter().enumerate().skip(one + 1) {
            if first.topics.len() + second.topics.len() > MOST_TOPICS {
                continue;
            }
            let affinity = affinity(first, second);
            if affinity > NEAR && best.is_none_or(|(known, ..)| affinity > known) {
                best = Some((affinity, one, other));
            }
        }
    }
    best.map(|(_, one, other)| (one, other))
}

fn affinity(one: &Chapter, other: &Chapter) -> f32 {
    let pairs = one.topics.iter().flat_map(|first| other.topics.iter().map(move |second| (first, second)));
    let likeness = pairs.map(|(first, second)| first.bag.likeness(&second.bag)).fold(0.0, f32::max);
    let same = if one.role() == other.role() && one.role() != Role::Other { 0.05 } else { 0.0 };
    likeness + same
        - 0.08 * (rank_distance(one, other))
        - 0.05 * as_f32(one.topics.len() + other.topics.len())
}

fn rank_distance(one: &Chapter, other: &Chapter) -> f32 {
    (one.rank() - other.rank()).abs()
}

#[expect(clippy::cast_precision_loss, reason = "counts of topics are small")]
fn as_f32(count: usize) -> f32 {
    count as f32
}
