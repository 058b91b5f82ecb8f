//! Counts right and wrong judgements of labelled queries.

use std::collections::BTreeMap;
use std::fmt;

use domain::locale::Language;
use domain::search::Intent;
use seo::intent::{Evidence, classify};

/// Expected against classified intents.
#[derive(Default)]
pub(crate) struct Table([[u32; 5]; 5]);

impl Table {
    /// The share of right judgements.
    pub(crate) fn accuracy(&self) -> f64 {
        let all: u32 = self.0.iter().flatten().sum();
        let right: u32 = (0..5).map(|index| self.0[index][index]).sum();
        f64::from(right) / f64::from(all.max(1))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "  accuracy {:.3}; rows are meant, columns judged", self.accuracy())?;
        for (intent, row) in Intent::ALL.iter().zip(&self.0) {
            writeln!(formatter, "  {:>14} {row:3?}", intent.as_str())?;
        }
        Ok(())
    }
}

/// Classifies queries of the form `intent<TAB>language<TAB>query`, one per line. Other lines are ignored.
pub(crate) fn by_language(labelled: &str) -> BTreeMap<String, Table> {
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    for line in labelled.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [meant, language, query] = columns[..] else { continue };
        let Some(meant) = index(meant) else { continue };
        let Ok(code) = language.parse::<Language>() else { continue };
        let judged = classify(query, code, &Evidence::default()).primary;
        if let Some(judged) = index(judged.as_str()) {
            tables.entry(language.to_owned()).or_default().0[meant][judged] += 1;
        }
    }
    tables
}

fn index(name: &str) -> Option<usize> {
    Intent::ALL.iter().position(|intent| intent.as_str() == name)
}
