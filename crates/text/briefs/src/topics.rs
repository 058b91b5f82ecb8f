//! The topics of the pages: their headings grouped by topic, with the passages below them.

use domain::articles::brief::SectionForm;
use domain::articles::passages::{Passage, PassageKind};
use domain::articles::research::SourceNumber;
use seo::words;

use crate::as_f64;
use crate::casing::capitalised;
use crate::write::Context;

/// The least score of the best passage of a topic, as a share of the best score of all. Other topics are left
/// out.
const RELEVANT: f64 = 0.3;
/// The least share of relevant passages of a topic.
const DENSE: f64 = 0.3;
/// Parts with less relevance to the keyword are not listed.
pub(crate) const PART_OF_IT: f64 = 0.15;
/// Longer headings are sentences.
const LONGEST: usize = 90;
/// How many definitions make a reference.
const REFERENCE: usize = 3;
/// The most parts of a topic that are listed.
const POINTS: usize = 20;

/// A topic of the pages.
#[derive(Debug)]
pub(crate) struct PageTopic {
    /// The heading that represents it.
    pub(crate) label: String,
    /// Positions of the ranking pages that have it.
    pub(crate) positions: Vec<u32>,
    /// How many sources have it.
    pub(crate) sources: usize,
    /// Relevance to the keyword, 0 to 1.
    pub(crate) strength: f64,
    /// Average position in its pages, 0 to 1.
    pub(crate) place: f64,
    /// The headings or terms below it.
    pub(crate) points: Vec<String>,
    /// Passages below it, in order.
    pub(crate) passages: Vec<usize>,
    pub(crate) form: SectionForm,
    /// Whether it is a list of definitions.
    pub(crate) is_reference: bool,
}

impl PageTopic {
    /// The priority of the topic in the outline.
    pub(crate) fn score(&self, sources: usize) -> f64 {
        let share = as_f64(self.sources) / as_f64(sources.max(1));
        let rank = self.positions.first().map_or(0.5, |position| 1.0 / f64::from(*position));
        let reference = if self.is_reference { 0.25 } else { 0.0 };
        0.5 * self.strength + 0.35 * share + 0.15 * rank + reference
    }
}

/// The relevant topics, best first.
pub(crate) fn find(context: &Context<'_>) -> Vec<PageTopic> {
    let pages: Vec<&seo::page::Page> = context.sources.iter().map(|source| source.page).collect();
    let found = seo::heading_topics(&context.keyword.head(), context.keyword.language, &pages);
    let mut topics: Vec<PageTopic> =
        found.into_iter().filter_map(|topic| read(context, &topic.label, &topic.headings)).collect();
    for (index, source) in context.sources.iter().enumerate() {
        // A list of definitions directly below the title of a page is a topic, too.
        let title = source.page.headings.iter().find(|heading| heading.level == 1);
        let topic = title
            .and_then(|title| read(context, seo::bare_heading(&title.text), &[(index, title.text.clone())]));
        topics.extend(topic.filter(|topic| topic.is_reference));
    }
    let sources = context.sources.len();
    topics.sort_by(|one, other| other.score(sources).total_cmp(&one.score(sources)));
    topics
}

fn read(context: &Context<'_>, label: &str, headings: &[(usize, String)]) -> Option<PageTopic> {
    if label.chars().count() > LONGEST || !label.chars().any(char::is_alphabetic) {
        return None;
    }
    let members: Vec<(SourceNumber, String)> = headings
        .iter()
        .filter_map(|(page, heading)| Some((context.sources.get(*page)?.number, sequence(heading))))
        .collect();
    let below: Vec<(usize, usize)> = context
        .passages
        .iter()
        .enumerate()
        .filter_map(|(index, passage)| Some((index, depth(passage, &members)?)))
        .collect();
    let best = below.iter().map(|(index, _)| context.relevance[*index]).fold(0.0, f64::max);
    let relevant = below.iter().filter(|(index, _)| context.relevance[*index] >= RELEVANT / 2.0).count();
    let density = as_f64(relevant) / as_f64(below.len().max(1));
    let strength = f64::midpoint(best, density * best);
    let (points, definitions) = parts(context, &below);
    let is_reference = definitions >= REFERENCE && definitions * 2 >= below.len();
    let is_title = headings.iter().all(|(page, heading)| is_title_of(context, *page, heading));
    if best < RELEVANT || density < DENSE || (is_title && !is_reference) {
        return None;
    }
    let mut sources: Vec<SourceNumber> = members.iter().map(|(source, _)| *source).collect();
    sources.sort_unstable();
    sources.dedup();
    let mut positions: Vec<u32> = sources.iter().filter_map(|source| context.position(*source)).collect();
    positions.sort_unstable();
    Some(PageTopic {
        label: readable(label.trim_end_matches(['¶', '#', ' '])),
        positions,
        sources: sources.len(),
        strength,
        place: place(context, &below),
        form: form(context, &below, is_reference),
        points,
        passages: below.into_iter().map(|(index, _)| index).collect(),
        is_reference,
    })
}

