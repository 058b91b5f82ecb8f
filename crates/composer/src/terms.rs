//! Sentences as weighted bags of terms, to be compared.
//!
//! English words are compared by their stems. In Vietnamese a syllable is seldom a word, so pairs of syllables count as well.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::locale::Language;
use seo::words::{is_function_word, normalise, split};

/// What a single Vietnamese syllable weighs against a pair.
const SYLLABLE: f32 = 0.5;
/// A term of this many sentences is one that the sources speak of.
const ON_TOPIC: u32 = 3;
/// What words of the keyword weigh: they stand everywhere.
const KEYWORD: f32 = 0.35;

/// Words in questions that say little about what is asked.
const VAGUE: [&str; 34] = [
    "use", "need", "make", "get", "take", "best", "good", "bad", "mean", "work", "long", "time", "lot",
    "kind", "type", "thing", "happen", "know", "hết", "tiền", "đủ", "xa", "tháng", "ngày", "năm", "loại",
    "người", "tốt", "dùng", "giá", "nhà", "mua", "chọn", "giờ",
];

/// Knows how rare terms are among the sentences of the sources.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    language: Language,
    ids: HashMap<String, u32>,
    names: Vec<String>,
    sentences_with: Vec<u32>,
    sentences: u32,
    keyword: HashSet<String>,
}

/// The terms of a text with their weights.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Bag {
    terms: Vec<(u32, f32)>,
    length: f32,
}

/// What a question asks for beyond the keyword.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AskedTerms {
    known: Bag,
    /// The weight of terms that no source has.
    missing: f32,
}

impl AskedTerms {
    /// The share of what is asked that a text speaks of, 0 to 1; 1 if nothing is asked but the keyword.
    pub(crate) fn covered_by(&self, told: &Bag) -> f32 {
        let all = self.known.weight() + self.missing;
        if all == 0.0 { 1.0 } else { self.known.covered_by(told) * self.known.weight() / all }
    }

    /// Whether nothing is asked but the keyword.
    pub(crate) fn is_general(&self) -> bool {
        self.known.weight() + self.missing == 0.0
    }
}

impl Vocabulary {
    pub(crate) fn of<'a>(texts: impl Iterator<Item = &'a str>, keyword: &str, language: Language) -> Self {
        let keyword = terms(keyword, language).into_iter().map(|(term, _)| term).collect();
        let mut vocabulary = Self {
            language,
            ids: HashMap::new(),
            names: Vec::new(),
            sentences_with: Vec::new(),
            sentences: 0,
            keyword,
        };
        for text in texts {
            vocabulary.sentences += 1;
            let distinct: BTreeSet<String> =
                terms(text, language).into_iter().map(|(term, _)| term).collect();
            for term in distinct {
                let id = vocabulary.id(term);
                vocabulary.sentences_with[id as usize] += 1;
            }
        }
        vocabulary
    }

    fn id(&mut self, term: String) -> u32 {
        let next = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let id = *self.ids.entry(term.clone()).or_insert(next);
        if id == next {
            self.names.push(term);
            self.sentences_with.push(0);
        }
        id
    }

    /// The bag of a text. Terms that no source has are left out.
    pub(crate) fn bag(&self, text: &str) -> Bag {
        let mut weights: HashMap<u32, f32> = HashMap::new();
        for (term, share) in terms(text, self.language) {
            if let Some(id) = self.ids.get(&term) {
                let weight =
                    self.rarity(*id) * share * if self.keyword.contains(&term) { KEYWORD } else { 1.0 };
                weights.insert(*id, weight);
            }
        }
        Bag::of(weights)
    }

    fn rarity(&self, id: u32) -> f32 {
        let with = as_f32(self.sentences_with[id as usize]);
        (1.0 + as_f32(self.sentences) / (1.0 + with)).ln()
    }

    /// The terms that make a question what it is: those that are not of the keyword.
    pub(crate) fn asked(&self, question: &str) -> AskedTerms {
        let mut weights: HashMap<u32, f32> = HashMap::new();
        let mut missing = 0.0;
        let own = terms(question, self.language)
            .into_iter()
            .filter(|(term, _)| !term.contains(' ') && !self.keyword.contains(term));
        for (term, _) in
            own.filter(|(term, _)| !VAGUE.iter().any(|vague| seo::stem(vague, self.language) == *term))
        {
            match self.ids.get(&term).copied().or_else(|| self.related(&term)) {
                Some(id) => {
                    weights.insert(id, self.rarity(id));
                }
                // As rare as can be: no sentence has it.
                None => missing += (1.0 + as_f32(self.sentences)).ln(),
            }
        }
        AskedTerms { known: Bag::of(weights), missing }
    }

    /// A term that differs only in its ending: `noise` for `noisy`.
    fn related(&self, term: &str) -> Option<u32> {
        let alike = |known: &String| {
            let shared = known.chars().zip(term.chars()).take_while(|(one, other)| one == other).count();
            shared >= 4 && known.chars().count().max(term.chars().count()) <= shared + 2
        };
        let id = self.names.iter().position(alike).filter(|_| self.language == Language::ENGLISH)?;
        u32::try_from(id).ok()
    }

    /// The first different terms of a text.
    pub(crate) fn first_terms(&self, text: &str, most: usize) -> Vec<String> {
        let single =
            terms(text, self.language).into_iter().map(|(term, _)| term).filter(|term| !term.contains(' '));
        let mut first: Vec<String> = Vec::new();
        for term in single {
            if first.len() < most && !first.contains(&term) {
                first.push(term);
            }
        }
        first
    }

    /// Whether other sentences speak of something that is in a bag.
    pub(crate) fn is_on_topic(&self, bag: &Bag) -> bool {
        bag.terms.iter().any(|(id, _)| self.sentences_with[*id as usize] >= ON_TOPIC)
    }

    /// How much of the keyword a text has, 0 to 1.
    pub(crate) fn keyword_share(&self, text: &str) -> f32 {
        if self.keyword.is_empty() {
            return 0.0;
        }
        let found: HashSet<String> = terms(text, self.language).into_iter().map(|(term, _)| term).collect();
        let shared = self.keyword.intersection(&found).count();
        as_f32(u32::try_from(shared).unwrap_or(0)) / as_f32(u32::try_from(self.keyword.len()).unwrap_or(1))
    }
}

