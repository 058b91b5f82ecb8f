//! A parsed text: its passages, sentences and words, ready for every measure.

use std::ops::Range;

use domain::locale::Language;
use seo::words::{Spacing, cleaned, normalise, spacing};
use unicode_segmentation::UnicodeSegmentation;

use crate::{grams, sentences};

/// The longest quotation, in bytes; longer ones are text between two marks.
const LONGEST_QUOTATION: usize = 600;

/// A parsed text. It grows by passages: paragraphs, items, headings. No sentence and no sequence of words
/// crosses a passage.
#[derive(Debug, Clone)]
pub struct Reading {
    language: Language,
    text: String,
    /// Words as they are compared, one after another.
    normal: String,
    words: Vec<Range<u32>>,
    hashes: Vec<u64>,
    quoted: Vec<bool>,
    sentences: Vec<Place>,
    passages: Vec<Range<usize>>,
}

#[derive(Debug, Clone)]
struct Place {
    text: Range<usize>,
    words: Range<usize>,
    passage: usize,
    length: u32,
}

/// A sentence of a [`Reading`].
#[derive(Debug, Clone, Copy)]
pub struct Sentence<'a> {
    reading: &'a Reading,
    place: &'a Place,
}

impl Reading {
    #[must_use]
    pub fn new(language: Language) -> Self {
        Self {
            language,
            text: String::new(),
            normal: String::new(),
            words: Vec::new(),
            hashes: Vec::new(),
            quoted: Vec::new(),
            sentences: Vec::new(),
            passages: Vec::new(),
        }
    }

    /// A text of one passage.
    #[must_use]
    pub fn of(text: &str, language: Language) -> Self {
        let mut reading = Self::new(language);
        reading.add(text);
        reading
    }

    /// Adds a passage and returns its sentences.
    pub fn add(&mut self, text: &str) -> Range<usize> {
        let first = self.sentences.len();
        let words = self.words.len();
        let quotations = quotations(text);
        for range in sentences::ranges(text, self.language) {
            self.add_sentence(text, range, &quotations);
        }
        self.passages.push(words..self.words.len());
        first..self.sentences.len()
    }

    fn add_sentence(&mut self, passage: &str, range: Range<usize>, quotations: &[Range<usize>]) {
        let first = self.words.len();
        let mut counts = [0_u32; 3];
        for (index, word) in passage[range.clone()].unicode_word_indices() {
            let kind = spacing(word);
            // A run of katakana is one word in the standard, and several to readers.
            counts[kind as usize] += if kind == Spacing::Ideographic {
                u32::try_from(word.chars().count()).unwrap_or(0)
            } else {
                1
            };
            let at = range.start + index;
            let before = quotations.partition_point(|quotation| quotation.start <= at);
            let quoted = before > 0 && quotations[before - 1].contains(&at);
            self.add_word(word, quoted);
        }
        let [spaced, ideographs, letters] = counts;
        let start = self.text.len();
        self.text.push_str(&passage[range]);
        self.sentences.push(Place {
            text: start..self.text.len(),
            words: first..self.words.len(),
            passage: self.passages.len(),
            length: spaced + ideographs.div_ceil(2) + letters.div_ceil(4),
        });
    }

    fn add_word(&mut self, word: &str, quoted: bool) {
        let normal = normalise(word);
        let Some(word) = cleaned(&normal) else { return };
        let start = offset(self.normal.len());
        self.normal.push_str(word);
        self.words.push(start..offset(self.normal.len()));
        self.hashes.push(grams::word(word));
        self.quoted.push(quoted);
    }

    /// The language of the text.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The number of sentences.
    #[must_use]
    pub fn sentence_count(&self) -> usize {
        self.sentences.len()
    }

