//! Assigns to every section the passages that support it. A passage may serve two sections, and each line of
//! the outline gets its best passage before any gets its second.

use std::collections::BTreeSet;

use domain::articles::brief::{Agreement, FactKind};
use domain::articles::order::ArticleInput;
use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::passages::PassageId;
use domain::articles::research::Research;
use domain::locale::Language;
use prose::passages::{Hit, Index, Query, share_out};
use seo::HeadingWords;

/// The weight of the search query relative to a line of the outline.
const QUERY: f64 = 0.4;
/// The most passages of one line.
const PER_LINE: usize = 6;

/// Assigns passages to the sections of the second level: those that the planner or the brief names for them,
/// those that match their lines, and, where it fits best, any passage with a fact that no section has yet.
pub(super) fn assign(
    outline: &mut Outline,
    proposed: &[&[PassageId]],
    order: &ArticleInput,
    research: &Research,
    tokens: u32,
) {
    let language = order.language;
    let index = Index::of(&research.passages, language);
    let room = characters(tokens, language);
    for (section, proposed) in outline.sections.iter_mut().zip(proposed) {
        let named = named(section, proposed, research, language);
        let mut lines: Vec<Vec<Hit>> = named.into_iter().map(|hit| vec![hit]).collect();
        let query = |text: &str| Query::new(text, language).with(&order.focus_keyword, QUERY);
        let texts = texts(section);
        lines.extend(
            texts.iter().map(|text| index.fitting(&query(text)).into_iter().take(PER_LINE).collect()),
        );
        let mut chosen = share_out(&index, &research.passages, &lines, room);
        // The remaining room goes to the nearest passages.
        let length = |passage: &usize| research.passages[*passage].text.chars().count();
        let left = room.saturating_sub(chosen.iter().map(length).sum());
        let mut others = index.search(&query(&texts.join(" ")));
        others.retain(|hit| !chosen.contains(&hit.passage));
        chosen.extend(share_out(&index, &research.passages, &[others], left));
        section.evidence = chosen.into_iter().map(|passage| research.passages[passage].id).collect();
    }
    place_facts(outline, order, research, &index);
}

/// The approximate number of characters in so many tokens.
pub(crate) fn characters(tokens: u32, language: Language) -> usize {
    let tokens = usize::try_from(tokens).unwrap_or(usize::MAX / 4);
    match language.as_str() {
        "vi" => tokens * 5 / 2,
        "zh" | "ja" | "ko" | "th" => tokens,
        _ => tokens * 4,
    }
}

/// The passages that the planner names for a section, and those that the brief has for a section with this
/// heading.
fn named(
    section: &PlannedSection,
    proposed: &[PassageId],
    research: &Research,
    language: Language,
) -> Vec<Hit> {
    let heading = HeadingWords::of(&section.heading, language);
    let of_brief = research.brief.iter().flat_map(|brief| &brief.sections);
    let same = of_brief.filter(|other| HeadingWords::of(&other.heading, language) == heading);
    let ids = proposed.iter().chain(same.flat_map(|section| &section.evidence));
    let index = |id: &PassageId| research.passages.iter().position(|passage| passage.id == *id);
    let mut seen = BTreeSet::new();
    ids.filter_map(index)
        .filter(|passage| seen.insert(*passage))
        .map(|passage| Hit { passage, score: 1.0 })
        .collect()
}

/// The lines of a section: its heading with its points, and the same for every subsection.
fn texts(section: &PlannedSection) -> Vec<String> {
    let mut lines = vec![format!("{}. {}", section.heading, section.points.join(". "))];
    lines.extend(section.points.iter().map(|point| format!("{}. {point}", section.heading)));
    lines.extend(section.children.iter().flat_map(texts));
    lines
}

/// Assigns passages with a default, a formula or a figure on which sources agree, whatever the outline
/// contains.
fn place_facts(outline: &mut Outline, order: &ArticleInput, research: &Research, index: &Index) {
    let language = order.language;
    let facts = research.brief.iter().flat_map(|brief| &brief.facts);
    let matters = facts.filter(|fact| fact.kind != FactKind::Figure || fact.agreement == Agreement::Agree);
    let ids: BTreeSet<PassageId> = matters.flat_map(|fact| &fact.values).map(|value| value.passage).collect();
    let given: BTreeSet<PassageId> =
        outline.sections.iter().flat_map(|section| section.evidence.iter().copied()).collect();
    let queries: Vec<Query> =
        outline.sections.iter().map(|section| Query::new(&texts(section).join(" "), language)).collect();
    for id in ids.difference(&given) {
        let score = |query: &Query| {
            let hits = index.search(query);
            let hit = hits.iter().find(|hit| research.passages[hit.passage].id == *id);
            hit.map_or(0.0, |hit| hit.score)
        };
        let best = queries.iter().enumerate().map(|(section, query)| (section, score(query)));
        let best = best.max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)));
        if let Some((section, _)) = best {
            outline.sections[section].evidence.push(*id);
        }
    }
}
