//! Tells the price of a call before it is made.

use domain::prices::{ArticleSize, CharactersPerWord, Estimate, Operation};

/// What decides the price of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceQuestion {
    /// The call.
    pub operation: Operation,
    /// Wanted words; only for articles.
    pub words: u32,
    /// Wanted images; only for articles.
    pub images: u32,
    /// Two-letter language code; only for articles.
    pub language: String,
}

/// The estimate for a call.
#[must_use]
pub fn estimate_price(question: &PriceQuestion) -> Estimate {
    match question.operation.fixed_price() {
        Some(price) => Estimate::fixed(price),
        None => Estimate::article(ArticleSize {
            words: question.words,
            images: question.images,
            characters_per_word: CharactersPerWord::for_language(&question.language),
        }),
    }
}
