//! Figures that texts give differently for one thing. Rather one difference too few than two things mixed up: the words
//! around both figures must name the same thing, and nothing there may tell them apart.

use domain::articles::document::{Block, Text};
use domain::articles::research::SourceNumber;
use domain::locale::Language;
use prose::sentences;
use rustc_hash::{FxHashMap, FxHashSet};
use seo::words::{normalise, split};

use crate::figures::{Figure, clause, in_sentence};
use crate::notes::Library;
use crate::plan::Plan;
use crate::spans::plain;
use crate::terms::{Term, terms};

/// How much two figures must have in common to be about one thing.
const ONE_THING: f64 = 1.0;
/// How many figures are compared; an article of 5,000 words has fewer.
const MOST_FIGURES: usize = 1_500;
/// The longest sentence, in words, that is quoted whole.
const QUOTED: u32 = 45;
/// The longest phrase, in words, that names the thing.
const NAMED: usize = 8;

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
    /// Terms of the clause, of the sentence and the one before it, and of the heading.
    clause: FxHashSet<Term>,
    near: FxHashSet<Term>,
    heading: FxHashSet<Term>,
    /// Other figures of the sentence, which say when this one holds.
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
    &[&["morning"], &["evening", "night"]],
    &[&["before"], &["after"]],
    &[&["air"], &["ground"]],
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
    let mut groups: Vec<usize> = (0..claims.len()).collect();
    let mut differing: FxHashSet<usize> = FxHashSet::default();
    for of_kind in by_kind.values() {
        let judge = Judge::new(plan.library, &claims, of_kind);
        for (one, other) in judge.pairs() {
            if claims[one].figure.differs(&claims[other].figure) {
                differing.extend([one, other]);
            }
            let (from, to) = (groups[other], groups[one]);
            groups.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
        }
    }
    let mut found: Vec<Difference> = Vec::new();
    let mut shown: FxHashSet<usize> = FxHashSet::default();
    for at in 0..claims.len() {
        if differing.contains(&at) && shown.insert(groups[at]) {
            let members: Vec<usize> =
                (0..claims.len()).filter(|other| groups[*other] == groups[at]).collect();
            found.extend(difference(plan, &claims, &members));
        }
    }
    found
}

fn difference(plan: &Plan<'_>, claims: &[Claim], members: &[usize]) -> Option<Difference> {
    let mut members: Vec<&Claim> = members.iter().map(|at| &claims[*at]).collect();
    members.sort_by_key(|claim| (claim.part, usize::from(claim.note != plan.backbone)));
    let first = members.iter().find(|claim| claim.note == plan.backbone).or(members.first())?;
    let others = members.iter().filter(|claim| claim.note != first.note);
    let shared: FxHashSet<Term> =
        others.flat_map(|claim| first.near.intersection(&claim.near)).copied().collect();
    let thing = thing(plan.library, first, &shared)
        .or_else(|| plan.parts[first.part].heading.clone())
        .unwrap_or_else(|| plan.library.keyword_text.clone());
    let mut told: Vec<(String, SourceNumber)> = Vec::new();
    for claim in &members {
        let entry = (quoted(claim), plan.library.source(claim.passage));
        if !told.contains(&entry) {
            told.push(entry);
        }
    }
    let passages = members.iter().map(|claim| claim.passage).collect();
    (told.len() > 1).then_some(Difference { part: first.part, thing, told, passages })
}

