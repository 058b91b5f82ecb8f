//! Checks of how the text reads, and whether it repeats a phrase too often.

use std::borrow::Cow;

use domain::locale::Language;
use prose::{Reading, readability};
use rustc_hash::FxHashMap;
use seo::words::{self, Spacing};

use crate::check::{Category, Check, Finding, Needs, Outcome, Severity};
use crate::document::{Block, BlockKind, Document};
use crate::facts::Facts;

/// The shortest text whose readability is measured, in words.
const FEWEST_READ: usize = 100;
/// Below this reading ease, English is hard even for students.
const LEAST_EASE: f64 = 30.0;
/// Vietnamese sentences that are longer on average are hard to read, in syllables.
const LONGEST_SENTENCE: f64 = 35.0;
/// The most text that is measured, in bytes: about 2,000 words show the style of an author.
const MOST_TEXT: usize = 10_000;
/// Longer stretches without a full stop are lists, in bytes.
const LONGEST_STRETCH: usize = 800;
/// How many of the longest sentences are shown.
const MOST_SENTENCES: usize = 3;

/// A shorter text repeats its words by chance, in words.
const FEWEST_COUNTED: usize = 150;
/// A shorter block is a label, in bytes.
const SHORTEST_BLOCK: usize = 60;
/// How many repeated phrases are shown.
const MOST_PHRASES: usize = 3;
/// The shortest counted word in languages whose function words are unknown, in characters.
const SHORTEST_TOPIC: usize = 6;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "content.readability",
        category: Category::Content,
        severity: Severity::Low,
        expects: "The text is easy enough to read",
        fix: "Split long sentences, one thought each, and replace long words by short ones; begin with the sentences shown.",
        needs: Needs::Markup,
        run: readability,
    },
    Check {
        id: "content.keyword_stuffing",
        category: Category::Content,
        severity: Severity::Medium,
        expects: "No word or phrase is repeated unnaturally often",
        fix: "Write for readers: use pronouns and other words for the same thing, and remove sentences that only repeat the phrase.",
        needs: Needs::Markup,
        run: keyword_stuffing,
    },
];

/// Blocks of the main text that hold sentences, not code.
fn passages(document: &Document) -> impl Iterator<Item = (&Block, &str)> {
    let mut rest = MOST_TEXT;
    let blocks = document.text.main_blocks().filter(|block| block.kind != BlockKind::Cell);
    let texts = blocks.map(|block| (block, document.text.of(block))).take_while(move |(_, text)| {
        let goes_on = rest > 0;
        rest = rest.saturating_sub(text.len());
        goes_on
    });
    texts.filter(|(block, text)| {
        text.len() >= SHORTEST_BLOCK
            && document
                .element(block.node)
                .is_none_or(|element| !matches!(element.name(), "pre" | "textarea"))
    })
}

fn readability(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let language = document.language();
    let Some(language) = language.filter(|language| words::has_list(*language)) else {
        return Outcome::skipped("only English and Vietnamese text is measured");
    };
    let mut reading = Reading::new(language);
    let mut blocks = Vec::new();
    for (block, text) in passages(document).filter(|(block, _)| block.kind == BlockKind::Paragraph) {
        let text = without_references(text);
        if text.split(['.', '!', '?']).all(|stretch| stretch.len() <= LONGEST_STRETCH) {
            blocks.extend(reading.add(&text).map(|_| block));
        }
    }
    if reading.words().count() < FEWEST_READ {
        return Outcome::skipped("there is too little running text");
    }
    let Some(message) = hard_to_read(&reading) else { return Outcome::Passed };
    let mut sentences: Vec<_> = reading.sentences().zip(blocks).collect();
    sentences.sort_by_key(|(sentence, _)| std::cmp::Reverse(sentence.length()));
    sentences.truncate(MOST_SENTENCES);
    let evidence = sentences.into_iter().map(|(sentence, block)| {
        let place = document.evidence(block.node);
        let shown = crate::check::shortened(sentence.text());
        place.detailed(format!("{} words: “{shown}”", sentence.length()))
    });
    Outcome::Found(Finding { evidence: evidence.collect(), ..Finding::new(message) })
}

