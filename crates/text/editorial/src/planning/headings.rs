//! Consistent headings: none empty, none twice, none generic, and a suitable number of them.

use std::collections::{HashMap, HashSet};

use domain::articles::brief::{SectionForm, SectionOrigin};
use domain::articles::order::{ArticleInput, WantedHeading};
use domain::articles::passages::PassageId;
use domain::articles::research::Research;
use domain::locale::Language;
use seo::HeadingWords;

use super::{LEAST_SECTIONS, ProposedOutline, ProposedSection, most_sections, section_count};
use crate::comparison::Gist;

/// The longest heading, in characters.
const LONGEST_HEADING: usize = 120;
/// The longest point, in characters.
const LONGEST_POINT: usize = 600;
const MOST_POINTS: usize = 8;
/// The most proposed sections of one level that are read.
const MOST_PROPOSED: usize = 40;
/// The most headings of all levels together.
const MOST_HEADINGS: usize = 200;
/// The deepest level of a heading.
const DEEPEST: u8 = 4;

/// A section that may become part of the outline.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Draft {
    pub(super) heading: String,
    pub(super) purpose: String,
    pub(super) form: SectionForm,
    /// The number of words that it needs; 0 if it is not given.
    pub(super) words: u32,
    pub(super) points: Vec<String>,
    pub(super) owns: Vec<String>,
    pub(super) evidence: Vec<PassageId>,
    pub(super) children: Vec<Self>,
}

impl Draft {
    /// A section under its own heading, without its subsections.
    fn about(heading: &str, proposed: &ProposedSection) -> Self {
        Self {
            heading: heading.to_owned(),
            purpose: proposed.purpose.clone(),
            form: proposed.form,
            words: proposed.words,
            points: points(&proposed.points),
            owns: points(&proposed.owns),
            evidence: proposed.evidence.clone(),
            children: Vec::new(),
        }
    }

    /// Its content as points, for a section that absorbs it.
    pub(super) fn as_points(&self) -> Vec<String> {
        let own = if self.points.is_empty() { vec![self.heading.clone()] } else { self.points.clone() };
        own.into_iter().chain(self.children.iter().flat_map(Self::as_points)).collect()
    }

    /// Whether it has parts to divide it into.
    pub(super) fn has_parts(&self) -> bool {
        self.children.len() > 1
    }
}

/// A heading in one line without the marks that models put before it.
pub(super) fn tidy(text: &str) -> String {
    tidied(text, LONGEST_HEADING)
}

fn tidied(text: &str, longest: usize) -> String {
    let visible: String = text
        .chars()
        .map(|sign| if sign.is_control() { ' ' } else { sign })
        .filter(|sign| !crate::replies::is_invisible(*sign))
        .collect();
    let bare = visible.trim().trim_start_matches('#').trim().trim_matches(['*', '_', '"', '`']).trim();
    let unnumbered = without_number(bare).trim_end_matches([':', '.', ';', ',']).trim();
    let line: Vec<&str> = unnumbered.split_whitespace().collect();
    line.join(" ").chars().take(longest).collect()
}

/// A heading without `3.`, `3)` or `H2:` before it.
fn without_number(text: &str) -> &str {
    let label = text
        .split_once(':')
        .filter(|(label, _)| matches!(label.to_ascii_lowercase().as_str(), "h2" | "h3" | "h4"));
    let text = label.map_or(text, |(_, rest)| rest.trim_start());
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    let numbered =
        rest.len() < text.len() && (text[..text.len() - rest.len()].ends_with('.') || rest.starts_with(')'));
    if numbered { rest.trim_start_matches(')').trim_start() } else { text }
}

/// The customer's headings with the content that the proposal has for them. A proposed section with a
/// slightly different wording belongs to a heading too, unless it matches another of the customer's headings.
/// `changes` lists points that are left out.
pub(super) fn wanted(
    headings: &[WantedHeading],
    proposal: &ProposedOutline,
    language: Language,
    changes: &mut Vec<String>,
) -> Vec<Draft> {
    let mut found = Vec::new();
    flatten(&proposal.sections, 2, &mut found);
    let proposed: Vec<(HeadingWords, &ProposedSection)> =
        found.into_iter().map(|section| (HeadingWords::of(&section.heading, language), section)).collect();
    let mut own = HashSet::new();
    add_words(headings, 2, language, &mut own);
    let mut treated = |heading: &str| {
        let (words, gist) = (HeadingWords::of(heading, language), Gist::of(heading, language));
        let same = proposed.iter().find(|(proposed, _)| *proposed == words);
        let alike = || {
            let mut free = proposed.iter().filter(|(proposed, _)| !own.contains(proposed));
            free.find(|(_, section)| Gist::of(&section.heading, language).has_words_of(&gist))
        };
        let Some((_, section)) = same.or_else(alike) else { return Draft::default() };
        note_points(heading, &section.points, changes);
        Draft::about(heading, section)
    };
    from_wanted(headings, 2, &mut treated)
}

