//! Paragraphs, lists, tables, quotations, code and call-outs.

use domain::articles::document::{Block, CalloutKind, Text};
use domain::articles::research::SourceNumber;

use super::{SOURCE_RELATION, Writer};
use crate::flow::{Piece, PieceKind, groups};
use crate::layout::source_anchor;
use crate::plain::{language_name, lines, trimmed};

impl Writer<'_> {
    pub(super) fn blocks(&mut self, blocks: &[Block]) {
        for group in groups(blocks) {
            match group {
                [Block::Quote { source, .. }, ..] => self.quote(group, *source),
                others => others.iter().for_each(|block| self.block(block)),
            }
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(text) => self.text_element("p", text),
            Block::List { ordered, items } => self.list(*ordered, items),
            Block::Table { caption, columns, rows } => self.table(caption.as_deref(), columns, rows),
            Block::Quote { source, .. } => self.quote(std::slice::from_ref(block), *source),
            Block::Code { language, text } => self.code(language.as_deref(), text),
            Block::Callout { kind, text } => self.callout(*kind, text),
        }
    }

    fn code(&mut self, language: Option<&str>, text: &str) {
        let lines = lines(text);
        if lines.is_empty() {
            return;
        }
        self.markup.open("pre", &[]);
        match language.and_then(language_name) {
            Some(name) => self.markup.element("code", &[("class", &format!("language-{name}"))], &lines),
            None => self.markup.element("code", &[], &lines),
        }
        self.markup.close_line("pre");
    }

    /// A paragraph with its label; writes nothing if it has no words.
    fn callout(&mut self, kind: CalloutKind, text: &Text) {
        let pieces = self.layout.pieces(text);
        if pieces.is_empty() {
            return;
        }
        let class = format!("callout {}", kind.as_str());
        self.markup.open("aside", &[("class", &class), ("role", "note")]);
        self.markup.open("p", &[]);
        self.markup.element("strong", &[], self.layout.phrases.callout(kind));
        self.markup.text(" ");
        self.pieces(&pieces);
        self.markup.close("p");
        self.markup.close_line("aside");
    }

    /// An element with running text; writes nothing if there is none.
    fn text_element(&mut self, name: &str, text: &Text) {
        let pieces = self.layout.pieces(text);
        if !pieces.is_empty() {
            self.markup.open(name, &[]);
            self.pieces(&pieces);
            self.markup.close_line(name);
        }
    }

    pub(super) fn pieces(&mut self, pieces: &[Piece<'_>]) {
        for piece in pieces {
            if piece.spaced {
                self.markup.text(" ");
            }
            match &piece.kind {
                PieceKind::Plain(words) => self.markup.text(words),
                PieceKind::Strong(words) => self.markup.element("strong", &[], words),
                PieceKind::Emphasis(words) => self.markup.element("em", &[], words),
                PieceKind::Code(words) => self.markup.element("code", &[], words),
                PieceKind::Link { text, address, to_source: true } => {
                    self.markup.element("a", &[("href", address), ("rel", SOURCE_RELATION)], text);
                }
                PieceKind::Link { text, address, to_source: false } => {
                    self.markup.element("a", &[("href", address)], text);
                }
                PieceKind::Citation(place) => self.citation(*place),
            }
        }
    }

    pub(super) fn citation(&mut self, place: usize) {
        let target = format!("#{}", source_anchor(place));
        let label = format!("{} {place}", self.layout.phrases.source);
        self.markup.open("sup", &[]);
        self.markup.element("a", &[("href", &target), ("aria-label", &label)], &format!("[{place}]"));
        self.markup.close("sup");
    }

    fn list(&mut self, ordered: bool, items: &[Text]) {
        if items.is_empty() {
            return;
        }
        let name = if ordered { "ol" } else { "ul" };
        self.markup.open(name, &[]);
        self.markup.line();
        for item in items {
            self.text_element("li", item);
        }
        self.markup.close_line(name);
    }

    /// The wrapper lets a wide table scroll separately on a narrow screen.
    fn table(&mut self, caption: Option<&str>, columns: &[Text], rows: &[Vec<Text>]) {
        if columns.is_empty() {
            return;
        }
        self.markup.open("div", &[("class", "table")]);
        self.markup.open("table", &[]);
        self.markup.line();
        if let Some(caption) = caption.map(trimmed).filter(|caption| !caption.is_empty()) {
            self.markup.element_line("caption", &[], &caption);
        }
        self.markup.open("thead", &[]);
        self.row(columns, |_| Some("col"));
        self.markup.close_line("thead");
        if !rows.is_empty() {
            self.markup.open("tbody", &[]);
            self.markup.line();
            for row in rows {
                self.row(row, |index| (index == 0).then_some("row"));
            }
            self.markup.close_line("tbody");
        }
        self.markup.close("table");
        self.markup.close_line("div");
    }

    /// A row whose cells are headers of the `heads` scope. An empty cell is no header.
    fn row(&mut self, cells: &[Text], heads: impl Fn(usize) -> Option<&'static str>) {
        self.markup.open("tr", &[]);
        for (index, cell) in cells.iter().enumerate() {
            let pieces = self.layout.pieces(cell);
            let scope = heads(index).filter(|_| !pieces.is_empty());
            let name = if let Some(scope) = scope {
                self.markup.open("th", &[("scope", scope)]);
                "th"
            } else {
                self.markup.open("td", &[]);
                "td"
            };
            self.pieces(&pieces);
            self.markup.close(name);
        }
        self.markup.close_line("tr");
    }

    /// Paragraphs of one source, with its name below them.
    fn quote(&mut self, quotes: &[Block], number: SourceNumber) {
        let texts = || quotes.iter().flat_map(Block::texts);
        if texts().all(|text| self.layout.pieces(text).is_empty()) {
            return;
        }
        let sources = &self.layout.sources;
        let place = sources.place(number);
        let source = place.and_then(|place| sources.at(place));
        let address = source.and_then(|source| source.address.as_deref());
        self.markup.open("figure", &[("class", "quote")]);
        self.markup.line();
        match address {
            Some(address) => self.markup.open("blockquote", &[("cite", address)]),
            None => self.markup.open("blockquote", &[]),
        }
        texts().for_each(|text| self.text_element("p", text));
        self.markup.close_line("blockquote");
        if let (Some(place), Some(source)) = (place, source) {
            self.markup.open("figcaption", &[]);
            self.markup.text("— ");
            self.markup.open("cite", &[]);
            let target = format!("#{}", source_anchor(place));
            self.markup.element("a", &[("href", &target)], &source.name());
            self.markup.close("cite");
            self.markup.close_line("figcaption");
        }
        self.markup.close_line("figure");
    }
}
