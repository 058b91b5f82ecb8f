//! Numbers with units, normalised for comparison: `12 percent` equals `12 %`, and `1,200` equals `1.200`
//! where that is the custom.

mod amount;
mod scan;
mod spelled;
mod units;

use domain::locale::Language;
use seo::words::{normalise, split};

pub use amount::Amount;
use scan::scan;
pub(crate) use units::connects;

/// A number with its unit.
#[derive(Debug, Clone)]
pub struct Quantity {
    pub amount: Amount,
    /// The unit's canonical name.
    pub unit: Option<&'static str>,
    pub excerpt: String,
    /// The position in bytes.
    pub start: usize,
    /// Whether the number is written in words.
    pub(crate) spelled: bool,
}

impl PartialEq for Quantity {
    /// Quantities are equal regardless of their notation.
    fn eq(&self, other: &Self) -> bool {
        self.amount == other.amount && self.unit == other.unit
    }
}

impl Quantity {
    /// The position in its text.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.excerpt.len()
    }
}

/// The quantities of a sentence that have a unit, in order.
#[must_use]
pub fn in_sentence(sentence: &str, language: Language) -> Vec<Quantity> {
    scan(sentence, language).into_iter().filter(|quantity| quantity.unit.is_some()).collect()
}

/// The numbers of a table cell or of any text, in digits or with a unit. A number without a unit gets the one
/// that the column names.
#[must_use]
pub fn in_cell(cell: &str, column: &str, language: Language) -> Vec<Quantity> {
    let named = units::named(column).into_iter().min();
    // A word such as `two` usually counts things; without a unit it is no figure.
    let figures = scan(cell, language).into_iter().filter(|number| number.unit.is_some() || !number.spelled);
    figures.map(|number| Quantity { unit: number.unit.or(named), ..number }).collect()
}

/// The numbers that a text spells, whatever they count; includes `one` and `half`.
#[must_use]
pub fn spelled_in(text: &str, language: Language) -> Vec<Amount> {
    let scanned = scan(text, language).into_iter().filter(|number| number.spelled);
    let normal = normalise(text);
    let alone = split(&normal).filter_map(|word| spelled::alone(word, language));
    scanned.map(|number| number.amount).chain(alone).collect()
}

/// Every number of a text with or without a unit, in digits or words.
pub(crate) fn all(text: &str, language: Language) -> Vec<Quantity> {
    scan(text, language)
}

