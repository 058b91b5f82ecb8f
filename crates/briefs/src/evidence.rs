//! Passages for sections and questions.

use std::collections::BTreeSet;

use domain::articles::brief::SectionForm;
use passages::{Hit, Query, share_out};

use crate::write::Context;

/// How much text a section gets, in characters; a reference gets more because every entry counts.
const SECTION: usize = 2_800;
const REFERENCE: usize = 9_000;
/// The most passages of a section that only fits by its words.
const BY_WORDS: usize = 3;
/// The most passages for one question.
const QUESTION: usize = 2;
/// What the heading and the keyword weigh beside a line.
const HEADING: f64 = 0.5;
const KEYWORD: f64 = 0.4;
/// Passages that have less to do with the keyword answer nothing.
const RELEVANT: f64 = 0.15;

/// The passages that answer a question, best first.
pub(crate) fn for_question(context: &Context<'_>, question: &str) -> Vec<usize> {
    let query = Query::new(question, context.keyword.language).with(context.keyword.head(), KEYWORD);
    let hits = context.index.fitting(&query).into_iter().map(|hit| hit.passage);
    hits.filter(|passage| context.relevance[*passage] >= RELEVANT).take(QUESTION).collect()
}

/// What a section is searched by.
pub(crate) struct Lines<'a> {
    pub(crate) heading: &'a str,
    /// Words that headings of such sections have, for a section that no page has.
    pub(crate) cues: &'a [&'a str],
    /// Passages below the headings of its topics.
    pub(crate) below: &'a [usize],
    pub(crate) is_reference: bool,
    pub(crate) form: SectionForm,
    /// Questions that people ask.
    pub(crate) questions: Vec<&'a str>,
}

/// The passages for a section, best first. Those that another section has are left to it unless nothing else is there.
pub(crate) fn for_section(context: &Context<'_>, lines: &Lines<'_>, taken: &BTreeSet<usize>) -> Vec<usize> {
    let free = chosen(context, lines, |passage| !taken.contains(&passage));
    if free.is_empty() { chosen(context, lines, |_| true) } else { free }
}

fn chosen(context: &Context<'_>, lines: &Lines<'_>, allowed: impl Fn(usize) -> bool) -> Vec<usize> {
    let language = context.keyword.language;
    let usable = |hit: &Hit| allowed(hit.passage) && context.relevance[hit.passage] >= RELEVANT;
    if lines.is_reference {
        let entries: Vec<Vec<Hit>> = lines
            .below
            .iter()
            .filter(|passage| allowed(**passage))
            .map(|passage| vec![Hit { passage: *passage, score: 1.0 }])
            .collect();
        return share_out(&context.index, &context.passages, &entries, REFERENCE);
    }
    let about = Query::new(lines.heading, language).with(context.keyword.head(), KEYWORD);
    let mut searched: Vec<Vec<Hit>> = Vec::new();
    if lines.below.is_empty() {
        let cues = Query::new(&lines.cues.join(", "), language)
            .with(lines.heading, HEADING)
            .with(context.keyword.head(), KEYWORD);
        searched.push(context.index.fitting(&cues).into_iter().filter(usable).take(BY_WORDS).collect());
    } else {
        let hits = context.index.search(&about).into_iter();
        searched
            .push(hits.filter(|hit| allowed(hit.passage) && lines.below.contains(&hit.passage)).collect());
        searched.push(context.index.fitting(&about).into_iter().filter(usable).take(BY_WORDS).collect());
    }
    for question in &lines.questions {
        let query =
            Query::new(question, language).with(lines.heading, HEADING).with(context.keyword.head(), KEYWORD);
        searched.push(context.index.fitting(&query).into_iter().filter(usable).take(QUESTION).collect());
    }
    let room = if lines.form == SectionForm::Table { SECTION * 3 / 2 } else { SECTION };
    share_out(&context.index, &context.passages, &searched, room)
}
