//! Passages of different texts with the same statement in nearly the same words: the first stays and cites
//! both.

use domain::articles::document::{Block, Text};
use domain::articles::record::{UnusedPassage, UnusedReason};
use domain::articles::research::SourceNumber;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::notes::{Library, Passage};
use crate::spans::plain;
use crate::terms::{claims, common_share, leans, ratio, shingles, terms};

/// The share of common sequences from which two passages are the same; for steps, the share of common terms.
const SAME: f64 = 0.65;
const SAME_STEP: f64 = 0.7;
/// The fewest terms of a short passage that its terms alone identify.
const FEWEST_TERMS: usize = 3;
/// How many passages with one sequence are compared. Only repetitive texts have more.
const MOST_COMPARED: usize = 8;

/// The duplicates in the notes.
#[derive(Debug, Default)]
pub(crate) struct Same {
    /// Passages that are left out, with the one that stays.
    pub(crate) merged: FxHashMap<usize, usize>,
    /// Texts that a passage cites besides its own.
    pub(crate) cited: FxHashMap<usize, Vec<SourceNumber>>,
    /// Passages that depend on a merged one, with the passage that they must follow.
    pub(crate) behind: FxHashMap<usize, usize>,
    /// Steps that were removed from a list.
    pub(crate) steps: Vec<UnusedPassage>,
}

/// The passages that stay, for comparison.
#[derive(Default)]
struct Index {
    exact: FxHashMap<String, usize>,
    short: FxHashMap<(Vec<u32>, Vec<String>), usize>,
    sequences: FxHashMap<u64, Vec<usize>>,
    sizes: FxHashMap<usize, usize>,
    by_term: FxHashMap<String, Vec<usize>>,
    steps: Vec<(Step, usize)>,
}

/// The words of a step, its terms and its claims.
type Step = (String, FxHashSet<String>, Vec<String>);

fn step(item: &Text, library: &Library) -> Step {
    let words = plain(item);
    let terms = terms(&words, library.language).into_iter().collect();
    (words.to_lowercase(), terms, claims(&words, library.language))
}

/// Finds duplicates in the order of `notes`; the first occurrence stays. Steps that another text also has are
/// removed from the later list if most of its steps are duplicates.
pub(crate) fn find(library: &mut Library, notes: &[usize]) -> Same {
    let mut same = Same::default();
    let mut index = Index::default();
    for note in notes {
        let sections = &library.sections[library.notes[*note].sections.clone()];
        let passages: Vec<usize> = sections.iter().flat_map(|section| section.passages.clone()).collect();
        for passage in &passages {
            let introduces = next_in_section(library, *passage).is_some_and(|next| {
                let next = &library.passages[next];
                next.leans && !matches!(next.blocks[0], Block::Paragraph(_))
            });
            match index.kept(library, *passage).filter(|_| !introduces) {
                Some(kept) => {
                    same.merged.insert(*passage, kept);
                    same.cite(library, *passage, kept);
                }
                None => same.merge_steps(library, &index, *passage),
            }
        }
        for passage in &passages {
            same.follow(library, *passage);
            if !same.merged.contains_key(passage) {
                index.add(library, *passage);
            }
        }
    }
    same
}

fn next_in_section(library: &Library, passage: usize) -> Option<usize> {
    let section = &library.sections[library.passages[passage].section];
    Some(passage + 1).filter(|next| section.passages.contains(next))
}

impl Same {
    fn cite(&mut self, library: &Library, passage: usize, kept: usize) {
        let (source, cited) = (library.source(passage), self.cited.entry(kept).or_default());
        if !cited.contains(&source) {
            cited.push(source);
        }
    }

    /// Places a passage that depends on a merged one after the passage that replaces it.
    fn follow(&mut self, library: &Library, passage: usize) {
        let before = passage.checked_sub(1).filter(|_| library.passages[passage].leans);
        let is_next = |before: &usize| next_in_section(library, *before) == Some(passage);
        let Some(before) = before.filter(is_next) else { return };
        let moved = self.behind.contains_key(&before).then_some(before);
        let behind = self.merged.get(&before).copied().or(moved);
        if let Some(behind) = behind.filter(|_| !self.merged.contains_key(&passage)) {
            self.behind.insert(passage, behind);
        }
    }

