//! Reads a text, Markdown or plain, into headings and blocks. What cannot be part of an article is named with the reason.
//!
//! The parser hands over events, and nothing here recurses, so nesting costs no stack.

use domain::articles::document::{Block, Span, Text};
use domain::articles::record::UnusedReason;
use domain::articles::research::SourceNumber;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::spans::{is_blank, plain, tidy};

/// What a text consists of, in order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Heading(u8, String),
    Block(Block),
    /// What an article from notes does not have.
    Left(String, UnusedReason),
}

/// The longest heading in characters; a longer line is a paragraph.
const LONGEST_HEADING: usize = 150;

/// The elements of a text.
pub(crate) fn elements(text: &str, source: SourceNumber) -> Vec<Element> {
    let text = prepared(text);
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut reader = Reader { source: source.0, ..Reader::default() };
    for event in Parser::new_ext(&text, options) {
        reader.read(event);
    }
    reader.end_paragraph();
    reader.out
}

/// The text as Markdown: bullets of word processors are list marks, and where no line is empty each line stands alone.
fn prepared(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let ends = |line: &&str| line.trim_end().ends_with(['.', '!', '?', ':', '…', '"', '”', ')']);
    let complete = lines.iter().filter(|line| ends(line)).count();
    let apart = lines.len() > 1
        && lines.iter().all(|line| !line.trim().is_empty())
        && complete * 10 >= lines.len() * 7
        && !text.contains("```");
    let mut prepared = String::with_capacity(text.len() + lines.len());
    for line in &lines {
        let words = line.trim_start();
        let bullet = words.strip_prefix("• ").or_else(|| words.strip_prefix("◦ "));
        if apart && bullet.is_none() && !words.starts_with(['-', '*', '|', '>']) && !starts_with_number(words)
        {
            prepared.push('\n');
        }
        match bullet {
            Some(item) => {
                prepared.push_str(&line[..line.len() - words.len()]);
                prepared.push_str("- ");
                prepared.push_str(item);
            }
            None => prepared.push_str(line),
        }
        prepared.push('\n');
    }
    prepared
}

fn starts_with_number(line: &str) -> bool {
    let rest = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.len() < line.len() && (rest.starts_with(". ") || rest.starts_with(") "))
}

/// An item of a list while it is read: its words, and what is no running text in it.
#[derive(Default)]
struct Item {
    text: Text,
    blocks: Vec<Block>,
}

/// How the next words of an item join those before them.
#[derive(Clone, Copy)]
enum Joint {
    /// As another paragraph.
    Paragraph,
    /// As an item of a list within the item: its place, and its number if the list has numbers.
    Item(usize, Option<u64>),
}

#[derive(Default)]
struct Reader {
    source: u32,
    out: Vec<Element>,
    text: Text,
    heading: Option<u8>,
    quotes: usize,
    strong: usize,
    emphasis: usize,
    links: Vec<Option<String>>,
    image: Option<String>,
    /// Open lists: the next number, and how many items they have.
    lists: Vec<(Option<u64>, usize)>,
    /// The first number and the items of the outermost list.
    first: Option<u64>,
    items: Vec<Item>,
    joint: Option<Joint>,
    table: Option<(Vec<Text>, Vec<Vec<Text>>)>,
    row: Vec<Text>,
    code: Option<(CodeKind, String)>,
    html: Option<String>,
    metadata: Option<String>,
}

