//! Asks for a whole article at once.

use std::collections::BTreeSet;

use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::passages::PassageId;

use super::frame::{add_working_title, answering, label_lines};
use super::{
    Brief, EXAMPLE, FORMS, Prompt, add_evidence, add_links, add_order, add_plan, add_purpose, blocks, data,
    forms, voice,
};
use crate::planning::characters;

/// The fewest blocks that there is room for below a heading: text and code in turn.
const BLOCKS: usize = 10;

/// Asks for everything in one reply: introduction, sections, conclusion, FAQ and the lines that describe the article.
#[must_use]
pub fn whole(brief: &Brief<'_>, outline: &Outline) -> Prompt {
    let order = brief.order;
    let sections: u32 = outline.sections.iter().map(PlannedSection::all_words).sum();
    let about = |count: u32| voice::words(count, order.language);
    let mut prompt = format!(
        "Write a whole article: {} in all, and never more than {}. Headings, table cells and questions count, code blocks do not; \
         a figure and its unit are two words, and a table of ten rows takes about 120. Write it as one text for one reader, from the \
         question they came with to the last thing they do. Each part builds on what stands before it, starts with the matter itself, \
         and is worded so that it reads well aloud. Say each thing once, where the reader needs it.\n\
         - `introduction`, in {}, one to three short paragraphs: the first two sentences answer the query, with the decisive figure, \
         step or verdict and the reason behind it, so that a reader in a hurry has what they came for. The words of the query stand in \
         the first 100 words, as people would say them. Two things that are compared are told apart there in a sentence.{}\n\
         - `parts`: one for each line of the plan, in the same order, with the line's number in `section` and its text in `blocks`. The \
         words of a line are a guide: give more to what has more to say. Say what the reader can use: the figure, the command, the \
         name, the reason, the exception, and every case that changes the answer. Commands, queries and settings are complete and run \
         as they stand. A table, a schedule or a list of settings is complete in one place, so that nobody has to put two together. \
         Introduce a person, an organisation or a term where the reader first meets it, such as \"a gardener who has kept bees for \
         twelve years\", and call it the same from then on; a reader sees no list of sources while reading.\n\
         - `conclusion`, in {}: what the reader does first, and the one thing to remember, without new facts and without what the last \
         part has just said. Its heading names the topic.\n\
         - `faq`, in {} or a little more: the questions below, as they are, in their order. Every answer starts with the answer itself in \
         a sentence that takes up the subject of the question, stands without the article, has 30 to 60 words, and goes on to a figure, a \
         case or a step that the reader does not know yet. Leave a \
         question out only if nothing answers it.\n\
         - Last {}\n",
        about(outline.words()),
        outline.words() * 107 / 100,
        about(outline.introduction_words),
        brief
            .research
            .brief
            .as_ref()
            .map_or_else(String::new, |content| format!(" {}", data::line(&content.opening))),
        about(outline.conclusion_words),
        about(outline.question_words),
        label_lines(),
    );
    prompt.push_str(FORMS);
    prompt.push_str(EXAMPLE);
    add_order(&mut prompt, order);
    add_purpose(&mut prompt, outline);
    prompt.push_str("\nPlan:\n");
    for section in &outline.sections {
        add_plan(&mut prompt, section, 100);
    }
    data::add_list(&mut prompt, "Questions", outline.questions.iter().map(String::as_str));
    prompt.push('\n');
    add_working_title(&mut prompt, order, outline);
    add_evidence(&mut prompt, brief, &evidence(brief, outline));
    add_links(&mut prompt, brief.internal_links);
    let headings = outline.sections.iter().map(PlannedSection::headings).sum();
    Prompt {
        system: voice::system(brief),
        prompt,
        form_name: "article",
        schema: forms::whole(headings, blocks(sections, headings).max(BLOCKS), outline.questions.len()),
        max_tokens: voice::tokens(outline.words(), order.language),
    }
}

/// What an article rests on, page by page: every passage if there is room for all, otherwise those of the sections and of the questions.
pub(super) fn evidence(brief: &Brief<'_>, outline: &Outline) -> Vec<PassageId> {
    let passages = &brief.research.passages;
    let sections = u32::try_from(outline.sections.len()).unwrap_or(1);
    let room = characters(brief.tokens.section.saturating_mul(sections), brief.order.language);
    let all: usize = passages.iter().map(|passage| passage.text.chars().count()).sum();
    if all <= room {
        return passages.iter().map(|passage| passage.id).collect();
    }
    let of_sections = outline.sections.iter().flat_map(|section| section.evidence.iter().copied());
    let chosen: BTreeSet<PassageId> = of_sections.chain(answering(brief, outline)).collect();
    chosen.into_iter().collect()
}