    fn merge_steps(&mut self, library: &mut Library, index: &Index, passage: usize) {
        let language = library.language;
        let is_list = |block: &Block| matches!(block, Block::List { ordered: true, .. });
        let Some(at) = library.passages[passage].blocks.iter().position(is_list) else { return };
        let Block::List { items, .. } = library.passages[passage].blocks[at].clone() else { return };
        let kept: Vec<Option<usize>> = items.iter().map(|item| index.step(&step(item, library))).collect();
        let shared = kept.iter().flatten().count();
        if shared == 0 || shared * 2 < items.len() {
            return;
        }
        kept.iter().flatten().for_each(|step| self.cite(library, passage, *step));
        if let (true, [Some(first), ..]) = (shared == items.len(), &kept[..]) {
            self.merged.insert(passage, *first);
            return;
        }
        let mut stay: Vec<Text> = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let leaned_on =
                items.get(at + 1).is_some_and(|next| kept[at + 1].is_none() && leans(&plain(next), language));
            if kept[at].is_none() || leaned_on {
                stay.push(item.clone());
                continue;
            }
            let whole = library.unused(passage, UnusedReason::SameAsAnother);
            self.steps.push(UnusedPassage { text: plain(item), ..whole });
        }
        library.passages[passage].blocks[at] = Block::List { ordered: true, items: stay };
        library.passages[passage].write();
    }
}

impl Index {
    fn add(&mut self, library: &Library, passage: usize) {
        let it = &library.passages[passage];
        self.exact.entry(exact(it)).or_insert(passage);
        if has_code(it) {
            return;
        }
        if it.terms.len() >= FEWEST_TERMS {
            self.short.entry(short(library, it)).or_insert(passage);
        }
        let sequences = shingles(&it.text);
        self.sizes.insert(passage, sequences.len());
        for sequence in sequences {
            let known = self.sequences.entry(sequence).or_default();
            if known.len() < MOST_COMPARED {
                known.push(passage);
            }
        }
        for block in &it.blocks {
            let Block::List { ordered: true, items } = block else { continue };
            for item in items {
                self.steps.push((step(item, library), passage));
                let last = self.steps.len() - 1;
                for term in &self.steps[last].0.1 {
                    self.by_term.entry(term.clone()).or_default().push(last);
                }
            }
        }
    }

    /// The passage of an earlier text with the same statement.
    fn kept(&self, library: &Library, passage: usize) -> Option<usize> {
        let it = &library.passages[passage];
        let exact = self.exact.get(&exact(it)).copied();
        if exact.is_some() || has_code(it) {
            return exact;
        }
        if let Some(kept) = self.short.get(&short(library, it)).filter(|_| it.terms.len() >= FEWEST_TERMS) {
            return Some(*kept);
        }
        let sequences = shingles(&it.text);
        let mut shared: FxHashMap<usize, usize> = FxHashMap::default();
        for kept in sequences.iter().filter_map(|sequence| self.sequences.get(sequence)).flatten() {
            *shared.entry(*kept).or_default() += 1;
        }
        let likeness = |(kept, shared): (usize, usize)| {
            (ratio(shared, sequences.len() + self.sizes.get(&kept).copied().unwrap_or(0) - shared), kept)
        };
        let order = |one: &(f64, usize), two: &(f64, usize)| one.0.total_cmp(&two.0).then(two.1.cmp(&one.1));
        let (likeness, kept) = shared.into_iter().map(likeness).max_by(order)?;
        let claims = |passage: &Passage| claims(&passage.text, library.language);
        (likeness >= SAME && claims(it) == claims(&library.passages[kept])).then_some(kept)
    }

    /// The passage of an earlier text whose list has this step.
    fn step(&self, (words, terms, claims): &Step) -> Option<usize> {
        let is_same = |(known, of, claim): &Step| {
            known == words || (claim == claims && terms.len() > 1 && common_share(of, terms) >= SAME_STEP)
        };
        let known = terms.iter().filter_map(|term| self.by_term.get(term));
        let mut known = known.flat_map(|known| known.iter().take(MOST_COMPARED)).map(|at| &self.steps[*at]);
        known.find(|(known, _)| is_same(known)).map(|(_, passage)| *passage)
    }
}

fn has_code(passage: &Passage) -> bool {
    passage.blocks.iter().any(|block| matches!(block, Block::Code { .. }))
}

/// The words without case and spaces; code unchanged.
fn exact(passage: &Passage) -> String {
    if has_code(passage) {
        return passage.text.clone();
    }
    seo::words::normalise(&passage.text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The terms and claims, with a flag that separates lists from paragraphs.
fn short(library: &Library, passage: &Passage) -> (Vec<u32>, Vec<String>) {
    let mut terms: Vec<u32> = passage.terms.keys().copied().collect();
    terms.sort_unstable();
    let mut claims = claims(&passage.text, library.language);
    claims.push(format!("{:?}", std::mem::discriminant(&passage.blocks[0])));
    (terms, claims)
}