/// Writes a heading that is all in capitals like other headings.
fn readable(heading: &str) -> String {
    let shouts = heading.chars().filter(|sign| sign.is_alphabetic()).count() > 4
        && !heading.chars().any(char::is_lowercase);
    if shouts { capitalised(&heading.to_lowercase()) } else { heading.to_owned() }
}

/// A heading as its words.
pub(crate) fn sequence(heading: &str) -> String {
    let normal = words::normalise(seo::bare_heading(heading));
    words::split(&normal).collect::<Vec<_>>().join(" ")
}

/// How many headings stand above the topic's own in the path of a passage below it.
fn depth(passage: &Passage, members: &[(SourceNumber, String)]) -> Option<usize> {
    passage.path.iter().position(|heading| {
        let heading = sequence(heading);
        members
            .iter()
            .any(|(source, member)| *member == heading && passage.sources().any(|one| one == *source))
    })
}

fn is_title_of(context: &Context<'_>, page: usize, heading: &str) -> bool {
    let title = context.sources.get(page).and_then(|source| source.page.title.as_deref()).unwrap_or_default();
    sequence(title) == sequence(heading)
}

/// A term without the brackets after it: `autovacuum (boolean)`.
pub(crate) fn term(text: &str) -> &str {
    text.split_once(" (")
        .filter(|(term, _)| !term.is_empty() && text.ends_with(')'))
        .map_or(text, |(term, _)| term)
}

/// Headings and terms right below the topic, and how many of them are terms.
fn parts(context: &Context<'_>, below: &[(usize, usize)]) -> (Vec<String>, usize) {
    let mut points: Vec<String> = Vec::new();
    let mut definitions = 0;
    for (index, depth) in below {
        let passage = &context.passages[*index];
        let Some(part) = passage.path.get(depth + 1) else { continue };
        let part = term(seo::bare_heading(part));
        let is_strange = context.relevance[*index] < PART_OF_IT;
        if is_strange
            || points.iter().any(|known| known == part)
            || seo::is_furniture(part)
            || part.chars().count() > LONGEST
        {
            continue;
        }
        definitions += usize::from(passage.kind == PassageKind::Definition);
        points.push(part.to_owned());
    }
    points.truncate(POINTS);
    (points, definitions)
}

fn place(context: &Context<'_>, below: &[(usize, usize)]) -> f64 {
    let Some((first, _)) = below.first() else { return 0.5 };
    let passage = &context.passages[*first];
    let of_source = context.passages.iter().filter(|other| other.source == passage.source);
    let last = of_source.map(|other| other.order).max().unwrap_or(0);
    f64::from(passage.order) / f64::from(last.max(1))
}

fn form(context: &Context<'_>, below: &[(usize, usize)], is_reference: bool) -> SectionForm {
    if is_reference {
        return SectionForm::Table;
    }
    let passages = || below.iter().map(|(index, _)| &context.passages[*index]);
    let share = |kind: PassageKind| {
        as_f64(passages().filter(|passage| passage.kind == kind).count()) / as_f64(below.len().max(1))
    };
    let numbered = passages().any(|passage| {
        passage.kind == PassageKind::List && passage.text.lines().any(|line| line.starts_with("2. "))
    });
    match () {
        () if numbered => SectionForm::Steps,
        () if share(PassageKind::Code) >= 0.4 => SectionForm::Code,
        () if share(PassageKind::Table) >= 0.4 => SectionForm::Table,
        () if share(PassageKind::List) >= 0.5 => SectionForm::List,
        () => SectionForm::Prose,
    }
}
