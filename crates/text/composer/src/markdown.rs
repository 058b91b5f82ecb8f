//! Reads a text, Markdown or plain, into headings and blocks. Content that cannot be part of an article is
//! returned with the reason. The parser returns events and nothing here recurses, so nesting needs no stack.

use domain::articles::document::{Block, Span, Text};
use domain::articles::record::UnusedReason;
use domain::articles::research::SourceNumber;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::spans::{is_blank, plain, tidy};

/// An element of a text, in order.
#[derive(Debug)]
pub(crate) enum Element {
    Heading(u8, String),
    Block(Block),
    /// Content that an article from notes cannot have.
    Left(String, UnusedReason),
}

/// The longest heading in characters; a longer line is a paragraph.
const LONGEST_HEADING: usize = 150;

/// The elements of a text.
pub(crate) fn elements(text: &str, source: SourceNumber) -> Vec<Element> {
    let text = prepared(text);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut reader = Reader { source: source.0, ..Reader::default() };
    for event in Parser::new_ext(&text, options) {
        reader.read(event);
    }
    reader.end_paragraph();
    reader.out
}

/// Prepares the text as Markdown: converts bullets of word processors to list markers. If no line is empty,
/// each line stands alone.
fn prepared(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let complete = lines.iter().filter(|line| line.trim_end().ends_with(['.', '!', '?', ':', '…', '”', ')']));
    let apart = lines.len() > 1
        && complete.count() * 10 >= lines.len() * 7
        && lines.iter().all(|line| !line.trim().is_empty() && !line.starts_with("```"));
    let list = |sign: char| matches!(sign, '-' | '*' | '|' | '>') || sign.is_ascii_digit();
    let mut prepared = String::with_capacity(text.len() + lines.len());
    for line in lines {
        let words = line.trim_start();
        let bullet = words.strip_prefix("• ").or_else(|| words.strip_prefix("◦ "));
        let indent = &line[..line.len() - words.len()];
        let before = if apart && bullet.is_none() && !words.starts_with(list) { "\n" } else { "" };
        let mark = if bullet.is_some() { "- " } else { "" };
        prepared.extend([before, indent, mark, bullet.unwrap_or(words), "\n"]);
    }
    prepared
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
    /// How many items each open list has.
    lists: Vec<usize>,
    /// The first number of the outermost list, and its items: their words, and the blocks in them that are no
    /// running text.
    first: Option<u64>,
    items: Vec<(Text, Vec<Block>)>,
    /// The separator between the next words of an item and those before them.
    joint: Option<&'static str>,
    table: Option<Vec<Vec<Text>>>,
    row: Vec<Text>,
    /// Whether code is indented, its language and its lines.
    code: Option<(bool, Option<String>, String)>,
    html: String,
    /// The text of an image or of front matter.
    aside: Option<String>,
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Code(words) if self.aside.is_none() => self.push(Span::Code(words.into_string())),
            Event::Html(words) => self.html.push_str(&words),
            Event::InlineHtml(words) if words.starts_with("<!--") => {
                self.leave(&words, UnusedReason::NoContent);
            }
            Event::InlineHtml(words) if words.starts_with("<br") => self.words(" "),
            Event::SoftBreak | Event::HardBreak => self.words(" "),
            Event::Text(words)
            | Event::Code(words)
            | Event::InlineHtml(words)
            | Event::InlineMath(words)
            | Event::DisplayMath(words) => self.words(&words),
            Event::Rule | Event::TaskListMarker(_) | Event::FootnoteReference(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { level, .. } if self.lists.is_empty() => self.heading = Some(level as u8),
            Tag::Paragraph | Tag::Heading { .. } => self.joint = self.joint.or(Some(" ")),
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::CodeBlock(CodeBlockKind::Indented) => self.code = Some((true, None, String::new())),
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                self.code = Some((false, info.split_whitespace().next().map(str::to_owned), String::new()));
            }
            Tag::List(first) => {
                if self.lists.is_empty() {
                    self.end_paragraph();
                    self.first = first;
                }
                self.lists.push(0);
            }
            Tag::Item => {
                let nested = self.lists.len() > 1;
                let count = self.lists.last_mut().map_or(0, |count| std::mem::replace(count, *count + 1));
                self.joint = nested.then_some(if count == 0 { ": " } else { "; " });
                if !nested {
                    self.items.push((Text::new(), Vec::new()));
                }
            }
            Tag::Table(_) => self.table = Some(Vec::new()),
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => self.strong += 1,
            Tag::Link { dest_url: url, .. } => {
                let web = url.starts_with("https://") || url.starts_with("http://");
                self.links.push(web.then(|| url.into_string()));
            }
            Tag::Image { .. } | Tag::MetadataBlock(_) => self.aside = Some(String::new()),
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
            TagEnd::TableCell => self.row.push(tidy(std::mem::take(&mut self.text))),
            TagEnd::TableHead | TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                self.table.get_or_insert_default().push(row);
            }
            TagEnd::Table => self.end_table(),
            TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Link => drop(self.links.pop()),
            TagEnd::HtmlBlock => {
                let html = std::mem::take(&mut self.html);
                if html.trim_start().starts_with("<!--") && html.trim_end().ends_with("-->") {
                    return self.leave(&html, UnusedReason::NoContent);
                }
                self.paragraph(html.trim());
            }
            TagEnd::Image | TagEnd::MetadataBlock(_) => {
                let image = matches!(tag, TagEnd::Image);
                let aside = self.aside.take().unwrap_or_default();
                self.leave(&aside, if image { UnusedReason::Image } else { UnusedReason::NoContent });
            }
            _ => {}
        }
    }

    fn leave(&mut self, text: &str, reason: UnusedReason) {
        self.out.push(Element::Left(text.trim().to_owned(), reason));
    }

    fn words(&mut self, words: &str) {
        if let Some(target) = self.code.as_mut().map(|code| &mut code.2).or(self.aside.as_mut()) {
            return target.push_str(words);
        }
        let words = words.to_owned();
        self.push(match self.links.last() {
            Some(Some(url)) => Span::Link { text: words, url: url.clone() },
            _ if self.strong > 0 => Span::Strong(words),
            _ if self.emphasis > 0 => Span::Emphasis(words),
            _ => Span::Plain(words),
        });
    }

    fn push(&mut self, span: Span) {
        let listed = self.table.is_none() && !self.lists.is_empty();
        let joint = self.joint.take().filter(|_| listed);
        let text = match self.items.last_mut() {
            Some((text, _)) if listed => text,
            _ => &mut self.text,
        };
        let before = text.iter().rev().find_map(|span| span.words().trim_end().chars().next_back());
        if let (Some(joint), Some(before)) = (joint, before) {
            let ended = matches!(before, '.' | '!' | '?' | ':' | ';' | '…');
            text.push(Span::Plain(if ended { " " } else { joint }.to_owned()));
        }
        match (text.last_mut(), span) {
            (Some(Span::Plain(before)), Span::Plain(words))
            | (Some(Span::Strong(before)), Span::Strong(words))
            | (Some(Span::Emphasis(before)), Span::Emphasis(words)) => before.push_str(&words),
            (_, span) => text.push(span),
        }
    }

    /// Ends a paragraph or a heading. Words of an item stay in the item.
    fn end_paragraph(&mut self) {
        if !self.lists.is_empty() && self.table.is_none() {
            return;
        }
        let text = tidy(std::mem::take(&mut self.text));
        let level = self.heading.take().filter(|_| self.quotes == 0);
        let words = plain(&text);
        self.joint = None;
        if !is_blank(&text) {
            self.out.push(match level {
                Some(level) if words.chars().count() <= LONGEST_HEADING => Element::Heading(level, words),
                _ if self.quotes > 0 => {
                    Element::Block(Block::Quote { text, source: SourceNumber(self.source) })
                }
                _ => Element::Block(Block::Paragraph(text)),
            });
        }
    }

    /// Handles a paragraph that the parser reads as something else.
    fn paragraph(&mut self, words: &str) {
        self.joint = self.joint.or(Some(" "));
        self.words(words);
        self.end_paragraph();
    }

    fn end_code(&mut self) {
        let Some((indented, language, text)) = self.code.take().filter(|code| !code.2.trim().is_empty())
        else {
            return;
        };
        if indented && is_prose(&text) {
            return self.paragraph(&text);
        }
        if !self.lists.is_empty() && text.trim().lines().count() == 1 {
            self.joint = self.joint.or(Some(" "));
            return self.push(Span::Code(text.trim().to_owned()));
        }
        self.block(Block::Code { language, text });
    }

    /// Adds a block to the open item, or by itself.
    fn block(&mut self, block: Block) {
        match self.items.last_mut() {
            Some((_, blocks)) if !self.lists.is_empty() => blocks.push(block),
            _ => self.out.push(Element::Block(block)),
        }
    }

    fn end_table(&mut self) {
        let mut rows = self.table.take().unwrap_or_default();
        if rows.iter().flatten().all(is_blank) {
            return;
        }
        let columns = rows.remove(0);
        for row in &mut rows {
            row.resize(columns.len(), Text::new());
        }
        self.block(Block::Table { caption: None, columns, rows });
    }

    /// Ends the outermost list. An article's list must start with a list item.
    fn end_list(&mut self) {
        self.joint = None;
        let first = self.first.take();
        let mut items = std::mem::take(&mut self.items);
        for (text, _) in &mut items {
            *text = tidy(std::mem::take(text));
        }
        items.retain(|(text, blocks)| !is_blank(text) || !blocks.is_empty());
        if items.iter().any(|(_, blocks)| !blocks.is_empty()) || first.is_some_and(|first| first != 1) {
            return self.spread(first, items);
        }
        if !items.is_empty() {
            let items = items.into_iter().map(|(text, _)| text).collect();
            self.out.push(Element::Block(Block::List { ordered: first.is_some(), items }));
        }
    }

    /// Turns items that an article's list cannot hold into paragraphs, which keep their numbers.
    fn spread(&mut self, first: Option<u64>, items: Vec<(Text, Vec<Block>)>) {
        for (index, (mut text, blocks)) in (0_u64..).zip(items) {
            if let Some(first) = first {
                text.insert(0, Span::Plain(format!("{}. ", first.saturating_add(index))));
            }
            let text = Some(text).filter(|text| !is_blank(text)).map(Block::Paragraph);
            self.out.extend(text.into_iter().chain(blocks).map(Element::Block));
        }
    }
}

/// Whether an indented block is a paragraph of plain text and no code.
fn is_prose(text: &str) -> bool {
    text.split_whitespace().count() >= 4
        && !text.contains(['{', '}', '<', '>', '=', '\\', '$', '|', '_'])
        && text.trim_end().ends_with(['.', '!', '?', ':', '…', '”'])
}
