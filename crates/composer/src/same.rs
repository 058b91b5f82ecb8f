//! Passages of different texts that say the same in nearly the same words: the first stays and cites both.

use domain::articles::document::{Block, Text};
use domain::articles::record::{UnusedPassage, UnusedReason};
use domain::articles::research::SourceNumber;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::notes::{Library, Passage};
use crate::spans::plain;
use crate::terms::{claims, common_share, leans, ratio, shingles, terms};

/// From this share of common sequences on, two passages are the same.
const SAME: f64 = 0.8;
/// From this share of common terms on, two steps are the same.
const SAME_STEP: f64 = 0.7;
/// The fewest terms of a short passage that its terms alone identify.
const FEWEST_TERMS: usize = 3;
/// How many passages with one sequence are compared; more have it only in texts that repeat themselves.
const MOST_COMPARED: usize = 8;

/// What is the same in the notes.
#[derive(Debug, Default)]
pub(crate) struct Same {
    /// Passages that are left out, with the one that stays.
    pub(crate) merged: FxHashMap<usize, usize>,
    /// Texts that a passage cites besides its own.
    pub(crate) cited: FxHashMap<usize, Vec<SourceNumber>>,
    /// Passages that lean on a merged one, with the passage to stand behind.
    pub(crate) behind: FxHashMap<usize, usize>,
    /// Steps that were taken out of a list.
    pub(crate) steps: Vec<UnusedPassage>,
}

#[derive(Default)]
struct Index {
    exact: FxHashMap<String, usize>,
    short: FxHashMap<(Vec<u32>, Vec<String>), usize>,
    sequences: FxHashMap<u64, Vec<usize>>,
    sizes: FxHashMap<usize, usize>,
    steps: FxHashMap<String, Vec<usize>>,
    items: Vec<Step>,
}

/// A step of a list that stays.
struct Step {
    passage: usize,
    words: String,
    terms: FxHashSet<String>,
    claims: Vec<String>,
}

/// Finds what is the same, in the order of `notes`: what comes first stays. Steps that another text has too are taken out of
/// the later list if most of its steps are.
pub(crate) fn find(library: &mut Library, notes: &[usize]) -> Same {
    let mut same = Same::default();
    let mut index = Index::default();
    for note in notes {
        let sections = library.notes[*note].sections.clone();
        let passages: Vec<usize> =
            library.sections[sections].iter().flat_map(|section| section.passages.clone()).collect();
        for passage in &passages {
            let kept = index.kept(library, *passage);
            let introduces = next_in_section(library, *passage).is_some_and(|next| {
                library.passages[next].leans
                    && !matches!(library.passages[next].blocks[0], Block::Paragraph(_))
            });
            match kept.filter(|_| !introduces) {
                Some(kept) => same.merge(library, *passage, kept),
                None => same.merge_steps(library, &index, *passage),
            }
        }
        for passage in passages.iter().filter(|passage| !same.merged.contains_key(passage)) {
            index.add(library, *passage);
        }
        for passage in &passages {
            same.follow(library, *passage);
        }
    }
    same
}

fn next_in_section(library: &Library, passage: usize) -> Option<usize> {
    let section = &library.sections[library.passages[passage].section];
    Some(passage + 1).filter(|next| section.passages.contains(next))
}

impl Same {
    fn merge(&mut self, library: &Library, passage: usize, kept: usize) {
        self.merged.insert(passage, kept);
        self.cite(library, passage, kept);
    }

    fn cite(&mut self, library: &Library, passage: usize, kept: usize) {
        let (source, cited) = (library.source(passage), self.cited.entry(kept).or_default());
        if !cited.contains(&source) && library.source(kept) != source {
            cited.push(source);
        }
    }

    /// A passage that leans on a merged one goes where that one stands.
    fn follow(&mut self, library: &Library, passage: usize) {
        let before =
            passage.checked_sub(1).filter(|before| next_in_section(library, *before) == Some(passage));
        let Some(before) = before.filter(|_| library.passages[passage].leans) else { return };
        if self.merged.contains_key(&passage) {
            return;
        }
        if let Some(kept) = self.merged.get(&before) {
            self.behind.insert(passage, *kept);
        } else if self.behind.contains_key(&before) {
            self.behind.insert(passage, before);
        }
    }

