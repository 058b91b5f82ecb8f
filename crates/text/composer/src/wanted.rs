//! Arranges the article under the headings that the customer requested.

use domain::articles::order::WantedHeading;
use rustc_hash::FxHashSet;
use seo::words::fold_diacritics;

use crate::notes::{Library, NoteSection};
use crate::place::Adding;
use crate::plan::{Part, Plan};
use crate::same::Same;
use crate::terms::{common_share, ratio, sequence, terms};

/// The least share of a heading's terms that a section's heading or a paragraph has.
const COVERED: f64 = 0.6;

/// Returns the plan with the requested headings, or the headings for which the notes have nothing. `notes`
/// begins with the backbone.
pub(crate) fn place<'a>(
    library: &'a Library,
    same: &'a Same,
    notes: &[usize],
    outline: &[WantedHeading],
) -> Result<Plan<'a>, Vec<String>> {
    let backbone = notes.first().copied().unwrap_or(0);
    let mut plan = Plan::new(library, same, backbone);
    plan.put(0, plan.own(library.notes[backbone].sections.start));
    let sections: Vec<usize> =
        notes.iter().flat_map(|note| library.notes[*note].sections.clone().skip(1)).collect();
    let headings = flattened(outline);
    let keys: FxHashSet<Vec<String>> = headings.iter().map(|(_, heading)| key(heading)).collect();
    for (level, heading) in headings {
        let part = plan.parts.len();
        let wanted = key(&heading);
        plan.parts.push(Part { wanted: true, ..Part::headed(heading, level) });
        // Passages above the first heading of a text have the text's title as their heading.
        let titled = notes.iter().skip(1).map(|note| &library.notes[*note]);
        let titled = titled.filter(|note| note.title.as_deref().is_some_and(|title| key(title) == wanted));
        let named = sections.iter().copied().filter(|section| section_key(library, *section) == wanted);
        for section in named.chain(titled.map(|note| note.sections.start)) {
            take(&mut plan, part, section, &keys);
        }
    }
    let mut part = 0;
    while part < plan.parts.len() {
        if is_empty(&plan, part) {
            fill(&mut plan, part, &sections);
        }
        part += 1;
    }
    let missing = (0..plan.parts.len()).filter(|part| is_empty(&plan, *part));
    let missing: Vec<String> = missing.filter_map(|part| plan.parts[part].heading.clone()).collect();
    if !missing.is_empty() {
        return Err(missing);
    }
    plan.describe();
    for note in notes {
        Adding { plan: &mut plan, note: *note, group: None, outline: true }.add();
    }
    Ok(plan)
}

/// The headings with their levels, in reading order. Headings below the deepest level of articles move to
/// that level.
fn flattened(outline: &[WantedHeading]) -> Vec<(u8, String)> {
    let mut all = Vec::new();
    let mut open: Vec<(u8, &WantedHeading)> = outline.iter().rev().map(|heading| (2, heading)).collect();
    while let Some((level, heading)) = open.pop() {
        all.push((level, heading.heading.trim().to_owned()));
        open.extend(heading.children.iter().rev().map(|below| ((level + 1).min(4), below)));
    }
    all
}

/// The compared form of a heading: `hoà` is `hòa`.
fn key(heading: &str) -> Vec<String> {
    sequence(&fold_diacritics(heading))
}

fn section_key(library: &Library, section: usize) -> Vec<String> {
    key(library.sections[section].heading.as_deref().unwrap_or_default())
}

/// Takes a section with its subsections, except those that are requested themselves.
fn take(plan: &mut Plan<'_>, part: usize, section: usize, keys: &FxHashSet<Vec<String>>) {
    let library = plan.library;
    let top = library.sections[section].level;
    plan.put(part, plan.own(section));
    plan.taken.insert(section);
    let mut skipped = u8::MAX;
    for below in library.subtree(section).skip(1) {
        let level = library.sections[below].level;
        if level > skipped {
            continue;
        }
        let ordered = keys.contains(&section_key(library, below));
        skipped = if ordered { level } else { u8::MAX };
        if !ordered && plan.taken.insert(below) {
            plan.insert(plan.parts.len(), below, plan.parts[part].level + level - top);
        }
    }
}

/// Whether a requested heading has no content.
fn is_empty(plan: &Plan<'_>, part: usize) -> bool {
    let below = &plan.parts[part..plan.end_of(part)];
    plan.parts[part].wanted && below.iter().all(|part| part.passages.is_empty())
}

/// Fills a heading that no text has: with the sections whose headings share its words, or else with the
/// paragraphs that share them.
fn fill(plan: &mut Plan<'_>, part: usize, sections: &[usize]) {
    let library = plan.library;
    let heading = plan.parts[part].heading.clone().unwrap_or_default();
    let wanted: FxHashSet<String> = terms(&heading, library.language).into_iter().collect();
    let words: FxHashSet<String> = sequence(&heading).into_iter().collect();
    let covers = |text: &str| {
        let told: FxHashSet<String> = terms(text, library.language).into_iter().collect();
        ratio(wanted.intersection(&told).count(), wanted.len())
    };
    let mut found = false;
    for section in sections.iter().filter(|section| library.sections[**section].level == 2) {
        let NoteSection { heading, sequence, .. } = &library.sections[*section];
        let own: FxHashSet<String> = sequence.iter().cloned().collect();
        let alike = covers(heading.as_deref().unwrap_or_default()).max(common_share(&own, &words));
        if !plan.taken.contains(section) && alike >= COVERED && !plan.whole(*section).is_empty() {
            plan.taken.extend(library.subtree(*section));
            plan.join(part, *section);
            found = true;
        }
    }
    for section in sections.iter().filter(|_| !found && wanted.len() > 1) {
        for unit in plan.own(*section).chunk_by(|_, next| library.passages[*next].leans) {
            if covers(&library.passages[unit[0]].text) >= COVERED {
                plan.put(part, unit.to_vec());
            }
        }
    }
}
