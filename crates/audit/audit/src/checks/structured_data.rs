//! Checks of structured data: one for each rule of the crate `structured-data`.

use structured_data::{Problem, Rule};

use crate::check::{Category, Check, Evidence, Needs, Outcome, Severity};
use crate::facts::Facts;

const fn check(
    rule: &'static str,
    severity: Severity,
    expects: &'static str,
    fix: &'static str,
    run: fn(&Facts<'_>) -> Outcome,
) -> Check {
    Check { id: rule, category: Category::StructuredData, severity, expects, fix, needs: Needs::Markup, run }
}

pub(crate) const CHECKS: &[Check] = &[
    check(
        "sd.syntax",
        Severity::High,
        "Structured data is well-formed JSON",
        "Correct the JSON at the place that is shown; until then search engines ignore the whole block.",
        |facts| of_rule(facts, Rule::Syntax),
    ),
    check(
        "sd.duplicate_key",
        Severity::Medium,
        "No object of structured data has a key twice",
        "Keep one of the keys; to give several values, write them as an array.",
        |facts| of_rule(facts, Rule::DuplicateKey),
    ),
    check(
        "sd.context_missing",
        Severity::High,
        "Structured data says that its words are schema.org's",
        "Add \"@context\": \"https://schema.org\" to the outermost object.",
        |facts| of_rule(facts, Rule::ContextMissing),
    ),
    check(
        "sd.type_missing",
        Severity::High,
        "Every thing in structured data has a type",
        "Add \"@type\" with the type of schema.org that fits best.",
        |facts| of_rule(facts, Rule::TypeMissing),
    ),
    check(
        "sd.type_unknown",
        Severity::High,
        "Every type is one of schema.org's",
        "Use a type that schema.org has; mind capital letters, and leave out prefixes.",
        |facts| of_rule(facts, Rule::TypeUnknown),
    ),
    check(
        "sd.prop_unknown",
        Severity::Medium,
        "Every property is one of schema.org's",
        "Use the name that schema.org has for it, or remove it; unknown properties are ignored.",
        |facts| of_rule(facts, Rule::PropertyUnknown),
    ),
    check(
        "sd.prop_domain",
        Severity::Medium,
        "Every property belongs to the type that has it",
        "Move the property to the thing that it describes, or use a type that has it.",
        |facts| of_rule(facts, Rule::PropertyDomain),
    ),
    check(
        "sd.value_type",
        Severity::High,
        "Every value is of the kind that its property takes",
        "Write dates and durations as ISO 8601, prices as plain numbers, currencies as three letters, and addresses in full.",
        |facts| of_rule(facts, Rule::ValueType),
    ),
    check(
        "sd.required_missing",
        Severity::High,
        "Structured data has everything that its rich results need",
        "Add the properties that are named, with the values that the page shows; without them there is no rich result.",
        |facts| of_rule(facts, Rule::RequiredMissing),
    ),
    check(
        "sd.recommended_missing",
        Severity::Low,
        "Structured data has what Google recommends for its rich results",
        "Add the properties that are named if the page has something to say about them.",
        |facts| of_rule(facts, Rule::RecommendedMissing),
    ),
    check(
        "sd.dangling_id",
        Severity::Medium,
        "Every reference in structured data leads to something on the page",
        "Declare the thing with that \"@id\" on this page, or put it in place of the reference.",
        |facts| of_rule(facts, Rule::DanglingId),
    ),
    check(
        "sd.retired_rich_result",
        Severity::Low,
        "No structured data is for a rich result that Google no longer shows",
        "It does no harm and may help other readers; expect no rich result in Google from it.",
        |facts| of_rule(facts, Rule::RetiredRichResult),
    ),
    check(
        "sd.deprecated_term",
        Severity::Low,
        "Structured data uses current terms of schema.org",
        "Replace the term by the one that schema.org names as its successor.",
        |facts| of_rule(facts, Rule::DeprecatedTerm),
    ),
    check(
        "sd.url_mismatch",
        Severity::Medium,
        "The main thing in structured data says that it is on this page",
        "Give the page's canonical address in url, @id and mainEntityOfPage.",
        |facts| of_rule(facts, Rule::UrlMismatch),
    ),
    check(
        "sd.duplicate_entity",
        Severity::Low,
        "Nothing is declared twice",
        "Keep one declaration, or give both the same \"@id\" so that they are read as one thing.",
        |facts| of_rule(facts, Rule::DuplicateEntity),
    ),
    check(
        "sd.expired",
        Severity::Medium,
        "Offers, jobs and events in structured data are not over",
        "Bring the date up to date, or remove what is over.",
        |facts| of_rule(facts, Rule::Expired),
    ),
];

/// The outcome for one rule of the validator.
fn of_rule(facts: &Facts<'_>, rule: Rule) -> Outcome {
    let report = facts.document.structured_report(facts.today);
    let problems: Vec<&Problem> = report.problems.iter().filter(|problem| problem.rule == rule).collect();
    let first = problems.first().map(|problem| problem.message.clone()).unwrap_or_default();
    Outcome::of_each(
        problems,
        |problem| evidence(facts, problem),
        |count| match count {
            1 => first,
            _ => format!("{first} And {} more like it.", count - 1),
        },
    )
}

fn evidence(facts: &Facts<'_>, problem: &Problem) -> Evidence {
    let place = facts.document.evidence_in_data(problem.place);
    let path = if problem.path.is_empty() { String::new() } else { format!("{}: ", problem.path) };
    let fix = problem.fix.as_deref().map(|fix| format!(" {fix}")).unwrap_or_default();
    place.detailed(format!("{path}{}{fix}", problem.message))
}
