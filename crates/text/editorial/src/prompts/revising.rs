//! The prompt for revising a whole article, for a reader who sees it for the first time and has the findings
//! of the checks.

use std::fmt::Write as _;

use domain::articles::document::Article;
use domain::articles::outline::Outline;
use domain::articles::quality::Finding;

use super::sources::add_sources;
use super::{Brief, FORMS, Prompt, add_failures, add_order, add_purpose, data, revision_form, voice};
use crate::manuscript::manuscript;

/// Words of changes per hundred words of the article.
const REVISED: u32 = 50;
/// The most and the fewest words of the revised article, in hundredths of the requested length.
const MOST: u32 = 107;
const LEAST: u32 = 95;

/// The prompt for changes that improve an article or, if `repair`, only for those that solve findings of the
/// checks.
#[must_use]
pub fn revising(
    brief: &Brief<'_>,
    outline: &Outline,
    article: &Article,
    findings: &[Finding],
    repair: bool,
) -> Prompt {
    let order = brief.order;
    let mut prompt = String::from(
        "Below is the draft of an article. Before each sentence stands its id in braces: {2.1/3} is the third below heading 2.1, {intro/1} \
         the first of the introduction.\n",
    );
    prompt.push_str(if repair { REPAIR } else { READ });
    prompt.push_str(CHANGES);
    prompt.push_str(FORMS);
    let words = crate::words(article);
    let most = order.words * MOST / 100;
    let least = order.words * LEAST / 100;
    let _ = write!(prompt, "The article has {words} words; {least} to {most} are wanted. ");
    let _ = match most.checked_sub(words) {
        Some(room) if !repair => writeln!(
            prompt,
            "Your changes together may add up to {room}: for more, take away what the reader needs least."
        ),
        Some(_) => writeln!(prompt, "Keep the length."),
        None => writeln!(
            prompt,
            "Your changes together must take away about {}: delete or shorten what the reader needs least.",
            words - most
        ),
    };
    add_findings(&mut prompt, findings);
    add_order(&mut prompt, order);
    add_purpose(&mut prompt, &article.title, outline);
    data::add(&mut prompt, "Draft", &manuscript(article));
    add_sources(&mut prompt, brief);
    Prompt {
        system: voice::system(brief),
        prompt,
        form_name: "revision",
        schema: revision_form(),
        max_tokens: voice::tokens(order.words * REVISED / 100, order.language),
    }
}

const READ: &str = "\
Read it from start to end twice: as the reader who searched for this and has never seen it, and as an expert who checks every claim and \
command against the sources below. Then write into `problems` what is wrong, the worst first:\n\
- what the reader came for and does not find, finds too late, or must put together from two places;\n\
- a case that changes the answer and is not told, such as what holds if the reader has the old thing already;\n\
- a claim, figure or command that is wrong, does not run, goes further than its source, or contradicts another place;\n\
- the main setting, step or figure without the command or the number that the reader needs;\n\
- a person, an organisation or a term that is not introduced, or has two names;\n\
- what is said twice, also in FAQ and conclusion; what nobody would miss; a FAQ answer that only repeats the body;\n\
- a sentence that one must read twice, a paragraph that is too dense, a sum in running text that belongs in a table;\n\
- an instruction of the customer that is not met, or is met more often than they asked.\n\
Then solve every one of them, and what checks found, if it is listed below. ";

const REPAIR: &str = "\
Checks found problems in it, which are listed below. Repeat them in `problems` in your own words and solve every one of them where it \
stands. See that the sentences around still read well, and change nothing else. ";

const CHANGES: &str = "\
Two kinds of changes are possible:\n\
- `edits`: the id of a sentence, and the whole new text in its place, one to three sentences long, or the id of a row and the new row as | cell \
| cell |. Keep citing, as [S2]. An empty text deletes a sentence or a row; see that the next sentence still stands by itself.\n\
- `rewrites`: where sentences will not do, the number of a heading and its whole new text in blocks, without the headings below it: a \
complete table in place of two halves, steps that were missing, a section in another order. Keep what was right in it, with its \
citations as [S2].\n\
Never edit a sentence below a heading that you rewrite. A new figure or claim needs a source below that gives it, and its mark. Leave \
everything else as it is.\n";

pub(super) fn add_findings(prompt: &mut String, findings: &[Finding]) {
    if !findings.is_empty() {
        prompt.push_str("\nWhat checks found:\n");
        add_failures(prompt, findings);
        prompt.push_str("A check can be mistaken: where nothing is wrong, leave the text as it is.\n");
    }
}
