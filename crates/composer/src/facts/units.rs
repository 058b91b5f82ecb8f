//! Facts that belong together: a sentence with those that lean on it, the items of a list, the rows of a table.

use domain::articles::research::{EvidencePlace, SourceNumber};

use super::{Fact, Relation, Unused, UnusedReason};
use crate::terms::Bag;
use crate::text::count;

/// The longest name of an item, in words.
const LONGEST_NAME: usize = 6;
/// A sentence of so few words leads to the next one.
const LEAD_IN: usize = 5;
/// The most sentences that lean on each other.
const LONGEST_CHAIN: usize = 4;

/// Facts that belong together.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub(crate) source: SourceNumber,
    pub(crate) heading: Option<String>,
    pub(crate) content: Content,
}

/// What a unit consists of.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    /// Sentences that follow each other.
    Prose(Vec<Fact>),
    /// A list, each item of one sentence or more.
    List {
        /// Whether the items are steps.
        ordered: bool,
        /// The sentence that announces it.
        lead: Option<Box<Fact>>,
        items: Vec<Vec<Fact>>,
    },
    /// Rows with the same columns.
    Table { columns: Vec<String>, rows: Vec<Row> },
}

/// A row of a table.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) evidence: u32,
    pub(crate) cells: Vec<String>,
    bag: Bag,
}

impl Unit {
    /// Its facts in order; a table has none.
    pub(crate) fn facts(&self) -> impl Iterator<Item = &Fact> {
        let (prose, items): (&[Fact], &[Vec<Fact>]) = match &self.content {
            Content::Prose(facts) => (facts, &[]),
            Content::List { lead, items, .. } => (lead.as_deref().map_or(&[], std::slice::from_ref), items),
            Content::Table { .. } => (&[], &[]),
        };
        prose.iter().chain(items.iter().flatten())
    }

    /// The evidence that it stands on.
    pub(crate) fn evidence(&self) -> Vec<u32> {
        match &self.content {
            Content::Table { rows, .. } => rows.iter().map(|row| row.evidence).collect(),
            _ => self.facts().flat_map(|fact| &fact.evidence).copied().collect(),
        }
    }

    /// About how many words it takes to say it.
    pub(crate) fn words(&self) -> usize {
        match &self.content {
            Content::Table { columns, rows } => {
                columns.iter().chain(rows.iter().flat_map(|row| &row.cells)).map(|cell| count(cell)).sum()
            }
            _ => self.facts().map(|fact| count(&fact.text)).sum(),
        }
    }

    pub(crate) fn bag(&self) -> Bag {
        match &self.content {
            Content::Table { rows, .. } => Bag::sum(rows.iter().map(|row| (&row.bag, 1.0))),
            _ => Bag::sum(self.facts().map(|fact| (&fact.bag, 1.0))),
        }
    }

    /// Whether it makes no sense without the question before it: `No, because …`.
    pub(crate) fn needs_question(&self) -> bool {
        self.facts().next().is_some_and(|fact| fact.leans && fact.is_answer())
    }

    /// Whether it stands in the same paragraph of its source as another.
    pub(crate) fn is_in_paragraph_of(&self, other: &Self) -> bool {
        let paragraph = |unit: &Self| unit.facts().next().map(|fact| fact.paragraph);
        self.source == other.source && paragraph(self) == paragraph(other)
    }

    /// Whether it is prose.
    pub(crate) fn is_prose(&self) -> bool {
        matches!(self.content, Content::Prose(_))
    }
}

/// Gathers facts, which come in the order of their sources.
pub(super) fn gather(facts: Vec<Fact>, unused: &mut Vec<Unused>) -> Vec<Unit> {
    let mut gathering = Gathering { units: Vec::new(), last: None, unused };
    for fact in facts {
        let number = fact.evidence.first().copied().unwrap_or_default();
        match fact.place {
            EvidencePlace::Paragraph => gathering.add_sentence(fact),
            EvidencePlace::Item | EvidencePlace::Step => gathering.add_item(fact),
            EvidencePlace::Row => gathering.add_row(&fact),
        }
        gathering.last = Some(number);
    }
    let mut units = gathering.units;
    units.retain(|unit| {
        let pointless = is_pointless(unit);
        if pointless {
            let dangling = |evidence| Unused { evidence, reason: UnusedReason::Dangling };
            unused.extend(unit.evidence().into_iter().map(dangling));
        }
        !pointless
    });
    units
}

/// An announcement of nothing, a list of one item, or a table of one row.
fn is_pointless(unit: &Unit) -> bool {
    match &unit.content {
        Content::Prose(facts) => facts.is_empty() || facts.iter().any(|fact| fact.text.ends_with(':')),
        Content::List { items, .. } => items.len() < 2,
        Content::Table { rows, .. } => rows.len() < 2,
    }
}

struct Gathering<'a> {
    units: Vec<Unit>,
    last: Option<u32>,
    unused: &'a mut Vec<Unused>,
}

