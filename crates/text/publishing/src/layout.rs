//! The place of everything in an article: anchors, images, sources. Computed once and used by every document.

use domain::articles::document::{Article, ArticleImage, FaqItem, ImageRole, Section, Span};

use crate::flow::{Piece, SourceList, pieces};
use crate::phrases::Phrases;
use crate::slug::Anchors;

/// The deepest heading that HTML and Markdown know.
const DEEPEST: u8 = 6;
pub(crate) const CONTENTS: &str = "contents";
pub(crate) const MAIN: &str = "content";
pub(crate) const FAQ: &str = "faq";
pub(crate) const SOURCES: &str = "sources";

/// An article with the places of its parts.
#[derive(Debug)]
pub(crate) struct Layout<'a> {
    pub(crate) article: &'a Article,
    pub(crate) phrases: &'static Phrases,
    /// Images below the title.
    pub(crate) heroes: Vec<&'a ArticleImage>,
    pub(crate) sections: Vec<PlacedSection<'a>>,
    /// Images of sections that no longer exist; they stand after the last section.
    pub(crate) strays: Vec<&'a ArticleImage>,
    pub(crate) questions: Vec<PlacedQuestion<'a>>,
    pub(crate) sources: SourceList<'a>,
    /// Whether the text is for editing, with every citation.
    pub(crate) for_editing: bool,
}

/// A section with its place.
#[derive(Debug)]
pub(crate) struct PlacedSection<'a> {
    pub(crate) section: &'a Section,
    pub(crate) anchor: String,
    /// Level, 2 to 6.
    pub(crate) level: u8,
    /// Images after its first block.
    pub(crate) images: Vec<&'a ArticleImage>,
    pub(crate) children: Vec<Self>,
}

/// A question with its place.
#[derive(Debug)]
pub(crate) struct PlacedQuestion<'a> {
    pub(crate) item: &'a FaqItem,
    pub(crate) anchor: String,
}

impl<'a> Layout<'a> {
    pub(crate) fn of(article: &'a Article) -> Self {
        let sources = SourceList::new(&article.sources);
        let mut placing = Placing {
            anchors: Anchors::without(reserved(sources.iter().len())),
            images: article.images.iter().filter(|image| image.role != ImageRole::Hero).collect(),
        };
        let sections = placing.sections(&article.sections, 2);
        let items = article.faq.iter().flat_map(|faq| &faq.items);
        let questions = items
            .map(|item| PlacedQuestion { anchor: placing.anchors.give(&item.question, "question"), item });
        let questions = questions.collect();
        Self {
            article,
            phrases: Phrases::of(article.language),
            heroes: article.images.iter().filter(|image| image.role == ImageRole::Hero).collect(),
            sections,
            strays: placing.images,
            questions,
            sources,
            for_editing: false,
        }
    }

    /// The layout for editing: every citation is shown, including those that the next sentence repeats.
    pub(crate) fn for_editing(article: &'a Article) -> Self {
        Self { for_editing: true, ..Self::of(article) }
    }

    /// The pieces of a text of the article.
    pub(crate) fn pieces<'t>(&self, text: &'t [Span]) -> Vec<Piece<'t>> {
        let language = (!self.for_editing).then_some(self.article.language);
        pieces(text, &self.sources, language)
    }

    /// The heading above the questions, if there are any.
    pub(crate) fn faq_heading(&self) -> Option<&'a str> {
        let faq = self.article.faq.as_ref()?;
        (!faq.items.is_empty()).then_some(&*faq.heading)
    }

    /// Every image in the order of the page.
    pub(crate) fn images(&self) -> Vec<&'a ArticleImage> {
        let mut images = self.heroes.clone();
        for section in &self.sections {
            section.collect_images(&mut images);
        }
        images.extend(&self.strays);
        images
    }
}

impl<'a> PlacedSection<'a> {
    fn collect_images(&self, images: &mut Vec<&'a ArticleImage>) {
        images.extend(&self.images);
        for child in &self.children {
            child.collect_images(images);
        }
    }
}

/// The anchor of a source by its place in the list.
pub(crate) fn source_anchor(place: usize) -> String {
    format!("source-{place}")
}

fn reserved(sources: usize) -> impl Iterator<Item = String> {
    let fixed = [CONTENTS, MAIN, FAQ, SOURCES].map(str::to_owned);
    fixed.into_iter().chain((1..=sources).map(source_anchor))
}

struct Placing<'a> {
    anchors: Anchors,
    /// Images without a place.
    images: Vec<&'a ArticleImage>,
}

impl<'a> Placing<'a> {
    fn sections(&mut self, sections: &'a [Section], level: u8) -> Vec<PlacedSection<'a>> {
        sections.iter().map(|section| self.section(section, level)).collect()
    }

    fn section(&mut self, section: &'a Section, level: u8) -> PlacedSection<'a> {
        let otherwise = format!("section-{}", section.id.as_str().replace('.', "-"));
        let anchor = self.anchors.give(&section.heading, &otherwise);
        let stands_here =
            |image: &mut &ArticleImage| matches!(&image.role, ImageRole::Section(id) if *id == section.id);
        let images = self.images.extract_if(.., stands_here).collect();
        let children = self.sections(&section.children, (level + 1).min(DEEPEST));
        PlacedSection { section, anchor, level: level.min(DEEPEST), images, children }
    }
}
