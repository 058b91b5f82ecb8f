//! Passages that several pages have in nearly the same words.
//!
//! Passages of one page with nearly the same words have different meanings: a manual describes its settings
//! in the same words and with different values. The same applies to definitions of different terms.

use std::hash::{Hash, Hasher};

use domain::articles::passages::{Passage, PassageKind};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::as_f64;

/// The number of words in a shingle.
const SHINGLE: usize = 5;
/// The share of common shingles from which two passages are duplicates.
const SAME: f64 = 0.8;
/// The number of smallest shingles that represent a passage in the search for duplicates.
const SKETCH: usize = 6;

/// Removes duplicate passages. The first of several duplicates stays and gets the sources of the others.
pub(crate) fn merged(passages: Vec<Passage>) -> Vec<Passage> {
    let mut kept: Vec<Passage> = Vec::with_capacity(passages.len());
    let mut shingles: Vec<FxHashSet<u64>> = Vec::new();
    let mut by_sketch: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for passage in passages {
        let own = shingled(&passage.text);
        let sketch = sketch(&own);
        let same =
            sketch.iter().filter_map(|hash| by_sketch.get(hash)).flatten().copied().find(|other| {
                may_be_one(&kept[*other], &passage) && likeness(&shingles[*other], &own) > SAME
            });
        if let Some(other) = same {
            let other = &mut kept[other];
            if !other.sources().any(|source| source == passage.source) {
                other.also_in.push(passage.source);
            }
            continue;
        }
        for hash in sketch {
            by_sketch.entry(hash).or_default().push(kept.len());
        }
        shingles.push(own);
        kept.push(passage);
    }
    kept
}

fn may_be_one(one: &Passage, other: &Passage) -> bool {
    let defines = |passage: &Passage| passage.kind == PassageKind::Definition;
    let same_term = (!defines(one) && !defines(other)) || one.path.last() == other.path.last();
    one.text == other.text || (one.source != other.source && same_term)
}

fn shingled(text: &str) -> FxHashSet<u64> {
    let normal = seo::words::normalise(text);
    let words: Vec<&str> = seo::words::split(&normal).collect();
    let size = SHINGLE.min(words.len().max(1));
    words.windows(size).map(hash).collect()
}

fn hash(words: &[&str]) -> u64 {
    let mut hasher = FxHasher::default();
    words.hash(&mut hasher);
    hasher.finish()
}

fn sketch(shingles: &FxHashSet<u64>) -> Vec<u64> {
    let mut all: Vec<u64> = shingles.iter().copied().collect();
    all.sort_unstable();
    all.truncate(SKETCH);
    all
}

fn likeness(one: &FxHashSet<u64>, other: &FxHashSet<u64>) -> f64 {
    let common = one.intersection(other).count();
    let all = one.len() + other.len() - common;
    if all == 0 { 0.0 } else { as_f64(common) / as_f64(all) }
}

#[cfg(test)]
mod tests {
    use domain::articles::passages::PassageId;
    use domain::articles::research::SourceNumber;

    use super::*;

    fn passage(source: u32, term: &str, kind: PassageKind, text: &str) -> Passage {
        Passage {
            id: PassageId(0),
            source: SourceNumber(source),
            also_in: Vec::new(),
            title: String::new(),
            path: vec![term.to_owned()],
            kind,
            text: text.to_owned(),
            order: 0,
        }
    }

    #[test]
    fn what_two_pages_say_has_both_sources() {
        let text = "Merging keeps the history of both branches as it was, and adds one commit that joins them for good.";
        let nearly = text.replace("for good", "for ever");
        let all = vec![
            passage(1, "Merge", PassageKind::Paragraph, text),
            passage(2, "Merging", PassageKind::Paragraph, &nearly),
            passage(2, "Rebase", PassageKind::Paragraph, "Rebasing writes the commits again."),
        ];
        let merged = merged(all);
        assert_eq!(merged.len(), 2);
        assert_eq!(merged[0].sources().collect::<Vec<_>>(), [SourceNumber(1), SourceNumber(2)]);
    }

    #[test]
    fn settings_in_the_same_words_stay_apart() {
        let text = |name: &str| {
            format!(
                "{name}: Specifies a fraction of the table size to add when deciding whether to trigger a run. The default is 0.2 of the table."
            )
        };
        let all = vec![
            passage(1, "vacuum_scale", PassageKind::Definition, &text("vacuum_scale")),
            passage(1, "insert_scale", PassageKind::Definition, &text("insert_scale")),
            passage(2, "analyze_scale", PassageKind::Definition, &text("analyze_scale")),
        ];
        assert_eq!(merged(all).len(), 3);
    }
}
