//! The report in a terminal.

mod canvas;

use domain::locale::Language;
use domain::vitals::Rating;

use super::changes::score_change;
use super::checks::by_reason;
use super::evidence::position;
use super::figures::{SEVERITIES, Vital, duration, field, grouped, issues_of, lab, rating};
use super::phrases::Phrases;
use crate::check::{Evidence, Severity};
use crate::loss;
use crate::report::{Issue, Report};
use canvas::{Canvas, Tone};

/// The maximum number of places shown per issue.
const PLACES: usize = 5;
/// The length of the bars of scores.
const BAR: usize = 20;

/// The capabilities of the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalStyle {
    /// Whether it supports colour codes.
    pub colour: bool,
    /// The number of characters per line.
    pub width: usize,
}

/// The report as lines for a terminal. Text that could control the terminal is removed, except our own
/// colours.
#[must_use]
pub fn terminal(report: &Report, style: TerminalStyle) -> String {
    let phrases = Phrases::english();
    let mut canvas = Canvas::new(style);
    header(&mut canvas, report, phrases);
    scores(&mut canvas, report, phrases);
    vitals(&mut canvas, report, phrases);
    for severity in SEVERITIES {
        severe(&mut canvas, report, phrases, severity);
    }
    skipped(&mut canvas, report, phrases);
    summary(&mut canvas, report, phrases);
    canvas.finish()
}

fn header(canvas: &mut Canvas, report: &Report, phrases: &Phrases) {
    canvas.line(0, &[(Tone::Strong, phrases.audit)]);
    canvas.paragraph(0, (Tone::Plain, ""), (Tone::Address, &report.url));
    if report.final_url != report.url {
        canvas.paragraph(0, (Tone::Quiet, "→ "), (Tone::Address, &report.final_url));
    }
    let mut facts = vec![phrases.date(report.audited_at), (phrases.device_name)(report.device).to_owned()];
    facts.extend(report.status_code.map(|status| format!("{} {status}", phrases.status)));
    facts.push(format!("{} {}", phrases.duration, duration(report.timing.total_ms)));
    canvas.flow(0, "", facts.into_iter().map(|fact| (Tone::Quiet, fact)));
    canvas.blank();
    let score = report.verdicts.score.min(100);
    let tone = Tone::of(rating(score));
    let figure = format!("{} {score} {}  ", phrases.score, phrases.of_hundred);
    let word = format!("  {}", (phrases.rating)(rating(score)));
    canvas.line(0, &[(Tone::Strong, &figure), (tone, &bar(score)), (tone, &word)]);
    if let Some(comparison) = &report.comparison {
        let counts = [
            (comparison.new.len(), phrases.new, Tone::Poor),
            (comparison.fixed.len(), phrases.fixed, Tone::Good),
            (comparison.unchanged.len(), phrases.unchanged, Tone::Quiet),
        ];
        let counts = counts.map(|(count, name, tone)| (tone, format!("{name}: {}", grouped(count))));
        let change = (Tone::Plain, score_change(comparison, phrases));
        canvas.flow(0, &format!("{}: ", phrases.changes), std::iter::once(change).chain(counts));
    }
}

fn scores(canvas: &mut Canvas, report: &Report, phrases: &Phrases) {
    let named =
        report.verdicts.scores.iter().map(|(category, score)| ((phrases.category)(*category), *score));
    let named: Vec<(&str, u8)> = named.collect();
    let Some(longest) = named.iter().map(|(name, _)| name.chars().count()).max() else { return };
    canvas.heading(Tone::Strong, phrases.scores);
    for (name, score) in named {
        let name = format!("{name:longest$}  ");
        canvas.line(
            2,
            &[(Tone::Plain, &name), (Tone::of(rating(score)), &format!("{score:3}  {}", bar(score)))],
        );
    }
}

fn bar(score: u8) -> String {
    let filled = usize::from(score.min(100)) * BAR / 100;
    format!("{}{}", "█".repeat(filled), "░".repeat(BAR - filled))
}

fn vitals(canvas: &mut Canvas, report: &Report, phrases: &Phrases) {
    let figures = &report.core_web_vitals;
    let measured = [
        (
            phrases.field_short,
            figures.field.as_ref().map(|figures| field(figures, phrases)),
            &figures.field_skipped,
        ),
        (phrases.lab_short, figures.lab.as_ref().map(|figures| lab(figures, phrases)), &figures.lab_skipped),
    ];
    canvas.heading(Tone::Strong, phrases.vitals);
    if let Some(basis) = figures.performance_basis {
        canvas.paragraph(2, (Tone::Plain, ""), (Tone::Plain, (phrases.performance_basis)(basis)));
    }
    for (name, vitals, reason) in measured {
        let lead = format!("{name:6} ");
        if let Some(vitals) = vitals {
            canvas.flow(2, &lead, vitals.iter().map(|vital| describe(vital, phrases)));
        } else {
            let words = phrases.not_measured.replace("{}", reason.as_deref().unwrap_or(phrases.unknown));
            canvas.paragraph(2, (Tone::Plain, &lead), (Tone::Quiet, &words));
        }
    }
}

