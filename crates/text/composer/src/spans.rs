//! Running text as spans.

use domain::articles::document::{Block, Span, Text};

/// The words of a text without marks.
pub(crate) fn plain(text: &Text) -> String {
    text.iter().map(Span::words).collect()
}

pub(crate) fn is_blank(text: &Text) -> bool {
    text.iter().all(|span| span.words().trim().is_empty())
}

/// The text with single spaces, none at its ends, and without empty spans.
pub(crate) fn tidy(text: Text) -> Text {
    let mut tidied: Text = Vec::with_capacity(text.len());
    let mut space = true;
    for mut span in text {
        let Some(words) = words_mut(&mut span) else { continue };
        let mut single = String::with_capacity(words.len());
        for sign in words.chars() {
            let blank = sign.is_whitespace() && sign != '\u{a0}';
            if !(blank && space) {
                single.push(if blank { ' ' } else { sign });
            }
            space = blank;
        }
        if !single.is_empty() {
            *words = single;
            tidied.push(span);
        }
    }
    while let Some(words) = tidied.last_mut().and_then(words_mut) {
        words.truncate(words.trim_end().len());
        if !words.is_empty() {
            break;
        }
        tidied.pop();
    }
    tidied
}

fn words_mut(span: &mut Span) -> Option<&mut String> {
    match span {
        Span::Plain(text)
        | Span::Strong(text)
        | Span::Emphasis(text)
        | Span::Code(text)
        | Span::Link { text, .. } => Some(text),
        Span::Citation(_) => None,
    }
}

/// The words of a block, one line for each item, row or line of code.
pub(crate) fn words_of(block: &Block) -> String {
    let line = |cells: &Vec<Text>, mark: &str| cells.iter().map(plain).collect::<Vec<_>>().join(mark);
    match block {
        Block::Paragraph(text) | Block::Quote { text, .. } | Block::Callout { text, .. } => plain(text),
        Block::List { items, .. } => line(items, "\n"),
        Block::Table { columns, rows, .. } => {
            let rows = std::iter::once(columns).chain(rows);
            rows.map(|row| line(row, " | ")).collect::<Vec<_>>().join("\n")
        }
        Block::Code { text, .. } => text.clone(),
    }
}
