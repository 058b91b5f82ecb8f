//! Whether a text stays in its language.

use domain::locale::Language;
use seo::page::language::{guess, is_known};
use seo::words::{Spacing, is_function_word, spacing};

use crate::{Reading, Sentence, share};

/// Shorter sentences, in words, belong to any language.
const SHORTEST: u32 = 4;
/// A sentence with this share of function words of the language is certainly in that language.
const OWN_WORDS: f64 = 0.25;
/// A sentence with this share of marked syllables is Vietnamese.
const MARKED: f64 = 0.4;

/// More text, in bytes, does not improve detection.
const ENOUGH: usize = 500;

/// Languages that are too similar to distinguish in short sentences.
const ALIKE: &[&[&str]] = &[
    &["id", "ms", "jv"],
    &["no", "nb", "nn", "da"],
    &["hr", "sr", "bs"],
    &["cs", "sk"],
    &["es", "gl"],
    &["af", "nl"],
];

/// The numbers of sentences in another language; `None` if the language cannot be detected.
#[must_use]
pub fn foreign_sentences(reading: &Reading) -> Option<Vec<usize>> {
    let language = reading.language();
    is_known(language).then(|| {
        let foreign =
            |sentence: &Sentence<'_>| sentence.length() >= SHORTEST && is_foreign(sentence, language);
        reading
            .sentences()
            .enumerate()
            .filter(|(_, sentence)| foreign(sentence))
            .map(|(index, _)| index)
            .collect()
    })
}

fn is_foreign(sentence: &Sentence<'_>, language: Language) -> bool {
    let words = sentence.words().count();
    let held = sentence.words().filter(|word| is_function_word(word, language)).count();
    let surely = match language {
        Language::VIETNAMESE => {
            share(sentence.words().filter(|word| !word.is_ascii()).count(), words) >= MARKED
                && is_latin(sentence)
        }
        _ => share(held, words) >= OWN_WORDS,
    };
    if surely {
        return false;
    }
    let text = sentence.text();
    match guess(&text[..text.floor_char_boundary(ENOUGH)]) {
        Some((found, beyond_doubt)) => beyond_doubt && found != language && !are_alike(found, language),
        None => false,
    }
}

fn is_latin(sentence: &Sentence<'_>) -> bool {
    sentence.words().all(|word| spacing(word) == Spacing::Spaced)
}

fn are_alike(one: Language, other: Language) -> bool {
    ALIKE.iter().any(|group| group.contains(&one.as_str()) && group.contains(&other.as_str()))
}

/// The share of Vietnamese syllables with marks; `None` in other languages.
#[must_use]
pub fn marked_syllables(reading: &Reading) -> Option<f64> {
    if reading.language() != Language::VIETNAMESE {
        return None;
    }
    let syllables = || reading.words().filter(|word| word.chars().all(char::is_alphabetic));
    let all = syllables().count();
    let marked = syllables().filter(|word| !word.is_ascii()).count();
    (all > 0).then(|| share(marked, all))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn foreign(language: &str, text: &str) -> Option<Vec<usize>> {
        foreign_sentences(&Reading::of(text, language.parse().unwrap()))
    }

    #[test]
    fn other_languages_are_noticed() {
        let mixed = "Cold brew is smooth and easy to make at home. \
            Cà phê sữa đá là thức uống quen thuộc của người Việt Nam. Ground beans steep overnight. \
            Der Kaffee wird über Nacht im Kühlschrank aufbewahrt und danach gefiltert. 这是一杯很好喝的咖啡，大家都喜欢。";
        assert_eq!(foreign("en", mixed), Some(vec![1, 3, 4]));
        let vietnamese = "Cà phê phin cần nước sôi. The water must be hot enough for this to work. Rất ngon và thơm, ai cũng thích.";
        assert_eq!(foreign("vi", vietnamese), Some(vec![1]));
        assert_eq!(foreign("vo", vietnamese), None);
    }

    #[test]
    fn names_and_short_sentences_belong_anywhere() {
        assert_eq!(
            foreign("en", "Très bien. Use an Espresso machine from De'Longhi or Breville. OK."),
            Some(vec![])
        );
    }

    #[test]
    fn marks_are_counted() {
        let marked = |text: &str| marked_syllables(&Reading::of(text, Language::VIETNAMESE));
        assert_eq!(marked("cà phê sua đá 2 ly"), Some(0.6));
        assert_eq!(marked(""), None);
        assert_eq!(marked_syllables(&Reading::of("cà phê", Language::ENGLISH)), None);
    }
}
