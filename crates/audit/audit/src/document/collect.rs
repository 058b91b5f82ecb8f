//! Collects facts about the nodes of the walk.

use std::cmp::Reverse;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use seo::dom::{Dom, Element, NodeId, is_collapsed};
use structured_data::StructuredData;
use url::{Position, Url};

use super::head::{self, LinkTag, Meta, Script, TextTag};
use super::links::{Anchor, Target, is_same_site};
use super::pictures::{Picture, has_dimensions};
use super::reader::Context;
use super::text::Text;
use super::{Document, Embed, Form, Heading, heading_level};

/// The maximum number of example elements of a kind.
const MOST_EXAMPLES: usize = 100;
/// The maximum length of a stored script, in bytes.
const LONGEST_SCRIPT: usize = 256 * 1024;
/// The maximum length of a heading, link text or title, in bytes.
const LONGEST_LABEL: usize = 1000;
/// The maximum number of hidden characters that are counted for one element.
const MOST_HIDDEN: usize = 1_000_000;

/// The estimated bytes of HTML per link.
const BYTES_PER_LINK: usize = 512;

/// Obsolete elements of HTML.
const DEPRECATED: [&str; 17] = [
    "acronym", "applet", "basefont", "bgsound", "big", "blink", "center", "dir", "font", "frame", "frameset",
    "marquee", "nobr", "noframes", "strike", "tt", "xmp",
];

/// Collects facts into a document while its tree is being walked.
pub(super) struct Collector {
    pub(super) document: Document,
    ids: FxHashSet<String>,
    has_base: bool,
    open_titles: Vec<usize>,
    open_headings: Vec<usize>,
    open_anchors: Vec<usize>,
    open_scripts: Vec<usize>,
    open_forms: usize,
    /// For each open `<picture>`, whether an `<img>` was seen in it.
    open_pictures: Vec<bool>,
    open_time: Option<usize>,
    /// The largest number of child elements, and where that element is: of several, the first counts.
    most_held: (usize, Reverse<u32>),
}

impl Collector {
    pub(super) fn new(url: &Url, bytes: usize) -> Self {
        Self {
            document: Document {
                text: Text::for_page(bytes),
                anchors: Vec::with_capacity(bytes / BYTES_PER_LINK),
                ..Document::empty(url)
            },
            ids: FxHashSet::default(),
            has_base: false,
            open_titles: Vec::new(),
            open_headings: Vec::new(),
            open_anchors: Vec::new(),
            open_scripts: Vec::new(),
            open_forms: 0,
            open_pictures: Vec::new(),
            open_time: None,
            most_held: (0, Reverse(u32::MAX)),
        }
    }

    pub(super) fn finish(mut self, source: String, dom: Dom, structured_data: StructuredData) -> Document {
        self.document.structured_data = structured_data;
        self.document.elements += dom.left_out();
        self.document.source = source;
        self.document.dom = dom;
        self.document
    }

    pub(super) fn enter(&mut self, node: NodeId, element: &Element<'_>, context: Context) {
        self.document.elements += 1;
        self.names(node, element);
        if !element.is_html() {
            return;
        }
        let name = element.name();
        if let Some(level) = heading_level(name) {
            self.open_headings.push(self.document.headings.len());
            self.document.headings.push(Heading { node, level, text: String::new() });
            return;
        }
        match name {
            "html" => self.document.root = self.document.root.or(Some(node)),
            "title" => {
                self.open_titles.push(self.document.titles.len());
                self.document.titles.push(TextTag { node, in_body: context.in_body, text: String::new() });
            }
            "meta" => self.document.metas.push(Meta::read(node, element, context.in_body)),
            "link" => self.link_tag(node, element, context),
            "base" => self.base(node, element),
            "script" => self.script(node, element, context),
            "a" | "area" => self.anchor(node, element, context),
            "img" => self.picture(node, element, context),
            "picture" => self.open_pictures.push(false),
            "form" => {
                self.open_forms += 1;
                self.document.forms.push(Form { node, password: false });
            }
            "input" => self.input(node, element),
            "time" => {
                self.open_time = Some(self.document.times.len());
                let date = element.attribute("datetime").unwrap_or_default().to_owned();
                self.document.times.push((node, date));
            }
            "iframe" | "embed" | "source" | "video" | "audio" | "track" | "object" => {
                self.embed(node, element);
            }
            _ => self.other(node, element, context),
        }
    }

