//! What the words of a passage show: its topic, its speaker, and whether it depends on the passage before it.

use std::hash::{BuildHasher, Hash};

use domain::locale::Language;
pub(crate) use prose::claims::terms;
use prose::figures;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use seo::words::{normalise, split};

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
    /// The terms of a passage with how often each stands in it.
    pub(crate) fn read(&mut self, text: &str, language: Language) -> FxHashMap<Term, u32> {
        let mut counts: FxHashMap<Term, u32> = FxHashMap::default();
        for term in terms(text, language) {
            let next = Term::try_from(self.numbers.len()).unwrap_or(Term::MAX);
            let number = *self.numbers.entry(term).or_insert(next);
            *counts.entry(number).or_default() += 1;
        }
        self.passages.resize(self.numbers.len(), 0);
        self.total += 1;
        for term in counts.keys() {
            self.passages[*term as usize] += 1;
        }
        counts
    }

    /// The terms of a text that stand in the notes.
    pub(crate) fn known(&self, text: &str, language: Language) -> FxHashSet<Term> {
        terms(text, language).iter().filter_map(|term| self.numbers.get(term).copied()).collect()
    }

    /// How distinctive a term is.
    pub(crate) fn weight(&self, term: Term) -> f64 {
        (1.0 + f64::from(self.total) / f64::from(self.passages[term as usize].max(1))).ln()
    }

    /// Whether a term stands in so many passages that it is not distinctive.
    pub(crate) fn is_common(&self, term: Term) -> bool {
        let passages = self.passages[term as usize];
        passages > 4 && passages * 5 > self.total
    }
}

/// The words of a text in compared form: without case, punctuation and the form of diacritics.
pub(crate) fn sequence(text: &str) -> Vec<String> {
    split(&normalise(text)).map(str::to_owned).collect()
}

/// Whether a list of words has this one.
fn lists(words: &str, word: &str) -> bool {
    words.split(' ').any(|listed| listed == word)
}

/// Whether the text is in the first person. `I` is a pronoun in this case only, and `US` is a country.
pub(crate) fn is_first_person(text: &str, language: Language) -> bool {
    let mut words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    if language != Language::VIETNAMESE {
        return words.any(|word| lists("I We we My my Our our me us myself ourselves ours", word));
    }
    let normal = normalise(text);
    let words: Vec<&str> = std::iter::once("").chain(split(&normal)).collect();
    words.windows(2).any(|pair| match pair[1] {
        "tôi" | "tui" => true,
        "mình" => !lists("tự một chính giật thân của nhà", pair[0]),
        "em" => lists("nhà của má mẹ bọn tụi", pair[0]),
        _ => false,
    })
}

/// Whether a passage depends on the one before it: it begins with a word that refers back.
pub(crate) fn leans(text: &str, language: Language) -> bool {
    const BACK: &str = "this that these those it its it's they their them he she his her such both neither either and but \
        so then otherwise instead however therefore also afterwards another others here there";
    let normal = normalise(text);
    let opening: Vec<&str> = split(&normal).take(4).collect();
    let first = opening.first().copied().unwrap_or_default();
    if language == Language::VIETNAMESE {
        return lists("nhưng còn rồi họ và song tuy", first)
            || opening.iter().any(|word| lists("này đó ấy vậy kia thế nó", word));
    }
    BACK.split_whitespace().any(|word| word == first) || opening.starts_with(&["the", "same"])
}

/// The parts that must be equal in duplicate passages: figures, and words that negate or reverse a sentence.
pub(crate) fn claims(text: &str, language: Language) -> Vec<String> {
    const TURNS: &str = "not no never without don't doesn't isn't can't cannot before after minus more less above below \
        không đừng chưa chẳng trước sau trên dưới âm";
    let normal = normalise(text);
    let turns = |word: &&str| word.contains(|sign: char| sign.is_ascii_digit()) || lists(TURNS, word);
    let mut claims: Vec<String> = split(&normal).filter(turns).map(str::to_owned).collect();
    let figures = figures::in_sentence(text, language).into_iter();
    claims.extend(figures.map(|figure| format!("{} {} {}", figure.kind, figure.low, figure.high)));
    claims.sort_unstable();
    claims
}

/// Sequences of five words.
pub(crate) fn shingles(text: &str) -> FxHashSet<u64> {
    sequence(text).windows(5).map(|five| FxBuildHasher.hash_one(five)).collect()
}

/// How much of two sets is common to them, 0 to 1.
pub(crate) fn common_share<T: Hash + Eq>(one: &FxHashSet<T>, other: &FxHashSet<T>) -> f64 {
    let shared = one.intersection(other).count();
    ratio(shared, one.len() + other.len() - shared)
}

/// One count divided by another.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
