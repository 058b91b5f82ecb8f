//! Google's requirements, parsed from `features.txt`.

use std::sync::LazyLock;

use super::super::selector::{Selector, Values};

static TEXT: &str = include_str!("features.txt");
static FEATURES: LazyLock<Vec<Feature>> = LazyLock::new(|| read(TEXT));

/// A rich result, and its requirements.
#[derive(Debug)]
pub(super) struct Feature {
    pub(super) name: &'static str,
    pub(super) selector: Selector,
    pub(super) needs: Vec<Need>,
    /// Properties whose values must be items.
    pub(super) things: Vec<&'static str>,
    /// Properties whose values should be times with a time zone.
    pub(super) zoned: Vec<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    Required,
    Recommended,
}

#[derive(Debug)]
pub(super) struct Need {
    pub(super) level: Level,
    /// The items that must meet it; `None` for the item itself.
    pub(super) at: Option<Values>,
    /// Whether the last of these items is exempt.
    pub(super) but_last: bool,
    pub(super) alternatives: Vec<Alternative>,
}

/// Paths that are required together.
#[derive(Debug)]
pub(super) struct Alternative {
    pub(super) text: &'static str,
    pub(super) parts: Vec<&'static str>,
}

pub(super) fn features() -> &'static [Feature] {
    &FEATURES
}

fn read(text: &'static str) -> Vec<Feature> {
    let mut features: Vec<Feature> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((name, selector)) = line.strip_prefix("feature ").and_then(|line| line.split_once(" = "))
        {
            let selector = Selector::read(selector);
            let feature =
                Feature { name, selector, needs: Vec::new(), things: Vec::new(), zoned: Vec::new() };
            features.push(feature);
        } else if let Some(feature) = features.last_mut() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "things" => feature.things.extend(rest.split_ascii_whitespace()),
                "zoned" => feature.zoned.extend(rest.split_ascii_whitespace()),
                _ => feature.needs.extend(need(line)),
            }
        }
    }
    features
}

fn need(line: &'static str) -> Option<Need> {
    let levels = [("required ", Level::Required), ("recommended ", Level::Recommended)];
    let (start, word, level) =
        levels.into_iter().find_map(|(word, level)| line.find(word).map(|start| (start, word, level)))?;
    let alternatives = line[start + word.len()..].split(" | ");
    let mut need = Need {
        level,
        at: None,
        but_last: false,
        alternatives: alternatives
            .map(|text| Alternative { text, parts: text.split(" + ").collect() })
            .collect(),
    };
    let mut words = line[..start].split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "at" => need.at = words.next().map(Values::read),
            "except" => {
                if let Some(at) = &mut need.at {
                    at.except = words.next();
                }
            }
            "but" => need.but_last = words.next() == Some("last"),
            _ => return None,
        }
    }
    Some(need)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::vocabulary;

    #[test]
    fn every_line_is_read() {
        let lines = TEXT.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let needs: usize = features().iter().map(|feature| feature.needs.len()).sum();
        let others = ["feature ", "things ", "zoned "];
        let others = lines.clone().filter(|line| others.iter().any(|word| line.starts_with(word))).count();
        assert_eq!(lines.count(), needs + others);
    }

    fn assert_type(name: &str) {
        assert!(vocabulary().type_named(name).is_some(), "there is no type {name}");
    }

    /// Asserts that one of the types, or a descendant, has the property.
    fn assert_property(types: &[&str], name: &str) {
        let known = vocabulary().property(name).unwrap_or_else(|| panic!("there is no property {name}"));
        let fits = |domain: &&str| {
            types.iter().any(|each| vocabulary().is_a(each, domain) || vocabulary().is_a(domain, each))
        };
        assert!(known.domains.iter().any(fits), "{types:?} has no {name}");
    }

    #[test]
    fn every_term_is_of_the_vocabulary_and_in_its_place() {
        for feature in features() {
            let selector = &feature.selector;
            selector
                .types
                .iter()
                .chain(&selector.also)
                .chain(&selector.not)
                .for_each(|name| assert_type(name));
            for name in feature.things.iter().chain(&feature.zoned) {
                assert_property(&selector.types, name);
            }
            for need in &feature.needs {
                let mut holders = selector.types.clone();
                for step in need.at.iter().flat_map(|at| &at.path) {
                    assert_property(&holders, step);
                    holders.clone_from(&vocabulary().property(step).unwrap().ranges);
                }
                if let Some(of) = need.at.as_ref().and_then(|at| at.of) {
                    assert_type(of);
                    holders = vec![of];
                }
                for path in need.alternatives.iter().flat_map(|alternative| &alternative.parts) {
                    assert_path(holders.clone(), path);
                }
            }
        }
    }

    fn assert_path(mut holders: Vec<&'static str>, path: &str) {
        for step in path.split('.') {
            if step.starts_with(|first: char| first.is_ascii_uppercase()) {
                assert_type(step);
                holders = vec!["Thing"];
                continue;
            }
            assert_property(&holders, step);
            holders.clone_from(&vocabulary().property(step).unwrap().ranges);
        }
    }
}
