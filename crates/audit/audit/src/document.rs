//! A page as checks see it: read in one walk over its tree, with every fact tied to the node where it stands.

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

/// A page that was read.
#[derive(Debug)]
pub struct Document {
    source: String,
    dom: Dom,
    /// The address against which the page's addresses are resolved: its own, or that of `<base>`.
    pub base: Url,
    /// The `<html>` element.
    pub root: Option<NodeId>,
    /// `<title>` elements of HTML (not of SVG), wherever they stand.
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
    /// Frames and other things that load an address: `iframe`, `embed`, `object`, `source`, `video`, `audio`, `track`, `input type=image`.
    pub embeds: Vec<Embed>,
    /// `<time>` elements with what they say.
    pub times: Vec<(NodeId, String)>,
    /// Elements that HTML no longer has, at most 100.
    pub deprecated: Vec<NodeId>,
    /// How many of them there are.
    pub deprecated_count: usize,
    /// Elements that hide text from readers by style or attribute, at most 100, with the number of characters.
    pub hidden: Vec<(NodeId, usize)>,
    /// Elements other than links and buttons that are clicked by a script, at most 100.
    pub clickable: Vec<NodeId>,
    /// The text that readers see.
    pub text: Text,
    /// Names that fragments can point to: all `id`s, and `name`s of anchors.
    pub fragment_names: FxHashSet<String>,
    /// `id`s that stand more than once: the second element of each, at most 100.
    pub duplicate_ids: Vec<NodeId>,
    /// How many elements there are, with those that are too many or too deep to be looked at.
    pub elements: usize,
    /// The element that holds the most elements directly, and how many.
    pub widest: Option<(NodeId, usize)>,
    /// Structured data.
    pub structured_data: StructuredData,
    structured_report: OnceLock<structured_data::Report>,
    page: Url,
    urls: FxHashMap<String, Option<Url>>,
    lines: OnceLock<Lines>,
    language: OnceLock<Option<Language>>,
    publication: OnceLock<Publication>,
}

/// A heading.
#[derive(Debug, Clone)]
pub struct Heading {
    /// Where.
    pub node: NodeId,
    /// 1 to 6.
    pub level: u8,
    /// Its text and, in its place, the `alt` of images in it.
    pub text: String,
}

/// A form.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// Where.
    pub node: NodeId,
    /// Whether it asks for a password.
    pub password: bool,
}

/// Something that loads an address.
#[derive(Debug, Clone)]
pub struct Embed {
    /// Where.
    pub node: NodeId,
    /// The address.
    pub url: Url,
}

impl Document {
    /// Reads a page that was found at `url`. Any text gives a document, though it may be an empty one.
    #[must_use]
    pub fn read(source: String, url: &Url) -> Self {
        reader::read(source, url)
    }

    /// The HTML.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The tree.
    #[must_use]
    pub fn dom(&self) -> &Dom {
        &self.dom
    }

    /// How the page begins.
    #[must_use]
    pub fn doctype(&self) -> Doctype {
        self.dom.doctype()
    }

    /// An element.
    #[must_use]
    pub fn element(&self, node: NodeId) -> Option<Element<'_>> {
        self.dom.element(node)
    }

    /// The value of an element's attribute.
    #[must_use]
    pub fn attribute(&self, node: NodeId, name: &str) -> Option<&str> {
        self.dom.element(node)?.attribute(name)
    }

    /// An address of the page, made absolute; nothing if it is none.
    #[must_use]
    pub fn resolve(&self, address: &str) -> Option<Url> {
        match self.urls.get(address) {
            Some(known) => known.clone(),
            None => self.base.join(address.trim()).ok(),
        }
    }

    /// The evidence that an element is.
    #[must_use]
    pub fn evidence(&self, node: NodeId) -> Evidence {
        places::evidence(self, node)
    }

    /// The evidence that a place in the source is.
    #[must_use]
    pub fn evidence_at(&self, offset: u32) -> Evidence {
        places::evidence_at(self, offset)
    }

    /// The evidence that a place in structured data is.
    #[must_use]
    pub fn evidence_in_data(&self, place: Place) -> Evidence {
        places::evidence_in_data(self, place)
    }

    /// What the structured data says and what is wrong with it, on a day.
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

    /// The language of the main text: what the page declares, unless the text clearly is in another.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        *self.language.get_or_init(|| language::of(self))
    }

    /// What the page says about itself as a publication.
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
