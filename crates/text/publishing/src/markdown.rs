//! An article as Markdown: `CommonMark` with the tables of GitHub.
//!
//! For any words, a Markdown parser returns the same words. Every block of text except code is one line, and
//! no URL contains a parenthesis.

pub(crate) mod escaping;
mod inline;

use domain::articles::document::{Article, ArticleImage, Block, CalloutKind, Span, Text};
use domain::articles::research::SourceNumber;

use crate::address::linkable;
use crate::flow::{ListedSource, groups};
use crate::layout::{Layout, PlacedSection};
use crate::plain::{language_name, lines, trimmed};
use escaping::{escaped, guarded};
use inline::{Place, destination, inline, link, longest_run};

/// The article as Markdown.
#[must_use]
pub fn markdown(article: &Article) -> String {
    let layout = Layout::of(article);
    let mut writer = Writer::new(&layout);
    writer.heading(1, &article.title);
    writer.images(&layout.heroes);
    writer.blocks(&article.introduction);
    for section in &layout.sections {
        writer.section(section);
    }
    writer.images(&layout.strays);
    writer.questions();
    writer.source_list();
    writer.finish()
}

/// A section's own text, without its heading and the sections below it.
pub(crate) fn section_markdown(layout: &Layout<'_>, section: &PlacedSection<'_>) -> String {
    let mut writer = Writer::new(layout);
    writer.body(section);
    writer.finish()
}

/// Blocks by themselves, without images.
pub(crate) fn blocks_markdown(layout: &Layout<'_>, blocks: &[Block]) -> String {
    let mut writer = Writer::new(layout);
    writer.blocks(blocks);
    writer.finish()
}

/// The questions with their answers, without the heading above them.
pub(crate) fn faq_markdown(layout: &Layout<'_>) -> String {
    let mut writer = Writer::new(layout);
    writer.items();
    writer.finish()
}

/// The lines of the images of an article.
pub(crate) fn image_lines(layout: &Layout<'_>) -> Vec<String> {
    let images = layout.images();
    let lines = images.iter().map(|image| {
        let mut writer = Writer::new(layout);
        writer.images(&[*image]);
        writer.finish()
    });
    lines
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| !line.is_empty())
        .collect()
}

struct Writer<'a> {
    layout: &'a Layout<'a>,
    text: String,
    /// The marker of the previous list, if nothing came after it. Another list directly below it needs
    /// another marker, or both become one list.
    last_marker: Option<&'static str>,
}

impl<'a> Writer<'a> {
    fn new(layout: &'a Layout<'a>) -> Self {
        Self { layout, text: String::new(), last_marker: None }
    }

    fn finish(self) -> String {
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn begin(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.last_marker = None;
    }

    fn heading(&mut self, level: u8, heading: &str) {
        self.begin();
        let marks = "#".repeat(usize::from(level));
        self.line(&format!("{marks} {}", escaped(&trimmed(heading))));
    }

    fn section(&mut self, section: &PlacedSection<'_>) {
        self.heading(section.level, &section.section.heading);
        self.body(section);
        for child in &section.children {
            self.section(child);
        }
    }

    fn body(&mut self, section: &PlacedSection<'_>) {
        let blocks = &section.section.blocks;
        let (first, rest) = blocks.split_at(groups(blocks).next().map_or(0, <[_]>::len));
        self.blocks(first);
        self.images(&section.images);
        self.blocks(rest);
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for group in groups(blocks) {
            match group {
                [Block::Quote { source, .. }, ..] => self.quote(group, *source),
                others => others.iter().for_each(|block| self.block(block)),
            }
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(text) => self.paragraph(text),
            Block::List { ordered, items } => self.list(*ordered, items),
            Block::Table { caption, columns, rows } => self.table(caption.as_deref(), columns, rows),
            Block::Quote { source, .. } => self.quote(std::slice::from_ref(block), *source),
            Block::Code { language, text } => self.code(language.as_deref(), text),
            Block::Callout { kind, text } => self.callout(*kind, text),
        }
    }

    /// Code between fences that are longer than any run of backticks in it.
    fn code(&mut self, language: Option<&str>, text: &str) {
        let lines = lines(text);
        if lines.is_empty() {
            return;
        }
        let fence = "`".repeat(longest_run(&lines).max(2) + 1);
        self.begin();
        self.line(&format!("{fence}{}", language.and_then(language_name).unwrap_or_default()));
        self.line(&lines);
        self.line(&fence);
    }

    /// A quotation that begins with a label.
    fn callout(&mut self, kind: CalloutKind, text: &Text) {
        let line = inline(text, self.layout, Place::Line);
        if !line.is_empty() {
            self.begin();
            self.line(&format!("> **{}** {line}", self.layout.phrases.callout(kind)));
        }
    }

    fn flow(&self, text: &Text) -> String {
        guarded(inline(text, self.layout, Place::Line))
    }

    fn paragraph(&mut self, text: &Text) {
        let line = self.flow(text);
        if !line.is_empty() {
            self.begin();
            self.line(&line);
        }
    }

    fn list(&mut self, ordered: bool, items: &[Text]) {
        let lines: Vec<String> =
            items.iter().map(|item| self.flow(item)).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            return;
        }
        let markers = if ordered { [".", ")"] } else { ["-", "*"] };
        let marker = if self.last_marker == Some(markers[0]) { markers[1] } else { markers[0] };
        self.begin();
        for (index, line) in lines.iter().enumerate() {
            if ordered {
                self.line(&format!("{}{marker} {line}", index + 1));
            } else {
                self.line(&format!("{marker} {line}"));
            }
        }
        self.last_marker = Some(marker);
    }

