//! Terms of pages: words and phrases with a weight and the usual range of use.
//!
//! A term's weight is how much each page uses it (saturating like BM25, so that no single page dominates)
//! times the share of pages that use it. Phrases begin and end with content words; a word that occurs almost
//! only in one phrase is replaced by the phrase. Common words are no terms, however often pages use them. A
//! phrase that begins or ends with one is a term if the pages use its rarest word mostly in it:
//! `scale factor`, but not `default value`.

use std::collections::{HashMap, HashSet};

use domain::locale::Language;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::numbers::{as_f64, quantile};
use crate::page::Page;
use crate::vocabulary::{BREAK, Corpus, END, WordId};
use crate::words::{self, Spacing};

/// The most terms that are reported.
const MAX_TERMS: usize = 40;
/// The longest phrase where spaces stand between words, and where none do.
const LONGEST_SPACED: usize = 3;
const LONGEST: usize = 6;
/// How quickly additional uses on one page lose weight.
const SATURATION: f64 = 1.5;
/// The share of a word's uses next to another from which the two are one term.
const BOUND: f64 = 0.8;
/// The share of the rarest word's uses from which a phrase with common words is a term.
const FIXED: f64 = 0.5;
/// The share of a word's uses within one phrase from which the phrase replaces it.
const ABSORBED: f64 = 0.7;

/// A term of the pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// The term in lower case.
    pub term: String,
    /// The relative weight; the first term has 1.
    pub weight: f64,
    /// How many pages use it.
    pub pages: u32,
    /// The lower quartile of its uses per page, over all pages.
    pub uses_low: u32,
    /// The upper quartile of its uses per page, over all pages.
    pub uses_high: u32,
}

/// The terms of one page, highest weight first, at most `most`.
#[must_use]
pub fn of_page(page: &Page, most: usize) -> Vec<Term> {
    let title = page.title.as_deref().unwrap_or_default();
    let mut terms = weighted(&Corpus::of(&[page], title, page.language.unwrap_or_default()));
    terms.truncate(most);
    terms
}

/// The terms of several pages about one query, highest weight first.
#[must_use]
pub fn of_pages(pages: &[&Page], query: &str, language: Language) -> Vec<Term> {
    weighted(&Corpus::of(pages, query, language))
}

pub(crate) fn weighted(corpus: &Corpus) -> Vec<Term> {
    let levels = count(corpus);
    let bound = Bound::of(corpus, &levels);
    let common = Common::of(corpus, &levels);
    let mut kept: Vec<Candidate<'_>> = Vec::new();
    for phrase in levels.iter().flatten() {
        if is_term(corpus, phrase.words) && bound.is_whole(phrase.words) && !common.holds(phrase) {
            kept.push(Candidate { phrase, weight: weight(corpus, phrase) });
        }
    }
    absorb(&mut kept);
    let mut terms: Vec<Term> = kept.iter().map(|candidate| candidate.term(corpus)).collect();
    terms.sort_by(|one, other| other.weight.total_cmp(&one.weight).then_with(|| one.term.cmp(&other.term)));
    terms.truncate(MAX_TERMS);
    let greatest = terms.first().map_or(1.0, |term| term.weight);
    for term in &mut terms {
        term.weight = (term.weight / greatest * 1000.0).round() / 1000.0;
    }
    terms
}

/// A phrase with its uses by page.
struct Phrase<'a> {
    words: &'a [WordId],
    uses: Vec<u32>,
}

impl Phrase<'_> {
    fn total(&self) -> u32 {
        self.uses.iter().sum()
    }

    fn pages(&self) -> u32 {
        pages_with(&self.uses)
    }
}

struct Candidate<'a> {
    phrase: &'a Phrase<'a>,
    weight: f64,
}

