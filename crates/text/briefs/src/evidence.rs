//! Passages for sections and questions.

use std::collections::BTreeSet;

use domain::articles::brief::SectionForm;
use domain::articles::passages::PassageKind;
use prose::passages::{Hit, Query, share_out};
use prose::quantities;

use crate::topics;
use crate::write::Context;

/// How much text a section gets, in characters; a reference gets more because every entry counts.
const SECTION: usize = 3_600;
const REFERENCE: usize = 9_000;
/// A shorter entry of a reference that names no value adds nothing to its name.
const BARE_ENTRY: usize = 200;
/// The factor for a passage with code or figures.
const CONCRETE: f64 = 1.3;
/// The most passages of a section that matches only by its words, and the share of the score of the best
/// passage below its headings that they need.
const BY_WORDS: usize = 3;
const AS_GOOD: f64 = 0.6;
/// The most passages for one question.
const QUESTION: usize = 2;
/// The weight of the keyword relative to a line.
const KEYWORD: f64 = 0.4;
/// Passages with less relevance to the keyword do not count as answers.
const RELEVANT: f64 = 0.15;
const CENTRAL: f64 = 0.45;

/// The passages that answer a question, best first.
pub(crate) fn for_question(context: &Context<'_>, question: &str) -> Vec<usize> {
    answers(context, question).into_iter().map(|hit| hit.passage).collect()
}

fn answers(context: &Context<'_>, question: &str) -> Vec<Hit> {
    // If a page has the question as a heading, the answer stands below it.
    let asked = topics::sequence(question);
    let is_asked = |passage: &usize| {
        context.passages[*passage].path.iter().any(|heading| topics::sequence(heading) == asked)
    };
    let below = (0..context.passages.len()).filter(is_asked).map(|passage| Hit { passage, score: 1.0 });
    let mut found: Vec<Hit> = below.collect();
    if found.is_empty() {
        let words = seo::questions::without_asking(question, context.keyword.language);
        let query = Query::new(&words, context.keyword.language).with(&context.keyword.head(), KEYWORD);
        found = context.index.fitting(&query);
        found.retain(|hit| context.relevance[hit.passage] >= RELEVANT);
        if asks_for_a_figure(question) {
            let units = quantities::units_in(question);
            let fits = |hit: &Hit| has_figure(&context.passages[hit.passage].text, &units, context);
            if found.iter().any(fits) {
                found.retain(fits);
            }
        }
    }
    found.truncate(QUESTION);
    found
}

fn asks_for_a_figure(question: &str) -> bool {
    let normal = seo::words::normalise(question);
    let asking = ["how much", "how many", "how long", "how often", "bao nhiêu", "bao lâu", "mấy"];
    asking.iter().any(|words| normal.contains(words))
}

/// Whether a text has a figure in one of the units, or any if none is named.
fn has_figure(text: &str, units: &[&str], context: &Context<'_>) -> bool {
    let mut found = quantities::in_sentence(text, context.keyword.language).into_iter();
    found.any(|quantity| units.is_empty() || quantity.unit.is_some_and(|unit| units.contains(&unit)))
}

/// The texts with which the passages of a section are searched.
pub(crate) struct Lines<'a> {
    pub(crate) heading: &'a str,
    /// Typical heading words of such sections, for a section that no page has.
    pub(crate) cues: &'a [&'a str],
    /// Passages below the headings of its topics.
    pub(crate) below: &'a [usize],
    pub(crate) is_reference: bool,
    pub(crate) form: SectionForm,
    pub(crate) questions: Vec<&'a str>,
}

/// The passages for a section, best first. Passages that another section has, or that stand below its topics,
/// are left to that section unless nothing else is available.
pub(crate) fn for_section(
    context: &Context<'_>,
    lines: &Lines<'_>,
    taken: &BTreeSet<usize>,
    of_topics: &BTreeSet<usize>,
) -> Vec<usize> {
    let is_free = |passage| {
        !taken.contains(&passage) && (lines.below.contains(&passage) || !of_topics.contains(&passage))
    };
    let free = chosen(context, lines, is_free);
    if free.is_empty() { chosen(context, lines, |_| true) } else { free }
}

