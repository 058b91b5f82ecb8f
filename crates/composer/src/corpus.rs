//! What all steps look up: the language, the vocabulary of the sources, how their words are written, and who published them.

use std::collections::{HashMap, HashSet};

use domain::articles::research::{Evidence, Research, SourceNumber};
use seo::words::is_function_word;

use crate::facts::is_personal;
use crate::keyword::Keyword;
use crate::lexicon::Lexicon;
use crate::terms::Vocabulary;
use crate::text::{lowered, padded};

/// What all steps look up.
pub(crate) struct Corpus<'a> {
    pub(crate) research: &'a Research,
    pub(crate) lexicon: &'static Lexicon,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) keyword: Keyword,
    /// Words that some sentence writes in lower case within it.
    small_words: HashSet<String>,
    /// Words that some sentence writes with a capital within it.
    names: HashSet<String>,
    /// Words that stand where nouns do.
    nouns: HashSet<String>,
    /// Sources whose writers tell what they did.
    tales: HashSet<SourceNumber>,
}

/// How often a writer speaks of themselves who tells a tale.
const TALE: usize = 3;

impl<'a> Corpus<'a> {
    pub(crate) fn of(research: &'a Research, keyword: &str, lexicon: &'static Lexicon) -> Self {
        let texts = || research.evidence.iter().map(|evidence| evidence.text.as_str());
        let headings = research.evidence.iter().filter_map(|evidence| evidence.heading.as_deref());
        let vocabulary = Vocabulary::of(texts().chain(headings), keyword, lexicon.language);
        let small_words = texts()
            .flat_map(|text| text.split_whitespace().skip(1))
            .filter_map(small)
            .map(str::to_owned)
            .collect();
        let inner = texts()
            .flat_map(|text| text.split_whitespace().skip(1))
            .filter(|word| word.starts_with(char::is_uppercase));
        let names =
            inner.map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_owned()).collect();
        let nouns = nouns(texts(), lexicon);
        Self {
            research,
            lexicon,
            vocabulary,
            keyword: Keyword::of(keyword, lexicon),
            small_words,
            names,
            nouns,
            tales: tales(research, lexicon),
        }
    }

    /// A sentence as it stands after a connective: in lower case, unless it begins with a name.
    pub(crate) fn continued(&self, sentence: &str) -> String {
        let first = sentence.split_whitespace().next().unwrap_or_default();
        let word = lowered(first.trim_matches(|sign: char| !sign.is_alphanumeric()));
        let word = word.split('-').next().unwrap_or(&word).to_owned();
        let acronym = first.chars().filter(|letter| letter.is_uppercase()).count() > 1;
        if !acronym && (self.small_words.contains(&word) || is_function_word(&word, self.lexicon.language)) {
            lowered(sentence)
        } else {
            sentence.to_owned()
        }
    }

    /// A heading within a sentence: in lower case, unless sources write its first word with a capital everywhere.
    pub(crate) fn lowered_heading(&self, heading: &str) -> String {
        let first = heading.split_whitespace().next().unwrap_or_default();
        let name = self.names.contains(first) && !self.small_words.contains(&lowered(first));
        let acronym = first.chars().filter(|letter| letter.is_uppercase()).count() > 1;
        if name || acronym { heading.to_owned() } else { lowered(heading) }
    }

    /// Whether sources use a word as a noun.
    pub(crate) fn is_noun(&self, word: &str) -> bool {
        self.nouns.contains(word)
    }

    /// Whether the writer of a source tells what they did.
    pub(crate) fn is_tale(&self, source: SourceNumber) -> bool {
        self.tales.contains(&source)
    }

    /// Whether a sentence stands before the first heading of a source that has headings.
    pub(crate) fn opens(&self, evidence: &Evidence) -> bool {
        let mut own = self.research.evidence.iter().filter(|known| known.source == evidence.source);
        evidence.heading.is_none() && own.any(|known| known.heading.is_some())
    }

    /// Who published a source, if readers know it by a name.
    pub(crate) fn publisher(&self, number: SourceNumber) -> Option<&'a str> {
        let name = self.research.source(number)?.publisher.as_deref()?.trim();
        (!name.is_empty() && name.chars().count() <= 60).then_some(name)
    }
}

fn tales(research: &Research, lexicon: &Lexicon) -> HashSet<SourceNumber> {
    let personal = |source: SourceNumber| {
        let own = research.evidence.iter().filter(|evidence| evidence.source == source);
        own.filter(|evidence| is_personal(&evidence.text, lexicon)).count()
    };
    research.sources.iter().map(|source| source.number).filter(|source| personal(*source) >= TALE).collect()
}

/// What stands before nouns.
const BEFORE_NOUNS: [&str; 14] =
    ["the", "a", "an", "of", "your", "for", "with", "and", "in", "on", "from", "its", "their", "by"];

/// Words that at least twice stand between what precedes nouns and what can't go on from an adjective.
fn nouns<'a>(texts: impl Iterator<Item = &'a str>, lexicon: &Lexicon) -> HashSet<String> {
    let mut uses: HashMap<String, u32> = HashMap::new();
    for text in texts.filter(|_| lexicon.is_english()) {
        let line = padded(text);
        let words: Vec<&str> = line.split_whitespace().collect();
        for (index, word) in words.iter().enumerate().skip(1) {
            let after = words
                .get(index + 1)
                .is_none_or(|next| is_function_word(next, lexicon.language) || matches!(*next, "is" | "are"));
            let content = word.len() > 2
                && !is_function_word(word, lexicon.language)
                && !word.starts_with(|sign: char| sign.is_ascii_digit());
            let action = lexicon.base_of(word).is_some() || NO_NOUNS.contains(word);
            if after && content && !action && BEFORE_NOUNS.contains(&words[index - 1]) {
                *uses.entry((*word).to_owned()).or_insert(0) += 1;
            }
        }
    }
    uses.into_iter().filter(|(_, uses)| *uses > 1).map(|(word, _)| word).collect()
}

/// Words that stand where nouns do and name nothing by themselves.
const NO_NOUNS: [&str; 26] = [
    "time", "times", "way", "ways", "day", "days", "hour", "hours", "minute", "minutes", "week", "weeks",
    "month", "months", "year", "years", "half", "third", "quarter", "place", "end", "middle", "top", "rest",
    "first", "least",
];

fn small(word: &str) -> Option<&str> {
    let word = word.trim_matches(|sign: char| !sign.is_alphanumeric());
    word.chars().next().is_some_and(char::is_lowercase).then_some(word)
}
