//! The prompts for models, by stage.
//!
//! Fetched text stands between marks that occur nowhere in it and is declared as material. Models name
//! passages and links by their ids and never write a URL. The same brief always results in the same prompt,
//! so replies can be cached under its hash.

mod data;
mod first_draft;
mod forms;
mod frame;
mod judging;
mod outline;
mod revising;
mod revision_form;
mod second_draft;
mod sources;
mod voice;

use std::fmt::Write as _;

use domain::articles::brief::SectionForm;
use domain::articles::order::{ArticleInput, InternalLink};
use domain::articles::outline::{Outline, PlannedSection, SectionId};
use domain::articles::passages::{Passage, PassageId};
use domain::articles::quality::Finding;
use domain::articles::research::Research;
use domain::articles::strategy::EvidenceTokens;
use serde_json::Value;

pub use first_draft::first_draft;
pub use frame::{labels, opening, questions};
pub use judging::{graded_text, judging};
pub use outline::outline;
pub use revising::revising;
pub use revision_form::revision_form;
pub use second_draft::second_draft;

/// Increase it with every change of a prompt or a form.
pub const PROMPT_VERSION: &str = "6";

/// The most keywords, questions, gaps and terms that a prompt lists.
const MOST_HINTS: usize = 25;
/// The words of a short block, and the least and the most number of blocks below a heading.
const SHORT_BLOCK: u32 = 25;
const FEW_BLOCKS: usize = 3;
const MANY_BLOCKS: usize = 12;
const MOST_LINKS: usize = 40;
const MOST_FAILURES: usize = 12;

/// A prompt for a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// The role and the rules of the model.
    pub system: String,
    pub prompt: String,
    /// The name of the reply form.
    pub form_name: &'static str,
    /// The reply form as a JSON Schema: all properties required, no others allowed.
    pub schema: Value,
    /// The token limit of the reply.
    pub max_tokens: u32,
}

/// The input of every prompt of an article.
#[derive(Debug, Clone, Copy)]
pub struct Brief<'a> {
    /// The request for the article.
    pub order: &'a ArticleInput,
    pub research: &'a Research,
    /// Pages of the customer that may be linked to.
    pub internal_links: &'a [InternalLink],
    /// Token limits for the research in the prompt.
    pub tokens: EvidenceTokens,
}

/// The prompt for a section of the second level with its subsections, in about `words` words; `None` if the
/// outline has no such section.
#[must_use]
pub fn section(brief: &Brief<'_>, outline: &Outline, id: &SectionId, words: u32) -> Option<Prompt> {
    let section = outline.section(id)?;
    let prompt = section_task(brief, outline, section, words);
    Some(section_prompt(brief, section, prompt, words))
}

/// A section to rewrite.
#[derive(Debug, Clone, Copy)]
pub struct Rework<'a> {
    /// The present text, with its citations, lists and tables.
    pub present: &'a str,
    /// The problems of the text.
    pub failures: &'a [Finding],
    /// The customer's instructions for the new text.
    pub instructions: Option<&'a str>,
}

/// The prompt to rewrite a section, with the problems of the present text.
#[must_use]
pub fn rework(
    brief: &Brief<'_>,
    outline: &Outline,
    id: &SectionId,
    words: u32,
    rework: Rework<'_>,
) -> Option<Prompt> {
    let section = outline.section(id)?;
    let mut prompt = section_task(brief, outline, section, words);
    let Rework { present, failures, instructions } = rework;
    if let Some(instructions) = instructions {
        let _ = write!(
            prompt,
            "\nThe section was written before, and the customer wants it to be different: {}\nFollow this as far as the rules allow.\n",
            data::line(instructions)
        );
    } else if failures.is_empty() {
        prompt.push_str(
            "\nThe section was written before. Write another version of it: the same points, said in a clearer or more useful way.\n",
        );
    } else {
        prompt.push_str(
            "\nThe section was written before. Write it again. Keep every sentence that is right with its citation, as [S2] or by the passage's mark, and solve these problems:\n",
        );
    }
    add_failures(&mut prompt, failures);
    data::add(&mut prompt, "Present text", present);
    Some(section_prompt(brief, section, prompt, words))
}

