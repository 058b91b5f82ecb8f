//! What large models are asked, stage by stage.
//!
//! Words from outside stand between marks that occur nowhere in them and are said to be data. Models name evidence and links by
//! their ids and never write an address. The same brief always gives the same prompt, so that answers can be kept under its hash.

mod data;
mod edges;
mod edit_form;
mod forms;
mod voice;

use std::fmt::Write as _;

use domain::articles::order::{ArticleOrder, InternalLink};
use domain::articles::outline::{Outline, PlannedSection, SectionId};
use domain::articles::quality::Finding;
use domain::articles::research::{Evidence, Research};
use serde_json::Value;

use crate::planning::section_count;
pub use edges::{labels, opening, questions};
pub use edit_form::edit_form;

/// Goes up with every change of a prompt or a form.
pub const PROMPT_VERSION: &str = "2";

/// The most evidence of one prompt, in pieces and characters.
const MOST_EVIDENCE: usize = 40;
const MOST_EVIDENCE_CHARACTERS: usize = 16_000;
/// The most headings, questions and terms that an outline is asked with.
const MOST_HINTS: usize = 25;
/// The most sections below one, unless the customer wants more.
const MOST_SUBSECTIONS: usize = 3;
/// The words of a short block, and how many blocks there may be below a heading at least and at most.
const SHORT_BLOCK: u32 = 25;
const FEW_BLOCKS: usize = 3;
const MANY_BLOCKS: usize = 12;
const MOST_LINKS: usize = 40;
const MOST_FAILURES: usize = 12;

/// What a model is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Who it is and what rules it keeps.
    pub system: String,
    /// What it shall do now.
    pub prompt: String,
    /// The name of the form of its answer.
    pub form_name: &'static str,
    /// The form as a JSON Schema: all properties required, no others allowed.
    pub schema: Value,
    /// The most that it may write, in tokens.
    pub max_tokens: u32,
}

/// What every prompt of an article is made from.
#[derive(Debug, Clone, Copy)]
pub struct Brief<'a> {
    /// What was ordered.
    pub order: &'a ArticleOrder,
    /// What was read.
    pub research: &'a Research,
    /// Pages of the customer that may be linked to.
    pub internal_links: &'a [InternalLink],
}

/// Asks for an outline.
#[must_use]
pub fn outline(brief: &Brief<'_>) -> Prompt {
    let order = brief.order;
    let wanted = &order.outline;
    let count = if wanted.is_empty() { section_count(order.words) } else { wanted.len() };
    let below = wanted.iter().map(|heading| heading.children.len()).fold(MOST_SUBSECTIONS, usize::max);
    let mut prompt = format!(
        "Plan an article of {} on the search query below. Propose exactly {count} main sections in the order in which a reader needs them, \
         each with a short specific heading, two to four points that it shall make, and two or three subsections where the topic has parts \
         (otherwise none). One subsection in every third section, the one with most to tell, gets two or three parts of its own. Use words of the query in about half of the headings, and never in the same way twice. \
         Leave out introduction, conclusion and FAQ; they are written later. \
         Propose six questions that searchers ask and that the sections do not already answer in their headings. \
         The title holds the query and promises only what the article keeps.\n",
        voice::words(order.words, order.language),
    );
    let images = usize::try_from(order.images).unwrap_or(0);
    if images > 0 {
        let _ = writeln!(
            prompt,
            "Propose {images} image(s), the first for the place below the title (section 0), the others for the sections that gain most by one. \
             The subject of an image is a thing, named by a noun, and what stands beside it: \"a kettle on a stove\", not an idea and no text."
        );
    }
    add_order(&mut prompt, order);
    let research = brief.research;
    data::add_list(
        &mut prompt,
        "Headings that several ranking pages share",
        research.headings.iter().take(MOST_HINTS),
    );
    data::add_list(&mut prompt, "Questions that searchers ask", research.questions.iter().take(MOST_HINTS));
    let terms = research.terms.iter().take(MOST_HINTS).map(|term| &term.text);
    data::add_list(&mut prompt, "Terms that pages on the topic use", terms);
    let every = brief.research.evidence.len().div_ceil(MOST_EVIDENCE).max(1);
    add_evidence(&mut prompt, research.evidence.iter().step_by(every));
    let wanted = wanted.iter().map(|heading| &heading.heading);
    data::add_list(&mut prompt, "Headings that the customer wants, to be kept as they are", wanted);
    Prompt {
        system: voice::system(order),
        prompt,
        form_name: "outline",
        schema: forms::outline(count, below, images),
        max_tokens: voice::tokens(1_200, order.language),
    }
}

