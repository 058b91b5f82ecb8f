//! The article under headings that the customer ordered.

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

/// The plan with the ordered headings, or those for which the notes have nothing.
pub(crate) fn place<'a>(
    library: &'a Library,
    same: &'a Same,
    backbone: usize,
    outline: &[WantedHeading],
) -> Result<Plan<'a>, Vec<String>> {
    let mut plan = Plan::new(library, same, backbone);
    let headings = flattened(outline);
    let mut taken: FxHashSet<usize> = FxHashSet::default();
    let mut notes: Vec<usize> = (0..library.notes.len()).filter(|note| *note != backbone).collect();
    notes.insert(0, backbone);
    let sections: Vec<usize> =
        notes.iter().flat_map(|note| library.notes[*note].sections.clone().skip(1)).collect();
    plan.put_all(0, plan.own(library.notes[backbone].sections.start));
    let keys: FxHashSet<Vec<String>> = headings.iter().map(|(_, heading)| key(heading)).collect();
    for (level, heading) in headings {
        let part = plan.parts.len();
        let same = |section: &&usize| {
            key(library.sections[**section].heading.as_deref().unwrap_or_default()) == key(&heading)
        };
        let named: Vec<usize> = sections.iter().filter(same).copied().collect();
        let mut ordered = Part::headed(heading, level);
        ordered.wanted = true;
        plan.parts.push(ordered);
        for section in named {
            take(&mut plan, part, section, &keys, &mut taken);
        }
    }
    let mut part = 0;
    while part < plan.parts.len() {
        if is_empty(&plan, part) {
            fill(&mut plan, part, &sections, &mut taken);
        }
        part += 1;
    }
    let missing: Vec<String> = (0..plan.parts.len())
        .filter(|part| is_empty(&plan, *part))
        .filter_map(|part| plan.parts[part].heading.clone())
        .collect();
    if !missing.is_empty() {
        return Err(missing);
    }
    plan.describe();
    for note in notes {
        let mut adding = Adding { plan: &mut plan, note, asked: &[], group: None, outline: true };
        adding.add(&mut taken);
    }
    Ok(plan)
}

/// The headings with their levels, in reading order; what lies deeper than articles go stands on the last level.
fn flattened(outline: &[WantedHeading]) -> Vec<(u8, String)> {
    let mut all = Vec::new();
    let mut open: Vec<(u8, &WantedHeading)> = outline.iter().rev().map(|heading| (2, heading)).collect();
    while let Some((level, heading)) = open.pop() {
        all.push((level, heading.heading.trim().to_owned()));
        open.extend(heading.children.iter().rev().map(|below| ((level + 1).min(4), below)));
    }
    all
}

/// A heading as it is compared: `hoà` is `hòa`.
fn key(heading: &str) -> Vec<String> {
    sequence(&fold_diacritics(heading))
}

/// Takes a section whole, but for sections below it that are ordered themselves.
fn take(
    plan: &mut Plan<'_>,
    part: usize,
    section: usize,
    keys: &FxHashSet<Vec<String>>,
    taken: &mut FxHashSet<usize>,
) {
    if !taken.insert(section) {
        return;
    }
    let library = plan.library;
    plan.put_all(part, plan.own(section));
    let top = library.sections[section].level;
    let mut skipped: Option<u8> = None;
    for below in library.subtree(section).skip(1) {
        let level = library.sections[below].level;
        if skipped.is_some_and(|above| level > above) {
            continue;
        }
        skipped = None;
        if keys.contains(&key(library.sections[below].heading.as_deref().unwrap_or_default())) {
            skipped = Some(level);
            continue;
        }
        if taken.insert(below) {
            let depth = (plan.parts[part].level + level - top).min(4);
            plan.parts.push(Part::new(library, below, depth, &plan.own(below)));
            plan.put_all(plan.parts.len() - 1, plan.own(below));
        }
    }
}

/// Whether nothing stands under an ordered heading.
fn is_empty(plan: &Plan<'_>, part: usize) -> bool {
    let below = &plan.parts[part..plan.end_of(part)];
    plan.parts[part].wanted && below.iter().all(|part| part.passages.is_empty())
}

/// Fills a heading that no text has: with the sections whose headings share its words, or else with the paragraphs that do.
fn fill(plan: &mut Plan<'_>, part: usize, sections: &[usize], taken: &mut FxHashSet<usize>) {
    let library = plan.library;
    let heading = plan.parts[part].heading.clone().unwrap_or_default();
    let wanted: FxHashSet<String> = terms(&heading, library.language).into_iter().collect();
    let words: FxHashSet<String> = sequence(&heading).into_iter().collect();
    let covers = |text: &str| {
        let told: FxHashSet<String> = terms(text, library.language).into_iter().collect();
        ratio(wanted.intersection(&told).count(), wanted.len())
    };
    let mut found = false;
    for section in sections {
        let NoteSection { heading, sequence, level, .. } = &library.sections[*section];
        let own: FxHashSet<String> = sequence.iter().cloned().collect();
        let alike = covers(heading.as_deref().unwrap_or_default()).max(common_share(&own, &words));
        if !taken.contains(section) && *level == 2 && alike >= COVERED && !plan.whole(*section).is_empty() {
            taken.extend(library.subtree(*section));
            plan.join(part, *section);
            found = true;
        }
    }
    for section in sections.iter().filter(|section| !found && wanted.len() > 1 && !taken.contains(section)) {
        let own = plan.own(*section);
        for unit in own.chunk_by(|_, next| library.passages[*next].leans) {
            if covers(&library.passages[unit[0]].text) >= COVERED {
                plan.put_all(part, unit.to_vec());
            }
        }
    }
}
