//! The sections with facts about the page, and with the timing of the audit.

mod indexing;
mod structured_data;

use super::figures::{duration, grouped, size};
use super::markup::Markup;
use super::overview::bar;
use super::phrases::Phrases;
use super::{Sheet, address, section};
use crate::report::{
    HeadingSeen, HtmlSummary, ImagesSummary, LinkSeen, LinksSummary, RedirectSeen, SecuritySummary,
};

pub(super) fn write(markup: &mut Markup, sheet: &Sheet<'_>) {
    let (phrases, summary) = (sheet.phrases, &sheet.report.summary);
    section(markup, "page", phrases.page, |markup| {
        markup.block("div", &[("class", "cards")], |markup| {
            document(markup, phrases, &summary.html, &sheet.report.redirects);
            indexing::write(markup, phrases, &summary.indexability);
            links(markup, phrases, &summary.links);
            images(markup, phrases, &summary.images);
            security(markup, phrases, &summary.security);
            headings(markup, phrases, &summary.headings);
            structured_data::write(markup, phrases, &summary.structured_data);
        });
    });
}

/// How long the parts of the audit took, each relative to the whole.
pub(super) fn timing(markup: &mut Markup, sheet: &Sheet<'_>) {
    let (phrases, timing) = (sheet.phrases, sheet.report.timing);
    let parts = [
        (phrases.fetching, timing.fetch_ms),
        (phrases.analysing, timing.analysis_ms),
        (phrases.probing, timing.probes_ms),
        (phrases.browsing, timing.browser_ms),
        (phrases.everything, timing.total_ms),
    ];
    section(markup, "timing", phrases.timing, |markup| {
        markup.block("ul", &[("class", "bars")], |markup| {
            for (name, took) in parts {
                markup.block("li", &[], |markup| {
                    markup.element_line("span", &[("class", "name")], name);
                    markup.element_line("span", &[("class", "figure")], &duration(took));
                    let percent = took.saturating_mul(100).checked_div(timing.total_ms).unwrap_or(0);
                    bar(markup, u8::try_from(percent).unwrap_or(100));
                });
            }
        });
        markup.element_line("p", &[("class", "quiet")], phrases.timing_note);
    });
}

fn document(markup: &mut Markup, phrases: &Phrases, html: &HtmlSummary, redirects: &[RedirectSeen]) {
    whole_card(markup, phrases.document, |markup| {
        rows(markup, |markup| {
            counted_words(markup, phrases, phrases.title, html.title.as_deref());
            counted_words(markup, phrases, phrases.description, html.description.as_deref());
            words(markup, phrases.page_language, html.lang.as_deref().unwrap_or(phrases.none));
            row(markup, phrases.canonical, |markup| match &html.canonical {
                Some(canonical) => address::link(markup, canonical),
                None => markup.text(phrases.none),
            });
            let mut bytes = size(html.bytes);
            if html.truncated {
                bytes = format!("{bytes} ({})", phrases.truncated);
            }
            words(markup, phrases.html_size, &bytes);
            words(markup, phrases.elements, &grouped(html.elements));
            words(markup, phrases.words, &grouped(html.words));
            if let Some(rendered) = html.rendered_words {
                words(markup, phrases.rendered_words, &grouped(rendered));
            }
            if !redirects.is_empty() {
                row(markup, phrases.redirects, |markup| hops(markup, redirects));
            }
        });
    });
}

fn hops(markup: &mut Markup, redirects: &[RedirectSeen]) {
    markup.block("ol", &[], |markup| {
        for hop in redirects {
            markup.inline("li", &[], |markup| {
                address::link(markup, &hop.from);
                markup.text(&format!(" → {} → ", hop.status));
                address::link(markup, &hop.to);
            });
            markup.line();
        }
    });
}

fn headings(markup: &mut Markup, phrases: &Phrases, headings: &[HeadingSeen]) {
    whole_card(markup, phrases.headings, |markup| {
        if headings.is_empty() {
            markup.element_line("p", &[("class", "quiet")], phrases.none);
            return;
        }
        folded(markup, &phrases.heading_count.of(headings.len()), |markup| {
            markup.block("ol", &[("class", "outline")], |markup| {
                for heading in headings {
                    let level = heading.level.clamp(1, 6).to_string();
                    markup.inline("li", &[("data-level", &level)], |markup| {
                        markup.element("span", &[("class", "short")], &format!("H{level}"));
                        markup.ours(" ");
                        markup.element("bdi", &[], &heading.text);
                        if let Some(line) = heading.line {
                            markup.ours(" ");
                            markup.element("span", &[("class", "note")], &format!("{} {line}", phrases.line));
                        }
                    });
                    markup.line();
                }
            });
        });
    });
}

