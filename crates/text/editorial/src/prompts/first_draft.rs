//! The prompt for the first draft of an article. It gives the writer much freedom; the second draft produces
//! the final form.

use std::fmt::Write as _;

use domain::articles::brief::QueryType;
use domain::articles::outline::{Outline, PlannedSection};

use super::sources::add_sources;
use super::{Brief, MOST_HINTS, Prompt, add_links, add_order, add_plan, add_purpose, data, forms, voice};

/// The length of the first draft, as hundredths of the requested length. The rest is for the FAQ and for
/// additions of the second draft.
const LENGTH: u32 = 87;

/// How to write whole articles in Markdown.
pub(super) const MARKDOWN: &str = "\
`article` is Markdown. It begins with text, without a heading; `##` are main sections, `###` and `####` those below them; code stands \
between fences that name its language; `> **Warning:** …` is for what must not be missed. Put the mark of a source, such as [S2], at the end \
of a sentence that rests on it; the mark for a whole table stands in the sentence above the table, which says something of its own.\n";

/// Instructions for comparisons only.
const COMPARISON: &str = "\
- The query compares. First weigh the sides against each other, in paragraphs: what each gains the reader, what it costs them, and for whom \
that matters. A reason for a side is what it gives, not that it does no harm. How to do either comes after that.\n";

/// The prompt for a whole article. With an outline the article has its main headings.
#[must_use]
pub fn first_draft(brief: &Brief<'_>, plan: Option<&Outline>) -> Prompt {
    let order = brief.order;
    let mut prompt = format!(
        "Write an article for people who search for the query below. It should have {}, tables counted, code not counted. You have read all \
         sources; write it the way you would explain the matter to somebody who came to you with this question.\n\
         - Answer at once what they came for: the command, the figure, the step or the verdict, and the reason behind it. The words of \
         the query stand in the first paragraph, as people would say them.\n\
         - Then give them everything else that they need, in the order in which they need it: what to do and in which order, what the \
         terms mean where they first come up, which case they are in and what changes in it, what it costs, what goes wrong, how to see \
         that it worked, how to undo it.\n\
         - Explain why: how the matter works, as far as one must know it to judge one's own case, and what each choice gives and costs.\n\
         - {}\n\
         - Use what fits the matter: paragraphs that flow, numbered steps, a table for what readers compare or look up, code for what they \
         type, complete and in the order in which they type it. Steps that need code or several sentences each have a heading of their own.\n\
         - Leave out what these readers do not need. Say each thing once, and end when the reader can act.\n",
        voice::words(order.words * LENGTH / 100, order.language),
        match plan {
            None => {
                "Title, headings and their number and order are yours: at least four main sections, each for one thing that readers look for."
            }
            Some(_) => {
                "The headings of the main sections are those of the plan below, exactly and in its order; the section behind them is yours. \
                 The points of the plan say what belongs where."
            }
        },
    );
    if brief.research.brief.as_ref().is_some_and(|brief| brief.query_type == QueryType::Comparison) {
        prompt.push_str(COMPARISON);
    }
    prompt.push_str(
        "The last section says what to do first; its heading names the topic. Leave out an FAQ: it is added later.\n\
         `title` is the headline, with the search query. ",
    );
    prompt.push_str(MARKDOWN);
    let images = usize::try_from(order.images).unwrap_or(0);
    if images > 0 {
        let _ = writeln!(
            prompt,
            "`images`: {images} of them, the first for the place below the title (section 0), the others for the main sections that gain most \
             by one. The subject of an image is a thing, named by a noun, and what stands beside it: \"a kettle on a stove\", not an idea and \
             no text."
        );
    }
    add_order(&mut prompt, order);
    if let Some(title) = &order.title {
        let _ = writeln!(prompt, "The customer's title, to be kept as it is: {}", data::marked(title));
    }
    if let Some(plan) = plan {
        add_purpose(&mut prompt, &plan.title, plan);
        prompt.push_str("\nPlan:\n");
        plan.sections.iter().for_each(|section: &PlannedSection| add_plan(&mut prompt, section, 100));
    }
    if let Some(content) = &brief.research.brief {
        let asked = content.all_questions().filter(|question| question.origin.is_asked());
        let asked = asked.take(MOST_HINTS).map(|question| question.text.as_str());
        data::add_list(&mut prompt, "What people also ask; answer what belongs into this article", asked);
        let gaps = content.gaps.iter().take(MOST_HINTS).map(|gap| gap.topic.as_str());
        data::add_list(
            &mut prompt,
            "What few ranking pages cover; take it up only if these readers need it",
            gaps,
        );
    }
    add_sources(&mut prompt, brief);
    add_links(&mut prompt, brief.internal_links);
    Prompt {
        system: voice::free_system(brief),
        prompt,
        form_name: "first_draft",
        schema: forms::first_draft(images),
        max_tokens: voice::tokens(order.words, order.language),
    }
}