fn is_numbered(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("2. "))
}

fn says_something(context: &Context<'_>, passage: usize) -> bool {
    let text = &context.passages[passage].text;
    let is_part = context.relevance[passage] >= topics::PART_OF_IT;
    let is_long = text.chars().count() > BARE_ENTRY;
    is_part && (is_long || text.chars().any(|sign| sign.is_ascii_digit()) || text.contains(" default"))
}

/// Orders hits with about the same score: those with code, tables and figures come first.
fn concrete_first(context: &Context<'_>, mut hits: Vec<Hit>) -> Vec<Hit> {
    for hit in &mut hits {
        let passage = &context.passages[hit.passage];
        let concrete = matches!(passage.kind, PassageKind::Code | PassageKind::Table)
            || passage.text.chars().any(|sign| sign.is_ascii_digit());
        hit.score *= if concrete { CONCRETE } else { 1.0 };
    }
    hits.sort_by(|one, other| other.score.total_cmp(&one.score));
    hits
}

fn chosen(context: &Context<'_>, lines: &Lines<'_>, allowed: impl Fn(usize) -> bool) -> Vec<usize> {
    let language = context.keyword.language;
    if lines.is_reference {
        let entries: Vec<Vec<Hit>> = lines
            .below
            .iter()
            .filter(|passage| allowed(**passage) && says_something(context, **passage))
            .map(|passage| vec![Hit { passage: *passage, score: 1.0 }])
            .collect();
        return share_out(&context.index, &context.passages, &entries, REFERENCE);
    }
    let about = Query::new(lines.heading, language).with(&context.keyword.head(), KEYWORD);
    // A passage that matches only by words must also be about the keyword.
    let central = |hit: &Hit| allowed(hit.passage) && context.relevance[hit.passage] >= CENTRAL;
    let mut searched: Vec<Vec<Hit>> = Vec::new();
    if lines.below.is_empty() {
        let words = if lines.cues.is_empty() { lines.heading.to_owned() } else { lines.cues.join(", ") };
        let query = Query::new(&words, language).with(&context.keyword.head(), KEYWORD);
        searched.push(context.index.fitting(&query).into_iter().filter(central).take(BY_WORDS).collect());
    } else {
        let hits = context.index.search(&about).into_iter();
        let below: Vec<Hit> = hits.filter(|hit| lines.below.contains(&hit.passage)).collect();
        let best = below.first().map_or(0.0, |hit| hit.score);
        let by_words = context.index.fitting(&about).into_iter();
        let by_words =
            by_words.filter(|hit| central(hit) && hit.score >= best * AS_GOOD).take(BY_WORDS).collect();
        let below = below.into_iter().filter(|hit| allowed(hit.passage)).collect();
        searched.extend([concrete_first(context, below), by_words]);
    }
    if lines.form == SectionForm::Steps {
        // Numbered steps on pages are what the reader does, so they count whatever their heading is, and even
        // if another section has them.
        let hits = context.index.about(&context.keyword.query());
        let numbered = |hit: &Hit| {
            context.relevance[hit.passage] >= CENTRAL && is_numbered(&context.passages[hit.passage].text)
        };
        let mut steps: Vec<Hit> = hits.iter().copied().filter(numbered).collect();
        if steps.is_empty() {
            steps = hits.into_iter().filter(|hit| context.relevance[hit.passage] >= CENTRAL).collect();
        }
        steps.truncate(BY_WORDS);
        searched.push(steps);
    }
    let asked = lines.questions.iter().map(|question| answers(context, question));
    searched.extend(asked.map(|hits| hits.into_iter().filter(|hit| allowed(hit.passage)).collect()));
    let room = if lines.form == SectionForm::Table { SECTION * 3 / 2 } else { SECTION };
    share_out(&context.index, &context.passages, &searched, room)
}
