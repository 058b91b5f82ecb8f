//! Parses Markdown that people wrote into the blocks of an article. Content that an article cannot hold is an
//! error with its line, so that nothing is lost silently.

use domain::articles::document::{Article, Block, CalloutKind, FaqItem, Span, Text};
use domain::articles::research::SourceNumber;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::address::linkable;
use crate::flow::SourceList;
use crate::phrases::Phrases;
use crate::plain::{language_name, trimmed};

/// Why Markdown cannot be part of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownProblem {
    /// The line of the problem, from 1.
    pub line: usize,
    /// The description of the problem.
    pub problem: String,
}

impl std::fmt::Display for MarkdownProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for MarkdownProblem {}

/// The most blocks of a section.
const MOST_BLOCKS: usize = 500;

/// A block with its line, or a heading.
enum Element {
    Heading(String),
    Block(Block),
    /// The paragraphs of a quotation.
    Quote(Vec<Text>),
}

/// Parses Markdown into blocks and rejects headings.
pub(super) fn blocks(markdown: &str, article: &Article) -> Result<Vec<Block>, MarkdownProblem> {
    let sources = SourceList::new(&article.sources);
    let reader = Reader::read(markdown, &sources)?;
    let mut blocks: Vec<Block> = Vec::new();
    for (line, element) in reader.out {
        match element {
            Element::Heading(_) => {
                let problem = "a section has no headings in its text; use “heading” to change its own, and strong words instead of others";
                return Err(MarkdownProblem { line, problem: problem.to_owned() });
            }
            Element::Quote(paragraphs) => blocks.extend(quotation(paragraphs, article, &sources, line)?),
            Element::Block(Block::Table { columns, rows, .. }) => {
                let caption = caption(&mut blocks);
                blocks.push(Block::Table { caption, columns, rows });
            }
            Element::Block(block) => blocks.push(block),
        }
        if blocks.len() > MOST_BLOCKS {
            return Err(MarkdownProblem {
                line,
                problem: format!("there are more than {MOST_BLOCKS} blocks"),
            });
        }
    }
    Ok(blocks)
}

/// Headings with one paragraph below each.
pub(super) fn questions(markdown: &str, article: &Article) -> Result<Vec<FaqItem>, MarkdownProblem> {
    let sources = SourceList::new(&article.sources);
    let reader = Reader::read(markdown, &sources)?;
    let mut items: Vec<FaqItem> = Vec::new();
    for (line, element) in reader.out {
        match (element, items.last_mut()) {
            (Element::Heading(question), _) => items.push(FaqItem { question, answer: Vec::new() }),
            (Element::Block(Block::Paragraph(text)), Some(item)) => {
                if !item.answer.is_empty() {
                    item.answer.push(Span::Plain(" ".to_owned()));
                }
                item.answer.extend(text);
                item.answer = tidy(std::mem::take(&mut item.answer));
            }
            (_, item) => {
                let problem = match item {
                    Some(_) => "an answer consists of paragraphs",
                    None => "the first line is a question: begin it with ###",
                };
                return Err(MarkdownProblem { line, problem: problem.to_owned() });
            }
        }
    }
    if let Some(item) = items.iter().find(|item| item.answer.is_empty()) {
        let problem = format!("the question “{}” has no answer", item.question);
        return Err(MarkdownProblem { line: 1, problem });
    }
    Ok(items)
}

/// Takes the caption of a table: a paragraph of stressed words directly above it.
fn caption(blocks: &mut Vec<Block>) -> Option<String> {
    let Some(Block::Paragraph(text)) = blocks.last() else { return None };
    let [Span::Emphasis(words)] = text.as_slice() else { return None };
    let caption = words.clone();
    blocks.pop();
    Some(caption)
}

