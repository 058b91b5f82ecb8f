//! Puts the passages of all texts into the order of the article. The backbone keeps its own order; the other texts join it.

use domain::articles::record::UnusedReason;
use rustc_hash::FxHashSet;

use crate::notes::{Library, Note};
use crate::plan::{Part, Plan, Topic};
use crate::questions;
use crate::same::Same;
use crate::terms::{Term, ratio, sequence, terms};

/// The least likeness of a section to the part that it stands below.
const SECTION_TEXT: f64 = 0.22;
/// The least likeness of a paragraph to the part that it joins.
const PARAGRAPH_TEXT: f64 = 0.16;

/// The text that the others join: the most complete one. Terms say how much it tells, headings how well it is ordered, the
/// keyword whether it is about the thing; a story told in the first person is rather a voice than a frame.
pub(crate) fn backbone(library: &Library) -> Option<usize> {
    let score = |note: &Note| {
        let sections = &library.sections[note.sections.clone()];
        let passages = || sections.iter().flat_map(|section| &library.passages[section.passages.clone()]);
        let told: FxHashSet<Term> =
            passages().flat_map(|passage| passage.terms.iter().map(|term| term.0)).collect();
        let headed = sections.iter().filter(|section| section.heading.is_some()).count().min(8);
        let title = terms(note.title.as_deref().unwrap_or_default(), library.language);
        let headings = sections.iter().filter_map(|section| section.heading.as_deref());
        let named: FxHashSet<String> =
            headings.flat_map(|heading| terms(heading, library.language)).chain(title).collect();
        let keyword = library.keyword_terms.iter().filter(|term| named.contains(*term)).count();
        let relevance = 0.5 + ratio(keyword, library.keyword_terms.len().max(1));
        let steps = if passages().any(|passage| passage.steps) { 1.3 } else { 1.0 };
        let voice = if note.personal { 0.6 } else { 1.0 };
        ratio(told.len() * (8 + headed), 8) * relevance * steps * voice
    };
    let has_text =
        |note: &Note| library.sections[note.sections.clone()].iter().any(|it| !it.passages.is_empty());
    let scored = library.notes.iter().enumerate().filter(|(_, note)| has_text(note));
    let best = scored.map(|(at, note)| (score(note), at));
    best.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, at)| at)
}

/// The plan of an article whose headings are the notes' own.
pub(crate) fn place<'a>(library: &'a Library, same: &'a Same, backbone: usize, asked: &[String]) -> Plan<'a> {
    let mut plan = Plan::new(library, same, backbone);
    let mut taken = FxHashSet::default();
    questions::take_own(&mut plan, backbone, &mut taken);
    let sections = library.notes[backbone].sections.clone();
    plan.put_all(0, plan.own(sections.start));
    plan.describe();
    for section in sections.skip(1).filter(|section| !taken.contains(section)) {
        let part = Part::new(library, section, library.sections[section].level, &plan.own(section));
        plan.parts.push(part);
        plan.put_all(plan.parts.len() - 1, plan.own(section));
    }
    let others = (0..library.notes.len()).filter(|note| *note != backbone);
    for note in others {
        let mut adding = Adding { plan: &mut plan, note, asked, group: None, outline: false };
        adding.add(&mut taken);
    }
    plan
}

/// A text while it joins the plan.
pub(crate) struct Adding<'p, 'a> {
    pub(crate) plan: &'p mut Plan<'a>,
    pub(crate) note: usize,
    /// Questions of the customer.
    pub(crate) asked: &'p [String],
    /// The title of the part that holds what only this text speaks of.
    pub(crate) group: Option<String>,
    /// Whether the customer ordered the headings: what fits none of them is left out.
    pub(crate) outline: bool,
}

impl Adding<'_, '_> {
    /// Adds every section that is not taken.
    pub(crate) fn add(&mut self, taken: &mut FxHashSet<usize>) {
        let library = self.plan.library;
        let Note { sections, personal, .. } = &library.notes[self.note];
        if !self.outline && !personal {
            questions::take_own(self.plan, self.note, taken);
        }
        let opening = self.plan.own(sections.start);
        if *personal && !self.outline {
            self.add_voice(opening);
        } else {
            self.add_paragraphs(&opening);
        }
        let mut last = None;
        for root in sections.clone().skip(1) {
            if library.sections[root].level > 2 || taken.contains(&root) {
                continue;
            }
            if !self.plan.whole(root).is_empty() {
                last = self.add_section(root, last).or(last);
            }
        }
    }

