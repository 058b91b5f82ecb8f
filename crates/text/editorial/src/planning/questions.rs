//! Which questions an article answers at its end.

use domain::articles::document::Faq;
use domain::articles::order::ArticleInput;
use domain::articles::research::Research;
use domain::locale::Language;

use super::ProposedOutline;
use super::headings::tidy;
use crate::comparison::Gist;

/// The words of an answer.
const ANSWER: u32 = 40;
/// The fewest and the most questions.
const COUNT: (u32, u32) = (4, 6);
/// The longest question in words.
const LONGEST: u32 = 25;

/// Chooses as many questions as the budget permits, without duplicates: first the proposed ones, which take
/// the sections into account, then those of the customer and of searchers. `changes` lists the questions of
/// the proposal and of the customer that are left out.
pub(super) fn chosen(
    proposal: &ProposedOutline,
    order: &ArticleInput,
    research: &Research,
    budget: u32,
    changes: &mut Vec<String>,
) -> Vec<String> {
    let most = count(budget);
    let mut chosen: Vec<String> = Vec::new();
    let mut known: Vec<Gist> = Vec::new();
    let proposed = proposal.questions.iter().map(String::as_str);
    // If the keyword is a question, searchers ask it.
    let keywords =
        order.keywords.iter().map(String::as_str).filter(|keyword| keyword.trim_end().ends_with('?'));
    let wanted = proposed.chain(keywords).map(|question| (question, true));
    for (question, is_wanted) in wanted.chain(research.questions().map(|question| (question, false))) {
        let question = asked(question, order);
        let usable = (2..=LONGEST).contains(&seo::words::count(&question));
        let gist = Gist::of(&question, order.language);
        let same = known.iter().position(|other| other.equals(&gist)).map(|index| &chosen[index]);
        let problem = if !usable {
            format!("a question has 2 to {LONGEST} words")
        } else if let Some(same) = same {
            format!("“{same}” asks the same")
        } else if chosen.len() == most {
            format!("the length has room for {most}")
        } else {
            known.push(gist);
            chosen.push(question);
            continue;
        };
        if is_wanted && !question.is_empty() {
            changes.push(format!("the question “{question}” is left out: {problem}"));
        }
    }
    chosen
}

/// The planned questions that an FAQ leaves open.
#[must_use]
pub fn open_questions(planned: &[String], faq: &Faq, language: Language) -> Vec<String> {
    let answered: Vec<Gist> = faq.items.iter().map(|item| Gist::of(&item.question, language)).collect();
    let is_open = |question: &&String| {
        let gist = Gist::of(question, language);
        !answered.iter().any(|other| other.equals(&gist))
    };
    planned.iter().filter(is_open).cloned().collect()
}

/// The number of questions that so many words can answer.
pub(super) fn count(budget: u32) -> usize {
    usize::try_from((budget / ANSWER).clamp(COUNT.0, COUNT.1)).unwrap_or(0)
}

/// The question with a question mark.
fn asked(question: &str, order: &ArticleInput) -> String {
    let bare = tidy(question);
    let mark = match order.language.as_str() {
        "zh" | "ja" => "？",
        "ar" | "fa" | "ur" => "؟",
        "el" => ";",
        _ => "?",
    };
    if bare.is_empty() || bare.ends_with(['?', '？', '؟']) { bare } else { format!("{bare}{mark}") }
}
