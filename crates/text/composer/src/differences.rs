//! Figures that differ between texts for one thing.

use std::ops::Range;

use domain::articles::document::{Block, Text};
use domain::articles::research::SourceNumber;
use prose::claims::{Claim, Claims};
use prose::sentences;

use crate::plan::Plan;
use crate::spans::plain;

/// The separator of the cells of a row, the same as in Markdown.
const CELLS: &str = " | ";
/// The longest sentence, in words, that is quoted whole.
const QUOTED: u32 = 45;

/// Texts that contradict each other on one thing.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) statements: Vec<Statement>,
    /// The passages of the statements, those of the backbone first.
    pub(crate) passages: Vec<usize>,
}

/// What one text says, in its own words.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) text: String,
    /// The positions of its figures in the text.
    pub(crate) figures: Vec<Range<usize>>,
    /// Whether the text is a row of a table.
    pub(crate) is_row: bool,
    pub(crate) source: SourceNumber,
}

impl Difference {
    /// Whether the same sentences differ. They may differ in several figures.
    fn is_between_the_same(&self, other: &Self) -> bool {
        self.statements.len() == other.statements.len()
            && self.statements.iter().zip(&other.statements).all(|(one, two)| one.is_same(two))
    }
}

impl Statement {
    fn is_same(&self, other: &Self) -> bool {
        (&self.text, self.source) == (&other.text, other.source)
    }
}

/// The differences between the texts of a plan, in reading order.
pub(crate) fn find(plan: &Plan<'_>) -> Vec<Difference> {
    let library = plan.library;
    let mut claims = Claims::new(&library.keyword_terms.join(" "), library.language);
    let parts = plan.parts.iter().enumerate();
    let placed = parts.flat_map(|(at, part)| part.passages.iter().map(move |it| (at, *it)));
    let placed: Vec<_> = placed.chain(plan.answers.iter().map(|(_, it)| (usize::MAX, *it))).collect();
    for (at, (_, passage)) in placed.iter().enumerate() {
        let it = &library.passages[*passage];
        claims.begin(it.note, it.note, library.sections[it.section].heading.as_deref());
        for (is_row, text) in it.blocks.iter().flat_map(texts) {
            let sentences =
                if is_row { vec![text.as_str()] } else { sentences::split(&text, library.language) };
            for sentence in sentences {
                claims.add(at, sentence, is_row);
            }
        }
    }
    let mut found: Vec<Difference> = Vec::new();
    for group in claims.groups().into_iter().filter(|group| claims.differ(group)) {
        let Some(new) = difference(plan, &placed, &claims, group) else { continue };
        match found.iter_mut().find(|known| known.is_between_the_same(&new)) {
            Some(known) => {
                for (known, new) in known.statements.iter_mut().zip(new.statements) {
                    known.figures.extend(new.figures);
                }
            }
            None => found.push(new),
        }
    }
    found
}

fn difference(
    plan: &Plan<'_>,
    placed: &[(usize, usize)],
    claims: &Claims,
    mut group: Vec<usize>,
) -> Option<Difference> {
    let claim = |at: &usize| &claims.all()[*at];
    let place = |at: &usize| placed[claim(at).place];
    group.sort_by_key(|at| {
        let (part, passage) = place(at);
        (plan.library.passages[passage].note != plan.backbone, part, passage)
    });
    let mut statements: Vec<Statement> = Vec::new();
    for at in &group {
        let new = statement(claim(at), plan.library.source(place(at).1));
        match statements.iter_mut().find(|known| known.is_same(&new)) {
            Some(known) => known.figures.extend(new.figures),
            None => statements.push(new),
        }
    }
    let shown = group.iter().any(|at| place(at).0 < plan.parts.len());
    let passages = group.iter().map(|at| place(at).1).collect();
    (shown && statements.len() > 1).then_some(Difference { statements, passages })
}

/// The running texts of a block, each with a flag that marks rows of a table.
fn texts(block: &Block) -> Vec<(bool, String)> {
    let row = |row: &Vec<Text>| (true, row.iter().map(plain).collect::<Vec<_>>().join(CELLS));
    match block {
        Block::Table { rows, .. } => rows.iter().map(row).collect(),
        other => other.texts().into_iter().map(|text| (false, plain(text))).collect(),
    }
}

/// The sentence, or the clause with the figure if the sentence is long.
fn statement(claim: &Claim, source: SourceNumber) -> Statement {
    let Claim { sentence, figure, around, is_row, .. } = claim;
    let whole = seo::words::count(sentence) <= QUOTED;
    let range = if whole { 0..sentence.len() } else { around.clone() };
    let clause = sentence[range.clone()].trim_start();
    let start = range.end - clause.len();
    let clause = clause.trim_end().trim_end_matches([',', ';', '(', ')']);
    let place = |at: usize| at.clamp(start, start + clause.len()) - start;
    let figure = place(figure.range.start)..place(figure.range.end);
    let (open, end) = if whole { ("", "") } else { ("… ", " …") };
    let figure = figure.start + open.len()..figure.end + open.len();
    Statement { text: format!("{open}{clause}{end}"), figures: vec![figure], is_row: *is_row, source }
}
