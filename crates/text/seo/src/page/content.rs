//! The main content: the page's text cut into blocks, without menus, footers and other boilerplate.
//!
//! All blocks are stored with their place. At the end, the narrowest place that contains a good part of the
//! page is chosen. So a page that wraps everything in a form, or calls its text column "sidebar", is still
//! read.

mod region;
mod teasers;

use region::{chosen_region, hints_at_furniture};
use teasers::without_teasers;

use super::{Block, BlockKind, Heading};
use crate::dom::{Element, is_inline, push_collapsed, push_space};

/// The most text that is kept, in bytes.
const MAX_TEXT: usize = 1024 * 1024;
/// The most headings that are kept.
const MAX_HEADINGS: usize = 300;
/// The longest heading, in bytes.
const MAX_HEADING: usize = 300;

/// The place of a block on the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Place {
    /// The outermost article, counted from 1; 0 is none.
    article: u32,
    main: bool,
    /// In a menu, footer or aside.
    furniture: bool,
    /// In an element whose class or id suggests boilerplate.
    hinted: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct Context {
    place: Place,
    kind: BlockKind,
    link: bool,
    bold: bool,
    /// In a numbered list.
    numbered: bool,
}

#[derive(Debug)]
struct Candidate {
    kind: BlockKind,
    text: String,
    linked: usize,
    place: Place,
    /// The number of lists and tables before its end.
    lists: u32,
    tables: u32,
}

impl Candidate {
    /// Its weight as content.
    fn weight(&self) -> usize {
        if matches!(self.kind, BlockKind::Heading(_)) {
            0
        } else {
            self.text.len().saturating_sub(self.linked)
        }
    }

    fn is_mostly_links(&self) -> bool {
        self.linked * 2 > self.text.len()
    }
}

/// The content collected during the walk.
#[derive(Debug, Default)]
pub(super) struct Content {
    contexts: Vec<Context>,
    candidates: Vec<Candidate>,
    buffer: String,
    linked: usize,
    bold: usize,
    size: usize,
    articles: u32,
    lists: u32,
    tables: u32,
    /// The column of the next cell.
    column: u16,
    first_h1: Option<String>,
}

pub(super) struct Extracted {
    pub(super) blocks: Vec<Block>,
    pub(super) headings: Vec<Heading>,
    pub(super) list_count: u32,
    pub(super) table_count: u32,
}

impl Content {
    fn context(&self) -> Context {
        self.contexts.last().copied().unwrap_or_default()
    }

    /// Whether the element contains no text of the page. A button in a heading opens an answer, so it counts.
    pub(super) fn is_without_text(&self, element: &Element<'_>) -> bool {
        match element.name() {
            "script" | "style" | "noscript" | "template" | "iframe" | "select" | "textarea" | "object"
            | "video" | "audio" | "canvas" | "title" | "dialog" => true,
            "button" => self.context().kind.rank() < BlockKind::Lead.rank(),
            _ => false,
        }
    }

    /// Leaves the element that was entered last without its children.
    pub(super) fn skipped(&mut self) {
        push_space(&mut self.buffer);
    }

    pub(super) fn enter(&mut self, element: &Element<'_>) {
        let name = element.name();
        if !is_inline(name) {
            self.flush();
        }
        let mut context = self.context();
        match name {
            "ul" | "ol" => {
                self.lists += 1;
                context.numbered = name == "ol";
            }
            "tr" => self.column = 0,
            "table" => self.tables += 1,
            "a" => context.link = links_away(element, context),
            "b" | "strong" => context.bold = true,
            "br" if context.kind == BlockKind::Code => self.buffer.push('\n'),
            "br" => push_space(&mut self.buffer),
            _ => {}
        }
        if let Some(kind) = self.kind_of(name, context).filter(|kind| kind.rank() > context.kind.rank()) {
            context.kind = kind;
        }
        self.place(element, &mut context.place);
        self.contexts.push(context);
    }

    fn kind_of(&mut self, name: &str, context: Context) -> Option<BlockKind> {
        match name {
            "h1" => Some(BlockKind::Heading(1)),
            "h2" => Some(BlockKind::Heading(2)),
            "h3" => Some(BlockKind::Heading(3)),
            "h4" => Some(BlockKind::Heading(4)),
            "h5" => Some(BlockKind::Heading(5)),
            "h6" => Some(BlockKind::Heading(6)),
            "dt" | "summary" => Some(BlockKind::Lead),
            "dd" => Some(BlockKind::Description),
            "pre" => Some(BlockKind::Code),
            "li" if context.numbered => Some(BlockKind::Step),
            "li" => Some(BlockKind::Item),
            "td" | "th" => {
                let column = self.column;
                self.column = column.saturating_add(1);
                Some(BlockKind::Cell { column })
            }
            _ => None,
        }
    }

