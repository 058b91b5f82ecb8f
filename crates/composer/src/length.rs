//! Leaves out whole passages where the notes hold more words than the customer wants: those that add least go first. Steps
//! stay, figures that differ stay, and so does everything that the next passage leans on.

use domain::articles::record::UnusedReason;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::differences::Difference;
use crate::plan::Plan;
use crate::terms::Term;

/// Leaves out passages until the article has at most `most` words, and says how many it has then.
pub(crate) fn fit(plan: &mut Plan<'_>, differences: &[Difference], most: u32) -> u32 {
    let mut words = count(plan, differences);
    if words <= most {
        return words;
    }
    let library = plan.library;
    let protected: FxHashSet<usize> = differences.iter().flat_map(|it| it.passages.iter().copied()).collect();
    let placed: Vec<usize> = plan.parts.iter().flat_map(|part| part.passages.iter().copied()).collect();
    let mut told: FxHashMap<Term, u32> = FxHashMap::default();
    for (term, _) in placed.iter().flat_map(|passage| &library.passages[*passage].terms) {
        *told.entry(*term).or_default() += 1;
    }
    let adds = |passage: usize| {
        let terms = library.passages[passage].terms.iter();
        terms.filter(|(term, _)| told.get(term).is_some_and(|count| *count == 1)).count()
    };
    let may_go = |passage: &usize| !library.passages[*passage].steps && !protected.contains(passage);
    let mut order: Vec<usize> = placed.iter().copied().filter(may_go).collect();
    order.sort_by_key(|passage| (library.passages[*passage].note == plan.backbone, adds(*passage)));
    let next: FxHashMap<usize, usize> =
        plan.parts.iter().flat_map(|part| part.passages.windows(2)).map(|pair| (pair[0], pair[1])).collect();
    let mut gone: FxHashSet<usize> = FxHashSet::default();
    // Those that are leaned on can go only after those that lean, which the last round meets first.
    let rounds = [order.clone(), order, placed.iter().rev().copied().filter(may_go).collect()];
    for passage in rounds.into_iter().flatten() {
        if words <= most || gone.len() + 1 == placed.len() {
            break;
        }
        let needed = follows(plan, &next, &gone, passage);
        if !needed && gone.insert(passage) {
            words = words.saturating_sub(library.passages[passage].words);
        }
    }
    for part in &mut plan.parts {
        part.passages.retain(|passage| !gone.contains(passage));
    }
    let left = placed.into_iter().filter(|passage| gone.contains(passage)).collect();
    plan.leave(left, UnusedReason::OverLength);
    count(plan, differences)
}

/// Whether the passage that stands behind this one needs it: it leans on it, or both are parts of one story.
fn follows(plan: &Plan<'_>, next: &FxHashMap<usize, usize>, gone: &FxHashSet<usize>, passage: usize) -> bool {
    let passages = &plan.library.passages;
    let Some(next) = next.get(&passage).filter(|next| !gone.contains(next)) else { return false };
    let story = plan.library.sections[passages[passage].section].narrates;
    let together = passages[*next].note == passages[passage].note;
    together && (passages[*next].leans || (story && passages[*next].section == passages[passage].section))
}

/// The words of the article.
fn count(plan: &Plan<'_>, differences: &[Difference]) -> u32 {
    let parts = plan.parts.iter().filter(|part| !part.passages.is_empty());
    let headings = parts.clone().filter_map(|part| part.heading.as_deref()).map(seo::words::count);
    let passages =
        parts.flat_map(|part| &part.passages).chain(plan.answers.iter().map(|answer| &answer.passage));
    let told = differences.iter().flat_map(|it| &it.told).map(|(sentence, _)| seo::words::count(sentence));
    headings.sum::<u32>()
        + passages.map(|passage| plan.library.passages[*passage].words).sum::<u32>()
        + told.sum::<u32>()
}
