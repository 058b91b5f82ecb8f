//! Numbers with units, as facts that can be looked up: `12 percent` is `12 %`, `1,200` is `1.200` where that is the custom.

mod amount;
mod scan;
mod spelled;
mod units;

use domain::locale::Language;
use rustc_hash::{FxHashMap, FxHashSet};

pub use amount::Amount;
use scan::{Measured, scan};

/// A number with its unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Quantity {
    /// The number.
    pub amount: Amount,
    /// The unit's name, the same for all its spellings.
    pub unit: &'static str,
    /// The words, as they are written.
    pub excerpt: String,
    /// Where they begin, in bytes.
    pub start: usize,
}

/// The quantities of a sentence in order.
#[must_use]
pub fn in_sentence(sentence: &str, language: Language) -> Vec<Quantity> {
    in_cell(sentence, "", language)
}

/// The quantities of a table's cell. A number without a unit has the one that the column names.
#[must_use]
pub fn in_cell(cell: &str, column: &str, language: Language) -> Vec<Quantity> {
    let named = units::named(column).into_iter().min();
    let measured = scan(cell, language).into_iter();
    measured
        .filter_map(|Measured { amount, unit, range, .. }| {
            let (excerpt, start) = (cell[range.clone()].to_owned(), range.start);
            Some(Quantity { amount, unit: unit.or(named)?, excerpt, start })
        })
        .collect()
}

/// The units that a text names, with or without numbers.
#[must_use]
pub fn units_in(text: &str) -> Vec<&'static str> {
    units::named(text).into_iter().collect()
}

/// The numbers that evidence gives.
#[derive(Debug, Clone, Default)]
pub struct KnownQuantities {
    given: FxHashSet<(Amount, &'static str)>,
    /// Numbers without a unit, with the units that the same sentence names elsewhere: rows of tables have theirs in the column's name.
    bare: FxHashMap<Amount, FxHashSet<&'static str>>,
}

impl KnownQuantities {
    /// Reads one piece of evidence.
    pub fn add(&mut self, evidence: &str, language: Language) {
        let mut bare = Vec::new();
        for Measured { amount, unit, .. } in scan(evidence, language) {
            match unit {
                Some(unit) => {
                    self.given.insert((amount, unit));
                }
                None => bare.push(amount),
            }
        }
        if bare.is_empty() {
            return;
        }
        let named = units::named(evidence);
        for amount in bare {
            self.bare.entry(amount).or_default().extend(named.iter().copied());
        }
    }

    /// Whether some evidence gives this number with this unit.
    #[must_use]
    pub fn supports(&self, quantity: &Quantity) -> bool {
        self.given.contains(&(quantity.amount.clone(), quantity.unit))
            || self.bare.get(&quantity.amount).is_some_and(|units| units.contains(quantity.unit))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(language: &str, sentence: &str) -> Vec<(String, &'static str)> {
        let quantities = in_sentence(sentence, language.parse().unwrap());
        quantities.into_iter().map(|quantity| (quantity.amount.to_string(), quantity.unit)).collect()
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
    fn evidence_supports_what_it_gives() {
        let mut known = KnownQuantities::default();
        known.add("About 12 percent of 1,200 people slept for eight hours.", Language::ENGLISH);
        known.add("Weight (kg): 3.5", Language::ENGLISH);
        let supported = |sentence: &str| {
            in_sentence(sentence, Language::ENGLISH)
                .iter()
                .map(|quantity| known.supports(quantity))
                .collect::<Vec<_>>()
        };
        assert_eq!(supported("12 %, 1200 people, 8 hours, 3.5 kg"), [true, true, true, true]);
        let cell = |text: &str, column: &str| {
            in_cell(text, column, Language::ENGLISH)
                .iter()
                .map(|quantity| known.supports(quantity))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            (cell("3.5", "Weight (kg)"), cell("4", "Weight (kg)"), cell("4", "Rank")),
            (vec![true], vec![false], vec![])
        );
        assert_eq!(supported("13 %, 12 people, 8 days, 3.5 g"), [false, false, false, false]);
    }

    proptest! {
        #[test]
        fn any_sentence_is_read(sentence: String, numeric in "[0-9.,/ $%kgm–-]{0,40}") {
            for text in [sentence, numeric] {
                let found = in_sentence(&text, Language::ENGLISH);
                let mut known = KnownQuantities::default();
                known.add(&text, Language::ENGLISH);
                prop_assert!(found.iter().all(|quantity| known.supports(quantity)));
            }
        }
    }
}
