//! A page as a tree. Nodes live in one vector and texts in one string, so walking and dropping a tree of any
//! depth needs no recursion.
//!
//! Hostile markup is bounded: see the module `bounds`.

mod bounds;
mod inline;
mod place;
mod sink;

use std::num::NonZeroU32;
use std::ops::Range;

use html5ever::{QualName, ns};

pub use inline::is_inline;
pub use place::{Lines, Position};

/// A node of one [`Dom`].
///
/// Counted from 1, so that `Option` takes no extra space: a page has many nodes, and each refers to five
/// others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    const DOCUMENT: Self = Self(NonZeroU32::MIN);

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

#[derive(Debug)]
pub struct Dom {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    text: String,
    doctype: Doctype,
    broken_head: Option<u32>,
    left_out: usize,
}

/// The document type of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Doctype {
    /// None: browsers use quirks mode.
    #[default]
    Missing,
    /// One that makes browsers use quirks mode, fully or partly.
    Old,
    /// One that makes browsers use standards mode.
    Standard,
}

#[derive(Debug)]
struct Node {
    parent: Option<NodeId>,
    previous: Option<NodeId>,
    next: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    /// Its depth when it was added. Later moves do not count.
    depth: u32,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A document, the contents of a template, a comment: nodes without text of their own.
    Plain,
    Text(Range<u32>),
    Element {
        name: QualName,
        attributes: Range<u32>,
        traces: Traces,
        offset: u32,
    },
}

/// A bit for each attribute name. It shows that an element lacks most attributes without a search through
/// those that it has.
#[derive(Debug, Clone, Copy, Default)]
struct Traces(u32);

impl Traces {
    fn of(name: &str) -> Self {
        let first = name.as_bytes().first().map_or(0, |first| usize::from(*first));
        Self(1 << ((3 * first + name.len()) % 32))
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn may_have(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

#[derive(Debug)]
struct Attribute {
    name: html5ever::LocalName,
    value: Range<u32>,
}

/// An element of a [`Dom`].
#[derive(Debug, Clone, Copy)]
pub struct Element<'a> {
    dom: &'a Dom,
    name: &'a QualName,
    local: &'a str,
    attributes: &'a [Attribute],
    traces: Traces,
    offset: u32,
}

impl<'a> Element<'a> {
    /// The name in lower case, without prefix.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.local
    }

    /// Whether it is an HTML element, not one of SVG or `MathML`.
    #[must_use]
    pub fn is_html(&self) -> bool {
        self.name.ns == ns!(html)
    }

    /// The value of an attribute; empty if the attribute has none.
    #[must_use]
    #[inline]
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        if self.traces.may_have(Traces::of(name)) { self.search(name) } else { None }
    }

    fn search(&self, name: &str) -> Option<&'a str> {
        let attribute = self.attributes.iter().find(|attribute| &*attribute.name == name)?;
        Some(self.dom.slice(&attribute.value))
    }

    /// All attributes in order.
    pub fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let dom = self.dom;
        self.attributes.iter().map(|attribute| (&*attribute.name, dom.slice(&attribute.value)))
    }

    /// The offset of its tag in the source, in bytes; for an element without a tag, that of the tag that
    /// implied it.
    #[must_use]
    pub fn offset(&self) -> u32 {
        self.offset
    }
}

/// A step of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Enter(NodeId),
    Leave(NodeId),
}

/// Walks through a subtree in document order.
#[derive(Debug)]
pub struct Walk<'a> {
    dom: &'a Dom,
    root: NodeId,
    last: Option<Step>,
}

impl Walk<'_> {
    /// Leaves the node that was entered last without its children.
    pub fn skip_children(&mut self) {
        if let Some(Step::Enter(node)) = self.last {
            self.last = Some(Step::Leave(node));
        }
    }

    fn step(&self) -> Option<Step> {
        let after = |node: NodeId| {
            if node == self.root {
                return None;
            }
            let node = self.dom.node(node);
            node.next.map(Step::Enter).or(node.parent.map(Step::Leave))
        };
        match self.last {
            None => Some(Step::Enter(self.root)),
            Some(Step::Enter(node)) => {
                Some(self.dom.node(node).first_child.map_or(Step::Leave(node), Step::Enter))
            }
            Some(Step::Leave(node)) => after(node),
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.step()?;
        self.last = Some(step);
        Some(step)
    }
}