impl Gathering<'_> {
    /// The last unit, if the fact follows it without a gap and under the same heading.
    fn before(&mut self, fact: &Fact) -> Option<&mut Unit> {
        let follows = self.last.map(|last| last + 1) == fact.evidence.first().copied();
        self.units
            .last_mut()
            .filter(|unit| follows && unit.source == fact.source() && unit.heading == fact.heading)
    }

    fn begin(&mut self, fact: &Fact, content: Content) {
        self.units.push(Unit { source: fact.source(), heading: fact.heading.clone(), content });
    }

    fn add_sentence(&mut self, mut fact: Fact) {
        let ties = fact.leans || fact.relation.is_some_and(|relation| relation != Relation::Emphasis);
        if let Some(Unit { content: Content::Prose(chain), .. }) = self.before(&fact)
            && (ties || chain.last().is_some_and(announces))
            && chain.len() < LONGEST_CHAIN
        {
            chain.push(fact);
        } else if fact.leans && !is_free(&fact) && !fact.is_answer() {
            self.unused.extend(
                fact.evidence
                    .iter()
                    .map(|evidence| Unused { evidence: *evidence, reason: UnusedReason::Dangling }),
            );
        } else {
            fact.relation = None;
            let content = Content::Prose(vec![fact.clone()]);
            self.begin(&fact, content);
        }
    }

    fn add_item(&mut self, fact: Fact) {
        let ordered = fact.place == EvidencePlace::Step;
        if let Some(unit) = self.before(&fact) {
            match &mut unit.content {
                Content::List { ordered: known, items, .. } if *known == ordered => {
                    match items.last_mut() {
                        Some(item) if explains(&fact, item) => item.push(fact),
                        _ => items.push(vec![fact]),
                    }
                    return;
                }
                Content::Prose(chain) if chain.len() == 1 && chain[0].text.ends_with(':') => {
                    let lead = chain.pop().map(Box::new);
                    unit.content = Content::List { ordered, lead, items: vec![vec![fact]] };
                    return;
                }
                _ => {}
            }
        }
        let content = Content::List { ordered, lead: None, items: vec![vec![fact.clone()]] };
        self.begin(&fact, content);
    }

    fn add_row(&mut self, fact: &Fact) {
        let Some((columns, cells)) = cells(&fact.text) else {
            let dangling = |evidence: &u32| Unused { evidence: *evidence, reason: UnusedReason::Dangling };
            self.unused.extend(fact.evidence.iter().map(dangling));
            return;
        };
        let evidence = fact.evidence.first().copied().unwrap_or_default();
        let row = Row { evidence, cells, bag: fact.bag.clone() };
        if let Some(Unit { content: Content::Table { columns: known, rows }, .. }) = self.before(fact)
            && *known == columns
        {
            rows.push(row);
            return;
        }
        self.begin(fact, Content::Table { columns, rows: vec![row] });
    }
}

/// Whether a sentence belongs to the item before: it leans on it, is no step of its own, or follows a mere name.
fn explains(fact: &Fact, item: &[Fact]) -> bool {
    let named = item.len() == 1 && item[0].fragment && count(&item[0].text) <= LONGEST_NAME && !fact.fragment;
    let remark = fact.place == EvidencePlace::Step && item[0].orders;
    !fact.orders && (fact.leans || remark || named)
}

/// `Cracks are different.`: a few words that make the reader wait for the next sentence.
fn announces(fact: &Fact) -> bool {
    count(&fact.text) <= LEAD_IN && fact.quantities.is_empty() && fact.place == EvidencePlace::Paragraph
}

/// Whether a sentence leans only through the connective that was taken off.
fn is_free(fact: &Fact) -> bool {
    matches!(fact.relation, Some(Relation::Result | Relation::Example | Relation::Clarification))
        && !fact.bag_is_thin()
}

impl Fact {
    fn bag_is_thin(&self) -> bool {
        self.bag.weight() < 6.0
    }
}

/// Columns and cells of a row: `Oil: Flaxseed; Price: $18`.
fn cells(text: &str) -> Option<(Vec<String>, Vec<String>)> {
    let mark = if text.contains(" | ") { " | " } else { "; " };
    let pairs: Vec<(String, String)> = text
        .trim_end_matches('.')
        .split(mark)
        .map(|cell| {
            cell.rsplit_once(": ").map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        })
        .collect::<Option<_>>()?;
    let named = pairs.iter().skip(1).all(|(name, value)| !name.is_empty() && !value.is_empty());
    (pairs.len() > 1 && named).then(|| pairs.into_iter().unzip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read() {
        let (columns, values) = cells("Oil: Flaxseed; Price per litre: $18").unwrap();
        assert_eq!(columns, ["Oil", "Price per litre"]);
        assert_eq!(values, ["Flaxseed", "$18"]);
        assert_eq!(cells("No columns here"), None);
    }
}