    fn table(&mut self, caption: Option<&str>, columns: &[Text], rows: &[Vec<Text>]) {
        if columns.is_empty() {
            return;
        }
        self.caption(caption);
        self.begin();
        self.row(columns);
        self.line(&format!("|{}", " --- |".repeat(columns.len())));
        for row in rows {
            self.row(row);
        }
    }

    fn row(&mut self, cells: &[Text]) {
        let mut line = String::from("|");
        for cell in cells {
            line.push(' ');
            line.push_str(&inline(cell, self.layout, Place::Cell));
            line.push_str(" |");
        }
        self.line(&line);
    }

    /// A separate line that describes the element above or below it.
    fn caption(&mut self, caption: Option<&str>) {
        let text = vec![Span::Emphasis(caption.unwrap_or_default().to_owned())];
        self.paragraph(&text);
    }

    fn quote(&mut self, quotes: &[Block], source: SourceNumber) {
        let texts = quotes.iter().flat_map(Block::texts);
        let lines: Vec<String> = texts.map(|text| self.flow(text)).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            return;
        }
        self.begin();
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                self.line(">");
            }
            self.line(&format!("> {line}"));
        }
        let sources = &self.layout.sources;
        if let Some(source) = sources.place(source).and_then(|place| sources.at(place)) {
            let name = linked(&source.name(), source.address.as_deref());
            self.line(">");
            self.line(&format!("> — {name}"));
        }
    }

    fn images(&mut self, images: &[&ArticleImage]) {
        for image in images {
            if let Some(address) = linkable(&image.url) {
                self.begin();
                self.line(&format!("![{}]({})", escaped(&trimmed(&image.alt)), destination(&address)));
                self.caption(image.caption.as_deref());
            }
        }
    }

    fn questions(&mut self) {
        let layout = self.layout;
        let Some(heading) = layout.faq_heading() else { return };
        self.heading(2, heading);
        self.items();
    }

    fn items(&mut self) {
        let layout = self.layout;
        for question in &layout.questions {
            self.heading(3, &question.item.question);
            self.paragraph(&question.item.answer);
        }
    }

    fn source_list(&mut self) {
        let layout = self.layout;
        if layout.sources.iter().len() == 0 {
            return;
        }
        self.heading(2, layout.phrases.sources);
        self.begin();
        for (index, source) in layout.sources.iter().enumerate() {
            let entry = self.source(source);
            self.line(&format!("{}. {entry}", index + 1));
        }
    }

    fn source(&self, listed: &ListedSource<'_>) -> String {
        let mut entry = guarded(linked(&trimmed(&listed.source.title), listed.address.as_deref()));
        if let Some(publisher) = &listed.source.publisher {
            entry.push_str(", ");
            entry.push_str(&escaped(&trimmed(publisher)));
        }
        if let Some(time) = listed.source.published_at {
            entry.push_str(", ");
            entry.push_str(&self.layout.phrases.date(time));
        }
        entry
    }
}

/// The words as a link to the URL, if there is one.
fn linked(words: &str, address: Option<&str>) -> String {
    match address {
        Some(address) => link(words, address),
        None => escaped(words),
    }
}