    /// A sentence by its number.
    #[must_use]
    pub fn sentence(&self, index: usize) -> Option<Sentence<'_>> {
        self.sentences.get(index).map(|place| Sentence { reading: self, place })
    }

    /// The sentences in order.
    pub fn sentences(&self) -> impl Iterator<Item = Sentence<'_>> {
        self.sentences.iter().map(|place| Sentence { reading: self, place })
    }

    /// The words in order, as they are compared. In scripts without spaces each letter is one.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|range| self.word(range))
    }

    fn word(&self, range: &Range<u32>) -> &str {
        &self.normal[range.start as usize..range.end as usize]
    }

    pub(crate) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// The words of each passage.
    pub(crate) fn passages(&self) -> impl Iterator<Item = &[u64]> {
        self.passages.iter().map(|range| &self.hashes[range.clone()])
    }

    /// The hashes of all sequences of `words` words with the number of their first word.
    pub(crate) fn grams(&self, words: usize) -> impl Iterator<Item = (usize, u64)> {
        let length = words * self.tokens_per_word();
        self.passages
            .iter()
            .flat_map(move |range| (range.start..).zip(grams::rolling(&self.hashes[range.clone()], length)))
    }

    /// Stretches of words that are not quoted, within passages.
    pub(crate) fn own_words(&self) -> Vec<Range<usize>> {
        let mut stretches = Vec::new();
        for passage in &self.passages {
            let mut start = passage.start;
            for index in passage.clone().filter(|index| self.quoted[*index]) {
                stretches.push(start..index);
                start = index + 1;
            }
            stretches.push(start..passage.end);
        }
        stretches.retain(|stretch| !stretch.is_empty());
        stretches
    }

    /// The sentence that a word stands in.
    pub(crate) fn sentence_of(&self, word: usize) -> usize {
        self.sentences.partition_point(|place| place.words.end <= word)
    }

    /// The number of tokens of this reading that make one word as readers count: two ideographs or four
    /// letters of Thai and similar scripts.
    pub(crate) fn tokens_per_word(&self) -> usize {
        match self.language.as_str() {
            "zh" | "ja" => 2,
            "th" | "lo" | "km" | "my" => 4,
            _ => 1,
        }
    }
}

impl<'a> Sentence<'a> {
    #[must_use]
    pub fn text(&self) -> &'a str {
        &self.reading.text[self.place.text.clone()]
    }

    /// Its words in compared form.
    pub fn words(&self) -> impl Iterator<Item = &'a str> {
        let reading = self.reading;
        reading.words[self.place.words.clone()].iter().map(|range| reading.word(range))
    }

    /// The number of words as readers count. In Vietnamese these are syllables.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.place.length
    }

    /// The number of its passage.
    #[must_use]
    pub fn passage(&self) -> usize {
        self.place.passage
    }

    pub(crate) fn hashes(&self) -> &'a [u64] {
        &self.reading.hashes[self.place.words.clone()]
    }
}

fn offset(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The quotations of a passage, marks included, in order.
fn quotations(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, char)> = None;
    for (index, sign) in text.char_indices() {
        match open {
            Some((start, closing)) if sign == closing => {
                if index - start <= LONGEST_QUOTATION {
                    found.push(start..index + sign.len_utf8());
                }
                open = None;
            }
            Some(_) => {}
            None => open = closing(sign).map(|closing| (index, closing)),
        }
    }
    found
}

fn closing(sign: char) -> Option<char> {
    match sign {
        '"' => Some('"'),
        '“' => Some('”'),
        '„' => Some('“'),
        '«' => Some('»'),
        '「' => Some('」'),
        '『' => Some('』'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sentences_know_their_words_and_lengths() {
        let mut reading = Reading::of("The Dog’s bone. It's 2.5 kg!", Language::ENGLISH);
        assert_eq!(reading.add("Ends here"), 2..3);
        let words: Vec<Vec<&str>> = reading.sentences().map(|sentence| sentence.words().collect()).collect();
        assert_eq!(words, [vec!["the", "dog", "bone"], vec!["it", "2.5", "kg"], vec!["ends", "here"]]);
        assert_eq!(
            reading.sentence(1).map(|sentence| (sentence.text(), sentence.passage())),
            Some(("It's 2.5 kg!", 0))
        );
        assert_eq!(reading.sentence_of(3), 1);
        assert_eq!(reading.grams(3).count(), 4, "sequences stay in their passage");
    }

    #[test]
    fn lengths_follow_the_script() {
        let length = |text: &str, language: &str| {
            Reading::of(text, language.parse().unwrap())
                .sentences()
                .map(|sentence| sentence.length())
                .sum::<u32>()
        };
        assert_eq!(length("Cách pha cà phê.", "vi"), 4);
        assert_eq!(length("コーヒーの淹れ方", "ja"), 4);
        assert_eq!(length("วิธีชงกาแฟ", "th"), 2);
    }

    #[test]
    fn quotations_are_not_own_words() {
        let reading = Reading::of("He said “stay at home” and \"left\" it open: \"never", Language::ENGLISH);
        let own: Vec<usize> = reading.own_words().iter().map(Range::len).collect();
        assert_eq!(own, [2, 1, 3]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text: String, more: String) {
            let mut reading = Reading::of(&text, Language::VIETNAMESE);
            reading.add(&more);
            prop_assert_eq!(reading.words().count(), reading.hashes().len());
            prop_assert_eq!(reading.passages().map(<[u64]>::len).sum::<usize>(), reading.hashes().len());
        }
    }
}
