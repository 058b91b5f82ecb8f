//! Blocks of a model: paragraphs, lists, tables, quotations. Headings and lists that hide in paragraphs are taken for what they are.

use domain::articles::document::{Block, Span, Text};

use super::{Marks, inline, stands_in, wire};

const MOST_BLOCKS: usize = 40;
const MOST_ITEMS: usize = 30;
const MOST_COLUMNS: usize = 8;

/// Reads blocks; those without words are left out.
pub(super) fn blocks(written: Vec<wire::Block>, marks: &Marks<'_>) -> Vec<Block> {
    let mut found = Vec::new();
    for block in written.into_iter().take(MOST_BLOCKS) {
        match block.kind.as_str() {
            "bullets" | "list" => found.extend(list(false, &block.items, marks)),
            "steps" => found.extend(list(true, &block.items, marks)),
            "table" => found.extend(table(&block, marks)),
            "quote" => found.extend(quote(&block.text, marks)),
            _ => found.extend(paragraphs(&[block.text], marks)),
        }
    }
    found
}

/// Reads texts line by line: each line is a paragraph, lines with bullets are a list.
pub(super) fn paragraphs(texts: &[String], marks: &Marks<'_>) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    for line in texts.iter().take(MOST_BLOCKS).flat_map(|text| text.lines()).take(MOST_BLOCKS) {
        let line = line.trim();
        if let Some((ordered, item)) = item(line) {
            let text = inline::text(item, marks);
            match found.last_mut() {
                Some(Block::List { ordered: known, items })
                    if *known == ordered && items.len() < MOST_ITEMS =>
                {
                    items.push(text);
                }
                _ => found.push(Block::List { ordered, items: vec![text] }),
            }
            continue;
        }
        let text = if line.starts_with('#') { heading(line) } else { inline::text(line, marks) };
        found.push(Block::Paragraph(text));
    }
    found.retain(|block| match block {
        Block::Paragraph(text) => has_words(text),
        Block::List { items, .. } => items.iter().any(has_words),
        Block::Table { .. } | Block::Quote { .. } | Block::Code { .. } => true,
    });
    found
}

/// An item of a list that is written in a paragraph, and whether it is numbered.
fn item(line: &str) -> Option<(bool, &str)> {
    let bullet = ["- ", "* ", "• ", "– "].iter().find_map(|mark| line.strip_prefix(mark));
    if let Some(item) = bullet {
        return Some((false, item));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(". ").or_else(|| line[digits..].strip_prefix(") "))?;
    (1..=2).contains(&digits).then_some((true, rest))
}

/// Headings are planned; one inside a text is only a strong line.
fn heading(line: &str) -> Text {
    let words = inline::visible(line.trim_start_matches('#').trim()).replace('*', "");
    if words.is_empty() { Vec::new() } else { vec![Span::Strong(words)] }
}

fn list(ordered: bool, items: &[String], marks: &Marks<'_>) -> Option<Block> {
    let bare = |written: &str| {
        item(written.trim()).map_or_else(|| written.trim().to_owned(), |(_, item)| item.to_owned())
    };
    let items: Vec<Text> = items
        .iter()
        .take(MOST_ITEMS)
        .map(|item| inline::text(&bare(item), marks))
        .filter(has_words)
        .collect();
    (!items.is_empty()).then_some(Block::List { ordered, items })
}

fn table(block: &wire::Block, marks: &Marks<'_>) -> Option<Block> {
    let columns: Vec<Text> =
        block.columns.iter().take(MOST_COLUMNS).map(|column| inline::text(column, marks)).collect();
    let row = |cells: &Vec<String>| {
        let mut row: Vec<Text> =
            cells.iter().take(columns.len()).map(|cell| inline::text(cell, marks)).collect();
        row.resize(columns.len(), Vec::new());
        row
    };
    let rows: Vec<Vec<Text>> =
        block.rows.iter().take(MOST_ITEMS).map(row).filter(|row| row.iter().any(has_words)).collect();
    let caption = inline::visible(&block.text).replace('*', "");
    let caption = (!caption.is_empty()).then_some(caption);
    let usable = columns.len() > 1 && columns.iter().all(has_words) && !rows.is_empty();
    usable.then_some(Block::Table { caption, columns, rows })
}

/// A quotation stands only if a passage says exactly that; otherwise it is a paragraph.
fn quote(written: &str, marks: &Marks<'_>) -> Option<Block> {
    let mut text = inline::text(written, marks);
    if !has_words(&text) {
        return None;
    }
    let words = crate::spans::plain(&text);
    let passages = marks.passages.values().filter(|passage| stands_in(&words, passage));
    let Some(passage) = passages.min_by_key(|passage| passage.id) else { return Some(Block::Paragraph(text)) };
    text.retain(|span| !matches!(span, Span::Citation(_)));
    Some(Block::Quote { text, source: passage.source })
}

fn has_words(text: &Text) -> bool {
    text.iter().any(|span| !span.words().trim().is_empty())
}