/// The text without marks such as `[12]`, which hide the end of a sentence.
fn without_references(text: &str) -> Cow<'_, str> {
    if !text.contains('[') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for (index, part) in text.split('[').enumerate() {
        let mark = part.split_once(']').filter(|(mark, _)| mark.bytes().all(|byte| byte.is_ascii_digit()));
        match mark.filter(|_| index > 0) {
            Some((_, rest)) => plain.push_str(rest),
            None if index > 0 => plain.extend(["[", part]),
            None => plain.push_str(part),
        }
    }
    Cow::Owned(plain)
}

/// What makes a text hard to read.
fn hard_to_read(reading: &Reading) -> Option<String> {
    let mean = readability::mean_length(reading)?;
    if reading.language() == Language::VIETNAMESE {
        return (mean > LONGEST_SENTENCE)
            .then(|| format!("Sentences have {mean:.0} syllables on average; 18 to 28 are read with ease."));
    }
    let ease = readability::reading_ease(reading)?;
    (ease < LEAST_EASE).then(|| {
        format!(
            "The Flesch reading ease is {ease:.0}, as hard as an academic paper; plain English has 60 or more. \
             Sentences have {mean:.0} words on average."
        )
    })
}

/// The limits from which a phrase of a number of words is stuffed: its share of all words, and its number of
/// uses.
#[derive(Debug, Clone, Copy)]
struct Limit {
    length: usize,
    share: f64,
    least: u32,
}

const LIMITS: [Limit; 3] = [
    Limit { length: 3, share: 0.03, least: 8 },
    Limit { length: 2, share: 0.04, least: 10 },
    Limit { length: 1, share: 0.07, least: 15 },
];
/// Vietnamese words often have two syllables, and words that name a topic are frequent.
const VIETNAMESE_LIMITS: [Limit; 2] =
    [Limit { length: 3, share: 0.04, least: 10 }, Limit { length: 2, share: 0.06, least: 15 }];

/// A phrase that occurs too often.
#[derive(Debug, PartialEq)]
struct Stuffed {
    phrase: String,
    count: u32,
}

fn keyword_stuffing(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let language = document.language().unwrap_or_default();
    let mut words = Words::default();
    for (_, text) in passages(document) {
        words.add(text);
    }
    if words.running > words.total / 2 {
        return Outcome::skipped("the script writes words without spaces");
    }
    if words.total < FEWEST_COUNTED {
        return Outcome::skipped("there is too little running text");
    }
    let stuffed = words.stuffed(language);
    let Some(worst) = stuffed.first() else { return Outcome::Passed };
    let share = f64::from(worst.count) * 100.0 / f64::from(u32::try_from(words.total).unwrap_or(u32::MAX));
    let message = format!(
        "“{}” stands {} times in {} words ({share:.1} %), far more often than in natural text.",
        worst.phrase, worst.count, words.total
    );
    let count = stuffed.len();
    let evidence = stuffed.iter().take(MOST_PHRASES).filter_map(|stuffed| {
        let holds = |text: &str| words::normalise(text).contains(&stuffed.phrase);
        let (block, _) = passages(document).find(|(_, text)| holds(text))?;
        Some(document.evidence(block.node).detailed(format!("“{}” {} times", stuffed.phrase, stuffed.count)))
    });
    Outcome::Found(Finding { count, evidence: evidence.collect(), ..Finding::new(message) })
}

/// The words of a text as numbers, in order.
#[derive(Default)]
struct Words {
    numbers: FxHashMap<String, u32>,
    counts: Vec<u32>,
    stream: Vec<u32>,
    total: usize,
    /// The number of words in scripts without spaces.
    running: usize,
}

/// Separates blocks: phrases don't cross it.
const BREAK: u32 = u32::MAX;

