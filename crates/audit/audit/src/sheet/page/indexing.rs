//! The section on whether search engines and answer engines may index the page.

use super::{addresses, card, row, rows, words};
use crate::report::IndexabilitySummary;
use crate::sheet::markup::Markup;
use crate::sheet::phrases::Phrases;

pub(super) fn write(markup: &mut Markup, phrases: &Phrases, indexing: &IndexabilitySummary) {
    card(markup, phrases.indexing, |markup| {
        rows(markup, |markup| {
            words(markup, phrases.indexable, phrases.yes_or_no(indexing.indexable));
            if !indexing.reasons.is_empty() {
                row(markup, phrases.against, |markup| codes(markup, &indexing.reasons));
            }
            let robots = indexing.meta_robots.as_deref().unwrap_or(phrases.none);
            words(markup, phrases.meta_robots, robots);
            if !indexing.x_robots_tag.is_empty() {
                row(markup, phrases.x_robots_tag, |markup| codes(markup, &indexing.x_robots_tag));
            }
            words(markup, phrases.robots_allow, perhaps(phrases, indexing.allowed_by_robots));
            words(markup, phrases.in_sitemap, perhaps(phrases, indexing.in_sitemap));
            if !indexing.sitemaps.is_empty() {
                row(markup, phrases.sitemaps, |markup| addresses(markup, &indexing.sitemaps));
            }
            for (name, is_allowed) in [(phrases.ai_allowed, true), (phrases.ai_refused, false)] {
                let crawlers = indexing.ai_crawlers.iter().filter(|(_, allowed)| **allowed == is_allowed);
                let crawlers: Vec<&str> = crawlers.map(|(crawler, _)| crawler.as_str()).collect();
                if !crawlers.is_empty() {
                    words(markup, name, &crawlers.join(", "));
                }
            }
        });
    });
}

fn perhaps(phrases: &Phrases, is_so: Option<bool>) -> &'static str {
    is_so.map_or(phrases.unknown, |is_so| phrases.yes_or_no(is_so))
}

fn codes(markup: &mut Markup, texts: &[String]) {
    for (place, text) in texts.iter().enumerate() {
        if place > 0 {
            markup.ours(", ");
        }
        markup.element("code", &[], text);
    }
}
