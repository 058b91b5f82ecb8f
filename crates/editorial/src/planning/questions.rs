//! Which questions an article answers at its end.

use domain::articles::order::ArticleOrder;
use domain::articles::research::Research;

use super::ProposedOutline;
use super::headings::tidy;
use crate::comparison::Gist;

/// Words of an answer.
const ANSWER: u32 = 40;
/// The fewest and the most questions.
const COUNT: (u32, u32) = (4, 6);
/// The longest question in words.
const LONGEST: u32 = 25;

/// As many questions as the budget answers: proposed ones first, which know what the sections answer, then those of the customer and of
/// searchers, none twice.
pub(super) fn chosen(
    proposal: &ProposedOutline,
    order: &ArticleOrder,
    research: &Research,
    budget: u32,
) -> Vec<String> {
    let most = count(budget);
    let mut chosen: Vec<String> = Vec::new();
    let mut known: Vec<Gist> = Vec::new();
    let proposed = proposal.questions.iter().map(String::as_str);
    // A keyword that asks is asked by searchers.
    let keywords =
        order.keywords.iter().map(String::as_str).filter(|keyword| keyword.trim_end().ends_with('?'));
    for question in proposed.chain(keywords).chain(research.questions()) {
        if chosen.len() == most {
            break;
        }
        let question = asked(question, order);
        let usable = (2..=LONGEST).contains(&seo::words::count(&question));
        let gist = Gist::of(&question, order.language);
        if usable && !known.iter().any(|other| other.equals(&gist)) {
            known.push(gist);
            chosen.push(question);
        }
    }
    chosen
}

/// How many questions so many words answer.
pub(super) fn count(budget: u32) -> usize {
    usize::try_from((budget / ANSWER).clamp(COUNT.0, COUNT.1)).unwrap_or(0)
}

/// A question with its mark.
fn asked(question: &str, order: &ArticleOrder) -> String {
    let bare = tidy(question);
    let mark = match order.language.as_str() {
        "zh" | "ja" => "？",
        "ar" | "fa" | "ur" => "؟",
        "el" => ";",
        _ => "?",
    };
    if bare.is_empty() || bare.ends_with(['?', '？', '؟']) { bare } else { format!("{bare}{mark}") }
}
