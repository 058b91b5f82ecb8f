//! Passages of several sources about one thing become one topic.

use super::passages::Passage;
use super::role::Role;
use super::{Topic, phrases, strays};
use crate::corpus::Corpus;
use crate::facts::Unit;
use crate::terms::Bag;

/// From this likeness on, passages of different sources are about one thing.
const JOINS: f32 = 0.3;
/// If their headings play the same part, less is enough.
const JOINS_IN_ONE_ROLE: f32 = 0.17;
/// An author who put a heading between two passages meant them to be two.
const JOINS_IN_ONE_SOURCE: f32 = 0.5;

/// Fewer units without a heading are no topic.
const LEAST_UNITS: usize = 2;

#[derive(Debug, Clone)]
struct Cluster {
    passages: Vec<Passage>,
    bag: Bag,
    role: Role,
}

/// The topics of all passages. Where some sources have headings, passages without one are sorted under those.
pub(super) fn gather(passages: Vec<Passage>, units: &[Unit], corpus: &Corpus<'_>) -> Vec<Topic> {
    let (headed, bare): (Vec<Passage>, Vec<Passage>) =
        passages.into_iter().partition(|passage| passage.heading.is_some());
    if headed.len() < 4 {
        return joined(headed.into_iter().chain(bare).collect(), corpus);
    }
    let mut topics = joined(headed.clone(), corpus);
    let homeless = strays::assign(&bare, &headed, units, &mut topics, corpus);
    for run in homeless {
        for piece in pieces(&run, &bare) {
            match strays::nearest(&piece, units, &headed, &topics, corpus) {
                Some(topic) if !opens(&piece, &bare) => strays::join(&piece, units, &mut topics[topic]),
                _ => topics.extend(of_its_own(&piece, &bare, units, corpus)),
            }
        }
    }
    topics
}

/// A run of units, parted where its source goes on to something else.
fn pieces(run: &[usize], bare: &[Passage]) -> Vec<Vec<usize>> {
    let within = |passage: &Passage| -> Vec<usize> {
        run.iter().copied().filter(|unit| passage.units.contains(unit)).collect()
    };
    bare.iter().map(within).filter(|piece| !piece.is_empty()).collect()
}

/// Whether units are the first of their source.
fn opens(run: &[usize], bare: &[Passage]) -> bool {
    let starts = |passage: &Passage| passage.position == 0.0 && passage.units.first() == run.first();
    bare.iter().any(starts)
}

/// A topic of units that have no heading, if they are enough for one and can be named.
fn of_its_own(run: &[usize], bare: &[Passage], units: &[Unit], corpus: &Corpus<'_>) -> Option<Topic> {
    let start = run.first()?;
    let first = bare.iter().find(|passage| passage.units.contains(start))?;
    let opens = opens(run, bare);
    let named = opens || !phrases::telling(run.iter().map(|unit| &units[*unit]), corpus).is_empty();
    let bags: Vec<Bag> = run.iter().map(|unit| units[*unit].bag()).collect();
    let bag = Bag::sum(bags.iter().map(|bag| (bag, 1.0)));
    let passage = Passage { heading: None, units: run.to_vec(), bag: bag.clone(), ..first.clone() };
    let mut found = topic(Cluster { passages: vec![passage], bag, role: Role::Other }, corpus);
    if opens {
        // What a text opens with leads to everything else.
        found.role = Role::What;
    }
    (named && run.len() >= LEAST_UNITS).then_some(found)
}

fn joined(passages: Vec<Passage>, corpus: &Corpus<'_>) -> Vec<Topic> {
    let mut clusters: Vec<Cluster> = passages
        .into_iter()
        .map(|passage| {
            let role = Role::of(passage.heading.as_slice(), corpus.lexicon);
            Cluster { bag: passage.bag.clone(), passages: vec![passage], role }
        })
        .collect();
    while let Some((one, other)) = nearest(&clusters) {
        let joined = clusters.remove(other);
        clusters[one].passages.extend(joined.passages);
        clusters[one].bag = Bag::sum(clusters[one].passages.iter().map(|passage| (&passage.bag, 1.0)));
    }
    clusters.into_iter().map(|cluster| topic(cluster, corpus)).collect()
}

/// The two clusters that are most alike, if they are alike enough; the first comes first.
fn nearest(clusters: &[Cluster]) -> Option<(usize, usize)> {
    let mut best: Option<(f32, usize, usize)> = None;
    for (one, first) in clusters.iter().enumerate() {
        for (other, second) in clusters.iter().enumerate().skip(one + 1) {
            let likeness = first.bag.likeness(&second.bag);
            let needed = needed(first, second);
            if likeness >= needed && best.is_none_or(|(known, ..)| likeness - needed > known) {
                best = Some((likeness - needed, one, other));
            }
        }
    }
    best.map(|(_, one, other)| (one, other))
}

/// How alike two clusters must be to be one.
fn needed(one: &Cluster, other: &Cluster) -> f32 {
    let parted = one.passages.iter().any(|first| {
        other.passages.iter().any(|second| first.source == second.source && first.heading != second.heading)
    });
    match () {
        () if parted => JOINS_IN_ONE_SOURCE,
        () if one.role == other.role && one.role != Role::Other => JOINS_IN_ONE_ROLE,
        () => JOINS,
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of passages are far below 2^24")]
fn topic(cluster: Cluster, corpus: &Corpus<'_>) -> Topic {
    let headings: Vec<String> =
        cluster.passages.iter().filter_map(|passage| passage.heading.clone()).collect();
    let mut units: Vec<usize> =
        cluster.passages.iter().flat_map(|passage| passage.units.iter().copied()).collect();
    units.sort_unstable();
    let mut sources: Vec<_> = cluster.passages.iter().map(|passage| passage.source).collect();
    sources.sort_unstable();
    sources.dedup();
    let position = cluster.passages.iter().map(|passage| passage.position).sum::<f32>()
        / cluster.passages.len().max(1) as f32;
    Topic { role: Role::of(&headings, corpus.lexicon), units, headings, position, sources, bag: cluster.bag }
}
