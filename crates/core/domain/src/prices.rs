//! What a call costs. The rates are fixed; only the length of an article has to be estimated beforehand.

use crate::credits::Credits;

/// A call that costs credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `POST /v1/articles/generate`
    ArticlesGenerate,
    /// `POST /v1/images/generate`
    ImagesGenerate,
    /// `POST /v1/analysis/serp`
    AnalysisSerp,
    /// `POST /v1/keywords/suggestions`
    KeywordsSuggestions,
    /// `POST /v1/keywords/ideas`
    KeywordsIdeas,
    /// `POST /v1/seo/audit`
    SeoAudit,
}

/// Credits for one generated character of an article.
pub const PER_CHARACTER: Credits = Credits::new(1);
/// Credits for a content brief, which `POST /v1/articles/generate` makes with `mode: "brief"`.
pub const PER_BRIEF: Credits = Credits::new(2_000);
/// The rate of a content brief in words.
pub const BRIEF_RATE: &str = "2,000 credits per brief";
/// Credits for one image, alone or in an article.
pub const PER_IMAGE: Credits = Credits::new(5_000);

impl Operation {
    pub const ALL: [Self; 6] = [
        Self::ArticlesGenerate,
        Self::ImagesGenerate,
        Self::AnalysisSerp,
        Self::KeywordsSuggestions,
        Self::KeywordsIdeas,
        Self::SeoAudit,
    ];

    /// The name that customers see: the path below `/v1`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ArticlesGenerate => "articles/generate",
            Self::ImagesGenerate => "images/generate",
            Self::AnalysisSerp => "analysis/serp",
            Self::KeywordsSuggestions => "keywords/suggestions",
            Self::KeywordsIdeas => "keywords/ideas",
            Self::SeoAudit => "seo/audit",
        }
    }

    /// The rate in words, as replies carry it.
    #[must_use]
    pub const fn rate(self) -> &'static str {
        match self {
            Self::ArticlesGenerate => "1 credit per generated character + 5,000 credits per image",
            Self::ImagesGenerate => "5,000 credits per image",
            Self::AnalysisSerp | Self::KeywordsIdeas => "2,000 credits per call",
            Self::KeywordsSuggestions | Self::SeoAudit => "500 credits per call",
        }
    }

    /// The price, where it does not depend on the result.
    #[must_use]
    pub const fn fixed_price(self) -> Option<Credits> {
        match self {
            Self::ArticlesGenerate => None,
            Self::ImagesGenerate => Some(PER_IMAGE),
            Self::AnalysisSerp | Self::KeywordsIdeas => Some(Credits::new(2_000)),
            Self::KeywordsSuggestions | Self::SeoAudit => Some(Credits::new(500)),
        }
    }
}

/// The parts of an article request that decide its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArticleSize {
    /// The requested length in words.
    pub words: u32,
    /// The requested number of images.
    pub images: u32,
    /// How many characters, with the space, a word of the language takes.
    pub characters_per_word: CharactersPerWord,
}

/// The planning figure for the length of a word with the space behind it, in tenths of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CharactersPerWord(u32);

impl CharactersPerWord {
    /// The figure for a two-letter language code. Only the estimate depends on it: the charge counts what was written.
    #[must_use]
    pub fn for_language(code: &str) -> Self {
        Self(match code {
            // Vietnamese words are counted by syllable, as Vietnamese writers do.
            "vi" => 48,
            "zh" | "ja" | "th" | "km" | "lo" | "my" => 20,
            "de" | "fi" | "hu" | "ru" | "uk" | "pl" => 72,
            _ => 60,
        })
    }
}

/// A price before the work is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Generated characters expected; zero for calls with a fixed price.
    pub characters: Credits,
    /// For the images of an article.
    pub images: Credits,
    /// For everything at a fixed price.
    pub fixed: Credits,
    /// What is reserved at the start; the charge is never higher.
    pub reserved: Credits,
}

impl Estimate {
    #[must_use]
    pub const fn expected(&self) -> Credits {
        Credits::new(self.characters.as_i64() + self.images.as_i64() + self.fixed.as_i64())
    }

    /// For a call with a fixed price.
    #[must_use]
    pub const fn fixed(price: Credits) -> Self {
        Self { characters: Credits::ZERO, images: Credits::ZERO, fixed: price, reserved: price }
    }

    /// For an article. The reservation leaves three tenths of room for a text that runs long.
    #[must_use]
    pub fn article(size: ArticleSize) -> Self {
        let tenths = i64::from(size.words) * i64::from(size.characters_per_word.0);
        let characters = tenths / 10 * PER_CHARACTER.as_i64();
        let room = characters * 3 / 10;
        let images = i64::from(size.images) * PER_IMAGE.as_i64();
        Self {
            characters: Credits::new(characters),
            images: Credits::new(images),
            fixed: Credits::ZERO,
            reserved: Credits::new(characters + room + images),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rates_are_the_customers() {
        let fixed: Vec<_> = Operation::ALL.iter().map(|operation| operation.fixed_price()).collect();
        let expected = [None, Some(5_000), Some(2_000), Some(500), Some(2_000), Some(500)];
        assert_eq!(fixed, expected.map(|price| price.map(Credits::new)));
    }

    #[test]
    fn an_article_is_reserved_with_room_and_never_below_the_expectation() {
        let size = |words, images, language| ArticleSize {
            words,
            images,
            characters_per_word: CharactersPerWord::for_language(language),
        };
        let estimate = Estimate::article(size(2_000, 1, "en"));
        assert_eq!(estimate.expected(), Credits::new(17_000));
        assert_eq!(estimate.reserved, Credits::new(20_600));
        for words in [1_500, 5_000] {
            for images in [0, 10] {
                for language in ["en", "vi", "ja", "de", "sw"] {
                    let estimate = Estimate::article(size(words, images, language));
                    assert!(estimate.reserved >= estimate.expected());
                }
            }
        }
    }
}