impl Dom {
    /// Parses a page like a browser without scripts. Never fails; markup beyond the limits of the module
    /// `bounds` is left out.
    #[must_use]
    pub fn parse(html: &str) -> Self {
        sink::parse(html)
    }

    #[must_use]
    pub fn document(&self) -> NodeId {
        NodeId::DOCUMENT
    }

    /// The document type of the page.
    #[must_use]
    pub fn doctype(&self) -> Doctype {
        self.doctype
    }

    /// The source offset of an element between `<head>` and `</head>` that ends the head early.
    #[must_use]
    pub fn broken_head(&self) -> Option<u32> {
        self.broken_head
    }

    /// The number of elements that are missing because of the limits on depth and count. Their text may be
    /// present.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The parent of a node.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The previous sibling of a node.
    #[must_use]
    pub fn previous(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).previous
    }

    /// Walks through everything below `root`, itself included.
    #[must_use]
    pub fn walk(&self, root: NodeId) -> Walk<'_> {
        Walk { dom: self, root, last: None }
    }

    /// The node as an element.
    #[must_use]
    pub fn element(&self, id: NodeId) -> Option<Element<'_>> {
        match &self.node(id).kind {
            Kind::Element { name, attributes, traces, offset } => Some(Element {
                dom: self,
                name,
                local: &name.local,
                attributes: &self.attributes[attributes.start as usize..attributes.end as usize],
                traces: *traces,
                offset: *offset,
            }),
            Kind::Plain | Kind::Text(_) => None,
        }
    }

    /// The node as text.
    #[must_use]
    pub fn text(&self, id: NodeId) -> Option<&str> {
        match &self.node(id).kind {
            Kind::Text(range) => Some(self.slice(range)),
            Kind::Plain | Kind::Element { .. } => None,
        }
    }

    /// All text below a node, with runs of white space as one space.
    #[must_use]
    pub fn text_content(&self, root: NodeId) -> String {
        let mut content = String::new();
        for step in self.walk(root) {
            if let Step::Enter(id) = step
                && let Some(text) = self.text(id)
            {
                push_collapsed(&mut content, text);
            }
        }
        content.truncate(content.trim_end().len());
        content
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn slice(&self, range: &Range<u32>) -> &str {
        &self.text[range.start as usize..range.end as usize]
    }
}

/// Whether a text certainly has only single spaces as white space, so that it need not be split.
#[must_use]
pub fn is_collapsed(text: &str) -> bool {
    if text.is_ascii() {
        let bytes = text.as_bytes();
        // Numbers instead of booleans avoid a branch per byte, so that many bytes are processed at once.
        let breaks = bytes.iter().fold(0, |sum, byte| sum | u8::from(byte.is_ascii_control()));
        let pairs = bytes.iter().zip(bytes.iter().skip(1));
        let doubled =
            pairs.fold(0, |sum, (this, next)| sum | (u8::from(*this == b' ') & u8::from(*next == b' ')));
        return breaks | doubled == 0;
    }
    let mut after_space = false;
    text.chars().all(|character| {
        let follows_space = std::mem::replace(&mut after_space, character == ' ');
        if character == ' ' { !follows_space } else { !character.is_whitespace() }
    })
}

/// Appends `text` to `target` with runs of white space as one space, and none at the start of `target`.
pub(crate) fn push_collapsed(target: &mut String, text: &str) {
    if text.starts_with(char::is_whitespace) {
        push_space(target);
    }
    for (index, word) in text.split_whitespace().enumerate() {
        if index > 0 {
            target.push(' ');
        }
        target.push_str(word);
    }
    if text.ends_with(char::is_whitespace) {
        push_space(target);
    }
}

/// Appends one space unless the text is empty or ends with one.
pub(crate) fn push_space(target: &mut String) {
    if !target.is_empty() && !target.ends_with(' ') {
        target.push(' ');
    }
}

#[cfg(test)]
mod tests;
