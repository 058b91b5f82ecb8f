//! Takes sentences out of an article and leaves nothing empty behind.

use domain::articles::document::{Article, Block, Section, Text};
use domain::locale::Language;
use prose::quantities::{self, Quantity};

use crate::spans::{joined, plain, row_quantities, sentences};
use crate::visible::{PassageKind, Place};

/// A sentence in its place.
#[derive(Debug)]
pub(crate) struct Spot<'a> {
    pub(crate) place: &'a Place,
    /// As it is written.
    pub(crate) text: &'a str,
    /// With its marks.
    pub(crate) spans: &'a Text,
    /// What it stands in: a paragraph, an item, a cell or an answer.
    pub(crate) kind: PassageKind,
    /// Whether a section, the introduction or an answer begins with it.
    pub(crate) first: bool,
    /// The columns and cells of a table, if it is a row.
    row: Option<(&'a [Text], &'a [Text])>,
}

impl Spot<'_> {
    /// The numbers with units that it gives.
    pub(crate) fn quantities(&self, language: Language) -> Vec<Quantity> {
        match self.row {
            Some((columns, cells)) => row_quantities(columns, cells, language),
            None => quantities::in_sentence(self.text, language),
        }
    }
}

/// Keeps the sentences for which `keep` says so: of paragraphs, items, rows and answers, in reading order. Quotations stay as they are.
/// Paragraphs, items, rows, lists, tables and answers that lose all of their words go too.
pub(crate) fn retain_sentences(article: &mut Article, keep: &mut dyn FnMut(&Spot<'_>) -> bool) {
    let mut editor = Editor { language: article.language, keep };
    editor.blocks(&Place::Introduction, &mut article.introduction);
    article.sections.iter_mut().for_each(|section| editor.section(section));
    if let Some(faq) = &mut article.faq {
        for item in &mut faq.items {
            let mut first = true;
            editor.text(&Place::Faq, PassageKind::Answer, &mut item.answer, &mut first);
        }
        faq.items.retain(|item| !is_empty(&item.answer));
    }
    if article.faq.as_ref().is_some_and(|faq| faq.items.is_empty()) {
        article.faq = None;
    }
}

struct Editor<'a> {
    language: Language,
    keep: &'a mut dyn FnMut(&Spot<'_>) -> bool,
}

impl Editor<'_> {
    fn section(&mut self, section: &mut Section) {
        self.blocks(&Place::Section(section.id.clone()), &mut section.blocks);
        section.children.iter_mut().for_each(|child| self.section(child));
    }

    fn blocks(&mut self, place: &Place, blocks: &mut Vec<Block>) {
        let mut first = true;
        blocks.retain_mut(|block| match block {
            Block::Paragraph(text) | Block::Callout { text, .. } => {
                self.text(place, PassageKind::Paragraph, text, &mut first);
                !is_empty(text)
            }
            Block::List { items, .. } => {
                for item in items.iter_mut() {
                    self.text(place, PassageKind::Item, item, &mut first);
                }
                items.retain(|item| !is_empty(item));
                !items.is_empty()
            }
            Block::Table { columns, rows, .. } => {
                rows.retain(|row| self.row(place, columns, row, &mut first));
                !rows.is_empty()
            }
            Block::Quote { .. } | Block::Code { .. } => {
                first = false;
                true
            }
        });
    }

    fn text(&mut self, place: &Place, kind: PassageKind, text: &mut Text, first: &mut bool) {
        let all = sentences(text, self.language);
        let count = all.len();
        let kept: Vec<Text> =
            all.into_iter().filter(|sentence| self.keeps(place, kind, sentence, first)).collect();
        if kept.len() < count {
            *text = joined(kept);
        }
    }

    fn row(&mut self, place: &Place, columns: &[Text], row: &[Text], first: &mut bool) -> bool {
        let cells: Vec<String> = row.iter().map(plain).collect();
        let spans: Text = row.iter().flatten().cloned().collect();
        (self.keep)(&Spot {
            place,
            kind: PassageKind::Cell,
            text: &cells.join(" | "),
            spans: &spans,
            first: std::mem::take(first),
            row: Some((columns, row)),
        })
    }

    fn keeps(&mut self, place: &Place, kind: PassageKind, sentence: &Text, first: &mut bool) -> bool {
        let words = plain(sentence);
        let first = std::mem::take(first);
        (self.keep)(&Spot { place, kind, text: words.trim(), spans: sentence, first, row: None })
    }
}

fn is_empty(text: &Text) -> bool {
    text.iter().all(|span| span.words().trim().is_empty())
}
