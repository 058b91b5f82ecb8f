//! The section with the structured data of the page.

use super::whole_card;
use crate::report::{StructuredDataSummary, StructuredItem};
use crate::sheet::markup::Markup;
use crate::sheet::phrases::Phrases;

pub(super) fn write(markup: &mut Markup, phrases: &Phrases, data: &StructuredDataSummary) {
    whole_card(markup, phrases.structured_data, |markup| {
        if data.items.is_empty() && data.errors == 0 && data.warnings == 0 {
            markup.element_line("p", &[("class", "quiet")], phrases.no_structured_data);
            return;
        }
        let counts = format!("{}, {}", phrases.errors.of(data.errors), phrases.warnings.of(data.warnings));
        markup.element_line("p", &[("class", "quiet")], &counts);
        markup.block("ul", &[("class", "items")], |markup| {
            for thing in &data.items {
                markup.block("li", &[], |markup| item(markup, phrases, thing));
            }
        });
    });
}

fn item(markup: &mut Markup, phrases: &Phrases, item: &StructuredItem) {
    markup.inline("p", &[], |markup| {
        let types = if item.types.is_empty() { phrases.untyped.to_owned() } else { item.types.join(", ") };
        markup.element("strong", &[], &types);
        if let Some(name) = &item.name {
            markup.ours(" ");
            markup.element("bdi", &[], name);
        }
        let place = item.line.map(|line| format!(" · {} {line}", phrases.line)).unwrap_or_default();
        markup.ours(" ");
        markup.element("span", &[("class", "note")], &format!("{}{place}", item.format));
    });
    markup.line();
    problems(markup, "error", phrases.error, &item.errors);
    problems(markup, "warning", phrases.warning, &item.warnings);
}

fn problems(markup: &mut Markup, kind: &str, word: &str, problems: &[String]) {
    if problems.is_empty() {
        return;
    }
    markup.block("ul", &[("class", "problems"), ("data-kind", kind)], |markup| {
        for problem in problems {
            markup.inline("li", &[], |markup| {
                markup.element("strong", &[], word);
                markup.ours(" ");
                markup.element("bdi", &[], problem);
            });
            markup.line();
        }
    });
}
