//! How many different words a text uses for its length.

use rustc_hash::FxHashSet;

use crate::{Reading, as_f64};

/// The ratio of different words to words at which a stretch is used up.
const EXHAUSTED: f64 = 0.72;
/// Shorter texts are not measured.
const LEAST: usize = 100;

/// The measure of textual lexical diversity: the average number of words until new ones become rare, read
/// forwards and backwards.
#[must_use]
pub fn mtld(reading: &Reading) -> Option<f64> {
    let words = reading.hashes();
    if words.len() < LEAST {
        return None;
    }
    let forwards = one_way(words.iter());
    let backwards = one_way(words.iter().rev());
    Some(f64::midpoint(forwards, backwards))
}

fn one_way<'a>(words: impl Iterator<Item = &'a u64>) -> f64 {
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    let (mut all, mut length, mut stretches) = (0, 0, 0.0);
    let mut ratio = 1.0;
    for word in words {
        all += 1;
        length += 1;
        seen.insert(*word);
        ratio = as_f64(seen.len()) / as_f64(length);
        if ratio <= EXHAUSTED {
            stretches += 1.0;
            seen.clear();
            (length, ratio) = (0, 1.0);
        }
    }
    // The last, incomplete stretch counts proportionally.
    stretches += (1.0 - ratio) / (1.0 - EXHAUSTED);
    if stretches > 0.0 { as_f64(all) / stretches } else { as_f64(all) }
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    #[test]
    fn repetition_lowers_diversity() {
        let same = Reading::of(&"the cat ".repeat(100), Language::ENGLISH);
        let varied: Vec<String> = (0..200).map(|number| format!("w{number}")).collect();
        let varied = Reading::of(&varied.join(" "), Language::ENGLISH);
        assert!((mtld(&same).unwrap() - 3.0).abs() < 0.1, "{:?}", mtld(&same));
        assert_eq!(mtld(&varied), Some(200.0));
        assert_eq!(mtld(&Reading::of("too short", Language::ENGLISH)), None);
    }
}
