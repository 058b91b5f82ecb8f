//! Creates evidence (selectors, lines and snippets) only for what is wrong.

use seo::dom::{Lines, NodeId};
use structured_data::Place;

use super::Document;
use crate::check::{Evidence, shortened};

/// The maximum number of steps of a selector.
const LONGEST_SELECTOR: usize = 8;
/// The maximum number of siblings that are counted for a position.
const MOST_SIBLINGS: u32 = 2000;
/// The longest tag that is examined, in bytes.
const LONGEST_TAG: usize = 1000;

pub(super) fn evidence(document: &Document, node: NodeId) -> Evidence {
    let Some(element) = document.element(node) else { return Evidence::default() };
    Evidence { selector: Some(selector(document, node)), ..evidence_at(document, element.offset()) }
}

pub(super) fn evidence_at(document: &Document, offset: u32) -> Evidence {
    let lines = document.lines.get_or_init(|| Lines::new(document.source()));
    let position = lines.position(document.source(), offset);
    Evidence {
        line: Some(position.line),
        column: Some(position.column),
        snippet: Some(snippet(document.source(), offset as usize)),
        ..Evidence::default()
    }
}

/// The place of a problem in structured data: in the text of a script, or an element.
pub(super) fn evidence_in_data(document: &Document, place: Place) -> Evidence {
    let whole = evidence(document, place.node);
    let (Some(element), Some(inside)) = (document.element(place.node), place.offset_in_text) else {
        return whole;
    };
    let start = content_start(document.source(), element.offset() as usize);
    let offset = u32::try_from(start).unwrap_or(u32::MAX).saturating_add(inside);
    let at = evidence_at(document, offset);
    let rest = document.source().get(offset as usize..).unwrap_or_default();
    let line = rest[..rest.floor_char_boundary(LONGEST_TAG)].lines().next().unwrap_or_default();
    Evidence { selector: whole.selector, snippet: Some(shortened(line)), ..at }
}

/// The offset of the content of the element whose tag begins at `offset`.
fn content_start(source: &str, offset: usize) -> usize {
    let mut quote = None;
    for (index, byte) in source.bytes().enumerate().skip(offset) {
        match (quote, byte) {
            (None, b'>') => return index + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    source.len()
}

/// The tag that begins at `offset`, and the text up to the next one.
fn snippet(source: &str, offset: usize) -> String {
    let rest = source.get(offset..).unwrap_or_default();
    let rest = &rest[..rest.floor_char_boundary(LONGEST_TAG)];
    let tag = rest.find('>').map_or(rest.len(), |end| end + 1);
    let text = rest[tag..].find('<').map_or(rest.len(), |end| tag + end);
    shortened(rest[..text].trim_end())
}

/// A selector for the element: from the nearest `id` down, or the last steps of the path.
fn selector(document: &Document, node: NodeId) -> String {
    let mut steps = Vec::new();
    let mut current = Some(node);
    while let Some(id) = current
        && let Some(element) = document.element(id)
        && steps.len() < LONGEST_SELECTOR
    {
        if let Some(name) = element.attribute("id").filter(|name| is_plain(name)) {
            steps.push(format!("#{name}"));
            break;
        }
        steps.push(step(document, id, element.name()));
        current = document.dom().parent(id);
    }
    steps.reverse();
    steps.join(" > ")
}

fn step(document: &Document, node: NodeId, name: &str) -> String {
    if matches!(name, "html" | "head" | "body" | "main" | "title") {
        return name.to_owned();
    }
    let mut position = 1;
    let mut looked_at = 0;
    let mut current = document.dom().previous(node);
    while let Some(sibling) = current
        && looked_at < MOST_SIBLINGS
    {
        if document.element(sibling).is_some_and(|element| element.name() == name) {
            position += 1;
        }
        looked_at += 1;
        current = document.dom().previous(sibling);
    }
    if looked_at == MOST_SIBLINGS { name.to_owned() } else { format!("{name}:nth-of-type({position})") }
}

/// Whether an `id` needs no escaping in a selector.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 80
        && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}