    pub(super) fn leave(&mut self, node: NodeId, element: &Element<'_>) {
        if !element.is_html() {
            return;
        }
        let name = element.name();
        if heading_level(name).is_some() {
            self.open_headings.pop();
            return;
        }
        match name {
            "title" => drop(self.open_titles.pop()),
            "a" | "area" => self.end_anchor(element),
            "script" => drop(self.open_scripts.pop()),
            "form" => self.open_forms = self.open_forms.saturating_sub(1),
            "time" => self.open_time = None,
            "picture" if self.open_pictures.pop() == Some(false) => {
                self.document.pictures_without_img.push(node);
            }
            _ => {}
        }
    }

    /// Records the number of child elements of an element.
    pub(super) fn held(&mut self, node: NodeId, element: &Element<'_>, children: usize) {
        let place = Reverse(element.offset());
        if (children, place) > self.most_held {
            self.most_held = (children, place);
            self.document.widest = Some((node, children));
        }
    }

    pub(super) fn text(&mut self, text: &str, context: Context) {
        self.document.text.bytes += text.trim().len();
        if let Some(index) = self.open_titles.last() {
            push_label(&mut self.document.titles[*index].text, text);
        }
        if let Some(index) = self.open_scripts.last() {
            let script = &mut self.document.scripts[*index].text;
            script.push_str(&text[..text.floor_char_boundary(LONGEST_SCRIPT.saturating_sub(script.len()))]);
        }
        if context.unread {
            return;
        }
        self.label(text);
        if let Some(index) = self.open_time
            && self.document.times[index].1.is_empty()
        {
            push_label(&mut self.document.times[index].1, text);
        }
        match context.hidden {
            None => self.document.text.push(text),
            Some(node) => self.hidden(node, text),
        }
    }

    fn hidden(&mut self, node: NodeId, text: &str) {
        let characters = text.trim().chars().count();
        if characters == 0 {
            return;
        }
        let hidden = &mut self.document.hidden;
        if let Some((_, sum)) = hidden.last_mut().filter(|(known, _)| *known == node) {
            *sum = (*sum + characters).min(MOST_HIDDEN);
        } else if hidden.len() < MOST_EXAMPLES {
            hidden.push((node, characters));
        }
    }

    /// Adds text to the open headings and links.
    fn label(&mut self, text: &str) {
        if let Some(index) = self.open_headings.last() {
            push_label(&mut self.document.headings[*index].text, text);
        }
        if let Some(index) = self.open_anchors.last() {
            push_label(&mut self.document.anchors[*index].text, text);
        }
    }

    /// Records the names that fragments can point to.
    fn names(&mut self, node: NodeId, element: &Element<'_>) {
        if let Some(id) = element.attribute("id").filter(|id| !id.is_empty()) {
            if !self.ids.insert(id.to_owned()) {
                push_example(&mut self.document.duplicate_ids, node);
            }
            self.document.fragment_names.insert(id.to_owned());
        }
        if element.name() == "a"
            && let Some(name) = element.attribute("name")
        {
            self.document.fragment_names.insert(name.to_owned());
        }
    }

    fn link_tag(&mut self, node: NodeId, element: &Element<'_>, context: Context) {
        let href = element.attribute("href").map(|href| href.trim().to_owned());
        let url = href.as_deref().and_then(|href| self.resolve(href));
        let rel = relations(element);
        self.document.link_tags.push(LinkTag { node, in_body: context.in_body, rel, href, url });
    }

