//! What the article is about: units gathered by meaning into topics, topics into chapters, in the order in which a reader needs them.

mod chapters;
mod clusters;
mod headings;
mod passages;
mod phrases;
mod role;
mod salience;
mod strays;
mod wanted;

pub(crate) use chapters::{Chapter, chapters};
pub(crate) use headings::{Headings, Named, action_of_heading};
pub(crate) use passages::is_same_heading;
pub(crate) use phrases::core_phrase;
pub(crate) use role::Role;
pub(crate) use salience::{Pool, choose, keep_best};
pub(crate) use wanted::{Wanted, arranged, sorted};

use domain::articles::research::SourceNumber;

use crate::corpus::Corpus;
use crate::facts::Unit;
use crate::terms::Bag;

/// Units about one thing.
#[derive(Debug, Clone)]
pub(crate) struct Topic {
    /// Their places among all units, in the order of the sources.
    pub(crate) units: Vec<usize>,
    /// The headings that sources put above them.
    pub(crate) headings: Vec<String>,
    pub(crate) role: Role,
    /// Where the sources have it, from 0 at their beginning to 1 at their end.
    pub(crate) position: f32,
    pub(crate) sources: Vec<SourceNumber>,
    pub(crate) bag: Bag,
}

impl Topic {
    /// A topic of which nothing is told.
    pub(crate) fn empty() -> Self {
        Self {
            units: Vec::new(),
            headings: Vec::new(),
            role: Role::Other,
            position: 0.0,
            sources: Vec::new(),
            bag: Bag::default(),
        }
    }
}

/// Whether a topic can still be named, after some of its units went elsewhere. A heading whose own text is gone says nothing of what
/// other sources had under none.
pub(crate) fn keeps_name(topic: &mut Topic, units: &[Unit], corpus: &Corpus<'_>) -> bool {
    let own =
        |unit: &usize| units[*unit].heading.as_ref().is_some_and(|heading| topic.headings.contains(heading));
    if topic.headings.is_empty() || topic.units.iter().any(own) {
        return true;
    }
    topic.headings.clear();
    topic.role = Role::Other;
    !phrases::telling(topic.units.iter().map(|unit| &units[*unit]), corpus).is_empty()
}

/// The topics of all units.
pub(crate) fn topics(units: &[Unit], corpus: &Corpus<'_>) -> Vec<Topic> {
    clusters::gather(passages::of(units, corpus), units, corpus)
}
