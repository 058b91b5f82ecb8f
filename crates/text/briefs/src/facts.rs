//! Facts on pages: defaults, formulas and figures, grouped by subject.
//!
//! Two statements have one subject if they are of one kind and name the same thing: the same setting, the
//! same left side of a formula, or a figure of one dimension in sentences that share their significant words.
//! Agreement is judged by value, so `60 minutes` and `1 hour` agree.

mod defaults;
mod figures;
mod formulas;
mod grouping;

use domain::articles::brief::{Agreement, FactGroup, FactKind, FactValue};
use domain::articles::research::SourceNumber;

use crate::outline::index_id;
use crate::write::Context;

/// Facts of passages with less relevance to the keyword are left out.
const RELEVANT: f64 = 0.25;
/// The most groups of each kind, and the most figures that only one source gives.
const MOST: usize = 30;
const MOST_SINGLE: usize = 12;
/// A figure that only one source gives must have more to do with the keyword.
const RELEVANT_SINGLE: f64 = 0.3;

/// A statement with a value.
#[derive(Debug, Clone)]
struct Statement {
    /// The normalised subject, for comparison.
    key: String,
    /// The subject as it is shown.
    about: String,
    value: String,
    /// The normalised value, for comparison.
    sameness: String,
    sentence: String,
    /// The index of the passage.
    passage: usize,
    sources: Vec<SourceNumber>,
}

/// Statements with one subject.
#[derive(Debug)]
struct Group {
    kind: FactKind,
    about: String,
    statements: Vec<Statement>,
    /// Whether different values contradict each other; `4 minutes` and `3 to 5 minutes` do not.
    differs: bool,
}

/// The facts of the passages. Those that most sources give come first.
pub(crate) fn collect(context: &Context<'_>) -> Vec<FactGroup> {
    let relevant: Vec<usize> =
        (0..context.passages.len()).filter(|index| context.relevance[*index] >= RELEVANT).collect();
    let defaults = grouping::by_key(FactKind::Default, defaults::find(context, &relevant));
    let formulas = grouping::by_key(FactKind::Formula, formulas::find(context, &relevant));
    let figures = figures::grouped(context, &relevant, &defaults);
    let groups = [defaults, formulas, figures].into_iter().flat_map(|groups| limited(context, groups));
    groups.map(Group::fact).collect()
}

/// Returns the groups with the most sources, then those with the highest relevance to the keyword, up to the
/// limit.
fn limited(context: &Context<'_>, mut groups: Vec<Group>) -> Vec<Group> {
    let relevance = |group: &Group| {
        group.statements.iter().map(|statement| context.relevance[statement.passage]).fold(0.0, f64::max)
    };
    groups.sort_by(|one, other| {
        let sources = other.source_count().min(3).cmp(&one.source_count().min(3));
        sources.then_with(|| relevance(other).total_cmp(&relevance(one)))
    });
    let mut single = 0;
    groups.retain(|group| {
        let alone = group.kind == FactKind::Figure && group.source_count() < 2;
        single += usize::from(alone);
        !alone || (single <= MOST_SINGLE && relevance(group) >= RELEVANT_SINGLE)
    });
    groups.truncate(MOST);
    // Settings and formulas are shown in the order of the page.
    if groups.iter().all(|group| group.kind != FactKind::Figure) {
        groups.sort_by_key(|group| group.statements.first().map(|statement| statement.passage));
    }
    groups
}

impl Group {
    fn source_count(&self) -> usize {
        let mut sources: Vec<SourceNumber> =
            self.statements.iter().flat_map(|statement| statement.sources.iter().copied()).collect();
        sources.sort_unstable();
        sources.dedup();
        sources.len()
    }

    fn fact(self) -> FactGroup {
        let mut values: Vec<(String, FactValue)> = Vec::new();
        for statement in self.statements {
            let known = values.iter_mut().find(|(sameness, _)| *sameness == statement.sameness);
            if let Some((_, known)) = known {
                for source in statement.sources {
                    if !known.sources.contains(&source) {
                        known.sources.push(source);
                    }
                }
                continue;
            }
            let value = FactValue {
                value: statement.value,
                sentence: statement.sentence,
                passage: index_id(statement.passage),
                sources: statement.sources,
            };
            values.push((statement.sameness, value));
        }
        let mut values: Vec<FactValue> = values.into_iter().map(|(_, value)| value).collect();
        values.sort_by_key(|value| {
            (std::cmp::Reverse(value.sources.len()), value.sources.iter().min().copied())
        });
        let sources: std::collections::BTreeSet<SourceNumber> =
            values.iter().flat_map(|value| value.sources.iter().copied()).collect();
        let agreement = match (values.len(), sources.len()) {
            (_, 0 | 1) => Agreement::Single,
            (1, _) => Agreement::Agree,
            _ if !self.differs => Agreement::Agree,
            _ => Agreement::Differ,
        };
        FactGroup { about: self.about, kind: self.kind, agreement, values }
    }
}