impl Words {
    fn add(&mut self, text: &str) {
        for word in words::split(&words::normalise(text)) {
            let number = if let Some(number) = self.numbers.get(word) {
                *number
            } else {
                let next = u32::try_from(self.counts.len()).unwrap_or(BREAK - 1);
                self.counts.push(0);
                *self.numbers.entry(word.to_owned()).or_insert(next)
            };
            self.counts[number as usize] += 1;
            self.stream.push(number);
            self.total += 1;
            self.running += usize::from(words::spacing(word) != Spacing::Spaced);
        }
        self.stream.push(BREAK);
    }

    /// The phrases that occur too often, longest first. A part of such a phrase is not reported again.
    fn stuffed(&self, language: Language) -> Vec<Stuffed> {
        let limits: &[Limit] = if language == Language::VIETNAMESE { &VIETNAMESE_LIMITS } else { &LIMITS };
        let total = f64::from(u32::try_from(self.total).unwrap_or(u32::MAX));
        let exceeds =
            |count: u32, limit: &Limit| count >= limit.least && f64::from(count) >= limit.share * total;
        // A phrase is never more frequent than its words, so it begins and ends with a frequent word.
        let frequent: FxHashMap<u32, &str> = self
            .numbers
            .iter()
            .filter(|(_, number)| {
                let count = self.counts[**number as usize];
                limits.iter().any(|limit| exceeds(count, limit))
            })
            .filter(|(word, _)| names_topic(word, language))
            .map(|(word, number)| (*number, word.as_str()))
            .collect();
        let mut found: Vec<Stuffed> = Vec::new();
        for limit in limits.iter().filter(|_| !frequent.is_empty()) {
            let mut counts: FxHashMap<&[u32], u32> = FxHashMap::default();
            for phrase in self.stream.windows(limit.length).filter(|phrase| !phrase.contains(&BREAK)) {
                if frequent.contains_key(&phrase[0]) && frequent.contains_key(&phrase[limit.length - 1]) {
                    *counts.entry(phrase).or_default() += 1;
                }
            }
            let mut over: Vec<_> = counts.into_iter().filter(|(_, count)| exceeds(*count, limit)).collect();
            over.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
            for (phrase, count) in over {
                let phrase = self.spelt(phrase);
                if !found.iter().any(|known| known.phrase.contains(&phrase)) {
                    found.push(Stuffed { phrase, count });
                }
            }
        }
        found
    }

    fn spelt(&self, phrase: &[u32]) -> String {
        let word = |number: &u32| self.numbers.iter().find(|(_, known)| *known == number);
        phrase.iter().filter_map(word).map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(" ")
    }
}

fn names_topic(word: &str, language: Language) -> bool {
    let spells = word.chars().any(char::is_alphabetic);
    let known = words::has_list(language);
    spells && !words::is_function_word(word, language) && (known || word.chars().count() >= SHORTEST_TOPIC)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stuffed(sentence: &str, times: usize, filler: usize, language: Language) -> Vec<Stuffed> {
        let mut words = Words::default();
        for _ in 0..times {
            words.add(sentence);
        }
        for number in 0..filler {
            words.add(&format!("word{number}"));
        }
        words.stuffed(language)
    }

    #[test]
    fn the_longest_phrase_is_told_once() {
        let found = stuffed("buy cheap running shoes here", 10, 200, Language::ENGLISH);
        let phrases: Vec<&str> = found.iter().map(|stuffed| stuffed.phrase.as_str()).collect();
        assert_eq!(phrases, ["buy cheap running", "cheap running shoes"]);
        assert!(stuffed("buy cheap running shoes here", 7, 200, Language::ENGLISH).is_empty());
        assert!(stuffed("buy cheap running shoes here", 10, 900, Language::ENGLISH).is_empty());
    }

    #[test]
    fn reference_marks_are_left_out() {
        assert_eq!(without_references("It is.[1][23] It [sic] was.[note 4]"), "It is. It [sic] was.[note 4]");
    }

    #[test]
    fn words_that_hold_sentences_together_may_stand_often() {
        assert!(stuffed("and the of it is", 100, 100, Language::ENGLISH).is_empty());
        assert!(stuffed("cà phê", 14, 200, Language::VIETNAMESE).is_empty());
        assert_eq!(stuffed("cà phê", 20, 200, Language::VIETNAMESE)[0].phrase, "cà phê");
    }
}