impl Candidate<'_> {
    fn term(&self, corpus: &Corpus) -> Term {
        let mut sorted = self.phrase.uses.clone();
        sorted.sort_unstable();
        Term {
            term: corpus.phrase(self.phrase.words),
            weight: self.weight,
            pages: self.phrase.pages(),
            uses_low: quantile(&sorted, 0.25).unwrap_or_default(),
            uses_high: quantile(&sorted, 0.75).unwrap_or_default(),
        }
    }
}

/// For each position of each page, the number of the phrase that begins there, if it is frequent.
type Places = Vec<Vec<Option<u32>>>;

/// Counts phrases by length. A phrase can be frequent only if both shorter phrases in it are, so each length
/// is counted from the positions of the one before.
fn count(corpus: &Corpus) -> Vec<Vec<Phrase<'_>>> {
    let word = |word: &WordId| (*word != BREAK && *word != END).then_some(*word);
    let mut places: Places = corpus.pages.iter().map(|page| page.iter().map(word).collect()).collect();
    let mut levels = Vec::new();
    for length in 1..=LONGEST {
        let phrases = count_length(corpus, length, &mut places);
        if phrases.is_empty() {
            break;
        }
        levels.push(phrases);
    }
    levels
}

/// Counts the phrases of one length, given the positions of those one word shorter, and replaces these
/// positions.
fn count_length<'a>(corpus: &'a Corpus, length: usize, places: &mut Places) -> Vec<Phrase<'a>> {
    let pages = corpus.pages.len();
    let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut words: Vec<&[WordId]> = Vec::new();
    let mut uses: Vec<u32> = Vec::new();
    for (page, (text, places)) in corpus.pages.iter().zip(places.iter_mut()).enumerate() {
        for start in 0..places.len() {
            let key = parts(places, start, length).filter(|_| {
                length <= LONGEST_SPACED
                    || text[start..start + length].iter().all(|word| is_running(corpus, *word))
            });
            places[start] = key.map(|key| {
                let number = *numbers.entry(key).or_insert_with(|| {
                    words.push(&text[start..start + length]);
                    uses.resize(uses.len() + pages, 0);
                    u32::try_from(words.len() - 1).unwrap_or(u32::MAX)
                });
                uses[number as usize * pages + page] += 1;
                number
            });
        }
    }
    let frequent: Vec<bool> = uses.chunks(pages.max(1)).map(is_frequent).collect();
    for place in places.iter_mut().flatten() {
        *place = place.filter(|number| frequent[*number as usize]);
    }
    let phrases = words.into_iter().zip(uses.chunks(pages.max(1))).filter(|(_, uses)| is_frequent(uses));
    phrases.map(|(words, uses)| Phrase { words, uses: uses.to_vec() }).collect()
}

/// Phrases on a single page do not count if there are other pages.
fn is_frequent(uses: &[u32]) -> bool {
    let total: u32 = uses.iter().sum();
    if uses.len() < 3 { total >= 2 } else { total >= 3 && pages_with(uses) >= 2 }
}

fn pages_with(uses: &[u32]) -> u32 {
    u32::try_from(uses.iter().filter(|count| **count > 0).count()).unwrap_or(u32::MAX)
}

/// The two shorter phrases of a phrase; a word consists of itself.
fn parts(places: &[Option<u32>], start: usize, length: usize) -> Option<(u32, u32)> {
    let first = places[start]?;
    if length == 1 { Some((first, 0)) } else { Some((first, (*places.get(start + 1)?)?)) }
}

fn is_running(corpus: &Corpus, word: WordId) -> bool {
    corpus.word(word).spacing != Spacing::Spaced
}

fn is_term(corpus: &Corpus, words: &[WordId]) -> bool {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let long_enough = match corpus.word(*first).spacing {
        Spacing::Spaced => words.len() > 1 || corpus.word(*first).text.chars().count() > 2,
        Spacing::Ideographic => words.len() > 1 || corpus.word(*first).text.chars().nth(1).is_some(),
        Spacing::Running => words.len() > 2,
    };
    // `vacuum and analyze` are two terms; `cost of living` is one.
    let joined = words.iter().all(|word| {
        let word = &corpus.word(*word).text;
        matches!(word.as_str(), "of" | "on" | "in") || !words::is_function_word(word, Language::ENGLISH)
    });
    if corpus.language == Language::ENGLISH && !joined {
        return false;
    }
    let repeats = words.windows(2).any(|pair| pair[0] == pair[1]);
    long_enough && !repeats && corpus.word(*first).content && corpus.word(*last).content
}

