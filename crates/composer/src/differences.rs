//! Figures that texts give differently for one thing. Rather one difference too few than two things mixed up: the words
//! around both figures must name the same thing, and nothing there may tell them apart.

use domain::articles::document::{Block, Text};
use domain::articles::research::SourceNumber;
use prose::sentences;
use rustc_hash::{FxHashMap, FxHashSet};
use seo::words::{normalise, split};

use crate::figures::{Figure, clause, in_sentence, without_number};
use crate::notes::{Library, Passage};
use crate::plan::Plan;
use crate::spans::plain;
use crate::terms::Term;

/// How many words two sentences must share to be about one thing, and which part of the shorter one they must be.
const TWO_WORDS: f64 = 2.0;
const OVERLAP: f64 = 0.25;
/// The same where a single word names the thing.
const ONE_WORD: f64 = 0.5;
/// How many figures are compared; an article of 5,000 words has fewer.
const MOST_FIGURES: usize = 1_500;
/// The longest sentence, in words, that is quoted whole.
const QUOTED: u32 = 45;
/// How many words on either side of a figure name the thing.
const NAMED: usize = 10;

/// Texts that say different things of one.
#[derive(Debug)]
pub(crate) struct Difference {
    /// The part that tells it.
    pub(crate) part: usize,
    /// What it is about, in the words of the notes.
    pub(crate) thing: String,
    /// What each text says.
    pub(crate) told: Vec<(String, SourceNumber)>,
    /// Where it says so.
    pub(crate) passages: Vec<usize>,
}

/// A figure with the words around it.
struct Claim {
    part: usize,
    passage: usize,
    note: usize,
    sentence: String,
    figure: Figure,
    /// Terms of the clause, of the sentence and of the sentence before it, without those of figures.
    clause: FxHashSet<Term>,
    own: FxHashSet<Term>,
    before: FxHashSet<Term>,
    /// Terms of the heading in its own text.
    heading: FxHashSet<Term>,
    /// Figures of other kinds in the sentence, which say when this one holds.
    conditions: Vec<Figure>,
    sides: Vec<(usize, usize)>,
}

/// Words of which each excludes the others.
const SIDES: &[&[&[&str]]] = &[
    &[&["front"], &["rear", "back"]],
    &[&["summer"], &["winter"]],
    &[&["hot", "warm"], &["cold", "cool"]],
    &[&["minimum", "least"], &["maximum", "most"]],
    &[&["new", "young"], &["old", "used"]],
    &[&["small"], &["large", "big"]],
    &[&["first"], &["second"], &["third"]],
    &[&["morning"], &["evening"]],
    &[&["day"], &["night"]],
    &[&["before"], &["after"]],
    &[&["air"], &["ground"]],
    &[&["north"], &["south"], &["east"], &["west"]],
    &[&["bắc"], &["nam"], &["đông"], &["tây"]],
    &[&["road"], &["mountain", "city"]],
    &[&["trước"], &["sau"]],
    &[&["hè"], &["đông"]],
    &[&["nóng", "ấm"], &["lạnh", "nguội"]],
    &[&["lớn"], &["nhỏ"]],
    &[&["mới"], &["cũ"]],
    &[&["sáng"], &["trưa"], &["tối", "đêm"]],
];

/// The differences between the texts of a plan, in reading order.
pub(crate) fn find(plan: &Plan<'_>) -> Vec<Difference> {
    let claims = claims(plan);
    let mut by_kind: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, claim) in claims.iter().enumerate() {
        by_kind.entry(claim.figure.kind).or_default().push(at);
    }
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for of_kind in by_kind.values() {
        pairs.extend(Judge::new(plan.library, &claims, of_kind).pairs());
    }
    pairs.sort_unstable();
    let mut partners: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (one, other) in &pairs {
        partners.entry(*one).or_default().push(*other);
        partners.entry(*other).or_default().push(*one);
    }
    let mut found: Vec<Difference> = Vec::new();
    let mut shown: FxHashSet<usize> = FxHashSet::default();
    for at in 0..claims.len() {
        let Some(others) = partners.get(&at).filter(|_| !shown.contains(&at)) else { continue };
        if others.iter().any(|other| claims[at].figure.differs(&claims[*other].figure)) {
            let members: Vec<&Claim> = std::iter::once(&at).chain(others).map(|it| &claims[*it]).collect();
            let new = difference(plan, members);
            let known = |it: &Difference| new.as_ref().is_some_and(|new| new.told == it.told);
            if !found.iter().any(known) {
                found.extend(new);
            }
            shown.extend(others);
        }
    }
    found
}

