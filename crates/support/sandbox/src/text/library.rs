//! The sentences of the sandbox web, searchable by words.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::sample;
use crate::folding::content_words;
use crate::seed::Seed;
use crate::web::{Web, guessed_language};

/// How many words of a prompt are searched for, the most frequent first.
const SOUGHT_WORDS: usize = 40;
const SHORTEST_SENTENCE: usize = 40;
const LONGEST_SENTENCE: usize = 300;
/// The number of common words from which a sentence fits a prompt.
const ENOUGH_WORDS: usize = 2;

/// All sentences, and the places of each word.
#[derive(Debug)]
pub(crate) struct Library {
    sentences: Vec<Sentence>,
    places: HashMap<String, Vec<usize>>,
}

#[derive(Debug)]
struct Sentence {
    text: String,
    /// The index of its topic.
    topic: usize,
}

impl Library {
    pub(crate) fn of(web: &Web) -> Self {
        let mut sentences = Vec::new();
        for (number, topic) in web.topics().iter().enumerate() {
            let texts = topic.pages().iter().flat_map(|page| sentences_of(&page.markdown));
            sentences.extend(texts.map(|text| Sentence { text, topic: number }));
        }
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, sentence) in sentences.iter().enumerate() {
            let words: HashSet<String> = content_words(&sentence.text).into_iter().collect();
            for word in words {
                places.entry(word).or_default().push(place);
            }
        }
        Self { sentences, places }
    }

    /// `count` sentences that fit a prompt, all of one topic; sentences of a sample if no topic fits.
    pub(crate) fn about(&self, prompt: &str, count: usize) -> Vec<String> {
        let sought = frequent_words(prompt);
        let seed = Seed::of(&["about", prompt]).hex(16);
        let mut found = self.matching(&sought);
        found.sort_by_cached_key(|(_, sentence)| Seed::of(&[&seed, &sentence.text]).number());
        found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let mut texts: Vec<String> =
            found.into_iter().take(count).map(|(_, sentence)| sentence.text.clone()).collect();
        if texts.len() < count {
            texts.extend(sample::sentences(guessed_language(prompt), prompt, count - texts.len()));
        }
        texts
    }

    /// The sentences with enough common words, of the topic with the most, with their weights.
    fn matching(&self, sought: &[String]) -> Vec<(f64, &Sentence)> {
        let weights = self.weights(sought);
        let found = weights.into_iter().filter(|(_, (_, words))| *words >= ENOUGH_WORDS);
        let found: Vec<(f64, &Sentence)> =
            found.filter_map(|(place, (weight, _))| Some((weight, self.sentences.get(place)?))).collect();
        let mut topics: BTreeMap<usize, f64> = BTreeMap::new();
        for (weight, sentence) in &found {
            *topics.entry(sentence.topic).or_default() += weight;
        }
        let best =
            topics.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(topic, _)| topic);
        found.into_iter().filter(|(_, sentence)| Some(sentence.topic) == best).collect()
    }

    /// For each sentence with at least one of the words: their total weight and their number. Rarer words
    /// weigh more.
    fn weights(&self, sought: &[String]) -> BTreeMap<usize, (f64, usize)> {
        let mut weights: BTreeMap<usize, (f64, usize)> = BTreeMap::new();
        for word in sought {
            let places = self.places.get(word).map(Vec::as_slice).unwrap_or_default();
            let occurrences = u32::try_from(places.len()).unwrap_or(u32::MAX);
            let weight = 1.0 / f64::from(occurrences.max(1)).sqrt();
            for place in places {
                let entry = weights.entry(*place).or_default();
                *entry = (entry.0 + weight, entry.1 + 1);
            }
        }
        weights
    }
}

fn frequent_words(prompt: &str) -> Vec<String> {
    let mut counts: HashMap<String, (usize, usize)> = HashMap::new();
    for (place, word) in content_words(prompt).into_iter().enumerate() {
        counts.entry(word).or_insert((0, place)).0 += 1;
    }
    let mut words: Vec<(String, (usize, usize))> = counts.into_iter().collect();
    words.sort_by_key(|(_, (count, place))| (std::cmp::Reverse(*count), *place));
    words.into_iter().take(SOUGHT_WORDS).map(|(word, _)| word).collect()
}

/// The sentences of the paragraphs, without headings, tables, lists and quotes.
fn sentences_of(markdown: &str) -> Vec<String> {
    let paragraphs = markdown.lines().filter(|line| line.starts_with(|first: char| first.is_alphabetic()));
    let plain = paragraphs.map(|line| line.replace("**", ""));
    plain
        .flat_map(|line| split(&line))
        .filter(|sentence| (SHORTEST_SENTENCE..=LONGEST_SENTENCE).contains(&sentence.chars().count()))
        .collect()
}

/// The sentences of a line, without text that does not end like a sentence.
pub(super) fn split(line: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut rest = line.trim();
    while let Some(end) = [". ", "? ", "! "].iter().filter_map(|mark| rest.find(mark)).min() {
        let (sentence, behind) = rest.split_at(end + 1);
        sentences.push(sentence.to_owned());
        rest = behind.trim_start();
    }
    if rest.ends_with(['.', '?', '!']) {
        sentences.push(rest.to_owned());
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sentences_of_paragraphs_are_kept() {
        let markdown = "# Head\n\nThe first sentence is long enough to be kept here. Short one. Is this question also \
                        long enough to be kept?\n\n- a list item that is long enough but is not a sentence.\n\n| a | b |\n";
        assert_eq!(
            sentences_of(markdown),
            [
                "The first sentence is long enough to be kept here.",
                "Is this question also long enough to be kept?"
            ]
        );
    }

    #[test]
    fn a_prompt_is_answered_with_its_own_subject() {
        let library = Library::of(&Web::load().0);
        let written = library.about("Write about cold brew coffee and how long to steep it", 8);
        assert_eq!(written.len(), 8);
        assert!(
            written.iter().filter(|text| text.to_lowercase().contains("brew")).count() >= 5,
            "{written:?}"
        );
        let sample = library.about("quantum gardening", 4);
        assert!(sample[0].contains("sample") && !sample.concat().contains("quantum"), "{sample:?}");
        assert_eq!(library.about("", 3).len(), 3);
    }
}
