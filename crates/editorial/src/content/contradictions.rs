//! Different figures for one thing in two places.

use std::collections::HashSet;

use domain::locale::Language;
use prose::figures::{Figure, clause, in_sentence};
use seo::words::{is_background, normalise, split};

use super::statements::{Kind, Statement};
use super::{ContentCheck, Limit, Subject, counted, finding, measured, not_measured};

const NAME: &str = "contradictions";
const LIMIT: Limit = Limit::AtMost(0.0);
/// From this likeness on, two clauses with figures of one kind are about one thing.
const SAME: f64 = 0.5;
/// And they share at least as many words.
const SHARED: usize = 2;
/// What a common word weighs.
const COMMON: f64 = 0.6;

/// Words that say that a figure depends on something or that sources differ.
#[rustfmt::skip]
const DIFFERENCES: [&str; 24] = [
    "sources differ", "sources disagree", "depending on", "depends on", "others", "another", "some ", "up to you", "instead of", "rather than", "unlike", "compared with",
    "until recently", "tùy", "có nơi", "có người", "nguồn khác", "khác nhau", "thay vì", "so với", "more than one", "not ", "không phải", "example",
];

/// A figure with the words around it.
struct Claim<'a> {
    statement: &'a Statement,
    figure: Figure,
    words: HashSet<String>,
    /// Other figures of the sentence, which are its conditions.
    conditions: Vec<Figure>,
}

pub(super) fn contradictions(subject: &Subject<'_>) -> ContentCheck {
    let language = subject.language();
    let told = |statement: &&Statement| statement.kind != Kind::Code && statement.kind != Kind::Row;
    let claims: Vec<Claim<'_>> =
        subject.statements.iter().filter(told).flat_map(|statement| claims(subject, statement)).collect();
    if claims.is_empty() {
        return not_measured(NAME, LIMIT, "The article has no figures with units.");
    }
    let mut findings = Vec::new();
    for (index, one) in claims.iter().enumerate() {
        for other in &claims[index + 1..] {
            if contradict(one, other, language) {
                let problem = format!(
                    "says something else than {}: “{}”",
                    one.statement.place.name(),
                    one.statement.text.trim()
                );
                findings.push(finding(&other.statement.place, problem, &other.statement.text));
            }
        }
    }
    let detail = match findings.len() {
        0 => format!(
            "{} compared; no two contradict each other.",
            counted(claims.len(), "figure was", "figures were")
        ),
        count => format!(
            "{} for one thing.",
            counted(
                count,
                "pair of sentences gives different figures",
                "pairs of sentences give different figures"
            )
        ),
    };
    measured(NAME, crate::as_f64(findings.len()), LIMIT, detail, findings)
}

fn claims<'a>(subject: &Subject<'_>, statement: &'a Statement) -> Vec<Claim<'a>> {
    let normal = normalise(&statement.spoken);
    if DIFFERENCES.iter().any(|words| normal.contains(words)) {
        return Vec::new();
    }
    let language = subject.language();
    let figures: Vec<Figure> = in_sentence(&statement.spoken, language)
        .into_iter()
        .filter(|figure| figure.kind != "count")
        .collect();
    let claim = |(at, figure): (usize, &Figure)| {
        // The figure and its unit say nothing about what is measured.
        let around = clause(&statement.spoken, &figure.range);
        let around = if figures.len() > 1 { around } else { 0..statement.spoken.len() };
        let text = if figure.range.is_empty() {
            statement.spoken[around].to_owned()
        } else {
            let before = &statement.spoken[around.start..figure.range.start];
            format!("{before} {}", &statement.spoken[figure.range.end..around.end])
        };
        let conditions =
            figures.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, it)| it.clone());
        Claim {
            statement,
            figure: figure.clone(),
            words: telling(&format!("{text} {}", statement.topic), subject),
            conditions: conditions.collect(),
        }
    };
    figures.iter().enumerate().map(claim).collect()
}

/// Words that name what a figure is about. Units and the keyword stand beside all of them.
fn telling(text: &str, subject: &Subject<'_>) -> HashSet<String> {
    let language = subject.language();
    let of_keyword =
        |word: &String| subject.keyword.words.contains(word) || subject.keyword.heads.contains(word);
    let words: HashSet<String> = if language == Language::VIETNAMESE {
        passages::words(text, language).into_iter().collect()
    } else {
        let normal = normalise(text);
        let named = split(&normal).filter(|word| !seo::words::is_function_word(word, language));
        named.map(|word| seo::stem(word, language)).collect()
    };
    let is_unit = |word: &String| word.split(' ').any(|part| !prose::quantities::units_in(part).is_empty());
    let keeps = |word: &String| word.chars().any(char::is_alphabetic) && !of_keyword(word) && !is_unit(word);
    words.into_iter().filter(keeps).collect()
}

fn contradict(one: &Claim<'_>, other: &Claim<'_>, language: Language) -> bool {
    let same_sentence = std::ptr::eq(one.statement, other.statement);
    if same_sentence || !one.figure.is_comparable(&other.figure) || !one.figure.differs(&other.figure) {
        return false;
    }
    // Where the other sentence also has the same figure, the two are about different things.
    let agrees = |claim: &Claim<'_>, figure: &Figure| {
        claim.conditions.iter().any(|known| known.is_comparable(figure) && !known.differs(figure))
    };
    if agrees(one, &other.figure) || agrees(other, &one.figure) || excludes(one, other) {
        return false;
    }
    likeness(&one.words, &other.words, language) >= SAME
}

/// Whether other figures of the two sentences say that they are about different cases.
fn excludes(one: &Claim<'_>, other: &Claim<'_>) -> bool {
    one.conditions.iter().any(|figure| {
        let mut of_kind = other.conditions.iter().filter(|known| known.kind == figure.kind).peekable();
        of_kind.peek().is_some() && of_kind.all(|known| known.differs(figure))
    })
}

fn likeness(one: &HashSet<String>, other: &HashSet<String>, language: Language) -> f64 {
    let weight = |word: &String| if is_background(word, language) { COMMON } else { 1.0 };
    let total = |words: &HashSet<String>| words.iter().map(|word| weight(word).powi(2)).sum::<f64>().sqrt();
    let shared: Vec<f64> = one.intersection(other).map(|word| weight(word).powi(2)).collect();
    if shared.len() < SHARED {
        return 0.0;
    }
    shared.iter().sum::<f64>() / (total(one) * total(other)).max(f64::EPSILON)
}