    fn base(&mut self, node: NodeId, element: &Element<'_>) {
        // The first one with a URL counts; others may only set a target.
        if !self.has_base
            && let Some(href) = element.attribute("href")
        {
            self.has_base = true;
            if let Ok(base) = self.document.page.join(href.trim()) {
                self.document.base = base;
                self.document.urls.clear();
            }
        }
        self.document.bases.push(node);
    }

    fn script(&mut self, node: NodeId, element: &Element<'_>, context: Context) {
        let kind = element.attribute("type");
        let deferred = element.attribute("async").is_some()
            || element.attribute("defer").is_some()
            || kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("module"));
        let url = element.attribute("src").and_then(|source| self.resolve(source));
        self.open_scripts.push(self.document.scripts.len());
        self.document.scripts.push(Script {
            node,
            in_body: context.in_body,
            url,
            deferred,
            is_code: head::is_code(kind),
            text: String::new(),
        });
    }

    fn anchor(&mut self, node: NodeId, element: &Element<'_>, context: Context) {
        let target = self.target(element.attribute("href"));
        self.open_anchors.push(self.document.anchors.len());
        let text = String::new();
        let rel = relations(element);
        self.document.anchors.push(Anchor { node, target, text, rel, in_furniture: context.furniture });
    }

    fn end_anchor(&mut self, element: &Element<'_>) {
        let Some(index) = self.open_anchors.pop() else { return };
        let text = &mut self.document.anchors[index].text;
        text.truncate(text.trim_end().len());
        if text.is_empty() {
            let label = ["aria-label", "title", "alt"].iter().find_map(|name| element.attribute(name));
            push_label(text, label.unwrap_or_default());
        }
    }

    fn target(&mut self, href: Option<&str>) -> Target {
        let Some(href) = href.map(str::trim) else { return Target::Missing };
        if let Some(fragment) = href.strip_prefix('#') {
            return Target::Fragment(decoded(fragment));
        }
        let scheme = href.split_once(':').map(|(scheme, _)| scheme.trim().to_ascii_lowercase());
        match scheme.as_deref() {
            Some("javascript") => return Target::Script,
            Some("http" | "https") | None => {}
            Some(scheme)
                if scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)) =>
            {
                return Target::Other(scheme.to_owned());
            }
            Some(_) => {}
        }
        // This does not use the cache of URLs, since most links occur once.
        let Some(url) = self.document.resolve(href) else { return Target::Malformed };
        let here = &self.document.page[..Position::AfterQuery];
        match url.fragment() {
            Some(fragment) if &url[..Position::AfterQuery] == here => Target::Fragment(decoded(fragment)),
            _ if url.host().is_none() => Target::Malformed,
            _ if is_same_site(&url, &self.document.page) => Target::Internal(url),
            _ => Target::External(url),
        }
    }

    fn picture(&mut self, node: NodeId, element: &Element<'_>, context: Context) {
        if let Some(seen) = self.open_pictures.last_mut() {
            *seen = true;
        }
        let alt = element.attribute("alt").map(|alt| alt.trim().to_owned());
        self.label(alt.as_deref().unwrap_or_default());
        let source = element.attribute("src").filter(|source| !source.trim_start().starts_with("data:"));
        let url = source.filter(|source| !source.trim().is_empty()).and_then(|source| self.resolve(source));
        self.document.pictures.push(Picture {
            node,
            url,
            alt,
            has_dimensions: has_dimensions(element),
            has_sizes: element.attribute("srcset").is_some() || context.in_picture,
            lazy: element.attribute("loading").is_some_and(|value| value.eq_ignore_ascii_case("lazy")),
            in_link: context.in_link,
            decorative: is_decorative(element),
        });
    }

    fn input(&mut self, node: NodeId, element: &Element<'_>) {
        let kind = element.attribute("type").unwrap_or_default().to_ascii_lowercase();
        if kind == "image" {
            self.embed(node, element);
        }
        if kind == "password"
            && self.open_forms > 0
            && let Some(form) = self.document.forms.last_mut()
        {
            form.password = true;
        }
    }

    fn embed(&mut self, node: NodeId, element: &Element<'_>) {
        let address = element.attribute("src").or_else(|| element.attribute("data"));
        if let Some(url) = address.and_then(|address| self.resolve(address)) {
            self.document.embeds.push(Embed { node, url });
        }
    }

    fn other(&mut self, node: NodeId, element: &Element<'_>, context: Context) {
        let name = element.name();
        if DEPRECATED.contains(&name) {
            self.document.deprecated_count += 1;
            push_example(&mut self.document.deprecated, node);
        }
        if name != "button"
            && !context.in_link
            && element.attribute("onclick").is_some_and(|script| script.contains("location"))
        {
            push_example(&mut self.document.clickable, node);
        }
    }

    fn resolve(&mut self, address: &str) -> Option<Url> {
        if let Some(known) = self.document.urls.get(address) {
            return known.clone();
        }
        let url = self.document.base.join(address.trim()).ok();
        self.document.urls.insert(address.to_owned(), url.clone());
        url
    }
}

