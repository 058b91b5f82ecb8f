//! Shortens notes that exceed the requested number of words. It leaves out whole passages, starting with
//! those that add least. It keeps steps, figures that differ, and every passage that the next one depends on.

use domain::articles::record::UnusedReason;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::differences::Difference;
use crate::plan::Plan;
use crate::terms::Term;

/// Leaves out passages until the article has at most `most` words, and returns the number of words.
pub(crate) fn fit(plan: &mut Plan<'_>, differences: &[Difference], most: u32) -> u32 {
    let mut words = count(plan, differences);
    let passages = &plan.library.passages;
    let protected: FxHashSet<usize> = differences.iter().flat_map(|it| it.passages.iter().copied()).collect();
    let placed: Vec<usize> = plan.parts.iter().flat_map(|part| part.passages.iter().copied()).collect();
    let mut told: FxHashMap<Term, u32> = FxHashMap::default();
    for term in placed.iter().flat_map(|passage| passages[*passage].terms.keys()) {
        *told.entry(*term).or_default() += 1;
    }
    let adds = |passage: usize| passages[passage].terms.keys().filter(|term| told[term] == 1).count();
    let may_go = |passage: &usize| !passages[*passage].steps && !protected.contains(passage);
    let narrates = |passage: usize| {
        passages[passage].first_person || plan.library.sections[passages[passage].section].narrates
    };
    // Passages of other texts are left out before those of the backbone, and stories before advice. A passage
    // that others depend on can be left out only after them, so the loop runs backwards.
    let mut order: Vec<usize> = Vec::new();
    for backbone in [false, true] {
        let own = |passage: &usize| (passages[*passage].note == plan.backbone) == backbone;
        let mut some: Vec<usize> = placed.iter().rev().copied().filter(may_go).filter(own).collect();
        let backwards = some.clone();
        some.sort_by_cached_key(|passage| (!narrates(*passage), adds(*passage)));
        order.extend(some.into_iter().chain(backwards));
    }
    let pairs = plan.parts.iter().flat_map(|part| part.passages.windows(2));
    let next: FxHashMap<usize, usize> = pairs.map(|pair| (pair[0], pair[1])).collect();
    let mut gone: FxHashSet<usize> = FxHashSet::default();
    for passage in &order {
        if words <= most || gone.len() + 1 == placed.len() {
            break;
        }
        let next = next.get(passage).filter(|next| !gone.contains(next));
        if !next.is_some_and(|next| needs(plan, *next, *passage)) && gone.insert(*passage) {
            words = words.saturating_sub(passages[*passage].words);
        }
    }
    plan.parts.iter_mut().for_each(|part| part.passages.retain(|passage| !gone.contains(passage)));
    let left = placed.into_iter().filter(|passage| gone.contains(passage)).collect();
    plan.leave(left, UnusedReason::OverLength);
    count(plan, differences)
}

/// Whether a passage depends on the one before it: it refers back to it, or both are parts of one story.
fn needs(plan: &Plan<'_>, passage: usize, before: usize) -> bool {
    let (it, before) = (&plan.library.passages[passage], &plan.library.passages[before]);
    let story = plan.library.sections[it.section].narrates && it.section == before.section;
    it.note == before.note && (it.leans || story)
}

/// The words of the article.
fn count(plan: &Plan<'_>, differences: &[Difference]) -> u32 {
    let parts = plan.parts.iter().filter(|part| !part.passages.is_empty());
    let headings = parts.clone().filter_map(|part| part.heading.as_deref());
    let quoted = differences.iter().flat_map(|it| &it.statements).map(|it| it.text.as_str());
    let answers = plan.answers.iter().map(|(_, passage)| passage);
    let passages = parts.flat_map(|part| &part.passages).chain(answers);
    headings.chain(quoted).map(seo::words::count).sum::<u32>()
        + passages.map(|passage| plan.library.passages[*passage].words).sum::<u32>()
}
