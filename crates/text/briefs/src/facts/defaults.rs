//! Default values of settings.

use domain::articles::passages::{Passage, PassageKind};
use domain::locale::Language;
use prose::{quantities, sentences};

use super::Statement;
use crate::prose_lines;
use crate::topics;
use crate::write::Context;

/// Longer values are explanations.
const LONGEST: usize = 70;
/// Phrases before a value, and phrases after one.
const BEFORE: [&str; 9] = [
    "the default value is ",
    "the default is ",
    "by default is ",
    "default value: ",
    "default: ",
    "defaults to ",
    "the default setting is ",
    "giá trị mặc định là ",
    "mặc định là ",
];
const BEHIND: [&str; 2] = [" by default", " theo mặc định"];
/// The defaults that relevant passages name. If these mention another setting, its default is added from the
/// other passages.
pub(super) fn find(context: &Context<'_>, relevant: &[usize]) -> Vec<Statement> {
    let mut found = in_passages(context, relevant.iter().copied());
    let others = (0..context.passages.len()).filter(|index| relevant.binary_search(index).is_err());
    let named = |setting: &str| {
        let mut words = found.iter().flat_map(|statement| statement.sentence.split_whitespace());
        setting.contains('_')
            && words.any(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()) == setting)
    };
    let named: Vec<Statement> =
        in_passages(context, others).into_iter().filter(|statement| named(&statement.about)).collect();
    found.extend(named);
    found
}

fn in_passages(context: &Context<'_>, indices: impl Iterator<Item = usize>) -> Vec<Statement> {
    let mut found = Vec::new();
    for index in indices {
        let passage = &context.passages[index];
        let lines = prose_lines(&passage.text);
        for sentence in lines.flat_map(|line| sentences::split(line, context.keyword.language)) {
            let Some(value) = value(sentence) else { continue };
            let Some(setting) = setting(passage, sentence, context.keyword.language) else { continue };
            found.push(Statement {
                key: seo::words::normalise(&setting).into_owned(),
                about: setting,
                sameness: sameness(value, context.keyword.language),
                value: value.to_owned(),
                sentence: sentence.to_owned(),
                passage: index,
                sources: passage.sources().collect(),
            });
        }
    }
    found
}

/// The value that a sentence gives as the default.
fn value(sentence: &str) -> Option<&str> {
    let lower = sentence.to_lowercase();
    if lower.len() != sentence.len() {
        return None;
    }
    if let Some(value) = in_brackets(sentence, &lower) {
        return Some(value);
    }
    let after = BEFORE.iter().find_map(|words| lower.find(words).map(|at| at + words.len()));
    let Some(start) = after else { return before_the_words(sentence, &lower) };
    let value = &sentence[start..];
    let end =
        ["; ", ", ", " -- ", " – "].iter().filter_map(|sign| value.find(sign)).min().unwrap_or(value.len());
    let value = value[..end].trim().trim_end_matches(['.', ';', ',', ':']);
    // `a relatively low 200 million` is 200 million.
    let number = value.find(|sign: char| sign.is_ascii_digit()).filter(|_| value.starts_with("a "));
    let value = &value[number.unwrap_or(0)..];
    // `The default is to keep it` names no value that could be compared, but it is one.
    (!value.is_empty() && value.chars().count() <= LONGEST).then_some(value)
}

/// `This is on by default`.
fn before_the_words<'a>(sentence: &'a str, lower: &str) -> Option<&'a str> {
    let end = BEHIND.iter().find_map(|words| lower.find(words))?;
    let before = sentence[..end].rsplit(' ').next()?;
    let is_switch = matches!(before, "on" | "off" | "true" | "false" | "enabled" | "disabled" | "yes" | "no");
    (is_switch || before.parse::<f64>().is_ok()).then_some(before)
}

/// `If -1 is specified (which is the default)`.
fn in_brackets<'a>(sentence: &'a str, lower: &str) -> Option<&'a str> {
    let at = ["(which is the default", "(the default)"].iter().find_map(|words| lower.find(words))?;
    let before = sentence[..at].trim_end();
    let before =
        before.strip_suffix("is specified").or_else(|| before.strip_suffix("is set")).unwrap_or(before);
    let value = before.trim_end().rsplit(' ').next()?.trim_matches([',', ';', '“', '”']);
    (!value.is_empty()).then_some(value)
}

/// The setting that a sentence describes: the term of its definition, or an identifier in it.
fn setting(passage: &Passage, sentence: &str, language: Language) -> Option<String> {
    if passage.kind == PassageKind::Definition {
        let term = passage.path.last()?;
        return Some(topics::term(term).to_owned());
    }
    let mut identifiers =
        sentence.split_whitespace().map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()));
    let identifier = identifiers.rfind(|word| word.contains('_') || word.contains("::"));
    if let Some(identifier) = identifier {
        return Some(identifier.to_owned());
    }
    let heading = passage.path.last()?;
    let names_one = seo::stems(heading, language).len() <= 4 && !seo::is_furniture(heading);
    (names_one && passage.path.len() > 1).then(|| seo::bare_heading(heading).to_owned())
}

/// A value to compare: its first number, or its words.
fn sameness(value: &str, language: Language) -> String {
    let lower = value.to_lowercase();
    let words = lower.split_whitespace().map(|word| {
        let bare = word.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '-');
        let spelled = quantities::spelled_in(bare, language).first().map(ToString::to_string);
        spelled.unwrap_or_else(|| bare.to_owned())
    });
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let number = words
        .iter()
        .position(|word| word.trim_start_matches('-').starts_with(|first: char| first.is_ascii_digit()));
    number.map_or_else(|| words.join(" "), |at| words[at..words.len().min(at + 2)].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_in_sentences() {
        for (sentence, expected) in [
            ("The default is three.", Some("three")),
            ("The default is one minute (1min).", Some("one minute (1min)")),
            ("The default value is 0.2 (20% of table size).", Some("0.2 (20% of table size)")),
            ("This is on by default; however, more is needed.", Some("on")),
            ("The default is -1, which means another value.", Some("-1")),
            ("If -1 is specified (which is the default), another value is used.", Some("-1")),
            ("Giá trị mặc định là 50.", Some("50")),
            ("The default is a relatively low 200 million transactions.", Some("200 million transactions")),
            ("It was changed by default.", None),
            ("There is a default.", None),
        ] {
            assert_eq!(value(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn spelled_numbers_are_the_same() {
        let same = |one, other| sameness(one, Language::ENGLISH) == sameness(other, Language::ENGLISH);
        assert!(same("three", "3") && same("50 tuples", "50 tuples (rows)"));
        assert!(!same("0.2", "0.1"));
    }
}
