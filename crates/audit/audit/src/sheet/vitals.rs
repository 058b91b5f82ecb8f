//! The section with the performance of the page, for real users and in the audit's browser.

use super::figures::{Vital, field, lab, milliseconds};
use super::markup::Markup;
use super::overview::mark;
use super::phrases::Phrases;
use super::{Sheet, evidence, section};
use crate::report::{FieldFigures, LabFigures};

pub(super) fn write(markup: &mut Markup, sheet: &Sheet<'_>) {
    let (phrases, figures) = (sheet.phrases, &sheet.report.core_web_vitals);
    section(markup, "vitals", phrases.vitals, |markup| {
        if let Some(basis) = figures.performance_basis {
            markup.element_line("p", &[], (phrases.performance_basis)(basis));
        }
        markup.element_line("h3", &[], phrases.field);
        match &figures.field {
            Some(figures) => from_visitors(markup, phrases, figures),
            None => missing(markup, phrases, figures.field_skipped.as_deref()),
        }
        markup.element_line("h3", &[], phrases.lab);
        match &figures.lab {
            Some(figures) => from_our_browser(markup, phrases, figures),
            None => missing(markup, phrases, figures.lab_skipped.as_deref()),
        }
    });
}

fn missing(markup: &mut Markup, phrases: &Phrases, reason: Option<&str>) {
    let words = phrases.not_measured.replace("{}", reason.unwrap_or(phrases.unknown));
    markup.element_line("p", &[("class", "quiet")], &words);
}

fn from_visitors(markup: &mut Markup, phrases: &Phrases, figures: &FieldFigures) {
    cards(markup, phrases, &field(figures, phrases));
    let scope = match figures.scope.as_str() {
        "page" => phrases.field_page,
        "origin" => phrases.field_origin,
        other => other,
    };
    let mut notes = score_note(phrases, figures.score);
    notes.extend([phrases.field_provider.replace("{}", &figures.provider), scope.to_owned()]);
    if let Some((first, last)) = &figures.period {
        notes.push(format!("{first} – {last}"));
    }
    markup.element_line("p", &[("class", "quiet")], &sentence(&notes));
}

fn from_our_browser(markup: &mut Markup, phrases: &Phrases, figures: &LabFigures) {
    cards(markup, phrases, &lab(figures, phrases));
    markup.element_line("p", &[("class", "quiet")], &sentence(&load_notes(phrases, figures)));
    if let Some(element) = &figures.lcp_element {
        folded(markup, phrases.lcp_element, |markup| {
            evidence::list(markup, phrases, std::slice::from_ref(element));
        });
    }
    if !figures.cls_culprits.is_empty() {
        folded(markup, phrases.cls_culprits, |markup| {
            evidence::list(markup, phrases, &figures.cls_culprits);
        });
    }
}

fn cards(markup: &mut Markup, phrases: &Phrases, vitals: &[Vital]) {
    if vitals.is_empty() {
        return;
    }
    markup.block("dl", &[("class", "vitals")], |markup| {
        for vital in vitals {
            markup.block("div", &[("data-rating", mark(vital.rating))], |markup| {
                markup.inline("dt", &[], |markup| {
                    markup.text(vital.name);
                    markup.ours(" ");
                    markup.element("span", &[("class", "short")], vital.short);
                });
                markup.line();
                markup.inline("dd", &[], |markup| {
                    markup.element("span", &[("class", "figure")], &vital.value);
                    markup.ours(" ");
                    markup.element("span", &[("class", "rating")], (phrases.rating)(vital.rating));
                });
                markup.line();
            });
        }
    });
}

fn score_note(phrases: &Phrases, score: Option<u8>) -> Vec<String> {
    let note = score.map(|score| format!("{} {score} {}", phrases.performance_score, phrases.of_hundred));
    note.into_iter().collect()
}

/// How the page was measured, in a few words each.
fn load_notes(phrases: &Phrases, figures: &LabFigures) -> Vec<String> {
    let load = &figures.load;
    let mut notes = score_note(phrases, figures.score);
    notes.extend(Some(load.browser.clone()).filter(|browser| !browser.is_empty()));
    notes.push(phrases.runs.of(usize::try_from(load.runs).unwrap_or(usize::MAX)));
    notes.push(
        figures.throttling.as_ref().map_or_else(|| phrases.not_throttled.to_owned(), phrases.throttled),
    );
    if load.lcp_of_runs_ms.len() > 1 {
        let shown = |run: &Option<f64>| run.map_or_else(|| phrases.unknown.to_owned(), milliseconds);
        let runs: Vec<String> = load.lcp_of_runs_ms.iter().map(shown).collect();
        notes.push(phrases.lcp_of_runs.replace("{}", &runs.join(", ")));
    }
    if !load.settled {
        notes.push(phrases.unsettled.to_owned());
    }
    for (count, words) in [(load.refused_requests, &phrases.refused), (load.dialogs_closed, &phrases.dialogs)]
    {
        if count > 0 {
            notes.push(words.of(usize::try_from(count).unwrap_or(usize::MAX)));
        }
    }
    notes
}

fn sentence(notes: &[String]) -> String {
    format!("{}.", notes.join("; "))
}

fn folded(markup: &mut Markup, heading: &str, inside: impl FnOnce(&mut Markup)) {
    markup.block("details", &[("class", "more")], |markup| {
        markup.element_line("summary", &[], heading);
        inside(markup);
    });
}
