//! How much of a text stands word for word in others.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Reading, grams, share};

/// So many words in a row are copied and not common usage.
const COPIED: usize = 8;
/// The longest run that is reported.
const LONGEST: usize = 200;

/// The sources for comparison.
#[derive(Debug, Clone, Copy)]
pub struct Library<'a> {
    sources: &'a [Reading],
}

/// The common parts of a text and its sources.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Copying {
    /// By source: the share of the text's sequences of eight words that stand in it.
    pub by_source: Vec<f64>,
    /// The share that stands in any of them.
    pub all: f64,
    /// Sentences with such sequences.
    pub sentences: Vec<CopiedSentence>,
    /// The longest run of words outside quotations that stands in a source.
    pub longest: Option<Run>,
}

/// A sentence that is copied in part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopiedSentence {
    /// The number of the sentence in the text.
    pub sentence: usize,
    /// The first source that has it.
    pub source: usize,
    /// How many copied sequences begin in it.
    pub sequences: usize,
}

/// Words that a source has in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The sentence of the text that it begins in.
    pub sentence: usize,
    /// The source that has it.
    pub source: usize,
    /// The length in words as readers count.
    pub words: usize,
}

impl<'a> Library<'a> {
    /// A library of sources, read in the language of the texts to compare.
    #[must_use]
    pub fn new(sources: &'a [Reading]) -> Self {
        Self { sources }
    }

    /// Compares a text with every source.
    #[must_use]
    pub fn compare(&self, text: &Reading) -> Copying {
        let mut copying = self.shares(text);
        copying.longest = self.longest_run(text);
        copying
    }

    fn shares(&self, text: &Reading) -> Copying {
        let wanted: FxHashSet<u64> = text.grams(COPIED).map(|(_, gram)| gram).collect();
        let mut holders: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (number, source) in self.sources.iter().enumerate() {
            for (_, gram) in source.grams(COPIED).filter(|(_, gram)| wanted.contains(gram)) {
                let all = holders.entry(gram).or_default();
                if all.last() != Some(&number) {
                    all.push(number);
                }
            }
        }
        let mut counts = vec![0; self.sources.len()];
        let mut sentences: Vec<CopiedSentence> = Vec::new();
        let (mut all, mut copied) = (0, 0);
        for (word, gram) in text.grams(COPIED) {
            all += 1;
            let Some(sources) = holders.get(&gram) else { continue };
            copied += 1;
            for source in sources {
                counts[*source] += 1;
            }
            let sentence = text.sentence_of(word);
            match sentences.last_mut().filter(|last| last.sentence == sentence) {
                Some(last) => last.sequences += 1,
                None => sentences.push(CopiedSentence { sentence, source: sources[0], sequences: 1 }),
            }
        }
        let by_source = counts.into_iter().map(|count| share(count, all)).collect();
        Copying { by_source, all: share(copied, all), sentences, longest: None }
    }

    /// If a run of some length is common, so is a shorter one, so a binary search finds the longest.
    fn longest_run(&self, text: &Reading) -> Option<Run> {
        let own = text.own_words();
        let unit = text.tokens_per_word();
        let (mut shortest, mut longest) = (0, LONGEST * unit);
        let mut best = None;
        while shortest < longest {
            let length = (shortest + longest).div_ceil(2);
            match self.common_run(text, &own, length) {
                Some(run) => (shortest, best) = (length, Some(run)),
                None => longest = length - 1,
            }
        }
        best.map(|(word, source)| Run {
            sentence: text.sentence_of(word),
            source,
            words: shortest.div_ceil(unit),
        })
    }

    /// The first run of this many words that a source shares with the text: its first word and the source.
    fn common_run(&self, text: &Reading, own: &[Range<usize>], length: usize) -> Option<(usize, usize)> {
        let mut places: FxHashMap<u64, usize> = FxHashMap::default();
        for stretch in own {
            for (word, run) in (stretch.start..).zip(grams::rolling(&text.hashes()[stretch.clone()], length))
            {
                places.entry(run).or_insert(word);
            }
        }
        if places.is_empty() {
            return None;
        }
        self.sources.iter().enumerate().find_map(|(number, source)| {
            let mut runs = source.passages().flat_map(|passage| grams::rolling(passage, length));
            runs.find_map(|run| places.get(&run)).map(|word| (*word, number))
        })
    }
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
    fn copied_words_are_found_with_their_source() {
        let sources = [
            read("Nothing to see."),
            read("Leave the grounds in cold water for twelve hours and then filter the coffee slowly."),
        ];
        let text = read(
            "Be patient. Leave the grounds in cold water for twelve hours, then strain. Serve it over plenty of ice cubes.",
        );
        let copying = Library::new(&sources).compare(&text);
        assert_eq!(copying.longest, Some(Run { sentence: 1, source: 1, words: 9 }));
        assert_eq!(copying.sentences, [CopiedSentence { sentence: 1, source: 1, sequences: 2 }]);
        assert!(
            copying.by_source[0].abs() < 1e-9 && (copying.by_source[1] - 2.0 / 13.0).abs() < 1e-9,
            "{copying:?}"
        );
        assert!((copying.all - copying.by_source[1]).abs() < 1e-9);
    }

    #[test]
    fn quoted_words_may_be_copied() {
        let sources = [read("Patience is the only thing that good coffee ever needed from anybody.")];
        let text = read("She wrote: “Patience is the only thing that good coffee ever needed.” True.");
        let copying = Library::new(&sources).compare(&text);
        assert!(copying.longest.is_none_or(|run| run.words <= 1), "{copying:?}");
        assert!(copying.all > 0.0, "the share counts quotations too");
    }

    #[test]
    fn nothing_is_compared_with_nothing() {
        assert_eq!(Library::new(&[]).compare(&read("Some words of a text.")), Copying::default());
        assert_eq!(Library::new(&[]).compare(&read("")), Copying::default());
    }

    proptest! {
        #[test]
        fn the_longest_run_is_the_longest(text in "([abc] ){0,30}", source in "([abc] ){0,30}") {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let (one, other) = (words(&text), words(&source));
            let longest = (1..=30)
                .filter(|length| one.windows(*length).any(|run| other.windows(*length).any(|known| known == run)))
                .max();
            let found = Library::new(&[read(&source)]).compare(&read(&text)).longest.map(|run| run.words);
            prop_assert_eq!(found, longest);
        }
    }
}
