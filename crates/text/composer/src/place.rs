//! Places the passages of all texts in the order of the article. The backbone keeps its own order, and the
//! other texts join it.

use domain::articles::record::UnusedReason;
use rustc_hash::FxHashSet;

use crate::notes::{Library, Note};
use crate::plan::{Part, Plan, Topic};
use crate::questions;
use crate::same::Same;
use crate::terms::{Term, ratio, terms};

/// The least similarity of a section to the part above it, and of a paragraph to the part that it joins.
const SECTION_TEXT: f64 = 0.22;
const PARAGRAPH_TEXT: f64 = 0.145;

/// Returns the backbone: the most complete text, which the others join. Terms measure its content, headings
/// its structure, and the keyword its relevance. A first-person story gets a lower score.
pub(crate) fn backbone(library: &Library) -> Option<usize> {
    let score = |note: &Note| {
        let sections = &library.sections[note.sections.clone()];
        let passages = || sections.iter().flat_map(|section| &library.passages[section.passages.clone()]);
        let told: FxHashSet<Term> = passages().flat_map(|passage| passage.terms.keys().copied()).collect();
        let headings = || sections.iter().filter_map(|section| section.heading.as_deref());
        let named = headings().chain(note.title.as_deref()).flat_map(|title| terms(title, library.language));
        let named: FxHashSet<String> = named.collect();
        let keyword = library.keyword_terms.iter().filter(|term| named.contains(*term)).count();
        let relevance = 0.5 + ratio(keyword, library.keyword_terms.len());
        let steps = if passages().any(|passage| passage.steps) { 1.3 } else { 1.0 };
        let voice = if note.personal { 0.6 } else { 1.0 };
        ratio(told.len() * (8 + headings().count().min(8)), 8) * relevance * steps * voice
    };
    let notes = library.notes.iter().enumerate();
    let with_text = notes.filter(|(at, _)| library.passages.iter().any(|passage| passage.note == *at));
    let best = with_text.map(|(at, note)| (score(note), at));
    best.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, at)| at)
}

/// The plan of an article whose headings are the notes' own.
pub(crate) fn place<'a>(library: &'a Library, same: &'a Same, backbone: usize) -> Plan<'a> {
    let mut plan = Plan::new(library, same, backbone);
    questions::take_own(&mut plan, backbone);
    let sections = library.notes[backbone].sections.clone();
    plan.put(0, plan.own(sections.start));
    plan.describe();
    for section in sections.skip(1) {
        if !plan.taken.contains(&section) {
            plan.insert(plan.parts.len(), section, library.sections[section].level);
        }
    }
    for note in (0..library.notes.len()).filter(|note| *note != backbone) {
        Adding { plan: &mut plan, note, group: None, outline: false }.add();
    }
    plan
}

/// A text while it joins the plan.
pub(crate) struct Adding<'p, 'a> {
    pub(crate) plan: &'p mut Plan<'a>,
    pub(crate) note: usize,
    /// The title of the part that holds the topics that only this text has.
    pub(crate) group: Option<String>,
    /// Whether the customer requested the headings. Passages that fit none of them are then left out.
    pub(crate) outline: bool,
}

impl Adding<'_, '_> {
    /// Adds every section that is not placed yet.
    pub(crate) fn add(&mut self) {
        let library = self.plan.library;
        let Note { sections, personal, .. } = &library.notes[self.note];
        if !self.outline && !personal {
            questions::take_own(self.plan, self.note);
        }
        let opening = self.plan.own(sections.start);
        if *personal && self.outline && self.note != self.plan.backbone {
            self.plan.leave(opening, UnusedReason::OutsideOutline);
        } else if *personal && !self.outline {
            self.add_voice(opening);
        } else {
            self.add_paragraphs(&opening);
        }
        let mut last = None;
        for root in sections.clone().skip(1) {
            let free = library.sections[root].level == 2 && !self.plan.taken.contains(&root);
            if free && !self.plan.whole(root).is_empty() {
                last = self.add_section(root, last).or(last);
            }
        }
    }

