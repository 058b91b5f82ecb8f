//! Realisations of discourse acts: chosen by the article's seed, and none twice in an article.

use std::collections::HashSet;

use crate::lexicon::Lexicon;

/// Realisations that are left.
pub(crate) struct Acts {
    lexicon: &'static Lexicon,
    seed: u64,
    used: HashSet<&'static str>,
}

impl Acts {
    /// The seed follows from the keyword, so that the same order gives the same article.
    pub(crate) fn new(lexicon: &'static Lexicon, keyword: &str) -> Self {
        Self { lexicon, seed: seed(keyword), used: HashSet::new() }
    }

    /// The realisation that would be used next.
    pub(crate) fn peek(&self, act: &str) -> Option<&'static str> {
        self.all(act).find(|row| !self.used.contains(row))
    }

    /// A realisation that was not used yet.
    pub(crate) fn next(&mut self, act: &str) -> Option<&'static str> {
        let row = self.peek(act)?;
        self.used.insert(row);
        Some(row)
    }

    /// All realisations of an act, in the order of this article.
    pub(crate) fn all(&self, act: &str) -> impl Iterator<Item = &'static str> + use<> {
        self.rotated(self.lexicon.acts.rows(act))
    }

    /// Rows in the order of this article.
    pub(crate) fn rotated(
        &self,
        rows: &'static [&'static str],
    ) -> impl Iterator<Item = &'static str> + use<> {
        let mut order: Vec<(u64, &'static str)> =
            rows.iter().map(|row| (seed(row) ^ self.seed, *row)).collect();
        order.sort_unstable_by_key(|(key, row)| (key.wrapping_mul(0x9e37_79b9_7f4a_7c15), *row));
        order.into_iter().map(|(_, row)| row)
    }
}

fn seed(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    #[test]
    fn none_is_used_twice_and_keywords_differ() {
        let lexicon = Lexicon::of(Language::ENGLISH).unwrap();
        let all = |keyword| {
            let mut acts = Acts::new(lexicon, keyword);
            std::iter::from_fn(|| acts.next("contrast")).collect::<Vec<_>>()
        };
        let tea = all("green tea");
        assert_eq!(tea.len(), tea.iter().collect::<HashSet<_>>().len());
        assert_eq!(tea.len(), lexicon.acts.rows("contrast").len());
        assert_eq!(tea, all("green tea"));
        assert_ne!(tea, all("solar panels"));
    }
}
