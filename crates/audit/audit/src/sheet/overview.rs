//! The top of the page: the page, its score, the number of issues, and the screenshot.

use domain::vitals::Rating;

use super::figures::{SEVERITIES, grouped, issues_in, issues_of, rating};
use super::markup::Markup;
use super::{Sheet, address, figures, section};
use crate::check::Severity;
use crate::report::ScreenshotSeen;

pub(super) fn write(markup: &mut Markup, sheet: &Sheet<'_>) {
    markup.block("header", &[("class", "overview")], |markup| {
        gauge(markup, sheet);
        markup.block("div", &[("class", "subject")], |markup| {
            markup.block("h1", &[], |markup| {
                markup.element("span", &[], sheet.phrases.audit_of);
                markup.ours(" ");
                let name = address::short(&sheet.report.final_url);
                markup.inline("bdi", &[], |markup| address::breakable(markup, &name));
            });
            markup.inline("p", &[("class", "address")], |markup| address::link(markup, &sheet.report.url));
            markup.line();
            facts(markup, sheet);
            tally(markup, sheet);
        });
        if let Some(screenshot) = &sheet.report.screenshot {
            picture(markup, sheet, screenshot);
        }
    });
}

/// The score as a ring. Its label states the same for people who can't see it.
fn gauge(markup: &mut Markup, sheet: &Sheet<'_>) {
    let (phrases, score) = (sheet.phrases, sheet.report.verdicts.score.min(100));
    let rating = rating(score);
    let word = (phrases.rating)(rating);
    let label = format!("{}: {score} {}, {word}", phrases.score, phrases.of_hundred);
    markup.block("div", &[("class", "gauge"), ("data-rating", mark(rating))], |markup| {
        let drawing = [("viewBox", "0 0 120 120"), ("role", "img"), ("aria-label", &*label)];
        markup.block("svg", &drawing, |markup| {
            markup.ours("<circle class=\"track\" cx=\"60\" cy=\"60\" r=\"52\"/>\n");
            // An arc of zero length would still show its round ends.
            if score > 0 {
                let arc = [
                    ("class", "value"),
                    ("cx", "60"),
                    ("cy", "60"),
                    ("r", "52"),
                    ("pathLength", "100"),
                    ("stroke-dasharray", &*format!("{score} 100")),
                    ("transform", "rotate(-90 60 60)"),
                ];
                markup.element_line("circle", &arc, "");
            }
            markup.element_line("text", &[("x", "60"), ("y", "66")], &score.to_string());
            markup.element_line("text", &[("class", "of"), ("x", "60"), ("y", "84")], phrases.of_hundred);
        });
        markup.element_line("p", &[("class", "rating"), ("aria-hidden", "true")], word);
    });
}

/// The date, the device and the response.
fn facts(markup: &mut Markup, sheet: &Sheet<'_>) {
    let (phrases, report) = (sheet.phrases, sheet.report);
    markup.block("dl", &[("class", "facts")], |markup| {
        fact(markup, phrases.audited, |markup| {
            let machine = report.audited_at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
            markup.element("time", &[("datetime", &machine)], &phrases.date(report.audited_at));
        });
        fact(markup, phrases.device, |markup| markup.text((phrases.device_name)(report.device)));
        if let Some(status) = report.status_code {
            fact(markup, phrases.status, |markup| markup.text(&status.to_string()));
        }
        fact(markup, phrases.duration, |markup| markup.text(&figures::duration(report.timing.total_ms)));
        if report.final_url != report.url {
            fact(markup, phrases.led_to, |markup| address::link(markup, &report.final_url));
        }
    });
}

fn fact(markup: &mut Markup, name: &str, value: impl FnOnce(&mut Markup)) {
    markup.inline("div", &[], |markup| {
        markup.element("dt", &[], name);
        markup.ours(" ");
        markup.inline("dd", &[], value);
    });
    markup.line();
}

/// The number of issues of each severity.
fn tally(markup: &mut Markup, sheet: &Sheet<'_>) {
    let phrases = sheet.phrases;
    markup.block("ul", &[("class", "tally"), ("aria-label", phrases.tally)], |markup| {
        for severity in SEVERITIES {
            let count = issues_of(&sheet.report.verdicts, severity);
            let words = |markup: &mut Markup| {
                markup.element("strong", &[], &grouped(count));
                markup.ours(" ");
                markup.text((phrases.severity)(severity));
            };
            let anchor = anchor(severity);
            markup.inline("li", &[("data-severity", if count == 0 { "" } else { anchor })], |markup| {
                if count == 0 {
                    markup.inline("span", &[], words);
                } else {
                    markup.inline("a", &[("href", &format!("#{anchor}"))], words);
                }
            });
            markup.line();
        }
    });
}

fn picture(markup: &mut Markup, sheet: &Sheet<'_>, screenshot: &ScreenshotSeen) {
    let Some(source) = address::picture(&screenshot.url, sheet.context) else { return };
    let (width, height) = (screenshot.width.to_string(), screenshot.height.to_string());
    let attributes =
        [("src", &*source), ("alt", sheet.phrases.screenshot), ("width", &*width), ("height", &*height)];
    let shape = if screenshot.height > screenshot.width { "upright" } else { "wide" };
    markup.block("figure", &[("class", "screenshot"), ("data-shape", shape)], |markup| {
        markup.void("img", &attributes);
    });
}

/// The scores of the categories.
pub(super) fn scores(markup: &mut Markup, sheet: &Sheet<'_>) {
    let (phrases, verdicts) = (sheet.phrases, &sheet.report.verdicts);
    if verdicts.scores.is_empty() {
        return;
    }
    section(markup, "scores", phrases.scores, |markup| {
        markup.block("ul", &[("class", "bars")], |markup| {
            for (category, score) in &verdicts.scores {
                markup.block("li", &[("data-rating", mark(rating(*score)))], |markup| {
                    markup.element_line("span", &[("class", "name")], (phrases.category)(*category));
                    let issues = match issues_in(verdicts, *category) {
                        0 => phrases.no_issue.to_owned(),
                        count => phrases.issue_count.of(count),
                    };
                    markup.element_line("span", &[("class", "note")], &issues);
                    markup.element_line("span", &[("class", "figure")], &score.to_string());
                    bar(markup, *score);
                });
            }
        });
    });
}

/// A bar from 0 to 100. Its length is an attribute, since the policy of the page allows only the style in the
/// head.
pub(super) fn bar(markup: &mut Markup, value: u8) {
    let drawing = [
        ("class", "bar"),
        ("viewBox", "0 0 100 6"),
        ("preserveAspectRatio", "none"),
        ("aria-hidden", "true"),
    ];
    markup.inline("svg", &drawing, |markup| {
        markup.ours("<rect class=\"track\" width=\"100\" height=\"6\"/>");
        let filled = value.min(100).to_string();
        markup.element("rect", &[("class", "value"), ("width", &filled), ("height", "6")], "");
    });
    markup.line();
}

/// The class of a rating in the style sheet.
pub(super) const fn mark(rating: Rating) -> &'static str {
    match rating {
        Rating::Good => "good",
        Rating::NeedsImprovement => "middling",
        Rating::Poor => "poor",
    }
}

/// The name of a severity in links and in the style sheet.
pub(super) const fn anchor(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "critical",
        Severity::High => "high",
        Severity::Medium => "medium",
        Severity::Low => "low",
        Severity::Info => "info",
    }
}