fn difference(plan: &Plan<'_>, mut members: Vec<&Claim>) -> Option<Difference> {
    members.sort_by_key(|claim| (claim.note != plan.backbone, claim.part));
    let first = *members.first()?;
    let others = members.iter().filter(|claim| claim.note != first.note);
    let shared: FxHashSet<Term> =
        others.flat_map(|claim| first.own.intersection(&claim.own)).copied().collect();
    let mut told: Vec<(String, SourceNumber)> = Vec::new();
    for claim in &members {
        let entry = (quoted(claim), plan.library.source(claim.passage));
        if !told.contains(&entry) {
            told.push(entry);
        }
    }
    let passages = members.iter().map(|claim| claim.passage).collect();
    let thing = thing(plan.library, first, &shared);
    (told.len() > 1).then_some(Difference { part: first.part, thing, told, passages })
}

/// Every figure of the plan's passages.
fn claims(plan: &Plan<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (part, it) in plan.parts.iter().enumerate() {
        for passage in &it.passages {
            for block in &plan.library.passages[*passage].blocks {
                add_claims(plan.library, part, *passage, block, &mut claims);
            }
        }
        if claims.len() >= MOST_FIGURES {
            break;
        }
    }
    claims.truncate(MOST_FIGURES);
    claims
}

fn add_claims(library: &Library, part: usize, passage: usize, block: &Block, claims: &mut Vec<Claim>) {
    let known = |text: &str| library.vocabulary.known(text, library.language);
    let Passage { note, section, .. } = library.passages[passage];
    let heading = known(library.sections[section].heading.as_deref().unwrap_or_default());
    let is_row = matches!(block, Block::Table { .. });
    for (text, cells) in texts(block) {
        let mut before = FxHashSet::default();
        let sentences = if is_row { vec![text.as_str()] } else { sentences::split(&text, library.language) };
        for sentence in sentences {
            let figures = in_sentence(sentence, library.language);
            // The names of columns stand in every row and tell nothing apart.
            let own = match &cells {
                Some(cells) => known(&blanked(cells, &in_sentence(cells, library.language))),
                None => known(&blanked(sentence, &figures)),
            };
            for figure in &figures {
                let whole = is_row || !figure.ratio.is_empty();
                let range = if whole { 0..sentence.len() } else { clause(sentence, &figure.range) };
                let condition = |other: &&Figure| other.kind != figure.kind && !is_rate(sentence, other);
                claims.push(Claim {
                    part,
                    passage,
                    note,
                    sentence: sentence.to_owned(),
                    figure: figure.clone(),
                    clause: if whole {
                        own.clone()
                    } else {
                        known(&blanked(sentence, &figures)[range.clone()])
                    },
                    own: own.clone(),
                    before: before.clone(),
                    heading: heading.clone(),
                    conditions: figures.iter().filter(condition).cloned().collect(),
                    sides: sides(&sentence[range]),
                });
            }
            before = own;
        }
    }
}

/// The sentence with line breaks for its figures; all places stay.
fn blanked(sentence: &str, figures: &[Figure]) -> String {
    let mut text = sentence.to_owned();
    for figure in figures {
        text.replace_range(figure.range.clone(), &"\n".repeat(figure.range.len()));
    }
    text
}

/// Whether a figure only says how often: `a day`, `một người`.
fn is_rate(sentence: &str, figure: &Figure) -> bool {
    let words = normalise(&sentence[figure.range.clone()]);
    ["a ", "an ", "one ", "một ", "1 "].iter().any(|one| words.trim_start().starts_with(one))
}

/// The running texts of a block. A row of a table is its cells with their columns' names; it comes without them too.
fn texts(block: &Block) -> Vec<(String, Option<String>)> {
    match block {
        Block::Paragraph(text) | Block::Quote { text, .. } => vec![(plain(text), None)],
        Block::List { items, .. } => items.iter().map(|item| (plain(item), None)).collect(),
        Block::Table { columns, rows, .. } => {
            let cell = |(column, cell): (&Text, &Text)| match (plain(column), plain(cell)) {
                (column, cell) if column.is_empty() => cell,
                (column, cell) => format!("{column}: {cell}"),
            };
            let row = |row: &Vec<Text>| {
                let named = columns.iter().zip(row).map(cell).collect::<Vec<_>>().join("; ");
                (named, Some(row.iter().map(plain).collect::<Vec<_>>().join("; ")))
            };
            rows.iter().map(row).collect()
        }
        Block::Code { .. } => Vec::new(),
    }
}

fn sides(clause: &str) -> Vec<(usize, usize)> {
    let normal = normalise(clause);
    let words: FxHashSet<&str> = split(&normal).collect();
    let mut found = Vec::new();
    for (group, sides) in SIDES.iter().enumerate() {
        let of = sides.iter().enumerate().filter(|(_, side)| side.iter().any(|word| words.contains(word)));
        found.extend(of.map(|(side, _)| (group, side)));
    }
    found
}

