//! Whether answers match their questions.

use std::collections::HashSet;

use domain::articles::document::FaqItem;
use domain::locale::Language;
use seo::words::{normalise, split};

use super::answer::asks_for_amount;
use super::numbers::has_amount;
use super::vocabulary::{content_words, loose_words};
use super::{ContentCheck, Limit, Subject, counted, finding, measured, not_measured};
use crate::share;
use crate::spans::plain;
use crate::visible::Place;

const NAME: &str = "faq_answers";
/// One answer in four may use other words than its question.
const LIMIT: Limit = Limit::AtLeast(0.6);
/// How many words an answer must add to its question.
const BEYOND: usize = 5;

pub(super) fn answers(subject: &Subject<'_>) -> ContentCheck {
    let items = subject.input.article.faq.as_ref().map(|faq| faq.items.as_slice()).unwrap_or_default();
    if items.is_empty() {
        return not_measured(NAME, LIMIT, "The article has no questions and answers.");
    }
    let problem = |item: &FaqItem| {
        let problem = problem(subject, item)?;
        Some(finding(&Place::Faq, format!("“{}” {problem}", item.question), &plain(&item.answer)))
    };
    let findings: Vec<_> = items.iter().filter_map(problem).collect();
    let answered = items.len() - findings.len();
    let detail = format!("{answered} of {} answered.", counted(items.len(), "question is", "questions are"));
    measured(NAME, share(answered, items.len()), LIMIT, detail, findings)
}

/// The problem of an answer.
fn problem(subject: &Subject<'_>, item: &FaqItem) -> Option<&'static str> {
    let language = subject.language();
    let answer = plain(&item.answer);
    let asked = content_words(&item.question, language);
    let said = content_words(&answer, language);
    if said.difference(&asked).filter(|word| !subject.keyword.words.contains(*word)).count() < BEYOND {
        return Some("is repeated and not answered");
    }
    if asks_for_amount(&item.question) {
        let given = first_sentences(&answer, language);
        return (!has_amount(&given, language)).then_some("asks for a figure, and the answer has none");
    }
    let mut asked: HashSet<String> = asked.difference(&subject.keyword.words).cloned().collect();
    if asked.is_empty() {
        asked = content_words(&item.question, language);
    }
    let shares = !asked.is_disjoint(&said) || shares_syllables(&item.question, &answer, subject);
    let agrees = is_yes_or_no(&item.question, language) && opens_with_answer(&item.question, &answer);
    (!shares && !agrees).then_some("is not what the answer is about")
}

/// If pairs of syllables are compared, two single significant syllables count as much.
fn shares_syllables(question: &str, answer: &str, subject: &Subject<'_>) -> bool {
    let language = subject.language();
    let syllables = |text: &str| -> HashSet<String> {
        let words = loose_words(text, language).into_iter();
        words.filter(|word| !word.contains(' ') && !subject.keyword.heads.contains(word)).collect()
    };
    language == Language::VIETNAMESE && syllables(question).intersection(&syllables(answer)).count() > 1
}

/// An answer must begin with the answer to the question.
fn first_sentences(answer: &str, language: Language) -> String {
    prose::sentences::split(answer, language).into_iter().take(3).collect::<Vec<_>>().join(" ")
}

fn is_yes_or_no(question: &str, language: Language) -> bool {
    let normal = normalise(question);
    let words: Vec<&str> = split(&normal).collect();
    match language {
        Language::ENGLISH => words.first().is_some_and(|first| {
            [
                "is", "are", "do", "does", "can", "should", "will", "has", "have", "may", "must", "could",
                "would", "did", "was",
            ]
            .contains(first)
        }),
        Language::VIETNAMESE => words.last() == Some(&"không") || words.contains(&"có"),
        _ => true,
    }
}

/// Whether an answer opens with yes or no, or with a word of the question: `Merge it` to `Should I rebase or merge?`
fn opens_with_answer(question: &str, answer: &str) -> bool {
    const OPENINGS: [&str; 15] = [
        "yes",
        "no",
        "not",
        "usually",
        "rarely",
        "sometimes",
        "only",
        "never",
        "rather",
        "có",
        "không",
        "được",
        "nên",
        "chưa",
        "tùy",
    ];
    let (question, answer) = (normalise(question), normalise(answer));
    let first = split(&answer).next().unwrap_or_default();
    let asked = || split(&question).skip(1).any(|word| word == first && word.len() > 3);
    OPENINGS.contains(&first) || asked()
}
