//! Figures that texts give differently for one thing. Rather one difference too few than two things mixed up: the words
//! around both figures must name the same thing, and nothing there may tell them apart.

use std::ops::Range;

use domain::articles::document::{Block, Text};
use domain::articles::research::SourceNumber;
use prose::figures::{Figure, clause, in_sentence, without_number};
use prose::sentences;
use rustc_hash::{FxHashMap, FxHashSet};
use seo::words::{normalise, split};

use crate::notes::Library;
use crate::plan::Plan;
use crate::spans::plain;
use crate::terms::Term;

/// How many words two sentences must share to be about one thing, and which part of the shorter one they must be.
const TWO_WORDS: f64 = 2.0;
const OVERLAP: f64 = 0.2;
/// The same where a single word names the thing.
const ONE_WORD: f64 = 0.7;
/// How many figures are compared; an article of 5,000 words has fewer.
const MOST_FIGURES: usize = 1_500;
/// The longest sentence, in bytes, that is searched for figures; a longer one is data.
const LONGEST_SENTENCE: usize = 2_000;
/// The longest sentence, in words, that is quoted whole.
const QUOTED: u32 = 45;
/// How many words on either side of a figure name the thing.
const NAMED: usize = 9;

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
    sentence: String,
    figure: Figure,
    /// The words that name the thing: the clause with the figure, or the whole row of a table.
    around: Range<usize>,
    /// Terms of the clause, of the sentence and of the sentence before it, without those of figures.
    clause: FxHashSet<Term>,
    own: FxHashSet<Term>,
    before: FxHashSet<Term>,
    /// Figures of other kinds in the sentence, which say when this one holds.
    conditions: Vec<Figure>,
    sides: Vec<(usize, usize)>,
    /// Whether the figure says how often and not how long.
    repeats: bool,
}

/// Words of which each excludes the others.
#[rustfmt::skip]
const SIDES: [&str; 20] = [
    "front|rear back", "summer|winter", "hot warm|cold cool", "minimum least|maximum most", "new young|old used", "small|large big",
    "first|second|third", "morning|evening", "day|night", "before|after", "air|ground", "north|south|east|west", "road|mountain city",
    "trước|sau", "hè|đông", "nóng ấm|lạnh nguội", "lớn|nhỏ", "mới|cũ", "sáng|trưa|tối đêm", "bắc|nam|đông|tây",
];

/// The differences between the texts of a plan, in reading order.
pub(crate) fn find(plan: &Plan<'_>) -> Vec<Difference> {
    let claims = claims(plan);
    let mut by_kind: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, claim) in claims.iter().enumerate() {
        by_kind.entry(claim.figure.kind).or_default().push(at);
    }
    let mut partners: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let judges = by_kind.values().map(|of_kind| Judge::new(plan.library, &claims, of_kind));
    for (one, other) in judges.flat_map(|judge| judge.pairs()) {
        partners.entry(one).or_default().push(other);
        partners.entry(other).or_default().push(one);
    }
    let mut found: Vec<Difference> = Vec::new();
    let mut shown: FxHashSet<usize> = FxHashSet::default();
    for at in 0..claims.len() {
        let Some(own) = partners.get(&at).filter(|_| !shown.contains(&at)) else { continue };
        // The figure that most others are compared with brings them together.
        let count = |claim: &usize| partners.get(claim).map_or(0, Vec::len);
        let centre = own.iter().copied().filter(|it| count(it) > own.len()).max_by_key(count).unwrap_or(at);
        let others = &partners[&centre];
        if others.iter().any(|other| claims[centre].figure.differs(&claims[*other].figure)) {
            let members = std::iter::once(&centre).chain(others);
            let new = difference(plan, members.clone().map(|it| &claims[*it]).collect());
            shown.extend(members);
            found.extend(new.filter(|new| found.iter().all(|known| known.told != new.told)));
        }
    }
    found
}

fn difference(plan: &Plan<'_>, mut members: Vec<&Claim>) -> Option<Difference> {
    let note = |claim: &Claim| plan.library.passages[claim.passage].note;
    members.sort_by_key(|claim| (note(claim) != plan.backbone, claim.part, claim.passage));
    let first = *members.first()?;
    let others = members.iter().filter(|claim| note(claim) != note(first));
    let shared: FxHashSet<Term> =
        others.flat_map(|claim| first.own.intersection(&claim.own)).copied().collect();
    let mut told: Vec<(String, SourceNumber)> = Vec::new();
    for claim in &members {
        let entry = (quoted(claim), plan.library.source(claim.passage));
        if !told.contains(&entry) {
            told.push(entry);
        }
    }
    let named = members.iter().find(|claim| !claim.clause.is_disjoint(&shared)).unwrap_or(&first);
    let thing = thing(named);
    let passages = members.iter().map(|claim| claim.passage).collect();
    let part = members.iter().map(|claim| claim.part).min().filter(|part| *part < plan.parts.len())?;
    (told.len() > 1 && thing.contains(char::is_alphabetic)).then_some(Difference {
        part,
        thing,
        told,
        passages,
    })
}