/// Compares the figures of one kind.
struct Judge<'a> {
    library: &'a Library,
    claims: &'a [Claim],
    of_kind: &'a [usize],
    /// In how many sentences with such a figure a term stands, in a text and in all.
    in_note: FxHashMap<(usize, Term), usize>,
    in_all: FxHashMap<Term, usize>,
    sentences: usize,
}

impl<'a> Judge<'a> {
    fn new(library: &'a Library, claims: &'a [Claim], of_kind: &'a [usize]) -> Self {
        let (in_note, in_all) = (FxHashMap::default(), FxHashMap::default());
        let mut judge = Self { library, claims, of_kind, in_note, in_all, sentences: 0 };
        let mut last = "";
        for claim in of_kind.iter().map(|at| &claims[*at]).filter(|claim| claim.figure.ratio.is_empty()) {
            if claim.sentence != last {
                judge.sentences += 1;
                for term in &claim.own {
                    *judge.in_note.entry((claim.note, *term)).or_default() += 1;
                    *judge.in_all.entry(*term).or_default() += 1;
                }
            }
            last = &claim.sentence;
        }
        judge
    }

    /// Figures of different texts that are about one thing: each is what the other is most like. Where a sentence also has a
    /// figure that agrees, the two that differ are about something else.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut scores: Vec<(usize, usize, f64)> = Vec::new();
        let mut best: FxHashMap<(usize, usize), f64> = FxHashMap::default();
        for (index, one) in self.of_kind.iter().enumerate() {
            for other in &self.of_kind[index + 1..] {
                let (here, there) = (&self.claims[*one], &self.claims[*other]);
                let Some(score) = (here.note != there.note).then(|| self.score(here, there)).flatten() else {
                    continue;
                };
                scores.push((*one, *other, score));
                for key in [(*one, there.note), (*other, here.note)] {
                    let known = best.entry(key).or_insert(score);
                    *known = known.max(score);
                }
            }
        }
        let is_best = |one: usize, other: usize, score: f64| {
            best.get(&(one, self.claims[other].note)).is_some_and(|best| score >= *best)
        };
        scores.retain(|(one, other, score)| is_best(*one, *other, *score) && is_best(*other, *one, *score));
        let sentences = |(one, other, _): &(usize, usize, f64)| {
            let (one, other) = (&self.claims[*one], &self.claims[*other]);
            (one.passage, one.sentence.as_str(), other.passage, other.sentence.as_str())
        };
        let differs = |(one, other, _): &(usize, usize, f64)| {
            self.claims[*one].figure.differs(&self.claims[*other].figure)
        };
        let agreeing: FxHashSet<_> = scores.iter().filter(|pair| !differs(pair)).map(sentences).collect();
        let kept = scores.iter().filter(|pair| !differs(pair) || !agreeing.contains(&sentences(pair)));
        kept.map(|(one, other, _)| (*one, *other)).collect()
    }

    /// How much the words around two figures have in common, if that is enough and nothing tells them apart.
    fn score(&self, one: &Claim, other: &Claim) -> Option<f64> {
        if !one.figure.is_comparable(&other.figure) || excludes(one, other) {
            return None;
        }
        if !one.figure.ratio.is_empty() && self.has_one_ratio(one) && self.has_one_ratio(other) {
            return Some(1.0);
        }
        let (mut score, mut telling) = (0.0, 0);
        for term in one.own.intersection(&other.own) {
            score += self.weight(*term);
            telling += usize::from(!self.is_common(*term));
        }
        let carried = one.own.intersection(&other.before).chain(one.before.intersection(&other.own));
        for term in carried.filter(|term| !(one.own.contains(term) && other.own.contains(term))) {
            score += self.weight(*term) / 2.0;
        }
        let headings = one.heading.intersection(&other.heading).any(|term| !self.is_common(*term));
        score += if headings { 1.0 } else { 0.0 };
        let named = |claim: &Claim| claim.clause.iter().filter(|term| !self.is_common(**term)).count();
        let shared = one.clause.intersection(&other.clause);
        let both = shared.clone().filter(|term| !self.is_common(**term)).count();
        let apart = both == 0 && named(one) > 0 && named(other) > 0;
        if telling + usize::from(headings) == 0 || apart {
            return None;
        }
        let holds = |figure: &&Figure| {
            other.conditions.iter().any(|it| it.is_comparable(figure) && !it.differs(figure))
        };
        if one.conditions.iter().any(|figure| holds(&figure)) {
            return Some(score + 1.0);
        }
        let clauses = shared.count();
        let alike = both > 0 && clauses > 1 && clauses * 2 >= one.clause.len().min(other.clause.len());
        let overlap = score / self.total(one).min(self.total(other)).max(1.0);
        // One word alone names the thing only if no other figure of this kind is told with it.
        let count = |claim: &Claim, term: &Term| self.in_note.get(&(claim.note, *term)).copied().unwrap_or(0);
        let names = |term: &&Term| {
            self.weight(**term) >= 1.0
                && other.clause.contains(*term)
                && count(one, term) < 2
                && count(other, term) < 2
        };
        let named = one.clause.iter().any(|term| names(&term));
        let enough = alike || (score >= TWO_WORDS && overlap >= OVERLAP) || (named && overlap >= ONE_WORD);
        enough.then_some(score)
    }

    fn is_common(&self, term: Term) -> bool {
        let of_kind = self.in_all.get(&term).copied().unwrap_or(0);
        self.library.keyword.contains(&term)
            || self.library.vocabulary.is_common(term)
            || (self.sentences > 8 && of_kind * 4 > self.sentences)
    }

    fn weight(&self, term: Term) -> f64 {
        if self.is_common(term) { 0.5 } else { 1.0 }
    }

    fn total(&self, claim: &Claim) -> f64 {
        claim.own.iter().map(|term| self.weight(*term)).sum()
    }

    /// Whether a text gives one ratio of this length only.
    fn has_one_ratio(&self, claim: &Claim) -> bool {
        let length = claim.figure.ratio.len();
        let same = |at: &&usize| {
            let it = &self.claims[**at];
            it.note == claim.note && it.figure.ratio.len() == length
        };
        length > 2 && self.of_kind.iter().filter(same).count() == 1
    }
}

