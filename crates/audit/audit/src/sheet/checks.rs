//! The sections with passed and skipped checks.

use std::collections::BTreeMap;

use super::figures::grouped;
use super::markup::Markup;
use super::phrases::Phrases;
use super::{Sheet, section};
use crate::check::Category;
use crate::report::{PassedCheck, SkippedCheck};

/// The passed checks by category, folded.
pub(super) fn passed(markup: &mut Markup, sheet: &Sheet<'_>) {
    let phrases = sheet.phrases;
    let passed = &sheet.report.verdicts.passed;
    if passed.is_empty() {
        return;
    }
    let mut groups: BTreeMap<Category, Vec<&PassedCheck>> = BTreeMap::new();
    for check in passed {
        groups.entry(check.category).or_default().push(check);
    }
    section(markup, "passed", phrases.passed, |markup| {
        markup.block("div", &[("class", "groups")], |markup| {
            for (category, checks) in groups {
                folded(markup, (phrases.category)(category), checks.len(), |markup| ticks(markup, &checks));
            }
        });
    });
}

fn ticks(markup: &mut Markup, checks: &[&PassedCheck]) {
    markup.block("ul", &[("class", "ticks")], |markup| {
        for check in checks {
            markup.element_line("li", &[], &check.message);
        }
    });
}

/// The skipped checks by reason.
pub(super) fn skipped(markup: &mut Markup, sheet: &Sheet<'_>) {
    let phrases = sheet.phrases;
    let groups = by_reason(&sheet.report.verdicts.skipped);
    if groups.is_empty() {
        return;
    }
    section(markup, "skipped", phrases.skipped, |markup| {
        markup.element_line("p", &[("class", "quiet")], phrases.skipped_note);
        markup.block("div", &[("class", "groups")], |markup| {
            for (reason, checks) in groups {
                folded(markup, reason, checks.len(), |markup| names(markup, phrases, &checks));
            }
        });
    });
}

fn names(markup: &mut Markup, phrases: &Phrases, checks: &[&SkippedCheck]) {
    markup.block("ul", &[("class", "ids")], |markup| {
        for check in checks {
            markup.inline("li", &[], |markup| {
                markup.element("code", &[], &check.id);
                markup.ours(" ");
                markup.element("span", &[("class", "note")], (phrases.category)(check.category));
            });
            markup.line();
        }
    });
}

/// Skipped checks by reason, the most frequent first.
pub(super) fn by_reason(skipped: &[SkippedCheck]) -> Vec<(&str, Vec<&SkippedCheck>)> {
    let mut groups: BTreeMap<&str, Vec<&SkippedCheck>> = BTreeMap::new();
    for check in skipped {
        groups.entry(&check.reason).or_default().push(check);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, checks)| std::cmp::Reverse(checks.len()));
    groups
}

/// A heading with a count that unfolds the content.
fn folded(markup: &mut Markup, heading: &str, count: usize, inside: impl FnOnce(&mut Markup)) {
    markup.block("details", &[("class", "group")], |markup| {
        markup.inline("summary", &[], |markup| {
            markup.element("h3", &[("dir", "auto")], heading);
            markup.element("span", &[("class", "count")], &grouped(count));
        });
        markup.line();
        inside(markup);
    });
}