/// Every figure of the plan's passages.
fn claims(plan: &Plan<'_>) -> Vec<Claim> {
    let library = plan.library;
    let mut claims = Vec::new();
    for (at, part) in plan.parts.iter().enumerate() {
        let heading = part.heading.as_deref().unwrap_or_default();
        for passage in &part.passages {
            let note = library.passages[*passage].note;
            let own = library.sections[library.passages[*passage].section].heading.as_deref();
            let heading = library
                .vocabulary
                .known(&format!("{heading}\n{}", own.unwrap_or_default()), library.language);
            for text in library.passages[*passage].blocks.iter().flat_map(texts) {
                let mut before = FxHashSet::default();
                for sentence in sentences::split(&text, library.language) {
                    let own = library.vocabulary.known(sentence, library.language);
                    let figures = in_sentence(sentence, library.language);
                    let near: FxHashSet<Term> = own.union(&before).copied().collect();
                    for (index, figure) in figures.iter().enumerate() {
                        let range = clause(sentence, &figure.range);
                        let words = [
                            &sentence[range.start..figure.range.start],
                            &sentence[figure.range.end..range.end],
                        ];
                        let words =
                            if figure.ratio.is_empty() { words.join("\n") } else { sentence.to_owned() };
                        let others = figures.iter().enumerate().filter(|(other, _)| *other != index);
                        claims.push(Claim {
                            part: at,
                            passage: *passage,
                            note,
                            sentence: sentence.to_owned(),
                            figure: figure.clone(),
                            clause: library.vocabulary.known(&words, library.language),
                            near: near.clone(),
                            heading: heading.clone(),
                            conditions: others.map(|(_, other)| other.clone()).collect(),
                            sides: sides(&sentence[range]),
                        });
                    }
                    before = own;
                }
            }
        }
    }
    claims.truncate(MOST_FIGURES);
    claims
}

/// The running texts of a block; a row of a table is its cells with their columns' names.
fn texts(block: &Block) -> Vec<String> {
    match block {
        Block::Paragraph(text) | Block::Quote { text, .. } => vec![plain(text)],
        Block::List { items, .. } => items.iter().map(plain).collect(),
        Block::Table { columns, rows, .. } => {
            let cell = |(column, cell): (&Text, &Text)| match (plain(column), plain(cell)) {
                (column, cell) if column.is_empty() => cell,
                (column, cell) => format!("{column}: {cell}"),
            };
            rows.iter().map(|row| columns.iter().zip(row).map(cell).collect::<Vec<_>>().join("; ")).collect()
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
    /// In how many sentences of a text with such a figure a term stands.
    sentences: FxHashMap<(usize, Term), u32>,
}

impl<'a> Judge<'a> {
    fn new(library: &'a Library, claims: &'a [Claim], of_kind: &'a [usize]) -> Self {
        let mut sentences: FxHashMap<(usize, Term), u32> = FxHashMap::default();
        let mut last = "";
        for claim in of_kind.iter().map(|at| &claims[*at]) {
            if claim.sentence != last {
                for term in &claim.near {
                    *sentences.entry((claim.note, *term)).or_default() += 1;
                }
            }
            last = &claim.sentence;
        }
        Self { library, claims, of_kind, sentences }
    }

    /// Figures of different texts that are about one thing: each is what the other is most like.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut best: FxHashMap<(usize, usize), (f64, usize)> = FxHashMap::default();
        for (index, one) in self.of_kind.iter().enumerate() {
            for other in &self.of_kind[index + 1..] {
                if self.claims[*one].note == self.claims[*other].note {
                    continue;
                }
                let Some(score) = self.score(&self.claims[*one], &self.claims[*other]) else { continue };
                for (from, to) in [(*one, *other), (*other, *one)] {
                    let known = best.entry((from, self.claims[to].note)).or_insert((score, to));
                    if score > known.0 {
                        *known = (score, to);
                    }
                }
            }
        }
        let mutual = |((from, _), (_, to)): (&(usize, usize), &(f64, usize))| {
            let back = best.get(&(*to, self.claims[*from].note)).is_some_and(|(_, back)| back == from);
            (from < to && back).then_some((*from, *to))
        };
        let mut pairs: Vec<(usize, usize)> = best.iter().filter_map(mutual).collect();
        pairs.sort_unstable();
        pairs
    }

    /// How much the words around two figures have in common, if that is enough and nothing tells them apart.
    fn score(&self, one: &Claim, other: &Claim) -> Option<f64> {
        if !one.figure.is_comparable(&other.figure) || excludes(one, other) {
            return None;
        }
        let same = |figure: &Figure| {
            other
                .conditions
                .iter()
                .any(|it| it.is_comparable(figure) && !it.differs(figure) && figure.ratio.is_empty())
        };
        let conditions =
            one.conditions.iter().filter(|figure| figure.kind != one.figure.kind && same(figure)).count();
        let mut score = if conditions > 0 { 1.0 } else { 0.0 };
        let (mut common, mut telling) = (0.0_f64, Vec::new());
        for term in one.near.intersection(&other.near) {
            if self.library.keyword.contains(term) || self.library.vocabulary.is_common(*term) {
                common += 0.25;
                continue;
            }
            let both = one.clause.contains(term) && other.clause.contains(term);
            score += if both { 1.0 } else { 0.6 };
            telling.push(*term);
        }
        for term in
            one.heading.iter().filter(|term| other.heading.contains(*term) || other.near.contains(*term))
        {
            let known = self.library.keyword.contains(term) || telling.contains(term);
            score += if known || self.library.vocabulary.is_common(*term) { 0.0 } else { 0.4 };
        }
        score += common.min(0.5);
        // One word alone names the thing only if no other figure of this kind is told with it.
        let count = |claim: &Claim, term: Term| self.sentences.get(&(claim.note, term)).copied().unwrap_or(0);
        let alone = conditions == 0 && telling.len() == 1;
        let unique = telling.iter().all(|term| count(one, *term) <= 1 && count(other, *term) <= 1);
        let ratios = !one.figure.ratio.is_empty() && self.only_ratio(one) && self.only_ratio(other);
        let enough =
            ratios || (score >= ONE_THING && (!alone || unique) && (conditions > 0 || !telling.is_empty()));
        enough.then_some(score)
    }

    /// Whether a text gives one ratio only.
    fn only_ratio(&self, claim: &Claim) -> bool {
        let same = |at: &&usize| {
            let it = &self.claims[**at];
            it.note == claim.note
                && it.figure.ratio.len() == claim.figure.ratio.len()
                && it.figure.ratio.len() > 2
        };
        self.of_kind.iter().filter(same).count() == 1
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
        let own_kind = figure.kind == one.figure.kind;
        !own_kind && same_kind().count() > 0 && same_kind().all(|it| it.differs(figure))
    });
    sides || conditions
}

