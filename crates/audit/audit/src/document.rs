//! A page as the checks see it: collected in one walk over its tree, with every fact tied to its node.

mod collect;
mod head;
mod language;
mod links;
mod pictures;
mod places;
mod publication;
mod reader;
mod text;

use std::sync::OnceLock;

use domain::locale::Language;
use jiff::civil::Date;
use rustc_hash::{FxHashMap, FxHashSet};
use seo::dom::{Doctype, Dom, Element, Lines, NodeId};
use structured_data::{Place, StructuredData, Subject};
use url::Url;

pub use head::{LinkTag, Meta, Script, TextTag};
pub use links::{Anchor, Target, is_same_site};
pub use pictures::Picture;
pub(crate) use publication::day;
pub use publication::{DateOf, PageKind, Publication, StatedDate};
pub use text::{Block, BlockKind, Text};

use crate::check::Evidence;

#[derive(Debug)]
pub struct Document {
    source: String,
    dom: Dom,
    /// The URL against which the page's URLs are resolved: its own, or that of `<base>`.
    pub base: Url,
    /// The `<html>` element.
    pub root: Option<NodeId>,
    /// `<title>` elements of HTML (not of SVG), anywhere in the page.
    pub titles: Vec<TextTag>,
    /// `<meta>` elements.
    pub metas: Vec<Meta>,
    /// `<link>` elements.
    pub link_tags: Vec<LinkTag>,
    /// `<base>` elements.
    pub bases: Vec<NodeId>,
    /// `<script>` elements.
    pub scripts: Vec<Script>,
    /// Headings of all levels in order.
    pub headings: Vec<Heading>,
    /// `<a>` and `<area>` elements.
    pub anchors: Vec<Anchor>,
    /// `<img>` elements.
    pub pictures: Vec<Picture>,
    /// `<picture>` elements without an `<img>`.
    pub pictures_without_img: Vec<NodeId>,
    /// `<form>` elements.
    pub forms: Vec<Form>,
    /// Frames and other elements that load a URL: `iframe`, `embed`, `object`, `source`, `video`, `audio`,
    /// `track`, `input type=image`.
    pub embeds: Vec<Embed>,
    /// `<time>` elements with their content.
    pub times: Vec<(NodeId, String)>,
    /// Obsolete elements, at most 100.
    pub deprecated: Vec<NodeId>,
    /// The number of obsolete elements.
    pub deprecated_count: usize,
    /// Elements that hide text by style or attribute, at most 100, with the number of characters.
    pub hidden: Vec<(NodeId, usize)>,
    /// Elements other than links and buttons that have a click handler, at most 100.
    pub clickable: Vec<NodeId>,
    /// The text that readers see.
    pub text: Text,
    /// Names that fragments can point to: all `id`s, and `name`s of anchors.
    pub fragment_names: FxHashSet<String>,
    /// The second element of each duplicate `id`, at most 100.
    pub duplicate_ids: Vec<NodeId>,
    /// The number of elements, including those that are too many or too deep to be examined.
    pub elements: usize,
    /// The element with the most child elements, and their number.
    pub widest: Option<(NodeId, usize)>,
    /// The structured data of the page.
    pub structured_data: StructuredData,
    structured_report: OnceLock<structured_data::Report>,
    page: Url,
    urls: FxHashMap<String, Option<Url>>,
    lines: OnceLock<Lines>,
    language: OnceLock<Option<Language>>,
    publication: OnceLock<Publication>,
}

/// A heading of the page.
#[derive(Debug, Clone)]
pub struct Heading {
    /// The node of the heading.
    pub node: NodeId,
    /// The level, from 1 to 6.
    pub level: u8,
    /// Its text, including the `alt` of the images in it.
    pub text: String,
}

/// A form of the page.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The node of the form.
    pub node: NodeId,
    /// Whether it has a password field.
    pub password: bool,
}

/// An element that loads a URL.
#[derive(Debug, Clone)]
pub struct Embed {
    /// The node of the element.
    pub node: NodeId,
    /// The URL that it loads.
    pub url: Url,
}

impl Document {
    /// Reads a page with the URL `url`. Any text results in a document, which may be empty.
    #[must_use]
    pub fn read(source: String, url: &Url) -> Self {
        reader::read(source, url)
    }

    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    #[must_use]
    pub fn dom(&self) -> &Dom {
        &self.dom
    }

    /// The doctype of the page.
    #[must_use]
    pub fn doctype(&self) -> Doctype {
        self.dom.doctype()
    }

    /// The element at a node.
    #[must_use]
    pub fn element(&self, node: NodeId) -> Option<Element<'_>> {
        self.dom.element(node)
    }

    /// The value of an element's attribute.
    #[must_use]
    pub fn attribute(&self, node: NodeId, name: &str) -> Option<&str> {
        self.dom.element(node)?.attribute(name)
    }

    /// A URL of the page, made absolute; `None` if it is invalid.
    #[must_use]
    pub fn resolve(&self, address: &str) -> Option<Url> {
        match self.urls.get(address) {
            Some(known) => known.clone(),
            None => self.base.join(address.trim()).ok(),
        }
    }

    /// Evidence for an element.
    #[must_use]
    pub fn evidence(&self, node: NodeId) -> Evidence {
        places::evidence(self, node)
    }

    /// Evidence for a place in the source.
    #[must_use]
    pub fn evidence_at(&self, offset: u32) -> Evidence {
        places::evidence_at(self, offset)
    }

    /// Evidence for a place in structured data.
    #[must_use]
    pub fn evidence_in_data(&self, place: Place) -> Evidence {
        places::evidence_in_data(self, place)
    }

    /// The content of the structured data and its problems, as of `today`.
    #[must_use]
    pub fn structured_report(&self, today: Date) -> &structured_data::Report {
        self.structured_report.get_or_init(|| {
            let canonical = self.links_with_rel("canonical").find_map(|link| link.url.as_ref());
            structured_data::check(&self.structured_data, &Subject { url: &self.page, canonical, today })
        })
    }

    /// The contents of all `<meta>` elements with this name (in lower case), with their elements.
    pub fn metas_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (&'a Meta, &'a str)> {
        self.metas.iter().filter(move |meta| meta.is_named(name)).map(|meta| (meta, meta.content.as_str()))
    }

    /// The `<link>` elements with this relation (in lower case).
    pub fn links_with_rel<'a>(&'a self, relation: &'a str) -> impl Iterator<Item = &'a LinkTag> {
        self.link_tags.iter().filter(move |link| link.has_rel(relation))
    }

    /// The language of the main text: the declared one, unless the text is clearly in another.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        *self.language.get_or_init(|| language::of(self))
    }

    /// The type, author and dates that the page declares.
    #[must_use]
    pub fn publication(&self) -> &Publication {
        self.publication.get_or_init(|| publication::of(self))
    }

    /// The `lang` attribute of the page.
    #[must_use]
    pub fn lang(&self) -> Option<&str> {
        self.attribute(self.root?, "lang")
    }
}

/// 1 to 6 for `h1` to `h6`.
pub(crate) fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
        _ => None,
    }
}