impl Bag {
    fn of(weights: HashMap<u32, f32>) -> Self {
        let mut terms: Vec<(u32, f32)> = weights.into_iter().collect();
        terms.sort_unstable_by_key(|(id, _)| *id);
        let length = terms.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
        Self { terms, length }
    }

    /// The sum of several bags, each with a weight.
    pub(crate) fn sum<'a>(bags: impl Iterator<Item = (&'a Self, f32)>) -> Self {
        let mut weights: HashMap<u32, f32> = HashMap::new();
        for (bag, factor) in bags {
            for (id, weight) in &bag.terms {
                *weights.entry(*id).or_insert(0.0) += weight * factor;
            }
        }
        Self::of(weights)
    }

    /// How alike two bags are, 0 to 1.
    pub(crate) fn likeness(&self, other: &Self) -> f32 {
        if self.length == 0.0 || other.length == 0.0 {
            return 0.0;
        }
        let shared: f32 = self.shared(other).map(|(one, other)| one * other).sum();
        shared / (self.length * other.length)
    }

    /// The share of the lighter bag that the other has too, 0 to 1.
    pub(crate) fn containment(&self, other: &Self) -> f32 {
        let shared: f32 = self.shared(other).map(|(one, other)| one.min(other)).sum();
        let lighter = self.weight().min(other.weight());
        if lighter == 0.0 { 0.0 } else { shared / lighter }
    }

    /// The share of this bag's terms that another has, by weight; 1 if it has none.
    pub(crate) fn covered_by(&self, other: &Self) -> f32 {
        let shared: f32 = self.shared(other).map(|(own, _)| own).sum();
        if self.weight() == 0.0 { 1.0 } else { shared / self.weight() }
    }

    /// The sum of all weights.
    pub(crate) fn weight(&self) -> f32 {
        self.terms.iter().map(|(_, weight)| weight).sum()
    }

    fn shared<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (f32, f32)> {
        self.terms.iter().filter_map(|(id, weight)| {
            let index = other.terms.binary_search_by_key(id, |(known, _)| *known).ok()?;
            Some((*weight, other.terms[index].1))
        })
    }
}

/// Numbers are compared as quantities, not as words.
fn is_number(word: &str) -> bool {
    word.starts_with(|sign: char| sign.is_ascii_digit())
}

/// The terms of a text with the share of a word that each is.
fn terms(text: &str, language: Language) -> Vec<(String, f32)> {
    let normal = normalise(text);
    let content: Vec<Option<&str>> = split(&normal)
        .map(|word| (!is_function_word(word, language) && !is_number(word)).then_some(word))
        .collect();
    if language != Language::VIETNAMESE {
        return content.into_iter().flatten().map(|word| (seo::stem(word, language), 1.0)).collect();
    }
    let pairs = content.windows(2).filter_map(|pair| Some((format!("{} {}", pair[0]?, pair[1]?), 1.0)));
    let singles = content.iter().flatten().map(|word| ((*word).to_owned(), SYLLABLE));
    pairs.chain(singles).collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts of sentences are far below 2^24")]
fn as_f32(count: u32) -> f32 {
    count as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_rises_with_shared_rare_words() {
        let texts = [
            "The kettle is made of steel.",
            "Steel kettles last long.",
            "Tea is best fresh.",
            "Fresh water is best.",
        ];
        let vocabulary = Vocabulary::of(texts.into_iter(), "tea", Language::ENGLISH);
        let bags: Vec<Bag> = texts.iter().map(|text| vocabulary.bag(text)).collect();
        assert!(bags[0].likeness(&bags[1]) > bags[0].likeness(&bags[2]));
        assert!((bags[0].likeness(&bags[0]) - 1.0).abs() < 1e-5);
        assert!(bags[3].containment(&bags[3]) > 0.99);
        assert!(vocabulary.keyword_share("green tea") > 0.99);
    }

    #[test]
    fn vietnamese_compares_pairs_of_syllables() {
        let texts = ["Cà phê phin rất thơm", "Cà phê ngon", "Phê bình phim"];
        let vocabulary = Vocabulary::of(texts.into_iter(), "phin", Language::VIETNAMESE);
        let bags: Vec<Bag> = texts.iter().map(|text| vocabulary.bag(text)).collect();
        assert!(bags[0].likeness(&bags[1]) > bags[0].likeness(&bags[2]));
    }
}
