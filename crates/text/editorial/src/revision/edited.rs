//! An article during editing: the current text of each sentence, and what the article would lose.

use std::collections::{BTreeSet, HashMap};

use domain::articles::document::{Article, Block, Span, Text};
use domain::articles::research::SourceNumber;
use domain::locale::Language;

use super::figures::PassageFigures;
use super::reading::{Content, content};
use super::{Edit, Refusal, TakenEdit};
use crate::content::figures::is_example;
use crate::content::numbers::{Number, numbers};
use crate::manuscript::{ArticleMarks, sentence_id};
use crate::sentence_edit::{Change, Spot, edit_sentences, retain_sentences};
use crate::spans::plain;
use crate::visible::{Place, words};

/// The largest share of the words that may be deleted: one in this number.
const LARGEST_LOSS: u32 = 5;

pub(super) struct EditedArticle {
    marks: ArticleMarks,
    language: Language,
    given: PassageFigures,
    ids: HashMap<String, usize>,
    sentences: Vec<Sentence>,
    quoted: Vec<(Place, SourceNumber)>,
    /// How many more words may be deleted.
    spare_words: u32,
}

struct Sentence {
    place: Place,
    block: usize,
    columns: Vec<Text>,
    shown: String,
    now: Facts,
    change: Change,
}

/// The relevant facts of a sentence. A deleted sentence has none.
#[derive(Debug, Clone, Default)]
struct Facts {
    words: u32,
    cited: BTreeSet<SourceNumber>,
    links: BTreeSet<String>,
    figures: Vec<Number>,
    content: Option<Content>,
}

impl Facts {
    fn of(content: Content, columns: &[Text], language: Language) -> Self {
        let mut facts = Self::default();
        for (index, text) in content.texts().iter().enumerate() {
            let written = plain(text);
            facts.words += seo::words::count(&written);
            let column = columns.get(index).map(|column| format!("{}: ", plain(column).trim()));
            facts.figures.extend(numbers(&format!("{}{written}", column.unwrap_or_default()), language));
            for span in text {
                match span {
                    Span::Citation(number) => {
                        facts.cited.insert(*number);
                    }
                    Span::Link { url, .. } => {
                        facts.links.insert(url.clone());
                    }
                    _ => {}
                }
            }
        }
        facts.content = Some(content);
        facts
    }

    fn text(&self) -> String {
        self.content.iter().flat_map(Content::texts).map(plain).collect::<Vec<_>>().join(" ")
    }
}

impl EditedArticle {
    /// The marks are those of the article for which the edits were written.
    pub(super) fn new(article: &Article, marks: ArticleMarks, given: PassageFigures) -> Self {
        let mut edited = Self {
            marks,
            language: article.language,
            given,
            ids: HashMap::new(),
            sentences: Vec::new(),
            quoted: quoted(article),
            spare_words: words(article) / LARGEST_LOSS,
        };
        retain_sentences(&mut article.clone(), &mut |spot| {
            edited.add(spot);
            true
        });
        edited
    }

    fn add(&mut self, spot: &Spot<'_>) {
        let (columns, content, shown) = match spot.row {
            Some((columns, cells)) => {
                (columns.to_vec(), Content::Row(cells.to_vec()), self.marks.written_row(cells))
            }
            None => (Vec::new(), Content::Sentence(spot.spans.clone()), self.marks.written(spot.spans)),
        };
        // If two sections have the same id, the first one counts.
        self.ids.entry(sentence_id(spot.place, spot.number)).or_insert(self.sentences.len());
        self.sentences.push(Sentence {
            place: spot.place.clone(),
            block: spot.block,
            now: Facts::of(content, &columns, self.language),
            columns,
            shown,
            change: Change::Keep,
        });
    }

    /// Makes an edit, or returns why it is refused.
    pub(super) fn take(&mut self, edit: &Edit) -> Result<TakenEdit, Refusal> {
        let index = *self.ids.get(edit.id.trim()).ok_or(Refusal::UnknownId)?;
        let sentence = &self.sentences[index];
        if sentence.change != Change::Keep {
            return Err(Refusal::EditedTwice);
        }
        let mark = format!("{{{}}}", edit.id.trim());
        let written = edit.text.trim().trim_start_matches(mark.as_str()).trim();
        let new = if written.is_empty() { Facts::default() } else { self.read(written, sentence)? };
        if new.content.is_some() {
            self.keeps_marks(index, &new)?;
        } else {
            self.may_delete(index)?;
        }
        self.has_given_figures(index, &new)?;
        let lost = sentence.now.words.saturating_sub(new.words);
        let spare_words = self.spare_words.checked_sub(lost).ok_or(Refusal::TooMuchDeleted)?;
        let after = match &new.content {
            Some(Content::Sentence(text)) => self.marks.written(text),
            Some(Content::Row(cells)) => self.marks.written_row(cells),
            None => String::new(),
        };
        let before = sentence.shown.clone();
        self.spare_words = spare_words;
        self.put(index, new);
        Ok(TakenEdit { id: edit.id.trim().to_owned(), reason: edit.reason, before, after })
    }

