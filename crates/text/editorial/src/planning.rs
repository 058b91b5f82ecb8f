//! Builds an outline from the proposals of a model, a customer and ranking pages: consistent headings, exact
//! word budgets, and passages for every section.

mod budgets;
mod evidence;
mod headings;
mod questions;

use domain::articles::brief::SectionForm;
use domain::articles::document::Article;
use domain::articles::order::ArticleInput;
use domain::articles::outline::{Outline, PlannedImage, PlannedSection, SectionId};
use domain::articles::passages::PassageId;
use domain::articles::research::Research;
use serde::{Deserialize, Serialize};

pub use budgets::section_count;
use budgets::{Budgets, LEAST_SECTIONS};
pub(crate) use budgets::{body_words, most_sections, question_count};
pub(crate) use evidence::characters;
use headings::Draft;
pub use questions::open_questions;

use crate::second_draft::outline_of;

/// The most changes that an outline reports.
const MOST_CHANGES: usize = 60;
/// The longest title, in characters.
const LONGEST_TITLE: usize = 120;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProposedOutline {
    pub title: String,
    /// The thesis of the article in one sentence.
    pub thesis: String,
    /// What the reader can do or decide after reading.
    pub takeaway: String,
    /// Proposed sections of the second level.
    pub sections: Vec<ProposedSection>,
    pub questions: Vec<String>,
    pub images: Vec<ProposedImage>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProposedImage {
    /// The number of its section, from 1; 0 places it below the title.
    pub section: usize,
    pub subject: String,
    /// The text alternative, for readers who do not see it.
    pub alt: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProposedSection {
    pub heading: String,
    /// The benefit for the reader.
    pub purpose: String,
    pub form: SectionForm,
    /// The number of words that it needs; 0 if the planner gives none.
    pub words: u32,
    /// The points that it must cover.
    pub points: Vec<String>,
    /// Ideas and instructions that only this section covers.
    pub owns: Vec<String>,
    /// The passages that support it.
    pub evidence: Vec<PassageId>,
    pub children: Vec<Self>,
}

impl ProposedOutline {
    /// Turns an outline into a proposal for another one.
    #[must_use]
    pub fn of(outline: &Outline) -> Self {
        Self {
            title: outline.title.clone(),
            thesis: outline.thesis.clone(),
            takeaway: outline.takeaway.clone(),
            sections: outline.sections.iter().map(ProposedSection::of).collect(),
            questions: outline.questions.clone(),
            images: outline.images.iter().map(ProposedImage::of).collect(),
        }
    }
}

impl ProposedImage {
    fn of(image: &PlannedImage) -> Self {
        let section = image.section.as_ref().and_then(|id| id.as_str().parse().ok());
        Self { section: section.unwrap_or(0), subject: image.subject.clone(), alt: image.alt.clone() }
    }
}

impl ProposedSection {
    fn of(section: &PlannedSection) -> Self {
        Self {
            heading: section.heading.clone(),
            purpose: section.purpose.clone(),
            form: section.form,
            words: section.all_words(),
            points: section.points.clone(),
            owns: section.owns.clone(),
            evidence: section.evidence.clone(),
            children: section.children.iter().map(Self::of).collect(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Too few headings were left after repairs.
    #[error("only {found} usable sections were proposed, {LEAST_SECTIONS} are the least")]
    TooFewSections {
        /// The number of sections found.
        found: usize,
    },
}

/// Repairs a proposal and plans with it. Headings that the customer requested stay unchanged and in order;
/// the proposal then only fills them. The budgets add up exactly to the requested words, and the passages of
/// a section stay within a token limit.
pub fn plan(
    proposal: &ProposedOutline,
    order: &ArticleInput,
    research: &Research,
    section_tokens: u32,
) -> Result<Outline, PlanError> {
    let mut changes = Vec::new();
    let drafts = if order.outline.is_empty() {
        headings::repaired(proposal, order, research, &mut changes)
    } else {
        headings::wanted(&order.outline, proposal, order.language, &mut changes)
    };
    if drafts.is_empty() || (order.outline.is_empty() && drafts.len() < LEAST_SECTIONS) {
        return Err(PlanError::TooFewSections { found: drafts.len() });
    }
    let budgets = Budgets::of(order.words, &drafts);
    let sections = drafts.iter().zip(&budgets.sections).enumerate();
    let fixed = !order.outline.is_empty();
    let mut outline = Outline {
        title: title(proposal, order),
        thesis: proposal.thesis.clone(),
        takeaway: proposal.takeaway.clone(),
        introduction_words: budgets.introduction,
        sections: sections
            .map(|(index, (draft, words))| {
                planned(draft, SectionId::top(index + 1), *words, (2, fixed), &mut changes)
            })
            .collect(),
        questions: questions::chosen(proposal, order, research, budgets.questions, &mut changes),
        question_words: budgets.questions,
        conclusion_words: budgets.conclusion,
        images: images(proposal, drafts.len(), &mut changes),
        changes: Vec::new(),
    };
    changes.truncate(MOST_CHANGES);
    outline.changes = changes;
    let proposed: Vec<&[PassageId]> = drafts.iter().map(|draft| draft.evidence.as_slice()).collect();
    evidence::assign(&mut outline, &proposed, order, research, section_tokens);
    Ok(outline)
}

/// The outline of a text that was written without one: its headings with their evidence, questions for its
/// end, and its images.
#[must_use]
pub fn following(
    article: &Article,
    images: Vec<ProposedImage>,
    order: &ArticleInput,
    research: &Research,
) -> Outline {
    let proposal = ProposedOutline { images, ..ProposedOutline::default() };
    let budgets = Budgets::of(order.words, &[]);
    let outline = outline_of(&Outline::default(), article, research);
    let mut changes = Vec::new();
    Outline {
        introduction_words: budgets.introduction,
        questions: questions::chosen(&proposal, order, research, budgets.questions, &mut changes),
        question_words: budgets.questions,
        conclusion_words: budgets.conclusion,
        images: self::images(&proposal, outline.sections.len(), &mut changes),
        changes,
        ..outline
    }
}

/// Proposed images with a subject. The first one for a section that does not exist moves below the title if
/// that place is free.
fn images(proposal: &ProposedOutline, sections: usize, changes: &mut Vec<String>) -> Vec<PlannedImage> {
    let mut images: Vec<PlannedImage> = Vec::new();
    for image in &proposal.images {
        let section = (1..=sections).contains(&image.section).then(|| SectionId::top(image.section));
        let taken = images.iter().any(|other| other.section == section);
        let subject = &image.subject;
        if subject.is_empty() {
            changes.push(format!("the image “{}” is left out: it does not say what to draw", image.alt));
        } else if taken {
            changes.push(format!("the image “{subject}” is left out: another stands in its place"));
        } else {
            let alt = if image.alt.is_empty() { subject } else { &image.alt };
            images.push(PlannedImage { subject: subject.clone(), alt: alt.clone(), section });
        }
    }
    images.sort_by_key(|image| image.section.is_some());
    images
}

fn title(proposal: &ProposedOutline, order: &ArticleInput) -> String {
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

/// Splits the sections into the best `count`, in their order, and the rest. A section with parts is always
/// chosen.
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

/// A section on a level, with its words divided between its own text and its subsections. Subsections that
/// are not worth a heading become points. The headings may be the customer's.
fn planned(
    draft: &Draft,
    id: SectionId,
    words: u32,
    (level, fixed): (u8, bool),
    changes: &mut Vec<String>,
) -> PlannedSection {
    let count = budgets::children(words, level, draft.children.len(), fixed);
    let (mut below, dropped) = chosen(&draft.children, count);
    let mut points = draft.points.clone();
    let (above, last) = match below.last_mut() {
        Some(last) => (&last.heading, &mut last.points),
        None => (&draft.heading, &mut points),
    };
    for dropped in &dropped {
        headings::note_demoted(
            &dropped.heading,
            above,
            "its section has too few words for the heading",
            changes,
        );
        last.extend(dropped.as_points());
    }
    let (own, shares) = budgets::divided(words, &below);
    let children = below
        .iter()
        .zip(shares)
        .enumerate()
        .map(|(index, (child, words))| {
            planned(child, id.child(index + 1), words, (level + 1, fixed), changes)
        })
        .collect();
    PlannedSection {
        heading: draft.heading.clone(),
        purpose: draft.purpose.clone(),
        // Tables and steps stand below the headings of the subsections.
        form: if below.is_empty() { draft.form } else { SectionForm::Prose },
        points,
        owns: draft.owns.clone(),
        evidence: Vec::new(),
        words: own,
        children,
        id,
    }
}
