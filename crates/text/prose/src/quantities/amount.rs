//! Exact decimal numbers in any notation.

use std::fmt;

use domain::locale::Language;

/// Numbers with more digits are identifiers.
const MOST_DIGITS: usize = 24;

/// An exact number: digits without zeros at either end, and the number of zeros or decimals that follow.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Amount {
    digits: String,
    /// The power of ten of the last digit.
    exponent: i32,
}

impl Amount {
    pub(super) fn new(digits: &str, exponent: i32) -> Self {
        let digits = digits.trim_start_matches('0');
        let significant = digits.trim_end_matches('0');
        let zeros = i32::try_from(digits.len() - significant.len()).unwrap_or(0);
        let exponent = if significant.is_empty() { 0 } else { exponent.saturating_add(zeros) };
        Self { digits: significant.to_owned(), exponent }
    }

    /// A fraction written as such.
    pub(super) fn fraction(over: &Self, under: &Self) -> Self {
        Self { digits: format!("{over}/{under}"), exponent: 0 }
    }

    /// The value as a float.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        let written = self.to_string();
        let value = match written.split_once('/') {
            Some((over, under)) => over.parse::<f64>().ok()? / under.parse::<f64>().ok()?,
            None => written.parse().ok()?,
        };
        value.is_finite().then_some(value)
    }

    /// The number times a power of ten.
    pub(super) fn shifted(&self, powers: i32) -> Self {
        let exponent = if self.digits.is_empty() { 0 } else { self.exponent.saturating_add(powers) };
        Self { digits: self.digits.clone(), exponent }
    }

    /// Reads digits with points, commas and spaces at the start of a text; also returns how many bytes they
    /// take. Too many digits are consumed, but are no number.
    pub(super) fn read(text: &str, language: Language) -> (Option<Self>, usize) {
        let length = extent(text, language);
        let written = &text[..length];
        let decimal = decimal_point(written, language);
        let (whole, part) = decimal.map_or((written, ""), |at| (&written[..at], &written[at + 1..]));
        let digits: String = whole
            .chars()
            .chain(part.chars())
            .filter_map(|sign| sign.to_digit(10))
            .filter_map(|digit| char::from_digit(digit, 10))
            .collect();
        let after = part.chars().filter(char::is_ascii_digit).count();
        let readable = !digits.is_empty() && digits.len() <= MOST_DIGITS;
        (readable.then(|| Self::new(&digits, -i32::try_from(after).unwrap_or(0))), length)
    }
}

/// The length of a number: digits, with single separators between them.
fn extent(text: &str, language: Language) -> usize {
    let mut end = 0;
    let mut signs = text.char_indices().peekable();
    while let Some((index, sign)) = signs.next() {
        let before_digit = signs.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        match sign {
            '0'..='9' => end = index + 1,
            '.' | ',' if before_digit => {}
            ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’'
                if before_digit && end > 0 && groups_with(sign, language) =>
            {
                if !is_group(&text[index + sign.len_utf8()..]) {
                    break;
                }
            }
            _ => break,
        }
    }
    end
}

fn is_group(text: &str) -> bool {
    text.bytes().take_while(u8::is_ascii_digit).count() == 3
}

fn groups_with(sign: char, language: Language) -> bool {
    match sign {
        '\u{a0}' | '\u{202f}' => true,
        ' ' => matches!(
            language.as_str(),
            "fr" | "ru" | "uk" | "pl" | "cs" | "sk" | "sv" | "no" | "nb" | "fi" | "hu" | "bg"
        ),
        _ => matches!(language.as_str(), "de" | "it" | "fr"),
    }
}

/// The position of the decimal separator.
fn decimal_point(written: &str, language: Language) -> Option<usize> {
    let last = written.rfind(['.', ','])?;
    let sign = &written[last..=last];
    let after = written.len() - last - 1;
    let others = written[..last].contains(['.', ',']);
    let repeated = written[..last].contains(sign);
    if repeated {
        return None;
    }
    // If both a point and a comma occur, the last is the decimal one. A single one before exactly three
    // digits follows the custom of the language.
    let groups =
        after == 3 && !others && (sign == ".") == writes_decimal_comma(language) && !written.starts_with('0');
    (!groups).then_some(last)
}

fn writes_decimal_comma(language: Language) -> bool {
    !matches!(
        language.as_str(),
        "en" | "zh" | "ja" | "ko" | "th" | "hi" | "he" | "ms" | "tl" | "ur" | "bn" | "ta"
    )
}

impl fmt::Display for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = i32::try_from(self.digits.len()).unwrap_or(i32::MAX);
        if self.digits.is_empty() {
            formatter.write_str("0")
        } else if self.exponent >= 0 {
            let zeros = usize::try_from(self.exponent.min(40)).unwrap_or(0);
            write!(formatter, "{}{}", self.digits, "0".repeat(zeros))
        } else if count > -self.exponent {
            let (whole, part) = self.digits.split_at(usize::try_from(count + self.exponent).unwrap_or(0));
            write!(formatter, "{whole}.{part}")
        } else {
            let zeros = usize::try_from(-self.exponent - count).unwrap_or(0);
            write!(formatter, "0.{}{}", "0".repeat(zeros), self.digits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_custom() {
        for (language, text, expected, length) in [
            ("en", "1,200 people", "1200", 5),
            ("en", "1.200", "1.2", 5),
            ("vi", "1.200 đồng", "1200", 5),
            ("vi", "3.5 kg", "3.5", 3),
            ("vi", "3,5", "3.5", 3),
            ("de", "1.299,50 €", "1299.5", 8),
            ("en", "1,299.50", "1299.5", 8),
            ("en", "1,000,000", "1000000", 9),
            ("vi", "1.000.000", "1000000", 9),
            ("en", "0.125", "0.125", 5),
            ("vi", "0.125", "0.125", 5),
            ("en", "12.", "12", 2),
            ("fr", "1 200 euros", "1200", 5),
            ("fr", "12 20", "12", 2),
            ("en", "0", "0", 1),
            ("en", "0.007", "0.007", 5),
            ("en", "5 100", "5", 1),
        ] {
            let (amount, end) = Amount::read(text, language.parse().unwrap());
            assert_eq!((amount.unwrap().to_string().as_str(), end), (expected, length), "{language} {text}");
        }
        assert_eq!(Amount::read("none", Language::ENGLISH), (None, 0));
        assert_eq!(Amount::read(&"9".repeat(40), Language::ENGLISH), (None, 40));
    }

    #[test]
    fn equal_numbers_are_equal() {
        assert_eq!(Amount::new("0120", -1), Amount::new("12", 0));
        assert_eq!(Amount::new("12", 0).shifted(5), Amount::new("1200000", 0));
        assert_eq!(Amount::new("000", -2), Amount::new("0", 4));
    }
}