impl Document {
    fn empty(url: &Url) -> Self {
        Self {
            source: String::new(),
            dom: Dom::parse(""),
            base: url.clone(),
            root: None,
            titles: Vec::new(),
            metas: Vec::new(),
            link_tags: Vec::new(),
            bases: Vec::new(),
            scripts: Vec::new(),
            headings: Vec::new(),
            anchors: Vec::new(),
            pictures: Vec::new(),
            pictures_without_img: Vec::new(),
            forms: Vec::new(),
            embeds: Vec::new(),
            times: Vec::new(),
            deprecated: Vec::new(),
            deprecated_count: 0,
            hidden: Vec::new(),
            clickable: Vec::new(),
            text: Text::default(),
            fragment_names: FxHashSet::default(),
            duplicate_ids: Vec::new(),
            elements: 0,
            widest: None,
            urls: FxHashMap::default(),
            structured_data: StructuredData::default(),
            structured_report: OnceLock::new(),
            page: url.clone(),
            lines: OnceLock::new(),
            language: OnceLock::new(),
            publication: OnceLock::new(),
        }
    }
}

fn relations(element: &Element<'_>) -> Vec<String> {
    let rel = element.attribute("rel").unwrap_or_default();
    rel.split_ascii_whitespace().map(str::to_ascii_lowercase).collect()
}

fn is_decorative(element: &Element<'_>) -> bool {
    element.attribute("aria-hidden") == Some("true")
        || matches!(element.attribute("role"), Some("presentation" | "none"))
}

/// Appends text with runs of white space as one space.
fn push_label(label: &mut String, text: &str) {
    if label.len() >= LONGEST_LABEL {
        return;
    }
    if text.len() <= LONGEST_LABEL && is_collapsed(text) {
        let at_start = label.is_empty() || label.ends_with(' ');
        label.push_str(if at_start { text.trim_start_matches(' ') } else { text });
        return;
    }
    for (index, word) in text.split_whitespace().enumerate() {
        if !label.is_empty() && !label.ends_with(' ') && (index > 0 || text.starts_with(char::is_whitespace))
        {
            label.push(' ');
        }
        label.push_str(&word[..word.floor_char_boundary(LONGEST_LABEL)]);
    }
    if text.ends_with(char::is_whitespace) && !label.is_empty() && !label.ends_with(' ') {
        label.push(' ');
    }
}

fn push_example(examples: &mut Vec<NodeId>, node: NodeId) {
    if examples.len() < MOST_EXAMPLES {
        examples.push(node);
    }
}

/// The fragment, percent-decoded, for comparison with ids.
fn decoded(fragment: &str) -> String {
    percent_encoding::percent_decode_str(fragment).decode_utf8_lossy().into_owned()
}