fn links(markup: &mut Markup, phrases: &Phrases, links: &LinksSummary) {
    card(markup, phrases.links, |markup| {
        rows(markup, |markup| {
            for (name, count) in [
                (phrases.internal, links.internal),
                (phrases.external, links.external),
                (phrases.nofollow, links.nofollow),
                (phrases.links_checked, links.checked),
                (phrases.links_unchecked, links.unchecked),
            ] {
                words(markup, name, &grouped(count));
            }
        });
        for (count, seen) in
            [(&phrases.broken_links, &links.broken), (&phrases.redirecting_links, &links.redirects)]
        {
            if !seen.is_empty() {
                folded(markup, &count.of(seen.len()), |markup| followed(markup, seen));
            }
        }
    });
}

fn followed(markup: &mut Markup, links: &[LinkSeen]) {
    markup.block("ul", &[("class", "addresses")], |markup| {
        for link in links {
            markup.inline("li", &[], |markup| {
                address::link(markup, &link.url);
                if let Some(status) = link.status {
                    markup.ours(" ");
                    markup.element("span", &[("class", "short")], &status.to_string());
                }
                if let Some(target) = &link.leads_to {
                    markup.ours(" → ");
                    address::link(markup, target);
                }
                if let Some(reason) = &link.reason {
                    markup.ours(" ");
                    markup.element("span", &[("class", "note"), ("dir", "auto")], reason);
                }
            });
            markup.line();
        }
    });
}

fn images(markup: &mut Markup, phrases: &Phrases, images: &ImagesSummary) {
    card(markup, phrases.images, |markup| {
        rows(markup, |markup| {
            for (name, count) in [
                (phrases.total, images.total),
                (phrases.without_alt, images.without_alt),
                (phrases.without_dimensions, images.without_dimensions),
                (phrases.lazy, images.lazy),
            ] {
                words(markup, name, &grouped(count));
            }
        });
        if !images.broken.is_empty() {
            folded(markup, &phrases.broken_images.of(images.broken.len()), |markup| {
                addresses(markup, &images.broken);
            });
        }
    });
}

fn security(markup: &mut Markup, phrases: &Phrases, security: &SecuritySummary) {
    card(markup, phrases.security, |markup| {
        rows(markup, |markup| {
            words(markup, phrases.https, phrases.yes_or_no(security.https));
            if let Some(day) = security.certificate_ends {
                words(markup, phrases.certificate_ends, &day.to_string());
            }
            if security.headers.is_empty() {
                words(markup, phrases.security_headers, phrases.none);
            }
        });
        if !security.headers.is_empty() {
            folded(markup, &phrases.header_count.of(security.headers.len()), |markup| {
                markup.block("ul", &[("class", "addresses")], |markup| {
                    for (name, value) in &security.headers {
                        markup.inline("li", &[], |markup| {
                            markup.element("code", &[], &format!("{name}: {value}"));
                        });
                        markup.line();
                    }
                });
            });
        }
    });
}

/// A card of half the section's width if there is room.
fn card(markup: &mut Markup, heading: &str, inside: impl FnOnce(&mut Markup)) {
    card_of(markup, "card", heading, inside);
}

/// A card of the section's full width.
fn whole_card(markup: &mut Markup, heading: &str, inside: impl FnOnce(&mut Markup)) {
    card_of(markup, "card whole", heading, inside);
}

fn card_of(markup: &mut Markup, class: &str, heading: &str, inside: impl FnOnce(&mut Markup)) {
    markup.block("div", &[("class", class)], |markup| {
        markup.element_line("h3", &[], heading);
        inside(markup);
    });
}

fn rows(markup: &mut Markup, inside: impl FnOnce(&mut Markup)) {
    markup.block("dl", &[("class", "rows")], inside);
}

fn row(markup: &mut Markup, name: &str, value: impl FnOnce(&mut Markup)) {
    markup.inline("div", &[], |markup| {
        markup.element("dt", &[], name);
        markup.inline("dd", &[], value);
    });
    markup.line();
}

fn words(markup: &mut Markup, name: &str, value: &str) {
    row(markup, name, |markup| markup.element("bdi", &[], value));
}

/// A text and its number of characters, because search results limit the length.
fn counted_words(markup: &mut Markup, phrases: &Phrases, name: &str, value: Option<&str>) {
    let Some(value) = value else {
        return words(markup, name, phrases.none);
    };
    row(markup, name, |markup| {
        markup.element("bdi", &[], value);
        markup.ours(" ");
        markup.element("span", &[("class", "note")], &phrases.characters.of(value.chars().count()));
    });
}

fn addresses(markup: &mut Markup, addresses: &[String]) {
    markup.block("ul", &[("class", "addresses")], |markup| {
        for address in addresses {
            markup.inline("li", &[], |markup| address::link(markup, address));
            markup.line();
        }
    });
}

fn folded(markup: &mut Markup, heading: &str, inside: impl FnOnce(&mut Markup)) {
    markup.block("details", &[("class", "more")], |markup| {
        markup.element_line("summary", &[], heading);
        inside(markup);
    });
}
