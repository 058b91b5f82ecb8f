//! Asks for the editing pass over a whole article.

use std::fmt::Write as _;

use domain::articles::document::Article;
use domain::articles::outline::Outline;

use super::{Brief, Prompt, add_order, data, edit_form, voice};
use crate::manuscript::manuscript;

/// The most facts of the pages that are listed.
const MOST_FACTS: usize = 40;
/// Words of edits for each hundred words of the article.
const EDITED: u32 = 25;

/// Asks for edits of single sentences.
#[must_use]
pub fn editing(brief: &Brief<'_>, outline: &Outline, article: &Article) -> Prompt {
    let order = brief.order;
    let mut prompt = String::from(
        "Below is a whole article. Before each sentence stands its id in braces. Read it once from start to end, as a reader would, and \
         return only the edits that make it better:\n\
         - `repetition`: the same thing is said twice; delete the weaker place (empty text) or say there what is new.\n\
         - `contradiction`: two places give different figures or advice; make the one that is wrong agree.\n\
         - `unmet_point`: a point of the plan or an instruction of the customer is not met, or what the customer asked for once comes more \
         often.\n\
         - `figure`: a figure, default or formula from the list of facts belongs in a sentence and is missing.\n\
         - `transition`: a section starts without any link to what the reader has just learned.\n\
         - `ending`: the last sentences leave the reader without the next step.\n\
         - `style`: a sentence that readers stumble over.\n\
         An edit gives the id and the whole new text in place of that sentence, one or two sentences long. Keep the sentence's \
         citations, as [S2], and its figures; a new figure needs a cited source that gives it. Edit what matters and leave the rest. If \
         nothing is to be improved, return an empty list.\n",
    );
    let _ = writeln!(
        prompt,
        "The article has {} words, and {} are wanted. Edits must not bring it further from that.",
        crate::words(article),
        order.words
    );
    add_order(&mut prompt, order);
    prompt.push_str("\nPlan:\n");
    for section in &outline.sections {
        let below = section.children.iter().flat_map(|child| &child.points);
        let points: Vec<String> = section.points.iter().chain(below).map(|point| data::line(point)).collect();
        let _ = writeln!(prompt, "{}. {}: {}", section.id, data::marked(&section.heading), points.join("; "));
    }
    let facts = brief.research.brief.iter().flat_map(|content| &content.facts).take(MOST_FACTS);
    let mut lines = String::new();
    for fact in facts {
        let values: Vec<String> = fact
            .values
            .iter()
            .map(|value| {
                let sources: Vec<String> =
                    value.sources.iter().map(|source| format!("[S{}]", source.0)).collect();
                format!("{} {}", data::line(&value.value), sources.concat())
            })
            .collect();
        let _ = writeln!(lines, "- {}: {}", data::marked(&fact.about), values.join("; "));
    }
    if !lines.is_empty() {
        let _ = write!(prompt, "\nFacts on the pages:\n{lines}");
    }
    data::add(&mut prompt, "Article", &manuscript(article));
    let words = order.words * EDITED / 100;
    Prompt {
        system: voice::system(brief),
        prompt,
        form_name: "edits",
        schema: edit_form(),
        max_tokens: voice::tokens(words, order.language),
    }
}