fn weight(corpus: &Corpus, phrase: &Phrase<'_>) -> f64 {
    let pages = as_f64(phrase.uses.len());
    let average = corpus.pages.iter().map(|page| as_f64(page.len())).sum::<f64>() / pages;
    let saturated: f64 = phrase
        .uses
        .iter()
        .zip(&corpus.pages)
        .map(|(count, page)| {
            let length = as_f64(page.len()) / average.max(1.0);
            f64::from(*count) / (f64::from(*count) + SATURATION * (0.5 + 0.5 * length))
        })
        .sum();
    let on_headings = |word: &WordId| corpus.heading_pages.get(word).copied().unwrap_or(0);
    let in_headings = f64::from(phrase.words.iter().map(on_headings).min().unwrap_or(0)) / pages;
    let share = f64::from(phrase.pages()) / pages;
    saturated / pages * share * length_factor(corpus, phrase.words) * (1.0 + 0.5 * in_headings)
}

/// Phrases are more specific than words. In Vietnamese a syllable alone is seldom a word.
fn length_factor(corpus: &Corpus, words: &[WordId]) -> f64 {
    match words.len() {
        1 if corpus.language == Language::VIETNAMESE => 0.35,
        1 => 1.0,
        2 => 1.4,
        _ => 1.6,
    }
}

/// Detects phrases that begin or end with common words.
struct Common<'a> {
    corpus: &'a Corpus,
    totals: HashMap<WordId, u32>,
}

impl<'a> Common<'a> {
    fn of(corpus: &'a Corpus, levels: &[Vec<Phrase<'_>>]) -> Self {
        let words = levels.first().into_iter().flatten();
        Self { corpus, totals: words.map(|phrase| (phrase.words[0], phrase.total())).collect() }
    }

    /// Whether a phrase has no topic.
    fn holds(&self, phrase: &Phrase<'_>) -> bool {
        if self.corpus.language == Language::VIETNAMESE && phrase.words.len() > 1 {
            let is_common =
                |pair: &[WordId]| words::is_background(&self.corpus.phrase(pair), Language::VIETNAMESE);
            return phrase.words.windows(2).any(is_common);
        }
        let is_common = |word: &WordId| self.corpus.word(*word).background;
        let (Some(first), Some(last)) = (phrase.words.first(), phrase.words.last()) else { return true };
        if !is_common(first) && !is_common(last) {
            return false;
        }
        let rarer = phrase.words.iter().filter_map(|word| self.totals.get(word)).min().copied();
        phrase.words.len() == 1
            || rarer.is_none_or(|rarer| f64::from(phrase.total()) < FIXED * f64::from(rarer))
    }
}

/// Words that almost always follow, or precede, one other word: `phê` in `cà phê`. A phrase that separates
/// them is no term.
struct Bound {
    to_previous: HashSet<WordId>,
    to_next: HashSet<WordId>,
}

