//! What the composer knows of a language: cues, connectives, headings and realisations, all from hand-written tables.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use domain::locale::Language;

/// Rows of a table by their first column, in the order of the file.
#[derive(Debug, Default)]
pub(crate) struct Table(HashMap<&'static str, Vec<&'static str>>);

impl Table {
    fn read(text: &'static str) -> Self {
        let mut rows: HashMap<&str, Vec<&str>> = HashMap::new();
        for (key, value) in text.lines().filter_map(|line| line.split_once('\t')) {
            rows.entry(key).or_default().push(value);
        }
        Self(rows)
    }

    /// The rows under a key.
    pub(crate) fn rows(&self, key: &str) -> &[&'static str] {
        self.0.get(key).map_or(&[], Vec::as_slice)
    }
}

/// The tables of one language.
#[derive(Debug)]
pub(crate) struct Lexicon {
    pub(crate) language: Language,
    /// What makes a sentence useless, and what makes it lean on the one before.
    pub(crate) screen: Table,
    /// Connectives that sources begin sentences with, by the relation they tell.
    pub(crate) openers: Table,
    /// What tells the kind of a fact.
    pub(crate) cues: Table,
    /// What tells the part that a heading plays.
    pub(crate) roles: Table,
    /// Realisations of discourse acts.
    pub(crate) acts: Table,
    /// Headings above several topics of one role.
    pub(crate) umbrella: Table,
    /// Words that can be the verb of a sentence.
    finite: HashSet<String>,
    /// Words that are nothing but verbs.
    auxiliaries: HashSet<&'static str>,
    /// Base forms of verbs by their gerunds, and the other way round.
    bases: HashMap<String, &'static str>,
    gerunds: HashMap<&'static str, String>,
}

static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon {
    language: Language::ENGLISH,
    screen: Table::read(include_str!("../data/en/screen.tsv")),
    openers: Table::read(include_str!("../data/en/openers.tsv")),
    cues: Table::read(include_str!("../data/en/cues.tsv")),
    roles: Table::read(include_str!("../data/en/roles.tsv")),
    acts: Table::read(include_str!("../data/en/acts.tsv")),
    umbrella: Table::read(include_str!("../data/en/umbrella.tsv")),
    finite: english_forms(include_str!("../data/en/verbs.txt"), include_str!("../data/en/auxiliaries.txt")),
    auxiliaries: include_str!("../data/en/auxiliaries.txt").split_whitespace().collect(),
    bases: include_str!("../data/en/verbs.txt").split_whitespace().map(|base| (gerund(base), base)).collect(),
    gerunds: include_str!("../data/en/verbs.txt")
        .split_whitespace()
        .map(|base| (base, gerund(base)))
        .collect(),
});

static VIETNAMESE: LazyLock<Lexicon> = LazyLock::new(|| Lexicon {
    language: Language::VIETNAMESE,
    screen: Table::read(include_str!("../data/vi/screen.tsv")),
    openers: Table::read(include_str!("../data/vi/openers.tsv")),
    cues: Table::read(include_str!("../data/vi/cues.tsv")),
    roles: Table::read(include_str!("../data/vi/roles.tsv")),
    acts: Table::read(include_str!("../data/vi/acts.tsv")),
    umbrella: Table::read(include_str!("../data/vi/umbrella.tsv")),
    finite: include_str!("../data/vi/verbs.txt").split_whitespace().map(str::to_owned).collect(),
    auxiliaries: HashSet::new(),
    bases: HashMap::new(),
    gerunds: HashMap::new(),
});

