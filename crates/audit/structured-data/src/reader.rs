//! Reads a page's structured data during a walk over the page.

use std::borrow::Cow;

use seo::dom::{Dom, Element, NodeId, Step};
use url::Url;

use crate::json_ld;
use crate::microdata::Microdata;
use crate::model::StructuredData;
use crate::problem::Problems;
use crate::rdfa::Rdfa;

/// Reads structured data from the elements of a page, which the caller passes in the order of a walk.
///
/// ```
/// # use seo::dom::{Dom, Step};
/// # use structured_data::Reader;
/// # let dom = Dom::parse("<p itemscope itemtype='https://schema.org/Person'><b itemprop=name>Ada</b></p>");
/// # let page = url::Url::parse("https://example.com/").unwrap();
/// let mut reader = Reader::new(&page);
/// for step in dom.walk(dom.document()) {
///     match step {
///         Step::Enter(id) => match (dom.element(id), dom.text(id)) {
///             (Some(element), _) => reader.enter(&dom, id, &element),
///             (None, Some(text)) => reader.text(text),
///             (None, None) => {}
///         },
///         Step::Leave(id) => reader.leave(id),
///     }
/// }
/// assert_eq!(reader.finish().items().len(), 1);
/// ```
#[derive(Debug)]
pub struct Reader<'a> {
    /// The base of relative URLs.
    base: Url,
    has_own_base: bool,
    data: StructuredData,
    problems: Problems,
    microdata: Microdata<'a>,
    rdfa: Rdfa,
    /// The element with invisible text that the walk is in, if any.
    unseen: Option<NodeId>,
    dom: Option<&'a Dom>,
}

impl<'a> Reader<'a> {
    /// Creates a reader for the page with this URL.
    #[must_use]
    pub fn new(page: &Url) -> Self {
        Self {
            base: page.clone(),
            has_own_base: false,
            data: StructuredData::default(),
            problems: Problems::default(),
            microdata: Microdata::default(),
            rdfa: Rdfa::default(),
            unseen: None,
            dom: None,
        }
    }

    /// Processes the start of an element.
    pub fn enter(&mut self, dom: &'a Dom, id: NodeId, element: &Element<'a>) {
        match element.name() {
            "script" if is_json_ld(element) => {
                json_ld::read(id, &text_of(dom, id), &self.base, &mut self.data, &mut self.problems);
            }
            "base" if !self.has_own_base => self.rebase(element),
            _ => {}
        }
        if self.unseen.is_none() && matches!(element.name(), "script" | "style" | "template") {
            self.unseen = Some(id);
        }
        self.dom = Some(dom);
        self.microdata.enter(id, element, &self.base, &mut self.data);
        self.rdfa.enter(id, element, &self.base, &mut self.data);
    }

    /// Processes text of the current element.
    pub fn text(&mut self, text: &str) {
        if self.unseen.is_none() {
            self.microdata.text(text);
            self.rdfa.text(text);
        }
    }

    /// Processes the end of a node of any kind.
    pub fn leave(&mut self, id: NodeId) {
        if self.unseen == Some(id) {
            self.unseen = None;
        }
        self.microdata.leave(id, &mut self.data);
        self.rdfa.leave(id, &mut self.data);
    }

    /// Returns everything that was read.
    #[must_use]
    pub fn finish(mut self) -> StructuredData {
        if let Some(dom) = self.dom {
            self.microdata.follow_references(dom, &self.base, &mut self.data);
        }
        self.data.base = Some(self.base);
        self.data.faults = self.problems.kept;
        self.data.left_out_faults = self.problems.left_out;
        self.data
    }

    fn rebase(&mut self, element: &Element<'_>) {
        if let Some(base) = element.attribute("href").and_then(|address| self.base.join(address).ok()) {
            self.base = base;
            self.has_own_base = true;
        }
    }
}

/// Reads a page's structured data in a walk of its own.
#[must_use]
pub fn read(dom: &Dom, page: &Url) -> StructuredData {
    let mut reader = Reader::new(page);
    for step in dom.walk(dom.document()) {
        match step {
            Step::Enter(id) => {
                if let Some(element) = dom.element(id) {
                    reader.enter(dom, id, &element);
                } else if let Some(text) = dom.text(id) {
                    reader.text(text);
                }
            }
            Step::Leave(id) => reader.leave(id),
        }
    }
    reader.finish()
}

fn is_json_ld(element: &Element<'_>) -> bool {
    let kind = element.attribute("type").unwrap_or_default();
    let kind = kind.split_once(';').map_or(kind, |(kind, _)| kind);
    kind.trim().eq_ignore_ascii_case("application/ld+json")
}

/// The raw text of a script. It is one text node except in unusual pages.
fn text_of(dom: &Dom, script: NodeId) -> Cow<'_, str> {
    let mut pieces = dom.walk(script).filter_map(|step| match step {
        Step::Enter(id) => dom.text(id),
        Step::Leave(_) => None,
    });
    let first = pieces.next().unwrap_or_default();
    match pieces.next() {
        None => Cow::Borrowed(first),
        Some(second) => Cow::Owned([first, second].into_iter().chain(pieces).collect()),
    }
}