    /// Adds a section and says which top-level part it went to, if that is one of the backbone's.
    fn add_section(&mut self, root: usize, neighbour: Option<usize>) -> Option<usize> {
        let library = self.plan.library;
        let topic = Topic::of(library, &self.plan.whole(root));
        let named = self.plan.named(root);
        let steps = self.plan.own(root).iter().any(|passage| library.passages[*passage].steps);
        if let Some(part) = named.or_else(|| self.plan.nearest_heading(root, &topic)) {
            let clash = steps && self.plan.parts[part].has_steps(library);
            if !clash {
                self.plan.join(part, root);
                return Some(self.top_of(part));
            }
            // Two lists of steps need a heading between them.
            let title = library.notes[self.note].title.as_deref().filter(|_| named.is_some());
            self.add_below(part, root, title);
            return Some(self.top_of(part));
        }
        if let Some(part) = self.plan.nearest_text(&topic, 1, SECTION_TEXT).filter(|_| self.fits()) {
            self.add_below(part, root, None);
            return Some(self.top_of(part));
        }
        if self.outline {
            self.plan.leave(self.plan.whole(root), UnusedReason::OutsideOutline);
        } else if !questions::take_section(self.plan, root) {
            self.add_apart(root, neighbour);
        }
        None
    }

    /// Whether sections may stand below parts of another text. What a person tells stays together.
    fn fits(&self) -> bool {
        let library = self.plan.library;
        self.outline || !library.notes[self.note].personal
    }

    fn top_of(&self, part: usize) -> usize {
        (0..=part).rev().find(|at| self.plan.parts[*at].level <= 2).unwrap_or(0)
    }

    fn add_below(&mut self, part: usize, root: usize, heading: Option<&str>) {
        let level = (self.plan.parts[part].level + 1).min(4);
        let at = self.plan.end_of(part);
        self.plan.insert(at, root, level, heading);
    }

    /// Adds a section of its own: below the title of its text if a person speaks in it or its opening stands there, or beside
    /// its neighbours.
    fn add_apart(&mut self, root: usize, neighbour: Option<usize>) {
        let grouped = self.group.is_some() || self.plan.library.notes[self.note].personal;
        if let Some(group) = grouped.then(|| self.group_part()).flatten() {
            let at = self.plan.end_of(group);
            return self.plan.insert(at, root, 3, None);
        }
        let procedure = self.plan.parts.iter().any(|part| part.has_steps(self.plan.library));
        let at = match neighbour.filter(|_| !procedure) {
            Some(neighbour) => self.plan.end_of(neighbour).min(self.end()),
            None => self.end(),
        };
        self.plan.insert(at, root, 2, None);
    }

    /// The part that holds what only this text speaks of; it is there once it is needed.
    fn group_part(&mut self) -> Option<usize> {
        let title = self.plan.library.notes[self.note].title.clone()?;
        if self.group.is_none() {
            let at = self.end();
            self.group = Some(title.clone());
            self.plan.parts.insert(at, Part::headed(title, 2));
            return Some(at);
        }
        self.plan.parts.iter().rposition(|part| part.heading == self.group)
    }

    /// The place behind everything but closing words of the backbone.
    fn end(&self) -> usize {
        let last = self.plan.parts.iter().rposition(|part| part.level == 2);
        let closing = last.filter(|last| {
            let library = self.plan.library;
            let of = self.plan.parts[*last].passages.first();
            let own = of.is_some_and(|passage| library.passages[*passage].note == self.plan.backbone);
            own && self.plan.parts[*last].heading.as_deref().is_some_and(closes)
        });
        closing.unwrap_or(self.plan.parts.len())
    }

    /// Adds a text, or its opening, in which a person speaks: it stays in one piece.
    fn add_voice(&mut self, passages: Vec<usize>) {
        if passages.is_empty() {
            return;
        }
        if let Some(group) = self.group_part() {
            return self.plan.put_all(group, passages);
        }
        let topic = Topic::of(self.plan.library, &passages);
        let part = self.plan.nearest_text(&topic, 1, 0.0).unwrap_or(0);
        self.plan.put_all(part, passages);
    }

    /// Adds paragraphs without headings: each, with those that lean on it, to the part that it is most like. The rest stands
    /// below the title of the text.
    fn add_paragraphs(&mut self, passages: &[usize]) {
        let library = self.plan.library;
        let units = passages.chunk_by(|_, next| library.passages[*next].leans);
        let mut last = 0;
        for unit in units {
            match self.plan.nearest_text(&Topic::of(library, unit), 0, PARAGRAPH_TEXT) {
                Some(part) => {
                    last = part;
                    self.plan.put_all(part, unit.to_vec());
                }
                None if self.outline => self.plan.leave(unit.to_vec(), UnusedReason::OutsideOutline),
                None if questions::take_asked(self.plan, unit, self.asked) => {}
                None => match self.group_part() {
                    Some(group) => self.plan.put_all(group, unit.to_vec()),
                    None => self.plan.put_all(last, unit.to_vec()),
                },
            }
        }
    }
}

/// Whether a heading announces the last words.
fn closes(heading: &str) -> bool {
    const CLOSING: &[&str] = &[
        "short version",
        "in short",
        "last words",
        "final",
        "summary",
        "to sum up",
        "conclusion",
        "takeaway",
        "wrapping up",
        "kết luận",
        "lời kết",
        "tóm lại",
        "tổng kết",
        "lời cuối",
        "kết",
    ];
    let words = sequence(heading).join(" ");
    let has =
        |phrase: &&str| format!(" {words} ").contains(&format!(" {phrase} ")) || words.starts_with(*phrase);
    CLOSING.iter().any(|phrase| has(phrase)) && seo::words::count(&words) <= 8
}
