//! Numbers in words, up to ninety-nine.

use domain::locale::Language;
use seo::words::normalise;

use super::amount::Amount;

/// Whether spelled numbers are recognised in the language.
pub(super) fn are_known(language: Language) -> bool {
    matches!(language, Language::ENGLISH | Language::VIETNAMESE)
}

/// The number at the start of the pieces of a sentence, and how many pieces it takes. One is left out,
/// because it is an article in too many languages.
pub(super) fn read<'a>(
    mut pieces: impl Iterator<Item = &'a str>,
    language: Language,
) -> Option<(Amount, usize)> {
    let first = normalise(pieces.next()?);
    let (number, length) = match language {
        Language::ENGLISH => english(&first, pieces)?,
        Language::VIETNAMESE => vietnamese(&first, pieces)?,
        _ => return None,
    };
    Some((Amount::new(&number.to_string(), 0), length))
}

/// Words that are numbers but cannot begin a longer one, or are as often articles.
pub(super) fn alone(word: &str, language: Language) -> Option<Amount> {
    let (digits, exponent) = match (language, word) {
        (Language::ENGLISH, "zero") => ("0", 0),
        (Language::ENGLISH, "one") | (Language::VIETNAMESE, "một") => ("1", 0),
        (Language::ENGLISH, "half") | (Language::VIETNAMESE, "nửa") => ("5", -1),
        (Language::ENGLISH, "quarter") => ("25", -2),
        (Language::ENGLISH, "twice") => ("2", 0),
        (Language::ENGLISH, "hundred") => ("1", 2),
        _ => return None,
    };
    Some(Amount::new(digits, exponent))
}

fn english<'a>(first: &str, mut rest: impl Iterator<Item = &'a str>) -> Option<(usize, usize)> {
    if let Some(tens) = TENS.iter().position(|word| *word == first) {
        let tens = (tens + 2) * 10;
        let second = if rest.next() == Some("-") { rest.next() } else { None };
        let digit = second.and_then(|word| SMALL[..9].iter().position(|known| *known == word));
        return Some(digit.map_or((tens, 1), |digit| (tens + digit + 1, 3)));
    }
    let number = SMALL.iter().position(|word| *word == first)? + 1;
    (number > 1).then_some((number, 1))
}

fn vietnamese<'a>(first: &str, mut rest: impl Iterator<Item = &'a str>) -> Option<(usize, usize)> {
    let digit_after_tens =
        |word: &str| AFTER_TENS.iter().find(|(known, _)| *known == word).map(|(_, digit)| *digit);
    if first == "mười" {
        let digit = rest.next().and_then(digit_after_tens);
        return Some(digit.map_or((10, 1), |digit| (10 + digit, 2)));
    }
    let digit = VIETNAMESE.iter().position(|word| *word == first)? + 2;
    if rest.next() != Some("mươi") {
        return Some((digit, 1));
    }
    let last = rest.next().and_then(digit_after_tens);
    Some(last.map_or((digit * 10, 2), |last| (digit * 10 + last, 3)))
}

const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

#[rustfmt::skip]
const SMALL: [&str; 19] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen",
    "sixteen", "seventeen", "eighteen", "nineteen",
];

const VIETNAMESE: [&str; 8] = ["hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"];

/// Digits after tens. Five is `lăm` there, so that `mười năm` is ten years.
const AFTER_TENS: [(&str, usize); 11] = [
    ("một", 1),
    ("mốt", 1),
    ("hai", 2),
    ("ba", 3),
    ("bốn", 4),
    ("tư", 4),
    ("lăm", 5),
    ("sáu", 6),
    ("bảy", 7),
    ("tám", 8),
    ("chín", 9),
];