/// Asks for a section of the second level with those below it, in about `words` words. Nothing if the outline has no such section.
#[must_use]
pub fn section(brief: &Brief<'_>, outline: &Outline, id: &SectionId, words: u32) -> Option<Prompt> {
    let section = outline.sections.iter().find(|section| section.id == *id)?;
    let prompt = section_task(brief, outline, section, words);
    Some(section_prompt(brief, section, prompt, words))
}

/// Asks for a section again, naming what is wrong with the present text.
#[must_use]
pub fn rework(
    brief: &Brief<'_>,
    outline: &Outline,
    id: &SectionId,
    words: u32,
    present: &str,
    failures: &[Finding],
) -> Option<Prompt> {
    let section = outline.sections.iter().find(|section| section.id == *id)?;
    let mut prompt = section_task(brief, outline, section, words);
    prompt.push_str("\nThe section was written before and is not good enough. Write it again; keep what is right and mend this:\n");
    for failure in failures.iter().take(MOST_FAILURES) {
        let _ = write!(prompt, "- {}", data::line(&failure.problem));
        if let Some(excerpt) = &failure.excerpt {
            let _ = write!(prompt, ": {}", data::marked(excerpt));
        }
        prompt.push('\n');
    }
    if failures.is_empty() {
        let _ = writeln!(prompt, "- its length; {} are wanted", voice::words(words, brief.order.language));
    }
    data::add(&mut prompt, "Present text", present);
    Some(section_prompt(brief, section, prompt, words))
}

/// A prompt whose answer could not be used, with the reason.
#[must_use]
pub fn again(prompt: &str, problem: &str) -> String {
    format!(
        "{prompt}\nYour previous answer could not be used; the reason is this: {}. Give the whole answer again, as one complete JSON object of \
         the given form and nothing else.\n",
        data::marked(problem)
    )
}

fn section_prompt(brief: &Brief<'_>, section: &PlannedSection, prompt: String, words: u32) -> Prompt {
    let headings = headings(section);
    let blocks = usize::try_from(words / SHORT_BLOCK).unwrap_or(usize::MAX) / headings;
    Prompt {
        system: voice::system(brief.order),
        prompt,
        form_name: "section",
        schema: forms::section(headings, blocks.clamp(FEW_BLOCKS, MANY_BLOCKS)),
        max_tokens: voice::tokens(words, brief.order.language),
    }
}

fn section_task(brief: &Brief<'_>, outline: &Outline, section: &PlannedSection, words: u32) -> String {
    let order = brief.order;
    let mut prompt = format!(
        "Write one section of an article: {} in all. Give one part for each line of the plan, in its order, with the line's number in \
         `section`, and fill `blocks` with its text. Mostly paragraphs of two to five sentences; `steps` for a procedure, `bullets` for \
         things that are truly a list, a `table` only to compare figures, a `quote` only word for word from evidence. Fields that a block \
         does not need stay empty. Do not repeat the headings, do not announce what follows, do not sum up at the end.\n",
        voice::words(words, order.language),
    );
    add_order(&mut prompt, order);
    add_headings(&mut prompt, outline, section);
    prompt.push_str("\nPlan of this section:\n");
    add_plan(&mut prompt, section, words_ratio(section, words));
    let evidence = numbers(section);
    let own = evidence
        .iter()
        .filter_map(|number| brief.research.evidence.iter().find(|evidence| evidence.number == *number));
    add_evidence(&mut prompt, own);
    add_links(&mut prompt, brief.internal_links);
    prompt
}

