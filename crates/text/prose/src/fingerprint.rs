//! Compact data of a text that recognises near-duplicates.

use serde::{Deserialize, Serialize};

use crate::{Reading, share};

/// One sequence in this many is stored, by a fixed rule for every text.
const SAMPLED: u64 = 4;
const SEQUENCE: usize = 8;
const SHINGLE: usize = 3;

/// A text in a few kilobytes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Fingerprint {
    /// `SimHash` over sequences of three words: texts that are nearly the same differ in few bits.
    pub simhash: u64,
    /// A fixed sample of the hashes of its sequences of eight words, in order.
    pub sequences: Vec<u64>,
}

impl Fingerprint {
    /// The fingerprint of a text.
    #[must_use]
    pub fn of(reading: &Reading) -> Self {
        let sampled = reading.grams(SEQUENCE).map(|(_, gram)| gram).filter(|gram| gram % SAMPLED == 0);
        let mut sequences: Vec<u64> = sampled.collect();
        sequences.sort_unstable();
        sequences.dedup();
        Self { simhash: simhash(reading), sequences }
    }

    /// In how many of 64 bits two texts differ.
    #[must_use]
    pub fn distance(&self, other: &Self) -> u32 {
        (self.simhash ^ other.simhash).count_ones()
    }

    /// The share of this text's sequences that the other has too.
    #[must_use]
    pub fn overlap(&self, other: &Self) -> f64 {
        let known = self.sequences.iter().filter(|gram| other.sequences.binary_search(gram).is_ok()).count();
        share(known, self.sequences.len())
    }
}

/// A hash of 64 bits, most of which similar texts share.
#[must_use]
pub fn simhash(reading: &Reading) -> u64 {
    let mut votes = [0_i64; 64];
    for (_, gram) in reading.grams(SHINGLE) {
        for (bit, vote) in votes.iter_mut().enumerate() {
            *vote += if gram >> bit & 1 == 1 { 1 } else { -1 };
        }
    }
    votes.iter().enumerate().filter(|(_, vote)| **vote > 0).fold(0, |hash, (bit, _)| hash | 1 << bit)
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    fn text(topic: &str, ending: &str) -> Fingerprint {
        let sequence = |number: u32| format!("{topic}{} of {topic}{number}", number * 7 % 90);
        let mut body: Vec<String> = (0..400).map(sequence).collect();
        body.push(ending.to_owned());
        Fingerprint::of(&Reading::of(&body.join(" "), Language::ENGLISH))
    }

    #[test]
    fn near_copies_are_told_from_other_texts() {
        let (one, near, other) =
            (text("tea", "It ends."), text("tea", "Here it ends."), text("coffee", "It ends."));
        assert!(
            one.distance(&near) <= 3 && one.overlap(&near) > 0.9,
            "{} {}",
            one.distance(&near),
            one.overlap(&near)
        );
        assert!(one.distance(&other) > 10 && one.overlap(&other) < 0.05);
        assert_eq!((one.distance(&one), Fingerprint::default().overlap(&one).to_bits()), (0, 0));
    }
}
