//! The structured data in the report.

use structured_data::{Problem, Summary};

use crate::facts::Facts;
use crate::report::{StructuredDataSummary, StructuredItem};

/// The maximum number of items and messages.
const MOST_ITEMS: usize = 100;
const MOST_MESSAGES: usize = 20;

/// The summary of the structured data: of the rendered page if it has more than the raw HTML.
pub(crate) fn summary(facts: &Facts<'_>) -> StructuredDataSummary {
    let rendered = facts.browser.known().map(|rendered| &rendered.document);
    let richer = rendered.filter(|rendered| {
        rendered.structured_data.items().len() > facts.document.structured_data.items().len()
    });
    let document = richer.unwrap_or(facts.document);
    let report = document.structured_report(facts.today);
    let messages = |item: &Summary, errors: bool| -> Vec<String> {
        let own = report
            .problems
            .iter()
            .filter(|problem| problem.item == Some(item.item) && problem.rule.is_error() == errors);
        own.take(MOST_MESSAGES).map(describe).collect()
    };
    let items = report.items.iter().take(MOST_ITEMS).map(|item| StructuredItem {
        types: item.types.clone(),
        format: item.format.as_str().to_owned(),
        name: item.name.clone(),
        line: document.evidence_in_data(item.place).line,
        errors: messages(item, true),
        warnings: messages(item, false),
    });
    StructuredDataSummary {
        items: items.collect(),
        errors: report.problems.iter().filter(|problem| problem.rule.is_error()).count(),
        warnings: report.problems.iter().filter(|problem| !problem.rule.is_error()).count(),
    }
}

fn describe(problem: &Problem) -> String {
    if problem.path.is_empty() {
        problem.message.clone()
    } else {
        format!("{}: {}", problem.path, problem.message)
    }
}
