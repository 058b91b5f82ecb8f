//! What words say about a passage: what it is about, who speaks, and whether it needs what stands before it.

use domain::locale::Language;
use prose::quantities;
use rustc_hash::{FxHashMap, FxHashSet};
use seo::words::{is_function_word, is_generic, normalise, split};

/// A term by its number.
pub(crate) type Term = u32;

/// The terms of a set of notes, and in how many passages each stands.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    numbers: FxHashMap<String, Term>,
    passages: Vec<u32>,
    total: u32,
}

impl Vocabulary {
    /// The terms of a text, sorted, with how often each stands in it.
    pub(crate) fn read(&mut self, text: &str, language: Language) -> Vec<(Term, u32)> {
        let mut counts: FxHashMap<Term, u32> = FxHashMap::default();
        for term in terms(text, language) {
            let next = Term::try_from(self.numbers.len()).unwrap_or(Term::MAX);
            *counts.entry(*self.numbers.entry(term).or_insert(next)).or_default() += 1;
        }
        self.passages.resize(self.numbers.len(), 0);
        let mut all: Vec<(Term, u32)> = counts.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// The terms of a text that stand in the notes.
    pub(crate) fn known(&self, text: &str, language: Language) -> FxHashSet<Term> {
        terms(text, language).iter().filter_map(|term| self.numbers.get(term).copied()).collect()
    }

    /// Counts a passage with these terms.
    pub(crate) fn count(&mut self, terms: &[(Term, u32)]) {
        self.total += 1;
        for (term, _) in terms {
            self.passages[*term as usize] += 1;
        }
    }

    /// How much a term tells apart.
    pub(crate) fn weight(&self, term: Term) -> f64 {
        (1.0 + f64::from(self.total) / f64::from(self.passages[term as usize].max(1))).ln()
    }

    /// Whether a term stands in so many passages that it tells nothing apart.
    pub(crate) fn is_common(&self, term: Term) -> bool {
        let passages = self.passages[term as usize];
        passages > 4 && passages * 5 > self.total
    }
}

/// The terms of a text in order: stems of words in languages that write words, pairs of neighbouring syllables in Vietnamese,
/// where a single syllable counts only if it stands alone between words that name nothing.
pub(crate) fn terms(text: &str, language: Language) -> Vec<String> {
    let normal = normalise(text);
    if language != Language::VIETNAMESE {
        let named = |word: &&str| word.contains(char::is_alphabetic) && !is_generic(word, language);
        return split(&normal).filter(named).map(|word| seo::stem(word, language)).collect();
    }
    let mut found = Vec::new();
    for clause in
        normal.split(['.', ',', ';', ':', '!', '?', '(', ')', '"', '“', '”', '\n', '|', '–', '—', '/'])
    {
        let syllables: Vec<&str> = split(clause).collect();
        let breaks = |word: &&str| is_function_word(word, language) || !word.contains(char::is_alphabetic);
        for run in syllables.split(|word| breaks(word)) {
            match run {
                [] => {}
                [only] if is_generic(only, language) => {}
                [only] => found.push((*only).to_owned()),
                _ => found.extend(
                    run.windows(2)
                        .filter(|pair| !pair.iter().all(|word| is_generic(word, language)))
                        .map(|pair| pair.join(" ")),
                ),
            }
        }
    }
    found
}

/// The words of a text as they are compared: without case, marks of punctuation and the form of diacritics.
pub(crate) fn sequence(text: &str) -> Vec<String> {
    split(&normalise(text)).map(str::to_owned).collect()
}

/// Whether the author speaks of himself or herself.
pub(crate) fn is_first_person(text: &str, language: Language) -> bool {
    if language == Language::VIETNAMESE {
        let normal = normalise(text);
        let words: Vec<&str> = split(&normal).collect();
        return words.iter().enumerate().any(|(at, word)| {
            let before = at.checked_sub(1).map_or("", |before| words[before]);
            match *word {
                "tôi" | "tui" => true,
                "mình" => !matches!(before, "tự" | "một" | "chính" | "giật" | "thân" | "của" | "nhà"),
                "em" => matches!(before, "nhà" | "của" | "má" | "mẹ" | "bọn" | "tụi"),
                _ => false,
            }
        });
    }
    // `I` is a pronoun in this case only, and `US` is a country.
    let mut words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.any(|word| {
        matches!(
            word,
            "I" | "We" | "we" | "My" | "my" | "Our" | "our" | "me" | "us" | "myself" | "ourselves" | "ours"
        )
    })
}

/// Whether a passage leans on the one before it: it begins with a word that points back.
pub(crate) fn leans(text: &str, language: Language) -> bool {
    let normal = normalise(text);
    let opening: Vec<&str> = split(&normal).take(4).collect();
    if language == Language::VIETNAMESE {
        let points = |word: &&str| matches!(*word, "này" | "đó" | "ấy" | "vậy" | "kia" | "thế" | "nó");
        let first = opening.first().copied().unwrap_or_default();
        return matches!(first, "nhưng" | "còn" | "rồi" | "họ" | "và" | "song" | "tuy")
            || opening.iter().any(|word| points(&word));
    }
    const BACK: &[&str] = &[
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "it's",
        "they",
        "their",
        "them",
        "he",
        "she",
        "his",
        "her",
        "such",
        "both",
        "neither",
        "either",
        "and",
        "but",
        "so",
        "then",
        "otherwise",
        "instead",
        "however",
        "therefore",
        "also",
        "afterwards",
        "another",
        "others",
        "here",
        "there",
    ];
    opening.first().is_some_and(|first| BACK.contains(first)) || opening.starts_with(&["the", "same"])
}

/// Words that turn a sentence round or change what it demands.
const TURNS: &[&str] = &[
    "not", "no", "never", "without", "don't", "doesn't", "isn't", "can't", "cannot", "before", "after",
    "minus", "more", "less", "above", "below", "không", "đừng", "chưa", "chẳng", "trước", "sau", "trên",
    "dưới", "âm",
];

/// What must be equal in passages that say the same: figures, and words that turn a sentence round.
pub(crate) fn claims(text: &str, language: Language) -> Vec<String> {
    let normal = normalise(text);
    let turns = |word: &&str| word.contains(|sign: char| sign.is_ascii_digit()) || TURNS.contains(word);
    let mut claims: Vec<String> = split(&normal).filter(turns).map(str::to_owned).collect();
    let figures = quantities::in_sentence(text, language);
    claims.extend(figures.into_iter().map(|figure| format!("{} {}", figure.amount, figure.unit)));
    claims.sort_unstable();
    claims
}

/// Sequences of five words.
pub(crate) fn shingles(text: &str) -> FxHashSet<u64> {
    use std::hash::{BuildHasher, BuildHasherDefault};
    let hasher = BuildHasherDefault::<rustc_hash::FxHasher>::default();
    sequence(text).windows(5).map(|five| hasher.hash_one(five)).collect()
}

/// How much of two sets is common to them, 0 to 1.
pub(crate) fn common_share<T: std::hash::Hash + Eq>(one: &FxHashSet<T>, other: &FxHashSet<T>) -> f64 {
    let shared = one.intersection(other).count();
    let all = one.len() + other.len() - shared;
    if all == 0 { 0.0 } else { ratio(shared, all) }
}

/// One count as a share of another.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
