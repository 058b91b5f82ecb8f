//! Texts as tokens that can be compared.
//!
//! English and similar languages: stems of words that are no function words; identifiers count whole and in
//! their parts. Vietnamese, and scripts without spaces: syllables or letters, and adjacent pairs. Which of
//! them are words is derived from the passages themselves, see [`Cohesion`]: a pair in which its syllables
//! mostly occur is a word, and a syllable that occurs in many pairs is one by itself.

use domain::locale::Language;
use rustc_hash::FxHashMap;
use seo::words::{self, Spacing};

/// The longest syllable is `nghiêng`. Longer words are foreign and separate tokens.
const LONGEST_SYLLABLE: usize = 7;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) kind: TokenKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TokenKind {
    Word,
    /// A syllable or letter between others, which may be a word.
    Syllable,
    /// A syllable or letter that stands alone between function words.
    Alone,
    /// Two neighbours, which may be a word.
    Pair,
}

/// The tokens of a text in order.
pub(crate) fn tokens(text: &str, language: Language) -> Vec<Token> {
    let normal = words::normalise(text);
    let mut tokens = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    for word in words::split(&normal) {
        if words::is_function_word(word, language) {
            end_run(&mut run, &mut tokens);
        } else if in_pairs(word, language) {
            run.push(word);
        } else {
            end_run(&mut run, &mut tokens);
            single(word, language, &mut tokens);
        }
    }
    end_run(&mut run, &mut tokens);
    tokens
}

/// Whether the language writes words as several pieces.
fn in_pairs(word: &str, language: Language) -> bool {
    match words::spacing(word) {
        Spacing::Spaced => {
            language == Language::VIETNAMESE
                && word.chars().count() <= LONGEST_SYLLABLE
                && word.chars().all(char::is_alphabetic)
        }
        Spacing::Ideographic | Spacing::Running => true,
    }
}

fn end_run(run: &mut Vec<&str>, tokens: &mut Vec<Token>) {
    let kind = if run.len() == 1 { TokenKind::Alone } else { TokenKind::Syllable };
    tokens.extend(run.iter().map(|text| Token { text: (*text).to_owned(), kind }));
    tokens.extend(run.windows(2).map(|pair| Token { text: pair.join(" "), kind: TokenKind::Pair }));
    run.clear();
}

fn single(word: &str, language: Language, tokens: &mut Vec<Token>) {
    let token = |word: &str| Token { text: seo::stem(word, language), kind: TokenKind::Word };
    tokens.push(token(word));
    if word.contains('_') {
        let parts = word.split('_').filter(|part| part.len() > 1 && !words::is_function_word(part, language));
        tokens.extend(parts.map(token));
    }
}

/// The degree to which pairs and syllables are words, 0 to 1.
#[derive(Debug, Default)]
pub(crate) struct Cohesion {
    /// How closely each syllable is bound to one neighbour.
    bound: FxHashMap<String, f64>,
}

impl Cohesion {
    /// Derives the weights from the number of passages that have each token. `with` returns that number for a
    /// text.
    pub(crate) fn of<'a>(pairs: impl Iterator<Item = &'a str>, with: impl Fn(&str) -> usize) -> Self {
        let mut bound: FxHashMap<String, f64> = FxHashMap::default();
        for pair in pairs {
            let Some((one, other)) = pair.split_once(' ') else { continue };
            for syllable in [one, other] {
                let share = crate::as_f64(with(pair)) / crate::as_f64(with(syllable).max(1));
                let known = bound.entry(syllable.to_owned()).or_insert(0.0);
                *known = known.max(share);
            }
        }
        Self { bound }
    }

    /// The degree to which a token is a word.
    pub(crate) fn weight(&self, token: &str, kind: TokenKind, with: impl Fn(&str) -> usize) -> f64 {
        match kind {
            TokenKind::Word => 1.0,
            TokenKind::Syllable | TokenKind::Alone => 1.0 - self.bound.get(token).copied().unwrap_or(0.0),
            // The share of the rarer syllable's passages that have the pair.
            TokenKind::Pair => token.split_once(' ').map_or(0.0, |(one, other)| {
                crate::as_f64(with(token)) / crate::as_f64(with(one).min(with(other)).max(1))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, language: Language) -> Vec<String> {
        tokens(text, language).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn english_words_are_stems_and_identifiers_have_parts() {
        assert_eq!(
            texts("The settings of autovacuum_max_workers", Language::ENGLISH),
            ["set", "autovacuum_max_worker", "autovacuum", "max", "worker"]
        );
    }

    #[test]
    fn vietnamese_has_syllables_and_pairs() {
        assert_eq!(
            texts("pha cà phê bằng phin", Language::VIETNAMESE),
            ["pha", "cà", "phê", "pha cà", "cà phê", "phin"]
        );
        assert_eq!(texts("postgresql", Language::VIETNAMESE), ["postgresql"]);
    }

    #[test]
    fn the_passages_show_which_pairs_are_words() {
        let counts = [
            ("cà", 10),
            ("phê", 10),
            ("cà phê", 10),
            ("pha", 12),
            ("pha cà", 3),
            ("phin", 9),
            ("phê phin", 3),
        ];
        let with =
            |text: &str| counts.iter().find(|(known, _)| *known == text).map_or(0, |(_, count)| *count);
        let cohesion = Cohesion::of(["cà phê", "pha cà", "phê phin"].into_iter(), with);
        assert!(cohesion.weight("cà phê", TokenKind::Pair, with) > 0.9);
        assert!(cohesion.weight("phin", TokenKind::Syllable, with) > 0.6);
        assert!(cohesion.weight("cà", TokenKind::Syllable, with) < 0.1);
        assert!(cohesion.weight("pha cà", TokenKind::Pair, with) < 0.4);
    }
}