    fn merge_steps(&mut self, library: &mut Library, index: &Index, passage: usize) {
        let language = library.language;
        let steps = |block: &Block| match block {
            Block::List { ordered: true, items } => Some(items.clone()),
            _ => None,
        };
        let Some(items) = library.passages[passage].blocks.iter().find_map(steps) else { return };
        let kept: Vec<Option<usize>> = items.iter().map(|item| index.step(item, library)).collect();
        let shared = kept.iter().flatten().count();
        if shared * 2 < items.len() || shared == 0 {
            return;
        }
        for step in kept.iter().flatten() {
            self.cite(library, passage, *step);
        }
        if shared == items.len() {
            if let [Some(first), ..] = kept[..] {
                self.merged.insert(passage, first);
            }
            return;
        }
        let goes = |at: usize| {
            let next = items.get(at + 1).zip(kept.get(at + 1));
            kept[at].is_some()
                && !next.is_some_and(|(next, kept)| kept.is_none() && leans(&plain(next), language))
        };
        let (mut stay, mut gone): (Vec<Text>, Vec<Text>) = (Vec::new(), Vec::new());
        for (at, item) in items.iter().enumerate() {
            if goes(at) { gone.push(item.clone()) } else { stay.push(item.clone()) }
        }
        for item in &gone {
            let step =
                UnusedPassage { text: plain(item), ..library.unused(passage, UnusedReason::SameAsAnother) };
            self.steps.push(step);
        }
        let changed = &mut library.passages[passage];
        for block in &mut changed.blocks {
            if let Block::List { ordered: true, items: of } = block
                && *of == items
            {
                of.clone_from(&stay);
            }
        }
        changed.rewrite();
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
                let words = plain(item);
                let terms: FxHashSet<String> = terms(&words, library.language).into_iter().collect();
                for term in &terms {
                    self.steps.entry(term.clone()).or_default().push(self.items.len());
                }
                let claims = claims(&words, library.language);
                self.items.push(Step { passage, words: words.to_lowercase(), terms, claims });
            }
        }
    }

    /// The passage of another text that says the same.
    fn kept(&self, library: &Library, passage: usize) -> Option<usize> {
        let it = &library.passages[passage];
        let other = |kept: &usize| library.passages[*kept].note != it.note;
        if let Some(kept) = self.exact.get(&exact(it)).copied().filter(other) {
            return Some(kept);
        }
        if has_code(it) {
            return None;
        }
        if it.terms.len() >= FEWEST_TERMS
            && let Some(kept) = self.short.get(&short(library, it)).copied().filter(other)
        {
            return Some(kept);
        }
        let sequences = shingles(&it.text);
        let mut shared: FxHashMap<usize, usize> = FxHashMap::default();
        for known in sequences.iter().filter_map(|sequence| self.sequences.get(sequence)) {
            for kept in known.iter().filter(|kept| other(kept)) {
                *shared.entry(*kept).or_default() += 1;
            }
        }
        let likeness = |(kept, shared): (usize, usize)| {
            let all = sequences.len() + self.sizes.get(&kept).copied().unwrap_or(0) - shared;
            (ratio(shared, all), kept)
        };
        let (likeness, kept) = shared
            .into_iter()
            .map(likeness)
            .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))?;
        let claim = |passage: &Passage| claims(&passage.text, library.language);
        (likeness >= SAME && claim(it) == claim(&library.passages[kept])).then_some(kept)
    }

    /// The passage of another list that has this step.
    fn step(&self, item: &Text, library: &Library) -> Option<usize> {
        let words = plain(item);
        let own: FxHashSet<String> = terms(&words, library.language).into_iter().collect();
        let claim = claims(&words, library.language);
        let lower = words.to_lowercase();
        let known = own.iter().filter_map(|term| self.steps.get(term));
        let known = known.flat_map(|known| known.iter().take(MOST_COMPARED));
        let is_same = |step: &&Step| {
            step.words == lower
                || (step.claims == claim && own.len() > 1 && common_share(&step.terms, &own) >= SAME_STEP)
        };
        known.map(|step| &self.items[*step]).find(is_same).map(|step| step.passage)
    }
}

fn has_code(passage: &Passage) -> bool {
    passage.blocks.iter().any(|block| matches!(block, Block::Code { .. }))
}

/// The words without case and space; code as it is.
fn exact(passage: &Passage) -> String {
    if has_code(passage) {
        return passage.text.clone();
    }
    seo::words::normalise(&passage.text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn short(library: &Library, passage: &Passage) -> (Vec<u32>, Vec<String>) {
    let terms = passage.terms.iter().map(|(term, _)| *term).collect();
    let mut claims = claims(&passage.text, library.language);
    // A list is no paragraph.
    claims.push(format!("{:?}", std::mem::discriminant(&passage.blocks[0])));
    (terms, claims)
}
