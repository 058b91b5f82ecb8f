//! Suggests the intended term for a misspelt one.

use crate::limits::MAX_SUGGESTIONS;

/// The longest name that is compared with all terms.
const MAX_LENGTH: usize = 60;

/// Looks for the nearest term, up to a number of times, because comparing is expensive.
#[derive(Debug)]
pub(crate) struct Suggester {
    left: usize,
}

impl Default for Suggester {
    fn default() -> Self {
        Self { left: MAX_SUGGESTIONS }
    }
}

impl Suggester {
    /// The candidate nearest to `name`, if one is near. Among equally near ones, the `preferred` one, then
    /// the first in the alphabet.
    pub(crate) fn nearest<'a>(
        &mut self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
        preferred: impl Fn(&str) -> bool,
    ) -> Option<&'a str> {
        if self.left == 0 || name.len() > MAX_LENGTH {
            return None;
        }
        self.left -= 1;
        let wanted = comparable(name);
        let farthest = (wanted.len() / 4).clamp(1, 3);
        candidates
            .into_iter()
            .filter(|candidate| candidate.len().abs_diff(wanted.len()) <= farthest)
            .map(|candidate| (strsim::osa_distance(&wanted, &comparable(candidate)), candidate))
            .filter(|(distance, _)| *distance <= farthest)
            .min_by_key(|(distance, candidate)| {
                (*distance, !preferred(candidate), unlikeness(&wanted, candidate), *candidate)
            })
            .map(|(_, candidate)| candidate)
    }
}

/// The perceived distance between two names; beginnings count most.
fn unlikeness(wanted: &str, candidate: &str) -> u32 {
    let likeness = strsim::jaro_winkler(wanted, &comparable(candidate));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number between 0 and 1000"
    )]
    let unlikeness = ((1.0 - likeness) * 1000.0) as u32;
    unlikeness
}

/// Ignores capital letters and the separators of other notations.
fn comparable(name: &str) -> String {
    let letters = name.chars().filter(|character| !matches!(character, '_' | '-' | ' '));
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::vocabulary;

    fn nearest_property(name: &str) -> Option<&'static str> {
        Suggester::default().nearest(name, vocabulary().property_names(), |_| false)
    }

    #[test]
    fn near_terms_are_found() {
        assert_eq!(nearest_property("autor"), Some("author"));
        assert_eq!(nearest_property("date_published"), Some("datePublished"));
        assert_eq!(nearest_property("Headline"), Some("headline"));
        assert_eq!(nearest_property("pirce"), Some("price"));
        let types = vocabulary().type_names();
        assert_eq!(Suggester::default().nearest("Blogposting", types, |_| false), Some("BlogPosting"));
    }

    #[test]
    fn distant_and_long_ones_are_not() {
        assert_eq!(nearest_property("somethingElse"), None);
        assert_eq!(nearest_property(&"x".repeat(10_000)), None);
    }

    #[test]
    fn the_search_ends() {
        let mut suggester = Suggester::default();
        let found = (0..100).filter(|_| suggester.nearest("autor", ["author"], |_| false).is_some());
        assert_eq!(found.count(), MAX_SUGGESTIONS);
    }
}
