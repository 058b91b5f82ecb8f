//! The content of an arranged article.

use composer::Arranged;
use domain::articles::document::{Article, Block, Span, Text};
use domain::articles::research::SourceNumber;
use domain::locale::Language;

pub(crate) fn line(text: &Text) -> String {
    text.iter().map(Span::words).collect()
}

/// The words of a block, one line for each item or row.
pub(crate) fn words(block: &Block) -> String {
    match block {
        Block::Code { text, .. } => text.clone(),
        other => other.texts().into_iter().map(line).collect::<Vec<_>>().join("\n"),
    }
}

/// Whether two blocks are a note on figures that differ.
fn is_difference(lead: &Block) -> bool {
    matches!(lead, Block::Paragraph(text) if matches!(&text[..], [Span::Strong(words)]
        if words == "Sources differ:" || words == "Các nguồn không thống nhất:"))
}

/// Blocks without the notes on differing figures.
fn own(blocks: &[Block]) -> Vec<&Block> {
    let mut own = vec![];
    let mut blocks = blocks.iter();
    while let Some(block) = blocks.next() {
        if is_difference(block) {
            blocks.next();
        } else {
            own.push(block);
        }
    }
    own
}

/// The article's own blocks in reading order.
pub(crate) fn blocks(article: &Article) -> Vec<&Block> {
    let sections = article.flattened().into_iter().flat_map(|(_, section)| own(&section.blocks));
    own(&article.introduction).into_iter().chain(sections).collect()
}

/// All text of the article, without notes on differing figures.
pub(crate) fn describe(article: &Article) -> String {
    let mut all = vec![article.title.clone()];
    all.extend(own(&article.introduction).into_iter().map(words));
    for (_, section) in article.flattened() {
        all.push(section.heading.clone());
        all.extend(own(&section.blocks).into_iter().map(words));
    }
    if let Some(faq) = &article.faq {
        all.push(faq.heading.clone());
        all.extend(faq.items.iter().flat_map(|item| [item.question.clone(), line(&item.answer)]));
    }
    all.join("\n")
}

pub(crate) fn unused(arranged: &Arranged) -> String {
    arranged.unused.iter().map(|passage| passage.text.clone()).collect::<Vec<_>>().join("\n")
}

pub(crate) fn is_told(text: &str, sentence: &str) -> bool {
    text.contains(sentence)
}

pub(crate) fn headings(article: &Article) -> Vec<(u8, String)> {
    article.flattened().into_iter().map(|(level, section)| (level, section.heading.clone())).collect()
}

pub(crate) fn blocks_under(article: &Article, heading: &str) -> Vec<Block> {
    let sections = article.flattened();
    let found = sections.iter().find(|(_, section)| section.heading == heading);
    found.map(|(_, section)| section.blocks.clone()).unwrap_or_default()
}

pub(crate) fn lists(article: &Article, of_steps: bool) -> Vec<Vec<String>> {
    let lists = blocks(article).into_iter().filter_map(|block| match block {
        Block::List { ordered, items } if *ordered == of_steps => Some(items.iter().map(line).collect()),
        _ => None,
    });
    lists.collect()
}

pub(crate) fn quotes(article: &Article) -> Vec<(SourceNumber, String)> {
    let quotes = article.blocks().filter_map(|block| match block {
        Block::Quote { text, source } => Some((*source, line(text))),
        _ => None,
    });
    quotes.collect()
}

/// The notes on differing figures: what each source says.
pub(crate) fn differences(article: &Article) -> Vec<Vec<(String, SourceNumber)>> {
    let all: Vec<&Block> = article.blocks().collect();
    let pairs = all.windows(2).filter(|pair| is_difference(pair[0]));
    let statement = |item: &Text| {
        let number = item.iter().find_map(|span| match span {
            Span::Citation(number) => Some(*number),
            _ => None,
        });
        (line(item), number.unwrap())
    };
    pairs.map(|pair| pair[1].texts().into_iter().map(statement).collect()).collect()
}

/// The sentences of a text, cells and items of its lists, without the marks of Markdown.
pub(crate) fn sentences_of(text: &str, language: Language) -> Vec<String> {
    let mut found = vec![];
    for line in text.lines().map(str::trim) {
        if line.starts_with('|') {
            let cells = line.trim_matches('|').split('|').map(str::trim);
            found.extend(cells.filter(|cell| !cell.is_empty() && !cell.starts_with("--")).map(str::to_owned));
            continue;
        }
        let line = line.trim_start_matches('#').trim_start();
        let line = line.strip_prefix("- ").unwrap_or(line);
        let number = line.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok());
        let line = number.map_or(line, |(_, rest)| rest);
        found.extend(prose::sentences::split(line, language).into_iter().map(str::to_owned));
    }
    found
}