/// The units that a text names, with or without numbers.
#[must_use]
pub fn units_in(text: &str) -> Vec<&'static str> {
    units::named(text).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(language: &str, sentence: &str) -> Vec<(String, &'static str)> {
        let quantities = in_sentence(sentence, language.parse().unwrap());
        quantities.into_iter().map(|quantity| (quantity.amount.to_string(), quantity.unit.unwrap())).collect()
    }

    fn check(language: &str, sentence: &str, expected: &[(&str, &str)]) {
        let found = found(language, sentence);
        let found: Vec<(&str, &str)> = found.iter().map(|(amount, unit)| (amount.as_str(), *unit)).collect();
        assert_eq!(found, expected, "{sentence}");
    }

    #[test]
    fn english_quantities() {
        check(
            "en",
            "It grew 12 % (12 percent, 12 per cent).",
            &[("12", "percent"), ("12", "percent"), ("12", "percent")],
        );
        check("en", "It weighs 3.50 kg, or 1,200g.", &[("3.5", "kilogram"), ("1200", "gram")]);
        check(
            "en",
            "Costs $40, US$1.2 million or 30 dollars.",
            &[("40", "dollar"), ("1200000", "dollar"), ("30", "dollar")],
        );
        check("en", "Steep for 12-18 hours at 4 °C.", &[("12", "hour"), ("18", "hour"), ("4", "celsius")]);
        check(
            "en",
            "Between 10 and 15 minutes, $5 to 8.",
            &[("10", "minute"), ("15", "minute"), ("5", "dollar"), ("8", "dollar")],
        );
        check(
            "en",
            "Wait two weeks; add 1/2 cup and a 1.5-litre jug.",
            &[("2", "week"), ("1/2", "cup"), ("1.5", "litre")],
        );
        check("en", "In 2020 the 5G network, 3 steps, Windows 11, the 1990s and one day.", &[]);
        check(
            "en",
            "Heat it for three to five minutes, then twenty-five seconds; two pans.",
            &[("3", "minute"), ("5", "minute"), ("25", "second")],
        );
        check(
            "en",
            "It yields three kilowatt-hours, two hundred grams and a 12-year-old whisky.",
            &[("3", "kilowatt hour"), ("200", "gram"), ("12", "year of age")],
        );
        check("en", "Pay 5 $ 6 times.", &[("5", "dollar")]);
        check("en", "It took 30,000 people 2.5m.", &[("30000", "people"), ("2.5", "metre")]);
    }

    #[test]
    fn quantities_of_other_languages() {
        check(
            "vi",
            "Giá 1.200 đồng, khoảng 2 giờ và 3,5 kg.",
            &[("1200", "dong"), ("2", "hour"), ("3.5", "kilogram")],
        );
        check(
            "vi",
            "Tăng 12 phần trăm sau năm phút, từ 2 đến 3 triệu đồng.",
            &[("12", "percent"), ("5", "minute"), ("2000000", "dong"), ("3000000", "dong")],
        );
        check(
            "vi",
            "Sau mười hai năm, hai đến ba tuần, hai mươi lăm phút, mười năm.",
            &[("12", "year"), ("2", "week"), ("3", "week"), ("25", "minute"), ("10", "year")],
        );
        check("vi", "Xe chạy từ 5 giờ 30 đến 17 giờ 50.", &[("5", "hour"), ("17", "hour")]);
        check("vi", "Ngày 5 tháng 6 năm 2024 trời 30 độ C.", &[("30", "celsius")]);
        check(
            "de",
            "Das kostet 1.299,50 € und wiegt 2,5 Kilogramm.",
            &[("1299.5", "euro"), ("2.5", "kilogram")],
        );
        check("fr", "Il faut 1 200 euros et 20 minutes.", &[("1200", "euro"), ("20", "minute")]);
        check("zh", "需要12小时和30%。", &[("12", "hour"), ("30", "percent")]);
    }

    #[test]
    fn cells_have_the_units_of_their_columns() {
        let cell = |text: &str, column: &str| in_cell(text, column, Language::ENGLISH);
        assert_eq!(cell("3.5", "Weight (kg)"), cell("3.50 kg", ""));
        assert_ne!(cell("3.5", "Weight (kg)"), cell("3.5", "Rank"));
        assert_eq!(cell("1,200 of two", "")[0].unit, None);
        assert_eq!(cell("1,200 of two", "").len(), 1);
    }

    #[test]
    fn spelled_numbers_are_read_whatever_they_count() {
        let spelled = |language: &str, text: &str| -> Vec<String> {
            spelled_in(text, language.parse().unwrap()).iter().map(ToString::to_string).collect()
        };
        assert_eq!(spelled("en", "Three of twenty-five, 4 in one half."), ["3", "25", "1", "0.5"]);
        assert_eq!(spelled("vi", "Ba lần, mười hai cái, một nửa."), ["3", "12", "1", "0.5"]);
        assert!(spelled("de", "drei").is_empty());
    }

    proptest! {
        #[test]
        fn any_sentence_is_read(sentence: String, numeric in "[0-9.,/ $%kgm–-]{0,40}") {
            for text in [sentence, numeric] {
                let found = in_cell(&text, "", Language::ENGLISH);
                prop_assert!(found.iter().all(|quantity| text[quantity.range()] == quantity.excerpt));
            }
        }
    }
}
