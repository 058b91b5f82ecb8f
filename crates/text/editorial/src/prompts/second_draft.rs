//! The prompt for the second draft of an article, by an editor who reads the first draft without prior
//! knowledge and as an expert, and may change everything.

use std::fmt::Write as _;

use domain::articles::document::Article;
use domain::articles::outline::Outline;
use domain::articles::quality::Finding;

use super::first_draft::MARKDOWN;
use super::frame::label_lines;
use super::revising::add_findings;
use super::sources::add_sources;
use super::{Brief, Prompt, add_links, add_order, add_purpose, data, forms, voice};
use crate::present;

/// The fewest and the most words of the second draft, in hundredths of the requested length.
const LEAST: u32 = 95;
const MOST: u32 = 107;
/// The most problems in the reply.
const MOST_PROBLEMS: usize = 10;

/// The prompt for the second draft. `first` is the first draft as written; its article is the parsed text.
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
         First read the draft from start to end twice. Read it as the reader who searched for this and has never seen it. Then read it as an \
         expert who checks every claim and figure against the sources below and by what they know, and who plays every command and step \
         through in the state in which the reader then is. Write into `problems` what is wrong, at most ten, the worst first:\n",
    );
    prompt.push_str(LOOK_FOR);
    let (least, most) = (order.words * LEAST / 100, order.words * MOST / 100);
    let _ = write!(
        prompt,
        "Then solve every one of them. Rewrite as much or as little as it needs: move, merge, cut, rename and add sections freely, and put \
         what the reader looks up or types where they need it first. Keep what is good as it stands, the voice included. The second \
         draft reads at least as easily as the first: explain what you add in whole sentences that follow from each other, and pay for it by \
         cutting what the reader needs least. The draft has {} words; the second has {least} to {most}, FAQ and tables counted, code \
         not counted.\n\
         Reply with the whole article, not only with what changed:\n\
         - `article`: the first two sentences answer the query. A command, a setting or a short table follows at once if it answers better \
         than words. At least four main sections. The last section says what the reader does first and the one thing to remember; it is short, \
         and its heading names the topic.\n\
         - `faq`: four to six questions that this reader would still have, each with an answer of 30 to 50 words that begins with the answer \
         itself and does not repeat the article.{}\n\
         - Last {}\n",
        crate::words(article),
        if order.keywords.iter().any(|keyword| keyword.trim_end().ends_with('?')) {
            " The customer's own questions stay as they are."
        } else {
            ""
        },
        label_lines(),
    );
    prompt.push_str(MARKDOWN);
    if order.has_fixed_headings() {
        prompt.push_str(
            "The headings of the main sections are the customer's: keep them as they are, in their order.\n",
        );
    }
    if article.faq.is_some() {
        prompt.push_str("If nothing at all is wrong with the draft, leave `article` and `faq` empty.\n");
    }
    add_findings(&mut prompt, findings);
    add_order(&mut prompt, order);
    add_purpose(&mut prompt, &article.title, outline);
    if let Some(title) = &order.title {
        let _ = writeln!(prompt, "The customer's title, to be kept as it is: {}", data::marked(title));
    }
    let draft = first.map_or_else(|| text(article, brief), str::to_owned);
    data::add(&mut prompt, "First draft", &draft);
    add_sources(&mut prompt, brief);
    add_links(&mut prompt, brief.internal_links);
    Prompt {
        system: voice::free_system(brief),
        prompt,
        form_name: "second_draft",
        schema: forms::second_draft(MOST_PROBLEMS),
        max_tokens: voice::tokens(most, order.language),
    }
}

/// All visible text, with the search result metadata.
fn text(article: &Article, brief: &Brief<'_>) -> String {
    let body = present::linked(article, brief.internal_links);
    let heading = article.faq.as_ref().map_or_else(String::new, |faq| format!("## {}\n", faq.heading));
    format!("{}{body}{heading}{}", present::labels(article), present::faq(article))
}

const LOOK_FOR: &str = "\
- what the reader came for and does not find, finds too late, or must put together from two places;\n\
- a case that changes the answer and is not told, such as what holds if the reader has the old thing already, or another version;\n\
- a claim, figure or command that is wrong, outdated, does not run, fails in the common case, goes further than its source, or contradicts another \
place;\n\
- a command, query, figure or table that the reader needs and does not get;\n\
- a rule, step or choice without its reason: how it works, what each side gives and what it costs;\n\
- figures that the reader would have to convert, add up or compare, and a comparison of what is not alike;\n\
- a disagreement of the sources that the reader is not told, or is told without whose figures they are and which to go by;\n\
- filler, asides, cases that few readers have, and questions that nobody asks; what is said twice, also in FAQ and conclusion;\n\
- a sentence that one must read twice or that is clipped like a note, a paragraph or a table that is too dense, a \
person, an organisation or a term that is not introduced, a phrase that fits every article;\n\
- an order that is not the reader's, a check that comes too late to act on it, or a text that stops instead of ending;\n\
- an instruction of the customer that is not met, or is met more often than they asked.\n";