/// Whether the words or figures around two figures are of things that exclude each other.
fn excludes(one: &Claim, other: &Claim) -> bool {
    let sides = one.sides.iter().any(|(group, side)| {
        let of_group = || other.sides.iter().filter(|(known, _)| known == group);
        of_group().count() > 0 && of_group().all(|(_, known)| known != side)
    });
    let conditions = one.conditions.iter().any(|figure| {
        let same_kind = || other.conditions.iter().filter(|it| it.kind == figure.kind);
        same_kind().count() > 0 && same_kind().all(|it| it.differs(figure))
    });
    sides || conditions
}

/// The words around the figure that name the thing, with the number left open: `Wait … minutes until the glue is matt`.
fn thing(library: &Library, claim: &Claim, shared: &FxHashSet<Term>) -> String {
    let open = without_number(&claim.sentence[claim.figure.range.clone()]);
    let (before, after) =
        (&claim.sentence[..claim.figure.range.start], &claim.sentence[claim.figure.range.end..]);
    let before: Vec<&str> = before.split_whitespace().collect();
    let after: Vec<&str> = after.split_whitespace().collect();
    let ends = |word: &&str| word.ends_with([',', ';', '.', ':', '!', '?', ')']);
    let behind = before.iter().rev().take_while(|word| !ends(word)).count().min(NAMED);
    let next = |word: &&str| {
        word.contains(|sign: char| sign.is_ascii_digit()) || matches!(*word, "and" | "but" | "và")
    };
    let clause = after.iter().take_while(|word| !next(word)).count();
    let ahead = (after.iter().take_while(|word| !ends(word)).count() + 1).min(clause).min(NAMED);
    let names = |words: &[&str]| {
        library.vocabulary.known(&words.join(" "), library.language).iter().any(|term| shared.contains(term))
    };
    // As few words as name everything that the figures have in common.
    let mut from = before.len() - behind;
    while from < before.len()
        && !names(&before[from..=from])
        && !names(&before[from..before.len().min(from + 2)])
    {
        from += 1;
    }
    if from > 0 && before[from - 1].ends_with(|sign: char| sign.is_ascii_digit()) {
        from -= 1;
    }
    let mut to = ahead;
    while to > 0 && !names(&after[to - 1..to]) && !names(&after[to.saturating_sub(2)..to]) {
        to -= 1;
    }
    let words = before[from..].iter().copied().chain([open.as_str()]).chain(after[..to].iter().copied());
    words.collect::<Vec<_>>().join(" ").trim_matches([',', ';', '.', ':', '(', ')', ' ']).to_owned()
}

/// The sentence, or the clause with the figure if the sentence is long.
fn quoted(claim: &Claim) -> String {
    if seo::words::count(&claim.sentence) <= QUOTED {
        return claim.sentence.clone();
    }
    let range = clause(&claim.sentence, &claim.figure.range);
    format!("… {} …", claim.sentence[range].trim().trim_matches([',', ';', '(', ')']))
}