impl Lexicon {
    /// The tables of a language, if there are any.
    pub(crate) fn of(language: Language) -> Option<&'static Self> {
        match language {
            Language::ENGLISH => Some(&ENGLISH),
            Language::VIETNAMESE => Some(&VIETNAMESE),
            _ => None,
        }
    }

    pub(crate) fn is_english(&self) -> bool {
        self.language == Language::ENGLISH
    }

    /// Whether a normalised word can be the verb of a sentence.
    pub(crate) fn is_finite(&self, word: &str) -> bool {
        self.finite.contains(word)
    }

    /// Whether a normalised word is nothing but a verb: `is`, `made`.
    pub(crate) fn is_auxiliary(&self, word: &str) -> bool {
        self.auxiliaries.contains(word)
    }

    /// Whether a normalised word is the base form of a verb.
    pub(crate) fn is_base(&self, word: &str) -> bool {
        self.gerunds.contains_key(word)
    }

    /// `storing` from `store`.
    pub(crate) fn gerund_of(&self, base: &str) -> Option<&str> {
        self.gerunds.get(base).map(String::as_str)
    }

    /// `store` from `storing`.
    pub(crate) fn base_of(&self, gerund: &str) -> Option<&'static str> {
        self.bases.get(gerund).copied()
    }

    /// What a passage about money is called in a title.
    pub(crate) fn costs(&self) -> &'static str {
        if self.is_english() { "costs" } else { "chi phí" }
    }

    /// How the language says `and`.
    pub(crate) fn and(&self) -> &'static str {
        if self.is_english() { "and" } else { "và" }
    }
}

fn english_forms(bases: &'static str, others: &'static str) -> HashSet<String> {
    let mut forms: HashSet<String> = others.split_whitespace().map(str::to_owned).collect();
    for base in bases.split_whitespace() {
        let past = gerund(base).trim_end_matches("ing").to_owned() + "ed";
        let third = match base {
            _ if base.ends_with(['s', 'x'])
                || base.ends_with("ch")
                || base.ends_with("sh")
                || base.ends_with('o') =>
            {
                format!("{base}es")
            }
            _ => match base.strip_suffix('y') {
                Some(stem) if !stem.ends_with(is_vowel) => format!("{stem}ies"),
                _ => format!("{base}s"),
            },
        };
        let ied = base.strip_suffix('y').map(|stem| format!("{stem}ied"));
        forms.extend([base.to_owned(), past, third].into_iter().chain(ied));
    }
    forms
}

/// Verbs of two syllables whose last consonant is doubled.
const DOUBLED: [&str; 3] = ["begin", "forget", "prefer"];

fn gerund(base: &str) -> String {
    let letters: Vec<char> = base.chars().collect();
    let vowels = letters.iter().filter(|letter| is_vowel(**letter)).count();
    if let Some(stem) = base.strip_suffix("ie") {
        return format!("{stem}ying");
    }
    if base.ends_with('e') && !base.ends_with("ee") && base != "be" {
        return format!("{}ing", base.trim_end_matches('e'));
    }
    let doubles = match letters.as_slice() {
        [.., before, vowel, last] => {
            !is_vowel(*before)
                && is_vowel(*vowel)
                && !is_vowel(*last)
                && !matches!(last, 'w' | 'x' | 'y')
                && vowels == 1
        }
        _ => false,
    };
    match letters.last() {
        Some(last) if doubles || DOUBLED.contains(&base) => format!("{base}{last}ing"),
        _ => format!("{base}ing"),
    }
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gerunds_follow_english_spelling() {
        for (base, expected) in [
            ("store", "storing"),
            ("cut", "cutting"),
            ("dry", "drying"),
            ("open", "opening"),
            ("stir", "stirring"),
            ("clean", "cleaning"),
        ] {
            assert_eq!(gerund(base), expected);
            assert_eq!(ENGLISH.base_of(expected), Some(base));
        }
        for form in ["stores", "carries", "carried", "stopped", "washes", "used", "is"] {
            assert!(ENGLISH.is_finite(form), "{form}");
        }
    }

    #[test]
    fn every_act_has_more_than_a_dozen_distinct_realisations() {
        for lexicon in [&*ENGLISH, &*VIETNAMESE] {
            for (act, rows) in &lexicon.acts.0 {
                let distinct: HashSet<&&str> = rows.iter().collect();
                assert!(distinct.len() > 12, "{act} has {}", distinct.len());
                assert_eq!(distinct.len(), rows.len(), "{act} repeats itself");
            }
        }
    }
}
