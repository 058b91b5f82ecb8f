//! Numbers with units, grouped by what their sentences are about.

use std::collections::BTreeSet;
use std::ops::Range;

use domain::articles::brief::FactKind;
use domain::locale::Language;
use prose::quantities::{self, Quantity};
use prose::sentences;

use super::{Group, Statement};
use crate::prose_lines;
use crate::topics;
use crate::write::Context;

/// From this likeness on, two sentences with figures of one dimension are about the same thing.
const SAME: f64 = 0.5;
/// And they share at least as many words that matter.
const SHARED: usize = 2;
/// Temperatures and ratios are few in an article, and mostly about one thing.
const SAME_OF_FEW: f64 = 0.15;
/// Amounts of one thing do not differ more.
const FAR_APART: f64 = 20.0;
/// What a common word weighs.
const COMMON: f64 = 0.6;
/// Longer sentences say too much to be one fact.
const LONGEST: usize = 280;
/// The most sentences that are compared.
const MOST: usize = 400;
/// The most words of what a group is about.
const ABOUT: usize = 6;

struct Figure {
    statement: Statement,
    dimension: &'static str,
    words: Vec<Word>,
}

/// A word that matters as it is compared, and as it is written.
type Word = (String, String);

/// The figures of passages in groups. Sentences that name a default are left out.
pub(super) fn grouped(context: &Context<'_>, relevant: &[usize], defaults: &[Group]) -> Vec<Group> {
    let known: BTreeSet<&str> = defaults
        .iter()
        .flat_map(|group| group.statements.iter().map(|statement| statement.sentence.as_str()))
        .collect();
    let mut by_relevance: Vec<usize> = relevant.to_vec();
    by_relevance.sort_by(|one, other| context.relevance[*other].total_cmp(&context.relevance[*one]));
    let mut figures: Vec<Figure> = Vec::new();
    for index in by_relevance {
        figures.extend(
            in_passage(context, index)
                .into_iter()
                .filter(|figure| !known.contains(&*figure.statement.sentence)),
        );
        if figures.len() >= MOST {
            break;
        }
    }
    let mut groups: Vec<Vec<Figure>> = Vec::new();
    for figure in figures {
        let likeness = |group: &Vec<Figure>| {
            group.iter().map(|other| likeness(&figure, other, context.keyword.language)).fold(0.0, f64::max)
        };
        let best = groups
            .iter_mut()
            .map(|group| (likeness(group), group))
            .max_by(|one, other| one.0.total_cmp(&other.0));
        match best {
            Some((likeness, group)) if likeness >= threshold(figure.dimension) => group.push(figure),
            _ => groups.push(vec![figure]),
        }
    }
    let (shared, single): (Vec<_>, Vec<_>) =
        groups.into_iter().map(group).partition(|group| group.source_count() > 1);
    shared.into_iter().chain(by_heading(single)).collect()
}

/// What one source says below one heading, together.
fn by_heading(groups: Vec<Group>) -> Vec<Group> {
    let mut gathered: Vec<Group> = Vec::new();
    for group in groups {
        let sources = |group: &Group| group.statements.first().map(|statement| statement.sources.clone());
        let known =
            gathered.iter_mut().find(|known| known.about == group.about && sources(known) == sources(&group));
        let Some(known) = known else {
            gathered.push(group);
            continue;
        };
        for statement in group.statements {
            match known.statements.iter_mut().find(|other| other.sentence == statement.sentence) {
                Some(other) if !other.value.contains(&statement.value) => {
                    other.value = format!("{}, {}", other.value, statement.value);
                    other.sameness = format!("{} {}", other.sameness, statement.sameness);
                }
                Some(_) => {}
                None => known.statements.push(statement),
            }
        }
    }
    gathered
}

fn threshold(dimension: &str) -> f64 {
    if is_of_few(dimension) { SAME_OF_FEW } else { SAME }
}

