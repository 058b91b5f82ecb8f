//! Repetition within a text.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Reading, Sentence, as_f64, grams, share};

/// The similarity of sequences of three words from which two sentences are near-duplicates.
const SAME: f64 = 0.4;
/// Shorter sentences are similar by chance.
const SHORTEST: u32 = 5;
/// The most sentences with a sequence that are compared with another one, latest first.
const COMPARED: usize = 64;

/// The share of sequences of `words` words that occurred before.
#[must_use]
pub fn repeated_grams(reading: &Reading, words: usize) -> f64 {
    let mut seen = FxHashSet::default();
    let mut all = 0;
    for (_, gram) in reading.grams(words) {
        all += 1;
        seen.insert(gram);
    }
    share(all - seen.len(), all)
}

/// Two near-duplicate sentences, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duplicate {
    /// The one that comes first.
    pub first: usize,
    /// The one that repeats it.
    pub again: usize,
}

/// Sentences that nearly repeat an earlier one, without duplicates.
#[must_use]
pub fn near_duplicates(reading: &Reading) -> Vec<Duplicate> {
    let length = 3 * reading.tokens_per_word();
    let mut sizes: Vec<usize> = Vec::with_capacity(reading.sentence_count());
    let mut known: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
    let mut holders: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    let mut found = Vec::new();
    for (again, sentence) in reading.sentences().enumerate() {
        let grams = distinct_grams(&sentence, length);
        sizes.push(grams.len());
        if grams.is_empty() {
            continue;
        }
        // A sentence that occurs many times is compared once.
        if let Some(first) = known.get(&grams) {
            found.push(Duplicate { first: *first, again });
            continue;
        }
        found.extend(most_alike(&grams, &holders, &sizes).map(|first| Duplicate { first, again }));
        for gram in &grams {
            holders.entry(*gram).or_default().push(again);
        }
        known.insert(grams, again);
    }
    found
}

/// Different sequences in the order of their hashes; none for a sentence that is too short.
fn distinct_grams(sentence: &Sentence<'_>, length: usize) -> Vec<u64> {
    if sentence.length() < SHORTEST {
        return Vec::new();
    }
    let mut grams: Vec<u64> = grams::rolling(sentence.hashes(), length).collect();
    grams.sort_unstable();
    grams.dedup();
    grams
}

fn most_alike(grams: &[u64], holders: &FxHashMap<u64, Vec<usize>>, sizes: &[usize]) -> Option<usize> {
    let mut shared: FxHashMap<usize, usize> = FxHashMap::default();
    for holder in
        grams.iter().filter_map(|gram| holders.get(gram)).flat_map(|all| all.iter().rev().take(COMPARED))
    {
        *shared.entry(*holder).or_default() += 1;
    }
    let likeness =
        |(holder, shared): (usize, usize)| as_f64(shared) / as_f64(grams.len() + sizes[holder] - shared);
    let alike = shared.into_iter().filter(|pair| likeness(*pair) >= SAME);
    alike
        .max_by(|one, other| likeness(*one).total_cmp(&likeness(*other)).then(other.0.cmp(&one.0)))
        .map(|(holder, _)| holder)
}

/// Sentences that begin like the two before them, by their numbers. `same_place` returns whether two
/// sentences stand together.
pub fn equal_starts(reading: &Reading, same_place: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let length = reading.tokens_per_word();
    let starts: Vec<Option<&[u64]>> =
        reading.sentences().map(|sentence| sentence.hashes().get(..length)).collect();
    (2..starts.len())
        .filter(|last| {
            let run = &starts[last - 2..=*last];
            run[0].is_some() && run[0] == run[1] && run[1] == run[2] && same_place(last - 2, *last)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Reading {
        Reading::of(text, Language::ENGLISH)
    }

    #[test]
    fn repeated_sequences_are_counted() {
        assert!((repeated_grams(&read("one two three four five"), 4)).abs() < 1e-9);
        assert!((repeated_grams(&read("a b c d a b c d"), 4) - 0.2).abs() < 1e-9);
        assert!(repeated_grams(&read(""), 4).abs() < 1e-9);
    }

    #[test]
    fn sentences_that_say_the_same_are_found() {
        let reading = read(
            "Cold brew steeps for twelve hours in the fridge. Grind the beans coarsely. Cold brew steeps for twelve hours in a jar. \
             Water matters too, of course it does. Cold brew steeps for twelve hours in the fridge.",
        );
        assert_eq!(
            near_duplicates(&reading),
            [Duplicate { first: 0, again: 2 }, Duplicate { first: 0, again: 4 }]
        );
        let chinese = Reading::of(
            "自己在家做冷萃咖啡需要十二个小时。自己在家做冷萃咖啡需要十个小时。水也很重要，请注意。",
            "zh".parse().unwrap(),
        );
        assert_eq!(near_duplicates(&chinese).len(), 1);
    }

    #[test]
    fn three_equal_starts_in_a_row_are_found() {
        let reading = read("It is one. It has two. It was three. It ends. They go.");
        assert_eq!(equal_starts(&reading, |_, _| true), [2, 3]);
        assert_eq!(equal_starts(&reading, |first, _| first > 0), [3]);
    }

    proptest! {
        #[test]
        fn each_sentence_repeats_at_most_one_before_it(text in "([ab]{1,2} ){0,60}[.]?( [ab ]{0,40}[.] A){0,9}") {
            let reading = read(&text);
            let found = near_duplicates(&reading);
            prop_assert!(found.iter().all(|pair| pair.first < pair.again && pair.again < reading.sentence_count()));
            prop_assert!(found.windows(2).all(|pair| pair[0].again < pair[1].again));
        }
    }
}
