//! How many words there are where.

use domain::articles::document::{Article, Block, Span, Text};
use domain::articles::outline::{Outline, PlannedSection, SectionId};

use crate::text::count;

/// The plan that a written article follows, with the words that it really has.
pub(super) fn outline(
    article: &Article,
    sections: Vec<PlannedSection>,
    conclusion: Option<&SectionId>,
) -> Outline {
    let sum =
        |blocks: &[Block]| u32::try_from(blocks.iter().map(block_words).sum::<usize>()).unwrap_or(u32::MAX);
    let ending = article.sections.iter().find(|section| Some(&section.id) == conclusion);
    let conclusion_words = ending.map_or(0, |section| sum(&section.blocks));
    let questions =
        article.faq.iter().flat_map(|faq| faq.items.iter().map(|item| item.question.clone())).collect();
    let answers = article
        .faq
        .iter()
        .flat_map(|faq| faq.items.iter().map(|item| text_words(&item.answer)))
        .sum::<usize>();
    Outline {
        title: article.title.clone(),
        introduction_words: sum(&article.introduction),
        sections,
        questions,
        question_words: u32::try_from(answers).unwrap_or(u32::MAX),
        conclusion_words,
    }
}

/// The words that readers see, without the title.
pub(super) fn words(article: &Article) -> usize {
    let headings: usize = article.flattened().iter().map(|(_, section)| count(&section.heading)).sum();
    let blocks: usize = article.blocks().map(block_words).sum();
    let faq: usize = article
        .faq
        .iter()
        .map(|faq| {
            count(&faq.heading)
                + faq.items.iter().map(|item| count(&item.question) + text_words(&item.answer)).sum::<usize>()
        })
        .sum();
    headings + blocks + faq
}

pub(super) fn block_words(block: &Block) -> usize {
    match block {
        Block::Paragraph(text) | Block::Quote { text, .. } => text_words(text),
        Block::List { items, .. } => items.iter().map(text_words).sum(),
        Block::Table { columns, rows, caption } => {
            let cells = columns.iter().chain(rows.iter().flatten());
            cells.map(text_words).sum::<usize>() + caption.as_deref().map_or(0, count)
        }
    }
}

fn text_words(text: &Text) -> usize {
    text.iter().map(|span| count(Span::words(span))).sum()
}