fn is_of_few(dimension: &str) -> bool {
    matches!(dimension, "celsius" | "fahrenheit" | RATIO)
}

fn in_passage(context: &Context<'_>, index: usize) -> Vec<Figure> {
    let passage = &context.passages[index];
    let language = context.keyword.language;
    let mut found = Vec::new();
    for sentence in prose_lines(&passage.text).flat_map(|line| sentences::split(line, language)) {
        if sentence.chars().count() > LONGEST {
            continue;
        }
        let mut measured = by_dimension(quantities::in_sentence(sentence, language));
        measured.extend(ratios(sentence));
        let mut wording = sentence.to_owned();
        for value in measured.iter().flat_map(|(_, values)| values) {
            wording.replace_range(value.start..value.end(), &";".repeat(value.excerpt.len()));
        }
        if converts(sentence, &measured) {
            let mut values: Vec<Value> = measured.drain(..).flat_map(|(_, values)| values).collect();
            values.sort_by_key(|value| value.start);
            measured.push((CONVERSION, values));
        }
        let several = measured.len() > 1;
        for (dimension, quantities) in measured {
            let clause = if several { clause(sentence, &quantities) } else { 0..sentence.len() };
            // Two syllables are shared by chance.
            let in_pairs = language == Language::VIETNAMESE && !is_of_few(dimension);
            let words = telling_words(&wording[clause], in_pairs, context);
            let headings = passage.path.iter().rev().map(|heading| seo::bare_heading(heading));
            let heading =
                headings.clone().find(|heading| !seo::is_furniture(heading)).unwrap_or(&passage.title);
            found.push(Figure {
                statement: Statement {
                    key: String::new(),
                    about: topics::term(heading).to_owned(),
                    value: value(sentence, &quantities),
                    sameness: sameness(&quantities),
                    sentence: sentence.to_owned(),
                    passage: index,
                    sources: passage.sources().collect(),
                },
                dimension,
                words,
            });
        }
    }
    found
}

/// A value as it is written, where it begins, and as it is compared.
struct Value {
    excerpt: String,
    start: usize,
    sameness: String,
}

impl Value {
    fn end(&self) -> usize {
        self.start + self.excerpt.len()
    }
}

/// What `25 g is about 4 spoons` measures: no side of it is a figure by itself.
const CONVERSION: &str = "conversion";
/// Words between the two sides of a conversion.
const EQUAL: [&str; 14] = [
    "is", "are", "equals", "equal", "makes", "weighs", "weigh", "là", "bằng", "tức", "xấp", "vào", "tương",
    "gần",
];

/// Whether a sentence gives one amount in another unit.
fn converts(sentence: &str, measured: &[(&str, Vec<Value>)]) -> bool {
    let [(_, one), (_, other)] = measured else { return false };
    let (before, after) = if one[0].start < other[0].start { (one, other) } else { (other, one) };
    let Some(between) = before.last().and_then(|last| sentence.get(last.end()..after[0].start)) else {
        return false;
    };
    between.contains(['=', '≈', '~']) || between.split_whitespace().any(|word| EQUAL.contains(&word))
}

/// What `1:4` measures.
const RATIO: &str = "ratio";

/// Ratios to one, such as `1:4`. Others are times of day or scores.
fn ratios(sentence: &str) -> Option<(&'static str, Vec<Value>)> {
    let ratio = |(start, one): (usize, &str)| {
        let rest = &sentence[start + one.len()..];
        let length = rest.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(rest.len());
        let part = rest[..length].trim_end_matches('.');
        let is_whole = !sentence[..start]
            .ends_with(|sign: char| sign.is_alphanumeric() || ":.,".contains(sign))
            && !rest[length..].starts_with([':', '/']);
        let is_ratio = is_whole && !part.starts_with('0') && part.parse::<f64>().is_ok_and(|part| part > 0.0);
        let excerpt = format!("{one}{part}");
        is_ratio.then(|| Value { sameness: excerpt.clone(), excerpt, start })
    };
    let values: Vec<Value> = sentence.match_indices("1:").filter_map(ratio).collect();
    (!values.is_empty()).then_some((RATIO, values))
}

