//! The floor of everything that reads HTML: bare parsing, without keeping a tree.

pub(crate) mod words;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ParseOpts, QualName, parse_document};

/// The shortest of forty runs of each. They take turns, since machines are faster at some times than at others.
pub(crate) fn fastest<const COUNT: usize>(works: [&dyn Fn(); COUNT]) -> [Duration; COUNT] {
    let mut shortest = [Duration::MAX; COUNT];
    for _ in 0..40 {
        for (work, shortest) in works.iter().zip(&mut shortest) {
            let start = Instant::now();
            work();
            *shortest = start.elapsed().min(*shortest);
        }
    }
    shortest
}

/// Parses a page, and keeps nothing of it.
pub(crate) fn parse_only(html: &str) {
    parse_document(Nothing::default(), ParseOpts::default()).one(StrTendril::from_slice(html));
}

/// A tree sink that keeps only the names that the tree builder asks for.
#[derive(Default)]
struct Nothing {
    next: Cell<usize>,
    names: RefCell<Vec<QualName>>,
}

impl Nothing {
    fn id(&self) -> usize {
        self.next.set(self.next.get() + 1);
        self.next.get()
    }
}

impl TreeSink for Nothing {
    type Handle = usize;
    type Output = ();
    type ElemName<'a> = OwnedName;

    fn finish(self) {}
    fn parse_error(&self, _message: Cow<'static, str>) {}
    fn get_document(&self) -> usize {
        0
    }
    fn elem_name<'a>(&'a self, target: &'a usize) -> OwnedName {
        OwnedName(self.names.borrow()[*target].clone())
    }
    fn create_element(&self, name: QualName, _attributes: Vec<Attribute>, _flags: ElementFlags) -> usize {
        let id = self.id();
        let mut names = self.names.borrow_mut();
        names.resize(id + 1, name.clone());
        names[id] = name;
        id
    }
    fn create_comment(&self, _text: StrTendril) -> usize {
        self.id()
    }
    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> usize {
        self.id()
    }
    fn append(&self, _parent: &usize, _child: NodeOrText<usize>) {}
    fn append_based_on_parent_node(&self, _element: &usize, _previous: &usize, _child: NodeOrText<usize>) {}
    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}
    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }
    fn same_node(&self, one: &usize, other: &usize) -> bool {
        one == other
    }
    fn set_quirks_mode(&self, _mode: QuirksMode) {}
    fn append_before_sibling(&self, _sibling: &usize, _child: NodeOrText<usize>) {}
    fn add_attrs_if_missing(&self, _target: &usize, _attributes: Vec<Attribute>) {}
    fn remove_from_parent(&self, _target: &usize) {}
    fn reparent_children(&self, _node: &usize, _parent: &usize) {}
}

/// A name that outlives the borrow of the list it came from.
#[derive(Debug)]
struct OwnedName(QualName);

impl html5ever::interface::ElemName for OwnedName {
    fn ns(&self) -> &html5ever::Namespace {
        &self.0.ns
    }
    fn local_name(&self) -> &html5ever::LocalName {
        &self.0.local
    }
}
