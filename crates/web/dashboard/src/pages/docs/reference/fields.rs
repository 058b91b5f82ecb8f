//! Nested fields, as a list that expands level by level.

use std::fmt::Write as _;

use crate::explorer::Node;
use askama::filters::Safe;
use domain::locale::Language;

use super::kinds;
use crate::pages::code_spans::with_code_spans;
use crate::pages::escaping::escaped;
use crate::texts::texts;

/// From this number on, fields that appear again on a page are replaced by a link to the first list.
const WORTH_A_LINK: usize = 6;

texts! {
    FieldTexts {
        required: "required", "bắt buộc";
        absent: "may be absent", "có thể vắng mặt";
        default: "Default:", "Mặc định:";
        inside: "inside", "bên trong";
        field: "field", "trường";
        fields: "fields", "trường";
        same: "the same as in", "giống như trong";
        all_same: "The same fields as in", "Các trường giống như trong";
    }
}

/// Whether the fields are sent or received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Request,
    Response,
}

/// A call or an event: its anchor on the page, and its title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner<'n> {
    pub(super) anchor: &'n str,
    pub(super) title: &'n str,
}

/// The lists of fields of one page.
pub(super) struct Trees<'n> {
    language: Language,
    shown: Vec<(&'n [Node], Direction, Owner<'n>)>,
}

impl<'n> Trees<'n> {
    pub(super) const fn new(language: Language) -> Self {
        Self { language, shown: Vec::new() }
    }

    /// The fields as HTML.
    pub(super) fn render(
        &mut self,
        nodes: &'n [Node],
        direction: Direction,
        owner: Owner<'n>,
    ) -> Safe<String> {
        let mut html = String::new();
        if let Some(other) = self.shown_elsewhere(nodes, direction, owner) {
            let words = FieldTexts::of(self.language);
            // Writing to a String can't fail.
            let _ = write!(html, "<p>{} {}.</p>", words.all_same, self.link(other));
        } else {
            self.add(&mut html, nodes, direction, owner);
        }
        Safe(html)
    }

    /// The owner that already shows the same fields. If there is none, this owner shows them.
    fn shown_elsewhere(
        &mut self,
        nodes: &'n [Node],
        direction: Direction,
        owner: Owner<'n>,
    ) -> Option<Owner<'n>> {
        if count(nodes) < WORTH_A_LINK {
            return None;
        }
        let same = |(other, way, _): &&(&[Node], Direction, Owner<'n>)| *way == direction && *other == nodes;
        let found = self.shown.iter().find(same).map(|(_, _, found)| *found);
        if found.is_none() {
            self.shown.push((nodes, direction, owner));
        }
        found.filter(|found| *found != owner)
    }

    fn link(&self, owner: Owner<'_>) -> String {
        let english = self.english();
        format!("<a href=\"#{}\"{english}>{}</a>", owner.anchor, escaped(owner.title))
    }

    fn english(&self) -> &'static str {
        if self.language == Language::ENGLISH { "" } else { " lang=\"en\"" }
    }

    fn add(&mut self, html: &mut String, nodes: &'n [Node], direction: Direction, owner: Owner<'n>) {
        html.push_str("<ul class=\"field-tree\">");
        for node in nodes {
            self.add_field(html, node, direction);
            self.add_children(html, node, direction, owner);
            html.push_str("</li>");
        }
        html.push_str("</ul>");
    }

    fn add_field(&self, html: &mut String, node: &Node, direction: Direction) {
        let (words, field) = (FieldTexts::of(self.language), &node.field);
        let _ = write!(html, "<li><code class=\"name\">{}</code> ", escaped(&field.name));
        let null = if node.nullable && direction == Direction::Response { ", null" } else { "" };
        let kind = escaped(&kinds::describe(field, self.language));
        let _ = write!(html, "<span class=\"muted\">{kind}{null}</span>");
        let badge = match direction {
            Direction::Request if field.required => Some(words.required),
            Direction::Response if !field.required => Some(words.absent),
            _ => None,
        };
        if let Some(badge) = badge {
            let _ = write!(html, " <span class=\"badge plain\">{badge}</span>");
        }
        if let Some(hint) = &field.hint {
            let _ = write!(html, "<p{}>{}</p>", self.english(), with_code_spans(hint).0);
        }
        if let Some(default) = &field.default {
            let _ = write!(html, "<p>{} <code>{}</code></p>", words.default, escaped(default));
        }
    }

    fn add_children(&mut self, html: &mut String, node: &'n Node, direction: Direction, owner: Owner<'n>) {
        let (words, nodes) = (FieldTexts::of(self.language), node.children.as_slice());
        if nodes.is_empty() {
            return;
        }
        let noun = if nodes.len() == 1 { words.field } else { words.fields };
        let name = escaped(&node.field.name);
        let told = format!("{} {noun} {} <code>{name}</code>", nodes.len(), words.inside);
        if let Some(other) = self.shown_elsewhere(nodes, direction, owner) {
            let _ = write!(html, "<p>{told}, {} {}</p>", words.same, self.link(other));
        } else {
            let _ = write!(html, "<details><summary>{told}</summary>");
            self.add(html, nodes, direction, owner);
            html.push_str("</details>");
        }
    }
}

/// The number of fields, including nested ones.
fn count(nodes: &[Node]) -> usize {
    nodes.iter().map(|node| 1 + count(&node.children)).sum()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const FIRST: Owner<'_> = Owner { anchor: "first", title: "Get <it>" };
    const SECOND: Owner<'_> = Owner { anchor: "second", title: "Change it" };

    /// The response fields of a call: an object with this many fields.
    fn nodes(fields: usize) -> Vec<Node> {
        let properties: serde_json::Map<String, Value> =
            (0..fields).map(|number| (format!("f{number}"), json!({"type": "string"}))).collect();
        let thing =
            json!({"type": "object", "properties": {"thing": {"type": "object", "properties": properties}}});
        let responses = json!({"200": {"content": {"application/json": {"schema": thing}}}});
        let document = json!({"paths": {"/v1/a": {"get": {"operationId": "a", "responses": responses}}}});
        crate::explorer::endpoints(&document).remove(0).response
    }

    #[test]
    fn fields_that_come_again_are_linked_to() {
        let (response, inside) = (nodes(9), nodes(9)[0].children.clone());
        let mut trees = Trees::new(Language::ENGLISH);
        let first = trees.render(&response, Direction::Response, FIRST).0;
        assert!(first.contains("f8") && first.contains("9 fields inside <code>thing</code>"), "{first}");
        let again = trees.render(&response, Direction::Response, SECOND).0;
        assert_eq!(again, "<p>The same fields as in <a href=\"#first\">Get &#60;it&#62;</a>.</p>");
        assert!(!trees.render(&inside, Direction::Response, SECOND).0.contains("f8"));
        // Requests mark fields differently than responses.
        assert!(trees.render(&response, Direction::Request, SECOND).0.contains("f8"));
    }

    #[test]
    fn a_few_fields_are_shown_each_time() {
        let response = nodes(3);
        let mut trees = Trees::new(Language::VIETNAMESE);
        for owner in [FIRST, SECOND] {
            let html = trees.render(&response, Direction::Response, owner).0;
            assert!(html.contains("f2") && html.contains("3 trường bên trong"), "{html}");
        }
    }
}