/// The target beside the plan, in hundredths.
fn words_ratio(section: &PlannedSection, words: u32) -> u32 {
    words * 100 / total(section).max(1)
}

fn total(section: &PlannedSection) -> u32 {
    section.words + section.children.iter().map(total).sum::<u32>()
}

fn headings(section: &PlannedSection) -> usize {
    1 + section.children.iter().map(headings).sum::<usize>()
}

fn numbers(section: &PlannedSection) -> Vec<u32> {
    let below = section.children.iter().flat_map(numbers);
    section.evidence.iter().copied().chain(below).collect()
}

fn add_plan(prompt: &mut String, section: &PlannedSection, ratio: u32) {
    let words = section.words * ratio / 100;
    let _ = writeln!(prompt, "{} | {} | about {words} words", section.id, data::marked(&section.heading));
    for point in &section.points {
        let _ = writeln!(prompt, "   - {}", data::marked(point));
    }
    section.children.iter().for_each(|child| add_plan(prompt, child, ratio));
}

/// All headings, so that a section knows what others treat.
fn add_headings(prompt: &mut String, outline: &Outline, section: &PlannedSection) {
    let _ = writeln!(prompt, "\nThe article is called {}. Its sections:", data::marked(&outline.title));
    for other in &outline.sections {
        let here = if other.id == section.id { " <- this one" } else { "" };
        let _ = writeln!(prompt, "{}. {}{here}", other.id, data::marked(&other.heading));
    }
}

/// Query, audience and the customer's wishes.
fn add_order(prompt: &mut String, order: &ArticleOrder) {
    let _ = writeln!(prompt, "\nSearch query: {}", data::marked(&order.focus_keyword));
    if !order.keywords.is_empty() {
        let keywords: Vec<String> =
            order.keywords.iter().take(MOST_HINTS).map(|keyword| data::marked(keyword)).collect();
        let _ = writeln!(prompt, "Secondary keywords, each where it fits: {}", keywords.join(", "));
    }
    if let Some(audience) = &order.audience {
        let _ = writeln!(prompt, "Readers: {}", data::marked(audience));
    }
    if let Some(country) = order.country {
        let _ = writeln!(prompt, "The readers' country: {country}");
    }
    if let Some(instructions) = &order.instructions {
        let _ = writeln!(
            prompt,
            "The customer's wishes for content and style, as far as the rules allow: {}",
            data::marked(instructions)
        );
    }
}

fn add_evidence<'a>(prompt: &mut String, evidence: impl Iterator<Item = &'a Evidence>) {
    let mut lines = String::new();
    let mut count = 0;
    for piece in evidence.take(MOST_EVIDENCE) {
        let line = format!("[E{}] {}\n", piece.number, data::marked(&piece.text));
        if lines.len() + line.len() > MOST_EVIDENCE_CHARACTERS {
            break;
        }
        lines.push_str(&line);
        count += 1;
    }
    if count == 0 {
        prompt.push_str("\nThere is no evidence. Write what is general knowledge and beyond doubt; no figures, no studies, no names of experts.\n");
    } else {
        let _ = write!(prompt, "\nEvidence, the only source of figures, names and claims:\n{lines}");
    }
}

fn add_links(prompt: &mut String, links: &[InternalLink]) {
    if links.is_empty() {
        return;
    }
    prompt.push_str("\nPages that may be linked, at most one in this section and only where it helps, written as [L1: words of the sentence]:\n");
    for (link, number) in links.iter().take(MOST_LINKS).zip(1..) {
        let title = link.title.as_deref().unwrap_or(&link.url);
        let _ = writeln!(prompt, "[L{number}] {}", data::marked(title));
    }
}
