//! Texts that the customer sends, as pages.

use seo::page::{Block, BlockKind, Heading, Page};

/// A page made of plain text or Markdown: lines that begin with `#` are headings, with a dash or a star items, with a number steps, with
/// a bar rows of a table, and empty lines end paragraphs.
pub(super) fn page(title: String, text: &str) -> Page {
    let mut content: Vec<Block> = Vec::new();
    let mut open = false;
    for line in without_front_matter(text).lines().map(str::trim) {
        if line.starts_with('|') {
            open = false;
            content.extend(cells(line));
            continue;
        }
        let (kind, words) = classify(line);
        match kind {
            None => open = false,
            Some(BlockKind::Paragraph) if open => {
                if let Some(block) = content.last_mut() {
                    block.text.push(' ');
                    block.text.push_str(words);
                }
            }
            Some(kind) => {
                open = kind == BlockKind::Paragraph;
                content.push(Block { kind, text: words.to_owned() });
            }
        }
    }
    let headings = content.iter().filter_map(|block| match block.kind {
        BlockKind::Heading(level) => Some(Heading { level, text: block.text.clone() }),
        _ => None,
    });
    Page {
        url: String::new(),
        title: Some(title),
        description: None,
        lang_attribute: None,
        language: None,
        canonical: None,
        headings: headings.collect(),
        word_count: content.iter().map(|block| seo::words::count(&block.text)).sum(),
        list_count: 0,
        table_count: 0,
        schema_types: Vec::new(),
        published: None,
        modified: None,
        signals: Vec::new(),
        faq: Vec::new(),
        content,
    }
}

/// A text without the front matter that some editors put before it.
fn without_front_matter(text: &str) -> &str {
    let inside = text.trim_start().strip_prefix("---\n");
    inside.and_then(|inside| inside.split_once("\n---\n")).map_or(text, |(_, rest)| rest)
}

fn classify(line: &str) -> (Option<BlockKind>, &str) {
    if line.is_empty() {
        return (None, line);
    }
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    if (1..=6).contains(&level)
        && let Some(words) = line[level..].strip_prefix(' ')
    {
        return (Some(BlockKind::Heading(u8::try_from(level).unwrap_or(6))), words.trim());
    }
    for mark in ["- ", "* ", "• "] {
        if let Some(words) = line.strip_prefix(mark) {
            return (Some(BlockKind::Item), words.trim());
        }
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&digits)
        && let Some(words) = line[digits..].strip_prefix(". ").or_else(|| line[digits..].strip_prefix(") "))
    {
        return (Some(BlockKind::Step), words.trim());
    }
    (Some(BlockKind::Paragraph), line)
}

/// The cells of a row; none for the line below the header.
fn cells(line: &str) -> Vec<Block> {
    let cells = || line.trim_matches('|').split('|').map(str::trim);
    if cells().all(|cell| !cell.is_empty() && cell.chars().all(|mark| matches!(mark, '-' | ':' | ' '))) {
        return Vec::new();
    }
    let cell =
        |(column, text): (u16, &str)| Block { kind: BlockKind::Cell { column }, text: text.to_owned() };
    (0..).zip(cells()).filter(|(_, text)| !text.is_empty()).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_pages() {
        let text = "---\ntitle: x\n---\n# Tea\n\nGreen tea is not\nfermented at all. It is steamed.\n\nRead more.\n\n- Boil the water first.\n2. Let the leaves stand.\n| a | b |\n|---|---|\n";
        let page = page("Tea".to_owned(), text);
        let blocks: Vec<_> = page.content.iter().map(|block| (block.kind, block.text.as_str())).collect();
        let expected = [
            (BlockKind::Heading(1), "Tea"),
            (BlockKind::Paragraph, "Green tea is not fermented at all. It is steamed."),
            (BlockKind::Paragraph, "Read more."),
            (BlockKind::Item, "Boil the water first."),
            (BlockKind::Step, "Let the leaves stand."),
            (BlockKind::Cell { column: 0 }, "a"),
            (BlockKind::Cell { column: 1 }, "b"),
        ];
        assert_eq!(blocks, expected);
    }
}
