//! Changes or removes sentences of an article, without leaving empty elements.

use domain::articles::document::{Article, Block, Section, Span, Text};
use domain::locale::Language;

use crate::spans::{joined, outside_code, plain, sentences};
use crate::visible::Place;

/// A sentence in its place.
#[derive(Debug)]
pub(crate) struct Spot<'a> {
    pub(crate) place: &'a Place,
    /// Its number within its place, from 1. All answers are one place.
    pub(crate) number: usize,
    /// The number of its block or answer, within its place.
    pub(crate) block: usize,
    pub(crate) text: &'a str,
    pub(crate) spans: &'a Text,
    /// The columns and cells of a table, if it is a row.
    pub(crate) row: Option<(&'a [Text], &'a [Text])>,
}

impl Spot<'_> {
    /// Its words without code.
    pub(crate) fn outside_code(&self) -> String {
        match self.row {
            Some((_, cells)) => cells.iter().map(outside_code).collect::<Vec<_>>().join(" | "),
            None => outside_code(self.spans),
        }
    }
}

/// The change of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    Keep,
    Remove,
    Text(Text),
    /// Replaces the cells of a row.
    Row(Vec<Text>),
}

/// Keeps the sentences for which `keep` returns true; otherwise like [`edit_sentences`].
pub(crate) fn retain_sentences(article: &mut Article, keep: &mut dyn FnMut(&Spot<'_>) -> bool) {
    edit_sentences(article, &mut |spot| if keep(spot) { Change::Keep } else { Change::Remove });
}

/// Changes the sentences of paragraphs, call-outs, items, rows and answers, in reading order. Quotations and
/// code stay unchanged. Paragraphs, items, rows, lists, tables and answers that end up empty are removed.
pub(crate) fn edit_sentences(article: &mut Article, edit: &mut dyn FnMut(&Spot<'_>) -> Change) {
    let mut editor = Editor { language: article.language, edit, number: 0, block: 0 };
    editor.blocks(&Place::Introduction, &mut article.introduction);
    article.sections.iter_mut().for_each(|section| editor.section(section));
    editor.number = 0;
    if let Some(faq) = &mut article.faq {
        for (index, item) in faq.items.iter_mut().enumerate() {
            editor.block = index;
            editor.text(&Place::Faq, &mut item.answer);
        }
        faq.items.retain(|item| !is_empty(&item.answer));
    }
    if article.faq.as_ref().is_some_and(|faq| faq.items.is_empty()) {
        article.faq = None;
    }
}

struct Editor<'a> {
    language: Language,
    edit: &'a mut dyn FnMut(&Spot<'_>) -> Change,
    /// The number of sentences of the place so far.
    number: usize,
    block: usize,
}

impl Editor<'_> {
    fn section(&mut self, section: &mut Section) {
        self.blocks(&Place::Section(section.id.clone()), &mut section.blocks);
        section.children.iter_mut().for_each(|child| self.section(child));
    }

    fn blocks(&mut self, place: &Place, blocks: &mut Vec<Block>) {
        (self.number, self.block) = (0, 0);
        blocks.retain_mut(|block| {
            self.block += 1;
            match block {
                Block::Paragraph(text) | Block::Callout { text, .. } => {
                    self.text(place, text);
                    !is_empty(text)
                }
                Block::List { items, .. } => {
                    for item in items.iter_mut() {
                        self.text(place, item);
                    }
                    items.retain(|item| !is_empty(item));
                    !items.is_empty()
                }
                Block::Table { columns, rows, .. } => {
                    rows.retain_mut(|row| self.row(place, columns, row));
                    !rows.is_empty()
                }
                Block::Quote { .. } | Block::Code { .. } => true,
            }
        });
    }

    fn text(&mut self, place: &Place, text: &mut Text) {
        let mut changed = false;
        let mut kept: Vec<Text> = Vec::new();
        for sentence in sentences(text, self.language) {
            let words = plain(&sentence);
            match self.visit(place, words.trim(), &sentence, None) {
                Change::Keep | Change::Row(_) => kept.push(sentence),
                Change::Remove => changed = true,
                Change::Text(other) => {
                    changed = true;
                    kept.push(spaced(other, &words));
                }
            }
        }
        if changed {
            *text = joined(kept);
        }
    }

    fn row(&mut self, place: &Place, columns: &[Text], row: &mut Vec<Text>) -> bool {
        let cells: Vec<String> = row.iter().map(plain).collect();
        let spans: Text = row.iter().flatten().cloned().collect();
        let cells = cells.join(" | ");
        match self.visit(place, &cells, &spans, Some((columns, row))) {
            Change::Keep | Change::Text(_) => true,
            Change::Remove => false,
            Change::Row(other) => {
                *row = other;
                true
            }
        }
    }

    fn visit(&mut self, place: &Place, text: &str, spans: &Text, row: Option<(&[Text], &[Text])>) -> Change {
        self.number += 1;
        let (number, block) = (self.number, self.block);
        (self.edit)(&Spot { place, number, block, text, spans, row })
    }
}

/// The text with the space that followed the previous words.
fn spaced(mut text: Text, before: &str) -> Text {
    if before.ends_with(char::is_whitespace) {
        text.push(Span::Plain(" ".to_owned()));
    }
    text
}

fn is_empty(text: &Text) -> bool {
    text.iter().all(|span| span.words().trim().is_empty())
}
