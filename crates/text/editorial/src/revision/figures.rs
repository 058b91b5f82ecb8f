//! Whether the sources that a sentence cites give its figures.

use std::collections::{BTreeSet, HashMap};

use domain::articles::passages::Passage;
use domain::articles::research::SourceNumber;
use domain::locale::Language;

use crate::content::numbers::{Known, Number, is_calculation};

/// The figures in passages, together and by source.
pub(super) struct PassageFigures {
    all: Known,
    sources: HashMap<SourceNumber, Known>,
}

impl PassageFigures {
    pub(super) fn of(passages: &[Passage], language: Language) -> Self {
        let all = Known::of(passages.iter(), language);
        let mut by_source: HashMap<SourceNumber, Vec<&Passage>> = HashMap::new();
        for passage in passages {
            for source in passage.sources() {
                by_source.entry(source).or_default().push(passage);
            }
        }
        let known = |(source, passages): (SourceNumber, Vec<&Passage>)| {
            (source, Known::of(passages.into_iter(), language))
        };
        Self { all, sources: by_source.into_iter().map(known).collect() }
    }

    /// Whether one of the sources gives a figure.
    pub(super) fn give(&self, cited: &BTreeSet<SourceNumber>, figure: &Number) -> bool {
        cited.iter().filter_map(|source| self.sources.get(source)).any(|known| known.supports(figure))
    }

    /// Whether a sentence may contain a figure: its sources give it, or it can be calculated from figures of
    /// the sources or beside it. A sentence without citations may repeat a source, and name an everyday
    /// quantity.
    pub(super) fn allow(&self, cited: &BTreeSet<SourceNumber>, figure: &Number, beside: &[&Number]) -> bool {
        self.give(cited, figure)
            || self.all.leads_to(figure)
            || is_calculation(figure, beside)
            || (cited.is_empty() && (self.all.supports(figure) || figure.is_everyday()))
    }
}

#[cfg(test)]
mod tests {
    use domain::articles::passages::{PassageId, PassageKind};

    use super::*;
    use crate::content::numbers::numbers;

    fn given(text: &str, sentence: &str) -> Vec<bool> {
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
        let known = PassageFigures::of(&[passage], Language::ENGLISH);
        let of = |source: u32, figure: &Number| known.give(&BTreeSet::from([SourceNumber(source)]), figure);
        let both = |figure: &Number| {
            assert_eq!(of(3, figure), of(1, figure));
            assert!(!of(2, figure));
            of(1, figure)
        };
        numbers(sentence, Language::ENGLISH).iter().map(both).collect()
    }

    #[test]
    fn figures_are_looked_up_with_their_units() {
        let text = "The threshold is 0.2 of 1,000 rows, and the delay is 20 seconds.";
        assert_eq!(given(text, "It is 0.2, 1000 rows and 20 seconds."), [true, true, true]);
        assert_eq!(given(text, "It is 0.3 of 1000 rows. It takes 30 seconds."), [false, true, false]);
        assert_eq!(given(text, "It is 20 minutes."), [false]);
        assert_eq!(given("anything", "Names such as A4 and v1 are none."), Vec::<bool>::new());
    }

    #[test]
    fn what_follows_from_figures_is_allowed() {
        let passage = Passage {
            id: PassageId(1),
            source: SourceNumber(1),
            also_in: Vec::new(),
            title: String::new(),
            path: Vec::new(),
            kind: PassageKind::Paragraph,
            text: "The job cost £1,085 and the other £400.".into(),
            order: 0,
        };
        let known = PassageFigures::of(&[passage], Language::ENGLISH);
        let allowed = |sentence: &str, cited: &[u32]| {
            let figures = numbers(sentence, Language::ENGLISH);
            let cited = cited.iter().map(|source| SourceNumber(*source)).collect();
            known.allow(&cited, &figures[0], &figures.iter().skip(1).collect::<Vec<_>>())
        };
        assert!(allowed("That is £685 more.", &[1]), "a difference of two");
        assert!(!allowed("That is £690 more.", &[1]));
        assert!(allowed("Wait 20 minutes.", &[]), "an everyday quantity");
        assert!(!allowed("Wait 20 minutes.", &[1]), "not of this source");
    }
}