fn describe(vital: &Vital, phrases: &Phrases) -> (Tone, String) {
    let word = (phrases.rating)(vital.rating).to_lowercase();
    (Tone::of(vital.rating), format!("{} {} ({word})", vital.short, vital.value))
}

fn severe(canvas: &mut Canvas, report: &Report, phrases: &Phrases, severity: Severity) {
    let count = issues_of(&report.verdicts, severity);
    if count == 0 {
        return;
    }
    let tone = Tone::of_severity(severity);
    canvas.heading(tone, &format!("{} ({})", (phrases.severity)(severity), grouped(count)));
    canvas.paragraph(2, (Tone::Plain, ""), (Tone::Quiet, loss::of_severity(severity, Language::ENGLISH)));
    canvas.blank();
    for (place, issue) in report.verdicts.issues.iter().filter(|issue| issue.severity == severity).enumerate()
    {
        if place > 0 {
            canvas.blank();
        }
        one(canvas, phrases, tone, issue);
    }
}

fn one(canvas: &mut Canvas, phrases: &Phrases, tone: Tone, issue: &Issue) {
    canvas.paragraph(2, (tone, "● "), (Tone::Strong, &issue.message));
    let seen = issue.seen.iter().map(|seen| (phrases.seen_in)(*seen)).collect::<Vec<_>>().join(", ");
    let count = Some(phrases.places.of(issue.count)).filter(|_| issue.count > 1);
    let notes =
        std::iter::once(issue.id.clone()).chain(count).chain(Some(seen).filter(|seen| !seen.is_empty()));
    canvas.flow(4, "", notes.map(|note| (Tone::Quiet, note)));
    if let Some(loss) = loss::beyond_severity(issue, Language::ENGLISH) {
        canvas.paragraph(4, (Tone::Quiet, &format!("{}: ", phrases.loss)), (Tone::Plain, loss));
    }
    canvas.paragraph(4, (Tone::Good, &format!("{}: ", phrases.fix)), (Tone::Plain, &issue.how_to_fix));
    for evidence in issue.evidence.iter().take(PLACES) {
        shown(canvas, evidence);
    }
    let more = issue.count.max(issue.evidence.len()).saturating_sub(PLACES.min(issue.evidence.len()));
    if more > 0 && !issue.evidence.is_empty() {
        canvas.line(4, &[(Tone::Quiet, &format!("… {}", phrases.more_places.of(more)))]);
    }
}

/// A place: `line:column selector`, and below it the snippet. Without a selector, the place begins with its
/// next part.
fn shown(canvas: &mut Canvas, evidence: &Evidence) {
    let position = position(evidence).unwrap_or_default();
    let words = [
        (Tone::Quiet, &evidence.selector),
        (Tone::Address, &evidence.url),
        (Tone::Code, &evidence.snippet),
        (Tone::Plain, &evidence.detail),
    ];
    let mut words = words.into_iter().filter_map(|(tone, words)| Some((tone, words.as_deref()?)));
    match words.next() {
        Some(first) if position.is_empty() => canvas.paragraph(4, (Tone::Plain, ""), first),
        Some(first) => canvas.paragraph(4, (Tone::Strong, &format!("{position} ")), first),
        None => canvas.line(4, &[(Tone::Strong, &position)]),
    }
    for further in words {
        canvas.paragraph(6, (Tone::Plain, ""), further);
    }
}

fn skipped(canvas: &mut Canvas, report: &Report, phrases: &Phrases) {
    let groups = by_reason(&report.verdicts.skipped);
    if groups.is_empty() {
        return;
    }
    canvas.heading(Tone::Strong, phrases.skipped);
    for (reason, checks) in groups {
        canvas.paragraph(2, (Tone::Plain, &format!("{:>3}  ", checks.len())), (Tone::Quiet, reason));
    }
}

/// The numbers of everything: the line that remains visible at the end.
fn summary(canvas: &mut Canvas, report: &Report, phrases: &Phrases) {
    let verdicts = &report.verdicts;
    canvas.blank();
    if verdicts.issues.is_empty() {
        canvas.line(0, &[(Tone::Good, phrases.no_issues)]);
    }
    let counts = SEVERITIES.into_iter().filter_map(|severity| {
        let count = issues_of(verdicts, severity);
        let words = format!("{} {}", grouped(count), (phrases.severity)(severity).to_lowercase());
        (count > 0).then_some((Tone::of_severity(severity), words))
    });
    let others = [
        (Tone::of(Rating::Good), phrases.passed_count.of(verdicts.passed.len())),
        (Tone::Quiet, phrases.skipped_count.of(verdicts.skipped.len())),
    ];
    canvas.flow(0, "", counts.chain(others));
}
