//! The facts of a sentence that can be read off its words: numbers with units, names, quotations, and words such as `not`, `may`,
//! `at least` that decide what it claims.

mod numbers;
mod signals;

use std::collections::{BTreeMap, BTreeSet};

use domain::locale::Language;

use crate::grammar::Tongue;

pub(crate) use numbers::spelled;

/// What a sentence claims, as far as single words tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    numbers: Vec<String>,
    signals: BTreeMap<&'static str, usize>,
    quotations: Vec<String>,
    /// Words that have a capital of their own.
    names: BTreeSet<String>,
    words: BTreeSet<String>,
}

/// A word of a sentence, without the marks around it.
#[derive(Debug, Clone)]
struct Word {
    text: String,
    lower: String,
    /// It begins a sentence, so that its capital may mean nothing.
    begins: bool,
}

/// Whether two sentences claim the same.
pub(crate) fn same(original: &str, wording: &str, language: Language) -> bool {
    // Without tables of the language, numbers, names and quotations can still be compared.
    let tongue = Tongue::of(language).unwrap_or(Tongue::English);
    agree(&Facts::of(original, tongue), &Facts::of(wording, tongue))
}

/// Whether both have the same facts, and no name stands in only one of them.
pub(crate) fn agree(original: &Facts, wording: &Facts) -> bool {
    original.numbers == wording.numbers
        && original.signals == wording.signals
        && original.quotations == wording.quotations
        && original.names.is_subset(&wording.words)
        && wording.names.is_subset(&original.words)
}

impl Facts {
    pub(crate) fn of(text: &str, tongue: Tongue) -> Self {
        let words = words(text);
        let signals = signals::read(&words, tongue);
        let numbers = numbers::read(&words, &signals.used, tongue);
        let names = words.iter().enumerate().filter(|(index, word)| is_name(word, *index, &words, tongue));
        Self {
            numbers,
            signals: signals.counts,
            quotations: quotations(text),
            names: names.map(|(_, word)| word.lower.clone()).collect(),
            words: words.iter().map(|word| word.lower.clone()).collect(),
        }
    }
}

fn is_name(word: &Word, index: usize, words: &[Word], tongue: Tongue) -> bool {
    let capital = word.text.starts_with(char::is_uppercase) && word.text != "I";
    let next_is_capital = words.get(index + 1).is_some_and(|next| next.text.starts_with(char::is_uppercase));
    capital && (!word.begins || !tongue.is_common_word(&word.lower, next_is_capital))
}

/// Words without the marks around them; `20-minute` is two, `Hanoi's` is `Hanoi`.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut begins = true;
    for chunk in text.split(|letter: char| {
        letter.is_whitespace() || matches!(letter, '—' | '–' | '(' | ')' | '"' | '“' | '”' | '/')
    }) {
        let pieces: Vec<&str> =
            if chunk.starts_with(|letter: char| letter.is_ascii_digit() || matches!(letter, '$' | '€')) {
                chunk.split('-').collect()
            } else {
                vec![chunk]
            };
        for piece in pieces {
            let kept =
                |letter: char| letter.is_alphanumeric() || matches!(letter, '%' | '$' | '€' | '°' | 'º');
            let word = piece.trim_matches(|letter| !kept(letter));
            let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
            if !word.is_empty() {
                words.push(Word {
                    text: word.to_owned(),
                    lower: word.to_lowercase().replace('’', "'"),
                    begins,
                });
                begins = false;
            }
        }
        begins |= chunk.ends_with(['.', '!', '?']) && !words.is_empty();
    }
    words
}

/// What stands in double quotation marks.
fn quotations(text: &str) -> Vec<String> {
    let mut found: Vec<String> = text
        .split(['"', '“', '”'])
        .skip(1)
        .step_by(2)
        .map(|quoted| quoted.trim_end_matches([',', '.']).to_owned())
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(original: &str, wording: &str, expected: bool) {
        let (a, b) = (Facts::of(original, Tongue::English), Facts::of(wording, Tongue::English));
        assert_eq!(agree(&a, &b), expected, "{a:?} {b:?}");
    }

    #[test]
    fn numbers_are_compared_by_value_and_unit() {
        check("It takes two hours.", "It takes 2 hours.", true);
        check("Prices rose 12 percent.", "Prices rose by 12%.", true);
        check("Add 5 kg of soil.", "Add 5 kilograms of soil.", true);
        check("A 20-minute walk.", "A walk of 20 minutes.", true);
        check("It costs $1,200.", "It costs 1200 dollars.", true);
        check("Add 5 kg of soil.", "Add 5 g of soil.", false);
        check("It takes two hours.", "It takes three hours.", false);
        check("It takes 3 to 5 minutes.", "It takes between 3 and 5 minutes.", true);
        check("Wait 3–5 minutes.", "Wait 3 to 5 minutes.", true);
    }

    #[test]
    fn names_must_stay_and_none_may_come() {
        check("Pho comes from Hanoi.", "Hanoi is where pho comes from.", true);
        check("Pho comes from Hanoi.", "Pho comes from the north.", false);
        check("Pho comes from the north.", "Pho comes from Hanoi.", false);
        check("Coffee grows in Vietnam.", "In Vietnam, coffee grows.", true);
    }

    #[test]
    fn what_decides_the_claim_must_stay() {
        check("You may eat it.", "You must eat it.", false);
        check("You must eat it.", "You have to eat it.", true);
        check("Do not boil it.", "Avoid boiling it.", true);
        check("Do not boil it.", "Boil it.", false);
        check("At least 3 days pass.", "Up to 3 days pass.", false);
        check("More than 3 days pass.", "Over 3 days pass.", true);
        check("It usually works.", "It always works.", false);
        check("It is called “soft”.", "It is called “hard”.", false);
        check("It is larger than a cat.", "It is smaller than a cat.", false);
    }

    #[test]
    fn other_languages_are_compared_by_numbers_and_names() {
        assert!(!same("Es kostet 12 Euro.", "Es kostet 13 Euro.", "de".parse().unwrap()));
    }
}
