//! What English words may be: closed classes in full, the rest from lists and endings.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::verbs::{self, Form};

struct Lexicon {
    closed: HashMap<&'static str, HashSet<&'static str>>,
    adjectives: HashSet<&'static str>,
    nouns: HashSet<&'static str>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon {
    closed: sections(include_str!("../../data/en/closed.txt"))
        .into_iter()
        .map(|(name, lines)| (name, lines.iter().flat_map(|line| line.split_whitespace()).collect()))
        .collect(),
    adjectives: include_str!("../../data/en/adjectives.txt").split_whitespace().collect(),
    nouns: lines(include_str!("../../data/en/nouns.txt")).flat_map(str::split_whitespace).collect(),
});

/// The lines of a table under their headings.
pub(super) fn sections(table: &'static str) -> HashMap<&'static str, Vec<&'static str>> {
    let mut sections: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut name = "";
    for line in lines(table) {
        match line.strip_prefix('@') {
            Some(heading) => name = heading,
            None => sections.entry(name).or_default().push(line),
        }
    }
    sections
}

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether a word is in a closed class.
pub(crate) fn is_in(word: &str, class: &str) -> bool {
    LEXICON.closed.get(class).is_some_and(|words| words.contains(word))
}

/// Whether a word holds sentences together.
pub(crate) fn is_closed(word: &str) -> bool {
    LEXICON.closed.values().any(|words| words.contains(word))
}

pub(crate) fn is_adjective(word: &str) -> bool {
    const ENDINGS: &[&str] = &["ful", "ous", "able", "ible", "ive", "less", "ical", "ish"];
    LEXICON.adjectives.contains(word)
        || is_comparative(word)
        || (word.len() > 6
            && ENDINGS.iter().any(|ending| word.ends_with(ending))
            && !LEXICON.nouns.contains(word))
}

/// `larger`, `largest`: only of adjectives that are listed.
fn is_comparative(word: &str) -> bool {
    ["er", "est", "r", "st"].iter().filter_map(|ending| word.strip_suffix(ending)).any(|stem| {
        LEXICON.adjectives.contains(stem)
            || stem
                .strip_suffix('i')
                .is_some_and(|short| LEXICON.adjectives.contains(format!("{short}y").as_str()))
            || (stem.len() > 3
                && stem.chars().next_back() == stem.chars().rev().nth(1)
                && LEXICON.adjectives.contains(&stem[..stem.len() - 1]))
    })
}

pub(crate) fn is_adverb(word: &str) -> bool {
    is_in(word, "adverb")
        || (word.len() > 5
            && word.ends_with("ly")
            && !matches!(
                word,
                "family"
                    | "supply"
                    | "assembly"
                    | "apply"
                    | "anomaly"
                    | "reply"
                    | "comply"
                    | "multiply"
                    | "monthly"
                    | "weekly"
                    | "friendly"
                    | "elderly"
                    | "early"
            ))
}

/// A noun of the list in the singular.
pub(crate) fn is_listed_noun(word: &str) -> bool {
    LEXICON.nouns.contains(word)
}

/// Plurals without -s, and some that change their stem.
const IRREGULAR: &[&str] = &[
    "people",
    "children",
    "men",
    "women",
    "feet",
    "teeth",
    "mice",
    "geese",
    "bacteria",
    "leaves",
    "lives",
    "knives",
    "shelves",
    "halves",
    "loaves",
    "calves",
    "wolves",
    "fungi",
    "criteria",
    "phenomena",
    "clothes",
    "cattle",
    "police",
];

/// Words in -s that are no plurals.
const SINGULAR: &[&str] = &[
    "series",
    "species",
    "news",
    "diabetes",
    "always",
    "perhaps",
    "across",
    "towards",
    "besides",
    "whereas",
    "as",
    "is",
    "was",
    "has",
    "does",
    "its",
    "his",
    "this",
    "thus",
    "us",
    "yes",
    "plus",
    "less",
    "unless",
    "focus",
    "lens",
    "bus",
    "gas",
    "basis",
    "analysis",
    "physics",
    "economics",
    "mathematics",
    "athletics",
    "politics",
    "hers",
    "ours",
    "yours",
    "theirs",
    "rabies",
    "asparagus",
    "hummus",
    "couscous",
    "sometimes",
    "overseas",
    "afterwards",
    "upwards",
    "downwards",
    "indoors",
    "outdoors",
    "besides",
    "hours'",
];

/// A noun in the plural, as far as its ending and the lists tell.
pub(crate) fn is_plural(word: &str) -> bool {
    if IRREGULAR.contains(&word) {
        return true;
    }
    let ends_like_one = word.len() > 3
        && word.ends_with('s')
        && !["ss", "us", "is", "ous", "'s"].iter().any(|ending| word.ends_with(ending));
    ends_like_one && !SINGULAR.contains(&word) && !is_closed(word)
}

/// The singular of a plural, if the list knows it.
fn listed_singular(word: &str) -> bool {
    let listed = |stem: &str| {
        LEXICON.nouns.contains(stem) || verbs::readings(stem).iter().any(|(_, form)| *form == Form::Base)
    };
    word.strip_suffix('s').is_some_and(listed)
        || word.strip_suffix("es").is_some_and(listed)
        || word.strip_suffix("ies").is_some_and(|stem| listed(&format!("{stem}y")))
        || (is_plural(word) && !word.ends_with('s'))
}

/// Whether a word that begins a sentence would have a small letter within it.
pub(crate) fn is_common_word(word: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "tion", "tions", "ment", "ments", "ness", "ity", "ities", "ism", "ance", "ence", "ship", "ing",
        "ology", "graphy", "ers", "ists",
    ];
    if matches!(word, "may" | "march" | "mark" | "bill" | "turkey" | "china" | "polish" | "rose" | "windows")
    {
        return false;
    }
    is_closed(word)
        || LEXICON.nouns.contains(word)
        || is_adjective(word)
        || is_adverb(word)
        || listed_singular(word)
        || !verbs::readings(word).is_empty()
        || (word.len() > 6 && ENDINGS.iter().any(|ending| word.ends_with(ending)))
        || (word.contains('-') && word.split('-').all(is_common_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_are_told_from_words_that_end_alike() {
        for word in ["tomatoes", "people", "leaves", "batteries", "buses"] {
            assert!(is_plural(word), "{word}");
        }
        for word in ["glass", "species", "this", "analysis", "focus", "diabetes", "always", "has"] {
            assert!(!is_plural(word), "{word}");
        }
    }

    #[test]
    fn common_words_are_told_from_names() {
        for word in ["tomatoes", "the", "watering", "fermentation", "bees", "larger", "slow-cooked"] {
            assert!(is_common_word(word), "{word}");
        }
        for word in ["hanoi", "kubernetes", "paris", "may", "google", "johnson"] {
            assert!(!is_common_word(word), "{word}");
        }
    }

    #[test]
    fn comparatives_are_adjectives() {
        for word in ["larger", "drier", "hottest", "best", "easier", "useful"] {
            assert!(is_adjective(word), "{word}");
        }
        for word in ["water", "forest", "table", "honest"] {
            assert!(!is_adjective(word), "{word}");
        }
    }
}
