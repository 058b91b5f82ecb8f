//! The price of a planned set of calls, at the rates that calls are charged.

use domain::articles::order::{MOST_IMAGES, USUAL_WORDS, WORDS};
use domain::credits::Credits;
use domain::prices::{ArticleSize, CharactersPerWord, Estimate, Operation};

/// Languages of the calculator. Articles can be requested in others too.
pub(crate) const LANGUAGES: [&str; 10] = ["en", "vi", "de", "es", "fr", "ja", "pl", "ru", "th", "zh"];
/// The largest number of articles.
pub(crate) const MOST_ARTICLES: u32 = 10_000;
/// The largest number of calls of a kind.
pub(crate) const MOST_CALLS: u32 = 1_000_000;

/// What to price. All numbers are within their limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CalculatorParams {
    pub(crate) articles: u32,
    pub(crate) words: u32,
    pub(crate) language: &'static str,
    pub(crate) pictures: u32,
    pub(crate) images: u32,
    pub(crate) serp: u32,
    pub(crate) ideas: u32,
    pub(crate) suggestions: u32,
    pub(crate) audits: u32,
}

impl Default for CalculatorParams {
    fn default() -> Self {
        let language = "en";
        Self {
            articles: 1,
            words: USUAL_WORDS,
            language,
            pictures: 1,
            images: 0,
            serp: 0,
            ideas: 0,
            suggestions: 0,
            audits: 0,
        }
    }
}

impl CalculatorParams {
    /// Parses a query string. Numbers outside their limits are clamped, and invalid numbers get the usual
    /// value. The form shows the values that are used.
    pub(crate) fn read(query: &str, usual: Self) -> Self {
        const MOST_FIELDS: usize = 50;
        let mut list = usual;
        for (name, value) in form_urlencoded::parse(query.as_bytes()).take(MOST_FIELDS) {
            list.set(&name, value.trim());
        }
        list
    }

    fn set(&mut self, name: &str, value: &str) {
        if name == "language" {
            self.language = LANGUAGES.into_iter().find(|code| *code == value).unwrap_or(self.language);
            return;
        }
        let (place, least, most) = match name {
            "articles" => (&mut self.articles, 0, MOST_ARTICLES),
            "words" => (&mut self.words, *WORDS.start(), *WORDS.end()),
            "pictures" => (&mut self.pictures, 0, MOST_IMAGES),
            "images" => (&mut self.images, 0, MOST_CALLS),
            "serp" => (&mut self.serp, 0, MOST_CALLS),
            "ideas" => (&mut self.ideas, 0, MOST_CALLS),
            "suggestions" => (&mut self.suggestions, 0, MOST_CALLS),
            "audits" => (&mut self.audits, 0, MOST_CALLS),
            _ => return,
        };
        if let Ok(number) = value.parse::<i64>() {
            let number = number.clamp(i64::from(least), i64::from(most));
            *place = u32::try_from(number).unwrap_or(*place);
        }
    }

    pub(crate) fn price(&self) -> Price {
        let each = Estimate::article(ArticleSize {
            words: self.words,
            images: self.pictures,
            characters_per_word: CharactersPerWord::for_language(self.language),
        });
        let articles = i64::from(self.articles);
        let texts = each.characters.as_i64() * articles;
        let pictures = each.images.as_i64() * articles;
        let calls = [
            (Operation::ImagesGenerate, self.images),
            (Operation::AnalysisSerp, self.serp),
            (Operation::KeywordsIdeas, self.ideas),
            (Operation::KeywordsSuggestions, self.suggestions),
            (Operation::SeoAudit, self.audits),
        ];
        let calls: i64 =
            calls.into_iter().map(|(operation, count)| of_one(operation) * i64::from(count)).sum();
        Price { texts, pictures, all: texts + pictures + calls }
    }
}

/// The price of one call.
pub(crate) fn of_one(operation: Operation) -> i64 {
    operation.fixed_price().unwrap_or_default().as_i64()
}

/// The expected length of a word of a language, in tenths of a character.
pub(crate) fn tenths_per_word(language: &str) -> i64 {
    let characters_per_word = CharactersPerWord::for_language(language);
    Estimate::article(ArticleSize { words: 10, images: 0, characters_per_word }).characters.as_i64()
}

/// The expected price in credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Price {
    pub(crate) texts: i64,
    pub(crate) pictures: i64,
    pub(crate) all: i64,
}

impl Price {
    /// The price in Vietnamese đồng, rounded.
    pub(crate) const fn dong(self) -> i64 {
        let credits_per_dong = Credits::PER_USD / Credits::VND_PER_USD;
        (self.all + credits_per_dong / 2) / credits_per_dong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> CalculatorParams {
        CalculatorParams::read(query, CalculatorParams::default())
    }

    #[test]
    fn the_usual_article_costs_what_the_estimate_says() {
        let price = read("").price();
        assert_eq!(price, Price { texts: 12_000, pictures: 5_000, all: 17_000 });
        assert_eq!(price.dong(), 4_250);
    }

    #[test]
    fn every_line_counts() {
        let price = read(
            "articles=2&words=1501&language=vi&pictures=0&images=1&serp=1&ideas=1&suggestions=1&audits=1",
        )
        .price();
        assert_eq!(
            price,
            Price { texts: 14_408, pictures: 0, all: 14_408 + 5_000 + 2_000 + 2_000 + 500 + 500 }
        );
    }

    #[test]
    fn what_is_out_of_bounds_comes_back_into_them() {
        let list = read(
            "articles=99999999999&words=1&pictures=-3&images=x&serp=&ideas=1e9&language=%3Cscript%3E&other=1",
        );
        let expected = CalculatorParams {
            articles: MOST_ARTICLES,
            words: 1_500,
            pictures: 0,
            ..CalculatorParams::default()
        };
        assert_eq!(list, expected);
        let most = "articles=10000&words=5000&language=de&pictures=10&images=1000000&serp=1000000&ideas=1000000&suggestions=1000000&audits=1000000";
        assert_eq!(read(most).price().all, 10_000 * (36_000 + 50_000) + 1_000_000 * 10_000);
    }

    #[test]
    fn a_word_is_as_long_as_estimates_take_it() {
        assert_eq!(["en", "vi", "de", "ja"].map(tenths_per_word), [60, 48, 72, 20]);
    }
}
