//! Figures that differ between texts for one thing.

use domain::articles::document::{Block, Text};
use domain::articles::research::SourceNumber;
use prose::claims::{Claim, Claims};
use prose::figures::without_number;
use prose::sentences;

use crate::plan::Plan;
use crate::spans::plain;

/// The longest sentence, in words, that is quoted whole.
const QUOTED: u32 = 45;
/// How many words on either side of a figure name the thing.
const NAMED: usize = 9;

/// Texts that contradict each other on one thing.
#[derive(Debug)]
pub(crate) struct Difference {
    /// The part where the article shows it.
    pub(crate) part: usize,
    /// The subject, in the words of the notes.
    pub(crate) thing: String,
    /// The statement of each text.
    pub(crate) told: Vec<(String, SourceNumber)>,
    /// The passages of the statements.
    pub(crate) passages: Vec<usize>,
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
        let new = difference(plan, &placed, &claims, group);
        found.extend(new.filter(|new| found.iter().all(|known| known.told != new.told)));
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
    let mut told: Vec<(String, SourceNumber)> = Vec::new();
    for at in &group {
        let entry = (quoted(claim(at)), plan.library.source(place(at).1));
        if !told.contains(&entry) {
            told.push(entry);
        }
    }
    let named = group.iter().find(|at| claims.names_what_is_shared(**at, &group)).or(group.first())?;
    let thing = thing(claim(named));
    let part = group.iter().map(|at| place(at).0).min().filter(|part| *part < plan.parts.len())?;
    let passages = group.iter().map(|at| place(at).1).collect();
    let is_named = told.len() > 1 && thing.contains(char::is_alphabetic);
    is_named.then_some(Difference { part, thing, told, passages })
}

/// The running texts of a block, each with a flag that marks rows of a table.
fn texts(block: &Block) -> Vec<(bool, String)> {
    let row = |row: &Vec<Text>| (true, row.iter().map(plain).collect::<Vec<_>>().join("; "));
    match block {
        Block::Table { rows, .. } => rows.iter().map(row).collect(),
        other => other.texts().into_iter().map(|text| (false, plain(text))).collect(),
    }
}

/// The words around the figure, with the number left open: `Wait … minutes until the glue is matt`.
fn thing(claim: &Claim) -> String {
    let Claim { sentence, figure, around, .. } = claim;
    let range = &figure.range;
    let before: Vec<&str> = sentence[around.start..range.start].split_whitespace().collect();
    let after = sentence[range.end..around.end].split_whitespace().take(NAMED);
    let open = if range.is_empty() { String::new() } else { without_number(&sentence[range.clone()]) };
    let near = before[before.len().saturating_sub(NAMED)..].iter().copied();
    let words = near.chain([open.as_str()]).chain(after);
    words.collect::<Vec<_>>().join(" ").trim_matches([',', ';', '.', ':', '(', ')', '%', ' ']).to_owned()
}

/// The sentence, or the clause with the figure if the sentence is long.
fn quoted(claim: &Claim) -> String {
    if seo::words::count(&claim.sentence) <= QUOTED {
        return claim.sentence.clone();
    }
    format!("… {} …", claim.sentence[claim.around.clone()].trim().trim_matches([',', ';', '(', ')']))
}