    /// Adds a section and returns the part of the second level that it joined.
    fn add_section(&mut self, root: usize, neighbour: Option<usize>) -> Option<usize> {
        let library = self.plan.library;
        let topic = Topic::of(library, &self.plan.whole(root));
        let named = self.plan.named(root);
        // A first-person text stays together.
        let apart = library.notes[self.note].personal && !self.outline;
        let near = || self.plan.nearest_heading(root, &topic).filter(|_| !apart);
        let heading = named.or_else(near);
        let text = || self.plan.nearest_text(&topic, 1, SECTION_TEXT).filter(|_| !apart);
        let Some(part) = heading.or_else(text) else {
            if self.outline {
                self.plan.leave(self.plan.whole(root), UnusedReason::OutsideOutline);
            } else if questions::answers(self.plan, root) {
                questions::take(self.plan, root);
            } else {
                self.add_apart(root, neighbour);
            }
            return None;
        };
        // Two lists of steps need a heading between them.
        let steps = self.plan.own(root).iter().any(|passage| library.passages[*passage].steps);
        if heading.is_some() && !(steps && self.plan.parts[part].has_steps(library)) {
            self.plan.join(part, root);
        } else {
            let at = self.plan.end_of(part);
            let Part { level, passages, .. } = &self.plan.parts[part];
            let is_own = |passage: &usize| library.passages[*passage].note == self.note;
            let sibling = !passages.is_empty() && passages.iter().all(is_own);
            self.plan.insert_whole(at, root, level + u8::from(!sibling));
            if let Some(title) = library.notes[self.note].title.as_ref().filter(|_| named.is_some()) {
                self.plan.parts[at].heading = Some(title.clone());
            }
        }
        (0..=part).rev().find(|at| self.plan.parts[*at].level <= 2)
    }

    /// Adds a section of its own: below the title of its text if it is in the first person or its opening
    /// stands there, or beside its neighbours, unless they are steps.
    fn add_apart(&mut self, root: usize, neighbour: Option<usize>) {
        let grouped = self.group.is_some() || self.plan.library.notes[self.note].personal;
        if let Some(group) = grouped.then(|| self.group_part()).flatten() {
            return self.plan.insert_whole(self.plan.end_of(group), root, 3);
        }
        let procedure = self.plan.parts.iter().any(|part| part.has_steps(self.plan.library));
        let beside = neighbour.filter(|_| !procedure).map(|neighbour| self.plan.end_of(neighbour));
        self.plan.insert_whole(beside.unwrap_or(usize::MAX).min(self.end()), root, 2);
    }

    /// The part for the topics that only this text has, created on first use.
    fn group_part(&mut self) -> Option<usize> {
        let title = self.plan.library.notes[self.note].title.clone()?;
        if self.group.is_none() {
            self.group = Some(title.clone());
            self.plan.parts.insert(self.end(), Part::headed(title, 2));
        }
        self.plan.parts.iter().rposition(|part| part.heading == self.group)
    }

    /// The place before the closing words of the backbone, or the end.
    fn end(&self) -> usize {
        let Plan { library, parts, backbone, .. } = &self.plan;
        let closing = parts.iter().rposition(|part| part.level == 2).filter(|last| {
            let own = |passage: &usize| library.passages[*passage].note == *backbone;
            parts[*last].passages.first().is_some_and(own) && closes(&parts[*last].sequence)
        });
        closing.unwrap_or(parts.len())
    }

    /// Adds a first-person text, or its opening, in one piece.
    fn add_voice(&mut self, passages: Vec<usize>) {
        let group = (!passages.is_empty()).then(|| self.group_part()).flatten();
        let topic = Topic::of(self.plan.library, &passages);
        let part = group.or_else(|| self.plan.nearest_text(&topic, 1, 0.0)).unwrap_or(0);
        self.plan.put(part, passages);
    }

    /// Adds paragraphs without headings: each, with its dependent passages, to the most similar part. The
    /// rest stands below the title of the text.
    fn add_paragraphs(&mut self, passages: &[usize]) {
        let library = self.plan.library;
        let mut last = 0;
        for unit in passages.chunk_by(|_, next| library.passages[*next].leans) {
            let part = self.plan.nearest_text(&Topic::of(library, unit), 0, PARAGRAPH_TEXT);
            if let Some(part) = part {
                last = part;
                self.plan.put(part, unit.to_vec());
            } else if self.outline {
                self.plan.leave(unit.to_vec(), UnusedReason::OutsideOutline);
            } else {
                let part = self.group_part().unwrap_or(last);
                self.plan.put(part, unit.to_vec());
            }
        }
    }
}

/// Whether a heading introduces closing words.
fn closes(heading: &[String]) -> bool {
    const CLOSING: &str = "the short version|in short|last words|final words|final thoughts|summary|conclusion|\
        key takeaways|kết luận|lời kết|tóm lại|tổng kết|lời cuối";
    CLOSING.split('|').any(|phrase| heading.join(" ").starts_with(phrase)) && heading.len() <= 8
}