/// Every figure of the plan's passages.
fn claims(plan: &Plan<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    let parts = plan.parts.iter().enumerate();
    let placed = parts.flat_map(|(at, part)| part.passages.iter().map(move |it| (at, *it)));
    let answers = plan.answers.iter().map(|(_, passage)| (usize::MAX, *passage));
    for (part, passage) in placed.chain(answers) {
        add_claims(plan.library, part, passage, &mut claims);
    }
    claims.truncate(MOST_FIGURES);
    claims
}

fn add_claims(library: &Library, part: usize, passage: usize, claims: &mut Vec<Claim>) {
    let known = |text: &str| library.vocabulary.known(text, library.language);
    for (is_row, text) in library.passages[passage].blocks.iter().flat_map(texts) {
        let mut before = FxHashSet::default();
        let sentences = if is_row { vec![text.as_str()] } else { sentences::split(&text, library.language) };
        for sentence in sentences.into_iter().filter(|sentence| sentence.len() <= LONGEST_SENTENCE) {
            let figures = in_sentence(sentence, library.language);
            let blank = blanked(sentence, &figures);
            let own = known(&blank);
            for figure in &figures {
                let whole = is_row || !figure.ratio.is_empty();
                let range = if whole { 0..sentence.len() } else { clause(sentence, &figure.range) };
                let says_when = |other: &Figure| other.counted.is_none() && !is_rate(sentence, other);
                let condition = |other: &&Figure| other.kind != figure.kind && says_when(other);
                claims.push(Claim {
                    part,
                    passage,
                    sentence: sentence.to_owned(),
                    figure: figure.clone(),
                    around: range.clone(),
                    clause: if whole { own.clone() } else { known(&blank[range.clone()]) },
                    own: own.clone(),
                    before: before.clone(),
                    conditions: figures.iter().filter(condition).cloned().collect(),
                    sides: sides(&sentence[range]),
                    repeats: repeats(&sentence[..figure.range.start]),
                });
            }
            before = own;
        }
    }
}

