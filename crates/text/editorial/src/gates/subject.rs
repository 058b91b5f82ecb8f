//! An article prepared for measuring: read once for all gates.

use std::cell::OnceCell;
use std::collections::HashMap;

use domain::articles::document::Article;
use domain::articles::research::{Research, Source, SourceNumber};
use domain::locale::Language;
use prose::Reading;
use prose::copying::{Copying, Library};
use prose::fingerprint::Fingerprint;

use super::GateContext;
use crate::keyword::Keyword;
use crate::visible::{Passage, PassageKind, Place, passages};

/// The input of all gates.
pub(crate) struct Subject<'a> {
    pub(crate) article: &'a Article,
    pub(crate) context: &'a GateContext<'a>,
    pub(crate) keyword: Keyword,
    pub(crate) words: u32,
    /// All visible text, and its passages.
    pub(crate) whole: Reading,
    pub(crate) passages: Vec<Passage>,
    /// Whole sentences by the writer, and their passages.
    pub(crate) prose: Reading,
    pub(crate) prose_passages: Vec<Passage>,
    copying: OnceCell<Option<Copying>>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(article: &'a Article, context: &'a GateContext<'a>) -> Self {
        let language = context.order.language;
        let passages = passages(article);
        let prose_passages: Vec<Passage> =
            passages.iter().filter(|passage| passage.kind.is_prose()).cloned().collect();
        Self {
            article,
            context,
            keyword: Keyword::new(&context.order.focus_keyword, language),
            words: passages.iter().map(|passage| seo::words::count(&passage.text)).sum(),
            whole: read_passages(language, &passages),
            prose: read_passages(language, &prose_passages),
            passages,
            prose_passages,
            copying: OnceCell::new(),
        }
    }

    pub(crate) fn language(&self) -> Language {
        self.context.order.language
    }

    /// The place and the words of a sentence of the visible text.
    pub(super) fn sentence(&self, index: usize) -> Option<(&Place, &str)> {
        let sentence = self.whole.sentence(index)?;
        Some((&self.passages.get(sentence.passage())?.place, sentence.text()))
    }

    /// The place and the words of a sentence by the writer.
    pub(super) fn prose_sentence(&self, index: usize) -> Option<(&Place, &str)> {
        let sentence = self.prose.sentence(index)?;
        Some((&self.prose_passages.get(sentence.passage())?.place, sentence.text()))
    }

    /// What the article has in common with other people's pages; `None` if it uses none.
    pub(crate) fn copying(&self) -> Option<&Copying> {
        let compare = || {
            let sources = source_texts(self.context.research, self.language());
            let has_text = |source: &Reading| source.sentence_count() > 0;
            sources.iter().any(has_text).then(|| Library::new(&sources).compare(&self.whole))
        };
        self.copying.get_or_init(compare).as_ref()
    }

    pub(super) fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.whole)
    }
}

/// Reads passages as one text and marks quotations.
pub(super) fn read_passages(language: Language, passages: &[Passage]) -> Reading {
    let mut reading = Reading::new(language);
    for passage in passages {
        match passage.kind {
            PassageKind::Quote => reading.add(&format!("“{}”", passage.text)),
            _ => reading.add(&passage.text),
        };
    }
    reading
}

/// The text of each page, in the order of the sources. The customer may repeat their own texts, so these
/// count as empty.
fn source_texts(research: &Research, language: Language) -> Vec<Reading> {
    let mut texts: HashMap<SourceNumber, String> = HashMap::new();
    for passage in &research.passages {
        for source in passage.sources() {
            let text = texts.entry(source).or_default();
            text.push_str(&passage.text);
            text.push('\n');
        }
    }
    let text = |source: &Source| {
        let page = source.url.as_ref().and_then(|_| texts.get(&source.number));
        page.map_or("", String::as_str)
    };
    research.sources.iter().map(|source| Reading::of(text(source), language)).collect()
}
