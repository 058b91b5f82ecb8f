//! The sources for writing and checking whole articles, page by page.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use domain::articles::brief::ContentBrief;
use domain::articles::passages::{Passage, PassageId};

use super::{Brief, data, place};
use crate::planning::{characters, section_count};

/// The most passages that are taken for one section of the brief.
pub(super) const MOST_OF_SECTION: usize = 5;

/// Adds the passages of the sources, each with the mark that cites its source, up to the limit for all
/// sections.
pub(super) fn add_sources(prompt: &mut String, brief: &Brief<'_>) {
    let sections = u32::try_from(section_count(brief.order.words)).unwrap_or(1);
    let passages = within(brief, brief.tokens.section.saturating_mul(sections));
    if passages.is_empty() {
        return;
    }
    prompt.push_str("\nPassages of the sources, each with the mark that cites its source:\n");
    for passage in passages {
        let _ = writeln!(prompt, "[S{}] {}", passage.source.0, data::passage(&place(passage), &passage.text));
    }
}

/// All passages if they fit into `tokens`, otherwise the most important ones; in the order of the pages,
/// which is easier to read.
pub(super) fn within<'a>(brief: &Brief<'a>, tokens: u32) -> Vec<&'a Passage> {
    let passages = &brief.research.passages;
    let mut room = characters(tokens, brief.order.language);
    let all: usize = passages.iter().map(|passage| passage.text.chars().count()).sum();
    if all <= room {
        return passages.iter().collect();
    }
    let others = passages.iter().map(|passage| passage.id);
    let first = brief.research.brief.iter().flat_map(|content| by_weight(content));
    let mut seen = BTreeSet::new();
    let mut chosen = BTreeSet::new();
    for id in first.chain(others).filter(|id| seen.insert(*id)) {
        let length = brief.research.passage(id).map_or(0, |passage| passage.text.chars().count());
        if length <= room {
            room -= length;
            chosen.insert(id);
        }
    }
    passages.iter().filter(|passage| chosen.contains(&passage.id)).collect()
}

/// The best passage of every section of the brief, then the second of each and so on; then those of its facts
/// and questions.
fn by_weight(content: &ContentBrief) -> impl Iterator<Item = PassageId> {
    let rounds = (0..MOST_OF_SECTION)
        .flat_map(|round| content.sections.iter().filter_map(move |section| section.evidence.get(round)));
    let facts = content.facts.iter().flat_map(|fact| &fact.values).map(|value| &value.passage);
    let answers = content.all_questions().filter_map(|question| question.evidence.first());
    rounds.chain(facts).chain(answers).copied()
}
