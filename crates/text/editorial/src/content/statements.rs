//! An article as statements: sentences, items, rows and lines of code, each with its place and its citations.

use std::cell::OnceCell;
use std::collections::HashSet;

use domain::articles::document::{Article, Block, Section, Span, Text};
use domain::articles::research::SourceNumber;
use domain::locale::Language;

use super::numbers::{Known, Number, numbers};
use super::vocabulary::{content_words, loose_words};
use crate::spans::{plain, sentences};
use crate::visible::Place;

/// The kind of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A sentence of a paragraph.
    Sentence,
    /// A sentence of an item of a list.
    Item,
    /// A row of a table, each cell preceded by its column's name.
    Row,
    /// A sentence of an answer.
    Answer,
    Code,
}

/// A statement of the article.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) place: Place,
    pub(crate) kind: Kind,
    pub(crate) text: String,
    /// The words without code commands, whose figures are settings to choose.
    pub(crate) spoken: String,
    /// The figures of these words.
    pub(crate) numbers: Vec<Number>,
    pub(crate) citations: Vec<SourceNumber>,
    /// The citations of its table or list, if it has none itself.
    pub(crate) inherited: Vec<SourceNumber>,
    /// The number of its block. Rows of different tables have different numbers.
    pub(crate) block: usize,
    /// Its question, or the name of its row.
    pub(crate) topic: String,
    language: Language,
    words: OnceCell<HashSet<String>>,
    words_with_topic: OnceCell<HashSet<String>>,
    known: OnceCell<Known>,
}

impl Statement {
    /// Its content words.
    pub(super) fn words(&self) -> &HashSet<String> {
        self.words.get_or_init(|| content_words(&self.text, self.language))
    }

    /// Its words and those of its topic, in Vietnamese with the significant syllables.
    pub(super) fn words_with_topic(&self) -> &HashSet<String> {
        let read = || loose_words(&format!("{} {}", self.text, self.topic), self.language);
        self.words_with_topic.get_or_init(read)
    }

    /// Everything that its text gives as a figure.
    pub(super) fn known(&self) -> &Known {
        self.known.get_or_init(|| {
            let mut known = Known::default();
            known.add(&self.text, self.language);
            known
        })
    }

    pub(crate) fn is_spoken(&self) -> bool {
        self.kind != Kind::Code
    }

    /// Its own citations, or those of its table or list.
    pub(crate) fn cited(&self) -> &[SourceNumber] {
        if self.citations.is_empty() { &self.inherited } else { &self.citations }
    }
}

/// All statements of an article, in order.
pub(crate) fn statements(article: &Article) -> Vec<Statement> {
    let mut reader = Reader { language: article.language, found: Vec::new(), block: 0 };
    reader.blocks(&Place::Introduction, &article.introduction);
    for section in &article.sections {
        reader.section(section);
    }
    for item in article.faq.iter().flat_map(|faq| &faq.items) {
        let from = reader.found.len();
        reader.text(&Place::Faq, Kind::Answer, &item.answer, &[]);
        for answer in &mut reader.found[from..] {
            answer.topic.clone_from(&item.question);
        }
    }
    reader.found
}

struct Reader {
    language: Language,
    found: Vec<Statement>,
    block: usize,
}

impl Reader {
    fn section(&mut self, section: &Section) {
        self.blocks(&Place::Section(section.id.clone()), &section.blocks);
        for child in &section.children {
            self.section(child);
        }
    }

    fn blocks(&mut self, place: &Place, blocks: &[Block]) {
        for (index, block) in blocks.iter().enumerate() {
            let around = || {
                let before = index.checked_sub(1).and_then(|before| blocks.get(before));
                let cited = |block: Option<&Block>| block.map(citations_of_paragraph).unwrap_or_default();
                let before = cited(before);
                if before.is_empty() { cited(blocks.get(index + 1)) } else { before }
            };
            match block {
                Block::Paragraph(text) | Block::Callout { text, .. } => {
                    self.text(place, Kind::Sentence, text, &[]);
                }
                Block::Quote { text, source } => {
                    let from = self.found.len();
                    self.text(place, Kind::Sentence, text, &[]);
                    for quoted in &mut self.found[from..] {
                        quoted.citations.push(*source);
                    }
                }
                Block::List { items, .. } => {
                    let inherited = around();
                    for item in items {
                        self.text(place, Kind::Item, item, &inherited);
                    }
                }
                Block::Table { columns, rows, .. } => {
                    let mut inherited = citations(columns.iter().flatten());
                    if inherited.is_empty() {
                        inherited = around();
                    }
                    for row in rows {
                        self.row(place, columns, row, &inherited);
                    }
                }
                Block::Code { text, .. } => {
                    self.push(place, Kind::Code, text.clone(), String::new(), &[], &[]);
                }
            }
            self.block += 1;
        }
    }

    fn text(&mut self, place: &Place, kind: Kind, text: &Text, inherited: &[SourceNumber]) {
        for sentence in sentences(text, self.language) {
            let cited = citations(&sentence);
            self.push(place, kind, plain(&sentence), spoken(&sentence), &cited, inherited);
        }
    }

    fn row(&mut self, place: &Place, columns: &[Text], row: &[Text], inherited: &[SourceNumber]) {
        let cell = |(column, cell): (&Text, &Text), words: fn(&Text) -> String| {
            format!("{}: {}", plain(column).trim(), words(cell).trim())
        };
        let cells = |words: fn(&Text) -> String| {
            columns.iter().zip(row).map(|pair| cell(pair, words)).collect::<Vec<_>>().join(" | ")
        };
        self.push(place, Kind::Row, cells(plain), cells(spoken), &citations(row.iter().flatten()), inherited);
        if let (Some(last), Some(name)) = (self.found.last_mut(), row.first()) {
            last.topic = plain(name);
        }
    }

    fn push(
        &mut self,
        place: &Place,
        kind: Kind,
        text: String,
        spoken: String,
        cited: &[SourceNumber],
        inherited: &[SourceNumber],
    ) {
        if text.trim().is_empty() {
            return;
        }
        let inherited = if cited.is_empty() { inherited.to_vec() } else { Vec::new() };
        self.found.push(Statement {
            place: place.clone(),
            kind,
            text,
            numbers: numbers(&spoken, self.language),
            spoken,
            citations: cited.to_vec(),
            inherited,
            block: self.block,
            topic: String::new(),
            language: self.language,
            words: OnceCell::new(),
            words_with_topic: OnceCell::new(),
            known: OnceCell::new(),
        });
    }
}

/// The words without code of more than one word.
fn spoken(text: &Text) -> String {
    let words = text.iter().map(|span| match span {
        Span::Code(code) if code.contains([' ', '=']) => "`code`",
        other => other.words(),
    });
    words.collect()
}

fn citations_of_paragraph(block: &Block) -> Vec<SourceNumber> {
    match block {
        Block::Paragraph(text) => citations(text),
        _ => Vec::new(),
    }
}

fn citations<'a>(spans: impl IntoIterator<Item = &'a Span>) -> Vec<SourceNumber> {
    let mut found: Vec<SourceNumber> = Vec::new();
    for span in spans {
        if let Span::Citation(number) = span
            && !found.contains(number)
        {
            found.push(*number);
        }
    }
    found
}