/// A quotation that begins with a label is a call-out; every other one names its source.
fn quotation(
    mut paragraphs: Vec<Text>,
    article: &Article,
    sources: &SourceList<'_>,
    line: usize,
) -> Result<Vec<Block>, MarkdownProblem> {
    if let Some(kind) = paragraphs.first().and_then(|text| label(text, article)) {
        let mut text: Text = Vec::new();
        for (index, paragraph) in paragraphs.into_iter().enumerate() {
            if index > 0 {
                text.push(Span::Plain(" ".to_owned()));
            }
            text.extend(paragraph.into_iter().skip(usize::from(index == 0)));
        }
        if let Some(Span::Plain(words)) = text.first_mut() {
            *words = words.trim_start().trim_start_matches(':').to_owned();
        }
        return Ok(vec![Block::Callout { kind, text: tidy(text) }]);
    }
    let named = paragraphs.last().and_then(|text| attribution(text, sources));
    if named.is_some() {
        paragraphs.pop();
    }
    let cited = paragraphs.iter().flatten().find_map(|span| match span {
        Span::Citation(number) => Some(*number),
        _ => None,
    });
    let Some(source) = named.or(cited) else {
        let problem = "a quotation names its source: cite it, or end the quotation with a line such as “> — [name](URL)”. For a tip, a warning or a note begin with “> **Tip:**”";
        return Err(MarkdownProblem { line, problem: problem.to_owned() });
    };
    let quotes = paragraphs.into_iter().map(|mut text| {
        text.retain(|span| !is_citation(span));
        Block::Quote { text: tidy(text), source }
    });
    Ok(quotes.collect())
}

fn label(text: &Text, article: &Article) -> Option<CalloutKind> {
    let Some(Span::Strong(label)) = text.first() else { return None };
    let own = Phrases::of(article.language);
    let english = Phrases::of(domain::locale::Language::ENGLISH);
    let bare = |label: &str| label.trim().trim_end_matches(':').to_lowercase();
    CalloutKind::ALL
        .into_iter()
        .find(|kind| [own, english].iter().any(|phrases| bare(phrases.callout(*kind)) == bare(label)))
}

/// The source that a line such as `— [name](URL)` names.
fn attribution(text: &Text, sources: &SourceList<'_>) -> Option<SourceNumber> {
    let words: String = text.iter().map(Span::words).collect();
    let name = words.trim().strip_prefix('—')?.trim();
    let address = text.iter().find_map(|span| match span {
        Span::Link { url, .. } => Some(url.as_str()),
        _ => None,
    });
    let all = || sources.iter();
    let by_address = address.and_then(|url| all().find(|listed| listed.address.as_deref() == Some(url)));
    by_address.or_else(|| all().find(|listed| listed.name() == name)).map(|listed| listed.source.number)
}

struct Reader<'a> {
    markdown: &'a str,
    sources: &'a SourceList<'a>,
    out: Vec<(usize, Element)>,
    text: Text,
    strong: usize,
    emphasis: usize,
    link: Option<String>,
    list: Option<(bool, Vec<Text>)>,
    table: Option<Vec<Vec<Text>>>,
    row: Vec<Text>,
    quote: Option<Vec<Text>>,
    code: Option<(Option<String>, String)>,
}

impl<'a> Reader<'a> {
    fn read(markdown: &'a str, sources: &'a SourceList<'a>) -> Result<Self, MarkdownProblem> {
        let mut reader = Self {
            markdown,
            sources,
            out: Vec::new(),
            text: Vec::new(),
            strong: 0,
            emphasis: 0,
            link: None,
            list: None,
            table: None,
            row: Vec::new(),
            quote: None,
            code: None,
        };
        for (event, range) in Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter() {
            reader
                .event(event, range.start)
                .map_err(|problem| MarkdownProblem { line: line_of(markdown, range.start), problem })?;
        }
        Ok(reader)
    }

