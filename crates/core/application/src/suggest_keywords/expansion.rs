//! Expands a seed to many phrases, and determines what kind of phrase a suggestion is, in the words of each
//! language.

use domain::locale::Language;
use serde::{Deserialize, Serialize};

/// How to expand a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Expansion {
    #[default]
    None,
    /// With words that begin questions.
    Questions,
    /// With prepositions and the like.
    Prepositions,
    Alphabet,
    /// With words that compare the subject.
    Comparisons,
}

/// What kind of phrase a suggestion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PhraseKind {
    /// None of the others.
    Phrase,
    Question,
    /// Relates the subject to something.
    Preposition,
    /// Compares the subject with something.
    Comparison,
    /// The name of a website.
    Navigational,
}

/// Words of one language. `{}` stands for the seed; a word without it is put before the seed.
struct Words {
    questions: &'static [&'static str],
    prepositions: &'static [&'static str],
    comparisons: &'static [&'static str],
    letters: &'static str,
}

const LATIN: &str = "abcdefghijklmnopqrstuvwxyz";

const ENGLISH: Words = Words {
    questions: &["how", "what", "why", "when", "where", "which", "who", "can", "is", "are", "should", "does"],
    prepositions: &["{} for", "{} with", "{} without", "{} near", "{} to", "{} in", "{} on", "{} under"],
    comparisons: &["{} vs", "{} versus", "{} or", "{} and", "{} like", "{} alternative", "{} compared to"],
    letters: LATIN,
};

const VIETNAMESE: Words = Words {
    questions: &[
        "cách",
        "tại sao",
        "vì sao",
        "có nên",
        "khi nào",
        "{} là gì",
        "{} ở đâu",
        "{} bao nhiêu",
        "{} như thế nào",
        "{} loại nào",
        "{} có tốt không",
    ],
    prepositions: &["{} cho", "{} với", "{} không", "{} gần", "{} tại", "{} ở", "{} từ", "{} bằng"],
    comparisons: &["{} hay", "{} và", "{} vs", "so sánh {}", "{} khác gì", "{} thay thế"],
    letters: "abcdeghiklmnopqrstuvxyăâđêôơư",
};

const SPANISH: Words = Words {
    questions: &["cómo", "qué", "por qué", "cuándo", "dónde", "cuál", "quién", "cuánto"],
    prepositions: &["{} para", "{} con", "{} sin", "{} cerca de", "{} en", "{} de"],
    comparisons: &["{} vs", "{} o", "{} y", "{} alternativa", "diferencia entre {} y"],
    letters: LATIN,
};

const FRENCH: Words = Words {
    questions: &["comment", "pourquoi", "quand", "où", "quel", "qui", "combien", "est-ce que"],
    prepositions: &["{} pour", "{} avec", "{} sans", "{} près de", "{} en", "{} de"],
    comparisons: &["{} vs", "{} ou", "{} et", "{} alternative", "différence entre {} et"],
    letters: LATIN,
};

const GERMAN: Words = Words {
    questions: &["wie", "was", "warum", "wann", "wo", "welche", "wer", "kann man"],
    prepositions: &["{} für", "{} mit", "{} ohne", "{} in der nähe", "{} in", "{} aus"],
    comparisons: &["{} vs", "{} oder", "{} und", "{} alternative", "unterschied {} und"],
    letters: "abcdefghijklmnopqrstuvwxyzäöü",
};

const PORTUGUESE: Words = Words {
    questions: &["como", "o que", "por que", "quando", "onde", "qual", "quem", "quanto"],
    prepositions: &["{} para", "{} com", "{} sem", "{} perto de", "{} em", "{} de"],
    comparisons: &["{} vs", "{} ou", "{} e", "{} alternativa", "diferença entre {} e"],
    letters: LATIN,
};

/// What searchers type in any language.
const ANY: Words = Words { questions: &["{} ?"], prepositions: &[], comparisons: &["{} vs"], letters: LATIN };

fn words(language: Language) -> &'static Words {
    match language.as_str() {
        "en" => &ENGLISH,
        "vi" => &VIETNAMESE,
        "es" => &SPANISH,
        "fr" => &FRENCH,
        "de" => &GERMAN,
        "pt" => &PORTUGUESE,
        _ => &ANY,
    }
}

/// The phrases to complete in addition to the seed itself.
pub(super) fn phrases(seed: &str, expansion: Expansion, language: Language) -> Vec<String> {
    let words = words(language);
    let patterns = match expansion {
        Expansion::None => return Vec::new(),
        Expansion::Alphabet => {
            return words.letters.chars().map(|letter| format!("{seed} {letter}")).collect();
        }
        Expansion::Questions => words.questions,
        Expansion::Prepositions => words.prepositions,
        Expansion::Comparisons => words.comparisons,
    };
    patterns.iter().map(|pattern| fill(pattern, seed)).collect()
}

fn fill(pattern: &str, seed: &str) -> String {
    if pattern.contains("{}") { pattern.replace("{}", seed) } else { format!("{pattern} {seed}") }
}

/// What kind of phrase a suggestion is.
pub(super) fn kind_of(keyword: &str, language: Language) -> PhraseKind {
    let words = words(language);
    let padded = format!(" {keyword} ");
    let matches = |pattern: &&str| match pattern.split_once("{}") {
        None => padded.starts_with(&format!(" {pattern} ")),
        Some(("", after)) => padded.contains(&format!("{after} ")),
        Some((before, _)) => padded.starts_with(&format!(" {before}")),
    };
    if keyword.ends_with('?') || words.questions.iter().any(matches) {
        PhraseKind::Question
    } else if words.comparisons.iter().any(matches) {
        PhraseKind::Comparison
    } else if words.prepositions.iter().any(matches) {
        PhraseKind::Preposition
    } else {
        PhraseKind::Phrase
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_grow_in_their_own_language() {
        let questions = phrases("cà phê phin", Expansion::Questions, Language::VIETNAMESE);
        assert!(questions.contains(&"cách cà phê phin".to_owned()));
        assert!(questions.contains(&"cà phê phin là gì".to_owned()));
        let letters = phrases("tea", Expansion::Alphabet, Language::ENGLISH);
        assert_eq!((letters.len(), letters[25].as_str()), (26, "tea z"));
        assert!(phrases("cà", Expansion::Alphabet, Language::VIETNAMESE).contains(&"cà đ".to_owned()));
        assert!(phrases("tea", Expansion::None, Language::ENGLISH).is_empty());
        let other: Language = "sw".parse().unwrap();
        assert_eq!(phrases("chai", Expansion::Comparisons, other), ["chai vs"]);
    }

    #[test]
    fn kinds_are_told_by_the_words() {
        for (keyword, language, kind) in [
            ("how to brew tea", "en", PhraseKind::Question),
            ("tea how long", "en", PhraseKind::Phrase),
            ("tea vs coffee", "en", PhraseKind::Comparison),
            ("tea for sleep", "en", PhraseKind::Preposition),
            ("teapot", "en", PhraseKind::Phrase),
            ("cà phê phin là gì", "vi", PhraseKind::Question),
            ("cách pha cà phê", "vi", PhraseKind::Question),
            ("so sánh cà phê phin", "vi", PhraseKind::Comparison),
            ("cà phê hay trà", "vi", PhraseKind::Comparison),
            ("cà phê cho người mới", "vi", PhraseKind::Preposition),
            ("chai?", "sw", PhraseKind::Question),
        ] {
            assert_eq!(kind_of(keyword, language.parse().unwrap()), kind, "{keyword}");
        }
    }
}
