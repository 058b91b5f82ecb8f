//! Numbers in the notation of a language.

use domain::counts::noun;

/// The separators of a language's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numerals {
    pub group: char,
    pub decimal: char,
}

const LARGE: [(i128, char); 4] =
    [(1_000_000_000_000_000, 'P'), (1_000_000_000_000, 'T'), (1_000_000_000, 'G'), (1_000_000, 'M')];

impl Numerals {
    /// The notation `1,234.5`.
    pub const ENGLISH: Self = Self { group: ',', decimal: '.' };
    /// The notation `1.234,5`.
    pub const VIETNAMESE: Self = Self { group: '.', decimal: ',' };

    /// The integer with thousands separators.
    #[must_use]
    pub fn written(self, number: i128) -> String {
        let digits = number.unsigned_abs().to_string();
        let mut text = String::with_capacity(digits.len() + digits.len() / 3 + 1);
        if number < 0 {
            text.push('-');
        }
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push(self.group);
            }
            text.push(digit);
        }
        text
    }

    /// The number with what is counted. `forms` are the words for one and for more, such as `call|calls`, or one word for both.
    #[must_use]
    pub fn counted(self, number: i128, forms: &str) -> String {
        let so_many = i64::try_from(number).unwrap_or(i64::MAX);
        format!("{} {}", self.written(number), noun(so_many, forms))
    }

    /// The same in short form: millions and more with a metric suffix and at most two decimals.
    #[must_use]
    pub fn short(self, number: i128) -> String {
        let Some((unit, letter)) = LARGE.into_iter().find(|(unit, _)| number.abs() >= *unit) else {
            return self.written(number);
        };
        let hundredths = number / (unit / 100);
        let decimals = format!("{:02}", (hundredths % 100).abs());
        let decimals = decimals.trim_end_matches('0');
        let whole = self.written(hundredths / 100);
        if decimals.is_empty() {
            format!("{whole}{letter}")
        } else {
            format!("{whole}{}{decimals}{letter}", self.decimal)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_has_the_form_of_the_number() {
        let counted = |number| Numerals::ENGLISH.counted(number, "failed call|failed calls");
        assert_eq!(counted(0), "0 failed calls");
        assert_eq!(counted(1), "1 failed call");
        assert_eq!(counted(1_002), "1,002 failed calls");
        assert_eq!(Numerals::VIETNAMESE.counted(1_002, "lượt"), "1.002 lượt");
    }

    #[rstest::rstest]
    #[case(0, "0", "0")]
    #[case(999, "999", "999")]
    #[case(1_000, "1,000", "1,000")]
    #[case(-30_875, "-30,875", "-30,875")]
    #[case(1_000_000, "1,000,000", "1M")]
    #[case(12_340_000, "12,340,000", "12.34M")]
    #[case(-1_500_000, "-1,500,000", "-1.5M")]
    #[case(2_050_000_000, "2,050,000,000", "2.05G")]
    fn thousands_are_apart(#[case] number: i128, #[case] written: &str, #[case] short: &str) {
        assert_eq!(Numerals::ENGLISH.written(number), written);
        assert_eq!(Numerals::ENGLISH.short(number), short);
    }

    #[test]
    fn vietnamese_has_its_own_signs() {
        assert_eq!(Numerals::VIETNAMESE.written(1_234_567), "1.234.567");
        assert_eq!(Numerals::VIETNAMESE.short(1_250_000), "1,25M");
    }
}
