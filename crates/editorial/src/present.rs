//! Texts of an article as models read them again: headings, lists, tables and code in Markdown, citations as `[S2]`.

use std::fmt::Write as _;

use domain::articles::document::{Article, Block, Section, Span, Text};

/// The introduction and all sections.
pub(crate) fn article(article: &Article) -> String {
    let mut text = String::new();
    add_blocks(&mut text, &article.introduction);
    article.sections.iter().for_each(|section| add_section(&mut text, section, 2));
    text
}

/// A section with those below it.
#[must_use]
pub fn section(section: &Section) -> String {
    let mut text = String::new();
    add_section(&mut text, section, 2);
    text
}

/// The questions with their answers.
pub(crate) fn faq(article: &Article) -> String {
    let items = article.faq.iter().flat_map(|faq| &faq.items);
    let texts: Vec<String> =
        items.map(|item| format!("{}\n{}\n", item.question, line(&item.answer))).collect();
    texts.concat()
}

/// The lines that describe it.
#[must_use]
pub fn labels(article: &Article) -> String {
    let Article { title, meta_title, meta_description, excerpt, .. } = article;
    format!(
        "Title: {title}\nResults title: {meta_title}\nDescription: {meta_description}\nExcerpt: {excerpt}\n"
    )
}

fn add_section(text: &mut String, section: &Section, level: usize) {
    let _ = writeln!(text, "{} {}", "#".repeat(level), section.heading);
    add_blocks(text, &section.blocks);
    section.children.iter().for_each(|child| add_section(text, child, level + 1));
}

fn add_blocks(text: &mut String, blocks: &[Block]) {
    for block in blocks {
        // Writing to a string cannot fail.
        let _ = match block {
            Block::Paragraph(words) => writeln!(text, "{}", line(words)),
            Block::Callout { kind, text: words } => writeln!(text, "({}) {}", kind.as_str(), line(words)),
            Block::Quote { text: words, source } => writeln!(text, "> {} [S{}]", line(words), source.0),
            Block::Code { text: code, .. } => writeln!(text, "```\n{code}\n```"),
            Block::List { ordered, items } => {
                for (number, item) in (1..).zip(items) {
                    let mark = if *ordered { format!("{number}.") } else { "-".to_owned() };
                    let _ = writeln!(text, "{mark} {}", line(item));
                }
                Ok(())
            }
            Block::Table { caption, columns, rows } => {
                if let Some(caption) = caption {
                    let _ = writeln!(text, "{caption}");
                }
                for row in std::iter::once(columns).chain(rows) {
                    let cells: Vec<String> = row.iter().map(line).collect();
                    let _ = writeln!(text, "| {} |", cells.join(" | "));
                }
                Ok(())
            }
        };
    }
}

/// Running text with its marks.
fn line(text: &Text) -> String {
    text.iter()
        .map(|span| match span {
            Span::Strong(words) => format!("**{words}**"),
            Span::Emphasis(words) => format!("*{words}*"),
            Span::Code(words) => format!("`{words}`"),
            Span::Citation(source) => format!(" [S{}]", source.0),
            other => other.words().to_owned(),
        })
        .collect()
}
