//! Blocks from a model: paragraphs, lists, tables, quotations, code, call-outs. Headings, lists and code
//! inside paragraphs are converted to their own blocks.

use domain::articles::document::{Block, CalloutKind, Span, Text};

use super::{Marks, code, inline, stands_in, wire};
use crate::spans::plain;

const MOST_BLOCKS: usize = 40;
const MOST_ITEMS: usize = 30;
const MOST_COLUMNS: usize = 8;
/// A longer text, in characters, is a paragraph and no call-out.
const LONGEST_CALLOUT: usize = 700;

/// Parses blocks and leaves out those without words.
pub(super) fn blocks(written: Vec<wire::Block>, marks: &Marks<'_>) -> Vec<Block> {
    let mut found = Vec::new();
    for block in written.into_iter().take(MOST_BLOCKS) {
        match block.kind.as_str() {
            "bullets" | "list" => found.extend(list(false, &block.items, marks)),
            "steps" => found.extend(list(true, &block.items, marks)),
            "table" => found.extend(table(&block, marks)),
            "quote" => found.extend(quote(&block.text, marks)),
            "code" => found.extend(code::code(&block.language, &block.text)),
            kind => match CalloutKind::ALL.into_iter().find(|known| known.as_str() == kind) {
                Some(kind) => found.extend(callout(kind, &block.text, marks)),
                None => found.extend(paragraphs(&[block.text], marks)),
            },
        }
    }
    found
}

/// Parses texts line by line: each line is a paragraph, lines with bullets are a list, lines between fences
/// are code.
pub(super) fn paragraphs(texts: &[String], marks: &Marks<'_>) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut lines = texts.iter().take(MOST_BLOCKS).flat_map(|text| text.lines());
    while let Some(line) = lines.next().filter(|_| found.len() < MOST_BLOCKS) {
        let line = line.trim();
        if let Some(language) = code::fence(line) {
            let inner: Vec<&str> = lines.by_ref().take_while(|line| !code::closes(line)).collect();
            found.extend(code::code(language, &inner.join("\n")));
            continue;
        }
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
        _ => true,
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

/// Headings are planned, so one inside a text becomes a strong line.
fn heading(line: &str) -> Text {
    let words = inline::visible(line.trim_start_matches('#').trim()).replace(['*', '`'], "");
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
    let caption = plain(&inline::text(&block.text, marks));
    let caption = (!caption.is_empty()).then_some(caption);
    // The column of names may have no name itself.
    let usable = columns.len() > 1 && columns.iter().skip(1).all(has_words) && !rows.is_empty();
    usable.then_some(Block::Table { caption, columns, rows })
}

/// A quotation stands only if a passage contains exactly these words; otherwise it is a paragraph.
fn quote(written: &str, marks: &Marks<'_>) -> Option<Block> {
    let mut text = inline::text(written, marks);
    if !has_words(&text) {
        return None;
    }
    let words = crate::spans::plain(&text);
    let passages = marks.passages.values().filter(|passage| stands_in(&words, passage));
    let Some(passage) = passages.min_by_key(|passage| passage.id) else {
        return Some(Block::Paragraph(text));
    };
    text.retain(|span| !matches!(span, Span::Citation(_)));
    Some(Block::Quote { text, source: passage.source })
}

/// A call-out without its label, because documents add the label.
fn callout(kind: CalloutKind, written: &str, marks: &Marks<'_>) -> Vec<Block> {
    let words = unlabelled(written);
    let text = inline::text(words, marks);
    if crate::spans::plain(&text).chars().count() > LONGEST_CALLOUT {
        return paragraphs(&[words.to_owned()], marks);
    }
    has_words(&text).then_some(Block::Callout { kind, text }).into_iter().collect()
}

/// The words after `Tip:` or `**Tip:**`.
fn unlabelled(written: &str) -> &str {
    let written = written.trim_start_matches(['>', ' ', '\n']);
    let Some((label, rest)) = written.split_once(':') else { return written };
    let stress = &label[..label.len() - label.trim_start_matches('*').len()];
    let name = label.trim_matches(['*', ' ']).to_lowercase();
    let words = rest.strip_prefix(stress).unwrap_or(rest).trim_start();
    if LABELS.contains(&name.as_str()) { words } else { written }
}

const LABELS: [&str; 10] =
    ["tip", "warning", "note", "caution", "important", "mẹo", "cảnh báo", "lưu ý", "ghi chú", "chú ý"];

fn has_words(text: &Text) -> bool {
    text.iter().any(|span| !span.words().trim().is_empty())
}