/// A prompt to rewrite earlier metadata, with its problems.
#[must_use]
pub fn mended(mut prompt: Prompt, present: &str, failures: &[Finding]) -> Prompt {
    prompt.prompt.push_str(
        "\nThey were written before. Write them again, keep what is right, and solve these problems:\n",
    );
    add_failures(&mut prompt.prompt, failures);
    data::add(&mut prompt.prompt, "Present text", present);
    prompt
}

/// A prompt to retry after an unusable reply, with the reason.
#[must_use]
pub fn again(prompt: &str, problem: &str) -> String {
    format!(
        "{prompt}\nYour previous reply could not be used, for this reason: {}. Send the whole reply again, as one complete JSON object of \
         the given form and nothing else.\n",
        data::marked(problem)
    )
}

fn add_failures(prompt: &mut String, failures: &[Finding]) {
    for failure in failures.iter().take(MOST_FAILURES) {
        let _ = write!(prompt, "- {}", data::line(&failure.problem));
        if let Some(excerpt) = &failure.excerpt {
            let _ = write!(prompt, ": {}", data::marked(excerpt));
        }
        prompt.push('\n');
    }
}

fn section_prompt(brief: &Brief<'_>, section: &PlannedSection, prompt: String, words: u32) -> Prompt {
    let headings = section.headings();
    Prompt {
        system: voice::system(brief),
        prompt,
        form_name: "section",
        schema: forms::section(headings, blocks(words, headings)),
        max_tokens: voice::tokens(words, brief.order.language),
    }
}

/// The most blocks below one of `headings` headings.
fn blocks(words: u32, headings: usize) -> usize {
    let blocks = usize::try_from(words / SHORT_BLOCK).unwrap_or(usize::MAX) / headings.max(1);
    blocks.clamp(FEW_BLOCKS, MANY_BLOCKS)
}

fn section_task(brief: &Brief<'_>, outline: &Outline, section: &PlannedSection, words: u32) -> String {
    let order = brief.order;
    let mut prompt = format!(
        "Write one section of an article: {} in all, rather a little less than more; headings and table cells count, code does not. Give one part for each line of the plan, in the \
         same order, with the line's number in `section`, and put its text into `blocks`. Say what the reader can use: the figure, the \
         command, the name, the reason, the exception. Commands, queries and settings are complete and run as they stand. Start with the \
         matter itself; do not announce it, and do not sum up at the end.\n",
        voice::words(words, order.language),
    );
    prompt.push_str(FORMS);
    prompt.push_str(EXAMPLE);
    add_order(&mut prompt, order);
    add_article(&mut prompt, outline, section);
    prompt.push_str("\nPlan of this section:\n");
    add_plan(&mut prompt, section, words_ratio(section, words));
    add_evidence(&mut prompt, brief, &section.evidence);
    add_links(&mut prompt, brief.internal_links);
    prompt
}

const FORMS: &str = "\
Kinds of blocks: `paragraph` (two to five sentences), `steps` (one action each, in the order in which they are done, with its figure or \
command), `bullets` (things that are truly a list), `table` (any comparison of several things or of settings with their values; marks \
stand in the cell that holds the cited figure, none in the caption or on what you calculated), `code` \
(commands, settings and formulas exactly as they are typed, without fences; steps that each need code have a heading of their own, or a paragraph each, with the code right below it), `tip` and `warning` (one or two sentences that must not be \
missed, seldom), `quote` (word for word from a passage). Fields that a block does not need stay empty.\n";

const EXAMPLE: &str = "\
Example of a part, on another topic: {\"section\": \"2\", \"blocks\": [{\"kind\": \"paragraph\", \"text\": \"Descale a kettle once the \
rim turns white, which takes about six weeks with hard water [E4]. White vinegar works as well as citric acid, but its smell stays \
for a day [E9].\", \"language\": \"\", \"items\": [], \"columns\": [], \"rows\": []}]}\n";

/// The ratio of the target to the planned words, in hundredths.
fn words_ratio(section: &PlannedSection, words: u32) -> u32 {
    words * 100 / section.all_words().max(1)
}

