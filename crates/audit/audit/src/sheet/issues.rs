//! The section with the issues, worst first.

use domain::locale::Language;

use super::figures::{SEVERITIES, grouped};
use super::markup::Markup;
use super::overview::anchor;
use super::phrases::Phrases;
use super::{Sheet, evidence, section};
use crate::check::Severity;
use crate::loss;
use crate::report::Issue;

/// Less severe issues are folded at first.
const LEAST_OPEN: Severity = Severity::Medium;

pub(super) fn write(markup: &mut Markup, sheet: &Sheet<'_>) {
    let issues = &sheet.report.verdicts.issues;
    section(markup, "issues", sheet.phrases.issues, |markup| {
        if issues.is_empty() {
            markup.element_line("p", &[], sheet.phrases.no_issues);
        }
        for severity in SEVERITIES {
            let group: Vec<&Issue> = issues.iter().filter(|issue| issue.severity == severity).collect();
            if !group.is_empty() {
                severe(markup, sheet.phrases, severity, &group);
            }
        }
    });
}

fn severe(markup: &mut Markup, phrases: &Phrases, severity: Severity, issues: &[&Issue]) {
    let anchor = anchor(severity);
    markup.block("section", &[("id", anchor), ("data-severity", anchor)], |markup| {
        markup.inline("h3", &[("class", "severity")], |markup| {
            markup.text((phrases.severity)(severity));
            markup.ours(" ");
            markup.element("span", &[("class", "count")], &grouped(issues.len()));
        });
        markup.line();
        markup.element_line("p", &[("class", "quiet")], loss::of_severity(severity, Language::ENGLISH));
        for issue in issues {
            one(markup, phrases, issue);
        }
    });
}

fn one(markup: &mut Markup, phrases: &Phrases, issue: &Issue) {
    let open = ("open", "");
    let class = ("class", "issue");
    let (folded, unfolded) = ([class], [class, open]);
    let attributes: &[_] = if issue.severity >= LEAST_OPEN { &unfolded } else { &folded };
    markup.block("details", attributes, |markup| {
        markup.inline("summary", &[], |markup| {
            markup.element("h4", &[("dir", "auto")], &issue.message);
            markup.inline("span", &[("class", "note")], |markup| {
                markup.text((phrases.category)(issue.category));
                if issue.count > 1 {
                    markup.ours(" · ");
                    markup.text(&phrases.places.of(issue.count));
                }
            });
        });
        markup.line();
        markup.block("div", &[("class", "inside")], |markup| inside(markup, phrases, issue));
    });
}

fn inside(markup: &mut Markup, phrases: &Phrases, issue: &Issue) {
    if let Some(loss) = loss::beyond_severity(issue, Language::ENGLISH) {
        markup.inline("p", &[("class", "loss")], |markup| {
            markup.element("strong", &[], phrases.loss);
            markup.ours(" ");
            markup.text(loss);
        });
        markup.line();
    }
    markup.inline("p", &[("class", "fix")], |markup| {
        markup.element("strong", &[], phrases.fix);
        markup.ours(" ");
        markup.text(&issue.how_to_fix);
    });
    markup.line();
    evidence::places(markup, phrases, &issue.evidence, issue.count);
    markup.block("dl", &[("class", "origin")], |markup| {
        if !issue.seen.is_empty() {
            let seen: Vec<&str> = issue.seen.iter().map(|seen| (phrases.seen_in)(*seen)).collect();
            origin(markup, phrases.seen, |markup| markup.text(&seen.join(", ")));
        }
        origin(markup, phrases.check, |markup| markup.element("code", &[], &issue.id));
    });
}

fn origin(markup: &mut Markup, name: &str, value: impl FnOnce(&mut Markup)) {
    markup.inline("div", &[], |markup| {
        markup.element("dt", &[], name);
        markup.ours(" ");
        markup.inline("dd", &[], value);
    });
    markup.line();
}