/// The quantities of a sentence by what they measure.
fn by_dimension(all: Vec<Quantity>) -> Vec<(&'static str, Vec<Value>)> {
    let mut found: Vec<(&'static str, Vec<Value>)> = Vec::new();
    for quantity in all {
        let (dimension, factor) = measure(quantity.unit.unwrap_or_default());
        let written = quantity.amount.to_string();
        let sameness = written.parse::<f64>().map_or(written, |amount| format!("{:.4}", amount * factor));
        let quantity = Value { excerpt: quantity.excerpt, start: quantity.start, sameness };
        match found.iter_mut().find(|(known, _)| *known == dimension) {
            Some((_, quantities)) => quantities.push(quantity),
            None => found.push((dimension, vec![quantity])),
        }
    }
    found
}

/// The part of a sentence between commas that has the values: where several things are measured, each has words of its own.
fn clause(sentence: &str, values: &[Value]) -> Range<usize> {
    let from = values.first().map_or(0, |first| first.start);
    let to = values.last().map_or(sentence.len(), Value::end);
    let before = [", ", "; "].iter().filter_map(|mark| sentence[..from].rfind(mark)).max();
    let after = [", ", "; "].iter().filter_map(|mark| sentence[to..].find(mark)).min();
    before.unwrap_or(0)..after.map_or(sentence.len(), |after| to + after)
}

/// The words of a text as they are compared and as they are written.
fn telling_words(text: &str, in_pairs: bool, context: &Context<'_>) -> Vec<Word> {
    let language = context.keyword.language;
    let words = |text: &str| -> Vec<Word> {
        if in_pairs {
            let pairs = passages::words(text, language).into_iter().filter(|word| word.contains(' '));
            return pairs.map(|pair| (pair.clone(), pair)).collect();
        }
        let normal = seo::words::normalise(text);
        seo::words::split(&normal).map(|word| (seo::stem(word, language), word.to_owned())).collect()
    };
    let mut known = words(&context.keyword.text);
    let all_known = known.len();
    for (compared, written) in text.split([',', ';', '|', '(', ')']).flat_map(words) {
        let is_number = !compared.chars().any(char::is_alphabetic) || compared.chars().nth(1).is_none();
        let is_common = seo::words::is_function_word(&written, language)
            || (language == Language::VIETNAMESE && seo::words::is_background(&written, language));
        if !is_number && !is_common && !known.iter().any(|(other, _)| *other == compared) {
            known.push((compared, written));
        }
    }
    known.split_off(all_known)
}

/// Common words of the language say less about what a figure is about.
fn weight(word: &str, language: Language) -> f64 {
    if seo::words::is_background(word, language) { COMMON } else { 1.0 }
}

/// Whether all of one is so much more than all of the other that they measure different things.
fn are_far_apart(one: &Figure, other: &Figure) -> bool {
    let amounts = |figure: &Figure| -> Vec<f64> {
        figure.statement.sameness.split(' ').filter_map(|amount| amount.parse().ok()).collect()
    };
    let is_more = |amounts: &[f64], others: &[f64]| {
        let most = others.iter().copied().fold(0.0, f64::max);
        !amounts.is_empty() && most > 0.0 && amounts.iter().all(|amount| *amount > most * FAR_APART)
    };
    let (one, other) = (amounts(one), amounts(other));
    is_more(&one, &other) || is_more(&other, &one)
}

fn likeness(one: &Figure, other: &Figure, language: Language) -> f64 {
    if one.dimension != other.dimension || one.dimension == CONVERSION || are_far_apart(one, other) {
        return 0.0;
    }
    let whole = |figure: &Figure| {
        figure.words.iter().map(|(word, _)| weight(word, language).powi(2)).sum::<f64>().sqrt()
    };
    let shared: Vec<f64> = one
        .words
        .iter()
        .filter(|(word, _)| other.words.iter().any(|(known, _)| known == word))
        .map(|(word, _)| weight(word, language).powi(2))
        .collect();
    if shared.len() < if is_of_few(one.dimension) { 1 } else { SHARED } {
        return 0.0;
    }
    shared.iter().sum::<f64>() / (whole(one) * whole(other)).max(f64::EPSILON)
}

/// A group with what it is about: words that most of its sentences share, or the heading of the only one.
fn group(figures: Vec<Figure>) -> Group {
    let about = match figures.as_slice() {
        [] => String::new(),
        [first, others @ ..]
            if others.iter().all(|other| other.statement.sources == first.statement.sources) =>
        {
            first.statement.about.clone()
        }
        [first, others @ ..] => {
            let has = |figure: &&Figure, word: &str| figure.words.iter().any(|(known, _)| known == word);
            // What at least half of the others have too.
            let everywhere = |(word, _): &&Word| {
                others.iter().filter(|other| has(other, word)).count() * 2 >= others.len()
            };
            let shared: Vec<&str> = first
                .words
                .iter()
                .filter(everywhere)
                .map(|(_, written)| written.as_str())
                .take(ABOUT)
                .collect();
            if shared.is_empty() { first.statement.about.clone() } else { phrase(&shared) }
        }
    };
    let statements = figures.into_iter().map(|figure| figure.statement).collect();
    Group { kind: FactKind::Figure, about, statements }
}

/// Words in a row; pairs that share a syllable are written as one.
fn phrase(words: &[&str]) -> String {
    words.iter().fold(String::new(), |phrase, word| match word.split_once(' ') {
        Some((first, second)) if phrase.split(' ').next_back() == Some(first) => format!("{phrase} {second}"),
        _ => format!("{phrase} {word}").trim_start().to_owned(),
    })
}

/// The quantities as they are written, from the first to the last of a range.
fn value(sentence: &str, quantities: &[Value]) -> String {
    let mut written: Vec<String> = Vec::new();
    let mut last_end: Option<usize> = None;
    for quantity in quantities {
        let joins =
            last_end.and_then(|last| sentence.get(last..quantity.start)).filter(|between| is_range(between));
        match (joins, written.last_mut()) {
            (Some(between), Some(last)) => {
                last.push_str(between);
                last.push_str(&quantity.excerpt);
            }
            _ => written.push(quantity.excerpt.clone()),
        }
        last_end = Some(quantity.end());
    }
    written.dedup();
    written.join(", ")
}

fn is_range(between: &str) -> bool {
    matches!(between.trim(), "-" | "–" | "—" | "to" | "or" | "and" | "đến" | "tới" | "hoặc" | "~")
        || between == "-"
}

/// The quantities in one unit, to compare.
fn sameness(quantities: &[Value]) -> String {
    let mut amounts: Vec<String> = quantities.iter().map(|quantity| quantity.sameness.clone()).collect();
    amounts.sort_unstable();
    amounts.dedup();
    amounts.join(" ")
}

/// What a unit measures, and how many of the smallest unit it is.
fn measure(unit: &'static str) -> (&'static str, f64) {
    match unit {
        "second" => ("time", 1.0),
        "minute" => ("time", 60.0),
        "hour" => ("time", 3_600.0),
        "day" => ("time", 86_400.0),
        "week" => ("time", 604_800.0),
        "month" => ("time", 2_629_800.0),
        "year" => ("time", 31_557_600.0),
        "gram" => ("mass", 1.0),
        "kilogram" => ("mass", 1_000.0),
        "milligram" => ("mass", 0.001),
        "millilitre" => ("volume", 1.0),
        "litre" => ("volume", 1_000.0),
        "millimetre" => ("length", 1.0),
        "centimetre" => ("length", 10.0),
        "metre" => ("length", 1_000.0),
        "kilometre" => ("length", 1_000_000.0),
        other => (other, 1.0),
    }
}
