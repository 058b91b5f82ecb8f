//! An article in the form in which a model edits it sentence by sentence.
//!
//! Every sentence, item and row that may change has an id before it: `{intro/2}`, `{2.1/3}` in section 2.1,
//! `{faq/5}` among the answers. A sentence keeps its id as long as nothing before it in the same place
//! changes. Headings, questions, quotations, captions, the columns of tables and code have no ids.

mod marks;

use std::fmt::Write as _;

use domain::articles::document::{Article, Block, Section, Text};
use domain::articles::research::SourceNumber;
use domain::locale::Language;

use crate::spans::sentences;
use crate::visible::Place;
pub(crate) use marks::ArticleMarks;

/// The article with an id before each sentence.
#[must_use]
pub fn manuscript(article: &Article) -> String {
    let marks = ArticleMarks::of(article);
    let mut writer = Writer { marks, language: article.language, text: String::new(), number: 0 };
    writer.line(&format!("# {}", article.title));
    writer.blocks(&Place::Introduction, &article.introduction);
    for section in &article.sections {
        writer.section(section, 2);
    }
    if let Some(faq) = &article.faq {
        writer.line(&format!("\n## {}", faq.heading));
        writer.number = 0;
        for item in &faq.items {
            writer.line(&format!("\n### {}\n", item.question));
            let answer = writer.sentences(&Place::Faq, &item.answer);
            writer.line(&answer);
        }
    }
    writer.text
}

/// The name of the introduction in ids.
pub(crate) const INTRODUCTION: &str = "intro";

/// The id of a sentence, by its number within its place.
pub(crate) fn sentence_id(place: &Place, number: usize) -> String {
    let name = if *place == Place::Introduction { INTRODUCTION } else { place.name() };
    format!("{name}/{number}")
}

struct Writer {
    marks: ArticleMarks,
    language: Language,
    text: String,
    /// The number of ids in the place so far.
    number: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn section(&mut self, section: &Section, level: usize) {
        self.line(&format!("\n{} {}", "#".repeat(level), section.heading));
        self.blocks(&Place::Section(section.id.clone()), &section.blocks);
        section.children.iter().for_each(|child| self.section(child, level + 1));
    }

    fn blocks(&mut self, place: &Place, blocks: &[Block]) {
        self.number = 0;
        for block in blocks {
            self.text.push('\n');
            match block {
                Block::Paragraph(text) => {
                    let line = self.sentences(place, text);
                    self.line(&line);
                }
                Block::Callout { kind, text } => {
                    let line = self.sentences(place, text);
                    self.line(&format!("> {}: {line}", kind.as_str()));
                }
                Block::List { ordered, items } => self.list(place, *ordered, items),
                Block::Table { caption, columns, rows } => {
                    self.table(place, caption.as_deref(), columns, rows);
                }
                Block::Quote { text, source } => self.quote(text, *source),
                Block::Code { language, text } => self.code(language.as_deref(), text),
            }
        }
    }

    fn id(&mut self, place: &Place) -> String {
        self.number += 1;
        sentence_id(place, self.number)
    }

    /// Writes the sentences in one line.
    fn sentences(&mut self, place: &Place, text: &Text) -> String {
        let mut line = String::new();
        for sentence in sentences(text, self.language) {
            let id = self.id(place);
            let space = if line.is_empty() { "" } else { " " };
            let _ = write!(line, "{space}{{{id}}} {}", self.marks.written(&sentence));
        }
        line
    }

    fn list(&mut self, place: &Place, ordered: bool, items: &[Text]) {
        for (index, item) in items.iter().enumerate() {
            let line = self.sentences(place, item);
            let mark = if ordered { format!("{}.", index + 1) } else { "-".to_owned() };
            self.line(&format!("{mark} {line}"));
        }
    }

    fn table(&mut self, place: &Place, caption: Option<&str>, columns: &[Text], rows: &[Vec<Text>]) {
        if let Some(caption) = caption {
            self.line(&format!("Table: {caption}"));
        }
        let head = self.marks.written_row(columns);
        self.line(&head);
        self.line(&format!("|{}", "---|".repeat(columns.len())));
        for row in rows {
            let id = self.id(place);
            let cells = self.marks.written_row(row);
            self.line(&format!("{{{id}}} {cells}"));
        }
    }

    fn quote(&mut self, text: &Text, source: SourceNumber) {
        let words = self.marks.written(text);
        self.line(&format!("> \"{words}\" [S{}]", source.0));
    }

    fn code(&mut self, language: Option<&str>, text: &str) {
        let longest = text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        self.line(&format!("{fence}{}", language.unwrap_or_default()));
        self.line(text.trim_end());
        self.line(&fence);
    }
}
