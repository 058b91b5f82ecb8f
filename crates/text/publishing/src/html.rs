//! An article as a fragment of HTML for any page.
//!
//! One `article` with one `h1`, no script, no style. Identifiers are unique, words are escaped, links lead to
//! web pages or to anchors in the article.

mod blocks;
mod figures;

use domain::articles::document::{Article, Block};

use crate::flow::{ListedSource, Piece, PieceKind, groups};
use crate::layout::{CONTENTS, FAQ, Layout, PlacedQuestion, PlacedSection, SOURCES, source_anchor};
use crate::markup::Markup;
use crate::phrases::{direction, machine_time};
use crate::plain::trimmed;
use figures::Loading;

/// Links to sources lead away from the site, and we do not endorse their content.
const SOURCE_RELATION: &str = "external nofollow";

/// The article as a fragment.
#[must_use]
pub fn html(article: &Article) -> String {
    let mut markup = Markup::with_capacity(64 * 1024);
    write_article(&mut markup, &Layout::of(article), |_| ());
    markup.finish()
}

/// A section's own text, without its heading and the sections below it.
pub(crate) fn section_html(layout: &Layout<'_>, section: &PlacedSection<'_>) -> String {
    let mut writer = Writer { markup: &mut Markup::default(), layout };
    writer.body(section);
    std::mem::take(writer.markup).finish()
}

/// Blocks by themselves, without images.
pub(crate) fn blocks_html(layout: &Layout<'_>, blocks: &[Block]) -> String {
    let mut writer = Writer { markup: &mut Markup::default(), layout };
    writer.blocks(blocks);
    std::mem::take(writer.markup).finish()
}

/// The questions with their answers, without the heading above them.
pub(crate) fn faq_html(layout: &Layout<'_>) -> String {
    let mut writer = Writer { markup: &mut Markup::default(), layout };
    for question in &layout.questions {
        writer.question(question);
    }
    std::mem::take(writer.markup).finish()
}

/// Writes the article; `below_title` may add facts that the page provides.
pub(crate) fn write_article(markup: &mut Markup, layout: &Layout<'_>, below_title: impl FnOnce(&mut Markup)) {
    let language = layout.article.language;
    markup.open("article", &[("lang", language.as_str()), ("dir", direction(language))]);
    markup.line();
    markup.open("header", &[]);
    markup.line();
    markup.element_line("h1", &[], &trimmed(&layout.article.title));
    below_title(markup);
    let mut writer = Writer { markup, layout };
    for (index, image) in layout.heroes.iter().enumerate() {
        writer.figure(image, if index == 0 { Loading::First } else { Loading::Later });
    }
    writer.markup.close_line("header");
    writer.blocks(&layout.article.introduction);
    writer.contents();
    for section in &layout.sections {
        writer.section(section);
    }
    writer.figures(&layout.strays);
    writer.questions();
    writer.source_list();
    writer.markup.close_line("article");
}

struct Writer<'a> {
    markup: &'a mut Markup,
    layout: &'a Layout<'a>,
}

