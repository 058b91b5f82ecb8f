//! Walks over a page's tree once.

use seo::dom::{Dom, Element, NodeId, Step, is_inline};
use url::Url;

use super::Document;
use super::collect::Collector;
use super::text::BlockKind;

pub(super) fn read(source: String, url: &Url) -> Document {
    let dom = Dom::parse(&source);
    let mut reader = Reader::new(&dom, url, source.len());
    for step in dom.walk(dom.document()) {
        match step {
            Step::Enter(node) => reader.enter(node),
            Step::Leave(node) => reader.leave(node),
        }
    }
    let Reader { collector, structured_data, .. } = reader;
    let structured_data = structured_data.finish();
    collector.finish(source, dom, structured_data)
}

/// The surroundings of the current node.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the place")]
pub(super) struct Context {
    pub(super) in_body: bool,
    pub(super) furniture: bool,
    pub(super) unread: bool,
    /// The outermost element that hides its content.
    pub(super) hidden: Option<NodeId>,
    pub(super) in_link: bool,
    pub(super) in_picture: bool,
    kind: BlockKind,
    block: NodeId,
    /// Whether the element begins and ends a block.
    is_block: bool,
    /// The number of child elements so far.
    children: usize,
}

struct Reader<'a> {
    dom: &'a Dom,
    collector: Collector,
    structured_data: structured_data::Reader<'a>,
    open: Vec<(NodeId, Element<'a>)>,
    /// The context around the root, then that of each open element; the last is the current one.
    contexts: Vec<Context>,
    /// Where the open block begins.
    mark: usize,
}

impl<'a> Reader<'a> {
    fn new(dom: &'a Dom, url: &Url, bytes: usize) -> Self {
        let outermost = Context {
            in_body: false,
            furniture: false,
            unread: false,
            hidden: None,
            in_link: false,
            in_picture: false,
            kind: BlockKind::Paragraph,
            block: dom.document(),
            is_block: false,
            children: 0,
        };
        Self {
            dom,
            collector: Collector::new(url, bytes),
            structured_data: structured_data::Reader::new(url),
            open: Vec::new(),
            contexts: vec![outermost],
            mark: 0,
        }
    }

    fn context(&self) -> Context {
        self.contexts[self.contexts.len() - 1]
    }

    fn enter(&mut self, node: NodeId) {
        let Some(element) = self.dom.element(node) else {
            if let Some(text) = self.dom.text(node) {
                self.text(text);
            }
            return;
        };
        let around = self.context();
        if let Some(parent) = self.contexts.last_mut() {
            parent.children += 1;
        }
        let context = within(&element, node, around);
        if context.is_block {
            self.end_block(around);
        }
        self.collector.enter(node, &element, context);
        self.structured_data.enter(self.dom, node, &element);
        self.open.push((node, element));
        self.contexts.push(context);
    }

    fn leave(&mut self, node: NodeId) {
        let Some((_, element)) = self.open.pop_if(|(open, _)| *open == node) else { return };
        let context = self.context();
        if context.is_block {
            self.end_block(context);
        }
        self.collector.leave(node, &element);
        self.structured_data.leave(node);
        self.collector.held(node, &element, context.children);
        self.contexts.pop();
    }

    fn text(&mut self, text: &str) {
        let context = self.context();
        self.collector.text(text, context);
        self.structured_data.text(text);
    }

    fn end_block(&mut self, context: Context) {
        let text = &mut self.collector.document.text;
        text.end_block(self.mark, context.block, context.kind, context.furniture);
        self.mark = text.mark();
    }
}

/// Whether an element has no readable text.
fn is_unread(name: &str) -> bool {
    matches!(
        name,
        "script" | "style" | "template" | "noscript" | "iframe" | "object" | "svg" | "canvas" | "select"
    )
}

/// The context inside an element.
fn within(element: &Element<'_>, node: NodeId, around: Context) -> Context {
    let name = element.name();
    let mut context = Context { is_block: !is_inline(name), children: 0, ..around };
    if context.is_block {
        context.block = node;
    }
    match name {
        // The context around the body is unread, which must not apply to the content of the body.
        "body" => (context.in_body, context.unread) = (true, false),
        "nav" | "footer" | "aside" | "dialog" => context.furniture = true,
        "header" if !context.furniture => context.furniture = true,
        // An article or the main part is content again, whatever is around it.
        "main" | "article" => context.furniture = false,
        "a" => context.in_link = true,
        "picture" => context.in_picture = true,
        "li" | "dd" | "dt" => context.kind = BlockKind::Item,
        "td" | "th" => context.kind = BlockKind::Cell,
        _ => {}
    }
    if let Some(level) = super::heading_level(name) {
        context.kind = BlockKind::Heading(level);
        // A heading in the header of an article, or of the page, is the page's own.
        context.furniture = context.furniture && level > 1;
    }
    context.unread |= is_unread(name) || !context.in_body;
    if context.hidden.is_none() && is_hidden(element) {
        context.hidden = Some(node);
    }
    context
}

fn is_hidden(element: &Element<'_>) -> bool {
    element.attribute("hidden").is_some_and(|value| value != "until-found")
        || element.attribute("style").is_some_and(hides)
}

/// Properties beside `opacity: 0` in the style of text that a script animates when it scrolls into view.
const PLAYED: [&str; 4] = ["transform", "transition", "animation", "will-change"];

/// Whether a style hides text.
pub(super) fn hides(style: &str) -> bool {
    style.split(';').any(|declaration| {
        let Some((property, value)) = declaration.split_once(':') else { return false };
        let value = value.trim().trim_end_matches("!important").trim();
        match property.trim() {
            "display" => value == "none",
            "visibility" => matches!(value, "hidden" | "collapse"),
            "opacity" => value.parse() == Ok(0.0_f32) && !PLAYED.iter().any(|word| style.contains(word)),
            "font-size" => matches!(value, "0" | "0px" | "0em" | "0%" | "0pt"),
            "text-indent" | "left" | "top" => value.starts_with("-9") && value.len() >= 5,
            _ => false,
        }
    })
}