enum CodeKind {
    Indented,
    Fenced(Option<String>),
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(words) => self.words(&words),
            Event::Code(words) => match &mut self.image {
                Some(alt) => alt.push_str(&words),
                None => self.push(Span::Code(words.into_string())),
            },
            Event::Html(words) => self.html.get_or_insert_default().push_str(&words),
            Event::InlineHtml(words) if words.starts_with("<br") => self.words(" "),
            Event::InlineHtml(words) if words.starts_with("<!--") => self.leave(words.into_string()),
            Event::InlineHtml(words) => self.words(&words),
            Event::SoftBreak | Event::HardBreak => self.words(" "),
            Event::InlineMath(words) | Event::DisplayMath(words) | Event::FootnoteReference(words) => {
                self.words(&words);
            }
            Event::Rule | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.joint = self.joint.or(Some(Joint::Paragraph)),
            Tag::Heading { level, .. } if self.lists.is_empty() => self.heading = Some(level as u8),
            Tag::Heading { .. } => self.joint = self.joint.or(Some(Joint::Paragraph)),
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::CodeBlock(kind) => {
                let kind = match kind {
                    CodeBlockKind::Indented => CodeKind::Indented,
                    CodeBlockKind::Fenced(info) => {
                        CodeKind::Fenced(info.split_whitespace().next().map(str::to_owned))
                    }
                };
                self.code = Some((kind, String::new()));
            }
            Tag::List(first) => {
                // A tight item has no paragraph around its words, so a list within it begins right after them.
                if self.lists.is_empty() {
                    self.end_paragraph();
                    self.first = first;
                }
                self.lists.push((first, 0));
            }
            Tag::Item => self.start_item(),
            Tag::Table(_) => self.table = Some((Vec::new(), Vec::new())),
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => self.strong += 1,
            Tag::Link { dest_url, .. } => {
                let web = dest_url.starts_with("https://") || dest_url.starts_with("http://");
                self.links.push(web.then(|| dest_url.into_string()));
            }
            Tag::Image { .. } => self.image = Some(String::new()),
            Tag::MetadataBlock(_) => self.metadata = Some(String::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) => self.end_paragraph(),
            TagEnd::BlockQuote(_) => self.quotes = self.quotes.saturating_sub(1),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.end_list();
                }
            }
            TagEnd::TableCell => {
                let cell = tidy(std::mem::take(&mut self.text));
                self.row.push(cell);
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                if let Some((columns, rows)) = &mut self.table {
                    if columns.is_empty() { *columns = row } else { rows.push(row) }
                }
            }
            TagEnd::Table => self.end_table(),
            TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Link => drop(self.links.pop()),
            TagEnd::Image => {
                if let Some(alt) = self.image.take() {
                    self.out.push(Element::Left(alt.trim().to_owned(), UnusedReason::Image));
                }
            }
            TagEnd::HtmlBlock => self.end_html(),
            TagEnd::MetadataBlock(_) => {
                if let Some(settings) = self.metadata.take() {
                    self.leave(settings);
                }
            }
            _ => {}
        }
    }

    fn leave(&mut self, text: String) {
        self.out.push(Element::Left(text.trim().to_owned(), UnusedReason::NoContent));
    }

    fn start_item(&mut self) {
        let depth = self.lists.len();
        let Some((number, count)) = self.lists.last_mut() else { return };
        self.joint = (depth > 1).then_some(Joint::Item(*count, *number));
        *count += 1;
        *number = number.map(|number| number.saturating_add(1));
        if depth == 1 {
            self.items.push(Item::default());
        }
    }

    fn words(&mut self, words: &str) {
        if let Some((_, code)) = &mut self.code {
            return code.push_str(words);
        }
        if let Some(target) = self.metadata.as_mut().or(self.image.as_mut()) {
            return target.push_str(words);
        }
        let words = words.to_owned();
        let span = match self.links.last() {
            Some(Some(url)) => Span::Link { text: words, url: url.clone() },
            _ if self.strong > 0 => Span::Strong(words),
            _ if self.emphasis > 0 => Span::Emphasis(words),
            _ => Span::Plain(words),
        };
        self.push(span);
    }

    fn push(&mut self, span: Span) {
        let listed = self.table.is_none() && !self.lists.is_empty();
        let text = match self.items.last_mut() {
            Some(item) if listed => &mut item.text,
            _ => &mut self.text,
        };
        if let Some(joint) = self.joint.take().filter(|_| listed) {
            text.extend(join(text, joint).map(Span::Plain));
        }
        match (text.last_mut(), span) {
            (Some(Span::Plain(before)), Span::Plain(words))
            | (Some(Span::Strong(before)), Span::Strong(words))
            | (Some(Span::Emphasis(before)), Span::Emphasis(words)) => before.push_str(&words),
            (Some(Span::Link { text: before, url }), Span::Link { text: words, url: to }) if *url == to => {
                before.push_str(&words);
            }
            (_, span) => text.push(span),
        }
    }

    /// Ends a paragraph or a heading; words of an item stay with it.
    fn end_paragraph(&mut self) {
        if !self.lists.is_empty() && self.table.is_none() {
            return;
        }
        self.joint = None;
        let text = tidy(std::mem::take(&mut self.text));
        let level = self.heading.take();
        if is_blank(&text) {
            return;
        }
        let words = plain(&text);
        let element = match level {
            Some(level) if self.quotes == 0 && words.chars().count() <= LONGEST_HEADING => {
                Element::Heading(level, words)
            }
            _ if self.quotes > 0 => Element::Block(Block::Quote { text, source: SourceNumber(self.source) }),
            _ => Element::Block(Block::Paragraph(text)),
        };
        self.out.push(element);
    }

    fn end_code(&mut self) {
        let Some((kind, text)) = self.code.take() else { return };
        if text.trim().is_empty() {
            return;
        }
        let language = match kind {
            CodeKind::Indented if is_prose(&text) => {
                let joint = self.joint.take();
                self.joint = joint.or(Some(Joint::Paragraph));
                self.words(&text);
                return self.end_paragraph();
            }
            CodeKind::Indented => None,
            CodeKind::Fenced(language) => language,
        };
        if !self.lists.is_empty() && text.trim().lines().count() == 1 {
            self.joint = self.joint.or(Some(Joint::Paragraph));
            return self.push(Span::Code(text.trim().to_owned()));
        }
        self.block(Block::Code { language, text });
    }

    /// A block that stands in an item or by itself.
    fn block(&mut self, block: Block) {
        match self.items.last_mut() {
            Some(item) if !self.lists.is_empty() => item.blocks.push(block),
            _ => self.out.push(Element::Block(block)),
        }
    }

    fn end_table(&mut self) {
        let Some((columns, mut rows)) = self.table.take() else { return };
        rows.iter_mut().for_each(|row| row.resize(columns.len(), Text::new()));
        if columns.iter().chain(rows.iter().flatten()).all(is_blank) {
            return;
        }
        self.block(Block::Table { caption: None, columns, rows });
    }

    fn end_html(&mut self) {
        let Some(html) = self.html.take() else { return };
        let inside = html.trim();
        if inside.starts_with("<!--") && inside.ends_with("-->") {
            return self.leave(html);
        }
        self.joint = self.joint.or(Some(Joint::Paragraph));
        self.words(inside);
        self.end_paragraph();
    }

    fn end_list(&mut self) {
        self.joint = None;
        let first = self.first.take();
        let mut items = std::mem::take(&mut self.items);
        items.iter_mut().for_each(|item| item.text = tidy(std::mem::take(&mut item.text)));
        items.retain(|item| !is_blank(&item.text) || !item.blocks.is_empty());
        if items.is_empty() {
            return;
        }
        let running = items.iter().all(|item| item.blocks.is_empty());
        if running && let Some(first) = first.filter(|first| *first != 1) {
            return self.continue_list(first, items);
        }
        if running {
            let items = items.into_iter().map(|item| item.text).collect();
            return self.out.push(Element::Block(Block::List { ordered: first.is_some(), items }));
        }
        self.spread(first, items);
    }

    /// A list that begins with another number than one goes on with the list before it; the paragraphs between them belong to
    /// the step above them.
    fn continue_list(&mut self, first: u64, items: Vec<Item>) {
        let is_paragraph = |element: &&Element| matches!(element, Element::Block(Block::Paragraph(_)));
        let between = self.out.iter().rev().take_while(is_paragraph).count();
        let at = self.out.len() - between;
        if let Some(Element::Block(Block::List { ordered: true, items: before })) =
            self.out[..at].last_mut().filter(|_| between < 3)
            && before.len() as u64 + 1 == first
        {
            let mut before = std::mem::take(before);
            for element in self.out.drain(at..) {
                if let (Element::Block(Block::Paragraph(text)), Some(step)) = (element, before.last_mut()) {
                    step.push(Span::Plain(" ".to_owned()));
                    step.extend(text);
                }
            }
            before.extend(items.into_iter().map(|item| item.text));
            if let Some(last) = self.out.last_mut() {
                *last = Element::Block(Block::List { ordered: true, items: before });
            }
            return;
        }
        self.spread(Some(first), items);
    }

    /// Items that a list of an article cannot hold become paragraphs, which keep their numbers.
    fn spread(&mut self, first: Option<u64>, items: Vec<Item>) {
        for (index, Item { mut text, blocks }) in (0_u64..).zip(items) {
            if let Some(first) = first {
                text.insert(0, Span::Plain(format!("{}. ", first.saturating_add(index))));
            }
            if !is_blank(&text) {
                self.out.push(Element::Block(Block::Paragraph(tidy(text))));
            }
            self.out.extend(blocks.into_iter().map(Element::Block));
        }
    }
}

/// What stands between the words of an item and those that follow.
fn join(text: &Text, joint: Joint) -> Option<String> {
    let before = text.iter().rev().find_map(|span| span.words().trim_end().chars().next_back());
    let ended = before.is_some_and(|sign| matches!(sign, '.' | '!' | '?' | ':' | ';' | '…'));
    match (joint, before) {
        (_, None) => None,
        (Joint::Item(_, Some(number)), _) => Some(format!("{} ({number}) ", if ended { "" } else { ";" })),
        (Joint::Item(0, None), _) if !ended => Some(": ".to_owned()),
        (Joint::Item(..), _) if !ended => Some("; ".to_owned()),
        _ => Some(" ".to_owned()),
    }
}

/// Whether an indented block is a paragraph of plain text and no code.
fn is_prose(text: &str) -> bool {
    let signs = text
        .chars()
        .filter(|sign| matches!(sign, '{' | '}' | '<' | '>' | '=' | '\\' | '$' | '|' | '_'))
        .count();
    let words = text.split_whitespace().count();
    signs == 0 && words >= 4 && text.trim_end().ends_with(['.', '!', '?', ':', '…', '”'])
}
