//! Figures of a sentence, and whether passages of its sources give them.

use std::collections::{HashMap, HashSet};

use domain::articles::passages::Passage;
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use prose::quantities;

/// A unit that numbers without one are given while they are read; nothing else is measured in it in practice.
const WITHOUT: &str = "quintal";

/// A number in digits, or one in words that has a unit.
#[derive(Debug, Clone)]
pub struct Figure {
    /// As it is written, with its unit.
    pub written: String,
    /// The number, the same for all spellings: `1200`, `0.2`, `1/2`.
    pub amount: String,
    /// The name of the unit, the same for all spellings.
    pub unit: Option<&'static str>,
}

impl PartialEq for Figure {
    fn eq(&self, other: &Self) -> bool {
        self.amount == other.amount && self.unit == other.unit
    }
}

/// The figures of a text. A number without a unit has the one that `column` names.
pub(super) fn figures(text: &str, column: &str, language: Language) -> Vec<Figure> {
    let column = if quantities::units_in(column).is_empty() { WITHOUT } else { column };
    let quantities = quantities::in_cell(text, column, language).into_iter();
    quantities
        .map(|quantity| Figure {
            written: quantity.excerpt,
            amount: quantity.amount.to_string(),
            unit: Some(quantity.unit).filter(|unit| *unit != WITHOUT),
        })
        .collect()
}

/// The figures that passages give, by their sources.
#[derive(Debug, Clone, Default)]
pub struct PassageFigures {
    sources: HashMap<SourceNumber, Given>,
}

#[derive(Debug, Clone, Default)]
struct Given {
    amounts: HashSet<String>,
    measured: HashSet<(String, &'static str)>,
}

impl PassageFigures {
    /// Reads passages.
    #[must_use]
    pub fn of<'p>(passages: impl IntoIterator<Item = &'p Passage>, language: Language) -> Self {
        let mut sources: HashMap<SourceNumber, Given> = HashMap::new();
        for passage in passages {
            for source in passage.sources() {
                let given = sources.entry(source).or_default();
                for text in passage.path.iter().chain([&passage.title, &passage.text]) {
                    given.add(text, language);
                }
            }
        }
        Self { sources }
    }

    /// Whether a passage of the source gives the figure. Of a number without a unit, the unit may stand elsewhere in the passage, as
    /// in the name of a column.
    #[must_use]
    pub fn supports(&self, source: SourceNumber, figure: &Figure) -> bool {
        let Some(given) = self.sources.get(&source) else { return false };
        match figure.unit {
            Some(unit) => given.measured.contains(&(figure.amount.clone(), unit)),
            None => given.amounts.contains(&figure.amount),
        }
    }
}

impl Given {
    fn add(&mut self, text: &str, language: Language) {
        let named = quantities::units_in(text);
        for Figure { amount, unit, .. } in figures(text, "", language) {
            let units = unit.as_slice().iter().chain(if unit.is_none() { named.as_slice() } else { &[] });
            self.measured.extend(units.map(|unit| (amount.clone(), *unit)));
            self.amounts.insert(amount);
        }
        let normal = seo::words::normalise(text);
        let spelled = |word: &str| SPELLED.iter().find(|(name, _)| *name == word);
        let words = seo::words::split(&normal).filter_map(spelled);
        self.amounts.extend(words.map(|(_, amount)| (*amount).to_owned()));
    }
}

/// Numbers that pages spell: `The default is three.`
const SPELLED: [(&str, &str); 23] = [
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("zero", "0"),
    ("một", "1"),
    ("hai", "2"),
    ("ba", "3"),
    ("bốn", "4"),
    ("năm", "5"),
    ("sáu", "6"),
    ("bảy", "7"),
    ("tám", "8"),
    ("chín", "9"),
    ("mười", "10"),
];

#[cfg(test)]
mod tests {
    use domain::articles::passages::{PassageId, PassageKind};

    use super::*;

    fn supported(text: &str, sentence: &str, column: &str) -> Vec<bool> {
        let passage = Passage {
            id: PassageId(1),
            source: SourceNumber(1),
            also_in: vec![SourceNumber(3)],
            title: "Automatic Vacuuming".into(),
            path: vec!["autovacuum_max_workers (integer)".into()],
            kind: PassageKind::Definition,
            text: text.into(),
            order: 0,
        };
        let known = PassageFigures::of([&passage], Language::ENGLISH);
        let figures = figures(sentence, column, Language::ENGLISH);
        let both = |figure: &Figure| {
            assert_eq!(known.supports(SourceNumber(3), figure), known.supports(SourceNumber(1), figure));
            assert!(!known.supports(SourceNumber(2), figure));
            known.supports(SourceNumber(1), figure)
        };
        figures.iter().map(both).collect()
    }

    #[test]
    fn figures_are_looked_up_with_their_units() {
        let text = "The default is three. The threshold is 0.2 of 1,000 rows, and the delay is 2 seconds.";
        assert_eq!(supported(text, "3 workers, 0.2, 1000 rows and 2 seconds", ""), [true, true, true, true]);
        assert_eq!(supported(text, "4 workers, 0.3 and 3 seconds", ""), [false, false, false]);
        assert_eq!(supported(text, "2 minutes or 2 hours", ""), [false, false]);
        assert_eq!(supported("Delay (seconds) | 20", "20", "Delay (seconds)"), [true]);
        assert_eq!(supported("anything", "Names such as A4 and v1 are none.", ""), Vec::<bool>::new());
    }
}
