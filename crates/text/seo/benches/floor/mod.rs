//! The floor of everything that reads HTML: bare parsing, without storing a tree.

pub(crate) mod words;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::time::{Duration, Instant};

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ParseOpts, QualName, parse_document};

/// Durations of the measured functions in several rounds.
pub(crate) struct Rounds<const COUNT: usize>(Vec<[Duration; COUNT]>);

/// Forty rounds of functions, each with an input of its own. They alternate, because machine speed varies
/// over time.
pub(crate) fn rounds<T: Clone, const COUNT: usize>(input: &T, works: [&dyn Fn(T); COUNT]) -> Rounds<COUNT> {
    let time = |work: &dyn Fn(T)| {
        let input = input.clone();
        let start = Instant::now();
        work(input);
        start.elapsed()
    };
    Rounds((0..40).map(|_| works.map(time)).collect())
}

impl<const COUNT: usize> Rounds<COUNT> {
    /// The median duration of each function.
    pub(crate) fn medians(&self) -> [Duration; COUNT] {
        std::array::from_fn(|work| middle(self.0.iter().map(|round| round[work]), Ord::cmp))
    }

    /// The median ratio of the last function to the first.
    pub(crate) fn ratio(&self) -> f64 {
        let ratios = self.0.iter().map(|round| round[COUNT - 1].as_secs_f64() / round[0].as_secs_f64());
        middle(ratios, f64::total_cmp)
    }
}

fn middle<T: Copy>(values: impl Iterator<Item = T>, order: impl Fn(&T, &T) -> Ordering) -> T {
    let mut values: Vec<T> = values.collect();
    values.sort_by(order);
    values[values.len() / 2]
}

/// Parses a page without storing anything.
pub(crate) fn parse_only(html: &str) {
    parse_document(Nothing::default(), ParseOpts::default()).one(StrTendril::from_slice(html));
}

/// A tree sink that stores only the names that the tree builder requests.
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
