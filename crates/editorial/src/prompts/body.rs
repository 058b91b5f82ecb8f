//! Asks for the whole body of an article at once.

use std::collections::BTreeSet;

use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::passages::PassageId;

use super::{
    Brief, EXAMPLE, FORMS, Prompt, add_evidence, add_links, add_order, add_plan, add_purpose, blocks, forms,
    voice,
};

/// Asks for all sections in one reply, from all their passages.
#[must_use]
pub fn body(brief: &Brief<'_>, outline: &Outline) -> Prompt {
    let order = brief.order;
    let words: u32 = outline.sections.iter().map(PlannedSection::all_words).sum();
    let mut prompt = format!(
        "Write the body of an article: {} in all, headings and table cells included, code not. The words of a line are a guide: give more to what has more to say, less to \
         the rest. Give one part for each line of the plan, in the same \
         order, with the line's number in `section`, and put its text into `blocks`. Say what the reader can use: the figure, the \
         command, the name, the reason, the exception. Commands, queries and settings are complete and run as they stand. Write it as one text: each section builds on the ones before it, says each thing \
         once, and starts with the matter itself. Introduction, conclusion and FAQ are written later.\n",
        voice::words(words, order.language),
    );
    prompt.push_str(FORMS);
    prompt.push_str(EXAMPLE);
    add_order(&mut prompt, order);
    add_purpose(&mut prompt, outline);
    prompt.push_str("\nPlan:\n");
    for section in &outline.sections {
        add_plan(&mut prompt, section, 100);
    }
    let mut seen = BTreeSet::new();
    let evidence = outline.sections.iter().flat_map(|section| &section.evidence).copied();
    let evidence: Vec<PassageId> = evidence.filter(|id| seen.insert(*id)).collect();
    add_evidence(&mut prompt, brief, &evidence);
    add_links(&mut prompt, brief.internal_links);
    let headings = outline.sections.iter().map(PlannedSection::headings).sum();
    Prompt {
        system: voice::system(brief),
        prompt,
        form_name: "body",
        schema: forms::section(headings, blocks(words, headings)),
        max_tokens: voice::tokens(words, order.language),
    }
}
