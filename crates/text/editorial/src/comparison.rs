//! Compares the meaning of two short texts, such as questions and headings, without function words.

use std::collections::BTreeSet;

use domain::locale::Language;

/// The share of common words in the same order, relative to the longer text, from which two texts mean the
/// same.
const SAME: f64 = 0.75;

/// A short text as the sequence of its words. The order counts: `Is A cheaper than B?` differs from
/// `Is B cheaper than A?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gist(Vec<String>);

impl Gist {
    pub(crate) fn of(text: &str, language: Language) -> Self {
        let stems = seo::stems(text, language);
        if !stems.is_empty() {
            return Self(stems);
        }
        let normal = seo::words::normalise(text);
        Self(seo::words::split(&normal).map(str::to_owned).collect())
    }

    /// Whether two texts mean the same.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        let most = self.0.len().max(other.0.len());
        most > 0 && crate::share(self.in_order(other), most) >= SAME
    }

    /// Whether two texts have the same words in any order: `Grind and beans`, `Beans and grind`.
    pub(crate) fn has_words_of(&self, other: &Self) -> bool {
        self.within(other).min(other.within(self)) >= SAME
    }

    /// The share of this text's words that the other has, in any order.
    pub(crate) fn within(&self, other: &Self) -> f64 {
        let words: BTreeSet<&String> = self.0.iter().collect();
        let known = words.iter().filter(|word| other.0.contains(word)).count();
        crate::share(known, words.len())
    }

    /// How many words two texts have in common in the same order.
    fn in_order(&self, other: &Self) -> usize {
        let mut lengths = vec![0; other.0.len() + 1];
        for word in &self.0 {
            let mut before = 0;
            for (index, known) in other.0.iter().enumerate() {
                let here = lengths[index + 1];
                lengths[index + 1] = if word == known { before + 1 } else { here.max(lengths[index]) };
                before = here;
            }
        }
        lengths.last().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wording_does_not_matter() {
        let gist = |text: &str| Gist::of(text, Language::ENGLISH);
        assert!(gist("How to store cold brew").equals(&gist("Storing Cold Brew")));
        assert!(!gist("Storing cold brew").equals(&gist("Cold brew ratio")));
        assert!(gist("Is it?").equals(&gist("Is it")) && !gist("").equals(&gist("")));
        assert!(gist("Grind and beans").has_words_of(&gist("Beans and grind")));
        assert!((gist("cold brew").within(&gist("Cold brew ratio")) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_order_of_words_does() {
        let gist = |text: &str| Gist::of(text, Language::ENGLISH);
        let (one, other) = (gist("Is induction cheaper than gas?"), gist("Is gas cheaper than induction?"));
        assert!(!one.equals(&other) && one.equals(&gist("Is induction really cheaper than gas?")));
        let vietnamese = |text: &str| Gist::of(text, Language::VIETNAMESE);
        let one = vietnamese("Trà sen có đắt hơn cà phê không?");
        assert!(!one.equals(&vietnamese("Cà phê có đắt hơn trà sen không?")));
        let long = gist("How long does cold brew coffee keep in the refrigerator?");
        assert!(long.equals(&gist("How long will cold brew coffee keep in a refrigerator")));
    }
}