    fn event(&mut self, event: Event<'_>, at: usize) -> Result<(), String> {
        match event {
            Event::Start(tag) => return self.start(tag),
            Event::End(tag) => return self.end(tag, at),
            Event::Code(words) => self.text.push(Span::Code(words.into_string())),
            Event::Text(words) => match &mut self.code {
                Some((_, code)) => code.push_str(&words),
                None => self.words(&words),
            },
            Event::SoftBreak | Event::HardBreak => self.words(" "),
            Event::Rule | Event::TaskListMarker(_) => {}
            Event::Html(words) | Event::InlineHtml(words) => {
                return Err(format!(
                    "HTML such as {} is not possible; put it between backticks",
                    words.trim()
                ));
            }
            Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                return Err("footnotes and formulas are not possible".to_owned());
            }
        }
        Ok(())
    }

    fn start(&mut self, tag: Tag<'_>) -> Result<(), String> {
        let nested = self.list.is_some() || self.quote.is_some();
        match tag {
            Tag::Paragraph if self.list.is_some() && !self.text.is_empty() => self.words(" "),
            Tag::Heading { .. } if nested => return Err("a heading stands by itself".to_owned()),
            Tag::BlockQuote(_) if nested => return Err("a quotation stands by itself".to_owned()),
            Tag::BlockQuote(_) => self.quote = Some(Vec::new()),
            Tag::CodeBlock(_) if nested => {
                return Err("code stands by itself, not in a list or quotation".to_owned());
            }
            Tag::CodeBlock(kind) => {
                let language = match &kind {
                    CodeBlockKind::Fenced(info) => info.split_whitespace().next().and_then(language_name),
                    CodeBlockKind::Indented => None,
                };
                self.code = Some((language.map(str::to_owned), String::new()));
            }
            Tag::List(_) if nested => {
                return Err("a list stands by itself; lists within lists are not possible".to_owned());
            }
            Tag::List(first) => self.list = Some((first.is_some(), Vec::new())),
            Tag::Table(_) if nested => {
                return Err("a table stands by itself, not in a list or quotation".to_owned());
            }
            Tag::Table(_) => self.table = Some(Vec::new()),
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => self.strong += 1,
            Tag::Link { dest_url, .. } => match linkable(&dest_url) {
                Some(address) => self.link = Some(address),
                None => return Err(format!("{dest_url} is no address of the web")),
            },
            Tag::Image { .. } => {
                return Err("images are changed by themselves, not in the text".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, tag: TagEnd, at: usize) -> Result<(), String> {
        match tag {
            TagEnd::Paragraph if self.list.is_none() => {
                let text = self.take_text()?;
                match &mut self.quote {
                    Some(quote) => quote.push(text),
                    None if text.is_empty() => {}
                    None => self.push(at, Element::Block(Block::Paragraph(text))),
                }
            }
            TagEnd::Heading(_) => {
                let words: String = self.take_text()?.iter().map(Span::words).collect();
                self.push(at, Element::Heading(trimmed(&words).into_owned()));
            }
            TagEnd::BlockQuote(_) => {
                let quote = self.quote.take().unwrap_or_default();
                self.push(at, Element::Quote(quote));
            }
            TagEnd::CodeBlock => {
                let (language, text) = self.code.take().unwrap_or_default();
                let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
                self.push(at, Element::Block(Block::Code { language, text }));
            }
            TagEnd::Item => {
                let text = self.take_text()?;
                if let Some((_, items)) = self.list.as_mut().filter(|_| !text.is_empty()) {
                    items.push(text);
                }
            }
            TagEnd::List(_) => {
                let (ordered, items) = self.list.take().unwrap_or_default();
                if !items.is_empty() {
                    self.push(at, Element::Block(Block::List { ordered, items }));
                }
            }
            TagEnd::TableCell => {
                let cell = self.take_text()?;
                self.row.push(cell);
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                self.table.get_or_insert_default().push(row);
            }
            TagEnd::Table => {
                let mut rows = self.table.take().unwrap_or_default().into_iter();
                let columns = rows.next().unwrap_or_default();
                let rows = rows.map(|mut row| {
                    row.resize(columns.len(), Text::new());
                    row
                });
                let rows = rows.collect();
                self.push(at, Element::Block(Block::Table { caption: None, columns, rows }));
            }
            TagEnd::Emphasis => self.emphasis = self.emphasis.saturating_sub(1),
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Link => self.link = None,
            _ => {}
        }
        Ok(())
    }

    fn push(&mut self, at: usize, element: Element) {
        self.out.push((line_of(self.markdown, at), element));
    }

    fn words(&mut self, words: &str) {
        let words = words.replace(char::is_control, " ");
        let span = if let Some(url) = &self.link {
            Span::Link { text: words, url: url.clone() }
        } else if self.strong > 0 {
            Span::Strong(words)
        } else if self.emphasis > 0 {
            Span::Emphasis(words)
        } else {
            Span::Plain(words)
        };
        match (self.text.last_mut(), span) {
            (Some(Span::Plain(before)), Span::Plain(more))
            | (Some(Span::Strong(before)), Span::Strong(more))
            | (Some(Span::Emphasis(before)), Span::Emphasis(more)) => before.push_str(&more),
            (Some(Span::Link { text, url }), Span::Link { text: more, url: same }) if *url == same => {
                text.push_str(&more);
            }
            (_, span) => self.text.push(span),
        }
    }

    /// Takes the text so far, with citations in place of their marks.
    fn take_text(&mut self) -> Result<Text, String> {
        let mut cited: Text = Vec::new();
        for span in std::mem::take(&mut self.text) {
            match span {
                Span::Link { text, .. } if mark(&text) => cited.push(self.citation(&text)?),
                Span::Plain(words) => self.citations(&words, &mut cited),
                other => cited.push(other),
            }
        }
        Ok(tidy(cited))
    }

    fn citation(&self, mark: &str) -> Result<Span, String> {
        let place: Option<usize> = mark.trim_matches(['[', ']']).parse().ok();
        let source = place.and_then(|place| self.sources.at(place));
        match source {
            Some(listed) => Ok(Span::Citation(listed.source.number)),
            None => Err(format!("the article has no source {mark}")),
        }
    }

    /// Appends words with marks such as `[1]`. Marks of unknown sources stay unchanged.
    fn citations(&self, words: &str, out: &mut Text) {
        let mut plain = String::new();
        let mut rest = words;
        while let Some(at) = rest.find('[') {
            let (before, from) = rest.split_at(at);
            plain.push_str(before);
            let end = from.find(']').map_or(1, |end| end + 1);
            let (inner, behind) = from.split_at(end);
            if let Some(citation) = mark(inner).then(|| self.citation(inner).ok()).flatten() {
                // A citation follows its word without a space.
                plain.truncate(plain.trim_end().len());
                if !plain.is_empty() {
                    out.push(Span::Plain(std::mem::take(&mut plain)));
                }
                out.push(citation);
                rest = behind;
            } else {
                plain.push('[');
                rest = from.get(1..).unwrap_or_default();
            }
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            out.push(Span::Plain(plain));
        }
    }
}

/// Whether a text is `[` digits `]`.
fn mark(text: &str) -> bool {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    inner.is_some_and(|digits| {
        !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The text without spaces at its ends and empty spans, and with adjacent plain words in one span.
fn tidy(text: Text) -> Text {
    let mut tidied: Text = Vec::with_capacity(text.len());
    for span in text.into_iter().filter(|span| is_citation(span) || !span.words().is_empty()) {
        match (tidied.last_mut(), span) {
            (Some(Span::Plain(before)), Span::Plain(more)) => before.push_str(&more),
            (None, Span::Plain(words)) if words.trim_start().is_empty() => {}
            (None, Span::Plain(words)) => tidied.push(Span::Plain(words.trim_start().to_owned())),
            (_, span) => tidied.push(span),
        }
    }
    if let Some(Span::Plain(words)) = tidied.last_mut() {
        words.truncate(words.trim_end().len());
        if words.is_empty() {
            tidied.pop();
        }
    }
    tidied
}

const fn is_citation(span: &Span) -> bool {
    matches!(span, Span::Citation(_))
}

fn line_of(markdown: &str, at: usize) -> usize {
    markdown.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}
