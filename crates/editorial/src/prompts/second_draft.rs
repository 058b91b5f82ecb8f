//! Asks for the second draft of an article: by somebody who reads the first one as a stranger and as an expert, and may change everything.

use std::fmt::Write as _;

use domain::articles::document::Article;
use domain::articles::outline::Outline;
use domain::articles::quality::Finding;

use super::frame::label_lines;
use super::revising::add_findings;
use super::sources::add_sources;
use super::{Brief, FORMS, Prompt, add_links, add_order, add_purpose, data, forms, voice};
use crate::present;

/// The fewest and the most words of the second draft, in hundredths of what was requested.
const LEAST: u32 = 95;
const MOST: u32 = 107;
/// The most problems that are named, sections of all levels, and blocks below a heading.
const MOST_PROBLEMS: usize = 10;
const MOST_SECTIONS: usize = 30;
const MOST_BLOCKS: usize = 14;

/// Asks for the second draft. `first` is the first draft as it was written; its article is what was read of it.
#[must_use]
pub fn second_draft(
    brief: &Brief<'_>,
    outline: &Outline,
    (article, first): (&Article, Option<&str>),
    findings: &[Finding],
) -> Prompt {
    let order = brief.order;
    let mut prompt = String::from(
        "Below is the first draft of an article. Write the second draft: the article as it should be published.\n\
         First read the draft from start to end twice: as the reader who searched for this and has never seen it, and as an expert who \
         checks every claim, figure and command against the sources below and by what they know. Write into `problems` what is wrong, at \
         most ten, the worst first:\n",
    );
    prompt.push_str(LOOK_FOR);
    let (least, most) = (order.words * LEAST / 100, order.words * MOST / 100);
    let _ = write!(
        prompt,
        "Then solve every one of them. Rewrite as much or as little as it needs: move, merge, cut, rename and add sections freely, and put \
         what the reader looks up or types where they need it first. Keep what is good as it stands, the voice included. The second \
         draft reads at least as easily as the first: explain what you add, and pay for it by cutting what the reader needs least, never by \
         pressing more into a sentence. The draft has {} words; the second has {least} to {most}, FAQ and tables counted, code \
         not counted.\n\
         Reply with the whole article, not only with what changed:\n\
         - `introduction`, in blocks: the first two sentences answer the query. A command, a setting or a short table stands here already \
         if it answers better than words.\n\
         - `sections` in reading order: `level` 2 for a main section, 3 or 4 for one that belongs to the section above it, its `heading`, \
         and its text in `blocks`. At least four main sections.\n\
         - `conclusion`: what the reader does first and the one thing to remember, in two to four sentences; its heading names the topic.\n\
         - `faq`: four to six questions that this reader would still have, each with an answer of 30 to 50 words that begins with the answer \
         itself and does not repeat the body.{}\n\
         - Last {}\n",
        crate::words(article),
        if order.keywords.iter().any(|keyword| keyword.trim_end().ends_with('?')) {
            " The customer's own questions stay as they are."
        } else {
            ""
        },
        label_lines(),
    );
    if order.has_fixed_headings() {
        prompt.push_str(
            "The headings of the main sections are the customer's: keep them as they are, in their order.\n",
        );
    }
    prompt.push_str(FORMS);
    prompt.push_str("Cite as [S2], the mark of the source.\n");
    if article.faq.is_some() {
        prompt.push_str(
            "If nothing at all is wrong with the draft, leave `introduction`, `sections` and `faq` empty.\n",
        );
    }
    add_findings(&mut prompt, findings);
    add_order(&mut prompt, order);
    add_purpose(&mut prompt, outline);
    if let Some(title) = &order.title {
        let _ = writeln!(prompt, "The customer's title, to be kept as it is: {}", data::marked(title));
    }
    let draft = first.map_or_else(|| text(article, brief), str::to_owned);
    data::add(&mut prompt, "First draft", &draft);
    add_sources(&mut prompt, brief);
    add_links(&mut prompt, brief.internal_links);
    Prompt {
        system: voice::system(brief),
        prompt,
        form_name: "second_draft",
        schema: forms::second_draft(MOST_PROBLEMS, MOST_SECTIONS, MOST_BLOCKS),
        max_tokens: voice::tokens(most, order.language),
    }
}

/// Everything that readers see, with the lines for results pages.
fn text(article: &Article, brief: &Brief<'_>) -> String {
    let body = present::linked(article, brief.internal_links);
    let heading = article.faq.as_ref().map_or_else(String::new, |faq| format!("## {}\n", faq.heading));
    format!("{}{body}{heading}{}", present::labels(article), present::faq(article))
}

const LOOK_FOR: &str = "\
- what the reader came for and does not find, finds too late, or must put together from two places;\n\
- a case that changes the answer and is not told, such as what holds if the reader has the old thing already;\n\
- a claim, figure or command that is wrong, outdated, does not run, goes further than its source, or contradicts another place;\n\
- a command, query, figure or table that the reader needs and does not get;\n\
- a disagreement of the sources that the reader is not told, or is told without whose figures they are and which to go by;\n\
- filler, asides, cases that few readers have, and questions that nobody asks; what is said twice, also in FAQ and conclusion;\n\
- a sentence that one must read twice, a paragraph that is too dense, a table that compares what is not alike, a person, an organisation \
or a term that is not introduced;\n\
- an order that is not the reader's, or a text that stops instead of ending;\n\
- an instruction of the customer that is not met, or is met more often than they asked.\n";
