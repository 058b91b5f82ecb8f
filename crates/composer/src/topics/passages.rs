//! What stands together in a source: units under one heading, or, where there are no headings, units that share their words.

use domain::articles::research::SourceNumber;

use crate::corpus::Corpus;
use crate::facts::Unit;
use crate::terms::Bag;
use crate::text::padded;

/// How many units on either side of a gap are compared.
const WINDOW: usize = 3;
/// The longest passage without a heading, in units.
const LONGEST: usize = 6;
/// What words of a heading weigh against words below it.
const HEADING: f32 = 2.0;

/// Units that stand together in a source.
#[derive(Debug, Clone)]
pub(super) struct Passage {
    pub(super) source: SourceNumber,
    pub(super) heading: Option<String>,
    pub(super) units: Vec<usize>,
    pub(super) position: f32,
    pub(super) bag: Bag,
    /// The bag of each unit.
    pub(super) unit_bags: Vec<Bag>,
}

pub(super) fn of(units: &[Unit], corpus: &Corpus<'_>) -> Vec<Passage> {
    let bags: Vec<Bag> = units.iter().map(Unit::bag).collect();
    let mut passages = Vec::new();
    let mut start = 0;
    while start < units.len() {
        let same = |unit: &Unit| unit.source == units[start].source && unit.heading == units[start].heading;
        let end = start + units[start..].iter().take_while(|unit| same(unit)).count();
        let cuts = if heading(&units[start], corpus).is_some() {
            vec![]
        } else {
            let marked = (1..end - start).filter(|at| turns(&units[start + at])).collect();
            gaps(&bags[start..end], marked)
        };
        let mut from = start;
        for to in cuts.into_iter().map(|cut| start + cut).chain([end]) {
            passages.push(passage(units, &bags, from..to, corpus));
            from = to;
        }
        start = end;
    }
    passages
}

fn passage(units: &[Unit], bags: &[Bag], range: std::ops::Range<usize>, corpus: &Corpus<'_>) -> Passage {
    let source = units[range.start].source;
    let heading = heading(&units[range.start], corpus);
    let own = heading.as_ref().map(|heading| corpus.vocabulary.bag(heading));
    let parts = bags[range.clone()].iter().map(|bag| (bag, 1.0)).chain(own.iter().map(|bag| (bag, HEADING)));
    let bag = Bag::sum(parts);
    let unit_bags = bags[range.clone()].to_vec();
    Passage {
        source,
        heading,
        bag,
        unit_bags,
        position: position(units, source, range.start),
        units: range.collect(),
    }
}

/// The heading above a unit, unless it is the title of its source.
fn heading(unit: &Unit, corpus: &Corpus<'_>) -> Option<String> {
    let heading = unit.heading.as_deref()?;
    let title = corpus.research.source(unit.source).map_or("", |source| source.title.as_str());
    let line = padded(heading);
    let furniture = corpus.lexicon.screen.rows("furniture").iter().any(|known| line.trim() == *known);
    (!is_same_heading(heading, title) && !furniture).then(|| heading.to_owned())
}

/// Whether two headings say the same in the same words.
pub(crate) fn is_same_heading(one: &str, other: &str) -> bool {
    padded(one) == padded(other)
}

/// `As for food, …`: the writer turns to something else.
fn turns(unit: &Unit) -> bool {
    const TURNS: [&str; 4] = ["As for ", "When it comes to ", "Về ", "Còn về "];
    let text = unit.facts().next().map_or("", |fact| fact.text.as_str());
    let named = text.split_once(',').is_some_and(|(named, _)| named.split(' ').count() <= 7);
    named && TURNS.iter().any(|turn| text.starts_with(turn))
}

#[expect(clippy::cast_precision_loss, reason = "counts of sentences are far below 2^24")]
fn position(units: &[Unit], source: SourceNumber, index: usize) -> f32 {
    let own = units.iter().filter(|unit| unit.source == source).count();
    let before = units[..index].iter().filter(|unit| unit.source == source).count();
    before as f32 / own.max(1) as f32
}

/// Where units stop sharing words: at the lowest likeness of what stands before and after, until no passage is too long.
fn gaps(bags: &[Bag], marked: Vec<usize>) -> Vec<usize> {
    let side = |range: std::ops::Range<usize>| Bag::sum(bags[range].iter().map(|bag| (bag, 1.0)));
    let likeness = |cut: usize| {
        side(cut.saturating_sub(WINDOW)..cut).likeness(&side(cut..(cut + WINDOW).min(bags.len())))
    };
    let mut cuts = marked;
    loop {
        let mut edges = vec![0];
        edges.extend(&cuts);
        edges.push(bags.len());
        let Some(wide) = edges.windows(2).find(|pair| pair[1] - pair[0] > LONGEST) else { return cuts };
        let lowest =
            (wide[0] + 2..wide[1] - 1).min_by(|one, other| likeness(*one).total_cmp(&likeness(*other)));
        let Some(cut) = lowest else { return cuts };
        cuts.push(cut);
        cuts.sort_unstable();
    }
}
