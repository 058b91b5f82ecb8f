//! New texts below headings: which are accepted, and why the others are refused.

use std::collections::BTreeSet;

use domain::articles::document::{Article, Block, Span, Text};
use domain::articles::research::SourceNumber;

use super::figures::PassageFigures;
use super::{Refusal, Rewrite, blocks_below};
use crate::content::numbers::Number;
use crate::content::statements;

/// An article with new texts below some of its headings.
pub(super) struct Rewriting {
    pub(super) article: Article,
    /// The places that were rewritten.
    pub(super) places: Vec<String>,
    /// The refused places, with the reasons.
    pub(super) refused: Vec<(String, Refusal)>,
}

/// Replaces texts. Marks may move between the replaced texts.
pub(super) fn rewrite(article: &Article, rewrites: &[Rewrite], given: &PassageFigures) -> Rewriting {
    let mut revised = article.clone();
    let mut made: Vec<(&str, Vec<Block>)> = Vec::new();
    let mut refused = Vec::new();
    for Rewrite { section, blocks } in rewrites {
        let twice = made.iter().any(|(place, _)| place == section);
        let refusal = match blocks_below(&mut revised, section) {
            None => Refusal::UnknownId,
            Some(_) if twice => Refusal::EditedTwice,
            Some(_) if blocks.is_empty() => Refusal::EmptiesSection,
            Some(present) => {
                if let Some(refusal) = problem(article, present, blocks, given) {
                    refusal
                } else {
                    made.push((section.as_str(), std::mem::replace(present, blocks.clone())));
                    continue;
                }
            }
        };
        refused.push((section.clone(), refusal));
    }
    while let Some((index, source)) = lost(&made, &revised) {
        let (place, before) = made.remove(index);
        if let Some(present) = blocks_below(&mut revised, place) {
            *present = before;
        }
        refused.push((place.to_owned(), Refusal::DropsSource(source)));
    }
    let places = made.into_iter().map(|(place, _)| place.to_owned()).collect();
    Rewriting { article: revised, places, refused }
}

/// The problem of a text by itself.
fn problem(article: &Article, old: &[Block], new: &[Block], given: &PassageFigures) -> Option<Refusal> {
    let cites = cited_in(new);
    if cites.is_empty() && !cited_in(old).is_empty() {
        return Some(Refusal::DropsCitations);
    }
    let known: Vec<Number> = figures(article, old).into_iter().map(|(figure, _)| figure).collect();
    let figures = figures(article, new);
    for (figure, cited) in &figures {
        let beside: Vec<&Number> =
            figures.iter().map(|(other, _)| other).filter(|other| !std::ptr::eq(*other, figure)).collect();
        let is_known = known.iter().any(|other| other.is_same(figure));
        // In a paragraph, one mark often covers several sentences.
        if !is_known && !given.allow(cited, figure, &beside) && !given.give(&cites, figure) {
            return Some(Refusal::UnsupportedFigure(figure.excerpt.clone()));
        }
    }
    None
}

/// The figures of a text, each with the citations of its sentence, its list or its table. Code is left out,
/// because its figures are settings to choose.
fn figures(article: &Article, blocks: &[Block]) -> Vec<(Number, BTreeSet<SourceNumber>)> {
    let text = Article { introduction: blocks.to_vec(), ..Article::empty(article.language) };
    let mut found = Vec::new();
    for statement in statements(&text) {
        let cited: BTreeSet<SourceNumber> = statement.cited().iter().copied().collect();
        found.extend(statement.numbers.into_iter().map(|number| (number, cited.clone())));
    }
    found
}

/// The first text whose old version cited a source that is no longer cited.
fn lost(made: &[(&str, Vec<Block>)], revised: &Article) -> Option<(usize, SourceNumber)> {
    let answers = revised.faq.iter().flat_map(|faq| &faq.items).map(|item| &item.answer);
    let cited: BTreeSet<SourceNumber> =
        revised.blocks().flat_map(cited_by).chain(answers.flat_map(citations)).collect();
    made.iter().enumerate().find_map(|(index, (_, before))| {
        cited_in(before).into_iter().find(|source| !cited.contains(source)).map(|source| (index, source))
    })
}

fn cited_in(blocks: &[Block]) -> BTreeSet<SourceNumber> {
    blocks.iter().flat_map(cited_by).collect()
}

/// The citations of a block; a quotation cites its source.
fn cited_by(block: &Block) -> Vec<SourceNumber> {
    let quoted = match block {
        Block::Quote { source, .. } => Some(*source),
        _ => None,
    };
    block.texts().into_iter().flat_map(citations).chain(quoted).collect()
}

fn citations(text: &Text) -> impl Iterator<Item = SourceNumber> {
    text.iter().filter_map(|span| match span {
        Span::Citation(number) => Some(*number),
        _ => None,
    })
}
