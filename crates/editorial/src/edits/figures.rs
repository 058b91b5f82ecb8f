//! Whether passages of the cited sources give the figures of a sentence.

use std::collections::{HashMap, HashSet};

use domain::articles::passages::Passage;
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use prose::quantities::{self, Amount, Quantity};

/// The figures that passages give, by their sources.
#[derive(Debug, Clone, Default)]
pub struct PassageFigures {
    sources: HashMap<SourceNumber, Given>,
}

#[derive(Debug, Clone, Default)]
struct Given {
    amounts: HashSet<Amount>,
    measured: HashSet<(Amount, &'static str)>,
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
    pub fn supports(&self, source: SourceNumber, figure: &Quantity) -> bool {
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
        for Quantity { amount, unit, .. } in quantities::in_cell(text, "", language) {
            let units = unit.as_slice().iter().chain(if unit.is_none() { named.as_slice() } else { &[] });
            self.measured.extend(units.map(|unit| (amount.clone(), *unit)));
            self.amounts.insert(amount);
        }
        self.amounts.extend(quantities::spelled_in(text, language));
    }
}

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
        let figures = quantities::in_cell(sentence, column, Language::ENGLISH);
        let both = |figure: &Quantity| {
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
