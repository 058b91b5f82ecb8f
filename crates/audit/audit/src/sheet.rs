//! The report of an audit for people: an HTML page for sharing ([`html`]) and lines for a terminal
//! ([`terminal()`]).
//!
//! The page needs no script, loads nothing but the screenshot, and contains its style ([`STYLE`]). All
//! content of the report is untrusted, so all of it goes through the one writer that escapes.

mod address;
mod changes;
mod checks;
mod evidence;
mod figures;
mod issues;
mod markup;
mod overview;
mod page;
mod phrases;
mod terminal;
mod vitals;

use markup::Markup;
use phrases::{Notice, Phrases, TEST_NOTICES};

use crate::report::Report;
pub use terminal::{TerminalStyle, terminal};

/// The style of the page, exactly as between `<style>` and `</style>`: the text that `style-src 'sha256-…'`
/// hashes.
pub const STYLE: &str = include_str!("sheet/style.css");

/// The service that shows the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetContext<'a> {
    /// The name of the service.
    pub product: &'a str,
    /// The URL of the service, if it has one: screenshots may come from it.
    pub base_url: Option<&'a str>,
    /// The URL of the image server, if separate: screenshots may come from it too.
    pub media_url: Option<&'a str>,
}

/// The input of all sections.
struct Sheet<'a> {
    report: &'a Report,
    context: &'a SheetContext<'a>,
    phrases: &'static Phrases,
    /// Whether the audit was requested with a test key.
    is_test: bool,
}

/// The report as an HTML page.
#[must_use]
pub fn html(report: &Report, context: &SheetContext<'_>) -> String {
    whole_page(&Sheet { report, context, phrases: Phrases::english(), is_test: false })
}

/// The report of a test key's audit as an HTML page, which begins with a notice about that.
#[must_use]
pub fn test_html(report: &Report, context: &SheetContext<'_>) -> String {
    whole_page(&Sheet { report, context, phrases: Phrases::english(), is_test: true })
}

fn whole_page(sheet: &Sheet<'_>) -> String {
    let mut markup = Markup::with_capacity(64 * 1024);
    markup.ours("<!DOCTYPE html>\n");
    markup.block("html", &[("lang", sheet.phrases.language)], |markup| {
        head(markup, sheet);
        markup.block("body", &[], |markup| body(markup, sheet));
    });
    markup.finish()
}

fn head(markup: &mut Markup, sheet: &Sheet<'_>) {
    markup.block("head", &[], |markup| {
        markup.void("meta", &[("charset", "utf-8")]);
        markup.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
        markup.void("meta", &[("name", "robots"), ("content", "noindex")]);
        markup.void("meta", &[("name", "referrer"), ("content", "no-referrer")]);
        let subject = address::short(&sheet.report.final_url);
        let title = format!("{} {subject} – {}", sheet.phrases.audit_of, sheet.context.product);
        markup.element_line("title", &[], &title);
        markup.block("style", &[], |markup| markup.ours(STYLE));
    });
}

fn body(markup: &mut Markup, sheet: &Sheet<'_>) {
    let phrases = sheet.phrases;
    markup.element_line("a", &[("class", "skip"), ("href", "#issues")], phrases.skip);
    markup.block("header", &[("class", "brand")], |markup| {
        markup.element("span", &[("class", "product")], sheet.context.product);
        markup.element_line("span", &[], phrases.audit);
    });
    markup.block("main", &[], |markup| {
        if sheet.is_test {
            test_notices(markup);
        }
        overview::write(markup, sheet);
        contents(markup, sheet);
        markup.block("div", &[("class", "sections")], |markup| {
            overview::scores(markup, sheet);
            vitals::write(markup, sheet);
            changes::write(markup, sheet);
            issues::write(markup, sheet);
            checks::passed(markup, sheet);
            checks::skipped(markup, sheet);
            page::write(markup, sheet);
            page::timing(markup, sheet);
        });
    });
    markup.block("footer", &[], |markup| {
        let words = phrases.made_by.replace("{}", sheet.context.product);
        markup.element_line("p", &[], &words);
    });
}

fn test_notices(markup: &mut Markup) {
    markup.block("div", &[("class", "test"), ("role", "note")], |markup| {
        for Notice { language, title, words } in TEST_NOTICES {
            markup.inline("p", &[("lang", language)], |markup| {
                markup.element("strong", &[], title);
                markup.ours(" ");
                markup.text(words);
            });
            markup.line();
        }
    });
}

/// Links to the sections of the page.
fn contents(markup: &mut Markup, sheet: &Sheet<'_>) {
    let (phrases, verdicts) = (sheet.phrases, &sheet.report.verdicts);
    let sections = [
        ("scores", phrases.scores, None, !verdicts.scores.is_empty()),
        ("vitals", phrases.vitals, None, true),
        ("changes", phrases.changes, None, sheet.report.comparison.is_some()),
        ("issues", phrases.issues, Some(verdicts.issues.len()), true),
        ("passed", phrases.passed, Some(verdicts.passed.len()), !verdicts.passed.is_empty()),
        ("skipped", phrases.skipped, Some(verdicts.skipped.len()), !verdicts.skipped.is_empty()),
        ("page", phrases.page, None, true),
        ("timing", phrases.timing, None, true),
    ];
    markup.block("nav", &[("aria-label", phrases.contents)], |markup| {
        markup.block("ul", &[], |markup| {
            for (anchor, name, count, _) in sections.into_iter().filter(|(.., is_there)| *is_there) {
                markup.inline("li", &[], |markup| {
                    markup.element("a", &[("href", &format!("#{anchor}"))], name);
                    if let Some(count) = count {
                        markup.ours(" ");
                        markup.element("span", &[("class", "count")], &figures::grouped(count));
                    }
                });
                markup.line();
            }
        });
    });
}

/// A section with a heading and the anchor for the contents.
fn section(markup: &mut Markup, anchor: &str, heading: &str, inside: impl FnOnce(&mut Markup)) {
    markup.block("section", &[("id", anchor)], |markup| {
        markup.element_line("h2", &[], heading);
        inside(markup);
    });
}
