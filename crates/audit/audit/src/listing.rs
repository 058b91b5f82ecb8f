//! Generates the documentation page with the list of all checks.

use std::fmt::Write as _;

use crate::check::{Category, Check, Needs, Severity};
use crate::registry;

/// The list as Markdown, by category, in the order of the registry.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from(
        "# Audit checks\n\nMade from the registry (`crates/audit/audit/src/registry.rs`) by `cargo run -p audit --example list_checks > docs/audit-checks.md`; a test compares them.\n\n\
        *Looks at*: `markup` is the HTML as it was sent and again as the browser rendered it, `answer` the address, status, headers and time, `fetches` other addresses, `browser` what a real browser saw.\n",
    );
    let mut categories: Vec<Category> = registry::all().map(|check| check.category).collect();
    categories.sort_unstable();
    categories.dedup();
    for category in categories {
        // Writing to a String can't fail.
        let _ = write!(
            text,
            "\n## {}\n\n| Check | Severity | Looks at | A good page | What to do |\n|---|---|---|---|---|\n",
            name(category)
        );
        for check in registry::all().filter(|check| check.category == category) {
            text.push_str(&row(check));
        }
    }
    text
}

fn row(check: &Check) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace('<', "&lt;");
    format!(
        "| `{}` | {} | {} | {} | {} |\n",
        check.id,
        severity(check.severity),
        needs(check.needs),
        cell(check.expects),
        cell(check.fix)
    )
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "info",
        Severity::Low => "low",
        Severity::Medium => "medium",
        Severity::High => "high",
        Severity::Critical => "critical",
    }
}

const fn needs(needs: Needs) -> &'static str {
    match needs {
        Needs::Markup => "markup",
        Needs::Answer => "answer",
        Needs::Fetches => "fetches",
        Needs::Browser => "browser",
    }
}

const fn name(category: Category) -> &'static str {
    match category {
        Category::Html => "HTML and metadata",
        Category::Url => "Address",
        Category::Headings => "Headings",
        Category::Content => "Text",
        Category::Images => "Images",
        Category::Links => "Links",
        Category::Indexability => "Indexability",
        Category::International => "Other languages",
        Category::Social => "Sharing",
        Category::StructuredData => "Structured data",
        Category::Performance => "Performance",
        Category::Security => "Security",
        Category::Crawlability => "Crawlability",
        Category::AiSearch => "Answer engines",
    }
}
