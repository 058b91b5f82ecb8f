//! The wordings that drafts are made with, read from lists.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::topic::Kind;

/// A section as a list proposes it.
pub(crate) struct Pattern {
    /// Where in an article it belongs.
    pub(crate) stage: &'static str,
    /// What it is about; openers are chosen by it.
    pub(crate) angle: &'static str,
    /// Whether an article of the kind can't do without it.
    pub(crate) is_core: bool,
    pub(crate) heading: &'static str,
    pub(crate) children: Vec<&'static str>,
}

/// The sections that articles of a kind may have.
pub(crate) fn patterns(kind: Kind) -> Vec<Pattern> {
    let list = match kind {
        Kind::HowTo => include_str!("../data/outlines/how_to.txt"),
        Kind::WhatIs => include_str!("../data/outlines/what_is.txt"),
        Kind::Best => include_str!("../data/outlines/best.txt"),
        Kind::Cost => include_str!("../data/outlines/cost.txt"),
        Kind::Comparison => include_str!("../data/outlines/comparison.txt"),
        Kind::Problem => include_str!("../data/outlines/problem.txt"),
        Kind::Place => include_str!("../data/outlines/place.txt"),
        Kind::Question => include_str!("../data/outlines/question.txt"),
        Kind::Plain => include_str!("../data/outlines/plain.txt"),
    };
    list.lines().filter_map(pattern).collect()
}

fn pattern(line: &'static str) -> Option<Pattern> {
    let mut fields = line.split('|');
    let (stage, angle, heading) = (fields.next()?, fields.next()?, fields.next()?);
    let bare = angle.trim_end_matches('!');
    Some(Pattern {
        stage,
        angle: bare,
        is_core: bare.len() < angle.len(),
        heading,
        children: fields.collect(),
    })
}

const GENERAL_OPENERS: &str = include_str!("../data/openers/general.txt");
const PLACE_OPENERS: &str = include_str!("../data/openers/place.txt");
const COMPARISON_OPENERS: &str = include_str!("../data/openers/comparison.txt");

/// First words of sentences about an angle. Of places and of two things that are compared one speaks in other ways.
pub(crate) fn openers(kind: Kind, angle: &str) -> Vec<&'static str> {
    let own = match kind {
        Kind::Place => PLACE_OPENERS,
        Kind::Comparison => COMPARISON_OPENERS,
        _ => GENERAL_OPENERS,
    };
    let found: Vec<&str> = of(own, angle).collect();
    if found.is_empty() { of(GENERAL_OPENERS, angle).collect() } else { found }
}

/// What stands before a list, and how its items begin.
pub(crate) fn list_about(angle: &str) -> Option<(&'static str, Vec<&'static str>)> {
    let line = of(include_str!("../data/lists.txt"), angle).next()?;
    let (lead, verbs) = line.split_once('|')?;
    Some((lead, verbs.split('|').collect()))
}

/// Questions with the first words of their answers.
pub(crate) fn questions(kind: Kind) -> Vec<(&'static str, &'static str)> {
    of(include_str!("../data/questions.txt"), kind.name()).filter_map(|line| line.split_once('|')).collect()
}

/// First sentences of articles, those for any kind last.
pub(crate) fn introductions(kind: Kind) -> Vec<&'static str> {
    with_any(include_str!("../data/introductions.txt"), kind)
}

/// Titles, those for any kind last.
pub(crate) fn titles(kind: Kind) -> Vec<&'static str> {
    with_any(include_str!("../data/titles.txt"), kind)
}

/// What may follow the keyword in a title for results pages.
pub(crate) fn tails() -> Vec<&'static str> {
    include_str!("../data/tails.txt").lines().collect()
}

/// Headings of the last section.
pub(crate) fn closing_headings() -> Vec<&'static str> {
    include_str!("../data/closing_headings.txt").lines().collect()
}

/// Headings of the questions.
pub(crate) fn faq_headings() -> Vec<&'static str> {
    include_str!("../data/faq_headings.txt").lines().collect()
}

fn with_any(list: &'static str, kind: Kind) -> Vec<&'static str> {
    of(list, kind.name()).chain(of(list, "any")).collect()
}

/// The lines of a list that begin with a name.
fn of<'a>(list: &'static str, name: &'a str) -> impl Iterator<Item = &'static str> + use<'a> {
    list.lines()
        .filter_map(move |line| line.split_once('|').filter(|(own, _)| *own == name))
        .map(|(_, rest)| rest)
}

/// Words that sentences may begin with.
pub(crate) static STARTERS: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("../data/starters.txt").split_ascii_whitespace().collect());

/// Forms of verbs of which a sentence has at least one.
pub(crate) static VERBS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("../data/verbs.txt").split_ascii_whitespace().collect());

/// Words that no sentence of a draft has.
pub(crate) static UNWANTED_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("../data/unwanted_words.txt").split_ascii_whitespace().collect());

/// Phrases that no sentence of a draft has.
pub(crate) static UNWANTED_PHRASES: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("../data/unwanted_phrases.txt").lines().collect());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_complete() {
        for kind in Kind::ALL {
            let patterns = patterns(kind);
            assert!(patterns.len() >= 14, "{kind:?}");
            assert!(patterns.iter().any(|pattern| pattern.is_core), "{kind:?}");
            for pattern in &patterns {
                assert!(pattern.children.len() >= 3, "{}", pattern.heading);
                assert!(openers(kind, pattern.angle).len() >= 12, "{kind:?} {}", pattern.angle);
            }
            let angles: HashSet<&str> = patterns.iter().map(|pattern| pattern.angle).collect();
            assert_eq!(angles.len(), patterns.len(), "{kind:?}");
            assert!(questions(kind).len() >= 8 && introductions(kind).len() >= 4 && titles(kind).len() >= 4);
        }
    }

    #[test]
    fn no_opener_is_listed_twice_or_unwanted() {
        for list in [GENERAL_OPENERS, PLACE_OPENERS, COMPARISON_OPENERS] {
            let mut known = HashSet::new();
            for (_, opener) in list.lines().filter_map(|line| line.split_once('|')) {
                assert!(known.insert(opener), "{opener} twice");
                let line = format!(" {} ", opener.to_lowercase().replace(',', ""));
                assert!(!line.split(' ').any(|word| UNWANTED_WORDS.contains(word)), "{opener}");
                assert!(
                    !UNWANTED_PHRASES.iter().any(|phrase| line.contains(&format!(" {phrase}"))),
                    "{opener}"
                );
            }
        }
    }
}