/// The running texts of a block; a row of a table is one, and says so.
fn texts(block: &Block) -> Vec<(bool, String)> {
    let row = |row: &Vec<Text>| (true, row.iter().map(plain).collect::<Vec<_>>().join("; "));
    match block {
        Block::Table { rows, .. } => rows.iter().map(row).collect(),
        other => other.texts().into_iter().map(|text| (false, plain(text))).collect(),
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

/// Whether words before a figure make it say how often: `every two years`.
fn repeats(before: &str) -> bool {
    let normal = normalise(before);
    split(&normal).last().is_some_and(|word| ["every", "each", "per", "mỗi", "cứ"].contains(&word))
}

/// Which sides the words of a clause are on: the group and the side.
fn sides(clause: &str) -> Vec<(usize, usize)> {
    let normal = normalise(clause);
    let words: FxHashSet<&str> = split(&normal).collect();
    let said = |side: &str| side.split(' ').any(|word| words.contains(word));
    let groups = SIDES.iter().enumerate();
    let sides = groups.flat_map(|(at, group)| group.split('|').enumerate().map(move |it| (at, it.0, it.1)));
    sides.filter(|(_, _, words)| said(words)).map(|(group, side, _)| (group, side)).collect()
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
        for claim in of_kind.iter().map(|at| &claims[*at]) {
            if std::mem::replace(&mut last, &claim.sentence) != claim.sentence {
                judge.sentences += 1;
                for term in &claim.own {
                    *judge.in_note.entry((library.passages[claim.passage].note, *term)).or_default() += 1;
                    *judge.in_all.entry(*term).or_default() += 1;
                }
            }
        }
        judge
    }

    /// Figures of different texts that are about one thing: each is what the other is most like. Where a sentence also has a
    /// figure that agrees, the two that differ are about something else.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs: Vec<(usize, usize, f64)> = Vec::new();
        let mut best: FxHashMap<(usize, usize), f64> = FxHashMap::default();
        for (index, one) in self.of_kind.iter().enumerate() {
            for other in &self.of_kind[index + 1..] {
                let (here, there) = (&self.claims[*one], &self.claims[*other]);
                let score = (self.note(here) != self.note(there)).then(|| self.score(here, there)).flatten();
                let Some(score) = score else { continue };
                pairs.push((*one, *other, score));
                for key in [(*one, self.note(there)), (*other, self.note(here))] {
                    let known = best.entry(key).or_insert(score);
                    *known = known.max(score);
                }
            }
        }
        pairs.retain(|(one, other, score)| {
            let best = |from: &usize, to: &usize| best[&(*from, self.note(&self.claims[*to]))];
            *score >= best(one, other) && *score >= best(other, one)
        });
        let claims = |pair: &(usize, usize, f64)| (&self.claims[pair.0], &self.claims[pair.1]);
        let differs = |pair: &(usize, usize, f64)| claims(pair).0.figure.differs(&claims(pair).1.figure);
        let sentences = |pair: &(usize, usize, f64)| (&claims(pair).0.sentence, &claims(pair).1.sentence);
        let agreeing: FxHashSet<_> = pairs.iter().filter(|pair| !differs(pair)).map(sentences).collect();
        let kept = pairs.iter().filter(|pair| !differs(pair) || !agreeing.contains(&sentences(pair)));
        kept.map(|(one, other, _)| (*one, *other)).collect()
    }

    /// How much the words around two figures have in common, if that is enough and nothing tells them apart.
    fn score(&self, one: &Claim, other: &Claim) -> Option<f64> {
        if !one.figure.is_comparable(&other.figure) || excludes(one, other) {
            return None;
        }
        if self.has_one_ratio(one) && self.has_one_ratio(other) {
            return Some(1.0);
        }
        let shared: FxHashSet<Term> = one.own.intersection(&other.own).copied().collect();
        let carried = one.own.intersection(&other.before).chain(one.before.intersection(&other.own));
        let carried = carried.filter(|term| !shared.contains(term)).map(|term| self.weight(*term) / 2.0);
        let section = |claim: &Claim| self.library.passages[claim.passage].section;
        let headings = |claim: &Claim| &self.library.sections[section(claim)].terms;
        let heading = headings(one).intersection(headings(other)).any(|term| self.is_telling(*term));
        let score = self.total(&shared) + carried.sum::<f64>() + if heading { 1.0 } else { 0.0 };
        let both: Vec<&Term> = self.subject(one).intersection(self.subject(other)).collect();
        let named_both = both.iter().any(|term| self.is_telling(**term));
        let only_headed = heading && !(self.is_named(one) && self.is_named(other));
        if !named_both && !only_headed {
            return None;
        }
        let holds = |figure: &Figure| {
            other.conditions.iter().any(|it| it.is_comparable(figure) && !it.differs(figure))
        };
        if one.conditions.iter().any(holds) {
            return Some(score + 1.0);
        }
        let overlap = score / self.total(&one.own).min(self.total(&other.own)).max(1.0);
        let shorter = one.clause.len().min(other.clause.len());
        let alike = named_both && both.len() > 1 && both.len() * 2 >= shorter;
        // One word alone names the thing only if no other figure of this kind is told with it.
        let alone = |claim: &Claim, term: Term| self.in_note.get(&(self.note(claim), term)) == Some(&1);
        let unique = |term: Term| self.is_telling(term) && alone(one, term) && alone(other, term);
        let unique = both.iter().any(|term| unique(**term));
        let enough = alike || (score >= TWO_WORDS && overlap >= OVERLAP) || (unique && overlap >= ONE_WORD);
        enough.then_some(score)
    }

    /// The words that name the thing: those of the clause or, if they name nothing, of the whole sentence.
    fn subject<'c>(&self, claim: &'c Claim) -> &'c FxHashSet<Term> {
        if self.is_named(claim) { &claim.clause } else { &claim.own }
    }

    fn is_named(&self, claim: &Claim) -> bool {
        claim.clause.iter().any(|term| self.is_telling(*term))
    }

    fn note(&self, claim: &Claim) -> usize {
        self.library.passages[claim.passage].note
    }

    /// Whether a term tells one thing from another. A single Vietnamese syllable is part of too many words.
    fn is_telling(&self, term: Term) -> bool {
        let of_kind = self.in_all.get(&term).copied().unwrap_or(0);
        let common = self.library.keyword.contains(&term) || self.library.vocabulary.is_common(term);
        let usual = self.sentences > 8 && of_kind * 4 > self.sentences;
        !common && !usual && !self.library.vocabulary.is_syllable(term)
    }

    fn weight(&self, term: Term) -> f64 {
        if self.is_telling(term) { 1.0 } else { 0.5 }
    }

    fn total(&self, terms: &FxHashSet<Term>) -> f64 {
        terms.iter().map(|term| self.weight(*term)).sum()
    }

    /// Whether a text gives one ratio of this length only.
    fn has_one_ratio(&self, claim: &Claim) -> bool {
        let length = claim.figure.ratio.len();
        let same = |it: &Claim| self.note(it) == self.note(claim) && it.figure.ratio.len() == length;
        length > 2 && self.of_kind.iter().filter(|at| same(&self.claims[**at])).count() == 1
    }
}

/// Whether the words or figures around two figures are of things that exclude each other.
fn excludes(one: &Claim, other: &Claim) -> bool {
    let sides = one.sides.iter().any(|(group, side)| {
        let mut of_group = other.sides.iter().filter(|(known, _)| known == group).peekable();
        of_group.peek().is_some() && of_group.all(|(_, known)| known != side)
    });
    let conditions = one.conditions.iter().any(|figure| {
        let mut of_kind = other.conditions.iter().filter(|it| it.kind == figure.kind).peekable();
        of_kind.peek().is_some() && of_kind.all(|it| it.differs(figure))
    });
    sides || conditions || one.repeats != other.repeats
}

/// The words around the figure, with the number left open: `Wait … minutes until the glue is matt`.
fn thing(claim: &Claim) -> String {
    let Claim { sentence, figure: Figure { range, .. }, around, .. } = claim;
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
