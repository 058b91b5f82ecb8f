//! Numbers with units, grouped by the subject of their sentences.

use std::collections::BTreeSet;
use std::ops::Range;

use domain::articles::brief::FactKind;
use domain::locale::Language;
use prose::claims::Claims;
use prose::figures::measured;
use prose::quantities::{self, Quantity};
use prose::sentences;

use super::{Group, Statement};
use crate::prose_lines;
use crate::topics;
use crate::write::Context;

/// Longer sentences contain more than one fact.
const LONGEST: usize = 280;
/// The most sentences that are compared.
const MOST: usize = 400;
/// The most words in the subject of a group.
const ABOUT: usize = 6;

struct Figure {
    statement: Statement,
    dimension: &'static str,
    words: Vec<Word>,
}

/// A significant word: its compared form and its written form.
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
    let mut groups: Vec<(Vec<Figure>, bool)> = Vec::new();
    let mut figures: Vec<Option<Figure>> = figures.into_iter().map(Some).collect();
    let claims = claims(context, &figures);
    for group in claims.groups() {
        let mut members = Vec::new();
        for claim in group.iter().map(|at| &claims.all()[*at]) {
            let is_claim = |figure: &Figure| {
                figure.dimension == claim.figure.kind
                    && figure.statement.passage == claim.place
                    && figure.statement.sentence == claim.sentence
            };
            members.extend(
                figures.iter_mut().find(|it| it.as_ref().is_some_and(is_claim)).and_then(Option::take),
            );
        }
        groups.extend((!members.is_empty()).then(|| (members, claims.differ(&group))));
    }
    groups.extend(figures.into_iter().flatten().map(|figure| (vec![figure], false)));
    let (shared, single): (Vec<_>, Vec<_>) = groups
        .into_iter()
        .map(|(figures, differs)| group(figures, differs))
        .partition(|group| group.source_count() > 1);
    shared.into_iter().chain(by_heading(single)).collect()
}

/// Merges the groups of one source below one heading.
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

/// The claims of the sentences of the figures, which show which figures have one subject.
fn claims(context: &Context<'_>, figures: &[Option<Figure>]) -> Claims {
    let mut claims = Claims::new(&context.keyword.text, context.keyword.language);
    let mut last = None;
    for statement in figures.iter().flatten().map(|figure| &figure.statement) {
        let passage = &context.passages[statement.passage];
        let source = passage.source.0 as usize;
        let known = last.replace((statement.passage, &statement.sentence));
        if known.is_none_or(|(known, _)| known != statement.passage) {
            claims.begin(source, source, passage.path.iter().map(String::as_str));
        }
        if known != last {
            claims.add(statement.passage, &statement.sentence, false);
        }
    }
    claims
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
            // Two shared syllables may be chance.
            let in_pairs = language == Language::VIETNAMESE && !matches!(dimension, "temperature" | RATIO);
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

/// A value as it is written, its position, and its compared form.
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

/// The kind of `25 g is about 4 spoons`: neither side is a figure by itself.
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

/// The kind of `1:4`.
const RATIO: &str = "ratio";

/// Finds ratios to one, such as `1:4`. Others are times of day or scores.
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

/// Groups the quantities of a sentence by dimension.
fn by_dimension(all: Vec<Quantity>) -> Vec<(&'static str, Vec<Value>)> {
    let mut found: Vec<(&'static str, Vec<Value>)> = Vec::new();
    for quantity in all {
        let unit = quantity.unit.unwrap_or_default();
        let Some((dimension, value)) = measured(unit, &quantity.amount) else { continue };
        let sameness = format!("{value:.4}");
        let quantity = Value { excerpt: quantity.excerpt, start: quantity.start, sameness };
        match found.iter_mut().find(|(known, _)| *known == dimension) {
            Some((_, quantities)) => quantities.push(quantity),
            None => found.push((dimension, vec![quantity])),
        }
    }
    found
}

/// Returns the part of a sentence between commas that has the values. If a sentence measures several things,
/// each has its own words.
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
            let pairs = prose::passages::words(text, language).into_iter().filter(|word| word.contains(' '));
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

/// Makes a group with its subject: words that most of its sentences share, or the heading of the only one.
fn group(figures: Vec<Figure>, differs: bool) -> Group {
    let about = match figures.as_slice() {
        [] => String::new(),
        [first, others @ ..]
            if others.iter().all(|other| other.statement.sources == first.statement.sources) =>
        {
            first.statement.about.clone()
        }
        [first, others @ ..] => {
            let has = |figure: &&Figure, word: &str| figure.words.iter().any(|(known, _)| known == word);
            // Words that at least half of the other sentences share.
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
    Group { kind: FactKind::Figure, about, statements, differs }
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