impl Bound {
    fn of(corpus: &Corpus, levels: &[Vec<Phrase<'_>>]) -> Self {
        let words = levels.first().into_iter().flatten();
        let totals: HashMap<WordId, u32> = words.map(|phrase| (phrase.words[0], phrase.total())).collect();
        let mut bound = Self { to_previous: HashSet::new(), to_next: HashSet::new() };
        for pair in levels.get(1).into_iter().flatten() {
            let [first, second] = pair.words else { continue };
            if !corpus.word(*first).content || !corpus.word(*second).content {
                continue;
            }
            let mostly_here = |word: &WordId| {
                f64::from(pair.total()) >= BOUND * f64::from(totals.get(word).copied().unwrap_or(0))
            };
            if mostly_here(second) {
                bound.to_previous.insert(*second);
            }
            if mostly_here(first) {
                bound.to_next.insert(*first);
            }
        }
        bound
    }

    fn is_whole(&self, words: &[WordId]) -> bool {
        words.len() == 1
            || !(words.first().is_some_and(|first| self.to_previous.contains(first))
                || words.last().is_some_and(|last| self.to_next.contains(last)))
    }
}

/// Leaves out phrases that occur almost only within longer ones.
fn absorb(candidates: &mut Vec<Candidate<'_>>) {
    let mut within: HashMap<&[WordId], u32> = HashMap::new();
    for phrase in candidates.iter().map(|candidate| candidate.phrase) {
        for part in (1..phrase.words.len()).flat_map(|length| phrase.words.windows(length)) {
            let most = within.entry(part).or_insert(0);
            *most = phrase.total().max(*most);
        }
    }
    candidates.retain(|candidate| {
        let longer = within.get(candidate.phrase.words).copied().unwrap_or(0);
        f64::from(longer) < ABSORBED * f64::from(candidate.phrase.total())
    });
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::page::Page;

    fn terms(language: Language, query: &str, texts: &[&str]) -> Vec<Term> {
        let url = Url::parse("https://example.com/").unwrap();
        let pages: Vec<Page> =
            texts.iter().map(|text| Page::read(&format!("<main><p>{text}</p></main>"), &url)).collect();
        weighted(&Corpus::of(&pages.iter().collect::<Vec<_>>(), query, language))
    }

    fn names(terms: &[Term]) -> Vec<&str> {
        terms.iter().map(|term| term.term.as_str()).collect()
    }

    #[test]
    fn phrases_stand_for_their_words() {
        let found = terms(
            Language::ENGLISH,
            "cold brew",
            &[
                "Cold brew needs a coarse grind. A coarse grind gives cold brew its taste. Taste it.",
                "The best cold brew has a coarse grind and water. Acme Acme Acme sells jars.",
                "For cold brew, water and time matter. Cold brew takes 12 hours.",
            ],
        );
        assert_eq!(names(&found)[..2], ["cold brew", "coarse grind"]);
        assert!(!names(&found).contains(&"cold") && !names(&found).contains(&"acme"), "{found:?}");
        let brew = &found[0];
        assert_eq!((brew.pages, brew.uses_low, brew.uses_high), (3, 2, 2));
        assert!((brew.weight - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn vietnamese_terms_are_compounds_with_their_marks() {
        let found = terms(
            Language::VIETNAMESE,
            "cà phê phin",
            &[
                "Cà phê phin cần nước sôi. Cà phê phin ngon nhờ nước sôi vừa đủ.",
                "Cho cà phê vào phin rồi rót nước sôi. Cà phê phin đậm.",
                "Phin nhôm pha cà phê phin rất thơm.",
            ],
        );
        assert!(
            names(&found).iter().all(|term| !term.starts_with("phê") && !term.ends_with("cà")),
            "{found:?}"
        );
        assert!(names(&found).contains(&"cà phê phin") && names(&found).contains(&"nước sôi"), "{found:?}");
        assert!(names(&found).iter().all(|term| !term.starts_with("của") && !term.ends_with("rất")));
    }

    #[test]
    fn scripts_without_spaces_have_terms_too() {
        let text = "人工知能は便利です。人工知能の歴史。";
        let found = terms("ja".parse().unwrap(), "人工知能", &[text, text, "人工知能とは何か"]);
        assert_eq!(found.first().map(|term| term.term.as_str()), Some("人工知能"), "{found:?}");
    }

    #[test]
    fn no_pages_have_no_terms() {
        assert_eq!(terms(Language::ENGLISH, "anything", &[]), []);
        assert_eq!(terms(Language::ENGLISH, "anything", &["", ""]), []);
    }
}