fn add_plan(prompt: &mut String, section: &PlannedSection, ratio: u32) {
    let words = section.words * ratio / 100;
    let _ = writeln!(prompt, "{} | {} | about {words} words", section.id, data::marked(&section.heading));
    if !section.purpose.is_empty() {
        let _ = writeln!(prompt, "   Purpose: {}", data::line(&section.purpose));
    }
    if section.form != SectionForm::Prose {
        let _ = writeln!(prompt, "   Form: {}", form(section.form));
    }
    for point in &section.points {
        let _ = writeln!(prompt, "   - {}", data::line(point));
    }
    for owned in &section.owns {
        let _ = writeln!(prompt, "   Only here: {}", data::line(owned));
    }
    section.children.iter().for_each(|child| add_plan(prompt, child, ratio));
}

const fn form(form: SectionForm) -> &'static str {
    match form {
        SectionForm::Prose => "paragraphs",
        SectionForm::Steps => "numbered steps (`steps`)",
        SectionForm::List => "a list (`bullets`) with a sentence or two for each item",
        SectionForm::Table => "a `table`, with a short paragraph before it",
        SectionForm::Comparison => {
            "a comparison: a `table` of the things side by side, then who should choose which"
        }
        SectionForm::Code => "commands or settings in `code`, each explained",
    }
}

/// The title, thesis and benefit of the article.
fn add_purpose(prompt: &mut String, title: &str, outline: &Outline) {
    let _ = writeln!(prompt, "\nThe article is called {}.", data::marked(title));
    for (name, text) in [("What it says", &outline.thesis), ("What the reader takes away", &outline.takeaway)]
    {
        if !text.is_empty() {
            let _ = writeln!(prompt, "{name}: {}", data::line(text));
        }
    }
}

/// The whole article with the points of all other sections, so that no section repeats another.
fn add_article(prompt: &mut String, outline: &Outline, section: &PlannedSection) {
    add_purpose(prompt, &outline.title, outline);
    prompt.push_str("Its sections; do not repeat what another section says:\n");
    for other in &outline.sections {
        if other.id == section.id {
            let _ = writeln!(prompt, "{}. {} (this section)", other.id, data::marked(&other.heading));
            continue;
        }
        let below =
            other.children.iter().flat_map(|child| std::iter::once(&child.heading).chain(&child.points));
        let told: Vec<String> = other.points.iter().chain(below).map(|point| data::line(point)).collect();
        let _ = writeln!(prompt, "{}. {}: {}", other.id, data::marked(&other.heading), told.join("; "));
    }
}

/// The query, readers and the customer's instructions.
fn add_order(prompt: &mut String, order: &ArticleInput) {
    let _ = writeln!(prompt, "\nSearch query: {}", data::marked(&order.focus_keyword));
    if !order.keywords.is_empty() {
        let keywords: Vec<String> =
            order.keywords.iter().take(MOST_HINTS).map(|keyword| data::marked(keyword)).collect();
        let _ = writeln!(prompt, "Secondary keywords, each where it fits: {}", keywords.join(", "));
    }
    if let Some(audience) = &order.audience {
        let _ = writeln!(prompt, "Readers: {}", data::line(audience));
    }
    if let Some(country) = order.country {
        let _ = writeln!(prompt, "The readers' country: {country}");
    }
    if let Some(instructions) = &order.instructions {
        let _ = writeln!(
            prompt,
            "The customer's instructions. Follow them in content and style; what they ask for once belongs to the section that owns it:\n{}",
            data::text(instructions)
        );
    }
}

fn add_evidence(prompt: &mut String, brief: &Brief<'_>, ids: &[PassageId]) {
    let found: Vec<&Passage> = ids.iter().filter_map(|id| brief.research.passage(*id)).collect();
    if found.is_empty() {
        prompt.push_str(
            "\nNo passages were found for this. Write what is common knowledge and beyond doubt. Ordinary quantities of everyday \
             procedures are fine; leave out statistics, prices, dates, studies and names of experts.\n",
        );
        return;
    }
    prompt.push_str("\nPassages to write from. Each begins with its mark and says where it stands:\n");
    add_passages(prompt, &found);
}

fn add_passages(prompt: &mut String, passages: &[&Passage]) {
    for passage in passages {
        let _ = writeln!(prompt, "[E{}] {}", passage.id.0, data::passage(&place(passage), &passage.text));
    }
}

/// The title of a passage's page and the headings above the passage.
fn place(passage: &Passage) -> String {
    let mut place: Vec<String> = std::iter::once(&passage.title)
        .chain(&passage.path)
        .map(|text| data::line(text))
        .filter(|text| !text.is_empty())
        .collect();
    place.dedup();
    place.join(" › ")
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
