//! Makes a plan out of what a model, a customer and pages that rank propose: headings that hold together, budgets that add up,
//! evidence for one section each.

mod budgets;
mod evidence;
mod headings;
mod questions;

use domain::articles::order::ArticleOrder;
use domain::articles::outline::{Outline, PlannedSection, SectionId};
use domain::articles::research::Research;

pub use budgets::section_count;
use budgets::{Budgets, LEAST_SECTIONS};
use headings::Draft;

/// The longest title, in characters.
const LONGEST_TITLE: usize = 120;

/// An outline as somebody proposes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProposedOutline {
    /// The title.
    pub title: String,
    /// Sections of the second level.
    pub sections: Vec<ProposedSection>,
    /// Questions to answer.
    pub questions: Vec<String>,
}

/// A proposed section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProposedSection {
    /// Its heading.
    pub heading: String,
    /// What it shall say.
    pub points: Vec<String>,
    /// Sections below it.
    pub children: Vec<Self>,
}

impl ProposedOutline {
    /// A plan as a proposal for another one.
    #[must_use]
    pub fn of(outline: &Outline) -> Self {
        Self {
            title: outline.title.clone(),
            sections: outline.sections.iter().map(ProposedSection::of).collect(),
            questions: outline.questions.clone(),
        }
    }
}

impl ProposedSection {
    fn of(section: &PlannedSection) -> Self {
        Self {
            heading: section.heading.clone(),
            points: section.points.clone(),
            children: section.children.iter().map(Self::of).collect(),
        }
    }
}

/// Why there is no plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Too few headings were left after repairs.
    #[error("only {found} usable sections were proposed, {LEAST_SECTIONS} are the least")]
    TooFewSections {
        /// How many.
        found: usize,
    },
}

/// Repairs a proposal and plans with it. Headings that the customer wants are kept as they are, in their order; the proposal then only
/// says what they shall treat. The budgets add up to the ordered words exactly.
pub fn plan(
    proposal: &ProposedOutline,
    order: &ArticleOrder,
    research: &Research,
) -> Result<Outline, PlanError> {
    let drafts = if order.outline.is_empty() {
        headings::repaired(proposal, order, research)
    } else {
        headings::wanted(&order.outline, proposal, order.language)
    };
    if drafts.is_empty() || (order.outline.is_empty() && drafts.len() < LEAST_SECTIONS) {
        return Err(PlanError::TooFewSections { found: drafts.len() });
    }
    let budgets = Budgets::of(order.words, &drafts);
    let sections = drafts.iter().zip(&budgets.sections).enumerate();
    let fixed = !order.outline.is_empty();
    let mut outline = Outline {
        title: title(proposal, order),
        introduction_words: budgets.introduction,
        sections: sections
            .map(|(index, (draft, words))| planned(draft, SectionId::top(index + 1), *words, 2, fixed))
            .collect(),
        questions: questions::chosen(proposal, order, research, budgets.questions),
        question_words: budgets.questions,
        conclusion_words: budgets.conclusion,
    };
    evidence::assign(&mut outline, research, order.language);
    Ok(outline)
}

fn title(proposal: &ProposedOutline, order: &ArticleOrder) -> String {
    let proposed = headings::tidy(&proposal.title);
    let title = order.title.clone().filter(|title| !title.trim().is_empty());
    let title =
        title.or((!proposed.is_empty()).then_some(proposed)).unwrap_or_else(|| capital(&order.focus_keyword));
    title.chars().take(LONGEST_TITLE).collect()
}

fn capital(text: &str) -> String {
    let mut letters = text.trim().chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// So many sections in their order, and the others. One that has parts is always chosen.
fn chosen(sections: &[Draft], count: usize) -> (Vec<Draft>, Vec<Draft>) {
    let deep = sections.iter().position(Draft::has_parts).filter(|deep| *deep >= count);
    let plain = if deep.is_some() { count.saturating_sub(1) } else { count };
    let is_chosen = |index: usize| index < plain || (count > 0 && deep == Some(index));
    let mut others = Vec::new();
    let mut taken = Vec::new();
    for (index, section) in sections.iter().enumerate() {
        if is_chosen(index) { &mut taken } else { &mut others }.push(section.clone());
    }
    (taken, others)
}

/// A section with its words divided between its own text and those below it. What is not worth a heading becomes a point.
fn planned(draft: &Draft, id: SectionId, words: u32, level: u8, fixed: bool) -> PlannedSection {
    let count = budgets::children(words, level, draft.children.len(), fixed);
    let (below, dropped) = chosen(&draft.children, count);
    let mut points = draft.points.clone();
    points.extend(dropped.iter().map(|child| child.heading.clone()));
    let (own, shares) = budgets::divided(words, &below);
    let children = below
        .iter()
        .zip(shares)
        .enumerate()
        .map(|(index, (child, words))| planned(child, id.child(index + 1), words, level + 1, fixed));
    PlannedSection {
        heading: draft.heading.clone(),
        points,
        evidence: Vec::new(),
        words: own,
        children: children.collect(),
        id,
    }
}
