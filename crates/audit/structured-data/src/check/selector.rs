//! Selects the items that a line of `features.txt` or `retired.txt` applies to.

use super::graph::Graph;
use crate::model::ItemId;

/// A condition on items, in the syntax of `features.txt`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Selector {
    pub(super) types: Vec<&'static str>,
    pub(super) also: Vec<&'static str>,
    pub(super) not: Vec<&'static str>,
    main: bool,
    unheld: bool,
    pub(super) with: Option<Values>,
}

/// The values of a property that have a type.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Values {
    pub(super) path: Vec<&'static str>,
    pub(super) of: Option<&'static str>,
    pub(super) except: Option<&'static str>,
}

impl Values {
    /// Parses `offers:Offer` or `mainEntity.acceptedAnswer`.
    pub(super) fn read(word: &'static str) -> Self {
        let (path, of) = word.split_once(':').map_or((word, None), |(path, of)| (path, Some(of)));
        Self { path: path.split('.').collect(), of, except: None }
    }

    pub(super) fn admits(&self, graph: &Graph<'_>, item: ItemId) -> bool {
        self.of.is_none_or(|of| graph.is_a(item, of))
            && !self.except.is_some_and(|except| graph.is_a(item, except))
    }

    fn exist(&self, graph: &Graph<'_>, item: ItemId) -> bool {
        let [name] = self.path.as_slice() else { return false };
        graph.values(item, name).any(|value| match graph.target(&value.value) {
            Some(target) => self.admits(graph, target),
            None => self.of.is_none(),
        })
    }
}

impl Selector {
    pub(super) fn read(text: &'static str) -> Self {
        let mut selector = Self::default();
        let mut words = text.split_ascii_whitespace().peekable();
        let mut excludes = false;
        while let Some(word) = words.next() {
            match word {
                "not" => excludes = true,
                "and" => selector.also.extend(words.next()),
                "main" => selector.main = true,
                "unheld" => selector.unheld = true,
                "with" => selector.with = words.next().map(Values::read),
                "except" => {
                    if let Some(with) = &mut selector.with {
                        with.except = words.next();
                    }
                }
                name if excludes => selector.not.push(name),
                name => selector.types.push(name),
            }
        }
        selector
    }

    pub(super) fn matches(&self, graph: &Graph<'_>, item: ItemId) -> bool {
        let is = |name: &&'static str| graph.is_a(item, name);
        self.types.iter().any(is)
            && self.also.iter().all(is)
            && !self.not.iter().any(is)
            && (!self.main || graph.is_main(item))
            && (!self.unheld || !graph.is_held(item))
            && self.with.as_ref().is_none_or(|with| with.exist(graph, item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_are_read() {
        let selector = Selector::read(
            "Product Vehicle not ProductGroup Car main with offers:Offer except AggregateOffer",
        );
        assert_eq!(selector.types, ["Product", "Vehicle"]);
        assert_eq!(selector.not, ["ProductGroup", "Car"]);
        assert!(selector.main && !selector.unheld);
        let with = selector.with.unwrap();
        assert_eq!(
            (with.path, with.of, with.except),
            (vec!["offers"], Some("Offer"), Some("AggregateOffer"))
        );
        assert_eq!(Selector::read("VideoObject and LearningResource").also, ["LearningResource"]);
    }
}