    fn read(&self, written: &str, sentence: &Sentence) -> Result<Facts, Refusal> {
        let Some(old) = &sentence.now.content else { return Err(Refusal::UnknownId) };
        let new = content(written, old, &sentence.shown, &self.marks)?;
        let new = Facts::of(new, &sentence.columns, self.language);
        if new.words == 0 {
            return Err(Refusal::Markup);
        }
        if written == sentence.shown || new.content.as_ref() == Some(old) {
            return Err(Refusal::Unchanged);
        }
        Ok(new)
    }

    fn put(&mut self, index: usize, new: Facts) {
        let sentence = &mut self.sentences[index];
        sentence.change = match &new.content {
            Some(Content::Sentence(text)) => Change::Text(text.clone()),
            Some(Content::Row(cells)) => Change::Row(cells.clone()),
            None => Change::Remove,
        };
        sentence.now = new;
    }

    fn others(&self, index: usize) -> impl Iterator<Item = &Sentence> {
        self.sentences.iter().enumerate().filter(move |(at, _)| *at != index).map(|(_, other)| other)
    }

    /// Whether a sentence may be deleted: its section or answer and the sources must remain.
    fn may_delete(&self, index: usize) -> Result<(), Refusal> {
        let sentence = &self.sentences[index];
        if !sentence.now.links.is_empty() {
            return Err(Refusal::DropsLink);
        }
        // Deleting the last row of a table would also delete its caption and columns, and deleting the last
        // sentence of an answer its question.
        let is_row = matches!(sentence.now.content, Some(Content::Row(_)));
        let within_block = is_row || sentence.place == Place::Faq;
        let beside = |other: &Sentence| {
            other.place == sentence.place
                && (!within_block || other.block == sentence.block)
                && other.now.words > 0
        };
        if !self.others(index).any(beside) {
            return Err(Refusal::EmptiesSection);
        }
        let cited = &sentence.now.cited;
        let quoted_here = || self.quoted.iter().any(|(place, _)| *place == sentence.place);
        let cites_here = |other: &Sentence| other.place == sentence.place && !other.now.cited.is_empty();
        let section_keeps = cited.is_empty() || quoted_here() || self.others(index).any(cites_here);
        if section_keeps && cited.iter().all(|source| self.cites_elsewhere(index, *source)) {
            Ok(())
        } else {
            Err(Refusal::OnlyCitation)
        }
    }

    fn cites_elsewhere(&self, index: usize, source: SourceNumber) -> bool {
        self.quoted.iter().any(|(_, quoted)| *quoted == source)
            || self.others(index).any(|other| other.now.cited.contains(&source))
    }

    /// A sentence with a citation must keep one, and may cite another source if its claim changes. It also
    /// keeps its links.
    fn keeps_marks(&self, index: usize, new: &Facts) -> Result<(), Refusal> {
        let old = &self.sentences[index].now;
        let mut dropped = old.cited.difference(&new.cited);
        if let Some(source) = old.cited.first().filter(|_| new.cited.is_empty()) {
            return Err(Refusal::DropsCitation(*source));
        }
        if !dropped.all(|source| self.cites_elsewhere(index, *source)) {
            return Err(Refusal::OnlyCitation);
        }
        if old.links.is_subset(&new.links) { Ok(()) } else { Err(Refusal::DropsLink) }
    }

    fn has_given_figures(&self, index: usize, new: &Facts) -> Result<(), Refusal> {
        if is_example(&new.text()) {
            return Ok(());
        }
        let Sentence { place, now: old, .. } = &self.sentences[index];
        let is_old = |figure: &Number| old.figures.iter().any(|other| other.is_same(figure));
        for figure in new.figures.iter().filter(|figure| !is_old(figure)) {
            let here = self.others(index).filter(|other| other.place == *place);
            let beside = here.flat_map(|other| &other.now.figures).chain(&new.figures);
            let beside: Vec<&Number> = beside.filter(|other| !std::ptr::eq(*other, figure)).collect();
            if !self.given.allow(&new.cited, figure, &beside) {
                return Err(Refusal::UnsupportedFigure(figure.excerpt.clone()));
            }
        }
        Ok(())
    }

    /// The article with the accepted edits.
    pub(super) fn edited(self, article: &Article) -> Article {
        let mut edited = article.clone();
        if self.sentences.iter().all(|sentence| sentence.change == Change::Keep) {
            return edited;
        }
        let mut changes = self.sentences.into_iter().map(|sentence| sentence.change);
        edit_sentences(&mut edited, &mut |_| changes.next().unwrap_or(Change::Keep));
        edited
    }
}

fn quoted(article: &Article) -> Vec<(Place, SourceNumber)> {
    let of = |place: Place, blocks: &[Block]| {
        let source = |block: &Block| match block {
            Block::Quote { source, .. } => Some((place.clone(), *source)),
            _ => None,
        };
        blocks.iter().filter_map(source).collect::<Vec<_>>()
    };
    let mut all = of(Place::Introduction, &article.introduction);
    for (_, section) in article.flattened() {
        all.extend(of(Place::Section(section.id.clone()), &section.blocks));
    }
    all
}
