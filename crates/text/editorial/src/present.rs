//! Texts of an article in the form in which models read them: headings, lists, tables and code in Markdown,
//! citations as `[S2]`.

use std::fmt::Write as _;

use domain::articles::document::{Article, Block, Section, Span, Text};
use domain::articles::order::InternalLink;

/// The introduction and all sections.
pub(crate) fn article(article: &Article) -> String {
    linked(article, &[])
}

/// The introduction and all sections, with links to these pages as `[L1: words]`.
pub(crate) fn linked(article: &Article, links: &[InternalLink]) -> String {
    let mut text = String::new();
    add_blocks(&mut text, &article.introduction, links);
    article.sections.iter().for_each(|section| add_section(&mut text, section, 2, links));
    text
}

/// A section with those below it.
#[must_use]
pub fn section(section: &Section) -> String {
    let mut text = String::new();
    add_section(&mut text, section, 2, &[]);
    text
}

/// The questions with their answers.
pub(crate) fn faq(article: &Article) -> String {
    let items = article.faq.iter().flat_map(|faq| &faq.items);
    let texts: Vec<String> =
        items.map(|item| format!("{}\n{}\n", item.question, line(&item.answer, &[]))).collect();
    texts.concat()
}

/// The metadata of an article.
#[must_use]
pub fn labels(article: &Article) -> String {
    let Article { title, meta_title, meta_description, excerpt, .. } = article;
    format!(
        "Title: {title}\nResults title: {meta_title}\nDescription: {meta_description}\nExcerpt: {excerpt}\n"
    )
}

fn add_section(text: &mut String, section: &Section, level: usize, links: &[InternalLink]) {
    let _ = writeln!(text, "{} {}", "#".repeat(level), section.heading);
    add_blocks(text, &section.blocks, links);
    section.children.iter().for_each(|child| add_section(text, child, level + 1, links));
}

fn add_blocks(text: &mut String, blocks: &[Block], links: &[InternalLink]) {
    for block in blocks {
        // Writing to a string cannot fail.
        let _ = match block {
            Block::Paragraph(words) => writeln!(text, "{}", line(words, links)),
            Block::Callout { kind, text: words } => {
                writeln!(text, "({}) {}", kind.as_str(), line(words, links))
            }
            Block::Quote { text: words, source } => {
                writeln!(text, "> {} [S{}]", line(words, links), source.0)
            }
            Block::Code { text: code, .. } => writeln!(text, "```\n{code}\n```"),
            Block::List { ordered, items } => {
                for (number, item) in (1..).zip(items) {
                    let mark = if *ordered { format!("{number}.") } else { "-".to_owned() };
                    let _ = writeln!(text, "{mark} {}", line(item, links));
                }
                Ok(())
            }
            Block::Table { caption, columns, rows } => {
                if let Some(caption) = caption {
                    let _ = writeln!(text, "{caption}");
                }
                for row in std::iter::once(columns).chain(rows) {
                    let cells: Vec<String> = row.iter().map(|cell| line(cell, links)).collect();
                    let _ = writeln!(text, "| {} |", cells.join(" | "));
                }
                Ok(())
            }
        };
    }
}

/// Running text with its marks.
fn line(text: &Text, links: &[InternalLink]) -> String {
    text.iter()
        .map(|span| match span {
            Span::Strong(words) => format!("**{words}**"),
            Span::Emphasis(words) => format!("*{words}*"),
            Span::Code(words) => format!("`{words}`"),
            Span::Citation(source) => format!(" [S{}]", source.0),
            Span::Link { text, url } => match links.iter().position(|link| link.url == *url) {
                Some(at) => format!("[L{}: {text}]", at + 1),
                None => text.clone(),
            },
            Span::Plain(words) => words.clone(),
        })
        .collect()
}
