//! The places where an issue occurs.

use super::address;
use super::markup::Markup;
use super::phrases::Phrases;
use crate::check::Evidence;

/// How many places are shown before the rest is folded.
const SHOWN: usize = 5;

/// The places of an issue that occurs `count` times.
pub(super) fn places(markup: &mut Markup, phrases: &Phrases, evidence: &[Evidence], count: usize) {
    let (first, more) = evidence.split_at(evidence.len().min(SHOWN));
    list(markup, phrases, first);
    if !more.is_empty() {
        markup.block("details", &[("class", "more")], |markup| {
            markup.element_line("summary", &[], &phrases.more_places.of(more.len()));
            list(markup, phrases, more);
        });
    }
    let unlisted = count.saturating_sub(evidence.len());
    if unlisted > 0 && !evidence.is_empty() {
        markup.element_line("p", &[("class", "quiet")], &phrases.not_shown.of(unlisted));
    }
}

/// The list of all given places.
pub(super) fn list(markup: &mut Markup, phrases: &Phrases, evidence: &[Evidence]) {
    if evidence.is_empty() {
        return;
    }
    markup.block("ol", &[("class", "evidence")], |markup| {
        for place in evidence {
            markup.block("li", &[], |markup| one(markup, phrases, place));
        }
    });
}

fn one(markup: &mut Markup, phrases: &Phrases, place: &Evidence) {
    if let Some(detail) = &place.detail {
        markup.element_line("p", &[("class", "detail"), ("dir", "auto")], detail);
    }
    if let Some(url) = &place.url {
        markup.inline("p", &[("class", "about")], |markup| address::link(markup, url));
        markup.line();
    }
    if place.line.is_some() || place.selector.is_some() {
        markup.inline("p", &[("class", "place")], |markup| {
            if let Some(position) = position(place) {
                markup.element("span", &[("class", "at")], &format!("{} {position}", phrases.line));
                markup.ours(" ");
            }
            if let Some(selector) = &place.selector {
                markup.element("code", &[], selector);
            }
        });
        markup.line();
    }
    if let Some(snippet) = &place.snippet {
        markup.inline("pre", &[("dir", "auto")], |markup| markup.element("code", &[], snippet));
        markup.line();
    }
}

/// Line and column in the notation of editors.
pub(super) fn position(place: &Evidence) -> Option<String> {
    let line = place.line?;
    Some(place.column.map_or_else(|| line.to_string(), |column| format!("{line}:{column}")))
}
