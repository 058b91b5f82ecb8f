//! The one walk over a page's tree.

use domain::search::AskedQuestion;
use url::Url;

use super::content::{self, Content};
use super::dates::Dates;
use super::signals::Signals;
use super::structured_data::StructuredData;
use super::{Page, language};
use crate::dom::{Dom, Element, NodeId, Step};
use crate::words;

/// The longest title or description that is kept, in bytes.
const MAX_LINE: usize = 1000;

pub(super) fn read(html: &str, url: &Url) -> Page {
    let dom = Dom::parse(html);
    let mut reader = Reader::new(&dom, url);
    let mut walk = dom.walk(dom.document());
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(id) => {
                if reader.enter(id) == Visit::Skip {
                    walk.skip_children();
                    reader.content.skipped();
                }
            }
            Step::Leave(id) => reader.leave(id),
        }
    }
    reader.finish()
}

#[derive(PartialEq, Eq)]
enum Visit {
    Children,
    Skip,
}

struct Reader<'a> {
    dom: &'a Dom,
    url: &'a Url,
    title: Option<String>,
    description: Option<String>,
    lang_attribute: Option<String>,
    canonical: Option<String>,
    content: Content,
    structured_data: StructuredData,
    dates: Dates,
    signals: Signals,
}

impl<'a> Reader<'a> {
    fn new(dom: &'a Dom, url: &'a Url) -> Self {
        Self {
            dom,
            url,
            title: None,
            description: None,
            lang_attribute: None,
            canonical: None,
            content: Content::default(),
            structured_data: StructuredData::default(),
            dates: Dates::default(),
            signals: Signals::default(),
        }
    }

    fn enter(&mut self, id: NodeId) -> Visit {
        if let Some(text) = self.dom.text(id) {
            self.content.text(text);
            return Visit::Children;
        }
        let Some(element) = self.dom.element(id) else { return Visit::Children };
        if !element.is_html() {
            return Visit::Skip;
        }
        self.structured_data.element(&element);
        self.signals.element(self.dom, id, &element);
        match element.name() {
            "html" => self.lang_attribute = element.attribute("lang").map(str::to_owned),
            "title" => self.title = self.title.take().or_else(|| line(&self.dom.text_content(id))),
            "meta" => self.meta(&element),
            "link" => self.link(&element),
            "script" => self.script(id, &element),
            "time" => self.dates.time(&element),
            _ => {}
        }
        if self.content.is_without_text(&element) {
            return Visit::Skip;
        }
        self.content.enter(&element);
        Visit::Children
    }

    fn leave(&mut self, id: NodeId) {
        if let Some(element) = self.dom.element(id) {
            self.content.leave(&element);
        }
    }

    fn meta(&mut self, element: &Element<'_>) {
        let (Some(name), Some(content)) = (
            element.attribute("name").or_else(|| element.attribute("property")),
            element.attribute("content"),
        ) else {
            return;
        };
        if name.eq_ignore_ascii_case("description") && self.description.is_none() {
            self.description = line(content);
        }
        self.dates.meta(name, content);
    }

    fn link(&mut self, element: &Element<'_>) {
        let is_canonical = element.attribute("rel").is_some_and(|rel| {
            rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("canonical"))
        });
        if is_canonical && self.canonical.is_none() {
            let address = element.attribute("href").and_then(|href| self.url.join(href.trim()).ok());
            self.canonical = address.map(String::from);
        }
    }

    fn script(&mut self, id: NodeId, element: &Element<'_>) {
        let kind = element.attribute("type").unwrap_or_default().trim();
        if kind.to_ascii_lowercase().starts_with("application/ld+json") {
            for step in self.dom.walk(id) {
                if let Step::Enter(child) = step
                    && let Some(text) = self.dom.text(child)
                {
                    self.structured_data.json(text);
                }
            }
        }
    }

    fn finish(self) -> Page {
        let content::Extracted { blocks, headings, list_count, table_count } = self.content.finish();
        let mut signals = self.signals;
        signals.structured_data(&self.structured_data);
        signals.text(blocks.iter().map(|block| block.text.as_str()));
        let source = self.url.as_str();
        Page {
            url: source.to_owned(),
            title: self.title,
            description: self.description,
            language: language::of(&blocks, self.lang_attribute.as_deref()),
            lang_attribute: self.lang_attribute,
            canonical: self.canonical,
            headings,
            word_count: blocks.iter().map(|block| words::count(&block.text)).fold(0, u32::saturating_add),
            content: blocks,
            list_count,
            table_count,
            published: self.structured_data.published.or(self.dates.published),
            modified: self.structured_data.modified.or(self.dates.modified),
            faq: self.structured_data.faq.into_iter().map(|entry| entry.asked_at(source)).collect(),
            schema_types: self.structured_data.types,
            signals: signals.into_sorted(),
        }
    }
}

/// One line of text within the limit, if there is any.
fn line(text: &str) -> Option<String> {
    let mut line = String::new();
    crate::dom::push_collapsed(&mut line, text);
    line.truncate(line.floor_char_boundary(MAX_LINE));
    line.truncate(line.trim_end().len());
    (!line.is_empty()).then_some(line)
}

impl super::structured_data::FaqEntry {
    fn asked_at(self, source: &str) -> AskedQuestion {
        AskedQuestion { question: self.question, answer: self.answer, source_url: Some(source.to_owned()) }
    }
}
