//! Passages: self-contained pieces of pages, and the ranking that finds the right ones for a question.
//!
//! [`gather`] cuts pages and merges duplicate passages. [`Index`] ranks the passages for a [`Query`] with
//! BM25 and decides which of them fit. [`share_out`] divides the space of a section fairly between its
//! questions.

mod cut;
mod duplicates;
mod index;
mod share;
mod tokens;

use domain::articles::passages::{Passage, PassageId};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use seo::page::Page;

pub use cut::cut;
pub use index::{Hit, Index, Query};
pub use share::share_out;
use tokens::TokenKind;

/// The words of a text for comparison without passages: stems, or pairs of syllables in languages where one
/// syllable is seldom a word.
#[must_use]
pub fn words(text: &str, language: Language) -> Vec<String> {
    let all = tokens::tokens(text, language);
    all.into_iter().filter(|token| token.kind != TokenKind::Syllable).map(|token| token.text).collect()
}

/// The passages of several pages without duplicates, with ids from 1. A passage that several pages have in
/// nearly the same words has all their numbers.
#[must_use]
pub fn gather<'a>(
    pages: impl IntoIterator<Item = (SourceNumber, &'a Page)>,
    language: Language,
) -> Vec<Passage> {
    let cut = pages.into_iter().flat_map(|(source, page)| cut(page, source, language)).collect();
    let mut merged = duplicates::merged(cut);
    for (id, passage) in (1..).zip(&mut merged) {
        passage.id = PassageId(id);
    }
    merged
}
