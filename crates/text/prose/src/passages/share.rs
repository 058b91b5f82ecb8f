//! Divides the space of a section between its lines.

use std::collections::BTreeSet;

use domain::articles::passages::Passage;
use domain::articles::research::SourceNumber;

use crate::passages::index::{Hit, Index};

/// A passage of an unused source is preferred if it scores at least this share of the best remaining one.
const NEARLY: f64 = 0.8;

/// Chooses passages for lines until `characters` are used: first the best of every line, then the second of
/// every line, and so on. If two scores are similar, the passage of an unused source comes first. Returns
/// indices of passages in that order.
#[must_use]
pub fn share_out(index: &Index, passages: &[Passage], lines: &[Vec<Hit>], characters: usize) -> Vec<usize> {
    let mut left: Vec<Vec<Hit>> = lines.to_vec();
    let mut chosen: Vec<usize> = Vec::new();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut used: BTreeSet<SourceNumber> = BTreeSet::new();
    let mut room = characters;
    while left.iter().any(|line| !line.is_empty()) {
        for line in &mut left {
            line.retain(|hit| !taken.contains(&hit.passage));
            let Some(hit) = next(line, index, &used) else { continue };
            line.retain(|other| other.passage != hit.passage);
            let length = passages.get(hit.passage).map_or(0, |passage| passage.text.chars().count());
            if length > room {
                continue;
            }
            room -= length;
            taken.insert(hit.passage);
            used.extend(index.sources(hit.passage));
            chosen.push(hit.passage);
        }
    }
    chosen
}

fn next(line: &[Hit], index: &Index, used: &BTreeSet<SourceNumber>) -> Option<Hit> {
    let best = line.first()?;
    let is_new = |hit: &&Hit| !index.sources(hit.passage).iter().any(|source| used.contains(source));
    let near = line.iter().take_while(|hit| hit.score >= best.score * NEARLY);
    near.clone().find(is_new).or(Some(best)).copied()
}
