//! The sources' own words, to tell how much of a wording is copied.

use std::collections::HashSet;

use domain::articles::research::Research;
use seo::words::{normalise, split};

use super::voice::Borrowing;

/// How many words in a row are copied rather than common.
const COPIED: usize = 8;

/// Every sequence of eight words that the sources have.
pub(crate) struct Originals {
    /// Of sources that are not to be copied.
    sequences: HashSet<u64>,
    /// Of sources whose words may be kept.
    own: HashSet<u64>,
}

/// How much of a text is copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Copied {
    /// How many sequences of eight words.
    pub(crate) sequences: usize,
    /// The longest run in words; 0 if none is as long as a sequence.
    pub(crate) run: usize,
}

/// How much a sentence may copy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Tolerance {
    run: usize,
    share: f32,
}

impl Tolerance {
    /// The longest run, and the share of the sentence's words that begin a copied sequence.
    pub(crate) const fn new(run: usize, share: f32) -> Self {
        Self { run, share }
    }

    /// Whether a text of this many words may copy that much.
    #[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
    pub(crate) fn permits(self, copied: Copied, words: usize) -> bool {
        copied.run <= self.run && copied.sequences as f32 <= self.share * words as f32
    }
}

impl Originals {
    pub(crate) fn of(research: &Research, borrowing: Borrowing) -> Self {
        let (mut sequences, mut own) = (HashSet::new(), HashSet::new());
        for source in &research.sources {
            let texts = research.evidence.iter().filter(|evidence| evidence.source == source.number);
            let words: Vec<u64> = texts.flat_map(|evidence| hashes(&evidence.text)).collect();
            let set = if borrowing.permits(source) { &mut own } else { &mut sequences };
            set.extend(words.windows(COPIED).map(sequence));
        }
        Self { sequences, own }
    }

    /// How many sequences of a text stand in sources whose words may be kept.
    pub(crate) fn kept(&self, text: &str) -> usize {
        hashes(text).windows(COPIED).filter(|window| self.own.contains(&sequence(window))).count()
    }

    /// How much of a text is copied from the others.
    pub(crate) fn copied(&self, text: &str) -> Copied {
        let words = hashes(text);
        let (mut found, mut row, mut longest) = (0, 0, 0);
        for window in words.windows(COPIED) {
            if self.sequences.contains(&sequence(window)) {
                found += 1;
                row += 1;
                longest = longest.max(row);
            } else {
                row = 0;
            }
        }
        Copied { sequences: found, run: if longest > 0 { longest + COPIED - 1 } else { 0 } }
    }
}

fn hashes(text: &str) -> Vec<u64> {
    let normal = normalise(text);
    split(&normal).map(|word| word.bytes().fold(0xcbf2_9ce4_8422_2325, mix)).collect()
}

fn mix(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

fn sequence(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash: u64, word| hash.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_runs_are_measured() {
        let words = hashes("one two three four five six seven eight nine ten");
        let originals =
            Originals { sequences: words.windows(COPIED).map(sequence).collect(), own: HashSet::new() };
        assert_eq!(
            originals.copied("one two three four five six seven eight nine"),
            Copied { sequences: 2, run: 9 }
        );
        assert_eq!(originals.copied("one two three four other five six seven eight nine"), Copied::default());
    }
}
