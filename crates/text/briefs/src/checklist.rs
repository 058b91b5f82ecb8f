//! What to look up, measure, photograph or decide before writing.

use domain::articles::brief::{
    Agreement, BriefQuestion, CheckKind, ChecklistItem, FactGroup, FactKind, QuestionOrigin,
};

use crate::form::Form;
use crate::texts::Texts;
use crate::write::Context;

/// The most questions without an answer, and the most differences, that are listed.
const UNANSWERED: usize = 8;
const DIFFERENCES: usize = 8;

/// The checklist: where sources differ, what no source answers, then what every article of the type needs.
pub(crate) fn collect<'a>(
    context: &Context<'_>,
    form: &Form,
    facts: &[FactGroup],
    questions: impl Iterator<Item = &'a BriefQuestion>,
) -> Vec<ChecklistItem> {
    let texts = Texts::of(context.keyword.language);
    let mut items = Vec::new();
    let differing =
        facts.iter().filter(|fact| fact.agreement == Agreement::Differ && fact.kind != FactKind::Formula);
    for fact in differing.take(DIFFERENCES) {
        let values: Vec<String> = fact
            .values
            .iter()
            .map(|value| {
                let sources: Vec<String> =
                    value.sources.iter().map(|source| format!("[{}]", source.0)).collect();
                format!("{} {}", value.value, sources.join(""))
            })
            .collect();
        let text = texts.check_difference(&fact.about, &values.join("; "));
        items.push(ChecklistItem { kind: CheckKind::LookUp, text });
    }
    if !context.sources.is_empty() {
        let unanswered = questions
            .filter(|question| question.origin != QuestionOrigin::Form && question.evidence.is_empty())
            .take(UNANSWERED);
        items.extend(unanswered.map(|question| ChecklistItem {
            kind: CheckKind::LookUp,
            text: texts.check_unanswered(&question.text),
        }));
    }
    items.extend(
        form.checks.iter().map(|(kind, text)| ChecklistItem { kind: *kind, text: (*text).to_owned() }),
    );
    items
}