impl Writer<'_> {
    /// Links to the sections of the two upper levels, the questions and the sources.
    fn contents(&mut self) {
        let layout = self.layout;
        if layout.sections.is_empty() {
            return;
        }
        self.markup.open("nav", &[("aria-labelledby", CONTENTS)]);
        self.markup.line();
        self.markup.element_line("p", &[("id", CONTENTS)], layout.phrases.contents);
        self.markup.open("ol", &[]);
        self.markup.line();
        for section in &layout.sections {
            self.contents_of(section);
        }
        if let Some(heading) = layout.faq_heading() {
            self.contents_entry(FAQ, heading);
            self.markup.close_line("li");
        }
        if layout.sources.iter().len() > 0 {
            self.contents_entry(SOURCES, layout.phrases.sources);
            self.markup.close_line("li");
        }
        self.markup.close_line("ol");
        self.markup.close_line("nav");
    }

    fn contents_of(&mut self, section: &PlacedSection<'_>) {
        self.contents_entry(&section.anchor, &section.section.heading);
        if !section.children.is_empty() {
            self.markup.line();
            self.markup.open("ol", &[]);
            self.markup.line();
            for child in &section.children {
                self.contents_entry(&child.anchor, &child.section.heading);
                self.markup.close_line("li");
            }
            self.markup.close_line("ol");
        }
        self.markup.close_line("li");
    }

    fn contents_entry(&mut self, anchor: &str, heading: &str) {
        self.markup.open("li", &[]);
        self.markup.element("a", &[("href", &format!("#{anchor}"))], &trimmed(heading));
    }

    fn section(&mut self, section: &PlacedSection<'_>) {
        self.begin_section(&section.anchor, section.level, &section.section.heading);
        self.body(section);
        for child in &section.children {
            self.section(child);
        }
        self.markup.close_line("section");
    }

    fn begin_section(&mut self, anchor: &str, level: u8, heading: &str) {
        self.markup.open("section", &[("id", anchor)]);
        self.markup.line();
        self.markup.element_line(&format!("h{level}"), &[], &trimmed(heading));
    }

    /// The image follows the first block.
    fn body(&mut self, section: &PlacedSection<'_>) {
        let blocks = &section.section.blocks;
        let (first, rest) = blocks.split_at(groups(blocks).next().map_or(0, <[_]>::len));
        self.blocks(first);
        self.figures(&section.images);
        self.blocks(rest);
    }

    fn questions(&mut self) {
        let layout = self.layout;
        let Some(heading) = layout.faq_heading() else { return };
        self.begin_section(FAQ, 2, heading);
        for question in &layout.questions {
            self.question(question);
        }
        self.markup.close_line("section");
    }

    fn question(&mut self, question: &PlacedQuestion<'_>) {
        self.begin_section(&question.anchor, 3, &question.item.question);
        let (words, cited) = answer(self.layout.pieces(&question.item.answer));
        if !words.is_empty() {
            self.markup.open("p", &[]);
            self.pieces(&words);
            self.markup.close_line("p");
        }
        if !cited.is_empty() {
            self.markup.open("p", &[("class", "cited")]);
            self.markup.text(self.layout.phrases.sources);
            self.markup.text(": ");
            for place in cited {
                self.citation(place);
            }
            self.markup.close_line("p");
        }
        self.markup.close_line("section");
    }

    fn source_list(&mut self) {
        let layout = self.layout;
        if layout.sources.iter().len() == 0 {
            return;
        }
        self.begin_section(SOURCES, 2, layout.phrases.sources);
        self.markup.open("ol", &[]);
        self.markup.line();
        for (index, source) in layout.sources.iter().enumerate() {
            self.markup.open("li", &[("id", &source_anchor(index + 1))]);
            self.source(source);
            self.markup.close_line("li");
        }
        self.markup.close_line("ol");
        self.markup.close_line("section");
    }

    fn source(&mut self, listed: &ListedSource<'_>) {
        let title = trimmed(&listed.source.title);
        match &listed.address {
            Some(address) => {
                self.markup.element("a", &[("href", address), ("rel", SOURCE_RELATION)], &title);
            }
            None => self.markup.text(&title),
        }
        if let Some(publisher) = &listed.source.publisher {
            self.markup.text(", ");
            self.markup.text(&trimmed(publisher));
        }
        if let Some(time) = listed.source.published_at {
            self.markup.text(", ");
            self.markup.element(
                "time",
                &[("datetime", &machine_time(time))],
                &self.layout.phrases.date(time),
            );
        }
    }
}

/// The words of an answer, and the sources below it without duplicates. The paragraph with the words contains
/// nothing else, so that it equals the structured data.
fn answer(pieces: Vec<Piece<'_>>) -> (Vec<Piece<'_>>, Vec<usize>) {
    let mut words = Vec::with_capacity(pieces.len());
    let mut cited = Vec::new();
    for mut piece in pieces {
        match piece.kind {
            PieceKind::Citation(place) if cited.contains(&place) => {}
            PieceKind::Citation(place) => cited.push(place),
            _ => {
                piece.spaced &= !words.is_empty();
                words.push(piece);
            }
        }
    }
    (words, cited)
}
