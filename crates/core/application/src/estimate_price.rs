//! Estimates the price of a call before it is made.

use domain::prices::{ArticleSize, BRIEF_RATE, CharactersPerWord, Estimate, Operation, PER_BRIEF};

/// What determines the price of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceQuestion {
    pub operation: Operation,
    /// Whether a content brief is requested; only for articles.
    pub brief: bool,
    /// Requested words; only for articles.
    pub words: u32,
    /// Requested images; only for articles.
    pub images: u32,
    /// Two-letter language code; only for articles.
    pub language: String,
}

impl PriceQuestion {
    /// The rate in words.
    #[must_use]
    pub fn rate(&self) -> &'static str {
        let of_brief = self.brief && self.operation == Operation::ArticlesGenerate;
        if of_brief { BRIEF_RATE } else { self.operation.rate() }
    }
}

#[must_use]
pub fn estimate_price(question: &PriceQuestion) -> Estimate {
    match question.operation.fixed_price() {
        Some(price) => Estimate::fixed(price),
        None if question.brief => Estimate::fixed(PER_BRIEF),
        None => Estimate::article(ArticleSize {
            words: question.words,
            images: question.images,
            characters_per_word: CharactersPerWord::for_language(&question.language),
        }),
    }
}