fn add_words(headings: &[WantedHeading], level: u8, language: Language, found: &mut HashSet<HeadingWords>) {
    for wanted in headings.iter().filter(|_| level <= DEEPEST) {
        found.insert(HeadingWords::of(&wanted.heading, language));
        add_words(&wanted.children, level + 1, language, found);
    }
}

fn flatten<'a>(sections: &'a [ProposedSection], level: u8, found: &mut Vec<&'a ProposedSection>) {
    for section in sections.iter().take(MOST_PROPOSED).filter(|_| level <= DEEPEST) {
        if found.len() == MOST_HEADINGS {
            return;
        }
        found.push(section);
        flatten(&section.children, level + 1, found);
    }
}

fn from_wanted(headings: &[WantedHeading], level: u8, treated: &mut dyn FnMut(&str) -> Draft) -> Vec<Draft> {
    let named = headings.iter().filter(|wanted| level <= DEEPEST && !wanted.heading.trim().is_empty());
    let draft = |wanted: &WantedHeading| Draft {
        heading: wanted.heading.trim().to_owned(),
        children: from_wanted(&wanted.children, level + 1, treated),
        ..treated(&wanted.heading)
    };
    named.map(draft).collect()
}

/// A proposal without unusable sections, adjusted to the number of sections that the length needs. `changes`
/// lists what happens to the rest, and what is added.
pub(super) fn repaired(
    proposal: &ProposedOutline,
    order: &ArticleInput,
    research: &Research,
    changes: &mut Vec<String>,
) -> Vec<Draft> {
    let language = order.language;
    let mut known = Known { language, headings: HashSet::new() };
    let mut drafts = distinct(&proposal.sections, 2, &mut known, changes);
    let wanted = section_count(order.words);
    promote(&mut drafts, wanted, changes);
    let supplies = research.brief.iter().flat_map(|brief| &brief.sections);
    for section in supplies.filter(|section| section.origin != SectionOrigin::Form) {
        if drafts.len() + 1 >= wanted && drafts.len() >= LEAST_SECTIONS {
            break;
        }
        let heading = tidy(&section.heading);
        if known.takes(&heading) {
            changes.push(format!(
                "“{heading}” is added: ranking pages have it, and the length needs more sections"
            ));
            drafts.push(Draft {
                heading,
                purpose: section.purpose.clone(),
                form: section.form,
                evidence: section.evidence.clone(),
                ..Draft::default()
            });
        }
    }
    keep_most_relevant(&mut drafts, most_sections(order.words), order, research, changes);
    thin_out(&mut drafts, changes);
    drafts
}

/// Only one section in three may have another level below it; more headings would outweigh the text.
fn thin_out(drafts: &mut [Draft], changes: &mut Vec<String>) {
    let mut left = drafts.len().div_ceil(3);
    for draft in drafts {
        let chosen = draft.children.iter().position(Draft::has_parts).filter(|_| left > 0);
        left -= usize::from(chosen.is_some());
        for (index, child) in draft.children.iter_mut().enumerate() {
            if Some(index) != chosen {
                for part in std::mem::take(&mut child.children) {
                    note_demoted(&part.heading, &child.heading, "there would be too many headings", changes);
                    child.points.push(part.heading);
                }
                limit_points(child, changes);
            }
        }
    }
}

fn distinct(
    sections: &[ProposedSection],
    level: u8,
    known: &mut Known,
    changes: &mut Vec<String>,
) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    if let Some(more) = sections.len().checked_sub(MOST_PROPOSED).filter(|more| *more > 0) {
        changes.push(format!("{more} headings are left out: a level has at most {MOST_PROPOSED}"));
    }
    for section in sections.iter().take(MOST_PROPOSED) {
        let heading = tidy(&section.heading);
        if !known.takes(&heading) {
            if !heading.is_empty() {
                let points = quoted(&points(&section.points));
                let points = if points.is_empty() { points } else { format!(" with its points {points}") };
                changes.push(format!("“{heading}” is left out{points}: another heading says the same, or it is one that every article has"));
            }
            continue;
        }
        note_points(&heading, &section.points, changes);
        let mut draft = Draft::about(&heading, section);
        if level < DEEPEST {
            draft.children = distinct(&section.children, level + 1, known, changes);
        } else {
            for child in section.children.iter().map(|child| tidy(&child.heading)) {
                if !child.is_empty() {
                    note_demoted(&child, &heading, "headings go down to the fourth level", changes);
                    draft.points.push(child);
                }
            }
            limit_points(&mut draft, changes);
        }
        drafts.push(draft);
    }
    drafts
}

