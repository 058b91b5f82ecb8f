//! Sentences with marks, as an editing model reads and writes them: `[S2]` cites source 2, `[L1: words]`
//! links to the first page that the article links to, and code stands between backticks.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use domain::articles::document::{Article, Block, Span, Text};
use domain::articles::order::InternalLink;
use domain::articles::research::SourceNumber;

use crate::replies::{Names, named_text, visible};

/// The sources and pages that marks of an article can name.
#[derive(Debug, Clone, Default)]
pub(crate) struct ArticleMarks {
    sources: BTreeSet<SourceNumber>,
    links: Vec<InternalLink>,
}

impl ArticleMarks {
    pub(crate) fn of(article: &Article) -> Self {
        let mut marks = Self::default();
        for block in article.blocks() {
            if let Block::Quote { source, .. } = block {
                marks.sources.insert(*source);
            }
            block.texts().into_iter().for_each(|text| marks.add(text));
        }
        article.faq.iter().flat_map(|faq| &faq.items).for_each(|item| marks.add(&item.answer));
        marks
    }

    fn add(&mut self, text: &Text) {
        for span in text {
            match span {
                Span::Citation(number) => {
                    self.sources.insert(*number);
                }
                Span::Link { url, .. } if self.links.iter().all(|link| link.url != *url) => {
                    self.links.push(InternalLink { url: url.clone(), title: None });
                }
                _ => {}
            }
        }
    }

    /// Writes the text in one line.
    pub(crate) fn written(&self, text: &Text) -> String {
        let mut line = String::new();
        for span in text {
            match span {
                Span::Plain(words) => line.push_str(words),
                Span::Strong(words) => line.extend(["**", words, "**"]),
                Span::Emphasis(words) => line.extend(["*", words, "*"]),
                Span::Code(words) => code(&mut line, words),
                Span::Link { text, url } => {
                    let number = self.links.iter().position(|link| link.url == *url).map_or(0, |at| at + 1);
                    let _ = write!(line, "[L{number}: {text}]");
                }
                Span::Citation(number) => {
                    let space = if line.ends_with(char::is_whitespace) { "" } else { " " };
                    let _ = write!(line, "{space}[S{}]", number.0);
                }
            }
        }
        visible(&line)
    }

    /// Writes a row in one line. A bar within a cell is escaped with a backslash.
    pub(crate) fn written_row(&self, cells: &[Text]) -> String {
        let cells: Vec<String> = cells.iter().map(|cell| self.written(cell).replace('|', "\\|")).collect();
        format!("| {} |", cells.join(" | "))
    }

    /// Reads a text from one line.
    pub(crate) fn read(&self, line: &str) -> Text {
        named_text(line, self)
    }

    /// Reads cells from one line.
    pub(crate) fn read_row(&self, line: &str) -> Vec<Text> {
        let line = line.trim();
        let line = line.strip_prefix('|').unwrap_or(line);
        let line = line.strip_suffix('|').filter(|rest| !rest.ends_with('\\')).unwrap_or(line);
        let mut cells = vec![String::new()];
        let mut signs = line.chars().peekable();
        while let Some(sign) = signs.next() {
            let escapes = sign == '\\' && signs.peek() == Some(&'|');
            let sign = if escapes { signs.next() } else { Some(sign).filter(|sign| *sign != '|') };
            match (sign, cells.last_mut()) {
                (Some(sign), Some(cell)) => cell.push(sign),
                _ => cells.push(String::new()),
            }
        }
        cells.iter().map(|cell| self.read(cell)).collect()
    }
}

impl Names for ArticleMarks {
    fn letters(&self) -> &'static [char] {
        &['S']
    }

    fn source(&self, _: char, number: u32) -> Option<SourceNumber> {
        self.sources.get(&SourceNumber(number)).copied()
    }

    fn page(&self, number: u32) -> Option<&InternalLink> {
        self.links.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }
}

/// Writes code between more backticks than it contains.
fn code(line: &mut String, words: &str) {
    let longest = words.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if words.starts_with('`') || words.ends_with('`') { " " } else { "" };
    line.extend([fence.as_str(), space, words, space, &fence]);
}
