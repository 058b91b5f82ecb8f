//! A content brief as documents: Markdown to work from, and a page to print.

mod html;
mod labels;
mod markdown;

use domain::articles::brief::{Agreement, BriefQuestion, FactGroup, FactKind, QuestionOrigin};
use domain::articles::research::SourceNumber;

pub use html::{brief_content_security_policy, brief_html};
pub use markdown::brief_markdown;

use labels::Labels;

/// Numbers of sources in citation form: `[1] [3]`.
fn cited(sources: &[SourceNumber]) -> String {
    let cited: Vec<String> = sources.iter().map(|source| format!("[{}]", source.0)).collect();
    cited.join(" ")
}

/// A list of numbers: `1, 3, 4`.
fn listed<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Whether people ask a question that no source answers.
fn is_unanswered(question: &BriefQuestion) -> bool {
    question.origin != QuestionOrigin::Form && question.evidence.is_empty()
}

/// Whether sources agree, in words.
fn agreement(fact: &FactGroup, labels: &Labels) -> String {
    match fact.agreement {
        Agreement::Agree => labels.agree(fact.source_count()),
        Agreement::Differ => labels.differ.to_owned(),
        Agreement::Single => labels.single.to_owned(),
    }
}

/// The facts of one kind.
fn of_kind(facts: &[FactGroup], kind: FactKind) -> Vec<&FactGroup> {
    facts.iter().filter(|fact| fact.kind == kind).collect()
}

#[cfg(test)]
mod tests;