/// Records that a heading becomes a point of another.
pub(super) fn note_demoted(heading: &str, above: &str, reason: &str, changes: &mut Vec<String>) {
    changes.push(format!("“{heading}” becomes a point of “{above}”: {reason}"));
}

/// Records proposed points beyond the limit of a section.
fn note_points(heading: &str, proposed: &[String], changes: &mut Vec<String>) {
    let more: Vec<String> = tidy_points(proposed).skip(MOST_POINTS).collect();
    note_left_out(heading, &more, changes);
}

/// Reduces the points of a section to the limit.
fn limit_points(draft: &mut Draft, changes: &mut Vec<String>) {
    let more = draft.points.split_off(draft.points.len().min(MOST_POINTS));
    note_left_out(&draft.heading, &more, changes);
}

fn note_left_out(heading: &str, points: &[String], changes: &mut Vec<String>) {
    if !points.is_empty() {
        let points = quoted(points);
        changes.push(format!(
            "of “{heading}” these points are left out, because it has {MOST_POINTS}: {points}"
        ));
    }
}

fn quoted(points: &[String]) -> String {
    points.iter().map(|point| format!("“{point}”")).collect::<Vec<_>>().join(", ")
}

/// The headings that are already in use.
struct Known {
    language: Language,
    headings: HashSet<HeadingWords>,
}

impl Known {
    /// Whether a heading can be used: it is not empty, not generic, and does not repeat another one. Then it
    /// counts as used.
    fn takes(&mut self, heading: &str) -> bool {
        !heading.is_empty()
            && !seo::is_furniture(heading)
            && self.headings.len() < MOST_HEADINGS
            && self.headings.insert(HeadingWords::of(heading, self.language))
    }
}

fn points(points: &[String]) -> Vec<String> {
    tidy_points(points).take(MOST_POINTS).collect()
}

fn tidy_points(points: &[String]) -> impl Iterator<Item = String> {
    points.iter().map(|point| tidied(point, LONGEST_POINT)).filter(|point| !point.is_empty())
}

/// Turns subsections into sections of the second level while there are too few.
fn promote(drafts: &mut Vec<Draft>, wanted: usize, changes: &mut Vec<String>) {
    while drafts.len() + 1 < wanted || drafts.len() < LEAST_SECTIONS {
        let Some(index) = drafts.iter().position(|draft| draft.children.len() >= 2) else { break };
        let child = drafts[index].children.pop();
        if let Some(Draft { heading, .. }) = &child {
            changes.push(format!("“{heading}” becomes a section of its own: the length needs more sections"));
        }
        drafts.splice(index + 1..=index, child);
    }
}

/// Keeps `wanted` sections in their order: those that cover most of the topics of other pages.
fn keep_most_relevant(
    drafts: &mut Vec<Draft>,
    wanted: usize,
    order: &ArticleInput,
    research: &Research,
    changes: &mut Vec<String>,
) {
    if drafts.len() <= wanted {
        return;
    }
    let mut weights: HashMap<String, f64> = HashMap::new();
    for term in research.brief.iter().flat_map(|brief| &brief.terms) {
        for stem in seo::stems(&term.text, order.language) {
            *weights.entry(stem).or_default() += f64::from(term.pages);
        }
    }
    let relevance = |draft: &Draft| -> f64 {
        let text = format!("{} {}", draft.heading, draft.points.join(" "));
        seo::stems(&text, order.language).iter().filter_map(|stem| weights.get(stem)).sum()
    };
    let mut ranked: Vec<(usize, f64)> = drafts.iter().map(relevance).enumerate().collect();
    // Among equally relevant sections, the last ones are removed first.
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let kept: Vec<usize> = ranked.iter().take(wanted).map(|(index, _)| *index).collect();
    let mut index = 0;
    drafts.retain(|draft| {
        index += 1;
        let stays = kept.contains(&(index - 1));
        if !stays {
            let heading = &draft.heading;
            changes.push(format!("“{heading}” is left out: the length has room for {wanted} sections"));
        }
        stays
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_before_headings_are_dropped() {
        for (text, expected) in [
            ("## 2. Storage:", "Storage"),
            ("**3) Choosing  beans**", "Choosing beans"),
            ("H2: What it is", "What it is"),
            ("10 best jars", "10 best jars"),
            ("A\u{200b} b\n c", "A b c"),
            ("2024", "2024"),
            ("3.5 litres", "3.5 litres"),
            ("  ", ""),
        ] {
            assert_eq!(tidy(text), expected, "{text}");
        }
    }
}
