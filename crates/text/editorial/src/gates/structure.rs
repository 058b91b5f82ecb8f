//! Length, headings, questions and structured data.

use std::collections::HashSet;

use super::{Measurement, finding};
use crate::as_f64;
use crate::comparison::Gist;
use crate::gates::subject::Subject;
use crate::visible::Place;

/// The fewest questions that an article answers.
pub const LEAST_ANSWERS: u32 = 4;
/// The fewest sections of the second level.
const LEAST_SECTIONS: usize = 4;
/// The deepest level of a heading.
const DEEPEST: u8 = 4;
/// The share of a question's words that another must have to be equivalent.
const ASKED: f64 = 0.6;

pub(super) fn length_error(subject: &Subject<'_>) -> Measurement {
    let wanted = subject.context.order.words;
    let error = f64::from(subject.words.abs_diff(wanted)) / f64::from(wanted.max(1));
    let problem = format!("has {} words, {wanted} are wanted", subject.words);
    Measurement::new(Some(error), vec![finding(None, problem, None)])
}

pub(super) fn heading_tree(subject: &Subject<'_>) -> Measurement {
    let article = subject.article;
    let mut faults = Vec::new();
    if article.title.trim().is_empty() {
        faults.push(finding(Some(&Place::Title), "has no title", None));
    }
    let top = article.sections.len() + usize::from(article.faq.is_some());
    if top < LEAST_SECTIONS {
        faults.push(finding(None, format!("has {top} sections, at least {LEAST_SECTIONS} are wanted"), None));
    }
    let mut known = HashSet::from([key(&article.title)]);
    for (level, section) in article.flattened() {
        let place = Place::Section(section.id.clone());
        let heading = section.heading.trim();
        let mut fault = |problem: &str| faults.push(finding(Some(&place), problem, Some(heading)));
        if heading.is_empty() {
            fault("has no heading");
        } else if !known.insert(key(heading)) {
            fault("has the heading of another section");
        }
        if level > DEEPEST {
            fault("is nested too deeply");
        }
        if section.blocks.is_empty() && section.children.is_empty() {
            fault("has no text");
        }
    }
    if let Some(faq) = &article.faq
        && (faq.heading.trim().is_empty() || !known.insert(key(&faq.heading)))
    {
        faults.push(finding(Some(&Place::Faq), "needs a heading of its own", Some(&faq.heading)));
    }
    Measurement::count(faults)
}

pub(super) fn introduction(subject: &Subject<'_>) -> Measurement {
    let parts = as_f64(subject.article.introduction.len());
    Measurement::new(Some(parts), vec![finding(Some(&Place::Introduction), "is missing", None)])
}

fn key(heading: &str) -> String {
    let normal = seo::words::normalise(heading);
    seo::words::split(&normal).collect::<Vec<_>>().join(" ")
}

pub(super) fn faq(subject: &Subject<'_>) -> Measurement {
    let items = subject.article.faq.as_ref().map_or(0, |faq| faq.items.len());
    let open = unanswered(subject);
    let asked = subject.context.research.questions().count();
    let answered = (asked > 0).then(|| crate::share(asked - open.len(), asked));
    let mut findings = vec![finding(
        Some(&Place::Faq),
        format!("has {items} questions, at least {LEAST_ANSWERS} are wanted"),
        None,
    )];
    findings
        .extend(open.iter().map(|question| {
            finding(Some(&Place::Faq), "does not answer what searchers ask", Some(question))
        }));
    Measurement { aimed: answered, ..Measurement::new(Some(as_f64(items)), findings) }
}

/// Questions of searchers that neither a question nor a heading covers.
pub(crate) fn unanswered<'a>(subject: &Subject<'a>) -> Vec<&'a str> {
    let language = subject.language();
    let article = subject.article;
    let questions = article.faq.iter().flat_map(|faq| faq.items.iter().map(|item| item.question.as_str()));
    let headings = article.flattened().into_iter().map(|(_, section)| section.heading.as_str());
    let taken_up: Vec<Gist> = questions.chain(headings).map(|text| Gist::of(text, language)).collect();
    let open = |question: &str| {
        let gist = Gist::of(question, language);
        !taken_up.iter().any(|other| gist.within(other) >= ASKED)
    };
    subject.context.research.questions().filter(|question| open(question)).collect()
}

pub(super) fn json_ld(subject: &Subject<'_>) -> Measurement {
    let problems = subject.context.json_ld_problems.iter();
    Measurement::count(problems.map(|problem| finding(None, problem, None)).collect())
}