    fn place(&mut self, element: &Element<'_>, place: &mut Place) {
        let inside = place.article > 0 || place.main;
        match element.name() {
            "article" if place.article == 0 => {
                self.articles += 1;
                place.article = self.articles;
            }
            "main" => place.main = true,
            "nav" | "footer" | "aside" | "menu" => place.furniture = true,
            "header" if !inside => place.furniture = true,
            "form" => place.hinted = true,
            "html" | "body" | "article" => {}
            _ => match element.attribute("role") {
                Some("main") => place.main = true,
                Some("navigation" | "banner" | "contentinfo" | "complementary" | "search") => {
                    place.furniture = true;
                }
                _ => place.hinted |= hints_at_furniture(element),
            },
        }
    }

    pub(super) fn leave(&mut self, element: &Element<'_>) {
        // Skipped elements were never entered, but the walk leaves them nonetheless.
        if !element.is_html() || self.is_without_text(element) {
            return;
        }
        if !is_inline(element.name()) {
            self.flush();
        }
        self.contexts.pop();
    }

    pub(super) fn text(&mut self, text: &str) {
        let context = self.context();
        let before = self.buffer.len();
        if context.kind == BlockKind::Code {
            self.buffer.push_str(text);
        } else {
            push_collapsed(&mut self.buffer, text);
        }
        let added = self.buffer.len() - before;
        if context.link {
            self.linked += added;
        }
        if context.bold {
            self.bold += added;
        }
    }

    fn flush(&mut self) {
        let text = self.buffer.trim_end().trim_start_matches(['\r', '\n']);
        let (linked, bold) = (std::mem::take(&mut self.linked), std::mem::take(&mut self.bold));
        if text.is_empty() || self.size > MAX_TEXT {
            self.buffer.clear();
            return;
        }
        let context = self.context();
        let all_bold = context.kind == BlockKind::Paragraph && bold >= text.len();
        let kind = if all_bold { BlockKind::Lead } else { context.kind };
        let text = match kind {
            BlockKind::Heading(_) => text[..text.floor_char_boundary(MAX_HEADING)].to_owned(),
            _ => text.to_owned(),
        };
        self.size += text.len();
        if kind == BlockKind::Heading(1) && self.first_h1.is_none() {
            self.first_h1 = Some(text.clone());
        }
        let (lists, tables) = (self.lists, self.tables);
        self.candidates.push(Candidate { kind, text, linked, place: context.place, lists, tables });
        self.buffer.clear();
    }

    pub(super) fn finish(mut self) -> Extracted {
        self.flush();
        let region = chosen_region(&self.candidates);
        let inside: Vec<Candidate> =
            self.candidates.into_iter().filter(|candidate| region.holds(candidate.place)).collect();
        let (list_count, table_count) = counts(&inside);
        let blocks = without_teasers(inside);
        let mut headings: Vec<Heading> = blocks.iter().filter_map(heading).take(MAX_HEADINGS).collect();
        if let Some(text) = self.first_h1
            && !headings.iter().any(|heading| heading.level == 1)
        {
            headings.insert(0, Heading { level: 1, text });
        }
        Extracted { blocks, headings, list_count, table_count }
    }
}

impl BlockKind {
    /// The priority of kinds if a block has two: a list in a heading is still a heading.
    fn rank(self) -> u8 {
        match self {
            Self::Paragraph => 0,
            Self::Description => 1,
            Self::Item | Self::Step => 2,
            Self::Cell { .. } => 3,
            Self::Code => 4,
            Self::Lead => 5,
            Self::Heading(_) => 6,
        }
    }
}

fn heading(block: &Block) -> Option<Heading> {
    match block.kind {
        BlockKind::Heading(level) => Some(Heading { level, text: block.text.clone() }),
        _ => None,
    }
}

/// Headings often link to themselves; such links do not count.
fn links_away(element: &Element<'_>, context: Context) -> bool {
    element
        .attribute("href")
        .is_some_and(|href| !matches!(context.kind, BlockKind::Heading(_)) || !href.starts_with('#'))
}

fn counts(candidates: &[Candidate]) -> (u32, u32) {
    let mut previous = (0, 0);
    let (mut lists, mut tables) = (0, 0);
    for candidate in candidates.iter().filter(|candidate| !candidate.is_mostly_links()) {
        lists += u32::from(
            matches!(candidate.kind, BlockKind::Item | BlockKind::Step) && candidate.lists > previous.0,
        );
        tables +=
            u32::from(matches!(candidate.kind, BlockKind::Cell { .. }) && candidate.tables > previous.1);
        previous = (candidate.lists, candidate.tables);
    }
    (lists, tables)
}
