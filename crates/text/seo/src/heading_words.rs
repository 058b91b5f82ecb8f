//! Whether two headings are equivalent.

use domain::locale::Language;

use crate::questions::{self, Asks};
use crate::topics::stem;
use crate::words;

/// A heading as the sequence of its words. Two headings with equal sequences are equivalent: forms of a word
/// count as the word, words without content do not count, and `How to store cold brew` equals
/// `Storing cold brew`. An additional word, another order or another kind of question makes another heading.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HeadingWords {
    asks: Option<Asks>,
    words: Vec<String>,
}

impl HeadingWords {
    /// The words of a heading.
    #[must_use]
    pub fn of(heading: &str, language: Language) -> Self {
        let normal = words::normalise(heading);
        let all: Vec<&str> = words::split(&normal).collect();
        let asking = questions::asking_words(&all, language);
        let counts = |(index, word): &(usize, &&str)| {
            !asking.contains(index) && !words::is_function_word(word, language)
        };
        let content: Vec<String> =
            all.iter().enumerate().filter(counts).map(|(_, word)| stem(word, language)).collect();
        if content.is_empty() {
            return Self { asks: None, words: all.into_iter().map(str::to_owned).collect() };
        }
        // "How to" adds nothing to a heading about doing something.
        let asks = questions::asks(heading, language).filter(|asks| *asks != Asks::How);
        Self { asks, words: content }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_one(one: &str, other: &str, language: Language) -> bool {
        HeadingWords::of(one, language) == HeadingWords::of(other, language)
    }

    #[test]
    fn forms_of_words_make_no_other_heading() {
        for (one, other) in [
            ("How to store cold brew", "Storing Cold Brew"),
            ("How long does it last?", "How long will it last"),
            ("The ratio of coffee and water", "Ratio: coffee, water"),
            ("Is it?", "Is it"),
        ] {
            assert!(are_one(one, other, Language::ENGLISH), "{one} / {other}");
        }
        assert!(are_one("Cách pha trà sen", "Pha trà sen", Language::VIETNAMESE));
    }

    #[test]
    fn another_word_order_or_question_makes_another_heading() {
        for (one, other) in [
            ("Storing cold brew", "Storing cold brew concentrate"),
            ("From Git to Mercurial", "From Mercurial to Git"),
            ("When to vacuum", "Why vacuum"),
            ("When to vacuum", "How to vacuum"),
            ("What is autovacuum?", "How to autovacuum"),
            ("New in PostgreSQL 17", "New in PostgreSQL 18"),
        ] {
            assert!(!are_one(one, other, Language::ENGLISH), "{one} / {other}");
        }
        for (one, other) in [
            ("Pha trà ướp hương sen", "Trà ướp hương sen"),
            ("Trà sen ướp hoa", "Hoa sen ướp trà"),
            ("Khi nào nên ướp trà", "Vì sao nên ướp trà"),
        ] {
            assert!(!are_one(one, other, Language::VIETNAMESE), "{one} / {other}");
        }
    }
}
