//! Questions and answers in the notes. An answer is one paragraph, and never a step.

use domain::articles::document::Block;

use crate::plan::Plan;
use crate::terms::sequence;

/// Takes the questions that a text lists itself: the sections below a heading such as `FAQ` and, in the
/// backbone, the questions at its end. If every heading is a question, questions are the form of the text.
pub(crate) fn take_own(plan: &mut Plan<'_>, note: usize) {
    let library = plan.library;
    let heading = |section: usize| library.sections[section].heading.as_deref().unwrap_or_default();
    let sections = library.notes[note].sections.clone().skip(1);
    for section in sections.clone().filter(|section| is_faq(heading(*section))) {
        let below = library.subtree(section).skip(1);
        let answers: Vec<usize> = below.clone().filter(|below| answers(plan, *below)).collect();
        if plan.own(section).is_empty() && answers.len() == below.count() {
            plan.taken.insert(section);
            plan.faq_heading = plan.faq_heading.take().or_else(|| Some(heading(section).to_owned()));
        }
        for below in answers {
            take(plan, below);
        }
    }
    let is_root = |section: &usize| library.sections[*section].level == 2 && !plan.taken.contains(section);
    let roots: Vec<usize> = sections.filter(is_root).collect();
    if note != plan.backbone || roots.iter().all(|root| heading(*root).ends_with('?')) {
        return;
    }
    let trailing = roots.iter().rev().take_while(|section| answers(plan, **section)).count();
    roots[roots.len() - trailing..].iter().for_each(|section| take(plan, *section));
}

pub(crate) fn take(plan: &mut Plan<'_>, section: usize) {
    let question = plan.library.sections[section].heading.clone().unwrap_or_default();
    plan.taken.insert(section);
    plan.own(section).into_iter().for_each(|passage| plan.answer(question.clone(), passage));
}

/// Whether a section is a question with one paragraph as its answer, which is not merged into another.
pub(crate) fn answers(plan: &Plan<'_>, section: usize) -> bool {
    let it = &plan.library.sections[section];
    it.heading.as_deref().is_some_and(|heading| heading.ends_with('?'))
        && plan.library.subtree(section).len() == 1
        && it.passages.len() == 1
        && plan.own(section).iter().any(|passage| is_plain_answer(plan, *passage))
}

/// Whether a passage is one paragraph without steps whose speaker is clear to the reader.
fn is_plain_answer(plan: &Plan<'_>, passage: usize) -> bool {
    let it = &plan.library.passages[passage];
    matches!(it.blocks[..], [Block::Paragraph(_)])
        && !it.steps
        && (it.note == plan.backbone || !it.first_person)
        && !plan.same.behind.contains_key(&passage)
}

fn is_faq(heading: &str) -> bool {
    let words = sequence(heading).join(" ");
    let begins = ["faq", "câu hỏi", "hỏi đáp"].iter().any(|start| words.starts_with(start));
    begins || words.ends_with("questions") || words.ends_with("faq") || words.ends_with("faqs")
}
