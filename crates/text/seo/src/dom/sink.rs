//! Builds a [`Dom`] from the calls of html5ever's tree builder.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::num::NonZeroU32;
use std::ops::Range;

use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{TagKind, Token, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute as ParsedAttribute, QualName, TokenizerResult, local_name};

use super::bounds::{self, Bounded, MAX_ATTRIBUTES};
use super::{Attribute, Doctype, Dom, Kind, Node, NodeId, Traces};

pub(super) fn parse(html: &str) -> Dom {
    let html = bounds::within_limits(html);
    // Without scripts, the content of <noscript> is part of the page.
    let options =
        TreeBuilderOpts { scripting_enabled: false, drop_doctype: true, ..TreeBuilderOpts::default() };
    let builder = Bounded::new(TreeBuilder::new(Sink::new(html.len()), options), &html);
    let tokenizer = Tokenizer::new(builder, TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(&html));
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.into_tree_builder().sink.finish()
}

/// The tree under construction.
pub(super) struct Sink {
    dom: RefCell<Dom>,
    offset: Cell<u32>,
    depth: Cell<u32>,
    head: Cell<Head>,
}

/// The state of the head.
#[derive(Clone, Copy)]
enum Head {
    Open,
    /// An element at this source offset began the body.
    Implied(u32),
    Closed,
}

impl Sink {
    fn new(length: usize) -> Self {
        let dom = Dom {
            nodes: Vec::with_capacity(length / 32 + 1),
            attributes: Vec::with_capacity(length / 64),
            text: String::with_capacity(length),
            doctype: Doctype::Missing,
            broken_head: None,
            left_out: 0,
        };
        let sink = Self {
            dom: RefCell::new(dom),
            offset: Cell::new(0),
            depth: Cell::new(0),
            head: Cell::new(Head::Open),
        };
        sink.push(Kind::Plain);
        sink
    }

    /// Records the next token of the tree builder, and its source offset.
    pub(super) fn next_token(&self, token: &Token, offset: u32) {
        self.offset.set(offset);
        let closes_head = match token {
            Token::TagToken(tag) => {
                let name =
                    if tag.kind == TagKind::StartTag { local_name!("body") } else { local_name!("head") };
                tag.name == name
            }
            Token::DoctypeToken(_) => {
                self.dom.borrow_mut().doctype = Doctype::Standard;
                false
            }
            _ => false,
        };
        if closes_head {
            if let Head::Implied(cause) = self.head.get() {
                self.dom.borrow_mut().broken_head = Some(cause);
            }
            self.head.set(Head::Closed);
        }
    }

    /// Counts an element beyond the limits.
    pub(super) fn leave_out(&self) {
        self.dom.borrow_mut().left_out += 1;
    }

    /// The number of nodes.
    pub(super) fn size(&self) -> usize {
        self.dom.borrow().nodes.len()
    }

    /// The depth of the last added node.
    pub(super) fn depth(&self) -> u32 {
        self.depth.get()
    }

    fn push(&self, kind: Kind) -> NodeId {
        self.dom.borrow_mut().push(kind)
    }

    fn node_of(&self, child: NodeOrText<NodeId>) -> NodeId {
        match child {
            NodeOrText::AppendNode(id) => id,
            NodeOrText::AppendText(text) => {
                let range = self.dom.borrow_mut().keep(&text);
                self.push(Kind::Text(range))
            }
        }
    }

    fn note_depth(&self, parent: NodeId, child: NodeId) {
        let mut dom = self.dom.borrow_mut();
        let depth = dom.node(parent).depth + 1;
        dom.node_mut(child).depth = depth;
        self.depth.set(depth);
    }
}

impl TreeSink for Sink {
    type Handle = NodeId;
    type Output = Dom;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Dom {
        self.dom.into_inner()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        NodeId::DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        static NOT_AN_ELEMENT: QualName =
            QualName { prefix: None, ns: html5ever::ns!(), local: html5ever::local_name!("") };
        Ref::map(self.dom.borrow(), |dom| match &dom.node(*target).kind {
            Kind::Element { name, .. } => name,
            Kind::Plain | Kind::Text(_) => &NOT_AN_ELEMENT,
        })
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<ParsedAttribute>,
        flags: ElementFlags,
    ) -> NodeId {
        let (attributes, traces) = self.dom.borrow_mut().keep_attributes(attributes);
        if name.local == local_name!("body")
            && let Head::Open = self.head.get()
        {
            self.head.set(Head::Implied(self.offset.get()));
        }
        let id = self.push(Kind::Element { name, attributes, traces, offset: self.offset.get() });
        if flags.template {
            self.push(Kind::Plain);
        }
        id
    }

