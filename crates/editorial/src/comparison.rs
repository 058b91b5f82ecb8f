//! Whether two short texts are about the same, whatever the order of their words: questions, evidence.

use std::collections::BTreeSet;

use domain::locale::Language;

/// From this share of common words on, by the text that has more of them, two texts ask or name the same.
const SAME: f64 = 0.75;

/// A short text as the set of its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gist(BTreeSet<String>);

impl Gist {
    pub(crate) fn of(text: &str, language: Language) -> Self {
        let stems: BTreeSet<String> = seo::stems(text, language).into_iter().collect();
        if !stems.is_empty() {
            return Self(stems);
        }
        let normal = seo::words::normalise(text);
        Self(seo::words::split(&normal).map(str::to_owned).collect())
    }

    /// Whether two texts say the same.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        let most = self.0.len().max(other.0.len());
        most > 0 && crate::share(self.0.intersection(&other.0).count(), most) >= SAME
    }

    /// The share of this text's words that the other has.
    pub(crate) fn within(&self, other: &Self) -> f64 {
        crate::share(self.0.intersection(&other.0).count(), self.0.len())
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
        assert!((gist("cold brew").within(&gist("Cold brew ratio")) - 1.0).abs() < 1e-9);
    }
}