/// The words of the sentence that name the thing, from the first to the last of them.
fn thing(library: &Library, claim: &Claim, shared: &FxHashSet<Term>) -> Option<String> {
    let words: Vec<&str> = claim.sentence.split_whitespace().collect();
    let pair = if library.language == Language::VIETNAMESE { 2 } else { 1 };
    let names = |text: &str| {
        let known = library.vocabulary.known(text, library.language);
        terms(text, library.language).len() == known.len() && known.iter().any(|term| shared.contains(term))
    };
    let mut named: Vec<usize> = Vec::new();
    for at in 0..words.len() {
        let end = (at + pair).min(words.len());
        if names(words[at]) {
            named.push(at);
        } else if names(&words[at..end].join(" ")) {
            named.extend(at..end);
        }
    }
    let (first, last) = (*named.iter().min()?, *named.iter().max()?);
    let trimmed = |text: &str| text.trim_matches(|sign: char| !sign.is_alphanumeric()).to_owned();
    if last - first < NAMED {
        return Some(trimmed(&words[first..=last].join(" ")));
    }
    named.dedup();
    Some(named.iter().map(|at| trimmed(words[*at])).collect::<Vec<_>>().join(", "))
}

/// The sentence, or the clause with the figure if the sentence is long.
fn quoted(claim: &Claim) -> String {
    if seo::words::count(&claim.sentence) <= QUOTED {
        return claim.sentence.clone();
    }
    let range = clause(&claim.sentence, &claim.figure.range);
    format!("… {} …", claim.sentence[range].trim().trim_matches([',', ';', '(', ')']))
}
