//! The section with the changes since the earlier audit.

use super::figures::grouped;
use super::markup::Markup;
use super::phrases::Phrases;
use super::{Sheet, section};
use crate::compare::{Change, Comparison};

pub(super) fn write(markup: &mut Markup, sheet: &Sheet<'_>) {
    let Some(comparison) = &sheet.report.comparison else { return };
    let phrases = sheet.phrases;
    section(markup, "changes", phrases.changes, |markup| {
        markup.element_line("p", &[("class", "lead")], &score_change(comparison, phrases));
        markup.block("div", &[("class", "columns")], |markup| {
            group(markup, phrases, "new", phrases.new, &comparison.new);
            group(markup, phrases, "fixed", phrases.fixed, &comparison.fixed);
        });
        if !comparison.unchanged.is_empty() {
            markup.block("details", &[("class", "group groups")], |markup| {
                markup.inline("summary", &[], |markup| {
                    heading(markup, phrases.unchanged, &comparison.unchanged);
                });
                markup.line();
                list(markup, phrases, &comparison.unchanged);
            });
        }
    });
}

/// The change of the score, in words.
pub(super) fn score_change(comparison: &Comparison, phrases: &Phrases) -> String {
    let points = usize::from(comparison.score_change.unsigned_abs());
    match comparison.score_change {
        0 => phrases.stayed.to_owned(),
        1.. => phrases.rose.of(points),
        _ => phrases.fell.of(points),
    }
}

fn group(markup: &mut Markup, phrases: &Phrases, kind: &str, name: &str, changes: &[Change]) {
    markup.block("div", &[("class", "change"), ("data-change", kind)], |markup| {
        heading(markup, name, changes);
        markup.line();
        if changes.is_empty() {
            markup.element_line("p", &[("class", "quiet")], phrases.nothing);
        } else {
            list(markup, phrases, changes);
        }
    });
}

fn heading(markup: &mut Markup, name: &str, changes: &[Change]) {
    markup.inline("h3", &[], |markup| {
        markup.text(name);
        markup.ours(" ");
        markup.element("span", &[("class", "count")], &grouped(changes.len()));
    });
}

fn list(markup: &mut Markup, phrases: &Phrases, changes: &[Change]) {
    markup.block("ul", &[], |markup| {
        for change in changes {
            markup.inline("li", &[], |markup| {
                markup.element("span", &[("dir", "auto")], &change.message);
                if change.count_before > 0 && change.count_now > 0 && change.count_before != change.count_now
                {
                    let counts = phrases.places.of(change.count_now);
                    let before = phrases.before.replace("{}", &grouped(change.count_before));
                    markup.ours(" ");
                    markup.element("span", &[("class", "note")], &format!("{counts}, {before}"));
                }
            });
            markup.line();
        }
    });
}