    fn create_comment(&self, _text: StrTendril) -> NodeId {
        self.push(Kind::Plain)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> NodeId {
        self.push(Kind::Plain)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        if let NodeOrText::AppendText(text) = &child
            && self.dom.borrow_mut().extend_last_text(*parent, text)
        {
            return;
        }
        let child = self.node_of(child);
        self.note_depth(*parent, child);
        self.dom.borrow_mut().append(*parent, child);
    }

    fn append_based_on_parent_node(&self, element: &NodeId, previous: &NodeId, child: NodeOrText<NodeId>) {
        if self.dom.borrow().node(*element).parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    /// The contents are the node that [`Self::create_element`] pushed after the template.
    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        target.next()
    }

    fn same_node(&self, one: &NodeId, other: &NodeId) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        let mut dom = self.dom.borrow_mut();
        if mode != QuirksMode::NoQuirks && dom.doctype == Doctype::Standard {
            dom.doctype = Doctype::Old;
        }
    }

    fn append_before_sibling(&self, sibling: &NodeId, child: NodeOrText<NodeId>) {
        let child = self.node_of(child);
        let parent = self.dom.borrow().node(*sibling).parent;
        if let Some(parent) = parent {
            self.note_depth(parent, child);
        }
        self.dom.borrow_mut().insert_before(*sibling, child);
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attributes: Vec<ParsedAttribute>) {
        self.dom.borrow_mut().add_missing_attributes(*target, attributes);
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.dom.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        let mut dom = self.dom.borrow_mut();
        while let Some(child) = dom.node(*node).first_child {
            dom.append(*new_parent, child);
        }
    }
}

impl Dom {
    fn push(&mut self, kind: Kind) -> NodeId {
        let id = NodeId(NonZeroU32::MIN.saturating_add(small(self.nodes.len())));
        self.nodes.push(Node {
            parent: None,
            previous: None,
            next: None,
            first_child: None,
            last_child: None,
            depth: 0,
            kind,
        });
        id
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    fn keep(&mut self, text: &str) -> Range<u32> {
        let start = small(self.text.len());
        self.text.push_str(text);
        start..small(self.text.len())
    }

    fn keep_attributes(&mut self, parsed: Vec<ParsedAttribute>) -> (Range<u32>, Traces) {
        let start = small(self.attributes.len());
        let mut traces = Traces::default();
        for attribute in parsed {
            traces = traces.and(Traces::of(&attribute.name.local));
            let value = self.keep(&attribute.value);
            self.attributes.push(Attribute { name: attribute.name.local, value });
        }
        (start..small(self.attributes.len()), traces)
    }

    /// Continues the text that was stored last, if it is the last child. Other adjacent texts stay separate,
    /// because a hostile page could force repeated copies.
    fn extend_last_text(&mut self, parent: NodeId, text: &str) -> bool {
        let Some(last) = self.node(parent).last_child else { return false };
        let end = small(self.text.len());
        let longer = small(self.text.len() + text.len());
        match &mut self.node_mut(last).kind {
            Kind::Text(range) if range.end == end => range.end = longer,
            _ => return false,
        }
        self.text.push_str(text);
        true
    }

    fn append(&mut self, parent: NodeId, child: NodeId) {
        self.detach(child);
        let last = self.node_mut(parent).last_child.replace(child);
        match last {
            Some(last) => self.node_mut(last).next = Some(child),
            None => self.node_mut(parent).first_child = Some(child),
        }
        let node = self.node_mut(child);
        node.parent = Some(parent);
        node.previous = last;
    }

    fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        self.detach(child);
        let Some(parent) = self.node(sibling).parent else { return };
        let previous = self.node_mut(sibling).previous.replace(child);
        match previous {
            Some(previous) => self.node_mut(previous).next = Some(child),
            None => self.node_mut(parent).first_child = Some(child),
        }
        let node = self.node_mut(child);
        (node.parent, node.previous, node.next) = (Some(parent), previous, Some(sibling));
    }

    fn detach(&mut self, id: NodeId) {
        let node = self.node_mut(id);
        let (parent, previous, next) = (node.parent.take(), node.previous.take(), node.next.take());
        let Some(parent) = parent else { return };
        match previous {
            Some(previous) => self.node_mut(previous).next = next,
            None => self.node_mut(parent).first_child = next,
        }
        match next {
            Some(next) => self.node_mut(next).previous = previous,
            None => self.node_mut(parent).last_child = previous,
        }
    }

    /// Attributes of one element are adjacent, so all of them move to the end.
    fn add_missing_attributes(&mut self, target: NodeId, mut added: Vec<ParsedAttribute>) {
        let Kind::Element { attributes: old, .. } = &self.node(target).kind else { return };
        let old = old.start as usize..old.end as usize;
        added.retain(|new| self.attributes[old.clone()].iter().all(|known| known.name != new.name.local));
        if added.is_empty() || old.len() + added.len() > MAX_ATTRIBUTES {
            return;
        }
        let start = small(self.attributes.len());
        for index in old {
            let Attribute { name, value } = &self.attributes[index];
            let copy = Attribute { name: name.clone(), value: value.clone() };
            self.attributes.push(copy);
        }
        let (new, added) = self.keep_attributes(added);
        if let Kind::Element { attributes, traces, .. } = &mut self.node_mut(target).kind {
            *attributes = start..new.end;
            *traces = traces.and(added);
        }
    }
}

/// Sizes stay below 4 GB, because [`bounds::within_limits`] cuts the page long before.
pub(super) fn small(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
