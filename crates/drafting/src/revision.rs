//! Makes sections that were written side by side one text of the ordered length.

use std::sync::atomic::AtomicBool;

use domain::articles::document::{Article, Section};
use domain::articles::order::ArticleOrder;
use domain::articles::outline::Outline;
use domain::articles::research::Research;
use editorial::length;
use ports::language_model::LanguageModel;

use crate::edges::words_of_answers;
use crate::error::DraftError;
use crate::repetition::{sentences, without_repetition};
use crate::rhythm::vary;
use crate::section::{Assignment, completed, heading_words, planned_words, words};

/// For each attempt after those that wrote the sections: its number, and how far sections may outgrow their plan, in hundredths, to
/// make up for others.
const ATTEMPTS: [(u32, u32); 3] = [(2, 104), (3, 115), (4, 130)];
/// How many words may be missing in the end, in hundredths.
const TOLERANCE: u32 = 2;

/// Takes out what sections say again, and writes what is missing then. Takes seconds; `cancelled` ends it early.
pub fn reconciled(
    model: &dyn LanguageModel,
    order: &ArticleOrder,
    outline: &Outline,
    body: Vec<Section>,
    cancelled: &AtomicBool,
) -> Result<Vec<Section>, DraftError> {
    let wanted = wanted_words(outline);
    let before = body.clone();
    let mut body = body;
    without_repetition(&mut body);
    fill(model, order, outline, &mut body, cancelled)?;
    for (section, before) in body.iter_mut().zip(before) {
        // A heading needs a text below it, even a repeated one.
        if words(section) == 0 {
            *section = before;
        }
    }
    let mut article = Article {
        focus_keyword: order.focus_keyword.clone(),
        sections: body,
        ..Article::empty(order.language)
    };
    length::trim(&mut article, &Research::default(), wanted);
    article.sections.iter_mut().for_each(drop_empty);
    vary(&mut article.sections);
    Ok(article.sections)
}

/// Drops headings below which nothing came.
fn drop_empty(section: &mut Section) {
    section.children.iter_mut().for_each(drop_empty);
    section.children.retain(|child| words(child) > 0);
}

/// Writes what is missing, where it is missing and then wherever more can be said.
fn fill(
    model: &dyn LanguageModel,
    order: &ArticleOrder,
    outline: &Outline,
    body: &mut [Section],
    cancelled: &AtomicBool,
) -> Result<(), DraftError> {
    let wanted = wanted_words(outline);
    for (attempt, stretch) in ATTEMPTS {
        for planned in &outline.sections {
            let missing = wanted.saturating_sub(present_words(outline, body));
            if missing * 100 <= wanted * TOLERANCE {
                return Ok(());
            }
            let Some(index) = body.iter().position(|section| section.id == planned.id) else { continue };
            let have = words(&body[index]) + heading_words(planned);
            let most = planned_words(planned) * stretch / 100;
            let avoid: Vec<String> =
                body.iter().filter(|section| section.id != planned.id).flat_map(sentences).collect();
            let words = most.min(have + missing);
            let assignment = Assignment { order, outline, section: planned, words, attempt, avoid: &avoid };
            body[index] = completed(model, &assignment, body[index].clone(), cancelled)?;
        }
    }
    Ok(())
}

/// The words of a body around which the edges make the article whole. Answers have a length of their own, so the body makes up for
/// what they are short of, or over.
fn wanted_words(outline: &Outline) -> u32 {
    let planned: u32 = outline.sections.iter().map(planned_words).sum();
    (planned + outline.question_words).saturating_sub(words_of_answers(outline))
}

fn present_words(outline: &Outline, body: &[Section]) -> u32 {
    let headings: u32 = outline.sections.iter().map(heading_words).sum();
    headings + body.iter().map(words).sum::<u32>()
}
