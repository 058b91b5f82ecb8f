//! Markdown from a model, line by line: headings with the blocks below them. The text of a block is parsed
//! like other texts from a model.

use super::{code, wire};

/// A heading of a level from 1 to 6 with the blocks below it; level 0 before the first one.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) level: u8,
    pub(super) heading: String,
    pub(super) blocks: Vec<wire::Block>,
}

/// The parts of a text.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut part = Part::default();
    let mut lines = text.lines().peekable();
    // Whether the next line may continue the last block.
    let mut open = false;
    while let Some(line) = lines.next() {
        let bare = line.trim();
        let blocks = &mut part.blocks;
        if bare.is_empty() || is_rule(bare) {
            open = false;
        } else if let Some((level, heading)) = heading(bare) {
            let next = Part { level, heading: heading.to_owned(), blocks: Vec::new() };
            parts.push(std::mem::replace(&mut part, next));
            open = false;
        } else if let Some(language) = code::fence(bare) {
            let indent = line.len() - line.trim_start().len();
            let inner: Vec<&str> = lines.by_ref().take_while(|line| !code::closes(line)).collect();
            let text = inner.iter().map(|line| unindented(line, indent)).collect::<Vec<_>>().join("\n");
            blocks.push(wire::Block {
                kind: "code".to_owned(),
                text,
                language: language.to_owned(),
                ..wire::Block::default()
            });
            open = false;
        } else if bare.starts_with('|') {
            let mut rows = vec![cells(bare)];
            while let Some(row) = lines.next_if(|line| line.trim_start().starts_with('|')) {
                rows.push(cells(row.trim()));
            }
            blocks.push(table(rows));
            open = false;
        } else if let Some(quoted) = bare.strip_prefix('>') {
            match blocks.last_mut().filter(|last| open && last.kind == "quote") {
                Some(last) => join(&mut last.text, quoted.trim()),
                None => blocks.push(block("quote", quoted.trim())),
            }
            open = true;
        } else if let Some((kind, item)) = item(line) {
            if let Some(last) = blocks.last_mut().filter(|last| last.kind == kind) {
                last.items.push(item.to_owned());
            } else {
                let items = vec![item.to_owned()];
                blocks.push(wire::Block { kind: kind.to_owned(), items, ..wire::Block::default() });
            }
            open = true;
        } else {
            let is_indented = line.starts_with([' ', '\t']);
            match blocks.last_mut().filter(|last| open || (is_indented && !last.items.is_empty())) {
                Some(last) => join(last.items.last_mut().unwrap_or(&mut last.text), bare),
                None => blocks.push(block("paragraph", bare)),
            }
            open = true;
        }
    }
    parts.push(part);
    for block in parts.iter_mut().flat_map(|part| &mut part.blocks) {
        if let Some(kind) = callout(block) {
            kind.clone_into(&mut block.kind);
        }
    }
    parts
}

fn block(kind: &str, text: &str) -> wire::Block {
    wire::Block { kind: kind.to_owned(), text: text.to_owned(), ..wire::Block::default() }
}

fn join(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

fn unindented(line: &str, indent: usize) -> &str {
    let spaces = line.len() - line.trim_start().len();
    &line[spaces.min(indent)..]
}

fn is_rule(line: &str) -> bool {
    line.len() >= 3 && ['-', '*', '_'].iter().any(|mark| line.chars().all(|sign| sign == *mark))
}

fn heading(line: &str) -> Option<(u8, &str)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let text = line[level..].strip_prefix(' ')?.trim().trim_end_matches('#').trim_end();
    (1..=6).contains(&level).then_some((u8::try_from(level).ok()?, text))
}

/// An item of a list with its kind. Items of nested lists are items of their own.
fn item(line: &str) -> Option<(&'static str, &str)> {
    let line = line.trim_start();
    if let Some(item) = ["- ", "* ", "+ ", "• "].iter().find_map(|mark| line.strip_prefix(mark)) {
        return Some(("bullets", item.trim()));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let item = line[digits..].strip_prefix(". ").or_else(|| line[digits..].strip_prefix(") "))?;
    (1..=2).contains(&digits).then_some(("steps", item.trim()))
}

/// The cells of a row. A bar after a backslash, or in code, is no border.
fn cells(row: &str) -> Vec<String> {
    let inner = row.trim().trim_start_matches('|');
    let inner = inner.strip_suffix('|').filter(|before| !before.ends_with('\\')).unwrap_or(inner);
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let mut signs = inner.chars().peekable();
    let mut in_code = false;
    while let Some(sign) = signs.next() {
        in_code ^= sign == '`';
        match sign {
            '\\' if signs.peek() == Some(&'|') => cell.extend(signs.next()),
            '|' if !in_code => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(sign),
        }
    }
    cells.push(cell);
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

fn table(mut rows: Vec<Vec<String>>) -> wire::Block {
    let is_border = |row: &Vec<String>| {
        row.iter().all(|cell| !cell.is_empty() && cell.chars().all(|sign| matches!(sign, '-' | ':')))
    };
    rows.retain(|row| !is_border(row));
    let columns = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
    wire::Block { kind: "table".to_owned(), columns, rows, ..wire::Block::default() }
}

/// The kind of call-out of a quotation that begins with a label, such as `**Warning:**`.
fn callout(block: &wire::Block) -> Option<&'static str> {
    if block.kind != "quote" {
        return None;
    }
    let label = block.text.split_once(':')?.0.trim_matches(['*', ' ']).to_lowercase();
    match label.as_str() {
        "tip" | "mẹo" => Some("tip"),
        "warning" | "caution" | "important" | "cảnh báo" | "chú ý" => Some("warning"),
        "note" | "lưu ý" | "ghi chú" => Some("note"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        parts(text).into_iter().flat_map(|part| part.blocks).map(|block| block.kind).collect()
    }

    #[test]
    fn every_kind_of_block_is_found() {
        let text = "One\ntwo.\n- a\n- b\n  more\n\n1. c\n   ```sh\n   run\n   ```\n2. d\n\n> **Tip:** Wait.\n> A minute.\n\n> Said.\n\n---\n| a | b\\|c |\n|---|:-:|\n| `x|y` | 2 |";
        assert_eq!(kinds(text), ["paragraph", "bullets", "steps", "code", "steps", "tip", "quote", "table"]);
        let blocks = parts(text).remove(0).blocks;
        assert_eq!(blocks[0].text, "One two.");
        assert_eq!(blocks[1].items, ["a", "b more"]);
        assert_eq!(blocks[3].text, "run");
        assert_eq!(blocks[5].text, "**Tip:** Wait. A minute.");
        assert_eq!(
            (blocks[7].columns.as_slice(), &blocks[7].rows),
            (["a", "b|c"].map(str::to_owned).as_slice(), &vec![vec!["`x|y`".to_owned(), "2".to_owned()]])
        );
    }

    #[test]
    fn headings_have_their_level() {
        let found: Vec<(u8, String)> = parts("a\n## Water\nb\n#### Heat ##\n#no")
            .into_iter()
            .map(|part| (part.level, part.heading))
            .collect();
        assert_eq!(found, [(0, String::new()), (2, "Water".to_owned()), (4, "Heat".to_owned())]);
    }

    proptest::proptest! {
        #[test]
        fn anything_is_read_without_a_panic(text in "(?s).{0,400}") {
            let _ = parts(&text);
        }
    }
}
