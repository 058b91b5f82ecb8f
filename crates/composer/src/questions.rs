//! Questions and answers that stand in the notes as such. An answer is one paragraph, and no step ever goes there.

use domain::articles::document::{Block, Span};
use rustc_hash::FxHashSet;

use crate::plan::{Answer, Plan};
use crate::terms::{ratio, sequence, terms};

/// The least share of a question's terms that its answer has.
const ANSWERS: f64 = 0.75;

/// Takes the questions that a text has gathered itself: the sections below a heading such as `FAQ`, and, in the backbone, the
/// questions that it ends with.
pub(crate) fn take_own(plan: &mut Plan<'_>, note: usize, taken: &mut FxHashSet<usize>) {
    let library = plan.library;
    let sections = library.notes[note].sections.clone();
    for section in sections.clone().skip(1) {
        if !library.sections[section].heading.as_deref().is_some_and(is_faq) || taken.contains(&section) {
            continue;
        }
        let below = library.subtree(section).skip(1);
        let answers: Vec<usize> = below.filter(|below| answers(plan, *below)).collect();
        let own = plan.own(section);
        let asked: Vec<Answer> = own.iter().filter_map(|passage| asked_within(plan, *passage)).collect();
        let whole = answers.len() + 1 == library.subtree(section).len() && asked.len() == own.len();
        if asked.len() == own.len() {
            asked.into_iter().for_each(|answer| plan.answer(answer));
        }
        for below in answers {
            take(plan, below);
            taken.insert(below);
        }
        if whole {
            taken.insert(section);
            plan.faq_heading = plan.faq_heading.take().or_else(|| library.sections[section].heading.clone());
        }
    }
    if note == plan.backbone {
        take_trailing(plan, sections.skip(1).collect(), taken);
    }
}

fn take_trailing(plan: &mut Plan<'_>, sections: Vec<usize>, taken: &mut FxHashSet<usize>) {
    let library = plan.library;
    let is_root = |section: &usize| library.sections[*section].level == 2 && !taken.contains(section);
    let roots: Vec<usize> = sections.into_iter().filter(is_root).collect();
    let asks =
        |section: &usize| library.sections[*section].heading.as_deref().is_some_and(|it| it.ends_with('?'));
    // Where every heading asks, questions are the form of the text.
    if roots.iter().all(asks) {
        return;
    }
    let trailing = roots.iter().rev().take_while(|section| answers(plan, **section)).count();
    for section in &roots[roots.len() - trailing..] {
        take(plan, *section);
        taken.insert(*section);
    }
}

/// Takes a section of another text if it is a question with its answer.
pub(crate) fn take_section(plan: &mut Plan<'_>, section: usize) -> bool {
    let is_answer = answers(plan, section);
    if is_answer {
        take(plan, section);
    }
    is_answer
}

/// Takes a paragraph that has no part of its own and answers a question of the customer.
pub(crate) fn take_asked(plan: &mut Plan<'_>, unit: &[usize], asked: &[String]) -> bool {
    let [passage] = *unit else { return false };
    if !is_plain_answer(plan, passage) {
        return false;
    }
    let language = plan.library.language;
    let told: FxHashSet<String> = terms(&plan.library.passages[passage].text, language).into_iter().collect();
    let is_answered = |question: &&String| {
        let wanted = terms(question, language);
        let known = wanted.iter().filter(|term| told.contains(*term)).count();
        let open = !plan.answers.iter().any(|it| sequence(&it.question) == sequence(question));
        open && wanted.len() > 1 && ratio(known, wanted.len()) >= ANSWERS
    };
    let Some(question) = asked.iter().find(is_answered) else { return false };
    let mut words = question.trim().chars();
    let first = words.next().into_iter().flat_map(char::to_uppercase);
    let question: String = first.chain(words).collect();
    let question = if question.ends_with('?') { question } else { format!("{question}?") };
    plan.answer(Answer { question, passage, skip: 0 });
    true
}

fn take(plan: &mut Plan<'_>, section: usize) {
    let question = plan.library.sections[section].heading.clone().unwrap_or_default();
    for passage in plan.own(section) {
        plan.answer(Answer { question: question.clone(), passage, skip: 0 });
    }
}

/// Whether a section is a question with one paragraph as its answer.
fn answers(plan: &Plan<'_>, section: usize) -> bool {
    let library = plan.library;
    let heading = library.sections[section].heading.as_deref().unwrap_or_default();
    let own = plan.own(section);
    heading.ends_with('?')
        && library.subtree(section).len() == 1
        && matches!(own[..], [passage] if is_plain_answer(plan, passage))
        // A paragraph that was merged into another text's would be missing here.
        && library.sections[section].passages.len() == 1
}

/// Whether a passage is one paragraph without steps, and the reader knows who speaks in it.
fn is_plain_answer(plan: &Plan<'_>, passage: usize) -> bool {
    let it = &plan.library.passages[passage];
    matches!(it.blocks[..], [Block::Paragraph(_)])
        && !it.steps
        && (it.note == plan.backbone || !it.first_person)
        && !plan.same.behind.contains_key(&passage)
}

/// A paragraph that begins with its question in strong words.
fn asked_within(plan: &Plan<'_>, passage: usize) -> Option<Answer> {
    let [Block::Paragraph(text)] = &plan.library.passages[passage].blocks[..] else { return None };
    let [Span::Strong(question), _, ..] = &text[..] else { return None };
    let usable = question.trim_end().ends_with('?') && is_plain_answer(plan, passage);
    usable.then(|| Answer { question: question.trim().to_owned(), passage, skip: 1 })
}

fn is_faq(heading: &str) -> bool {
    let words = sequence(heading);
    let ends = words.last().is_some_and(|last| matches!(last.as_str(), "faq" | "faqs" | "questions"));
    let begins = matches!(&words[..], [one, other, ..] if matches!((one.as_str(), other.as_str()), ("câu", "hỏi") | ("hỏi", "đáp")));
    ends || begins || words.first().is_some_and(|first| first == "faq")
}
